import type { PlayedOutcome, PlayedRound, Standing } from "./played-rounds.ts";

/**
 * The roads of baccarat, as players draw them by hand: bead plate, big road, and the three that are derived from it. Sources: "Baccarat
 * Score Boards" (wizardofodds.com, games/baccarat/history), and the rules of the road map that live dealers publish (OG Plus, "Road
 * Map"). They tell of rounds that stand: a round that is void, undecided or aborted is a mark behind the bead before it and moves
 * nothing.
 */

/** Rows of every road. */
export const ROWS = 6;

export type Winner = "player" | "bank" | "tie";

/** A round that stands. */
export interface Bead {
  readonly round: number;
  readonly winner: Winner;
  readonly pairs: { readonly player: boolean; readonly bank: boolean };
  /** Eight or nine with the first two cards of whoever won, of either at a tie. */
  readonly isNatural: boolean;
  readonly standing: Standing;
  readonly isOverruled: boolean;
  /** Rounds behind it, before the next bead, that have no result that counts. */
  readonly marks: readonly { readonly round: number; readonly standing: Standing }[];
}

/** Of the big road: ties stand in the cell of the round before them. */
export interface BigRoadCell extends Place {
  readonly winner: "player" | "bank";
  readonly round: number;
  readonly ties: number;
  readonly pairs: Bead["pairs"];
  readonly isNatural: boolean;
}

/** Column and row of a road as it is drawn, from 0. */
export interface Place {
  readonly column: number;
  readonly row: number;
}

/** Of a derived road: red says that the big road repeats itself, blue that it does not. It is not who won. */
export type Trend = "red" | "blue";
export type TrendCell = Place & { readonly trend: Trend };

export interface Roads {
  readonly beads: readonly Bead[];
  /** Rounds before the first bead that have no result that counts. */
  readonly marks: Bead["marks"];
  readonly big: readonly BigRoadCell[];
  /** Ties before the first round that somebody won. */
  readonly leadingTies: number;
  readonly bigEye: readonly TrendCell[];
  readonly small: readonly TrendCell[];
  readonly cockroach: readonly TrendCell[];
  /** What the next round would add to the derived roads if this hand won it; null: nothing yet. */
  readonly next: Readonly<Record<"player" | "bank", NextTrends>>;
  readonly tally: Tally;
}

export interface NextTrends {
  readonly bigEye: Trend | null;
  readonly small: Trend | null;
  readonly cockroach: Trend | null;
}

export interface Tally {
  readonly player: number;
  readonly bank: number;
  readonly ties: number;
  readonly playerPairs: number;
  readonly bankPairs: number;
  readonly naturals: number;
}

/** So many columns to the left a derived road looks. */
const LOOKS_BACK = { bigEye: 1, small: 2, cockroach: 3 } as const;
type DerivedRoad = keyof typeof LOOKS_BACK;

/** The roads of the hand `player` (`punto`, or a cloth) against the bank. Rounds in which that hand took no part are marks. */
export function roadsOf(rounds: readonly PlayedRound[], player: string): Roads {
  const { beads, marks } = beadsOf(rounds, player);
  const lengths: number[] = [];
  const trends: Record<DerivedRoad, Trend[]> = { bigEye: [], small: [], cockroach: [] };
  const won = beads.filter((bead) => bead.winner !== "tie");
  let last: Winner | null = null;
  for (const { winner } of won) {
    addTo(lengths, winner === last);
    last = winner;
    for (const road of derivedRoads()) {
      const trend = trendOf(lengths, LOOKS_BACK[road]);
      if (trend !== null) trends[road].push(trend);
    }
  }
  const drawn = (road: DerivedRoad): readonly TrendCell[] =>
    layOut(trends[road], (trend) => trend).map(({ column, row, sign }) => ({ column, row, trend: sign }));
  return {
    beads,
    marks,
    ...bigRoadOf(beads, won),
    bigEye: drawn("bigEye"),
    small: drawn("small"),
    cockroach: drawn("cockroach"),
    next: { player: nextTrends(lengths, last === "player"), bank: nextTrends(lengths, last === "bank") },
    tally: tallyOf(beads),
  };
}

const derivedRoads = (): readonly DerivedRoad[] => ["bigEye", "small", "cockroach"];

/** One more round for the last column of the big road, or the first of a new one. */
function addTo(lengths: number[], goesOn: boolean): void {
  if (goesOn) lengths.push((lengths.pop() ?? 0) + 1);
  else lengths.push(1);
}

/**
 * What the newest round of the big road adds to a derived road, from the lengths of its columns; null: it begins later. In a new column
 * the two columns before it are compared, `back` apart: equal is red. Further down the column `back` to the left is looked at: red where it
 * goes on beside the new round, or had ended at least two rounds before; blue where it has just ended.
 */
function trendOf(lengths: readonly number[], back: number): Trend | null {
  const at = lengths.length - 1;
  const length = lengths[at] ?? 0;
  if (length === 1) {
    const before = lengths[at - 1];
    const compared = lengths[at - 1 - back];
    return before === undefined || compared === undefined ? null : before === compared ? "red" : "blue";
  }
  const beside = lengths[at - back];
  return beside === undefined ? null : length === beside + 1 ? "blue" : "red";
}

function nextTrends(lengths: readonly number[], goesOn: boolean): NextTrends {
  const then = [...lengths];
  addTo(then, goesOn && lengths.length > 0);
  return {
    bigEye: trendOf(then, LOOKS_BACK.bigEye),
    small: trendOf(then, LOOKS_BACK.small),
    cockroach: trendOf(then, LOOKS_BACK.cockroach),
  };
}

/**
 * Where each sign of a road is drawn: down while it repeats, a new column where it changes. At the foot of the grid, or on a sign that
 * stands there already, a column turns to the right (its dragon's tail).
 */
export function layOut<Sign>(
  signs: readonly Sign[],
  kindOf: (sign: Sign) => string,
): readonly (Place & { readonly sign: Sign })[] {
  const taken = new Set<string>();
  const isFree = ({ column, row }: Place): boolean => row < ROWS && !taken.has(`${column}/${row}`);
  const places: (Place & { readonly sign: Sign })[] = [];
  let head = -1;
  let hasTurned = false;
  for (const sign of signs) {
    const before = places.at(-1);
    let place: Place;
    if (before === undefined || kindOf(sign) !== kindOf(before.sign)) {
      head += 1;
      while (!isFree({ column: head, row: 0 })) head += 1;
      hasTurned = false;
      place = { column: head, row: 0 };
    } else {
      const below = { column: before.column, row: before.row + 1 };
      hasTurned ||= !isFree(below);
      place = hasTurned ? { column: before.column + 1, row: before.row } : below;
    }
    taken.add(`${place.column}/${place.row}`);
    places.push({ ...place, sign });
  }
  return places;
}

function bigRoadOf(beads: readonly Bead[], won: readonly Bead[]): Pick<Roads, "big" | "leadingTies"> {
  const ties = new Map<number, number>();
  let at = -1;
  for (const { winner } of beads) {
    if (winner !== "tie") at += 1;
    else ties.set(at, (ties.get(at) ?? 0) + 1);
  }
  const big = layOut(won, ({ winner }) => winner).map(({ column, row, sign }, index) => ({
    column,
    row,
    winner: sign.winner === "bank" ? ("bank" as const) : ("player" as const),
    round: sign.round,
    ties: ties.get(index) ?? 0,
    pairs: sign.pairs,
    isNatural: sign.isNatural,
  }));
  return { big, leadingTies: ties.get(-1) ?? 0 };
}

function beadsOf(rounds: readonly PlayedRound[], player: string): Pick<Roads, "beads" | "marks"> {
  const beads: Bead[] = [];
  let marks: Bead["marks"][number][] = [];
  const first = marks;
  for (const { round, outcome, standing, isOverruled } of rounds) {
    const winner = outcome?.of === "cards" ? winnerOf(outcome, player) : null;
    if (outcome?.of !== "cards" || winner === null) {
      marks.push({ round, standing });
      continue;
    }
    marks = [];
    beads.push({ round, winner, ...shownBy(outcome, player, winner), standing, isOverruled, marks });
  }
  return { beads, marks: first };
}

type CardsOutcome = PlayedOutcome & { readonly of: "cards" };

/** Null: the hand took no part. */
function winnerOf({ results }: CardsOutcome, player: string): Winner | null {
  for (const { of, is } of results) {
    if (of === "round" && is === "ties") return "tie";
    if (of === player) return is === "wins" ? "player" : is === "loses" ? "bank" : is === "ties" ? "tie" : null;
    if (of === "banca" && is === "wins") return "bank";
  }
  return null;
}

function shownBy(
  { cards, totals }: CardsOutcome,
  player: string,
  winner: Winner,
): Pick<Bead, "pairs" | "isNatural"> {
  const facesOf = (hand: string): readonly (string | null)[] =>
    cards.find((one) => one.hand === hand)?.faces ?? [];
  const isNaturalOf = (hand: string): boolean =>
    facesOf(hand).length === 2 && [8, 9].includes(totals[hand] ?? 0);
  const naturals = { player: isNaturalOf(player), bank: isNaturalOf("banca") };
  return {
    pairs: { player: isPair(facesOf(player)), bank: isPair(facesOf("banca")) },
    isNatural: winner === "tie" ? naturals.player || naturals.bank : naturals[winner],
  };
}

/** The first two cards are of one rank; false where one could not be read. */
function isPair([first, second]: readonly (string | null)[]): boolean {
  return first != null && second != null && first.slice(0, -1) === second.slice(0, -1);
}

function tallyOf(beads: readonly Bead[]): Tally {
  const count = (fits: (bead: Bead) => boolean): number => beads.filter(fits).length;
  return {
    player: count(({ winner }) => winner === "player"),
    bank: count(({ winner }) => winner === "bank"),
    ties: count(({ winner }) => winner === "tie"),
    playerPairs: count(({ pairs }) => pairs.player),
    bankPairs: count(({ pairs }) => pairs.bank),
    naturals: count(({ isNatural }) => isNatural),
  };
}
