import type { DieFace, FaceSet } from "../../../../src/dice/faces.ts";
import type { DieNote } from "../../../../src/dice/reading/read-types.ts";
import { gapBetween, gapToDisc, lowestPointOf, type Disc, type Solid } from "./distance.ts";
import { cornersOf, faceOnSide, upSideOf } from "./pose.ts";

/** A die with what is on its faces. */
export interface MarkedDie extends Solid {
  readonly set: FaceSet;
}

/** The walls of a place and what else lies in it. */
export interface Surroundings {
  /** Millimetres that a place lies inside the wall; negative outside. */
  insideBy(x: number, y: number): number;
  readonly discs: readonly Disc[];
}

export interface DieTruth {
  /** Face up; null when the die is tilted by more than the tolerance. */
  readonly face: DieFace | null;
  /** The face that looks up most, whatever the tilt. */
  readonly nearest: DieFace;
  readonly tilt: number;
  readonly notes: readonly DieNote[];
  /** Gap to the nearest other die, mm. */
  readonly gap: number;
}

/** Degrees of tilt that a level face may show: cloth, wear and rounding. */
export const LEVEL_WITHIN = 2.5;
/** Two things nearer than this touch, mm. */
export const TOUCHING_WITHIN = 0.5;

/** How each die lies, told from poses alone. */
export function truthOf(dice: readonly MarkedDie[], around: Surroundings): DieTruth[] {
  return dice.map((die, i) => {
    const { side, tilt } = upSideOf(die.pose.orientation);
    const nearest = faceOnSide(die.set, side);
    const others = dice.filter((_, j) => j !== i);
    const gaps = others.map((other) => gapBetween(die, other));
    const notes: DieNote[] = [];
    if (gaps.some((gap) => gap < TOUCHING_WITHIN)) notes.push("touching");
    const low = lowestPointOf(die);
    const below = others.some(
      (o, j) => (gaps[j] ?? 9) < TOUCHING_WITHIN && o.pose.at[2] < die.pose.at[2] - side3(o),
    );
    if (low > 1 && below) notes.push("stacked");
    if (tilt > LEVEL_WITHIN) notes.push("cocked");
    if (around.discs.some((disc) => gapToDisc(die, disc) < TOUCHING_WITHIN)) notes.push("on-object");
    const [x, y] = die.pose.at;
    const inside = around.insideBy(x, y);
    if (inside < 0) notes.push("outside");
    else if (cornersOf(die.pose, die.side - 2 * die.round).some((p) => atWall(die, p, around)))
      notes.push("rim");
    return {
      face: tilt > LEVEL_WITHIN ? null : nearest,
      nearest,
      tilt,
      notes,
      gap: Math.min(Infinity, ...gaps),
    };
  });
}

/** A die that stands on another is higher by more than a third of its side. */
const side3 = (die: Solid): number => die.side / 3;

const atWall = (die: Solid, [x, y]: readonly [number, number, number], around: Surroundings): boolean =>
  around.insideBy(x, y) < die.round + TOUCHING_WITHIN;
