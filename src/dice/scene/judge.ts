import type { Point } from "../../vision/grey-image.ts";
import type { DieRead } from "../observation.ts";
import { distance, distanceToOutline, gapBetween, isInside } from "../../vision/plane-geometry.ts";
import { isHarmless, type Reading, type ReadReason, READ_RULES } from "../reading/read-types.ts";
import { verdictOf } from "../reading/read-dice.ts";
import type { Arena } from "./arena.ts";
import { foreignAmong } from "./foreign.ts";
import { hangsOver, isSound, lyingOf, NEARER, SUPPORT_MIN, withoutPhantoms, type Lying } from "./lying.ts";
import type { Outline } from "./outline.ts";
import type { ReadDue, Rest } from "./events.ts";

/** What two readings of two averages come to, held against the installation's geometry. */
export interface Judged extends Pick<Rest, "dice" | "verdict" | "reasons"> {
  /** Things in the watched part that are no dice. */
  readonly foreign: number;
  /** Share of the weakest edge of a die that is seen where it must lie, thousandths, in either average; 0: a die has no outline. */
  readonly edges: number;
}

/** Outlines that are nearer than this touch; up to the second it is not decided, mm. */
export const TOUCH_MM = 0.5;
export const NEAR_MM = 1;
/**
 * A die that leans by 15 degrees shows a quarter of a side besides its top face: wider by at least this part, in both averages,
 * it leans for certain. A dark die on a printed line is measured as much as 0.17 too narrow, and lies flat.
 */
export const LEANS = 0.14;
/** A die on another is nearer to the lens: wider in both directions by at least this part of what one more die makes. */
const STACKED_PART = 0.6;
/** Below this a larger scale cannot be told from a flat die's. */
const STACKED_MIN = 0.02;
/** Part of a die's area beyond a line at which it lies across it. */
const ACROSS = 0.1;
/** Reasons beyond this number add nothing. */
const REASONS_MAX = 12;
/** Dice of one reading that are reported; more make it undecided anyway. */
export const DICE_REPORTED_MAX = 24;

/** Judges what lies there by both readings. Pure. */
export function judgeReadings(arena: Arena, due: ReadDue, early: Reading, late: Reading): Judged {
  const lying = withoutPhantoms(lyingOf(arena, due, early.dice, late.dice), arena, due.early);
  const reasons = new Set<ReadReason>(
    (["one", "two"] as const).flatMap((which) => {
      const seen = lying.map((die) => die[which]).filter((die) => die !== null);
      return seen.length === 0 ? [] : verdictOf(seen, { count: null, rules: READ_RULES }).reasons;
    }),
  );
  if (lying.some(({ notes }) => notes.has("disagree"))) reasons.add("disagree");
  const isOneHidden = lying.filter(({ face }) => face !== null).length < arena.calibration.dice;
  for (const die of lying) noteFlatness(die, isOneHidden, arena);
  noteNeighbours(lying, arena, reasons);
  const foreign = foreignAmong(arena, due.early, lying);
  for (const die of lying) if (foreign.some((thing) => thing.isAt(die.place))) die.notes.add("on-object");
  if (foreign.length > 0) reasons.add("foreign-object");
  const dice = lying.map((die) => dieReadOf(die, arena));
  for (const { notes } of dice) for (const note of notes) if (!isHarmless(note)) reasons.add(note);
  if (dice.length > DICE_REPORTED_MAX) reasons.add("too-many");
  if (dice.some(({ face }) => face === null) && reasons.size === 0) reasons.add("weak");
  if (dice.length === 0) reasons.add("no-dice");
  return {
    dice: dice.slice(0, DICE_REPORTED_MAX),
    verdict: reasons.size === 0 ? "readable" : "undecided",
    reasons: [...reasons].sort().slice(0, REASONS_MAX),
    foreign: foreign.length,
    edges: Math.round(1_000 * Math.min(1, ...lying.map(weakestEdge))),
  };
}

const weakestEdge = ({ outline, again }: Lying): number =>
  Math.min(outline?.fit.edges[0] ?? 0, again?.fit.edges[0] ?? 0);

/**
 * Whether its top face is a level square of the known side, at the known height. What voids a throw must be certain: it is reported
 * only when both averages show it and nothing speaks against it; anything between that and a sound outline leaves the throw
 * undecided. A die lies on another only where one that was thrown is not seen.
 */
function noteFlatness(die: Lying, isOneHidden: boolean, { calibration }: Arena): void {
  const { outline, again, notes } = die;
  const both = [outline, again].filter((one) => one !== null);
  if (both.length === 2 && both.every((one) => isSound(one, die))) return;
  if (both.length < 2 || both.some(({ support }) => support < SUPPORT_MIN)) {
    notes.add("weak");
    return;
  }
  const { dieMm, heightMm } = calibration;
  // A face one die higher, measured as if it lay on the cloth.
  const higher = dieMm / (heightMm - 2 * dieMm);
  if (isOneHidden && both.every((one) => isStacked(one, higher))) notes.add("stacked");
  else if (both.every((one) => Math.max(...one.wider) > LEANS && hangsOver(one))) notes.add("cocked");
  else notes.add("weak");
}

function isStacked({ wider: [a, b] }: Outline, higher: number): boolean {
  const least = STACKED_PART * higher;
  return higher >= STACKED_MIN && Math.min(a, b) > least && Math.abs(a - b) < least;
}

/** Dice that touch, or might. */
function noteNeighbours(lying: readonly Lying[], { calibration }: Arena, reasons: Set<ReadReason>): void {
  const { dieMm } = calibration;
  lying.forEach((one, at) => {
    for (const other of lying.slice(at + 1)) {
      const apart = distance(one.place, other.place);
      if (apart > dieMm * Math.SQRT2 + NEAR_MM) continue;
      const [mine, theirs] = [one.outline, other.outline];
      const gap = mine === null || theirs === null ? null : gapBetween(mine.corners, theirs.corners);
      if (gap === null) {
        // So near that they may touch, and an outline is missing.
        if (apart < dieMm * Math.SQRT2) reasons.add("near-touch");
      } else if (gap < TOUCH_MM) for (const die of [one, other]) die.notes.add("touching");
      else if (gap < NEAR_MM) reasons.add("near-touch");
      if (apart >= NEARER * dieMm) continue;
      // Two dice cannot lie in one place: one of them is above the other, or is no die.
      if (one.face === null || other.face === null) reasons.add("stacked");
      else for (const die of [one, other]) die.notes.add("stacked");
    }
  });
}

function dieReadOf(die: Lying, { calibration }: Arena): DieRead {
  const { arena, zones, dieMm } = calibration;
  const { place, notes, confidence } = die;
  const inside = isInside(arena, place);
  const corners = die.outline?.corners ?? [];
  const across = corners.filter((corner) => isInside(arena, corner) !== inside);
  const isAcross = across.some((corner) => distanceToOutline(arena, corner) > ACROSS * dieMm);
  const isIn = (outline: readonly Point[] | undefined): boolean =>
    outline !== undefined && isInside(outline, place);
  const zone = isIn(zones.basket) ? "basket" : isIn(zones.rim) ? "rim" : inside ? null : "outside";
  if (inside && isAcross) notes.add("rim");
  if (!inside) notes.add(zone === "rim" ? "rim" : "outside");
  const { half } = zones;
  const isFar =
    half !== undefined &&
    (half.to.x - half.from.x) * (place.y - half.from.y) - (half.to.y - half.from.y) * (place.x - half.from.x) <
      0;
  const tenths = (value: number): number => Math.max(-99_999, Math.min(99_999, Math.round(10 * value) || 0));
  const counts = [...notes].every(isHarmless);
  return {
    face: die.face,
    x: tenths(place.x),
    y: tenths(place.y),
    confidence: counts ? confidence : Math.min(confidence, 999),
    notes: [...notes].sort(),
    ...(zone === null ? {} : { zone }),
    ...(half === undefined ? {} : { half: isFar ? "far" : "near" }),
  };
}
