import type { DieRead } from "../../table/dice/observation.ts";
import type { Point } from "../../vision/grey-image.ts";
import { distanceTo, isInside } from "../calibration/geometry.ts";
import type { DieNote, DieSeen, Reading } from "../reading/read-types.ts";
import type { Arena } from "./arena.ts";
import { foreignAmong } from "./foreign.ts";
import { outlineAt, type Outline } from "./outline.ts";
import { gapOf } from "./polygon.ts";
import type { ReadDue } from "./words.ts";

/** What two readings of two averages come to, held against the installation's geometry. */
export interface Judged {
  readonly dice: readonly DieRead[];
  readonly verdict: "readable" | "undecided";
  readonly reasons: readonly string[];
  /** Things in the watched part that are no dice. */
  readonly foreign: number;
}

/** Outlines that are nearer than this touch; up to the second it is not decided, mm. */
export const TOUCH_MM = 0.5;
export const NEAR_MM = 1;
/** Middles of one die in both averages, parts of its side. */
const SAME_PLACE = 0.06;
/** Widths of a flat die's face: parts by which it may be off. Beyond it the outline proves nothing, and the throw is not read. */
export const WIDTH_MAX = 0.06;
/**
 * A die that leans by 15 degrees shows a quarter of a side besides its top face: wider by at least this part, in both averages,
 * it leans for certain. A dark die on a printed line is measured as much as 0.17 too narrow, and lies flat.
 */
export const LEANS = 0.14;
/** A die on another is nearer to the lens: wider in both directions by at least this part of what one more die makes. */
const STACKED_PART = 0.6;
/** Below this a larger scale cannot be told from a flat die's. */
const STACKED_MIN = 0.02;
/** Radians, 4 degrees: the angle of a side against a square's. */
const SKEW_MAX = 0.07;
const SUPPORT_MIN = 0.5;
/** Degrees of the readers' own tilt. */
export const TILT_MAX = 12;
/** Part of a die's area beyond a line at which it lies across it. */
const ACROSS = 0.1;
/** More reasons say nothing more. */
const REASONS_MAX = 12;
const HARMLESS: readonly DieNote[] = ["touching", "transparent"];
/** Dice of one reading that are told; more make it undecided anyway. */
export const DICE_TOLD = 24;

interface Lying {
  readonly face: DieSeen["face"];
  readonly confidence: number;
  readonly notes: Set<DieNote>;
  readonly at: Point;
  /** Middle on the cloth, mm. */
  readonly place: Point;
  readonly outline: Outline | null;
  /** The same in the second average. */
  readonly again: Outline | null;
}

/** Judges what both readings say of what lies there. Pure. */
export function judge(arena: Arena, due: ReadDue, early: Reading, late: Reading): Judged {
  const { calibration, geometry } = arena;
  const reasons = new Set<string>([...early.reasons, ...late.reasons]);
  const lying = matched(early.dice, late.dice, arena, reasons).map((one) => {
    const outline = outlineAt(due.early, one.at, geometry, calibration.dieMm);
    const again = outlineAt(due.late, one.at, geometry, calibration.dieMm);
    return { ...one, place: geometry.toPlace(one.at, calibration.dieMm), outline, again };
  });
  for (const die of lying) flatness(die, arena);
  neighbours(lying, arena, reasons);
  const foreign = foreignAmong(arena, due.early, lying);
  for (const die of lying) if (foreign.some((thing) => thing.isAt(die.place))) die.notes.add("on-object");
  if (foreign.length > 0) reasons.add("foreign-object");
  const dice = lying.map((die) => told(die, arena));
  for (const { notes } of dice) for (const note of notes) if (!HARMLESS.includes(note)) reasons.add(note);
  if (dice.length > DICE_TOLD) reasons.add("too-many");
  if (dice.some(({ face }) => face === null) && reasons.size === 0) reasons.add("weak");
  if (dice.length === 0) reasons.add("no-dice");
  return {
    dice: dice.slice(0, DICE_TOLD),
    verdict: reasons.size === 0 ? "readable" : "undecided",
    reasons: [...reasons].sort().slice(0, REASONS_MAX),
    foreign: foreign.length,
  };
}

/** Dice of both readings, paired by place. One that only one reading has counts, without a face. */
function matched(
  early: readonly DieSeen[],
  late: readonly DieSeen[],
  { diePx }: Arena,
  reasons: Set<string>,
): Omit<Lying, "place" | "outline" | "again">[] {
  const free = [...late];
  const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
  const both = early.map((one) => {
    const at = free.findIndex((two) => apart(one.at, two.at) < diePx / 3);
    const [two] = at < 0 ? [] : free.splice(at, 1);
    return two === undefined ? single(one) : pair(one, two, apart(one.at, two.at) / diePx);
  });
  if (both.some(({ notes }) => notes.has("disagree"))) reasons.add("disagree");
  return [...both, ...free.map(single)];
}

const single = (one: DieSeen): Omit<Lying, "place" | "outline" | "again"> => ({
  ...{ face: null, confidence: 0, at: one.at },
  notes: new Set<DieNote>([...one.notes, "disagree"]),
});

function pair(one: DieSeen, two: DieSeen, apart: number): Omit<Lying, "place" | "outline" | "again"> {
  const notes = new Set<DieNote>([...one.notes, ...two.notes]);
  const agree = one.face === two.face && apart <= SAME_PLACE;
  if (!agree) notes.add("disagree");
  const leaning = [one, two].filter(({ tilt = 0 }) => tilt > TILT_MAX).length;
  // What one average alone says is no proof, and no reading either.
  if (leaning > 0) notes.add(leaning === 2 ? "cocked" : "weak");
  return {
    face: agree ? one.face : null,
    confidence: Math.max(0, Math.min(1_000, Math.round(Math.min(one.confidence, two.confidence)))),
    notes,
    at: { x: (one.at.x + two.at.x) / 2, y: (one.at.y + two.at.y) / 2 },
  };
}

/**
 * Whether its top face is a level square of the known side, at the known height. What voids a throw must be certain: it is told
 * only when both averages show it; anything between that and a sound outline leaves the throw undecided.
 */
function flatness({ outline, again, notes }: Lying, { calibration }: Arena): void {
  if (outline === null || again === null || Math.min(outline.support, again.support) < SUPPORT_MIN) {
    notes.add("weak");
    return;
  }
  const { dieMm, heightMm } = calibration;
  // A face one die higher, measured as if it lay on the cloth.
  const higher = dieMm / (heightMm - 2 * dieMm);
  const both = [outline, again];
  if (both.every((one) => isStacked(one, higher))) notes.add("stacked");
  else if (both.every(({ wider }) => Math.max(...wider) > LEANS)) notes.add("cocked");
  else if (both.some(({ wider, skew }) => Math.max(...wider.map(Math.abs)) > WIDTH_MAX || skew > SKEW_MAX))
    notes.add("weak");
}

function isStacked({ wider: [a, b] }: Outline, higher: number): boolean {
  const least = STACKED_PART * higher;
  return higher >= STACKED_MIN && Math.min(a, b) > least && Math.abs(a - b) < least;
}

/** Dice that touch, or might. */
function neighbours(lying: readonly Lying[], { calibration }: Arena, reasons: Set<string>): void {
  const { dieMm } = calibration;
  lying.forEach((one, at) => {
    for (const other of lying.slice(at + 1)) {
      const apart = Math.hypot(one.place.x - other.place.x, one.place.y - other.place.y);
      if (apart > dieMm * Math.SQRT2 + NEAR_MM) continue;
      const gap =
        one.outline === null || other.outline === null
          ? null
          : gapOf(one.outline.corners, other.outline.corners);
      if (gap === null) {
        // So near that they may touch, and no outline to tell by.
        if (apart < dieMm * Math.SQRT2) reasons.add("near-touch");
      } else if (gap < TOUCH_MM) for (const die of [one, other]) die.notes.add("touching");
      else if (gap < NEAR_MM) reasons.add("near-touch");
      // Two dice cannot lie in one place: one of them is above the other, or is none.
      if (apart < 0.9 * dieMm) for (const die of [one, other]) die.notes.add("stacked");
    }
  });
}

function told(die: Lying, { calibration }: Arena): DieRead {
  const { arena, zones, dieMm } = calibration;
  const { place, notes, confidence } = die;
  const inside = isInside(arena, place);
  const corners = die.outline?.corners ?? [];
  const across = corners.filter((corner) => isInside(arena, corner) !== inside);
  const isAcross = across.some((corner) => distanceTo(arena, corner) > ACROSS * dieMm);
  const zone =
    zones.basket !== undefined && isInside(zones.basket, place)
      ? "basket"
      : zones.rim !== undefined && isInside(zones.rim, place)
        ? "rim"
        : inside
          ? null
          : "outside";
  if (inside && isAcross) notes.add("rim");
  if (!inside) notes.add(zone === "rim" ? "rim" : "outside");
  const { half } = zones;
  const isFar =
    half !== undefined &&
    (half.to.x - half.from.x) * (place.y - half.from.y) - (half.to.y - half.from.y) * (place.x - half.from.x) <
      0;
  const tenths = (value: number): number => Math.max(-99_999, Math.min(99_999, Math.round(10 * value) || 0));
  const counts = [...notes].every((note) => HARMLESS.includes(note));
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
