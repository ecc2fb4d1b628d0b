import { crc16 } from "../../lines/crc16.ts";
import type { Sent } from "../../lines/sent.ts";

/**
 * An automatic reader of balls (docs/devices/ball-reader-line.md), written from its page and from nothing else. Balls come out where whoever
 * holds the model lets one out; it reads, counts and tells them.
 */

export interface ReaderOptions {
  readonly reader: number;
  /** It does not count the balls in the machine. */
  readonly isBlind?: boolean;
  /** It forgets the balls of its game as its power goes. */
  readonly forgets?: boolean;
}

/** What the reader makes of a ball that is not read as it is. */
export interface Misreading {
  /** What it says in the place of the number. */
  readonly number?: number;
  readonly doubt?: 0 | 1 | 2 | 3;
}

type Field = readonly [bytes: number, value: number];
interface Drawn {
  readonly number: number;
  readonly doubt: number;
}

const BEAT_US = 250_000;
const BALLS = 90;
/** A character at 115200 baud takes 10 bits. */
const CHARACTER_US = 86.8;
const FLAGS = { jam: 1, lid: 2, dirty: 4 } as const;

const digits = ([bytes, value]: Field): string => {
  const text = value
    .toString(16)
    .toUpperCase()
    .padStart(2 * bytes, "0");
  if (text.length > 2 * bytes) throw new RangeError(`${value} is wider than ${bytes} bytes`);
  return text;
};
const sumOf = (text: string): string => digits([2, crc16(Buffer.from(text, "latin1"))]);

export class BallReader {
  readonly #options: ReaderOptions;
  #sent: Sent[] = [];
  #on = false;
  #n = 0;
  #boots = 0;
  #startUs = 0;
  #beatUs = 0;
  #freeUs = 0;
  #mutedUs = 0;
  #partial = "";
  #game = 1;
  #drawn: Drawn[] = [];
  #flags = 0;
  /** Balls that are in the machine and that it does not know of. */
  #missing = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  get drawn(): number {
    return this.#drawn.length;
  }

  power(on: boolean, us: number): void {
    this.#on = false;
    this.#sent = this.#sent.filter((one) => one.us <= us);
    if (!on) return;
    this.#on = true;
    this.#boots += 1;
    this.#n = 0;
    this.#startUs = us;
    this.#freeUs = us;
    this.#partial = "";
    if (this.#options.forgets === true && this.#boots > 1) this.#beginGame();
    this.#identify(us);
  }

  /** Its lines are lost on the wire for this span, µs; its numbers go on. */
  mute(us: number, spanUs: number): void {
    this.#mutedUs = us + spanUs;
  }

  /** A ball comes out. */
  draw(us: number, number: number, { number: read = number, doubt = 0 }: Misreading = {}): void {
    this.#drawn.push({ number: read, doubt });
    this.#tell(us, this.#drawn.length, 0);
  }

  fallBack(us: number, n: number): void {
    this.#send(us, "F", [
      [2, this.#game],
      [1, n],
    ]);
  }

  /** The balls go back into the machine. */
  refill(us: number): void {
    this.#beginGame();
    this.#beat(us);
  }

  setFlag(us: number, flag: keyof typeof FLAGS, on: boolean): void {
    this.#flags = on ? this.#flags | FLAGS[flag] : this.#flags & ~FLAGS[flag];
    this.#beat(us);
  }

  /** So many balls of the set are not in the machine. */
  takeOut(balls: number): void {
    this.#missing = balls;
  }

  /** What it sends up to `us`, where the host sent `host` before. */
  step(us: number, host = ""): readonly Sent[] {
    while (this.#on && this.#beatUs <= us) this.#beat(this.#beatUs);
    if (this.#on) this.#receive(us, host);
    const out = this.#sent.filter((one) => one.us <= us);
    this.#sent = this.#sent.filter((one) => one.us > us);
    return out;
  }

  #beginGame(): void {
    this.#game = (this.#game + 1) & 0xffff;
    this.#drawn = [];
  }

  #identify(us: number): void {
    this.#send(us, "I", [
      [1, 1],
      [1, 0],
      [4, this.#options.reader],
      [1, 1],
      [1, 0],
      [1, 0],
      [4, this.#boots],
    ]);
    this.#beat(us);
  }

  #beat(us: number): void {
    const inside = BALLS - this.#drawn.length - this.#missing;
    this.#send(us, "B", [
      [2, this.#game],
      [1, this.#drawn.length],
      [1, this.#options.isBlind === true ? 0xff : Math.max(0, inside)],
      [1, this.#flags],
    ]);
    this.#beatUs = us + BEAT_US;
  }

  #tell(us: number, n: number, again: 0 | 1): void {
    const { number, doubt } = this.#drawn[n - 1] ?? { number: 0, doubt: 0 };
    this.#send(us, "N", [
      [2, this.#game],
      [1, n],
      [1, number],
      [1, doubt],
      [1, again],
    ]);
  }

  #send(us: number, letter: string, fields: readonly Field[]): void {
    if (!this.#on) return;
    const ms = Math.floor((us - this.#startUs) / 1_000) % 0x1_0000_0000;
    const body = [letter, ...[[2, this.#n] as const, [4, ms] as const, ...fields].map(digits)].join(" ");
    this.#n = (this.#n + 1) & 0xffff;
    if (us < this.#mutedUs) return;
    const bytes = `${body}*${sumOf(body)}\n`;
    this.#freeUs = Math.max(this.#freeUs, us) + bytes.length * CHARACTER_US;
    this.#sent.push({ us: Math.round(this.#freeUs), bytes });
  }

  #receive(us: number, bytes: string): void {
    const lines = (this.#partial + bytes).split(/[\r\n]+/);
    this.#partial = (lines.pop() ?? "").slice(-40);
    for (const line of lines) {
      const body = line.slice(0, -5);
      if (line.slice(-5) !== `*${sumOf(body)}`) continue;
      if (body.startsWith("I ")) this.#identify(us);
      const [, from] = /^Q [0-9A-F]{4} ([0-9A-F]{2})$/.exec(body) ?? [];
      if (from === undefined) continue;
      for (let n = Math.max(1, Number.parseInt(from, 16)); n <= this.#drawn.length; n += 1)
        this.#tell(us, n, 1);
    }
  }
}
