import type { CrapsPhases, DiceGame, DiceSuerte, DiceWin } from "./dice-game.ts";
import { type DieFace, facesOf } from "../dice/faces.ts";
import type { CrapsCall, CrapsState, DiceOutcome, SuerteOutcome } from "../dice/outcome-types.ts";

/**
 * What a throw comes to under its game: faces in order, total, category, and every suerte that it decides.
 * `faces` are the top faces of all dice of one throw; `craps` is where the series stands before it, null for any other
 * game. Throws a RangeError for what this game cannot throw: too few or too many dice, a face of another set, a phase
 * without craps, a point that is none.
 */
export function throwOutcome(game: DiceGame, faces: readonly DieFace[], craps: CrapsState | null): DiceOutcome {
  const thrown = thrownOf(game, faces, craps);
  const category = game.suertes.find(
    (one) => one.group === "category" && decided(one.win, thrown)?.is === "wins",
  );
  return {
    faces: thrown.faces,
    total: thrown.total,
    equal: equalOf(thrown.counts),
    category: category?.id ?? null,
    suertes: game.suertes.flatMap((one) => {
      // Where the law says what becomes of a throw of no category, the categories are not decided by it.
      if (one.group === "category" && category === undefined && game.noCategory !== null) return [];
      const outcome = decided(one.win, thrown);
      return outcome === null ? [] : [{ suerte: one.id, ...outcome }];
    }),
    craps: thrown.series === null ? null : seriesOf(thrown.series, thrown.total),
  };
}

/**
 * What the catalogue pays for a suerte that this throw decides, `9:5`; null where it does not say. With `shows`, what
 * `what` (`4x2`) pays.
 */
export function payOf(suerte: DiceSuerte, outcome: DiceOutcome, what?: string): string | null {
  const { pays, win } = suerte;
  if (pays === undefined || typeof pays === "string") return pays ?? null;
  const made = madeOf(win, outcome, what);
  return made !== null && Object.hasOwn(pays, made) ? (pays[made] ?? null) : null;
}

/** By what the pay of a suerte differs: the total, how many dice, or the point. */
function madeOf({ on }: DiceWin, { total, craps }: DiceOutcome, what?: string): string | null {
  if (on === "shows") return what?.split("x")[1] ?? null;
  if (on === "odds") return craps?.before.phase === "point" ? String(craps.before.point) : null;
  // A number that wins on seven is paid by its own name.
  return on === "number" && what !== undefined ? what : String(total);
}

type Decided = Pick<SuerteOutcome, "is" | "what">;

interface Thrown {
  readonly faces: readonly DieFace[];
  /** Faces that show, in the order of their set, each with the number of its dice. */
  readonly counts: readonly (readonly [DieFace, number])[];
  /** Null for symbols. */
  readonly total: number | null;
  readonly series: { readonly phases: CrapsPhases; readonly before: CrapsState } | null;
}

function thrownOf(game: DiceGame, faces: readonly DieFace[], craps: CrapsState | null): Thrown {
  const known = facesOf(game.faces);
  if (faces.length !== game.dice)
    throw new RangeError(`${faces.length} faces: this game is thrown with ${game.dice} dice`);
  const unknown = faces.find((face) => !known.includes(face));
  if (unknown !== undefined) throw new RangeError(`"${unknown}" is no face of ${game.faces}`);
  if ((game.craps === null) !== (craps === null))
    throw new RangeError(craps === null ? "craps without its phase" : "only craps has a phase");
  if (craps?.phase === "point" && game.craps?.comeOut.point.includes(craps.point) !== true)
    throw new RangeError(`${craps.point} is no point`);
  const sorted = faces.toSorted((a, b) => known.indexOf(a) - known.indexOf(b));
  return {
    faces: sorted,
    counts: known.flatMap((face) => {
      const dice = faces.filter((one) => one === face).length;
      return dice === 0 ? [] : [[face, dice] as const];
    }),
    total: game.faces === "symbols" ? null : faces.reduce((sum, face) => sum + Number(face), 0),
    series: game.craps === null || craps === null ? null : { phases: game.craps, before: craps },
  };
}

function equalOf(counts: Thrown["counts"]): DiceOutcome["equal"] {
  const most = Math.max(...counts.map(([, dice]) => dice));
  if (most === 3) return "triple";
  return most === 2 ? "double" : "none";
}

type Series = NonNullable<Thrown["series"]>;

const SEVEN = 7;

/** Whatever the point was, a seven ends it; what any other throw made of the true point nobody knows, where it was marked by word. */
function seriesOf(series: Series, total: number | null): NonNullable<DiceOutcome["craps"]> {
  if (total === null) throw new RangeError("craps without a total");
  const { before } = series;
  const { byWord, ...stood } = before;
  const { call, after } = seriesAfter({ ...series, before: stood }, total);
  if (byWord === undefined || total === SEVEN) return { before, call, after };
  return { before, call, after: { ...after, byWord: { own: null } } };
}

function seriesAfter({ phases, before }: Series, total: number): { call: CrapsCall; after: CrapsState } {
  const out: CrapsState = { phase: "come-out" };
  if (before.phase === "point") {
    if (total === before.point) return { call: "point-made", after: out };
    return phases.pointLoses.includes(total)
      ? { call: "seven-out", after: out }
      : { call: "goes-on", after: before };
  }
  const { win, lose, point } = phases.comeOut;
  if (win.includes(total)) return { call: "natural", after: out };
  if (lose.includes(total)) return { call: "craps", after: out };
  if (point.includes(total)) return { call: "point-set", after: { phase: "point", point: total } };
  throw new RangeError(`craps says nothing of a total of ${total}`);
}

/** What this throw does to a bet; null: the bet goes on. */
function decided(win: DiceWin, thrown: Thrown): Decided | null {
  switch (win.on) {
    case "total": {
      const triple = win.notTriple === true && equalOf(thrown.counts) === "triple";
      return wonOrLost(!triple && thrown.total !== null && win.totals.includes(thrown.total));
    }
    case "chosen-total": {
      const { total } = thrown;
      return chosen(total !== null && total >= win.from && total <= win.to ? [String(total)] : []);
    }
    case "equal": {
      const faces = thrown.counts.filter(([, dice]) => dice >= win.dice).map(([face]) => face);
      return win.face === "chosen" ? chosen(faces) : wonOrLost(faces.length > 0);
    }
    case "shows":
      return chosen(thrown.counts.map(([face, dice]) => `${face}x${dice}`));
    case "pair":
      return chosen(pairsOf(thrown.counts.map(([face]) => face)));
    default:
      return thrown.series === null || thrown.total === null
        ? null
        : inSeries(win, thrown.total, thrown.series, equalOf(thrown.counts) === "double");
  }
}

type SeriesWin = Exclude<DiceWin, { on: "total" | "chosen-total" | "equal" | "shows" | "pair" }>;

/** A bet that may stay over several throws of craps. */
function inSeries(
  win: SeriesWin,
  total: number,
  { phases, before }: NonNullable<Thrown["series"]>,
  double: boolean,
): Decided | null {
  const seven = phases.pointLoses.includes(total);
  const point = before.phase === "point" ? before.point : null;
  switch (win.on) {
    case "line":
      return point === null
        ? onFirstThrow(phases, total, win.side)
        : beforeSeven(total === point, seven, win.side);
    case "come":
      // It can only be made after the first throw of a series.
      return point === null ? null : onFirstThrow(phases, total, win.side);
    case "odds":
      return point === null ? null : beforeSeven(total === point, seven, win.side);
    case "number": {
      const hit = win.numbers.includes(total);
      const outcome = beforeSeven(hit, seven, win.side);
      return outcome === null ? null : { ...outcome, what: (hit ? [total] : win.numbers).map(String) };
    }
    case "hard":
      if (win.only !== undefined && win.only !== before.phase) return null;
      return beforeSeven(total === win.total && double, seven || total === win.total, "right");
    case "standing":
      return beforeSeven(win.totals.includes(total), seven, "right");
  }
}

function onFirstThrow(
  { comeOut, barred }: CrapsPhases,
  total: number,
  side: "right" | "wrong",
): Decided | null {
  if (side === "wrong" && barred.includes(total)) return { is: "push" };
  return beforeSeven(comeOut.win.includes(total), comeOut.lose.includes(total), side);
}

/** `made` comes first: a hard total made as a double is no loss of it. */
function beforeSeven(made: boolean, lost: boolean, side: "right" | "wrong"): Decided | null {
  if (!made && !lost) return null;
  return wonOrLost(made === (side === "right"));
}

function wonOrLost(won: boolean): Decided {
  return { is: won ? "wins" : "loses" };
}

function chosen(what: readonly string[]): Decided {
  return what.length > 0 ? { is: "wins", what } : { is: "loses" };
}

/** Every two different faces that show: `1-4`, in the order of their set. */
function pairsOf(faces: readonly DieFace[]): readonly string[] {
  return faces.flatMap((first, index) => faces.slice(index + 1).map((second) => `${first}-${second}`));
}
