import { textAt, type Fields } from "./record-fields.ts";
import { roundOf } from "./search.ts";

/** How long ago a round may have been played that is looked for. */
const KEPT_MS = 24 * 3_600_000;

/** A run of records that follow on each other, by their numbers. */
export type Piece = readonly [first: number, last: number];

interface Placed {
  readonly at: string;
  readonly pieces: (readonly [number, number])[];
}

/** Where in the journal the records of each round of the last 24 hours lie, with what was said of it later. */
export class RoundIndex {
  readonly #rounds = new Map<number, Placed>();
  #current = 0;

  /** The next record of the journal; one that belongs to no round is the business of the one that is under way. */
  addRecord(seq: number, fields: Fields): void {
    const own = roundOf(fields);
    if (own !== null && own > this.#current) this.#current = own;
    const round = own ?? this.#current;
    if (round < 1) return;
    const found = this.#rounds.get(round);
    if (found === undefined) this.#begin(round, seq, textAt(fields, "at"));
    else {
      const [first, last] = found.pieces.at(-1) ?? [seq, seq];
      if (last === seq - 1) found.pieces[found.pieces.length - 1] = [first, seq];
      else found.pieces.push([seq, seq]);
    }
  }

  #begin(round: number, seq: number, at: string): void {
    this.#rounds.set(round, { at, pieces: [[seq, seq]] });
    const oldest = dayBefore(at);
    for (const [other, { at: began }] of this.#rounds) {
      if (began >= oldest) break;
      this.#rounds.delete(other);
    }
  }

  /** The round that was under way at an instant, RFC 3339; null: none of those that are known. */
  roundAt(at: string): number | null {
    const before = [...this.#rounds].filter(([, { at: began }]) => began <= at).map(([round]) => round);
    return before.length === 0 ? null : Math.max(...before);
  }

  has(round: number): boolean {
    return this.#rounds.has(round);
  }

  /** Where the records of these rounds lie, in the order of the journal. */
  piecesOf(rounds: readonly number[]): readonly Piece[] {
    const pieces = rounds.flatMap((round) => this.#rounds.get(round)?.pieces ?? []);
    const joined: [number, number][] = [];
    for (const [first, last] of pieces.toSorted(([one], [other]) => one - other)) {
      const before = joined.at(-1);
      if (before !== undefined && before[1] === first - 1) before[1] = last;
      else joined.push([first, last]);
    }
    return joined;
  }
}

/** The instant 24 hours before one, RFC 3339; empty where it is none: then everything is later. */
export function dayBefore(at: string): string {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? "" : new Date(ms - KEPT_MS).toISOString();
}
