import { FACES, isFace, RANKS, rankOf, type Face } from "../cards/card.ts";
import { chiSquareOf } from "./chi-square.ts";
import { cardNumber } from "./closed-rounds.ts";
import { Counts } from "./counts.ts";
import { equalChances, frequencies } from "./frequencies.ts";
import { objectsAt, fieldsAt, textAt, type Fields } from "./record-fields.ts";
import { section, type Cell, type Section } from "./report.ts";

/** Hands and places in them that are counted one by one. */
export const PLACES_MAX = 120;
const OUTCOMES_MAX = 200;
/** Cards of one round that are held until it is over. */
export const CARDS_OF_ROUND = 416;

/** A card that lay face up, and where at last. */
interface Shown {
  readonly face: Face;
  readonly to: string;
  readonly place: number;
}

/**
 * Cards that lay face up in rounds that are over, and what those rounds came to. Feed it records of closed rounds only. **No card of a shoe
 * counts before another one was loaded**: what has left it would say what is still inside. What more cards than a shoe has have come behind
 * counts: they went back into a machine.
 */
export class CardsShown {
  readonly #faces = new Counts(FACES.length + 1);
  readonly #outcomes = new Counts(OUTCOMES_MAX);
  readonly #places = new Map<string, Counts>();
  readonly #shoes = new Counts(OUTCOMES_MAX);
  #shoe = 0;
  /** Of the shoe in play, the oldest first. */
  #waiting: Shown[] = [];
  #round = new Map<number, { readonly face: Face; readonly to: string }>();
  #hands = new Map<string, number[]>();

  take(fields: Fields): void {
    switch (textAt(fields, "kind")) {
      case "shoe":
        if (textAt(fields, "event") === "loaded") this.#beginShoe();
        return;
      case "deal":
        for (const card of objectsAt(fields, "cards")) this.#takeCard(card);
        return;
      case "result":
        for (const one of objectsAt(fieldsAt(fields, "result"), "results"))
          this.#outcomes.add(`${textAt(one, "of")} ${textAt(one, "is")}`);
        return;
      case "opened":
        this.#endRound();
    }
  }

  #takeCard(card: Fields): void {
    const n = cardNumber(card);
    const to = textAt(card, "to");
    const hand = this.#hands.get(to) ?? [];
    if (!hand.includes(n) && hand.length < CARDS_OF_ROUND) this.#hands.set(to, [...hand, n]);
    const face = textAt(card, "face");
    if (card["up"] === true && isFace(face) && this.#round.size < CARDS_OF_ROUND)
      this.#round.set(n, { face, to });
  }

  #beginShoe(): void {
    for (const shown of this.#waiting) this.#count(shown);
    this.#waiting = [];
    this.#shoe++;
  }

  /** The cards of a round count once, where they came to lie at last. */
  #endRound(): void {
    for (const [n, { face, to }] of this.#round)
      this.#waiting.push({ face, to, place: (this.#hands.get(to) ?? []).indexOf(n) + 1 });
    for (const shown of this.#waiting.splice(0, this.#waiting.length - CARDS_OF_ROUND)) this.#count(shown);
    this.#round = new Map();
    this.#hands = new Map();
  }

  #count({ face, to, place }: Shown): void {
    this.#faces.add(face);
    this.#shoes.add(String(this.#shoe));
    const rank = rankOf(face);
    if (rank !== null) this.#placeOf(`${to} ${place}`)?.add(rank);
  }

  #placeOf(name: string): Counts | null {
    const found = this.#places.get(name);
    if (found !== undefined || this.#places.size >= PLACES_MAX) return found ?? null;
    const counts = new Counts(RANKS.length);
    this.#places.set(name, counts);
    return counts;
  }

  sections(): readonly Section[] {
    if (this.#faces.total === 0) return this.#outcomes.total === 0 ? [] : [outcomeSection(this.#outcomes)];
    const seen = [...FACES, "joker"].filter((face) => this.#faces.of(face) > 0);
    const notes = ["turned-up-only", "shoe-in-play", "deck-not-recorded"] as const;
    const faces = frequencies({ id: "cards", column: "card", notes }, this.#faces, equalChances(seen));
    return [outcomeSection(this.#outcomes), faces, this.#positions(seen), this.#ofShoes()];
  }

  /** For each place of a hand how many cards lay there, and whether their ranks are those of all the cards. */
  #positions(seen: readonly string[]): Section {
    const shares = RANKS.map((rank) => seen.filter((face) => face.slice(0, -1) === rank).length / seen.length);
    const rows = [...this.#places].map(([name, counts]): readonly Cell[] => {
      const chi = chiSquareOf(
        RANKS.map((rank) => counts.of(rank)),
        shares.map((share) => share * counts.total),
      );
      const [hand = "", place = ""] = name.split(" ");
      return [hand, place, counts.total, chi?.statistic ?? null, chi?.freedom ?? null, chi?.p ?? null];
    });
    return section("positions", ["hand", "place", "count", "chi", "freedom", "p"], rows);
  }

  #ofShoes(): Section {
    const rows = this.#shoes.names.map((shoe) => [shoe, this.#shoes.of(shoe)]);
    return section("shoes", ["shoe", "count"], rows);
  }
}

function outcomeSection(outcomes: Counts): Section {
  const rows = outcomes.sorted().map(([name, count]) => [name, count, count / outcomes.total]);
  return section("outcomes", ["outcome", "count", "share"], rows);
}
