import type { Sent } from "../../lines/sent.ts";
import { LineWriter } from "./line-writer.ts";

interface Line {
  readonly begins: number;
  readonly ends: number;
  readonly bytes: string;
}

/** Characters that may wait when a line of edges, or another one, begins. */
const EDGES_BEHIND = 96;
const OTHERS_BEHIND = 180;

/** The line to the host: one character after the other, each for as long as it takes. Times in ticks. */
export class Wire {
  /** 85 µs: ten bits at 117,647 baud, the nearest to 115,200 that a 16 MHz crystal gives. */
  static readonly TICKS_A_BYTE = 170;
  readonly writer = new LineWriter();
  readonly #usAt: (tick: number) => number;
  #free = 0;
  #lines: Line[] = [];
  #sentAtCut: Sent[] = [];

  constructor(usAt: (tick: number) => number) {
    this.#usAt = usAt;
  }

  reset(): void {
    this.writer.reset();
    this.#free = 0;
  }

  roomForEdges(): number {
    return this.#free - EDGES_BEHIND * Wire.TICKS_A_BYTE;
  }

  roomForOthers(): number {
    return this.#free - OTHERS_BEHIND * Wire.TICKS_A_BYTE;
  }

  /** Sends the line that was written. */
  sendWritten(now: number): void {
    const bytes = this.writer.endLine();
    const begins = now > this.#free ? now : this.#free;
    this.#free = begins + bytes.length * Wire.TICKS_A_BYTE;
    this.#lines.push({ begins, ends: this.#free, bytes });
  }

  /** The line is cut off, in the middle of a message if one is under way. */
  cutOff(now: number): void {
    this.#sentAtCut.push(...this.#takeWholeLines(now));
    const half = this.#lines[0];
    const count = half === undefined ? 0 : Math.floor((now - half.begins) / Wire.TICKS_A_BYTE);
    if (half !== undefined && count > 0)
      this.#sentAtCut.push({
        us: this.#usAt(half.begins + count * Wire.TICKS_A_BYTE),
        bytes: half.bytes.slice(0, count),
      });
    this.#lines = [];
  }

  /** What has left the board until `now`. A line is given when its last character is out. */
  takeSent(now: number): readonly Sent[] {
    const sent = this.#sentAtCut;
    this.#sentAtCut = [];
    for (const one of this.#takeWholeLines(now)) sent.push(one);
    return sent;
  }

  #takeWholeLines(now: number): Sent[] {
    const lines = this.#lines;
    let count = 0;
    while (count < lines.length && (lines[count]?.ends ?? Infinity) <= now) count++;
    const whole: Sent[] = new Array<Sent>(count);
    for (let at = 0; at < count; at++) {
      const line = lines[at];
      if (line !== undefined) whole[at] = { us: this.#usAt(line.ends), bytes: line.bytes };
    }
    this.#lines = count === lines.length ? [] : lines.slice(count);
    return whole;
  }
}
