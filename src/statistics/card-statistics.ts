import type { CardPack } from "../rules/pack.ts";
import { seenOf, standingsOf, type Seen, type Standings } from "./counted.ts";
import type { PlayedRound, Standing } from "./played-rounds.ts";
import { roadsOf, type Roads } from "./roads.ts";

/** What the statistics of cards need of their pack. */
export interface CardGameOfPack {
  readonly kind: "cards";
  /** Hands that play against the bank, each with roads of its own; empty: this game has none. */
  readonly roads: readonly string[];
  /** Cards come out of a shoe that lasts for many rounds. */
  readonly hasShoe: boolean;
  /** Rows of colours instead of hands (treinta y cuarenta). */
  readonly isColours: boolean;
}

export interface CardStatistics extends Standings {
  readonly kind: "cards";
  /** Newest first. */
  readonly last: readonly {
    readonly round: number;
    readonly results: readonly { readonly of: string; readonly is: string }[] | null;
    /** What the bank counts; null: nothing that counts. */
    readonly bank: number | null;
    readonly standing: Standing;
    readonly isOverruled: boolean;
  }[];
  /** How often each outcome was called, as `of is`, most often first. */
  readonly outcomes: readonly Seen[];
  /** Results of hands against the bank. */
  readonly hands: { readonly won: number; readonly lost: number; readonly tied: number };
  readonly roads: readonly (Roads & { readonly of: string })[];
}

export function cardGameOf({ cards: { outcome, cutCard } }: CardPack): CardGameOfPack {
  const kind = outcome?.kind;
  return {
    kind: "cards",
    roads: kind === "punto-y-banca" ? ["punto"] : kind === "two-cloths" ? ["cloth-1", "cloth-2"] : [],
    hasShoe: cutCard !== null,
    isColours: kind === "treinta-y-cuarenta",
  };
}

const WON: readonly string[] = ["wins", "wins-black-jack", "paid-by-table"];

/** `rounds`: those of the span, oldest first. */
export function cardStatistics(rounds: readonly PlayedRound[], game: CardGameOfPack): CardStatistics {
  const newestFirst = rounds.toReversed();
  const called = newestFirst.flatMap(({ outcome }) =>
    outcome?.of === "cards" ? outcome.results.map(({ of, is }) => ({ of, is })) : [],
  );
  const names = called.map(({ of, is }) => `${of} ${is}`);
  const seats = called.filter(({ of }) => of.startsWith("seat-"));
  return {
    kind: "cards",
    ...standingsOf(rounds),
    last: newestFirst.map(({ round, outcome, standing, isOverruled }) => ({
      round,
      results: outcome?.of === "cards" ? outcome.results : null,
      bank: outcome?.of === "cards" ? (outcome.totals["bank"] ?? null) : null,
      standing,
      isOverruled,
    })),
    outcomes: seenOf([...new Set(names)], names).toSorted((a, b) => b.count - a.count),
    hands: {
      won: seats.filter(({ is }) => WON.includes(is)).length,
      lost: seats.filter(({ is }) => is === "loses").length,
      tied: seats.filter(({ is }) => is === "ties" || is === "ties-after-war").length,
    },
    roads: game.roads.map((of) => ({ of, ...roadsOf(rounds, of) })),
  };
}
