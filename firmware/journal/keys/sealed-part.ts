import { join } from "node:path";
import type { Signer } from "../../../src/record/keys.ts";
import { closeSync, constants, fdatasyncSync, openSync, rmSync } from "../../files/disk.ts";
import { createDurably, syncFolder, writeFully } from "../../files/durable.ts";
import type { FileWatch } from "../../files/file-watch.ts";
import { sealedName, startSealer, type SealedPlace, type Sealer } from "../../evidence/log/sealed-format.ts";
import { writePlainAt } from "../../evidence/verify/unseal.ts";

/** The sealed part that a recording grows by: each append goes to the disk encrypted, and stays here as it is. */
export class SealedPart {
  readonly #dir: string;
  readonly #place: SealedPlace;
  readonly #seal: string;
  readonly #sealer: Sealer;
  readonly #fd: number;
  readonly #watch: FileWatch | null;
  readonly #plain: Buffer[] = [];

  /**
   * Begins the part: its file is durable on return, and never there without its whole header. The disk's own errors come through.
   */
  constructor(dir: string, place: SealedPlace, seal: string, signer: Signer, watch: FileWatch | null = null) {
    this.#dir = dir;
    this.#watch = watch;
    this.#place = place;
    this.#seal = seal;
    this.#sealer = startSealer(place, seal, signer);
    createDurably(this.path, Buffer.from(this.#sealer.header), 0o600);
    this.#fd = openSync(this.path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
    watch?.add(this.path, true);
  }

  get path(): string {
    return join(this.#dir, sealedName(this.#place));
  }

  get segment(): string {
    return this.#place.segment;
  }

  isUnder(seal: string): boolean {
    return seal === this.#seal;
  }

  /** Adds to it; not durable before `sync`. */
  write(plain: Buffer): void {
    writeFully(this.#fd, Buffer.from(this.#sealer.line(plain)));
    this.#plain.push(plain);
  }

  sync(): void {
    fdatasyncSync(this.#fd);
  }

  /** Puts the plain text durably where it belongs. The sealed file is still there, to be dropped after. */
  open(): void {
    const { segment, from } = this.#place;
    writePlainAt(join(this.#dir, `${segment}.jsonl`), from, Buffer.concat(this.#plain));
  }

  /** Nothing more comes: lets go of the file, which stays until it is dropped or the next start opens it. */
  end(): void {
    closeSync(this.#fd);
  }

  /** Its plain text is durable elsewhere: the file goes. */
  drop(): void {
    this.#watch?.drop(this.path);
    rmSync(this.path);
    syncFolder(this.#dir);
  }
}
