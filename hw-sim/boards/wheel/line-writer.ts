/** Lines of the sensor board as its specification has them (docs/devices/sensor-board.md, "Lines"), for the board's side. */

/** CRC-16/CCITT-FALSE of each byte. */
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) !== 0 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});
const START = 0xffff;
const DIGITS = Uint8Array.from("0123456789ABCDEF", (digit) => digit.charCodeAt(0));
const LINE_BYTES = 160;

/** Body with its CRC and LF, for a host. Latin-1. */
export function lineOf(body: string): string {
  let crc = START;
  for (let at = 0; at < body.length; at += 1) crc = next(crc, body.charCodeAt(at) & 0xff);
  return `${body}*${hex(crc, 4)}\n`;
}

export function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}

function next(crc: number, byte: number): number {
  return ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ byte] ?? 0);
}

/** Writes one line after the other into the same bytes: a simulated run has tens of millions of them. */
export class LineWriter {
  readonly #bytes = Buffer.alloc(LINE_BYTES);
  #length = 0;
  #number = 0;

  /** The board was reset: numbers begin anew. */
  reset(): void {
    this.#number = 0;
  }

  begin(type: string, tick: number): void {
    this.#length = 0;
    this.text(type);
    this.char(0x20);
    this.hex(this.#number, 4);
    this.#number = (this.#number + 1) & 0xffff;
    this.char(0x20);
    this.hex(tick % 0x1_0000_0000, 8);
  }

  char(code: number): void {
    this.#bytes[this.#length++] = code;
  }

  text(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.char(text.charCodeAt(at));
  }

  /** `value` below 2^32. */
  hex(value: number, digits: number): void {
    for (let shift = (digits - 1) * 4; shift >= 0; shift -= 4)
      this.#bytes[this.#length++] = DIGITS[(value >>> shift) & 0xf] ?? 0;
  }

  end(): string {
    let crc = START;
    for (let at = 0; at < this.#length; at += 1) crc = next(crc, this.#bytes[at] ?? 0);
    this.char(0x2a);
    this.hex(crc, 4);
    this.char(0x0a);
    return this.#bytes.toString("latin1", 0, this.#length);
  }
}
