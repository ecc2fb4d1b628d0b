import { crc32 } from "node:zlib";
import { DIE_NOTES, isHarmless } from "../../../src/dice/reading/read-types.ts";
import type { DieRead, ThrowRead } from "../../../src/dice/observation.ts";
import { hex } from "../../link/fields.ts";
import { FACES } from "./codes.ts";
import {
  bitsField,
  codeField,
  decimalField,
  FLAG,
  hexField,
  listField,
  orNull,
  readFields,
  textField,
  writeFields,
  type Field,
  type Shape,
} from "./fields.ts";
import { DICE_MAX, PLACE_MAX, REASON_MAX, REASONS_MAX } from "./messages.ts";

/** Fields of the rest line (docs/devices/eye.md, "Rest"): one throw, as it was read. */

const PLACE = decimalField(/^(?:0|-?[1-9][0-9]{0,4})$/);

type Tags = Pick<DieRead, "zone" | "half" | "wall" | "rolled">;
type TagFields = { readonly [Name in keyof Tags]-?: Required<Tags>[Name] | null };
/** One character each; `-`: the eye cannot tell, or there is nothing to tell. */
const TAGS: Shape<TagFields> = {
  zone: orNull(codeField({ r: "rim", b: "basket", o: "outside" } as const)),
  half: orNull(codeField({ n: "near", f: "far" } as const)),
  wall: orNull(FLAG),
  rolled: orNull(FLAG),
};

const TAGS_FIELD: Field<Tags> = {
  write: ({ zone = null, half = null, wall = null, rolled = null }) =>
    writeFields(TAGS, { zone, half, wall, rolled }).join(""),
  read: (text) => {
    const tags = readFields(TAGS, Array.from(text));
    if (tags === null) return undefined;
    return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== null));
  },
};

type DieFields = Omit<DieRead, keyof Tags> & { readonly tags: Tags };
const DIE_SHAPE: Shape<DieFields> = {
  face: orNull(codeField(FACES), "?"),
  x: PLACE,
  y: PLACE,
  confidence: decimalField(/^(?:0|[1-9][0-9]{0,3})$/),
  notes: bitsField(DIE_NOTES),
  tags: TAGS_FIELD,
};

const DIE_FIELD: Field<DieRead> = {
  // Minus zero is written as 0.
  write: ({ x, y, ...die }) => writeFields(DIE_SHAPE, dieFieldsOf({ ...die, x: x || 0, y: y || 0 })).join(":"),
  read: (text) => {
    const fields = readFields(DIE_SHAPE, text.split(":"));
    if (fields === null) return undefined;
    const { tags, ...die } = fields;
    return { ...die, ...tags };
  },
};

const dieFieldsOf = (die: DieRead): DieFields => ({ ...die, tags: die });

const REST_SHAPE: Shape<ThrowRead> = {
  n: hexField(8),
  rolledMs: orNull(hexField(8)),
  verdict: codeField({ R: "readable", U: "undecided" } as const),
  picture: orNull(textField(/^[0-9a-f]{64}$/)),
  reasons: listField(textField(new RegExp(`^[a-z][a-z0-9-]{0,${REASON_MAX - 1}}$`)), ","),
  dice: listField(DIE_FIELD, ";"),
};

/** The fields of a throw. Throws a RangeError when it is beyond a limit or contradicts itself: a programming error. */
export function encodeRest(read: ThrowRead): string[] {
  if (!isSoundRead(read)) throw new RangeError("a rest line beyond its limits, or one that contradicts itself");
  const fields = writeFields(REST_SHAPE, read);
  return [...fields, checksumOf(fields)];
}

/** CRC-32 of the fields: 16 bits alone would accept one damaged line in 65,536, and this line holds faces. */
const checksumOf = (fields: readonly string[]): string => hex(crc32(fields.join(" ")), 8);

/** Parses these fields; null when they hold no throw, or one that contradicts itself. */
export function parseRest(fields: readonly string[]): ThrowRead | null {
  const own = fields.slice(0, -1);
  if (fields.at(-1) !== checksumOf(own)) return null;
  const read = readFields(REST_SHAPE, own);
  if (read === null || !isSoundRead(read)) return null;
  const { n, rolledMs, dice, verdict, reasons, picture } = read;
  return { n, rolledMs, dice, verdict, reasons, picture };
}

/**
 * Whether a throw is within the limits, and not both readable and with objections. The fields themselves check forms of texts
 * and 32-bit ranges.
 */
function isSoundRead({ n, dice, verdict, reasons }: ThrowRead): boolean {
  if (n === 0 || dice.length > DICE_MAX || reasons.length > REASONS_MAX) return false;
  if (new Set(reasons).size !== reasons.length || !dice.every(isSoundDie)) return false;
  if (verdict === "undecided") return reasons.length > 0;
  return (
    reasons.length === 0 &&
    dice.length > 0 &&
    dice.every(({ face, notes }) => face !== null && notes.every(isHarmless))
  );
}

function isSoundDie({ x, y, confidence }: DieRead): boolean {
  const isPlace = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= PLACE_MAX;
  return isPlace(x) && isPlace(y) && Number.isInteger(confidence) && confidence >= 0 && confidence <= 1_000;
}
