import type { FrameSize, Piece, Splitter } from "./split.ts";

/**
 * JPEG pictures one after the other (ISO/IEC 10918-1 Annex B): each from its SOI to the EOI that belongs to it. Segments are
 * skipped by their lengths, so that a marker inside one (of a thumbnail) does not end the picture. What lies between pictures
 * is reported as lost; the next SOI begins anew. A picture is given on when the next one's SOI, or the stream's end, follows at
 * once.
 */

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const FIRST = 4_096;

/** The largest JPEG that is accepted, bytes: no camera codes a picture larger than its raw pixels. */
export const jpegMax = ({ width, height }: FrameSize): number => Math.max(65_536, 2 * width * height);

/**
 * - `seek`: no picture yet; - `marker`: FF and a code must follow; - `length`: of a segment; - `skip`: inside a segment;
 * - `scan`: entropy-coded bytes.
 */
type Where = "seek" | "marker" | "length" | "skip" | "scan";

export class MjpegSplitter implements Splitter {
  readonly #most: number;
  #bytes = new Uint8Array(FIRST);
  #filled = 0;
  #where: Where = "seek";
  /** Bytes of a marker or length that came, and what is left of a segment. */
  #seen: number[] = [];
  #left = 0;
  #isScan = false;
  #held: Uint8Array | null = null;
  /** Bytes between pictures are reported once, not one by one. */
  #isLost = false;

  constructor(size: FrameSize) {
    this.#most = jpegMax(size);
  }

  push(bytes: Uint8Array): readonly Piece[] {
    const pieces: Piece[] = [];
    for (let at = 0; at < bytes.length; at++) {
      // Copies whole runs of coded bytes at once: they are nearly all of the stream.
      if (this.#where === "skip" || this.#where === "scan") at += this.#copyRun(bytes, at, pieces);
      const byte = bytes[at];
      if (byte === undefined) break;
      this.#takeByte(byte, pieces);
    }
    return pieces;
  }

  end(): readonly Piece[] {
    const pieces: Piece[] = [];
    if (this.#where !== "seek" || this.#seen.length > 0) this.#lose(pieces, "cut");
    else if (this.#held !== null) pieces.push({ p: "jpeg", data: this.#held });
    this.#held = null;
    this.#where = "seek";
    this.#seen = [];
    return pieces;
  }

  /** Copies bytes within a segment or scan up to the next marker; returns how many it was. */
  #copyRun(bytes: Uint8Array, at: number, pieces: Piece[]): number {
    let end = at;
    if (this.#where === "skip") end = Math.min(bytes.length, at + this.#left - 1);
    else if (this.#seen.length === 0) {
      const next = bytes.indexOf(0xff, at);
      end = next < 0 ? bytes.length : next;
    }
    const count = Math.max(0, end - at);
    if (count === 0) return 0;
    if (!this.#store(bytes.subarray(at, end), pieces)) return 0;
    if (this.#where === "skip") this.#left -= count;
    return count;
  }

  #takeByte(byte: number, pieces: Piece[]): void {
    if (this.#where === "seek") return this.#seekPicture(byte, pieces);
    if (!this.#store(Uint8Array.of(byte), pieces)) return;
    switch (this.#where) {
      case "marker":
      case "scan":
        return this.#followMarker(byte, pieces);
      case "length":
        this.#seen.push(byte);
        if (this.#seen.length < 2) return;
        this.#left = (this.#seen[0] ?? 0) * 256 + (this.#seen[1] ?? 0) - 2;
        this.#seen = [];
        if (this.#left < 0) return this.#lose(pieces, "head");
        this.#where = this.#left > 0 ? "skip" : this.#isScan ? "scan" : "marker";
        return;
      case "skip":
        if (--this.#left === 0) this.#where = this.#isScan ? "scan" : "marker";
        return;
    }
  }

  #seekPicture(byte: number, pieces: Piece[]): void {
    const isFirst = this.#seen.length === 0;
    if (isFirst && byte === 0xff) this.#seen = [byte];
    else if (!isFirst && byte === SOI) {
      if (this.#held !== null) pieces.push({ p: "jpeg", data: this.#held });
      this.#startPicture(pieces);
    } else {
      // Fill bytes before a marker are allowed, and the zeros that cameras pad a buffer with; nothing else is.
      if (isFirst ? byte === 0 && this.#held !== null : byte === 0xff) return;
      this.#seen = [];
      if (!this.#isLost) pieces.push({ p: "lost", why: "head", dead: false });
      this.#isLost = true;
      this.#held = null;
    }
  }

  #startPicture(pieces: Piece[]): void {
    this.#held = null;
    this.#isLost = false;
    this.#filled = 0;
    this.#seen = [];
    this.#where = "marker";
    this.#store(Uint8Array.of(0xff, SOI), pieces);
  }

  /** A marker, FF and a code: it must come between segments, and may come within entropy-coded bytes. */
  #followMarker(byte: number, pieces: Piece[]): void {
    if (this.#seen.length === 0) {
      if (byte === 0xff) this.#seen = [byte];
      else if (this.#where === "marker") this.#lose(pieces, "head");
      return;
    }
    if (byte === 0xff) return;
    this.#seen = [];
    // Stuffed zeros and restart markers belong to the scan.
    const isOfScan = byte === 0 || (byte >= 0xd0 && byte <= 0xd7);
    if (this.#where === "marker" || !isOfScan) this.#applyCode(byte, pieces);
  }

  #applyCode(code: number, pieces: Piece[]): void {
    if (code === EOI) {
      this.#held = this.#bytes.slice(0, this.#filled);
      this.#filled = 0;
      this.#where = "seek";
    } else if (code === SOI) {
      // The picture ended too early, and this is the next one.
      this.#lose(pieces, "cut");
      this.#startPicture(pieces);
    } else if (code <= 0x01 || (code >= 0xd0 && code <= 0xd7)) this.#lose(pieces, "head");
    else {
      this.#isScan = code === SOS;
      this.#where = "length";
    }
  }

  #store(bytes: Uint8Array, pieces: Piece[]): boolean {
    const filled = this.#filled + bytes.length;
    if (filled > this.#most) {
      this.#lose(pieces, "long");
      return false;
    }
    if (filled > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.#most, Math.max(filled, 2 * this.#bytes.length)));
      larger.set(this.#bytes.subarray(0, this.#filled));
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#filled);
    this.#filled = filled;
    return true;
  }

  #lose(pieces: Piece[], why: "cut" | "head" | "long"): void {
    pieces.push({ p: "lost", why, dead: false });
    this.#isLost = true;
    this.#held = null;
    this.#filled = 0;
    this.#seen = [];
    this.#isScan = false;
    this.#where = "seek";
  }
}
