import { crc16 } from "../../../lines/crc16.ts";

/**
 * Messages of the open tirada shoe as its specification has them (docs/devices/tirada-shoe.md), for the device's side:
 * written from that page, and from nothing else.
 */
export type Wire = "hid" | "line";

/** A field: so many bytes, and its value; hex digits for what is wider than a number. */
export type Field = readonly [bytes: number, value: number | string];

export const byte = (value: number): Field => [1, value];
export const word = (value: number): Field => [2, value];
export const doubleWord = (value: number): Field => [4, value];

/** A message before it has its number and its time. */
export type Message = readonly [letter: string, ...fields: readonly Field[]];

export const REPORT_IDS: Readonly<Record<string, number>> = {
  I: 1,
  B: 2,
  C: 3,
  R: 4,
  G: 5,
  T: 6,
  F: 7,
  X: 8,
  D: 9,
  V: 10,
  J: 11,
  M: 12,
  N: 13,
  S: 14,
  P: 15,
  Q: 16,
  W: 17,
  A: 18,
  Y: 19,
  O: 20,
};

const REPORT_BYTES = 32;
const HOST_REPORT_BYTES = 8;
const HOST_LETTERS = "IYKGPM";
const FIRST_HOST_REPORT = 0x21;

const digitsOf = ([bytes, value]: Field): string =>
  (typeof value === "string" ? value : value.toString(16)).toUpperCase().padStart(2 * bytes, "0");

/** One message as the bytes of a report (with its id) or of a line (with its line feed), one character a byte. */
export function encodeMessage(
  wire: Wire,
  letter: string,
  n: number,
  ms: number,
  fields: readonly Field[],
): string {
  const all: Field[] = [word(n), [4, ms % 0x1_0000_0000], ...fields];
  if (wire === "line") {
    const body = [letter, ...all.map(digitsOf)].join(" ");
    return `${body}*${digitsOf(word(crc16(Buffer.from(body, "latin1"))))}\n`;
  }
  const report = Buffer.alloc(REPORT_BYTES);
  report[0] = REPORT_IDS[letter] ?? 0;
  let at = 1;
  for (const field of all) {
    const bytes = Buffer.from(digitsOf(field), "hex").reverse();
    if (bytes.length !== field[0]) throw new RangeError(`${letter}: a value is wider than its field`);
    bytes.copy(report, at);
    at += bytes.length;
  }
  if (at > REPORT_BYTES - 2) throw new RangeError(`${letter}: the fields do not fit into a report`);
  report.writeUInt16LE(crc16(report.subarray(0, REPORT_BYTES - 2)), REPORT_BYTES - 2);
  return report.toString("latin1");
}

/** What the host sent: a command, or something that is not one. */
export type HostCommand =
  | { readonly letter: string; readonly n: number; readonly value: number }
  | { readonly letter: null; readonly problem: "damaged" | "unknown" };

/** One host line without its line feed, or one output report with its id. */
export function parseHostCommand(wire: Wire, bytes: string): HostCommand {
  return wire === "line" ? parseLine(bytes) : parseReport(Buffer.from(bytes, "latin1"));
}

function parseLine(line: string): HostCommand {
  const body = line.slice(0, -5);
  if (line.slice(-5) !== `*${digitsOf(word(crc16(Buffer.from(body, "latin1"))))}`)
    return { letter: null, problem: "damaged" };
  const found = /^([A-Z]) ([0-9A-F]{4}) ([0-9A-F]{2})$/.exec(body);
  if (found === null || !HOST_LETTERS.includes(found[1] ?? "-")) return { letter: null, problem: "unknown" };
  return {
    letter: found[1] ?? "",
    n: Number.parseInt(found[2] ?? "", 16),
    value: Number.parseInt(found[3] ?? "", 16),
  };
}

function parseReport(report: Buffer): HostCommand {
  const end = HOST_REPORT_BYTES - 2;
  if (report.length !== HOST_REPORT_BYTES || report.readUInt16LE(end) !== crc16(report.subarray(0, end)))
    return { letter: null, problem: "damaged" };
  const letter = HOST_LETTERS[(report[0] ?? 0) - FIRST_HOST_REPORT];
  if (letter === undefined) return { letter: null, problem: "unknown" };
  return { letter, n: report.readUInt16LE(1), value: report[3] ?? 0 };
}
