import { encodeEntry } from "../../src/recording/codec.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { encodeListenedHead, type ListenedHead } from "../../src/recording/listened.ts";
import type { MonoUs } from "../../src/time/instant.ts";
import { closeSync, fsyncSync, ftruncateSync, openSync } from "../files/disk.ts";
import { writeFully } from "../files/durable.ts";

/** A capture is never longer, bytes: what `tirada replay` reads. Noise of a day does not fill a disk. */
export const LISTENED_CAPTURE_MAX = 48 * 1024 * 1024;
/** Kept for the last entry. */
const END_BYTES = 1_024;

/** Writes what is heard as a capture for `tirada replay`, for its owner alone. It ends where it is full, or its disk is, and says so. */
export class ListenedCapture {
  readonly #fd: number;
  readonly #most: number;
  #bytes = 0;
  #isFull = false;
  #trouble: unknown = null;

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

  /** What the disk said when it took no more; null: it took all. What is in the file are whole entries all the same. */
  get trouble(): unknown {
    return this.#trouble;
  }

  /** False: it is full, and this and all that follows is not in it. */
  add(entry: Entry): boolean {
    if (this.#isFull) return false;
    const line = encodeEntry(entry);
    if (this.#bytes + Buffer.byteLength(line) + END_BYTES <= this.#most) this.#tryTo(() => this.#put(line));
    else this.#isFull = true;
    return !this.#isFull;
  }

  /** Makes it durable, and lets go of it. */
  end(t: MonoUs, why: string): void {
    const full = this.#trouble === null ? `full at ${this.#most} bytes` : "its disk took no more";
    const end = encodeEntry({ k: "end", t, why: this.#isFull ? `${full}; ${why}` : why });
    this.#tryTo(() => this.#put(end));
    this.#tryTo(() => fsyncSync(this.#fd));
    this.#tryTo(() => closeSync(this.#fd));
  }

  #put(line: string): void {
    const bytes = Buffer.from(line);
    writeFully(this.#fd, bytes, this.#bytes);
    this.#bytes += bytes.length;
  }

  /** A disk that fails ends the capture, and nothing else; half an entry is none. */
  #tryTo(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#isFull = true;
      this.#trouble ??= error;
      try {
        ftruncateSync(this.#fd, this.#bytes);
      } catch {
        // What the disk said first is what is told.
      }
    }
  }
}
