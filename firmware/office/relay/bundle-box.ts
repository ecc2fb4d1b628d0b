import { join } from "node:path";
import { BUNDLE_PART_BYTES, BUNDLE_PARTS_MAX } from "../../../src/orders/sent-bundle.ts";
import { isThere, readdirSync, rmSync, statSync } from "../../files/disk.ts";
import { createDurably, makeFolder, namesIn } from "../../files/durable.ts";
import { readRegularFile } from "../../files/read-file.ts";
import { BUNDLE_AGE_MS, BUNDLES_BYTES_MAX, BUNDLES_MAX } from "./limits.ts";
import { BOX_NAME } from "./letter-box.ts";

const BUNDLE = /^([0-9a-f]{64})\.bundle$/;

/**
 * Parts of bundles that tables brought, as files: `<box>/<order>.bundle/<part>`. They are encrypted to one person each; nothing here can
 * read them, and nothing of them is believed.
 */
export class BundleBox {
  readonly #folder: string;
  /** Bytes of all parts, as far as is known; counted again with every `tidy`. */
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get isFull(): boolean {
    return this.#bytes + BUNDLE_PART_BYTES > BUNDLES_BYTES_MAX;
  }

  /** Parts that are here, by number. */
  parts(box: string, order: string): readonly number[] {
    const folder = this.#folderOf(box, order);
    return isThere(folder)
      ? namesIn(folder)
          .filter((name) => /^\d{3}$/.test(name))
          .map(Number)
      : [];
  }

  /** Keeps a part; one that is there stays, and the oldest bundle of the table goes beyond the limit. @returns false: there is no room for it */
  put(box: string, order: string, part: number, bytes: Uint8Array): boolean {
    if (!isPart(part) || bytes.length === 0 || bytes.length > BUNDLE_PART_BYTES) return false;
    const folder = this.#folderOf(box, order);
    const path = this.#pathOf(box, order, part);
    if (isThere(path)) return true;
    if (!isThere(folder)) this.#makeRoom(box);
    if (this.isFull) return false;
    makeFolder(folder);
    createDurably(path, bytes, 0o600);
    this.#bytes += bytes.length;
    return true;
  }

  /** Null: it is not here. */
  part(box: string, order: string, part: number): Buffer | null {
    const path = this.#pathOf(box, order, part);
    return isPart(part) && isThere(path) ? readRegularFile(path, BUNDLE_PART_BYTES) : null;
  }

  /** Takes away what is too old, and counts the rest. `now`: milliseconds since 1970. */
  tidy(now: number): void {
    let bytes = 0;
    for (const box of readdirSync(this.#folder).filter((name) => BOX_NAME.test(name)))
      for (const order of this.#bundlesOf(box))
        if (this.#madeAt(box, order) + BUNDLE_AGE_MS < now) this.#remove(box, order);
        else bytes += this.#bytesOf(box, order);
    this.#bytes = bytes;
  }

  #makeRoom(box: string): void {
    const oldest = this.#bundlesOf(box).toSorted(
      (one, other) => this.#madeAt(box, one) - this.#madeAt(box, other),
    );
    for (const order of oldest.slice(0, Math.max(0, oldest.length - BUNDLES_MAX + 1))) {
      this.#bytes -= this.#bytesOf(box, order);
      this.#remove(box, order);
    }
  }

  #bundlesOf(box: string): readonly string[] {
    return readdirSync(join(this.#folder, box)).flatMap((name) => BUNDLE.exec(name)?.[1] ?? []);
  }

  #bytesOf(box: string, order: string): number {
    const sizes = this.parts(box, order).map(
      (part) => statSync(this.#pathOf(box, order, part), { throwIfNoEntry: false })?.size ?? 0,
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** When its first part came. */
  #madeAt(box: string, order: string): number {
    const at = this.parts(box, order).map(
      (part) => statSync(this.#pathOf(box, order, part), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
    return at.length === 0 ? 0 : Math.min(...at);
  }

  #remove(box: string, order: string): void {
    rmSync(this.#folderOf(box, order), { recursive: true, force: true });
  }

  #folderOf(box: string, order: string): string {
    return join(this.#folder, box, `${order}.bundle`);
  }

  #pathOf(box: string, order: string, part: number): string {
    return join(this.#folderOf(box, order), String(part).padStart(3, "0"));
  }
}

const isPart = (part: number): boolean => Number.isInteger(part) && part >= 0 && part < BUNDLE_PARTS_MAX;
