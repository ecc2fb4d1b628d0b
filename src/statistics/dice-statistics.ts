import { facesOf, type FaceSet } from "../dice/faces.ts";
import type { DicePack } from "../rules/pack.ts";
import { seenOf, standingsOf, type Seen, type Standings } from "./counted.ts";
import type { PlayedRound, Standing } from "./played-rounds.ts";

/** What the statistics of dice need of their pack. */
export interface DiceGameOfPack {
  readonly kind: "dice";
  readonly set: FaceSet;
  readonly faces: readonly string[];
  /** Totals that can come, smallest first; empty: the faces are symbols. */
  readonly totals: readonly number[];
  /** Suertes that name a throw: ases, pequeño, grande. */
  readonly categories: readonly string[];
  readonly isCraps: boolean;
}

export interface DiceStatistics extends Standings {
  readonly kind: "dice";
  readonly set: FaceSet;
  /** Newest first. */
  readonly last: readonly ThrowMark[];
  readonly totals: readonly Seen[];
  /** On how many dice each face came, and how many throws ago it was last on one. */
  readonly faces: readonly Seen[];
  /** Throws that belong to each category, and to none where the game has any. */
  readonly categories: readonly Seen[];
  readonly noCategory: number;
  readonly triples: number;
  readonly doubles: number;
  /** Craps: throwers, the newest first; null for every other game. */
  readonly shooters: readonly Shooter[] | null;
}

export interface ThrowMark {
  readonly round: number;
  readonly faces: readonly string[] | null;
  readonly total: number | null;
  readonly category: string | null;
  readonly standing: Standing;
  readonly isOverruled: boolean;
}

/** The throws of one thrower, from his first come-out to the seven that takes the dice from him. */
export interface Shooter {
  /** Totals in their order; null: a throw that has no result that counts. */
  readonly rolls: readonly (number | null)[];
  readonly pointsMade: number;
  /** A point stands; null: coming out. */
  readonly point: number | null;
  readonly isOver: boolean;
}

export function diceGameOf({ dice }: DicePack): DiceGameOfPack {
  const faces = facesOf(dice.faces);
  const isCounted = faces.every((face) => Number.isInteger(Number(face)));
  const values = faces.map(Number);
  const [least, most] = [Math.min(...values) * dice.dice, Math.max(...values) * dice.dice];
  return {
    kind: "dice",
    set: dice.faces,
    faces,
    totals: isCounted ? Array.from({ length: most - least + 1 }, (_, at) => least + at) : [],
    categories: dice.suertes.filter(({ group }) => group === "category").map(({ id }) => id),
    isCraps: dice.craps !== null,
  };
}

/** `rounds`: those of the span, oldest first. */
export function diceStatistics(rounds: readonly PlayedRound[], game: DiceGameOfPack): DiceStatistics {
  const newestFirst = rounds.toReversed();
  const thrown = newestFirst.flatMap(({ outcome }) => (outcome?.of === "dice" ? [outcome] : []));
  const totals = thrown.flatMap(({ total }) => (total === null ? [] : [String(total)]));
  const categories = thrown.map(({ category }) => category ?? "");
  return {
    kind: "dice",
    set: game.set,
    ...standingsOf(rounds),
    last: newestFirst.map(throwMark),
    totals: seenOf(game.totals.map(String), totals),
    faces: game.faces.map((face) => facesSeen(face, thrown)),
    categories: seenOf(game.categories, categories),
    noCategory: game.categories.length === 0 ? 0 : categories.filter((one) => one === "").length,
    triples: thrown.filter(({ equal }) => equal === "triple").length,
    doubles: thrown.filter(({ equal }) => equal === "double").length,
    shooters: game.isCraps ? shootersOf(rounds) : null,
  };
}

function throwMark({ round, outcome, standing, isOverruled }: PlayedRound): ThrowMark {
  const thrown = outcome?.of === "dice" ? outcome : null;
  return {
    round,
    faces: thrown?.faces ?? null,
    total: thrown?.total ?? null,
    category: thrown?.category ?? null,
    standing,
    isOverruled,
  };
}

function facesSeen(face: string, thrown: readonly { readonly faces: readonly string[] }[]): Seen {
  const ago = thrown.findIndex(({ faces }) => faces.includes(face));
  const count = thrown.reduce((sum, { faces }) => sum + faces.filter((one) => one === face).length, 0);
  return { name: face, count, ago: ago < 0 ? null : ago };
}

/** A throw that does not count is told in its place and changes no series. */
function shootersOf(rounds: readonly PlayedRound[]): readonly Shooter[] {
  const shooters: Shooter[] = [];
  let open: Shooter | null = null;
  for (const { outcome } of rounds) {
    const now: Shooter = open ?? { rolls: [], pointsMade: 0, point: null, isOver: false };
    if (open !== null) shooters.pop();
    open = withThrow(now, outcome?.of === "dice" ? outcome : null);
    shooters.push(open);
    if (open.isOver) open = null;
  }
  return shooters.toReversed();
}

function withThrow(
  shooter: Shooter,
  thrown: (PlayedRound["outcome"] & { readonly of: "dice" }) | null,
): Shooter {
  if (thrown === null) return { ...shooter, rolls: [...shooter.rolls, null] };
  const { total, craps } = thrown;
  const isOut = craps?.call === "seven-out";
  return {
    rolls: [...shooter.rolls, total],
    pointsMade: shooter.pointsMade + (craps?.call === "point-made" ? 1 : 0),
    point: craps?.after === "point" ? (craps.call === "point-set" ? total : shooter.point) : null,
    isOver: isOut,
  };
}
