import { crc16 } from "../../link/crc.ts";
import { hex, hexAt } from "../../link/hex.ts";

/**
 * The line that all open devices of a dice table speak (docs/devices/dice-line.md): a letter, a running number, the
 * device's time and fields of fixed widths, with a checksum. A line is taken whole or not at all.
 */
export interface Raw {
  readonly letter: string;
  /** 0 to FFFF. */
  readonly n: number;
  /** 32-bit count of ms since the device's reset. */
  readonly at: number;
  /** Upper-case hex, each as wide as its shape says. */
  readonly fields: readonly string[];
}

/** Bytes of each field, by the letter of the message. */
export type Shapes = Readonly<Record<string, readonly number[]>>;

/** Line feed not counted. */
export const LINE_LIMIT = 100;
/** Letter, number, time and the spaces between them. */
const HEAD = 15;

/** One line of a device without its line feed; null when it is damaged or no line of this format. */
export function rawOfLine(text: string, shapes: Shapes): Raw | null {
  const end = text.length - 5;
  if (end < HEAD || text.length > LINE_LIMIT || text.charCodeAt(end) !== 0x2a) return null;
  if (hexAt(text, end + 1, 4) !== crc16(text, end) || !/^[A-Z] /.test(text)) return null;
  const n = hexAt(text, 2, 4);
  const at = hexAt(text, 7, 8);
  if (n < 0 || at < 0 || text.charAt(6) !== " ") return null;
  if (end > HEAD && text.charAt(HEAD) !== " ") return null;
  const letter = text.charAt(0);
  const fields = end > HEAD ? text.slice(HEAD + 1, end).split(" ") : [];
  const widths = Object.hasOwn(shapes, letter) ? shapes[letter] : undefined;
  // A message of a later minor version: its number counts, its fields say nothing.
  if (widths === undefined) return { letter, n, at, fields: [] };
  if (fields.length !== widths.length) return null;
  return widths.every((width, index) => isHex(fields[index] ?? "", width)) ? { letter, n, at, fields } : null;
}

/** A field that the host says: so many bytes, and its value below 2^32. */
export type HostField = readonly [bytes: number, value: number];

/** A line of the host: letter, number and fields. */
export function hostLine(letter: string, n: number, fields: readonly HostField[]): string {
  const body = [letter, hex(n & 0xffff, 4), ...fields.map(([bytes, value]) => hex(value, 2 * bytes))].join(" ");
  return `${body}*${hex(crc16(body), 4)}\n`;
}

export interface HostRaw {
  readonly letter: string;
  readonly n: number;
  readonly fields: readonly string[];
}

/** The host lines in bytes that were written to the port; what is none is passed over. */
export function hostLines(bytes: string): HostRaw[] {
  return bytes.split("\n").flatMap((line) => {
    const [body = "", sum = ""] = line.split("*");
    const found = /^([A-Z]) ([0-9A-F]{4})((?: [0-9A-F]{2,8})*)$/.exec(body);
    if (found === null || body.length > LINE_LIMIT || sum !== hex(crc16(body), 4)) return [];
    const [, letter = "", n = "", fields = ""] = found;
    return [{ letter, n: Number.parseInt(n, 16), fields: fields.split(" ").slice(1) }];
  });
}

function isHex(text: string, bytes: number): boolean {
  return text.length === 2 * bytes && /^[0-9A-F]*$/.test(text);
}
