/** Upper-case hex of a fixed width, as the lines of boards and shoes have it. */

/** The value of `width` hex digits at `from`, or -1 when one of them is anything else. At most 8 digits: below 2^32. */
export function hexAt(text: string, from: number, width: number): number {
  let value = 0;
  for (let at = from; at < from + width; at++) {
    const code = text.charCodeAt(at);
    // NaN behind the end fails both comparisons.
    if (code >= 0x30 && code <= 0x39) value = value * 16 + (code - 0x30);
    else if (code >= 0x41 && code <= 0x46) value = value * 16 + (code - 0x37);
    else return -1;
  }
  return value;
}

/** The value of a whole text of exactly `width` hex digits, or -1. */
export function hexOf(text: string, width: number): number {
  return text.length === width ? hexAt(text, 0, width) : -1;
}

export function hex(value: number, width: number): string {
  return value.toString(16).toUpperCase().padStart(width, "0");
}

/**
 * CRC-16/CCITT-FALSE: polynomial 1021, start FFFF, not reflected, no final XOR; check value of "123456789" is 29B1
 * (docs/devices/sensor-board.md, "Lines"; docs/devices/tirada-shoe.md).
 */
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
  return crc & 0xffff;
});

/** CRC of the first `end` characters of a text of one character a byte. */
export function crc16(text: string, end: number = text.length): number {
  let crc = 0xffff;
  for (let at = 0; at < end; at++)
    crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >>> 8) ^ (text.charCodeAt(at) & 0xff)] ?? 0);
  return crc;
}

/** Takes the fields of a message one after the other; one value that the specification does not list makes the message invalid. */
export class Fields {
  readonly #texts: readonly string[];
  #next = 0;
  isGood = true;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  text(): string {
    return this.#texts[this.#next++] ?? "";
  }

  number(least = 0, most = 0xffff_ffff): number {
    const value = Number.parseInt(this.text(), 16);
    if (!(value >= least && value <= most)) this.isGood = false;
    return value;
  }

  /** One of a list, by its place in it. */
  code<T>(list: readonly [T, ...T[]]): T {
    const value = list[this.number()];
    if (value === undefined) this.isGood = false;
    return value ?? list[0];
  }

  /** One of a list whose first has the code `from`; null when it is none of them. */
  codeFrom<T>(list: readonly T[], from = 0): T | null {
    const value = list[this.number() - from];
    if (value === undefined) this.isGood = false;
    return value ?? null;
  }

  /** Hex digits, or null when all are 0. */
  id(): string | null {
    const text = this.text();
    return /^0*$/.test(text) ? null : text;
  }

  flag(): boolean {
    return this.number(0, 1) === 1;
  }

  /** A number, or null where it has the value `none`. Others lie in 0…`most`. */
  maybe(none: number, most: number): number | null {
    const value = this.number();
    if (value === none) return null;
    if (!(value <= most)) this.isGood = false;
    return value;
  }
}
