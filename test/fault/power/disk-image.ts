import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writevSync } from "node:fs";

const PIECE = 4_096;
const READ_PIECES = 256;
const RUN_PIECES = 512;
const ZEROS = Buffer.alloc(PIECE);

/** A disk most of which is empty, in memory: pieces that were never written are not kept. */
export class DiskImage {
  readonly #size: number;
  readonly #pieces: Map<number, Buffer>;

  private constructor(size: number, pieces: Map<number, Buffer>) {
    this.#size = size;
    this.#pieces = pieces;
  }

  static read(path: string): DiskImage {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      const pieces = new Map<number, Buffer>();
      for (let at = 0; at < size; at += READ_PIECES * PIECE) {
        const bytes = Buffer.alloc(READ_PIECES * PIECE);
        readSync(file, bytes, 0, bytes.length, at);
        for (let n = 0; n < READ_PIECES; n++) {
          const piece = bytes.subarray(n * PIECE, (n + 1) * PIECE);
          if (!piece.equals(ZEROS)) pieces.set(at / PIECE + n, Buffer.from(piece));
        }
      }
      return new DiskImage(size, pieces);
    } finally {
      closeSync(file);
    }
  }

  /** The same disk: what is written to one is not on the other. */
  copy(): DiskImage {
    return new DiskImage(this.#size, new Map(this.#pieces));
  }

  /** Writes bytes to a place. */
  put(at: number, data: Uint8Array): void {
    if (at + data.length > this.#size)
      throw new RangeError(`byte ${at + data.length} of a disk of ${this.#size}`);
    for (let done = 0; done < data.length;) {
      const piece = Math.floor((at + done) / PIECE);
      const from = (at + done) % PIECE;
      // Another disk may have the old piece, too.
      const bytes = Buffer.from(this.#pieces.get(piece) ?? ZEROS);
      bytes.set(data.subarray(done, done + PIECE - from), from);
      this.#pieces.set(piece, bytes);
      done += PIECE - from;
    }
  }

  /** Writes the whole disk to a file, as a sparse one. */
  writeTo(path: string): void {
    const file = openSync(path, "w");
    try {
      ftruncateSync(file, this.#size);
      const order = [...this.#pieces.keys()].sort((a, b) => a - b);
      for (let first = 0; first < order.length;) {
        let next = first + 1;
        while (
          next < order.length &&
          next - first < RUN_PIECES &&
          order[next] === (order[first] ?? 0) + next - first
        )
          next++;
        const run = order.slice(first, next).map((piece) => this.#pieces.get(piece) ?? ZEROS);
        if (writevSync(file, run, (order[first] ?? 0) * PIECE) !== run.length * PIECE)
          throw new Error(`${path} could not be written`);
        first = next;
      }
    } finally {
      closeSync(file);
    }
  }
}
