import { describe, expect, it } from "vitest";
import type { Move } from "../../../people/keys.ts";
import type { DealStep } from "../../../rules/card-game.ts";
import { cardGameSchema } from "../../../rules/card-schema.ts";
import { GAMES, portion, type PlayedGame } from "./poker-games.test-help.ts";
import { firstSeatPlay } from "./pai-gow.ts";
import { stepsFor } from "./deal.ts";
import { onlyOneIn, placesInOrder, seatsInOrder } from "./hands.ts";
import type { Due, StepProgress, PublicDeal, PublicHand } from "./play.ts";
import { allowsPositions } from "./exchange.ts";
import { sayPlay } from "./say.ts";

const cite = { section: "test", lines: [1, 1] } as const;
type Say = DealStep & { step: "say" };
const step = (order: Say["order"], ...moves: Move[]): Say => ({ step: "say", order, moves, cite });

const hand = (id: string, state: PublicHand["state"] = "in", face: "As" | "Ks" | null = null): PublicHand => ({
  id,
  state,
  cards: [{ n: 1, face, up: face !== null }],
  low: null,
  deemed: null,
});
const deal = (...hands: PublicHand[]): PublicDeal => ({
  seats: [1, 2, 3],
  isAmongSeats: false,
  first: 2,
  hands,
  said: [],
  bound: [],
});
const THREE = deal(hand("seat-1"), hand("seat-2"), hand("seat-3"), hand("bank"));
const here = (...words: string[]): StepProgress => ({
  dealt: [],
  turned: [],
  said: words.map((text) => {
    const [who = "", move = ""] = text.split(" ");
    return { who, move: move as Move, after: 4, cards: move === "exchange" ? [0] : [] };
  }),
});
const offered = (due: Due | null): string[] =>
  (due?.moves ?? []).map(({ who, moves }) => `${who} ${moves.join("|")}`);

describe("say", () => {
  it("in turn: from the first seat to be dealt, one at a time", () => {
    const asked = step("in-turn", "bet", "fold");
    expect(offered(sayPlay.due(asked, THREE, here()))).toEqual(["seat-2 bet|fold"]);
    expect(offered(sayPlay.due(asked, THREE, here("seat-2 bet")))).toEqual(["seat-3 bet|fold"]);
    expect(sayPlay.due(asked, THREE, here("seat-2 bet", "seat-3 bet"))?.duty).toEqual({
      code: "say",
      hand: "seat-1",
    });
    expect(sayPlay.due(asked, THREE, here("seat-2 bet", "seat-3 bet", "seat-1 bet"))).toBeNull();
  });

  it("in any order: all that have not spoken", () => {
    const asked = step("any", "bet", "fold");
    expect(offered(sayPlay.due(asked, THREE, here("seat-3 bet")))).toEqual([
      "seat-2 bet|fold",
      "seat-1 bet|fold",
    ]);
    expect(sayPlay.due(asked, THREE, here("seat-3 bet"))?.duty).toEqual({ code: "say", hand: null });
  });

  it("passes over hands that are out, and ends when nobody is left against the bank", () => {
    const one = deal(hand("seat-1", "folded"), hand("seat-2"), hand("seat-3", "out"), hand("bank"));
    expect(offered(sayPlay.due(step("in-turn", "bet", "fold"), one, here()))).toEqual(["seat-2 bet|fold"]);
    const none = deal(hand("seat-1", "folded"), hand("seat-2", "folded"), hand("seat-3", "out"), hand("bank"));
    expect(sayPlay.due(step("any", "bet", "fold"), none, here())).toBeNull();
  });

  it("an interval: over when the bets are equal, or when one hand alone is in", () => {
    const asked = step("interval", "fold");
    const table = deal(hand("seat-1"), hand("seat-2"), hand("seat-3"));
    expect(offered(sayPlay.due(asked, table, here()))).toEqual([
      "seat-2 fold",
      "seat-3 fold",
      "seat-1 fold",
      "round bets-equal",
    ]);
    expect(sayPlay.due(asked, table, here("round bets-equal"))).toBeNull();
    const alone = deal(hand("seat-1", "folded"), hand("seat-2"), hand("seat-3", "folded"));
    expect(sayPlay.due(asked, { ...alone, isAmongSeats: true }, here())).toBeNull();
  });

  it("a bought card is due before anything else is said, and only once", () => {
    const asked = step("any", "bet", "fold", "exchange");
    const bought = sayPlay.due(asked, THREE, here("seat-3 exchange"));
    expect(bought).toMatchObject({ card: { to: "seat-3", up: false, packet: 1, means: null }, moves: [] });
    const after = { ...here("seat-3 exchange"), dealt: ["seat-3"] };
    expect(offered(sayPlay.due(asked, THREE, after))).toEqual([
      "seat-2 bet|fold|exchange",
      "seat-3 bet|fold",
      "seat-1 bet|fold|exchange",
    ]);
  });

  it("a hand that went out after it bought a card gets none", () => {
    const gone = deal(hand("seat-1"), hand("seat-2"), hand("seat-3", "out"), hand("bank"));
    const due = sayPlay.due(step("any", "bet", "fold", "exchange"), gone, here("seat-3 exchange"));
    expect(due?.card).toBeNull();
    expect(offered(due)).toEqual(["seat-2 bet|fold|exchange", "seat-1 bet|fold|exchange"]);
  });

  it("insurance is asked for against an ace of the bank alone", () => {
    const asked = step("any", "insurance", "stand");
    const against = (face: "As" | "Ks" | null): Due | null =>
      sayPlay.due(asked, deal(hand("seat-1"), hand("seat-2"), hand("bank", "in", face)), here());
    expect(against("Ks")).toBeNull();
    expect(against(null)).toBeNull();
    expect(offered(against("As"))).toContain("seat-1 insurance|stand");
  });
});

describe("who is dealt first", () => {
  const count = { bankAt: [1, 8, 15], counted: null, thrownFrom: ["cup"] } as const;
  const dice = { step: "first-seat", by: "dice", count, cite } as const;
  const button = { step: "first-seat", by: "button", cite } as const;
  const table = { ...deal(), first: null };

  it("dice name a seat or the bank, after a seat has taken the bank", () => {
    expect(offered(firstSeatPlay.due(dice, table, here()))).toEqual([
      "seat-1 first|bank",
      "seat-2 first|bank",
      "seat-3 first|bank",
      "bank first",
    ]);
    expect(offered(firstSeatPlay.due(dice, table, here("seat-2 bank")))).toEqual([
      "seat-1 first",
      "seat-2 first",
      "seat-3 first",
      "bank first",
    ]);
    expect(firstSeatPlay.due(dice, { ...table, first: 0 }, here())).toBeNull();
  });

  it("the button names a seat; with one seat there is nothing to say", () => {
    expect(offered(firstSeatPlay.due(button, table, here()))).toEqual([
      "seat-1 first",
      "seat-2 first",
      "seat-3 first",
    ]);
    expect(firstSeatPlay.due(button, { ...table, seats: [3] }, here())).toBeNull();
  });

  it("orders seats and places round the table", () => {
    expect(seatsInOrder({ ...table, seats: [1, 4, 6], first: 4 })).toEqual(["seat-4", "seat-6", "seat-1"]);
    expect(placesInOrder({ ...table, seats: [1, 4, 6], first: 4 })).toEqual([
      "seat-4",
      "seat-6",
      "bank",
      "seat-1",
    ]);
    expect(placesInOrder({ ...table, seats: [1, 4, 6], first: 0 })).toEqual([
      "bank",
      "seat-1",
      "seat-4",
      "seat-6",
    ]);
  });
});

describe("onlyOneIn", () => {
  const among = { isAmongSeats: true };
  it("ends a game among seats when one is left, by a fold or by a rule", () => {
    expect(onlyOneIn({ ...deal(hand("seat-1")), ...among, seats: [1] })).toBe(false);
    const folded = deal(hand("seat-1", "folded"), hand("seat-2"));
    const out = deal(hand("seat-1", "out"), hand("seat-2"));
    for (const left of [folded, out]) expect(onlyOneIn({ ...left, ...among, seats: [1, 2] })).toBe(true);
    expect(onlyOneIn({ ...folded, ...among, seats: [1, 2, 3] })).toBe(false);
  });

  it("ends a game against the bank when nobody is left, also before the bank has a card", () => {
    const lost = deal(hand("seat-1", "lost"), hand("seat-2"));
    expect(onlyOneIn({ ...lost, seats: [1, 2] })).toBe(false);
    expect(onlyOneIn({ ...deal(hand("seat-1", "folded"), hand("seat-2", "lost")), seats: [1, 2] })).toBe(true);
    expect(onlyOneIn({ ...deal(hand("seat-1", "out")), seats: [1] })).toBe(false);
  });
});

describe("positions", () => {
  it("are whole, different, in the hand, and as many as the move may name", () => {
    const two = { least: 1, most: 2 };
    expect([[0], [4, 1]].map((at) => allowsPositions(two, at, 5))).toEqual([true, true]);
    for (const wrong of [[], [0, 1, 2], [5], [-1], [0.5], [Number.NaN], [1, 1]])
      expect(allowsPositions(two, wrong, 5), wrong.join()).toBe(false);
    const only = { ...two, oneOf: [[3, 4], [2]] };
    expect([[4, 3], [2]].map((at) => allowsPositions(only, at, 5))).toEqual([true, true]);
    expect([[3], [2, 3], [0]].map((at) => allowsPositions(only, at, 5))).toEqual([false, false, false]);
  });
});

describe("machines that give packets", () => {
  it("are dealt to as the step says, where it says so", () => {
    const { deal: steps } = GAMES["es-ga/poker-sin-descarte"];
    expect(stepsFor(steps, "packets")?.[0]).toEqual({
      step: "deal",
      to: [portion("seats", 5, "none"), portion("bank", 5, "last")],
      times: 1,
      packets: true,
      cite,
    });
    expect(stepsFor(steps, "one-by-one")?.[0]).not.toHaveProperty("ifPackets");
  });

  it("are not for a game whose catalogue does not know them, nor the other way round", () => {
    expect(stepsFor(GAMES["cl/go-poker"].deal, "packets")).toBeNull();
    expect(stepsFor(GAMES["cl/go-poker"].deal, "sort")).toBeNull();
    const packed: PlayedGame["deal"] = [
      { step: "deal", to: [portion("seats", 3, "none")], times: 1, packets: true, cite },
    ];
    expect(stepsFor(packed, "one-by-one")).toBeNull();
    expect(stepsFor(packed, "packets")).toEqual(packed);
  });
});

describe("the games of these tests", () => {
  it.each(Object.entries(GAMES))("%s is one that a pack may state", (_name, game: PlayedGame) => {
    const whole = {
      reader: "shoe",
      decks: { counts: [1], pack: 52, jokers: 0, cite },
      burn: { rule: "none", cards: 0 },
      cutCard: null,
      seats: { most: 7, cite },
      betsClose: "call",
      ...game,
    };
    expect(cardGameSchema.safeParse(whole).error?.issues ?? []).toEqual([]);
  });
});
