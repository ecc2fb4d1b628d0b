import { bareBytes } from "./bare.ts";
import { FrameBuffer, type FrameLoss, type FrameSize, type Piece, type Splitter } from "./split.ts";

/**
 * YUV4MPEG2 (mjpegtools, yuv4mpeg(5)): a line of stream parameters, then frames, each with a line `FRAME`. Taken are
 * `Cmono` and the 8-bit `C420` kinds, of which only the first plane is kept. A frame is given on when the head of the next
 * one has been seen where it must be, or the stream ended: bytes that were lost or added inside it are never seen.
 */

const MAGIC = "YUV4MPEG2";
const FRAME = "FRAME";
/** Longest lines that make sense; a head without an end is none. */
export const STREAM_HEAD_MAX = 512;
export const FRAME_HEAD_MAX = 128;
const LINE_FEED = 0x0a;
/** Chroma kinds by their bytes beside the first plane. Without a `C` it is 420jpeg. */
const MONO = "mono";
const C420 = ["420", "420jpeg", "420paldv", "420mpeg2"];

export class Y4mSplitter implements Splitter {
  readonly #size: FrameSize;
  /** The line under way; null while a frame's bytes are. */
  #head: string | null = "";
  /** Known from the stream's parameters on. */
  #frame: FrameBuffer | null = null;
  #held: Uint8Array | null = null;
  #isDead = false;

  constructor(size: FrameSize) {
    this.#size = size;
  }

  push(bytes: Uint8Array): readonly Piece[] {
    const pieces: Piece[] = [];
    for (let at = 0; at < bytes.length && !this.#isDead;) {
      if (this.#head === null) at += this.#addToFrame(bytes, at);
      else at += this.#addToHead(bytes, at, pieces);
    }
    return pieces;
  }

  end(): readonly Piece[] {
    if (this.#isDead) return [];
    this.#isDead = true;
    const held = this.#takeHeld();
    const isCut = this.#head === null ? (this.#frame?.filled ?? 0) > 0 : this.#head !== "";
    // A frame that is not followed by the stream's end as it must be may lack bytes of its own.
    if (isCut) return [{ p: "lost", why: "cut", dead: true }];
    return held;
  }

  #addToFrame(bytes: Uint8Array, at: number): number {
    const frame = this.#frame;
    if (frame === null) throw new RangeError("a frame before the stream's head");
    const taken = frame.fill(bytes, at);
    if (frame.isFull) {
      this.#held = frame.takeContents();
      this.#head = "";
    }
    return taken;
  }

  /** Adds to the line under way up to its end; returns how many bytes were used. */
  #addToHead(bytes: Uint8Array, at: number, pieces: Piece[]): number {
    const most = this.#frame === null ? STREAM_HEAD_MAX : FRAME_HEAD_MAX;
    const wanted = this.#frame === null ? MAGIC : FRAME;
    let used = 0;
    let head = this.#head ?? "";
    while (at + used < bytes.length) {
      const code = bytes[at + used++] ?? 0;
      if (code !== LINE_FEED) {
        head += String.fromCharCode(code);
        // The first wrong character is enough: a frame that was cut is followed by anything.
        const fits =
          head.length <= wanted.length ? wanted.startsWith(head) : head.charAt(wanted.length) === " ";
        if (fits && head.length <= most) continue;
        this.#giveUp(pieces, head.length > most ? "long" : "head");
        return used;
      }
      const why = this.#frame === null ? this.#readStreamHead(head) : head.startsWith(wanted) ? null : "head";
      if (why !== null) this.#giveUp(pieces, why);
      else {
        if (this.#held !== null) pieces.push(...this.#takeHeld());
        if (this.#frame !== null && head.startsWith(FRAME)) this.#head = null;
        else this.#head = "";
      }
      return used;
    }
    this.#head = head;
    return used;
  }

  /** Reads the stream's parameters. Returns what is against them, or null. */
  #readStreamHead(head: string): FrameLoss | null {
    const [magic, ...parameters] = head.split(" ");
    if (magic !== MAGIC) return "head";
    const of = (letter: string): readonly string[] =>
      parameters.filter((text) => text.startsWith(letter)).map((text) => text.slice(1));
    const [widths, heights, kinds] = [of("W"), of("H"), of("C")];
    if (widths.length !== 1 || heights.length !== 1 || kinds.length > 1) return "head";
    const { width, height } = this.#size;
    if (widths[0] !== String(width) || heights[0] !== String(height)) return "size";
    const kind = kinds[0] ?? "420jpeg";
    if (kind !== MONO && !C420.includes(kind)) return "head";
    this.#frame = new FrameBuffer(bareBytes(this.#size, kind === MONO ? "grey" : "yuv420"));
    return null;
  }

  #takeHeld(): Piece[] {
    const held = this.#held;
    this.#held = null;
    const { width, height } = this.#size;
    return held === null ? [] : [{ p: "grey", data: held.subarray(0, width * height) }];
  }

  #giveUp(pieces: Piece[], why: FrameLoss): void {
    this.#isDead = true;
    this.#held = null;
    this.#head = "";
    pieces.push({ p: "lost", why, dead: true });
  }
}
