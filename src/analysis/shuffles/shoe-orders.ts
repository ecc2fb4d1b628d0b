import { isFace, type Face } from "../../cards/card.ts";
import { ALL_FACES } from "../../cards/decks.ts";
import { commitmentOf } from "../../table/shoe/seal.ts";
import { cardNumber } from "../closed-rounds.ts";
import { fieldsAt, numberAt, objectsAt, textAt, type Fields } from "../record-fields.ts";

/** The cards of one loaded shoe, or of one shuffled deck, in the order in which they left; null: which one it was nobody can say. */
export interface Shuffle {
  /** Of the shoes of this log, from 1. */
  readonly number: number;
  readonly at: string;
  /** The kind, and how the account of the table had it loaded. */
  readonly decks: number;
  readonly loaded: number;
  readonly cards: readonly (Face | null)[];
}

/** What of each card was dealt and could not be read, by its face as people named it. */
export interface ReadCount {
  readonly dealt: number;
  readonly unread: number;
}

/** Shoes that are kept, the newest; and cards of one. */
export const SHUFFLES_KEPT = 120;
const CARDS_MAX = 416;

interface Dealt {
  readonly at: number;
  readonly face: Face | null;
  readonly commit: string | null;
  readonly unread: boolean;
}

/**
 * The orders in which shoes were dealt, from records of closed rounds. A card that lay face down is what its commitment binds, which anybody can
 * find once its round's secret is published. **Nothing of a shoe is told before another one was loaded**: what of it was dealt would say what is
 * still inside.
 */
export class ShoeOrders {
  readonly #finished: Shuffle[] = [];
  readonly #reads = new Map<Face, ReadCount>();
  #round = new Map<number, Dealt>();
  #shoe: { number: number; at: string; decks: number; loaded: number; cards: (Face | null)[] } | null = null;
  #waitingReads: Dealt[] = [];
  #count = 0;

  take(fields: Fields): void {
    switch (textAt(fields, "kind")) {
      case "shoe":
        if (textAt(fields, "event") === "loaded") this.#load(fields);
        return;
      case "deal":
        this.#deal(fields);
        return;
      case "opened":
        this.#endRound(fields);
    }
  }

  /** The shoes that are over, oldest first. */
  get finished(): readonly Shuffle[] {
    return this.#finished;
  }

  /** Of the shoes that are over: how often each card was dealt, and how often no reader could read it. */
  get reads(): ReadonlyMap<Face, ReadCount> {
    return this.#reads;
  }

  /** A shoe that is loaded again before a card left it is one. */
  #load(fields: Fields): void {
    const before = this.#shoe;
    if (before !== null && before.cards.length > 0) {
      const { number, at, decks, loaded, cards } = before;
      this.#finished.push({ number, at, decks, loaded, cards });
      if (this.#finished.length > SHUFFLES_KEPT) this.#finished.shift();
      for (const { face, unread } of this.#waitingReads) this.#countRead(face, unread);
    }
    this.#waitingReads = [];
    const loaded = Math.min(CARDS_MAX, numberAt(fieldsAt(fields, "counts"), "loaded") ?? 0);
    const decks = numberAt(fieldsAt(fields, "detail"), "decks") ?? 0;
    this.#shoe = { number: ++this.#count, at: textAt(fields, "at"), decks, loaded, cards: [] };
  }

  #deal(fields: Fields): void {
    const counts = fieldsAt(fields, "counts");
    const [loaded, inside] = [numberAt(counts, "loaded") ?? 0, numberAt(counts, "inside") ?? 0];
    const cards = objectsAt(fields, "cards").toSorted((one, other) => cardNumber(one) - cardNumber(other));
    const fresh = cards.filter((card) => !this.#round.has(cardNumber(card)));
    for (const card of cards) {
      const n = cardNumber(card);
      const known = this.#round.get(n);
      const at = known?.at ?? loaded - inside - (fresh.length - 1 - fresh.indexOf(card));
      const said = textAt(card, "face");
      const commit = textAt(card, "commit");
      if (n === 0 || this.#round.size >= CARDS_MAX) continue;
      this.#round.set(n, {
        at,
        face: isFace(said) ? said : (known?.face ?? null),
        commit: commit === "" ? (known?.commit ?? null) : commit,
        unread: known?.unread === true || card["unread"] === true || card["manual"] === true,
      });
    }
  }

  #endRound(fields: Fields): void {
    const [round, key] = [numberAt(fields, "round") ?? 0, textAt(fields, "key")];
    for (const [n, dealt] of this.#round) {
      const face = dealt.face ?? boundFace(dealt.commit, { key, round, n });
      this.#waitingReads.push({ ...dealt, face });
      if (this.#shoe === null || dealt.at < 1 || dealt.at > CARDS_MAX) continue;
      const { cards } = this.#shoe;
      while (cards.length < dealt.at) cards.push(null);
      cards[dealt.at - 1] = face;
    }
    this.#round = new Map();
  }

  #countRead(face: Face | null, unread: boolean): void {
    if (face === null) return;
    const before = this.#reads.get(face) ?? { dealt: 0, unread: 0 };
    this.#reads.set(face, { dealt: before.dealt + 1, unread: before.unread + (unread ? 1 : 0) });
  }
}

/** The face that a commitment binds under its published secret; null: none. */
function boundFace(
  commit: string | null,
  { key, round, n }: { readonly key: string; readonly round: number; readonly n: number },
): Face | null {
  if (commit === null || key === "") return null;
  return ALL_FACES.find((face) => commitmentOf(key, round, n, face) === commit) ?? null;
}
