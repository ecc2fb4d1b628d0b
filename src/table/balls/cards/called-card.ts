import type { CardRows } from "./card.ts";

/** A card that somebody has called, held against the balls that came: nothing but the two of them decides. */

/** What a player calls. */
export const CLAIMS = ["line", "bingo"] as const;
export type Claim = (typeof CLAIMS)[number];

/** A row that is whole, from the top (1 to 3), and the ball that made it so. */
export interface WholeRow {
  readonly row: number;
  readonly ball: number;
  /** Its place in the order of extraction, from 1. */
  readonly at: number;
}

export interface CheckedCard {
  /** The call is right. */
  readonly holds: boolean;
  /** Its whole rows, in the order in which they were. */
  readonly rows: readonly WholeRow[];
  /** The last of all fifteen numbers; null: they have not all come. */
  readonly bingo: Omit<WholeRow, "row"> | null;
  /** What the call lacks: of a line the numbers of the row that lacks the fewest, the higher row first. Empty: nothing. */
  readonly lacks: readonly number[];
  /** Balls that came after the one that made it, until it was called; null: the call does not hold. */
  readonly since: number | null;
}

/** Holds a called card against the balls so far. `order`: their numbers as they came. */
export function checkCard(rows: CardRows, claim: Claim, order: readonly number[]): CheckedCard {
  const places = new Map(order.map((number, index) => [number, index + 1]));
  const whole = rows
    .flatMap((numbers, index): WholeRow[] => {
      const last = lastOf(numbers, places);
      return last === null ? [] : [{ row: index + 1, ...last }];
    })
    .toSorted((one, other) => one.at - other.at);
  const bingo = lastOf(rows.flat(), places);
  const made = claim === "bingo" ? bingo : (whole[0] ?? null);
  const lacking = (claim === "bingo" ? [rows.flat()] : rows).map((numbers) =>
    numbers.filter((number) => !places.has(number)),
  );
  const fewest = Math.min(...lacking.map(({ length }) => length));
  return {
    holds: made !== null,
    rows: whole,
    bingo,
    lacks: lacking.find(({ length }) => length === fewest) ?? [],
    since: made === null ? null : order.length - made.at,
  };
}

/** The ball that came last of these; null: one of them has not come. */
function lastOf(numbers: readonly number[], places: ReadonlyMap<number, number>): Omit<WholeRow, "row"> | null {
  let last = { ball: 0, at: 0 };
  for (const number of numbers) {
    const at = places.get(number);
    if (at === undefined) return null;
    if (at > last.at) last = { ball: number, at };
  }
  return last;
}
