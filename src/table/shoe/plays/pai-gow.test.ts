import { describe, expect, it } from "vitest";
import { decided as decidedIn, play, type Played, type Script } from "./poker-driver.test-help.ts";
import { paiGowOutcome, setPlay } from "./pai-gow.ts";
import { GAMES } from "./poker-games.test-help.ts";

const GAME = GAMES["es-cb/pai-gow-poker"];
const of = (script: Script): Played => play(GAME, script);
const decided = (script: Script): unknown => decidedIn(GAME, script);

/** The bank: a pair of tens, and a king and a queen low. Its low cards lie last. */
const BANK = "10c 10d 9h 7s 2c Kd Qh";
const SETS = ["bank set 5 6", "seat-1 set 5 6", "seat-4 set 5 6"];
const run = (seat1: string, seat4: string, bank = BANK): Script => ({
  seats: [1, 4],
  hands: { "seat-1": seat1, "seat-4": seat4, bank },
  words: ["seat-4 first", ...SETS],
});

describe("pai gow poker", () => {
  it("wins with both hands, ties with one, loses with none", () => {
    expect(decided(run("Jc Jd 9s 7d 2d As 3c", "Js Jh 8s 6d 5d 9c 8c"))).toEqual([
      "seat-1 wins",
      "seat-4 ties",
    ]);
    expect(decided(run("8c 8d 9s 7d 2d As 3c", "5s 5h 8s 6d 2h 9c 3h"))).toEqual([
      "seat-1 ties",
      "seat-4 loses",
    ]);
  });

  it("gives ties to the bank", () => {
    // Both parts equal: it loses. Jack pair and the same low hand: a tie of one, better in the other.
    expect(decided(run("10h 10s 9c 7c 2d Ks Qc", "Jc Jd 8s 6d 5d Kc Qd"))).toEqual([
      "seat-1 loses",
      "seat-4 ties",
    ]);
  });

  it("calls badly set what has the low hand above the high one", () => {
    expect(decided(run("Kc Qd 9s 7d 2d As Ad", "Js Jh 8s 6d 5d 9c 8c"))).toEqual([
      "seat-1 badly-set",
      "seat-4 ties",
    ]);
    expect(decided(run("Jc Jd 9s 7d 2d As 3c", "Js Jh 8s 6d 5d 9c 8c", "Kc 9h 7s 4c 2c Kd Kh"))).toEqual({
      open: ["bank-badly-set"],
    });
  });

  it("names both parts of a hand once they are set", () => {
    const { outcome, log } = of(run("As Ah Ac Ad joker Ks Kc", "Js Jh 8s 6d 5d 9c 8c"));
    expect(outcome).toMatchObject({
      values: [
        { hand: "seat-4", category: "pair", low: "high-card" },
        { hand: "bank", category: "pair", low: "high-card" },
        { hand: "seat-1", category: "five-of-a-kind", low: "pair" },
      ],
    });
    expect(
      log
        .flatMap(({ values }) => values)
        .every(({ category, low }) => (category === null) === (low === undefined)),
    ).toBe(true);
  });

  it("leaves open what hangs on cards beside the combination, which the text does not compare", () => {
    // The low hands are both king high; the high hand is better, so the low one decides between a win and a tie.
    expect(decided(run("Jc Jd 9s 7d 2d Ks Jh", "Js 3h 8s 6d 5d 9c 8c"))).toEqual([
      "seat-1 ties",
      "seat-4 loses",
    ]);
    expect(decided(run("Jc Jd 9s 7d 2d Ks Ac", "Js 3h 8s 6d 5d 9c 8c", "10c 10d 9h 7s 2c Ad Qh"))).toEqual({
      open: ["ranks-beyond-text"],
    });
  });

  it("deals seven at a time round the table from the place that the dice give, the bank's included", () => {
    const order = (first: string): string[] => {
      const hands = { "seat-1": "Jc Jd 9s 7d 2d As 3c", "seat-4": "Js Jh 8s 6d 5d 9c 8c", bank: BANK };
      return [...new Set(of({ seats: [1, 4], hands, words: [`${first} first`, ...SETS] }).went)];
    };
    expect(order("seat-4")).toEqual(["seat-4", "bank", "seat-1"]);
    expect(order("bank")).toEqual(["bank", "seat-1", "seat-4"]);
    expect(order("seat-1")).toEqual(["seat-1", "seat-4", "bank"]);
  });

  it("compares the croupier's hand too, and first, when a seat has the bank", () => {
    const hands = { "seat-1": "8h 8d 9s 7d 2d As 3c", "seat-4": "Js Jh 8s 6d 5d 9c 8c", bank: BANK };
    const words = ["seat-4 bank", "seat-1 first", ...SETS];
    expect(decided({ seats: [1, 4], hands, words })).toEqual(["bank ties", "seat-1 ties"]);
    expect(decided({ seats: [1, 4], hands: { ...hands, "seat-1": "Qc Qd 9s 7d 2d As 3c" }, words })).toEqual([
      "bank ties",
      "seat-1 wins",
    ]);
  });

  it("asks for the low hand of what is turned, the bank's first, any two different cards of seven", () => {
    const { log } = of(run("Jc Jd 9s 7d 2d As 3c", "Js Jh 8s 6d 5d 9c 8c"));
    // Seat 1 turns and is set before seat 4, though that one was dealt first: any order will do.
    const last = log
      .slice(-6)
      .map(({ due }) => [
        due.duty.code,
        due.duty.hand,
        due.turn.join(),
        due.moves.map(({ who }) => who).join(),
      ]);
    expect(last).toEqual([
      ["turn", "bank", "bank,seat-4,seat-1", ""],
      ["set", "bank", "seat-4,seat-1", "bank"],
      ["turn", "seat-4", "seat-4,seat-1", ""],
      ["set", "seat-4", "seat-1", "seat-4"],
      ["set", "seat-4", "", "seat-4,seat-1"],
      ["set", "seat-4", "", "seat-4"],
    ]);
    const words = ["seat-4 first", "bank set 5 5"];
    expect(() => of({ ...run("Jc Jd 9s 7d 2d As 3c", "Js Jh 8s 6d 5d 9c 8c"), words })).toThrow("stuck");
  });

  it("does not ask a hand that is out, and gives it no result", () => {
    const { deal } = of(run("8c 8d 9s 7d 2d As 3c", "5s 5h 8s 6d 2h 9c 3h"));
    const out = deal.hands.map((hand) =>
      hand.id === "seat-4" ? { ...hand, state: "out" as const, low: null } : hand,
    );
    expect(
      setPlay.due(
        { step: "set", cite: GAME.outcome.cite },
        { ...deal, hands: out },
        { dealt: [], said: [], turned: [] },
      ),
    ).toBeNull();
    const outcome = paiGowOutcome.outcome(GAME.outcome, { ...deal, hands: out });
    expect("open" in outcome ? outcome : outcome.results).toEqual([{ of: "seat-1", is: "ties" }]);
  });

  it("compares to the last card where the pack says so", () => {
    const script = run("Jc Jd 9s 7d 2d Ks Ac", "Js 3h 8s 6d 5d 9c 8c", "10c 10d 9h 7s 2c Ad Qh");
    const rule = { ...GAME.outcome, compareOn: true } as const;
    const outcome = paiGowOutcome.outcome(rule, of(script).deal);
    expect("open" in outcome ? outcome : outcome.results[0]).toEqual({ of: "seat-1", is: "wins" });
  });
});
