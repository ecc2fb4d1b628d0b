import { isFace, type Face } from "../../cards/card.ts";
import { ALL_FACES } from "../../cards/decks.ts";
import { commitmentOf } from "./seal.ts";

/** Cards that one round can have: eight decks. */
export const MOST_CARDS = 416;
/** Rounds that may wait for their secret: one stays secret while a card that left behind it lies face down in the next. */
const MOST_WAITING = 4;

/** A card of the round that is being read. */
interface Known {
  /** What binds its face; null: it was never face down. */
  readonly commit: string | null;
  /** What it was said to be once it lay face up, or null. */
  readonly face: string | null;
}

/**
 * Checks that the cards that were turned are those that were dealt. Feed every line of a log in order; a round is checked when its
 * `opened` record comes. Never throws for what it reads. Memory is that of a few rounds.
 */
export class CommitmentCheck {
  /** Cards by round, of rounds whose secret has not come yet. */
  readonly #waiting = new Map<number, Map<number, Known>>();
  #rounds = 0;
  #given = 0;

  /** Rounds with hidden cards that were opened and checked. */
  get rounds(): number {
    return this.#rounds;
  }

  /** Rounds with hidden cards whose secret is not among the lines so far: given up by a restart, or still on the table. */
  get unopened(): number {
    const hidden = [...this.#waiting.values()].filter((cards) => hiddenOf(cards).length > 0);
    return this.#given + hidden.length;
  }

  /** What is wrong, in English, one sentence each; `line` is the parsed JSON of one record. */
  line(line: unknown): readonly string[] {
    if (!isObject(line) || typeof line["round"] !== "number") return [];
    const { kind, round } = line;
    if (kind === "deal") return this.#dealt(round, line["cards"]);
    if (kind === "opened") return this.#opened(round, line["key"]);
    return [];
  }

  #dealt(round: number, cards: unknown): readonly string[] {
    if (!Array.isArray(cards)) return [`round ${round}: a deal record without its cards`];
    const known = this.#waiting.get(round) ?? new Map<number, Known>();
    this.#waiting.set(round, known);
    this.#giveUpOld();
    return cards.flatMap((card) => (isObject(card) ? this.#card(round, known, card) : []));
  }

  /** A round that was given up is never opened: its cards were not turned. */
  #giveUpOld(): void {
    const [oldest] = this.#waiting.keys();
    if (oldest === undefined || this.#waiting.size <= MOST_WAITING) return;
    if (hiddenOf(this.#waiting.get(oldest) ?? new Map()).length > 0) this.#given++;
    this.#waiting.delete(oldest);
  }

  #card(round: number, cards: Map<number, Known>, card: Record<string, unknown>): readonly string[] {
    const { n, face, commit, up, unread } = card;
    if (typeof n !== "number") return [];
    const known = cards.get(n);
    const named = typeof face === "string" ? face : null;
    const bound = typeof commit === "string" ? commit : null;
    if (known === undefined && cards.size >= MOST_CARDS) return [];
    cards.set(n, { commit: known?.commit ?? bound, face: known?.face ?? named });
    const about = `round ${round}, card ${n}:`;
    if (up === false && bound === null && unread !== true)
      return [`${about} it lies face down and nothing binds it`];
    if (known?.commit != null && bound !== null && bound !== known.commit)
      return [`${about} it was bound to one face, and then to another`];
    if (known?.face != null && named !== null && named !== known.face)
      return [`${about} it was the ${known.face}, and then the ${named}`];
    return [];
  }

  #opened(round: number, key: unknown): readonly string[] {
    const hidden = hiddenOf(this.#waiting.get(round) ?? new Map());
    this.#waiting.delete(round);
    if (hidden.length === 0) return [];
    if (typeof key !== "string" || !/^[0-9a-f]{64}$/.test(key))
      return [`round ${round}: its secret is not 64 hex characters`];
    this.#rounds++;
    return hidden.flatMap(([n, commit, turned]) => {
      const faces: readonly Face[] = turned === null ? ALL_FACES : isFace(turned) ? [turned] : [];
      if (faces.some((face) => commitmentOf(key, round, n, face) === commit)) return [];
      const what = turned === null ? "is no card at all" : `is not the ${turned} that was turned up`;
      return [`round ${round}, card ${n}: what was dealt face down ${what}`];
    });
  }
}

const hiddenOf = (
  cards: ReadonlyMap<number, Known>,
): readonly (readonly [n: number, commit: string, face: string | null])[] =>
  [...cards].flatMap(([n, { commit, face }]) => (commit === null ? [] : [[n, commit, face] as const]));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
