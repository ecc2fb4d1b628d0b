import { crc16, hex, hexAt } from "./fields.ts";

/**
 * The line of shoe, eye and the devices of a dice table: `letter number time fields*checksum`, in upper-case hex. The host's
 * lines are the same without the time. A line is accepted whole or not at all.
 */
export interface NumberedLine {
  readonly letter: string;
  /** 0 to FFFF. */
  readonly n: number;
  /** 32-bit count of ms since the device's reset. */
  readonly at: number;
  readonly fields: readonly string[];
}

/** Letter, number, time and the spaces between them. */
const HEAD = 15;
/** `*` and four digits. */
const SUM = 5;
/** No host line is longer, line feed and checksum not counted. */
const HOST_BODY_MAX = 100;

/** The body of a line with its checksum, without a line feed. */
export function addChecksum(body: string): string {
  return `${body}*${hex(crc16(body), 4)}`;
}

/** A line of a device without its line feed; null when it is longer than `limit`, damaged, or no line of this form. */
export function parseNumberedLine(text: string, limit: number): NumberedLine | null {
  const end = text.length - SUM;
  if (end < HEAD || text.length > limit || text.charCodeAt(end) !== 0x2a) return null;
  if (hexAt(text, end + 1, 4) !== crc16(text, end) || !/^[A-Z] /.test(text)) return null;
  const n = hexAt(text, 2, 4);
  const at = hexAt(text, 7, 8);
  if (n < 0 || at < 0 || text.charAt(6) !== " ") return null;
  if (end > HEAD && text.charAt(HEAD) !== " ") return null;
  const fields = end > HEAD ? text.slice(HEAD + 1, end).split(" ") : [];
  return { letter: text.charAt(0), n, at, fields };
}

/**
 * The same for a protocol whose fields have fixed widths, in bytes. A letter without widths is a message of a later minor
 * version: its number counts, its fields are ignored.
 */
export function parseFixedLine(
  text: string,
  limit: number,
  widthsOf: (letter: string) => readonly number[] | undefined,
): NumberedLine | null {
  const line = parseNumberedLine(text, limit);
  if (line === null) return null;
  const { fields } = line;
  const widths = widthsOf(line.letter);
  if (widths === undefined) return { ...line, fields: [] };
  if (fields.length !== widths.length) return null;
  return widths.every((width, index) => isHex(fields[index] ?? "", width)) ? line : null;
}

function isHex(text: string, bytes: number): boolean {
  return text.length === 2 * bytes && /^[0-9A-F]*$/.test(text);
}

/** A field of a host line: its width in bytes, and its value below 2^32. */
export type HostField = readonly [bytes: number, value: number];

/** A line of the host: letter, number, fields, checksum and line feed. */
export function encodeHostLine(letter: string, n: number, fields: readonly HostField[]): string {
  const texts = fields.map(([bytes, value]) => hex(value, 2 * bytes));
  return `${addChecksum([letter, hex(n & 0xffff, 4), ...texts].join(" "))}\n`;
}

export interface HostRaw {
  readonly letter: string;
  readonly n: number;
  readonly fields: readonly string[];
}

/** The host lines in bytes that were written to the port; anything else is skipped. */
export function parseHostLines(bytes: string): HostRaw[] {
  return bytes.split("\n").flatMap((line) => {
    const [body = "", sum = ""] = line.split("*");
    const found = /^([A-Z]) ([0-9A-F]{4})((?: [0-9A-F]{2,8})*)$/.exec(body);
    if (found === null || body.length > HOST_BODY_MAX || sum !== hex(crc16(body), 4)) return [];
    const [, letter = "", n = "", fields = ""] = found;
    return [{ letter, n: Number.parseInt(n, 16), fields: fields.split(" ").slice(1) }];
  });
}
