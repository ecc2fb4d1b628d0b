import type { GreyImage, Point } from "../../vision/grey-image.ts";
import { isHarmless, type DieNote, type DieSeen } from "../reading/read-types.ts";
import type { Arena } from "./arena.ts";
import { isCloth } from "./cloth.ts";
import { flatFitAt, type FlatFit } from "./flat-fit.ts";
import { halfOf, mean3Of } from "../../vision/means.ts";
import { outlineAt, type Outline } from "./outline.ts";
import { distance, middleOf, squareCorners } from "../../vision/plane-geometry.ts";
import { hullOf, overhangOf } from "./overhang.ts";
import type { ReadDue } from "./events.ts";

/** Middles of one die in both averages, parts of its side. */
const SAME_PLACE = 0.06;
/** Widths of a flat die's face: parts by which it may be off. Beyond it the outline proves nothing, and the throw is not read. */
const WIDTH_MAX = 0.06;
/** Radians, 4 degrees: the angle of a side against a square's. */
const SKEW_MAX = 0.07;
export const SUPPORT_MIN = 0.5;
/** The same where no reader makes a die of it: printed lines and a wall's shadow make squares of half their sides. */
const SQUARE_SUPPORT = 0.8;
/**
 * Degrees of the readers' own tilt, by the pips' lattice. Worn and hollow pips tilt it as well: an exact outline refutes it. The
 * face of a die that leans by 12 degrees is narrower by 2 %, by 15 degrees 3.4 %.
 */
const TILT_MAX = 12;
/** Shares of a flat die's sides that must show their edge: of the weakest, and of the others. */
const EDGES_MIN = [0.5, 0.7] as const;
/**
 * Sides of a die: so much that shows beyond a flat die's outline is no noise, and no shadow. Of dice that lie flat on tables as
 * they are installed nine in ten show nothing at all; one that leans by 15 degrees 0.3 to 2.3.
 */
const OVERHANG_MAX = 0.25;
const EXACT = { wider: 0.02, skew: 0.03, support: 0.85 };
/** Middles of two dice on the cloth are at least a side apart; so many sides are surely less. */
export const NEARER = 0.9;

/** How a die's outline is seen in one of the averages. */
export interface Shape extends Outline {
  readonly fit: FlatFit;
  /** What shows around it beyond the outline of a flat die, sides of a die. */
  readonly overhang: number;
}

/** A die, or what may be one, that lies there. */
export interface Lying {
  readonly face: DieSeen["face"];
  readonly confidence: number;
  readonly notes: Set<DieNote>;
  readonly at: Point;
  /** Middle on the cloth, mm. */
  readonly place: Point;
  readonly outline: Shape | null;
  /** The same in the second average. */
  readonly again: Shape | null;
  /** As the earlier average was read, and the later one; null: it was not seen there. */
  readonly one: DieSeen | null;
  readonly two: DieSeen | null;
}

interface Paired extends Omit<Lying, "place" | "outline" | "again"> {
  /** The readers put it into places that are not quite one. */
  readonly isApart: boolean;
}

/** Dice of both readings, paired by place, each with its outline. One that only one reading has counts, without a face. */
export function lyingOf(
  arena: Arena,
  due: ReadDue,
  early: readonly DieSeen[],
  late: readonly DieSeen[],
): Lying[] {
  const { diePx, geometry, calibration } = arena;
  const free = [...late];
  const both = early.map((one) => {
    const at = free.findIndex((two) => distance(one.at, two.at) < diePx / 3);
    const [two] = at < 0 ? [] : free.splice(at, 1);
    return two === undefined ? singleDie(one, true) : pairedDie(one, two, distance(one.at, two.at) / diePx);
  });
  const all = [...both, ...free.map((two) => singleDie(two, false))];
  const [outlines, agains] = [shapesIn(due.early, all, arena), shapesIn(due.late, all, arena)];
  return all.map((paired, at) => {
    const [outline = null, again = null] = [outlines[at], agains[at]];
    const die =
      paired.isApart && !isSamePlace(outline, again, calibration.dieMm) ? withoutFace(paired) : paired;
    const isTilted = [die.one, die.two].some((seen) => (seen?.tilt ?? 0) > TILT_MAX);
    const isProved = isExact(outline) && isExact(again);
    if (isTilted && !isProved) die.notes.add("weak");
    const place = geometry.toPlace(die.at, calibration.dieMm);
    return { ...(isProved && die.face !== null ? ofKnownSize(die) : die), place, outline, again };
  });
}

/** The outlines of all in one picture. Only what has a face hides what shows around the others. */
function shapesIn(image: GreyImage, dice: readonly Paired[], arena: Arena): (Shape | null)[] {
  const { geometry, calibration } = arena;
  const { dieMm } = calibration;
  const outlines = dice.map(({ at }) => outlineAt(image, at, geometry, dieMm));
  const fitFrom = (place: Point, angle: number): FlatFit => flatFitAt(image, { place, angle }, geometry, dieMm);
  const fits = outlines.map((one) => (one === null ? null : fitFrom(middleOf(one.corners), one.angle)));
  const hulls = fits.map((fit) => (fit === null ? [] : hullOf(arena, fit)));
  const means = mean3Of(halfOf(image));
  const beyond = (of: number, hull: readonly Point[]): number => {
    const others = hulls.filter((one, at) => at !== of && dice[at]?.face !== null && one.length > 0);
    return overhangOf(arena, means, [hull, ...others], 0);
  };
  return outlines.map((outline, at) => {
    const [fit = null, die] = [fits[at], dice[at]];
    if (outline === null || fit === null || die === undefined) return null;
    const shape = shapeOf(outline, fit, beyond(at, hulls[at] ?? []), dieMm);
    if (shape.overhang === 0 && fit.edges[0] === 1) return shape;
    // A printed line beside an edge draws it away: the readers' own place is another to begin from.
    const other = fitFrom(geometry.toPlace(die.at, dieMm), outline.angle);
    const again = shapeOf(outline, other, beyond(at, hullOf(arena, other)), dieMm);
    return isBetter(again, shape) ? again : shape;
  });
}

/** A flat die explains what shows around it, and all of its edges are there. */
function isBetter(one: Shape, other: Shape): boolean {
  if (isLaid(one.fit) !== isLaid(other.fit)) return isLaid(one.fit);
  if (one.overhang !== other.overhang) return one.overhang < other.overhang;
  return (one.fit.edges[0] ?? 0) > (other.fit.edges[0] ?? 0);
}

const shapeOf = (outline: Outline, fit: FlatFit, overhang: number, dieMm: number): Shape => ({
  ...outline,
  fit,
  overhang,
  ...(isLaid(fit) ? { corners: squareCorners(fit.place, fit.angle, dieMm / 2) } : {}),
});

const singleDie = (seen: DieSeen, isEarly: boolean): Paired => ({
  face: null,
  confidence: 0,
  at: seen.at,
  isApart: false,
  notes: new Set<DieNote>([...seen.notes, "disagree"]),
  ...(isEarly ? { one: seen, two: null } : { one: null, two: seen }),
});

function pairedDie(one: DieSeen, two: DieSeen, apart: number): Paired {
  const notes = new Set<DieNote>([...one.notes, ...two.notes]);
  const agree = one.face === two.face;
  if (!agree) notes.add("disagree");
  return {
    face: agree ? one.face : null,
    isApart: apart > SAME_PLACE,
    confidence: Math.max(0, Math.min(1_000, Math.round(Math.min(one.confidence, two.confidence)))),
    notes,
    at: { x: (one.at.x + two.at.x) / 2, y: (one.at.y + two.at.y) / 2 },
    one,
    two,
  };
}

const withoutFace = (die: Paired): Paired => ({
  ...die,
  face: null,
  notes: new Set([...die.notes, "disagree"]),
});

/** The network takes a die in a printed ring for a larger one: four exact edges refute that it is of another size. */
function ofKnownSize({ notes, one, two, ...die }: Paired): Paired {
  const isOwn = (note: DieNote): boolean => note !== "foreign";
  const known = (seen: DieSeen | null): DieSeen | null =>
    seen === null ? null : { ...seen, notes: seen.notes.filter(isOwn) };
  return { ...die, notes: new Set([...notes].filter(isOwn)), one: known(one), two: known(two) };
}

/** Whether the edges of both averages put the die into one place: they are more exact than the readers' places. */
function isSamePlace(outline: Shape | null, again: Shape | null, side: number): boolean {
  if (outline === null || again === null || !isLaid(outline.fit) || !isLaid(again.fit)) return false;
  const [one, two] = [outline.fit.place, again.fit.place];
  return distance(one, two) <= SAME_PLACE * side;
}

function isExact(outline: Outline | null): boolean {
  if (outline === null) return false;
  const { wider, skew, support, isGuessed } = outline;
  return (
    !isGuessed &&
    support >= EXACT.support &&
    skew <= EXACT.skew &&
    Math.max(...wider.map(Math.abs)) <= EXACT.wider
  );
}

const isLaid = ({ edges: [weakest = 0, next = 0] }: FlatFit): boolean =>
  weakest >= EDGES_MIN[0] && next >= EDGES_MIN[1];

/** Whether more shows around it than a flat die's outline holds. */
export const hangsOver = ({ overhang }: Shape): boolean => overhang > OVERHANG_MAX;

/**
 * Whether an outline is that of a flat die's face, measured or asked for, and nothing of the die shows beyond it. Where one side
 * is guessed the pips' lattice must tell that it is level.
 */
export function isSound(shape: Shape, { one, two }: Pick<Lying, "one" | "two">): boolean {
  const { fit } = shape;
  if (hangsOver(shape)) return false;
  return isLaid(fit) || isMeasured(shape, { one, two });
}

/** Whether its four lines are measured as those of a flat die's face. */
function isMeasured(
  { wider, skew, support, isGuessed }: Outline,
  { one, two }: Pick<Lying, "one" | "two">,
): boolean {
  if (isGuessed && [one, two].some((seen) => (seen?.tilt ?? Infinity) > TILT_MAX)) return false;
  return support >= SUPPORT_MIN && Math.max(...wider.map(Math.abs)) <= WIDTH_MAX && skew <= SKEW_MAX;
}

/**
 * Without what is no die for certain. Only once every die that was thrown is proved by three witnesses, the network, the pips'
 * lattice and the outline of its face, in both averages: then what has no face is dropped where it lies on a proved die (a side
 * of it, two dice cannot lie in one place), or where it has no outline and the network is not sure of it or sees it in another
 * size than the dice (shadow, print). Things that are no dice are found apart from this, by what they change of the empty arena.
 */
export function withoutPhantoms(lying: readonly Lying[], arena: Arena, image: GreyImage): Lying[] {
  const { calibration, diePx } = arena;
  const proved = lying.filter(
    (die) =>
      die.face !== null &&
      [...die.notes].every(isHarmless) &&
      hasOutline(die) &&
      !isCloth(image, arena, die.at, diePx),
  );
  if (proved.length !== calibration.dice) return [...lying];
  const isOnProved = ({ place }: Lying): boolean =>
    proved.some((die) => distance(die.place, place) < NEARER * calibration.dieMm);
  const isNone = (die: Lying): boolean =>
    isOnProved(die) || (!isSquare(die) && (die.notes.has("weak") || die.notes.has("foreign")));
  return lying.filter((die) => die.face !== null || !isNone(die));
}

/** What may be a shadow or print fits a die too easily: its own lines have to be a square's, each of them clearly seen. */
function isSquare(die: Lying): boolean {
  return [die.outline, die.again].every(
    (outline) => outline !== null && outline.support >= SQUARE_SUPPORT && isMeasured(outline, die),
  );
}

function hasOutline(die: Lying): boolean {
  return [die.outline, die.again].every((outline) => outline !== null && isSound(outline, die));
}
