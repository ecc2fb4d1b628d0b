import { describe, expect, it } from "vitest";
import { FACES } from "../../../src/cards/card.ts";
import { cardsIn } from "../../../src/cards/decks.ts";
import type { CardGame } from "../../../src/rules/card-game.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { shuffleByBatch, shuffleByHand, cutCards, feedCardsBack, riffleCards, washCards } from "./shuffle.ts";
import { CODINGS, decksFor, drawForeignCard, freshCards, twinOf } from "./stock.ts";
import { ScriptedReadings, SCRIPTED_ERRORS } from "./scripted-readings.ts";

const GAME = { decks: { counts: [6], pack: 52, jokers: 0 } } as unknown as CardGame;
const pile = Array.from({ length: 312 }, (_, at) => at);
const same = (cards: readonly number[]): void => expect([...cards].sort((a, b) => a - b)).toEqual(pile);

describe("shuffling", () => {
  it("keeps every card, whatever is done to the pile", () => {
    for (const seed of ["a", "b", "c"]) {
      const random = randomFrom(seed);
      same(riffleCards(pile, random));
      same(washCards(pile, random));
      same(shuffleByHand(pile, random));
      same(shuffleByBatch(pile, random));
      same(cutCards(pile, random, 52));
      same(feedCardsBack(pile.slice(0, 300), pile.slice(300), random));
    }
  });

  it("leaves no card surely in its place, and gives the same pile for the same seed", () => {
    const first = shuffleByHand(pile, randomFrom("x"));
    expect(first).toEqual(shuffleByHand(pile, randomFrom("x")));
    expect(first).not.toEqual(shuffleByHand(pile, randomFrom("y")));
    expect(first.filter((card, at) => card === at).length).toBeLessThan(12);
  });

  it("cuts at least so many cards from either end", () => {
    for (let seed = 0; seed < 50; seed++) {
      const [top = -1] = cutCards(pile, randomFrom(String(seed)), 52);
      expect(top).toBeGreaterThanOrEqual(52);
      expect(top).toBeLessThanOrEqual(312 - 52);
    }
  });

  it("feeds no card back among those that wait at the exit", () => {
    for (let seed = 0; seed < 50; seed++) {
      const mixed = feedCardsBack(pile.slice(0, 300), pile.slice(300), randomFrom(String(seed)));
      expect(mixed.slice(0, 12)).toEqual(pile.slice(0, 12));
    }
  });
});

describe("the stock of cards", () => {
  it.each(CODINGS)("has every card of its decks once (%s)", (coding) => {
    const decks = decksFor(GAME, 6, coding);
    const cards = freshCards(decks, coding);
    expect(cards).toHaveLength(cardsIn(decks));
    for (const face of FACES) expect(cards.filter((card) => card.face === face)).toHaveLength(6);
    expect(new Set(cards.map(({ uid }) => uid)).size).toBe(cards.length);
    const ids = cards.flatMap(({ id }) => (id === null ? [] : [id]));
    expect(ids).toHaveLength(coding === "identities" ? cards.length : 0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(cards.every(({ back }) => (coding === "faces") === (back === null))).toBe(true);
  });

  it("leaves out what a short pack has not, and adds its jokers", () => {
    const short = (pack: 28 | 32, jokers: 0 | 1): number =>
      freshCards(decksFor({ decks: { counts: [1], pack, jokers } } as unknown as CardGame, 1, "faces"), "faces")
        .length;
    expect([short(28, 0), short(32, 0), short(32, 1)]).toEqual([28, 32, 33]);
  });

  it("knows a twin and a foreign card, though the twin's code is that of the first", () => {
    const [card] = freshCards(decksFor(GAME, 1, "identities"), "identities");
    if (card === undefined) throw new Error("no card");
    const other = twinOf(card, 900);
    expect(other).toMatchObject({ uid: 900, face: card.face, id: card.id, deck: card.deck, twinOf: card.uid });
    expect(drawForeignCard(randomFrom("f"), "other-deck", 901)).toMatchObject({
      foreign: "other-deck",
      back: "green",
    });
  });
});

describe("scripted luck", () => {
  it("makes the device read as it is told, once", () => {
    const readings = new ScriptedReadings(randomFrom("l"));
    const { failed, late, unsure } = SCRIPTED_ERRORS;
    const reading = (): string => {
      const drawn = readings.below(1_000_000);
      return drawn < failed
        ? "failed"
        : drawn < failed + late
          ? "late"
          : drawn < failed + late + unsure
            ? "unsure"
            : "read";
    };
    for (const word of ["failed", "late", "unsure", "read"] as const) {
      readings.setNext(word);
      expect([reading(), reading()]).toEqual([word, "read"]);
    }
    readings.setNext("read", 2, true);
    expect(readings.below(1_000_000)).toBeLessThan(SCRIPTED_ERRORS.thicknessBlind);
    expect(reading()).toBe("read");
  });
});
