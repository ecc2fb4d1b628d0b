import { crc32 } from "node:zlib";
import { DIE_NOTES } from "../../../src/dice/reading/read-types.ts";
import type { DieRead, ThrowRead } from "../../../src/dice/observation.ts";
import { hex, hexOf } from "../../link/fields.ts";
import { bitsOf, FACES, letterOf, namesOf, wordOf } from "./codes.ts";
import { DICE_MAX, PLACE_MAX, REASON_MAX, REASONS_MAX } from "./messages.ts";

/** Fields of the rest line (docs/devices/eye.md, "Rest"): one throw, as it was read. */

const ZONES = { r: "rim", b: "basket", o: "outside" } as const;
const HALVES = { n: "near", f: "far" } as const;
const FLAGS = { "0": false, "1": true } as const;
const NONE = "-";
const REASON = new RegExp(`^[a-z][a-z0-9-]{0,${REASON_MAX - 1}}$`);
/** Notes that leave a die's face standing (`read-types.ts`). */
const HARMLESS: ReadonlySet<string> = new Set(["touching", "transparent"]);

/** The fields of a throw. Throws a RangeError when it is beyond a limit or contradicts itself: a programming error. */
export function restFields(read: ThrowRead): string[] {
  if (!isSoundRead(read)) throw new RangeError("a rest line beyond its limits, or one that contradicts itself");
  const { n, rolledMs, verdict, picture, reasons, dice } = read;
  const fields = [
    hex(n, 8),
    rolledMs === null ? NONE : hex(rolledMs, 8),
    verdict === "readable" ? "R" : "U",
    picture ?? NONE,
    reasons.length === 0 ? NONE : reasons.join(","),
    dice.length === 0 ? NONE : dice.map(dieText).join(";"),
  ];
  return [...fields, sumOf(fields)];
}

/** CRC-32 of the fields: 16 bits alone would pass one damaged line in 65,536, and this is the line that tells faces. */
const sumOf = (fields: readonly string[]): string => hex(crc32(fields.join(" ")), 8);

/** The throw that the fields tell; null when they tell none, or one that contradicts itself. */
export function readOf(fields: readonly string[]): ThrowRead | null {
  const [n = "", rolled = "", verdict = "", picture = "", reasons = "", dice = "", sum] = fields;
  if (fields.length !== 7 || sum !== sumOf(fields.slice(0, 6))) return null;
  const number = hexOf(n, 8);
  const rolledMs = rolled === NONE ? null : hexOf(rolled, 8);
  if (number < 0 || (rolledMs !== null && rolledMs < 0) || !/^[RU]$/.test(verdict)) return null;
  if (picture !== NONE && !/^[0-9a-f]{64}$/.test(picture)) return null;
  const seen = dice === NONE ? [] : dice.split(";").map(dieOf);
  const whole = seen.filter((die) => die !== null);
  if (whole.length !== seen.length) return null;
  const read: ThrowRead = {
    n: number,
    rolledMs,
    dice: whole,
    verdict: verdict === "R" ? "readable" : "undecided",
    reasons: reasons === NONE ? [] : reasons.split(","),
    picture: picture === NONE ? null : picture,
  };
  return isSoundRead(read) ? read : null;
}

/** Within the limits, and not both readable and doubtful. */
export function isSoundRead({ n, rolledMs, dice, verdict, reasons, picture }: ThrowRead): boolean {
  if (!isCount(n, 0xffff_ffff) || n === 0) return false;
  if (rolledMs !== null && !isCount(rolledMs, 0xffff_ffff)) return false;
  if (picture !== null && !/^[0-9a-f]{64}$/.test(picture)) return false;
  if (dice.length > DICE_MAX || reasons.length > REASONS_MAX) return false;
  if (new Set(reasons).size !== reasons.length || !reasons.every((reason) => REASON.test(reason))) return false;
  if (!dice.every(isSoundDie)) return false;
  if (verdict === "undecided") return reasons.length > 0;
  return (
    reasons.length === 0 &&
    dice.length > 0 &&
    dice.every(({ face, notes }) => face !== null && notes.every((note) => HARMLESS.has(note)))
  );
}

const isCount = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= most;

function isSoundDie({ x, y, confidence }: DieRead): boolean {
  const isPlace = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= PLACE_MAX;
  return isPlace(x) && isPlace(y) && isCount(confidence, 1_000);
}

function dieText(die: DieRead): string {
  const { face, x, y, confidence, notes, zone, half, wall, rolled } = die;
  const tags = [
    zone === undefined ? NONE : letterOf(ZONES, zone),
    half === undefined ? NONE : letterOf(HALVES, half),
    flagText(wall),
    flagText(rolled),
  ].join("");
  const bits = bitsOf(DIE_NOTES, (note) => notes.includes(note));
  // A minus before nothing is no number.
  const place = [x, y].map((value) => String(value === 0 ? 0 : value));
  return [face === null ? "?" : letterOf(FACES, face), ...place, confidence, hex(bits, 4), tags].join(":");
}

const flagText = (flag: boolean | undefined): string => (flag === undefined ? NONE : flag ? "1" : "0");

const DIE =
  /^([1-6KAHDLS?]):(-?[0-9]{1,5}):(-?[0-9]{1,5}):([0-9]{1,4}):([0-9A-F]{4}):([-rbo])([-nf])([-01])([-01])$/;

function dieOf(text: string): DieRead | null {
  const found = DIE.exec(text);
  if (found === null) return null;
  const [
    ,
    face = "",
    x = "",
    y = "",
    confidence = "",
    notes = "",
    zone = "",
    half = "",
    wall = "",
    rolled = "",
  ] = found;
  const bits = hexOf(notes, 4);
  // One way to write each number, so that a line has one meaning and a meaning one line.
  if (![x, y, confidence].every((one) => /^(?:0|-?[1-9][0-9]*)$/.test(one))) return null;
  if (bits >= 1 << DIE_NOTES.length) return null;
  const tags = {
    zone: wordOf(ZONES, zone),
    half: wordOf(HALVES, half),
    wall: wordOf(FLAGS, wall),
    rolled: wordOf(FLAGS, rolled),
  };
  return {
    face: wordOf(FACES, face),
    x: Number(x),
    y: Number(y),
    confidence: Number(confidence),
    notes: namesOf(DIE_NOTES, bits),
    ...(tags.zone === null ? {} : { zone: tags.zone }),
    ...(tags.half === null ? {} : { half: tags.half }),
    ...(tags.wall === null ? {} : { wall: tags.wall }),
    ...(tags.rolled === null ? {} : { rolled: tags.rolled }),
  };
}
