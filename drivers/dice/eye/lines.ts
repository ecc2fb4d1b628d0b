import { hex, hexOf } from "../../link/fields.ts";
import { numberedLineOf, withSum } from "../../link/numbered-line.ts";
import {
  bitsOf,
  CONTACTS,
  DISTURBED,
  EYE_FAULTS,
  FACE_SETS,
  KNOWS,
  letterOf,
  namesOf,
  STATES,
  wordOf,
  type EyeKnows,
} from "./codes.ts";
import type { Beat, EyeMessage, EyeMessageBody, Hello } from "./messages.ts";
import { readOf, restFields } from "./rest-line.ts";

/**
 * The eye line (docs/devices/eye.md): one message a line, `letter number time fields*checksum`. A line is taken whole or
 * not at all. The eye only speaks; nothing is ever written to it.
 */

/** Line feed not counted. The longest line possible within the limits of a throw has 1,254 characters. */
export const LINE_LIMIT = 1_500;
const NONE = "-";

/** The line of a message, with its line feed. Throws a RangeError on a value beyond its field: a programming error. */
export function lineOf(word: EyeMessageBody, n: number, at: number): string {
  const { letter, fields } = fieldsOf(word);
  const body = [letter, hex(n & 0xffff, 4), hex(at >>> 0, 8), ...fields].join(" ");
  const line = withSum(body);
  if (line.length > LINE_LIMIT || !/^[\x21-\x7e ]+$/.test(line)) throw new RangeError(`no eye line: ${letter}`);
  return `${line}\n`;
}

/** The message of a line without its line feed; null when it is damaged, or no line of this protocol. */
export function messageOf(text: string): EyeMessage | null {
  const line = numberedLineOf(text, LINE_LIMIT);
  if (line === null) return null;
  const { letter, n, at, fields } = line;
  const word = Object.hasOwn(READERS, letter) ? READERS[letter]?.(fields) : ({ m: "unknown" } as const);
  return word === null || word === undefined ? null : { ...word, n, at };
}

function fieldsOf(body: EyeMessageBody): { readonly letter: string; readonly fields: readonly string[] } {
  switch (body.m) {
    case "hello":
      return { letter: "H", fields: helloFields(body) };
    case "heartbeat":
      return { letter: "B", fields: beatFields(body) };
    case "state":
      return { letter: "S", fields: [letterOf(STATES, body.state)] };
    case "rest":
      return { letter: "R", fields: restFields(body.read) };
    case "disturbed":
      return { letter: "D", fields: [letterOf(DISTURBED, body.what)] };
    case "contact":
      return { letter: "C", fields: [letterOf(CONTACTS, body.what)] };
    case "dome":
      return { letter: "G", fields: [body.closed ? "1" : "0"] };
    case "frames-lost":
      return { letter: "L", fields: [fixed(body.ms, 8)] };
    case "fault":
      return {
        letter: "F",
        fields: [fixed(EYE_FAULTS.indexOf(body.fault), 2), body.on ? "1" : "0", fixed(body.value, 8)],
      };
  }
}

/** Hex of a fixed width; a value that does not fit is a programming error. */
function fixed(value: number, width: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 16 ** width)
    throw new RangeError(`${value} does not fit ${width} hex digits`);
  return hex(value, width);
}

function helloFields({ major, minor, boot, digest, faces, width, height, knows }: Hello): string[] {
  if (!/^[0-9a-f]{16}$/.test(digest)) throw new RangeError(`no digest: ${digest}`);
  return [
    fixed(major, 2),
    fixed(minor, 2),
    fixed(boot, 8),
    digest,
    letterOf(FACE_SETS, faces),
    fixed(width, 4),
    fixed(height, 4),
    fixed(
      bitsOf(KNOWS, (name) => knows[name]),
      4,
    ),
  ];
}

function beatFields(beat: Beat): string[] {
  const { state, dome, rests, frames, dropped, damaged, faults, light, drift } = beat;
  return [
    letterOf(STATES, state),
    dome === null ? NONE : dome ? "1" : "0",
    fixed(rests, 8),
    ...[frames, dropped, damaged].map((count) => hex(count >>> 0, 8)),
    fixed(
      bitsOf(EYE_FAULTS, (fault) => faults.includes(fault)),
      4,
    ),
    light === null ? NONE : fixed(Math.round(light), 2),
    drift === null ? NONE : fixed(Math.min(Math.round(drift), 0xffff), 4),
  ];
}

type Reader = (fields: readonly string[]) => EyeMessageBody | null;

const one = (fields: readonly string[]): string => (fields.length === 1 ? (fields[0] ?? "") : "");

/** What the fields of each letter say; null: nothing that can be. */
const READERS: Readonly<Record<string, Reader>> = {
  H: helloOf,
  B: beatOf,
  S: (fields) => {
    const state = wordOf(STATES, one(fields));
    return state === null ? null : { m: "state", state };
  },
  R: (fields) => {
    const read = readOf(fields);
    return read === null ? null : { m: "rest", read };
  },
  D: (fields) => {
    const what = wordOf(DISTURBED, one(fields));
    return what === null ? null : { m: "disturbed", what };
  },
  C: (fields) => {
    const what = wordOf(CONTACTS, one(fields));
    return what === null ? null : { m: "contact", what };
  },
  G: (fields) => (/^[01]$/.test(one(fields)) ? { m: "dome", closed: one(fields) === "1" } : null),
  L: (fields) => {
    const ms = hexOf(one(fields), 8);
    return ms < 0 ? null : { m: "frames-lost", ms };
  },
  F: ([code = "", on = "", value = "", ...more]) => {
    const fault = EYE_FAULTS[hexOf(code, 2)];
    const number = hexOf(value, 8);
    if (more.length > 0 || number < 0 || !/^[01]$/.test(on) || hexOf(code, 2) < 0) return null;
    return fault === undefined ? null : { m: "fault", fault, on: on === "1", value: number };
  },
};

function helloOf(fields: readonly string[]): Hello | null {
  const [major = "", minor = "", boot = "", digest = "", set = "", width = "", height = "", bits = ""] = fields;
  const numbers = [
    hexOf(major, 2),
    hexOf(minor, 2),
    hexOf(boot, 8),
    hexOf(width, 4),
    hexOf(height, 4),
    hexOf(bits, 4),
  ];
  const faces = wordOf(FACE_SETS, set);
  if (fields.length !== 8 || faces === null || numbers.some((number) => number < 0)) return null;
  if (!/^[0-9a-f]{16}$/.test(digest) || (numbers[5] ?? 0) >= 1 << KNOWS.length) return null;
  const [a = 0, b = 0, c = 0, w = 0, h = 0, flags = 0] = numbers;
  const known = namesOf(KNOWS, flags);
  const knows = Object.fromEntries(KNOWS.map((name) => [name, known.includes(name)])) as EyeKnows;
  return { m: "hello", major: a, minor: b, boot: c, digest, faces, width: w, height: h, knows };
}

function beatOf(fields: readonly string[]): Beat | null {
  const [letter = "", dome = "", rests = "", frames = "", dropped = "", damaged = "", bits = ""] = fields;
  const [light = "", drift = ""] = fields.slice(7);
  const state = wordOf(STATES, letter);
  const numbers = [rests, frames, dropped, damaged].map((text) => hexOf(text, 8));
  const map = hexOf(bits, 4);
  const level = light === NONE ? null : hexOf(light, 2);
  const shift = drift === NONE ? null : hexOf(drift, 4);
  if (fields.length !== 9 || state === null || !/^[-01]$/.test(dome)) return null;
  if (numbers.some((number) => number < 0) || map < 0 || map >= 1 << EYE_FAULTS.length) return null;
  if ((level ?? 0) < 0 || (shift ?? 0) < 0) return null;
  const [reported = 0, seen = 0, lost = 0, bad = 0] = numbers;
  return {
    m: "heartbeat",
    state,
    dome: dome === NONE ? null : dome === "1",
    rests: reported,
    frames: seen,
    dropped: lost,
    damaged: bad,
    faults: namesOf(EYE_FAULTS, map),
    light: level,
    drift: shift,
  };
}
