import { crc16, hex } from "../../link/fields.ts";
import {
  parseFixedLine,
  encodeHostLine,
  parseHostLines,
  type HostRaw as HostLine,
  type NumberedLine,
} from "../../link/numbered-line.ts";
import { REPORT_MAX } from "../../report-framer.ts";

/**
 * The two carriers of one and the same message (docs/devices/tirada-shoe.md): USB HID reports and serial lines. Either
 * way a message is a letter, its number, its time and fields of fixed widths; here the fields are upper-case hex, high
 * digit first, as the line writes them. A message is taken whole or not at all.
 */
export type CarrierKind = "hid" | "line";

interface Shape {
  readonly report: number;
  /** Bytes of each field. */
  readonly widths: readonly number[];
}

/** Device to host, by letter. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  I: { report: 0x01, widths: [1, 1, 1, 4, 1, 1, 1, 4, 1, 1, 2] },
  B: { report: 0x02, widths: [2, 1, 1, 2, 1, 1, 2, 2, 2, 2] },
  C: { report: 0x03, widths: [2, 1, 1, 1, 4, 8, 2, 1] },
  R: { report: 0x04, widths: [1, 2] },
  G: { report: 0x05, widths: [1] },
  T: { report: 0x06, widths: [1, 2] },
  F: { report: 0x07, widths: [1, 1] },
  X: { report: 0x08, widths: [1] },
  D: { report: 0x09, widths: [1, 1] },
  V: { report: 0x0a, widths: [2, 2] },
  J: { report: 0x0b, widths: [1, 1] },
  M: { report: 0x0c, widths: [1, 1, 2] },
  N: { report: 0x0d, widths: [2, 2, 2] },
  S: { report: 0x0e, widths: [1, 1] },
  P: { report: 0x0f, widths: [1] },
  Q: { report: 0x10, widths: [2] },
  W: { report: 0x11, widths: [1, 1] },
  A: { report: 0x12, widths: [2, 1, 1] },
  Y: { report: 0x13, widths: [2, 2] },
  O: { report: 0x14, widths: [2] },
};

/** Host to device, by letter. */
const HOST_LETTERS = {
  I: 0x21,
  Y: 0x22,
  K: 0x23,
  G: 0x24,
  P: 0x25,
  M: 0x26,
} as const;
export type HostLetter = keyof typeof HOST_LETTERS;
export const HOST_REPORTS: Readonly<Record<string, number>> = HOST_LETTERS;

/** Bytes of a report with its id, from and to the device. */
export const INPUT_BYTES = 32;
export const OUTPUT_BYTES = 8;
/** Line feed not counted. */
export const LINE_LIMIT = 100;
/** Id, number and time come before the fields, the checksum after them. */
const HEAD_BYTES = 7;
const SUM_BYTES = 2;

const LETTER_OF: ReadonlyMap<number, string> = new Map(
  Object.entries(SHAPES).map(([letter, { report }]) => [report, letter]),
);

/** One line without its line feed; null when it is damaged or no line of this format. */
export function rawOfLine(text: string): NumberedLine | null {
  return parseFixedLine(text, LINE_LIMIT, (letter) => SHAPES[letter]?.widths);
}

/** One input report with its id; null when it is damaged or no report of this set. */
export function rawOfReport(bytes: string): NumberedLine | null {
  if (!isSound(bytes, INPUT_BYTES)) return null;
  const id = bytes.charCodeAt(0);
  const n = numberAt(bytes, 1, 2);
  const at = numberAt(bytes, 3, 4);
  const letter = LETTER_OF.get(id);
  // A report of a later minor version: its number counts, its fields say nothing.
  if (letter === undefined)
    return id > 0 && id < 0x20 ? { letter: `report ${hex(id, 2)}`, n, at, fields: [] } : null;
  let from = HEAD_BYTES;
  const fields = (SHAPES[letter]?.widths ?? []).map((width) => {
    const field = reversedHex(bytes, from, width);
    from += width;
    return field;
  });
  for (; from < INPUT_BYTES - SUM_BYTES; from++) if (bytes.charCodeAt(from) !== 0) return null;
  return { letter, n, at, fields };
}

/** Whether bytes are a report of this set, by length and checksum. */
export function isSound(bytes: string, length: number = INPUT_BYTES): boolean {
  if (bytes.length !== length) return false;
  return numberAt(bytes, length - SUM_BYTES, SUM_BYTES) === crc16(bytes, length - SUM_BYTES);
}

/** A host message as bytes for the port: a line, or a framed output report. `value` is one byte. */
export function hostBytes(carrier: CarrierKind, letter: string, n: number, value: number): string {
  const report = HOST_REPORTS[letter];
  if (report === undefined || !(value >= 0 && value <= 0xff))
    throw new RangeError(`no host message ${letter} ${value}`);
  if (carrier === "line") return encodeHostLine(letter, n, [[1, value]]);
  const body = String.fromCharCode(report, n & 0xff, n >> 8, value, 0, 0);
  const sum = crc16(body);
  return String.fromCharCode(OUTPUT_BYTES) + body + String.fromCharCode(sum & 0xff, sum >> 8);
}

export type HostRaw = Pick<HostLine, "letter" | "n">;

/** The host messages in bytes that were written to the port; what is no host message is passed over. */
export function hostMessages(carrier: CarrierKind, bytes: string): HostRaw[] {
  if (carrier === "line")
    return parseHostLines(bytes)
      .filter(({ fields: [value = "", ...more] }) => value.length === 2 && more.length === 0)
      .map(({ letter, n }) => ({ letter, n }));
  const messages: HostRaw[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.charCodeAt(at);
    const report = bytes.slice(at + 1, at + 1 + length);
    const [letter] = Object.entries(HOST_REPORTS).find(([, id]) => id === report.charCodeAt(0)) ?? [];
    if (letter !== undefined && isSound(report, OUTPUT_BYTES))
      messages.push({ letter, n: numberAt(report, 1, 2) });
    at += 1 + Math.min(Math.max(length, 0), REPORT_MAX);
  }
  return messages;
}

/** Low byte first, at most four bytes. */
function numberAt(bytes: string, from: number, width: number): number {
  let value = 0;
  for (let at = from + width - 1; at >= from; at--) value = value * 256 + bytes.charCodeAt(at);
  return value;
}

function reversedHex(bytes: string, from: number, width: number): string {
  let text = "";
  for (let at = from + width - 1; at >= from; at--) text += hex(bytes.charCodeAt(at), 2);
  return text;
}
