/** Cuts a camera's byte stream into whole frames. A splitter keeps what has not ended yet, at most one frame and one head. */
export interface Splitter {
  /** Adds bytes as they came. After a `lost` piece whose `dead` is set, further bytes are ignored. */
  push(bytes: Uint8Array): readonly Piece[];
  /**
   * Called once whenever bytes have come and then none for a moment, while the stream was being read. Only for streams whose
   * frames have no headers: there a pause alone tells where a frame ends. Absent: the frames have headers.
   */
  handlePause?(): readonly Piece[];
  /** The stream ended: what was under way, and what was held back. */
  end(): readonly Piece[];
}

export type Piece =
  /** A frame that came whole: grey bytes row after row, or one JPEG. */
  | { readonly p: "grey" | "jpeg"; readonly data: Uint8Array }
  /** Bytes that are no whole frame. `dead`: where the next one begins cannot be known: the camera must be started anew. */
  | { readonly p: "lost"; readonly why: FrameLoss; readonly dead: boolean };

/**
 * `cut`: a frame ended too early. `head`: a header that is not valid. `size`: of another size than asked. `long`: beyond the
 * limit.
 */
export type FrameLoss = "cut" | "head" | "size" | "long";

/** What a camera was asked for. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** The bytes of a frame that is being received; its length is known before. */
export class FrameBuffer {
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

  /** Adds as many bytes as are missing; returns how many it added. */
  fill(bytes: Uint8Array, from: number): number {
    const count = Math.min(this.#bytes.length - this.#filled, bytes.length - from);
    this.#bytes.set(bytes.subarray(from, from + count), this.#filled);
    this.#filled += count;
    return count;
  }

  /** Returns the bytes and begins again with new memory, so that a frame that was given out is never overwritten. */
  takeContents(): Uint8Array {
    const whole = this.#bytes;
    this.#bytes = new Uint8Array(whole.length);
    this.#filled = 0;
    return whole;
  }
}
