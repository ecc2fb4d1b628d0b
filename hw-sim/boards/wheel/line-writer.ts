import { crc16 } from "../../lines/crc16.ts";

/** Lines of the sensor board as its specification has them (docs/devices/sensor-board.md, "Lines"), for the board's side. */

const DIGITS = Uint8Array.from("0123456789ABCDEF", (digit) => digit.charCodeAt(0));
const LINE_BYTES = 160;

/** Body with its CRC and LF, for a host. Latin-1. */
export function lineOf(body: string): string {
  return `${body}*${hexDigits(crc16(Buffer.from(body, "latin1")), 4)}\n`;
}

export function hexDigits(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
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

  beginLine(type: string, tick: number): void {
    this.#length = 0;
    this.writeText(type);
    this.writeChar(0x20);
    this.writeHex(this.#number, 4);
    this.#number = (this.#number + 1) & 0xffff;
    this.writeChar(0x20);
    this.writeHex(tick % 0x1_0000_0000, 8);
  }

  writeChar(code: number): void {
    this.#bytes[this.#length++] = code;
  }

  writeText(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.writeChar(text.charCodeAt(at));
  }

  /** `value` below 2^32. */
  writeHex(value: number, digits: number): void {
    for (let shift = (digits - 1) * 4; shift >= 0; shift -= 4)
      this.#bytes[this.#length++] = DIGITS[(value >>> shift) & 0xf] ?? 0;
  }

  endLine(): string {
    const crc = crc16(this.#bytes, this.#length);
    this.writeChar(0x2a);
    this.writeHex(crc, 4);
    this.writeChar(0x0a);
    return this.#bytes.toString("latin1", 0, this.#length);
  }
}
