import type { RandomSource } from "../../../src/time/random-source.ts";

/**
 * The players of a hall and their cards, made and marked by a program that has nothing of the table's: cards grow column by column, and
 * each is crossed off ball by ball.
 */

/** A card of the hall: its number, and its rows. */
export interface HeldCard {
  readonly card: number;
  readonly rows: readonly (readonly number[])[];
}

const columnNumbers = (column: number): readonly number[] =>
  Array.from(
    { length: column === 0 ? 9 : column === 8 ? 11 : 10 },
    (_, at) => column * 10 + at + (column === 0 ? 1 : 0),
  );

/** Which columns have a number in which row: five a row, and none empty. */
function layout(random: RandomSource): readonly (readonly number[])[] {
  for (;;) {
    const rows = [0, 1, 2].map(() => {
      const columns = [0, 1, 2, 3, 4, 5, 6, 7, 8];
      while (columns.length > 5) columns.splice(random.below(columns.length), 1);
      return columns;
    });
    if (new Set(rows.flat()).size === 9) return rows;
  }
}

function takeOne(numbers: number[], random: RandomSource): number {
  const [number = 0] = numbers.splice(random.below(numbers.length), 1);
  return number;
}

/** So many cards, numbered from 1, no two of which are equal. */
export function printCards(count: number, random: RandomSource): readonly HeldCard[] {
  const known = new Set<string>();
  const cards: HeldCard[] = [];
  while (cards.length < count) {
    const left = Array.from({ length: 9 }, (_, column) => [...columnNumbers(column)]);
    const rows = layout(random).map((columns) => columns.map((column) => takeOne(left[column] ?? [], random)));
    const text = JSON.stringify(rows);
    if (known.has(text)) continue;
    known.add(text);
    cards.push({ card: cards.length + 1, rows });
  }
  return cards;
}

/** A card in the hand of its player. */
export class MarkedCard {
  readonly held: HeldCard;
  readonly #open: readonly Set<number>[];

  constructor(held: HeldCard) {
    this.held = held;
    this.#open = held.rows.map((row) => new Set(row));
  }

  mark(number: number): void {
    for (const row of this.#open) row.delete(number);
  }

  get hasLine(): boolean {
    return this.#open.some(({ size }) => size === 0);
  }

  get hasBingo(): boolean {
    return this.#open.every(({ size }) => size === 0);
  }

  has(claim: "line" | "bingo"): boolean {
    return claim === "line" ? this.hasLine : this.hasBingo;
  }
}
