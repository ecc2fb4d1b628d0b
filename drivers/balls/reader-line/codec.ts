import type { BallDoubt } from "../../../src/table/balls/observation.ts";
import { Fields } from "../../link/fields.ts";
import { parseFixedLine } from "../../link/numbered-line.ts";

/** The open line of a reader of balls (docs/devices/ball-reader-line.md). */

/** Line feed not counted. */
export const LINE_LIMIT = 80;
/** The protocol's major version that this driver supports. */
export const VERSION = 1;

/** Bytes of each field, by the letter of the message. */
const SHAPES: Readonly<Record<string, readonly number[]>> = {
  I: [1, 1, 4, 1, 1, 1, 4],
  B: [2, 1, 1, 1],
  N: [2, 1, 1, 1, 1],
  F: [2, 1],
};

export type Message =
  | {
      readonly m: "identity";
      readonly major: number;
      readonly minor: number;
      /** Eight hex digits. */
      readonly reader: string;
      readonly firmware: string;
      /** Resets since it was made. */
      readonly boots: number;
    }
  | {
      readonly m: "beat";
      readonly game: number;
      readonly drawn: number;
      /** Balls in the machine; null: it does not count them. */
      readonly inside: number | null;
      readonly jam: boolean;
      readonly lid: boolean;
      readonly dirty: boolean;
    }
  | {
      readonly m: "ball";
      readonly game: number;
      readonly n: number;
      /** Null: not read. */
      readonly number: number | null;
      readonly why: BallDoubt | null;
      /** It was asked to say it again. */
      readonly again: boolean;
    }
  | { readonly m: "fell-back"; readonly game: number; readonly n: number };

export interface Line {
  readonly n: number;
  readonly at: number;
  /** Null: of a later minor version. */
  readonly message: Message | null;
  /** What it says, so that another device in step is not taken for this one. */
  readonly text: string;
}

/** Balls out at once: more than a set has, so that one too many can be told. */
export const DRAWN_MAX = 99;
const FLAGS = { jam: 1, lid: 2, dirty: 4 } as const;
const DOUBTS: readonly [null, ...BallDoubt[]] = [null, "weak", "differ", "two-balls"];

/** One line of a reader without its line feed; null when it is damaged or no line of this format. */
export function parseLine(text: string): Line | null {
  const line = parseFixedLine(text, LINE_LIMIT, (letter) =>
    Object.hasOwn(SHAPES, letter) ? SHAPES[letter] : undefined,
  );
  if (line === null) return null;
  const { letter, n, at, fields } = line;
  const said = [letter, ...fields].join(" ");
  if (!Object.hasOwn(SHAPES, letter)) return { n, at, message: null, text: said };
  const reading = new Fields(fields);
  const message = readMessage(letter, reading);
  return reading.isGood ? { n, at, message, text: said } : null;
}

function readMessage(letter: string, fields: Fields): Message {
  switch (letter) {
    case "I": {
      const [major, minor] = [fields.number(), fields.number()];
      const reader = fields.text();
      const firmware = [fields.number(), fields.number(), fields.number()].join(".");
      return { m: "identity", major, minor, reader, firmware, boots: fields.number() };
    }
    case "B": {
      const [game, drawn] = [fields.number(), fields.number(0, DRAWN_MAX)];
      const inside = fields.maybe(0xff, DRAWN_MAX);
      const flags = fields.number(0, 7);
      const has = (flag: number): boolean => (flags & flag) !== 0;
      return {
        m: "beat",
        game,
        drawn,
        inside,
        jam: has(FLAGS.jam),
        lid: has(FLAGS.lid),
        dirty: has(FLAGS.dirty),
      };
    }
    case "N": {
      const [game, n] = [fields.number(), fields.number(1, DRAWN_MAX)];
      const read = fields.number();
      const why = fields.code(DOUBTS);
      const again = fields.flag();
      const number = read === 0 || why !== null ? null : read;
      return { m: "ball", game, n, number, why: number === null ? (why ?? "unread") : null, again };
    }
    default:
      return { m: "fell-back", game: fields.number(), n: fields.number(1, DRAWN_MAX) };
  }
}
