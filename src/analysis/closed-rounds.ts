import { numberAt, textAt, type Fields } from "./record-fields.ts";
import { roundOf } from "./search.ts";

/** Rounds of cards that may wait for their secret, and records of one of them; beyond that a round is left out. */
export const ROUNDS_HELD = 8;
export const RECORDS_HELD = 600;

/**
 * Lets the records of a round of cards through only when its cards were collected and its secret published: until then some may lie
 * face down, and nothing of the round is counted. Records of wheels and dice, and those of no round, pass at once.
 */
export class ClosedRounds {
  readonly #held = new Map<number, Fields[] | null>();
  #leftOut = 0;

  /** Rounds of which nothing was counted: still on the table, or given up with their cards face down. */
  get leftOut(): number {
    return this.#leftOut + this.#held.size;
  }

  /** One record; returns those that may be counted now, in order. */
  take(fields: Fields): readonly Fields[] {
    const round = roundOf(fields);
    if (round === null) return [fields];
    const kind = textAt(fields, "kind");
    if (kind === "opened") return this.#open(round, fields);
    if (!this.#held.has(round)) {
      if (kind !== "deal") return [fields];
      this.#held.set(round, []);
      this.#giveUpOldest();
    }
    this.#hold(round, fields);
    return [];
  }

  #hold(round: number, fields: Fields): void {
    const held = this.#held.get(round);
    if (held === undefined || held === null) return;
    if (held.length < RECORDS_HELD) held.push(fields);
    else this.#held.set(round, null);
  }

  #open(round: number, fields: Fields): readonly Fields[] {
    const held = this.#held.get(round);
    if (held === undefined) return [fields];
    this.#held.delete(round);
    if (held !== null) return [...held, fields];
    this.#leftOut++;
    return [];
  }

  #giveUpOldest(): void {
    const [oldest] = this.#held.keys();
    if (oldest === undefined || this.#held.size <= ROUNDS_HELD) return;
    this.#held.delete(oldest);
    this.#leftOut++;
  }
}

/** The number of a card in its round; 0 where it has none. */
export const cardNumber = (card: Fields): number => numberAt(card, "n") ?? 0;
