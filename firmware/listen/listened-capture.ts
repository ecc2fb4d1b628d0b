import { encodeEntry } from "../../src/recording/codec.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { encodeListenedHead, type ListenedHead } from "../../src/recording/listened.ts";
import type { MonoUs } from "../../src/time/instant.ts";
import { closeSync, fsyncSync, openSync, writeSync } from "../files/disk.ts";

/** A capture is never longer, bytes: what `tirada replay` reads. Noise of a day does not fill a disk. */
export const LISTENED_CAPTURE_MAX = 48 * 1024 * 1024;
/** Kept for the last entry. */
const END_BYTES = 1_024;

/** Writes what is heard as a capture for `tirada replay`, for its owner alone. It ends where it is full, and says so. */
export class ListenedCapture {
  readonly #fd: number;
  readonly #most: number;
  #bytes = 0;
  #isFull = false;

  /** Throws what the disk says. */
  constructor(path: string, head: ListenedHead, most: number = LISTENED_CAPTURE_MAX) {
    this.#fd = openSync(path, "w", 0o600);
    this.#most = most;
    this.#put(encodeListenedHead(head));
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** False: it is full, and this and all that follows is not in it. */
  add(entry: Entry): boolean {
    if (this.#isFull) return false;
    const line = encodeEntry(entry);
    if (this.#bytes + Buffer.byteLength(line) + END_BYTES <= this.#most) this.#put(line);
    else this.#isFull = true;
    return !this.#isFull;
  }

  end(t: MonoUs, why: string): void {
    this.#put(encodeEntry({ k: "end", t, why: this.#isFull ? `full at ${this.#most} bytes; ${why}` : why }));
    fsyncSync(this.#fd);
    closeSync(this.#fd);
  }

  #put(line: string): void {
    this.#bytes += writeSync(this.#fd, Buffer.from(line));
  }
}
