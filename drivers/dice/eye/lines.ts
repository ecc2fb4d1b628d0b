import { hex } from "../../link/fields.ts";
import { parseNumberedLine, addChecksum } from "../../link/numbered-line.ts";
import {
  CONTACTS,
  DISTURBED,
  EYE_FAULTS,
  FACE_SETS,
  KNOWS,
  knowsOfNames,
  STATES,
  type EyeKnows,
} from "./codes.ts";
import {
  bitsField,
  codeField,
  fittedField,
  FLAG,
  hexField,
  orNull,
  placeField,
  readFields,
  textField,
  writeFields,
  type Field,
  type Shape,
} from "./fields.ts";
import type { EyeMessage, EyeMessageBody } from "./messages.ts";
import { parseRest, encodeRest } from "./rest-line.ts";

/**
 * The eye line (docs/devices/eye.md): one message a line, `letter number time fields*checksum`. A line is taken whole or
 * not at all. The eye only sends; nothing is ever written to it.
 */

/** Line feed not counted. The longest line possible within the limits of a throw has 1,254 characters. */
export const LINE_LIMIT = 1_500;

/** A count since the start, which wraps at 32 bits. */
const COUNTER = fittedField(8, (value) => value >>> 0);

const KNOWN = bitsField(KNOWS);
const KNOWS_FIELD: Field<EyeKnows> = {
  write: (knows) => KNOWN.write(KNOWS.filter((name) => knows[name])),
  read: (text) => {
    const names = KNOWN.read(text);
    return names === undefined ? undefined : knowsOfNames(names);
  },
};

type Kind = Exclude<EyeMessageBody["m"], "rest">;
type Shapes = { readonly [M in Kind]: Shape<Omit<Extract<EyeMessageBody, { m: M }>, "m">> };

const LETTERS: Readonly<Record<Kind, string>> = {
  hello: "H",
  heartbeat: "B",
  state: "S",
  disturbed: "D",
  contact: "C",
  dome: "G",
  "frames-lost": "L",
  fault: "F",
};

const SHAPES: Shapes = {
  hello: {
    major: hexField(2),
    minor: hexField(2),
    boot: hexField(8),
    digest: textField(/^[0-9a-f]{16}$/),
    faces: codeField(FACE_SETS),
    width: hexField(4),
    height: hexField(4),
    knows: KNOWS_FIELD,
  },
  heartbeat: {
    state: codeField(STATES),
    dome: orNull(FLAG),
    rests: hexField(8),
    frames: COUNTER,
    dropped: COUNTER,
    damaged: COUNTER,
    faults: bitsField(EYE_FAULTS),
    light: orNull(fittedField(2, Math.round)),
    drift: orNull(fittedField(4, (value) => Math.min(Math.round(value), 0xffff))),
  },
  state: { state: codeField(STATES) },
  disturbed: { what: codeField(DISTURBED) },
  contact: { what: codeField(CONTACTS) },
  dome: { closed: FLAG },
  "frames-lost": { ms: hexField(8) },
  fault: { fault: placeField(EYE_FAULTS, 2), on: FLAG, value: hexField(8) },
};

/** The line of a message, with its line feed. Throws a RangeError on a value beyond its field: a programming error. */
export function lineOf(body: EyeMessageBody, n: number, at: number): string {
  const [letter, fields] =
    body.m === "rest"
      ? ["R", encodeRest(body.read)]
      : [LETTERS[body.m], writeFields<object>(SHAPES[body.m], body)];
  const line = addChecksum([letter, hex(n & 0xffff, 4), hex(at >>> 0, 8), ...fields].join(" "));
  if (line.length > LINE_LIMIT || !/^[\x21-\x7e ]+$/.test(line)) throw new RangeError(`no eye line: ${letter}`);
  return `${line}\n`;
}

/** The message of a line without its line feed; null when it is damaged, or no line of this protocol. */
export function messageOf(text: string): EyeMessage | null {
  const line = parseNumberedLine(text, LINE_LIMIT);
  if (line === null) return null;
  const { letter, n, at, fields } = line;
  const body = bodyOf(letter, fields);
  return body === null ? null : { ...body, n, at };
}

function bodyOf(letter: string, fields: readonly string[]): EyeMessageBody | { readonly m: "unknown" } | null {
  if (letter === "R") {
    const read = parseRest(fields);
    return read === null ? null : { m: "rest", read };
  }
  const m = (Object.keys(LETTERS) as Kind[]).find((kind) => LETTERS[kind] === letter);
  if (m === undefined) return { m: "unknown" };
  const values = readFields<object>(SHAPES[m], fields);
  return values === null ? null : ({ m, ...values } as EyeMessageBody);
}
