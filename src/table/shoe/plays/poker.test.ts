import { describe, expect, it } from "vitest";
import {
  decided as decidedIn,
  play,
  shown as shownIn,
  type Played,
  type Script,
} from "./poker-driver.test-help.ts";
import { GAMES, type GameName } from "./poker-games.test-help.ts";
import { bankPokerOutcome } from "./poker.ts";

const of = (game: GameName, script: Script): Played => play(GAMES[game], script);
const decided = (game: GameName, script: Script): unknown => decidedIn(GAMES[game], script);
const shown = (game: GameName, script: Script): unknown => shownIn(GAMES[game], script);

const BET_2 = ["seat-1 bet", "seat-3 bet"];

describe("five cards against the bank", () => {
  const SEATS = [1, 3];
  const hands = (seat1: string, seat3: string, bank: string): NonNullable<Script["hands"]> => ({
    "seat-1": seat1,
    "seat-3": seat3,
    bank,
  });

  it.each([
    "cl/caribbean-poker",
    "es-cb/poker-sin-descarte",
    "es-pv/poker-sin-descarte",
    "es-ga/poker-sin-descarte",
  ] as const)("%s: one wins, one loses", (game) => {
    const dealt = hands("2c 2d 9h 9s Kd", "3c 5d 7h 9c Jd", "Qc Qd 4h 8s 6c");
    expect(decided(game, { seats: SEATS, hands: dealt, words: BET_2 })).toEqual([
      "seat-1 wins",
      "seat-3 loses",
    ]);
    expect(shown(game, { seats: SEATS, hands: dealt, words: BET_2 })).toEqual({
      "seat-1": "two-pair",
      "seat-3": "high-card",
      bank: "pair",
    });
  });

  it.each([
    "cl/caribbean-poker",
    "es-cb/poker-sin-descarte",
    "es-pv/poker-sin-descarte",
    "es-ga/poker-sin-descarte",
  ] as const)("%s: the bank opens with ace and king, and not with ace and queen", (game) => {
    const low = hands("2c 2d 9h 9s Kd", "3c 5d 7h 9c Jd", "Ac Qd 4h 8s 6c");
    const least = hands("2c 2d 9h 9s 7d", "3c 5d 7h 9c Jd", "Ac Kd 2h 3s 4c");
    expect(decided(game, { seats: SEATS, hands: low, words: BET_2 })).toEqual([
      "seat-1 bank-not-qualified",
      "seat-3 bank-not-qualified",
    ]);
    expect(of(game, { seats: SEATS, hands: low, words: BET_2 }).outcome).toMatchObject({ qualifies: false });
    expect(of(game, { seats: SEATS, hands: least, words: BET_2 }).outcome).toMatchObject({ qualifies: true });
    expect(decided(game, { seats: SEATS, hands: least, words: BET_2 })).toEqual([
      "seat-1 wins",
      "seat-3 loses",
    ]);
  });

  it("names ace and king where the catalogue makes it a combination", () => {
    const least = hands("2c 2d 9h 9s 7d", "3c 5d 7h 9c Jd", "Ac Kd 2h 3s 4c");
    expect(shown("es-ga/poker-sin-descarte", { seats: SEATS, hands: least, words: BET_2 })).toMatchObject({
      bank: "ace-king",
    });
    expect(shown("es-pv/poker-sin-descarte", { seats: SEATS, hands: least, words: BET_2 })).toMatchObject({
      bank: "high-card",
    });
  });

  it("ties hands that are equal throughout", () => {
    const dealt = hands("Ac Kd 9h 8s 2c", "3c 5d 7h 9c Jd", "Ad Kc 9s 8h 2d");
    expect(decided("cl/caribbean-poker", { seats: SEATS, hands: dealt, words: BET_2 })).toEqual([
      "seat-1 ties",
      "seat-3 loses",
    ]);
  });

  it("leaves to a person what lies in a card beyond the text: Chile compares one card beside a pair", () => {
    const dealt = hands("Ac Ad 9h 8s 2c", "3c 5d 7h 9c Jd", "As Ah 9s 7c 2d");
    expect(decided("cl/caribbean-poker", { seats: SEATS, hands: dealt, words: BET_2 })).toEqual({
      open: ["ranks-beyond-text"],
    });
    expect(decided("es-cb/poker-sin-descarte", { seats: SEATS, hands: dealt, words: BET_2 })).toEqual([
      "seat-1 wins",
      "seat-3 loses",
    ]);
  });

  it("never turns who folded, and says so", () => {
    const dealt = hands("2c 2d 9h 9s Kd", "3c 5d 7h 9c Jd", "Qc Qd 4h 8s 6c");
    const played = of("es-cb/poker-sin-descarte", {
      seats: SEATS,
      hands: dealt,
      words: ["seat-1 fold", "seat-3 bet"],
    });
    expect(played.deal.hands.find(({ id }) => id === "seat-1")?.cards.some(({ up }) => up)).toBe(false);
    expect(played.log.flatMap(({ due }) => due.turn)).not.toContain("seat-1");
    expect(played.outcome).toMatchObject({
      results: [
        { of: "seat-1", is: "folded" },
        { of: "seat-3", is: "loses" },
      ],
    });
  });

  it("is over when all folded: the bank is not turned", () => {
    const dealt = hands("2c 2d 9h 9s Kd", "3c 5d 7h 9c Jd", "Qc Qd 4h 8s 6c");
    const played = of("es-cb/poker-sin-descarte", {
      seats: SEATS,
      hands: dealt,
      words: ["seat-3 fold", "seat-1 fold"],
    });
    expect(played.outcome).toEqual({
      values: [],
      results: [
        { of: "seat-1", is: "folded" },
        { of: "seat-3", is: "folded" },
      ],
      qualifies: null,
    });
    expect(played.log.flatMap(({ due }) => due.turn)).toEqual([]);
  });

  it("ends at once where the seats are not shown to a bank that does not open", () => {
    const dealt = hands("2c 2d 9h 9s Kd", "3c 5d 7h 9c Jd", "Ac Qd 4h 8s 6c");
    const turned = (game: GameName): string[] => [
      ...new Set(of(game, { seats: SEATS, hands: dealt, words: BET_2 }).log.flatMap(({ due }) => due.turn)),
    ];
    expect(turned("cl/caribbean-poker")).toEqual(["bank"]);
    expect(turned("es-ga/poker-sin-descarte")).toEqual(["bank", "seat-1", "seat-3"]);
  });

  it("deals one by one or in fives, and turns the bank's card that the catalogue says", () => {
    const faces = "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc";
    const went = (game: GameName, mode: "one-by-one" | "packets"): readonly string[] =>
      of(game, { seats: [2], faces, words: ["seat-2 bet"], mode }).went;
    const pair = ["seat-2", "bank"];
    expect(went("es-ga/poker-sin-descarte", "one-by-one")).toEqual([
      "seat-2",
      "bank^",
      ...pair,
      ...pair,
      ...pair,
      ...pair,
    ]);
    expect(went("es-cb/poker-sin-descarte", "one-by-one")).toEqual([
      ...pair,
      ...pair,
      ...pair,
      ...pair,
      "seat-2",
      "bank^",
    ]);
    const fives = [...Array<string>(5).fill("seat-2"), ...Array<string>(4).fill("bank"), "bank^"];
    expect(went("es-ga/poker-sin-descarte", "packets")).toEqual(fives);
    expect(went("es-cb/poker-sin-descarte", "packets")).toEqual(fives);
    const { log } = of("es-ga/poker-sin-descarte", {
      seats: [2],
      faces,
      words: ["seat-2 bet"],
      mode: "packets",
    });
    expect(log.slice(0, 5).map(({ due }) => due.card?.packet)).toEqual([5, 4, 3, 2, 1]);
  });

  it("counts as no combination a hand with a wrong number of cards, and leaves the round open", () => {
    const { deal } = of("es-cb/poker-sin-descarte", {
      seats: SEATS,
      hands: hands("2c 2d 9h 9s Kd", "3c 5d 7h 9c Jd", "Qc Qd 4h 8s 6c"),
      words: BET_2,
    });
    const { outcome } = GAMES["es-cb/poker-sin-descarte"];
    const short = {
      ...deal,
      hands: deal.hands.map((hand) => (hand.id === "seat-1" ? { ...hand, cards: hand.cards.slice(1) } : hand)),
    };
    expect(bankPokerOutcome.outcome(outcome, short)).toEqual({ open: ["hand-not-complete"] });
    expect(bankPokerOutcome.values(outcome, short)).toContainEqual({
      hand: "seat-1",
      total: null,
      category: null,
    });
    const covered = {
      ...deal,
      hands: deal.hands.map((hand) =>
        hand.id === "seat-1"
          ? { ...hand, cards: hand.cards.map((card) => ({ ...card, up: false, face: null })) }
          : hand,
      ),
    };
    expect(bankPokerOutcome.outcome(outcome, covered)).toEqual({ open: ["hand-not-turned"] });
    const out = {
      ...covered,
      hands: covered.hands.map((hand) => (hand.id === "seat-1" ? { ...hand, state: "out" as const } : hand)),
    };
    expect(bankPokerOutcome.outcome(outcome, out)).toMatchObject({ results: [{ of: "seat-3", is: "loses" }] });
  });

  it("does not take a card twice for a hand", () => {
    const dealt = hands("2c 2c 9h 9s Kd", "3c 5d 7h 9c Jd", "Qc Qd 4h 8s 6c");
    expect(decided("es-cb/poker-sin-descarte", { seats: SEATS, hands: dealt, words: BET_2 })).toEqual({
      open: ["hand-not-complete"],
    });
  });
});

describe("buying a card", () => {
  const words = ["seat-1 exchange 4", "seat-1 bet", "seat-3 bet"];
  const hands = { "seat-1": "2c 2d 9h 9s Kd 9c", "seat-3": "3c 5d 7h 9d Jd", bank: "Qc Qd Qh 8s 6c" };

  it.each(["es-cb/poker-sin-descarte", "es-ga/poker-sin-descarte"] as const)(
    "%s: before the hand's own word",
    (game) => {
      expect(decided(game, { seats: [1, 3], hands, words })).toEqual(["seat-1 wins", "seat-3 loses"]);
      expect(shown(game, { seats: [1, 3], hands, words })).toMatchObject({ "seat-1": "full-house" });
    },
  );

  it("is one card, once", () => {
    const { log } = of("es-cb/poker-sin-descarte", { seats: [1, 3], hands, words });
    const offers = log.flatMap(({ due }) => due.moves.filter(({ who }) => who === "seat-1"));
    expect(offers.map(({ moves }) => moves.includes("exchange"))).toEqual([true, false]);
    expect(offers[0]?.choose).toEqual({ least: 1, most: 1 });
    const twice = [...words.slice(0, 1), "seat-1 exchange 0", ...words.slice(1)];
    expect(() => of("es-cb/poker-sin-descarte", { seats: [1, 3], hands, words: twice })).toThrow("stuck");
  });

  it("cl/caribbean-poker-plus: after all have bet, seat by seat", () => {
    const plus = ["seat-3 fold", "seat-1 bet", "seat-1 exchange 4"];
    expect(decided("cl/caribbean-poker-plus", { seats: [1, 3], hands, words: plus })).toEqual([
      "seat-1 wins",
      "seat-3 folded",
    ]);
  });
});

describe("three cards against the bank", () => {
  it.each(["cl/poker-tres-cartas", "es-cb/poker-tres-cartas"] as const)("%s", (game) => {
    const run = (bank: string): unknown =>
      decided(game, {
        seats: [1, 3],
        hands: { "seat-1": "2c 3d 4h", "seat-3": "9c Jc 4c", bank },
        words: BET_2,
      });
    expect(run("Jd 9d 8h")).toEqual(["seat-1 bank-not-qualified", "seat-3 bank-not-qualified"]);
    expect(run("Qd 9d 8h")).toEqual(["seat-1 wins", "seat-3 wins"]);
    // A straight beats a flush with three cards.
    expect(run("Ad 9d 8d")).toEqual(["seat-1 wins", "seat-3 loses"]);
    expect(run("2s 3s 4d")).toEqual(["seat-1 ties", "seat-3 loses"]);
  });
});
