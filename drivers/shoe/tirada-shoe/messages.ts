import type { CardRead, JamPlace } from "../../../src/table/shoe/observation.ts";
import type { ShoeMode } from "../session.ts";
import { Fields } from "../../link/fields.ts";
import type { NumberedLine } from "../../link/numbered-line.ts";
import {
  BACKS,
  CAUSES,
  faceOf,
  GATES,
  JAMS,
  KINDS,
  MODES,
  MOTOR_STATES,
  MOTORS,
  READER_STATES,
  RESULTS,
  SENSORS,
  STAGES,
  WARNINGS,
  type ReaderState,
} from "./codes.ts";

/** The device's messages, one type for both carriers (docs/devices/tirada-shoe.md, "Messages"). */

export interface Identity {
  readonly major: number;
  readonly minor: number;
  readonly kind: (typeof KINDS)[number];
  /** Eight hex digits. */
  readonly device: string;
  /** `M.m.p`. */
  readonly firmware: string;
  /** Resets since it was made. */
  readonly boots: number;
  readonly cause: (typeof CAUSES)[number];
  /** 0: it does not know. */
  readonly decks: number;
  /** What it has, bit 0 faces (`FEATURES` of the specification). */
  readonly features: number;
}

/** The whole status of the device. */
export interface Status {
  /** Bit 0 lid open, 1 door open, 2 exit locked, 3 card in the exit, 4 cut card next, 5 face up inside, 6 face up in the exit, 7 a motor runs. */
  readonly levels: number;
  readonly stage: (typeof STAGES)[number];
  readonly mode: ShoeMode;
  /** Number of the last card that left since the load; 0: none. */
  readonly cards: number;
  readonly jam: JamPlace | null;
  /** Bit 0 is the first of `WARNINGS`. */
  readonly warnings: number;
  /** Number of the card that may be the last one once more; 0: none. */
  readonly suspect: number;
}

export interface Beat extends Status {
  readonly reader: ReaderState;
  /** Since the reset, each stopping at FFFF: damaged host messages; messages that the device could not send. */
  readonly damaged: number;
  readonly lost: number;
}

export type ShoeBody =
  | ({ readonly m: "identity" } & Identity)
  | ({ readonly m: "heartbeat" } & Beat)
  | { readonly m: "card"; readonly card: CardRead }
  | { readonly m: "reader"; readonly state: ReaderState; readonly card: number }
  | { readonly m: "gate"; readonly gate: (typeof GATES)[number] }
  | { readonly m: "thickness"; readonly cards: number; readonly um: number }
  | { readonly m: "face-up"; readonly where: "inside" | "exit"; readonly on: boolean }
  | { readonly m: "cut-card"; readonly where: "next" | "passed" }
  | { readonly m: "lid"; readonly which: "lid" | "door"; readonly open: boolean }
  | { readonly m: "level"; readonly atLeast: number; readonly atMost: number | null }
  | { readonly m: "jam"; readonly where: JamPlace; readonly on: boolean }
  | {
      readonly m: "motor";
      readonly motor: number;
      readonly state: (typeof MOTOR_STATES)[number];
      readonly mA: number;
    }
  | { readonly m: "count"; readonly cards: number; readonly expected: number; readonly unknown: number }
  | { readonly m: "stage"; readonly stage: (typeof STAGES)[number]; readonly mode: ShoeMode }
  | { readonly m: "packet"; readonly cards: number }
  | { readonly m: "fed-back"; readonly cards: number }
  | { readonly m: "warning"; readonly code: number; readonly on: boolean }
  | { readonly m: "answer"; readonly to: number; readonly result: (typeof RESULTS)[number] }
  | { readonly m: "self-test"; readonly tested: number; readonly good: number }
  | { readonly m: "lost"; readonly messages: number }
  /** Of a later minor version. */
  | { readonly m: "unknown" };

export type ShoeMessage = ShoeBody & { readonly n: number; readonly at: number };

/** The protocol's `major` that this driver supports. */
export const VERSION = 1;
const LEVELS = 1 << 8;

/** Parses a line; null when a field has a value that the specification does not allow. */
export function parseMessage(raw: NumberedLine): ShoeMessage | null {
  const body = parseBody(raw.letter, new Fields(raw.fields));
  return body === null ? null : { ...body, n: raw.n, at: raw.at };
}

function parseBody(letter: string, fields: Fields): ShoeBody | null {
  const state = parseStateBody(letter, fields);
  const body = state === undefined ? parseEventBody(letter, fields) : state;
  if (body === undefined) return { m: "unknown" };
  return fields.isGood ? body : null;
}

/** Messages that tell what the device is or counts; undefined for another letter. */
function parseStateBody(letter: string, fields: Fields): ShoeBody | null | undefined {
  switch (letter) {
    case "I":
      return parseIdentity(fields);
    case "B":
      return parseHeartbeat(fields);
    case "V": {
      const [atLeast, most] = [fields.number(0, 0xfffe), fields.number()];
      if (most < atLeast) return markInvalid(fields);
      return { m: "level", atLeast, atMost: most === 0xffff ? null : most };
    }
    case "M": {
      const [motor, state] = [fields.number(1, MOTORS.length), fields.codeFrom(MOTOR_STATES)];
      return state && { m: "motor", motor, state, mA: fields.number() };
    }
    case "N":
      return { m: "count", cards: fields.number(), expected: fields.number(), unknown: fields.number() };
    case "S": {
      const [stage, mode] = [fields.codeFrom(STAGES), fields.codeFrom(MODES)];
      return stage && mode && { m: "stage", stage, mode };
    }
    case "A": {
      const to = fields.number();
      fields.number(0, 0x2f);
      const result = fields.codeFrom(RESULTS);
      return result && { m: "answer", to, result };
    }
    case "Y": {
      const tested = fields.number(0, (1 << SENSORS.length) - 1);
      const good = fields.number();
      return (good & ~tested) === 0 ? { m: "self-test", tested, good } : markInvalid(fields);
    }
    case "O":
      return { m: "lost", messages: fields.number(1) };
    default:
      return undefined;
  }
}

/** Messages that tell what happened; undefined for another letter. */
function parseEventBody(letter: string, fields: Fields): ShoeBody | null | undefined {
  switch (letter) {
    case "C":
      return parseCard(fields);
    case "R": {
      const state = fields.codeFrom(READER_STATES);
      return state && { m: "reader", state, card: fields.number() };
    }
    case "G": {
      const gate = fields.codeFrom(GATES);
      return gate && { m: "gate", gate };
    }
    case "T":
      return { m: "thickness", cards: fields.number(2, 0xff), um: fields.number() };
    case "F":
      return { m: "face-up", where: fields.flag() ? "exit" : "inside", on: fields.flag() };
    case "X":
      return { m: "cut-card", where: fields.flag() ? "passed" : "next" };
    case "D":
      return { m: "lid", which: fields.flag() ? "door" : "lid", open: fields.flag() };
    case "J": {
      const where = fields.codeFrom(JAMS, 1);
      return where && { m: "jam", where, on: fields.flag() };
    }
    case "P":
      return { m: "packet", cards: fields.number(1) };
    case "Q":
      return { m: "fed-back", cards: fields.number(1) };
    case "W":
      return { m: "warning", code: fields.number(1, WARNINGS.length), on: fields.flag() };
    default:
      return undefined;
  }
}

function markInvalid(fields: Fields): null {
  fields.isGood = false;
  return null;
}

function parseCard(fields: Fields): ShoeBody | null {
  const n = fields.number(1);
  const [rank, suit, backCode] = [fields.number(), fields.number(), fields.number(0, BACKS.length)];
  const [deck, id] = [fields.id(), fields.id()];
  const confidence = fields.number(0, 1_000);
  const at = fields.flag() ? "exit" : "inside";
  const face = faceOf(rank, suit);
  if (face === null) return markInvalid(fields);
  const back = BACKS[backCode - 1] ?? null;
  return { m: "card", card: { n, face, back, deck, id, confidence, at } };
}

function parseIdentity(fields: Fields): ShoeBody | null {
  const [major, minor] = [fields.number(), fields.number()];
  const kind = fields.codeFrom(KINDS, 1);
  const device = fields.text();
  const firmware = `${fields.number()}.${fields.number()}.${fields.number()}`;
  const boots = fields.number();
  const cause = fields.codeFrom(CAUSES);
  const [decks, features] = [fields.number(), fields.number()];
  return (
    kind && cause && { m: "identity", major, minor, kind, device, firmware, boots, cause, decks, features }
  );
}

function parseHeartbeat(fields: Fields): ShoeBody | null {
  const levels = fields.number(0, LEVELS - 1);
  const [stage, mode] = [fields.codeFrom(STAGES), fields.codeFrom(MODES)];
  const cards = fields.number();
  const reader = fields.codeFrom(READER_STATES);
  const jamCode = fields.number(0, JAMS.length);
  const warnings = fields.number(0, (1 << WARNINGS.length) - 1);
  const [suspect, damaged, lost] = [fields.number(), fields.number(), fields.number()];
  const jam = JAMS[jamCode - 1] ?? null;
  return (
    stage &&
    mode &&
    reader && {
      m: "heartbeat",
      levels,
      stage,
      mode,
      cards,
      reader,
      jam,
      warnings,
      suspect,
      damaged,
      lost,
    }
  );
}
