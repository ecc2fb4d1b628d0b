/** Cuts a camera's byte stream into whole frames. A splitter keeps what has not ended yet, at most one frame and one head. */
export interface Splitter {
  /** Adds bytes as they came. After a `lost` piece whose `dead` is set nothing more is taken. */
  push(bytes: Uint8Array): readonly Piece[];
  /**
   * Once each time that bytes have come and then none for a moment, although somebody listened. Only of streams whose
   * frames have no heads, where a pause is all that tells where one ends; absent: the frames have heads.
   */
  quiet?(): readonly Piece[];
  /** The stream ended: what was under way, and what was held back. */
  end(): readonly Piece[];
}

export type Piece =
  /** A frame that came whole: grey bytes row after row, or one JPEG. */
  | { readonly p: "grey" | "jpeg"; readonly data: Uint8Array }
  /** Bytes that are no whole frame. `dead`: where the next one begins cannot be known: the camera must be started anew. */
  | { readonly p: "lost"; readonly why: FrameLoss; readonly dead: boolean };

/** `cut`: a frame ended too early. `head`: a header that is none. `size`: of another size than asked. `long`: beyond the limit. */
export type FrameLoss = "cut" | "head" | "size" | "long";

/** What a camera was asked for. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Bytes under way, filled up to a length that is known. */
export class Filling {
  #bytes: Uint8Array;
  #filled = 0;

  constructor(length: number) {
    this.#bytes = new Uint8Array(length);
  }

  get filled(): number {
    return this.#filled;
  }

  get isFull(): boolean {
    return this.#filled === this.#bytes.length;
  }

  /** Takes as many bytes as are missing; returns how many it took. */
  take(bytes: Uint8Array, from: number): number {
    const count = Math.min(this.#bytes.length - this.#filled, bytes.length - from);
    this.#bytes.set(bytes.subarray(from, from + count), this.#filled);
    this.#filled += count;
    return count;
  }

  /** What is in it; it begins anew with fresh memory, so that a frame that was given out is never written over. */
  emptied(): Uint8Array {
    const whole = this.#bytes;
    this.#bytes = new Uint8Array(whole.length);
    this.#filled = 0;
    return whole;
  }
}
