import { describe, expect, it } from "vitest";
import { change, give, play, resultsOf, say, seatTable, totalsOf, type Table } from "./play.test-help.ts";
import {
  BLACK_JACK_CB,
  BLACK_JACK_CL,
  BLACK_JACK_PV,
  CANAL_21,
  CHALLENGE_21,
} from "./table-games.test-help.ts";

const movesFor = (table: Table, who: string): readonly string[] =>
  table.due?.moves.find((one) => one.who === who)?.moves ?? [];
const after = (game: typeof BLACK_JACK_CL, cards: string, ...script: string[]): Table =>
  play(seatTable(game, [1]), cards, ...script);
const CL = (seats: number[], ...script: string[]): Table => play(seatTable(BLACK_JACK_CL, seats), ...script);

describe("the players", () => {
  it("are dealt one, the bank one, and a second each; then asked in their order", () => {
    const table = CL([2, 5], "9h 5c 10d 3s 6h");
    expect(table.dealt).toEqual(["seat-2", "seat-5", "bank", "seat-2", "seat-5"]);
    expect(table.due).toEqual({
      card: { to: "seat-2", up: true, packet: 1, means: { who: "seat-2", move: "card" } },
      moves: [{ who: "seat-2", moves: ["card", "stand", "surrender"] }],
      turn: [],
      duty: { code: "choice", hand: "seat-2" },
    });
    const end = play(table, "6d", "seat-2 stand", "seat-5 double", "9c", "8h");
    expect(end.dealt.slice(5)).toEqual(["seat-2", "seat-5", "bank"]);
    expect(resultsOf(end)).toEqual(["seat-2 ties", "seat-5 wins"]);
    expect(totalsOf(end)).toEqual({ "seat-2": 18, "seat-5": 20, bank: 18 });
    expect(CL([1], "9h 10d 9c").due?.card?.to).toBe("seat-1");
  });

  it("are not asked at 21 or more", () => {
    const bust = CL([1, 2], "9h Ah 10d 5s Kc", "Kd");
    expect(bust.due?.card).toMatchObject({ to: "bank" });
    expect(resultsOf(play(bust, "7c"))).toEqual(["seat-1 loses", "seat-2 wins-black-jack"]);
    const twentyOne = CL([1, 2], "9h 9c 10d 5s 9d", "7d");
    expect(twentyOne.due?.duty).toEqual({ code: "choice", hand: "seat-2" });
  });

  it("double with one card, on 9, 10 and 11 or any two, an ace counted either way", () => {
    expect(movesFor(CL([1], "9h 10d 3s"), "seat-1")).not.toContain("double");
    for (const cards of ["4h 10d 5s", "4h 10d 6s", "5h 10d 6s", "Ah 10d 8s"]) {
      const double = say(CL([1], cards), "seat-1", "double");
      expect(double.due).toMatchObject({ card: { to: "seat-1", means: null }, moves: [] });
      expect(give(double, "2c").due?.card?.to).toBe("bank");
    }
    expect(movesFor(play(CL([1], "4h 10d 3s"), "2c"), "seat-1")).toEqual(["card", "stand"]);
    expect(movesFor(play(seatTable(BLACK_JACK_CB, [1]), "9h 10d 3s"), "seat-1")).toContain("double");
    expect(movesFor(play(seatTable(BLACK_JACK_CB, [1]), "9h 10d 9s"), "seat-1")).toContain("double");
    expect(movesFor(play(seatTable(BLACK_JACK_CB, [1]), "Ah 10d As"), "seat-1")).not.toContain("double");
  });

  it("split equal values, up to four hands, each dealt on and played in its place", () => {
    const split = CL([1, 2], "8h 9c 10d 8s 9d", "seat-1 split");
    expect(split.due).toMatchObject({ card: { to: "seat-1", means: null }, moves: [] });
    const again = play(split, "8d", "seat-1 split");
    expect(again.deal.hands.map(({ id }) => id)).toEqual(["seat-1", "seat-2", "bank", "seat-1.2", "seat-1.3"]);
    // The new hand lies beside the one it came from: first, third, second.
    const first = play(again, "3c", "seat-1 double", "Kc");
    expect(first.due?.card).toMatchObject({ to: "seat-1.3", means: null });
    const fourth = play(first, "8c", "seat-1.3 split", "2c");
    expect(movesFor(fourth, "seat-1.3")).toContain("double");
    const atMost = play(fourth, "seat-1.3 stand", "8h");
    expect(movesFor(atMost, "seat-1.4")).toEqual(["card", "stand"]);
    const end = play(atMost, "seat-1.4 stand", "10c", "seat-1.2 stand", "seat-2 stand", "7h");
    expect(resultsOf(end)).toEqual([
      "seat-1 wins",
      "seat-1 par-mezclado",
      "seat-1.3 loses",
      "seat-1.4 loses",
      "seat-1.2 wins",
      "seat-2 wins",
      "seat-2 par-mezclado",
    ]);
  });

  it("have one card on each split ace, and a 21 of it is no black-jack", () => {
    const split = CL([1], "Ah 10d As", "seat-1 split");
    const end = play(split, "Kc 9c 7c");
    expect(end.dealt.slice(3)).toEqual(["seat-1", "seat-1.2", "bank"]);
    expect(resultsOf(end)).toEqual(["seat-1 wins", "seat-1 par-mezclado", "seat-1.2 wins"]);
    const aces = play(split, "Ad");
    expect(aces.due?.card).toMatchObject({ to: "seat-1.2", means: null });
  });

  it("give up by the law's terms", () => {
    expect(movesFor(CL([1], "9h Ad 3s"), "seat-1")).not.toContain("surrender");
    expect(movesFor(play(CL([1], "9h 10d 3s"), "2c"), "seat-1")).not.toContain("surrender");
    expect(movesFor(play(CL([1], "8h 10d 8s", "seat-1 split"), "2c"), "seat-1")).not.toContain("surrender");
    const given = CL([1, 2], "9h 8c 10d 3s 9d", "seat-1 surrender");
    expect(given.due?.card?.to).toBe("seat-2");
    expect(resultsOf(play(given, "seat-2 stand", "7d"))).toEqual(["seat-1 surrendered", "seat-2 ties"]);
    // Cantabria: anybody, until the first third card.
    const early = play(seatTable(BLACK_JACK_CB, [1, 2]), "9h 8c 10d 3s 9d");
    expect(movesFor(early, "seat-2")).toEqual(["surrender"]);
    expect(movesFor(play(early, "2c"), "seat-2")).toEqual([]);
    expect(movesFor(play(early, "2c", "seat-1 stand"), "seat-2")).toEqual(["card", "stand", "double"]);
    expect(resultsOf(play(early, "seat-2 surrender", "Kc"))).toEqual(["seat-1 loses", "seat-2 surrendered"]);
  });

  it("insure themselves against an ace, in Canal 21 against a ten too, before the first third card", () => {
    const ace = CL([1, 2], "9h 8c Ad 3s 9d");
    expect(movesFor(ace, "seat-2")).toEqual(["insurance"]);
    expect(movesFor(play(ace, "seat-2 insurance"), "seat-2")).toEqual([]);
    expect(movesFor(play(ace, "2c"), "seat-2")).toEqual([]);
    expect(movesFor(CL([1], "9h Kd 3s"), "seat-1")).not.toContain("insurance");
    expect(movesFor(play(seatTable(CANAL_21, [1]), "9h Kd 3s"), "seat-1")).toContain("insurance");
    expect(movesFor(play(seatTable(CANAL_21, [1]), "9h 9d 3s"), "seat-1")).not.toContain("insurance");
  });

  it("that a rule put out have no turn and no result", () => {
    const out = change(CL([1, 2], "9h 8c 10d 3s 9d"), "seat-1", { state: "out" });
    expect(resultsOf(play(out, "seat-2 stand", "8h"))).toEqual(["seat-2 loses"]);
  });
});

describe("the bank", () => {
  it("draws to 17, and on a soft 17 only in Canal 21", () => {
    expect(after(BLACK_JACK_CL, "10h 6d 9s", "seat-1 stand", "Ac").due).toBeNull();
    expect(after(CANAL_21, "10h 6d 9s", "seat-1 stand", "Ac").due?.card?.to).toBe("bank");
    expect(after(CANAL_21, "10h 6d 9s", "seat-1 stand", "Ac Kc").due).toBeNull();
    const low = after(BLACK_JACK_CL, "10h 2d 9s", "seat-1 stand", "2c 2h 2s 2d 2c");
    expect(low.due?.card).toEqual({ to: "bank", up: true, packet: 1, means: null });
    expect(low.due?.duty).toEqual({ code: "bank-draws", hand: "bank" });
    expect(resultsOf(give(low, "9c"))).toEqual(["seat-1 loses"]);
  });

  it("does not draw when no hand is left in", () => {
    for (const game of [BLACK_JACK_CL, BLACK_JACK_CB]) {
      expect(resultsOf(after(game, "10h 6d 9s", "4c"))).toEqual(["seat-1 loses"]);
      expect(resultsOf(after(game, "10h 6d 9s", "seat-1 surrender"))).toEqual(["seat-1 surrendered"]);
    }
  });

  it("takes no card in Chile that could not change anything", () => {
    expect(resultsOf(after(BLACK_JACK_CL, "Ah 6d Ks"))).toEqual(["seat-1 wins-black-jack"]);
    expect(after(BLACK_JACK_CB, "Ah 6d Ks").due?.card?.to).toBe("bank");
    expect(resultsOf(after(BLACK_JACK_CL, "Ah Ad Ks", "9c"))).toEqual(["seat-1 wins-black-jack"]);
    expect(resultsOf(after(BLACK_JACK_CL, "Ah Ad Ks", "Qc"))).toEqual(["seat-1 ties"]);
    expect(resultsOf(after(BLACK_JACK_CL, "Ah Qd Ks", "2c"))).toEqual(["seat-1 wins-black-jack"]);
    // All that were insured are over 21: one card more, for the insurance.
    const insured = after(BLACK_JACK_CL, "10h Ad 6s", "seat-1 insurance", "Kc");
    expect(insured.due?.card?.to).toBe("bank");
    expect(resultsOf(give(insured, "2c"))).toEqual(["seat-1 loses"]);
    expect(after(BLACK_JACK_CL, "10h Ad 6s", "Kc").due).toBeNull();
  });

  it("leaves a round open that hangs on the ace of a doubled hand (País Vasco)", () => {
    const doubled = (bank: string): readonly string[] =>
      resultsOf(after(BLACK_JACK_PV, "5h 10d 5s", "seat-1 double", "As", bank));
    const hard = after(BLACK_JACK_PV, "5h 10d 5s", "seat-1 double", "9s", "8c");
    expect(resultsOf(hard)).toEqual(["seat-1 wins"]);
    expect(doubled("8c")).toEqual(["open ace-of-doubled-hand"]);
    expect(resultsOf(after(BLACK_JACK_PV, "5h 6d 5s", "seat-1 double", "As", "Kc Qc"))).toEqual([
      "seat-1 wins",
    ]);
    expect(resultsOf(after(BLACK_JACK_CL, "5h 10d 5s", "seat-1 double", "As", "8c"))).toEqual([
      "seat-1 wins",
      "seat-1 par-mezclado",
    ]);
  });

  it("is not decided while a card is missing", () => {
    const end = after(BLACK_JACK_CL, "10h 10d 9s", "seat-1 stand", "8c");
    expect(resultsOf(change(end, "bank", { cards: [] }))).toEqual(["open hand-not-complete"]);
    expect(resultsOf(change(end, "seat-1", { cards: [] }))).toEqual(["open hand-not-complete"]);
  });
});

describe("the kinds of black-jack in Chile", () => {
  it("Perfect Pairs: by the two first cards, before and after a split", () => {
    const pair = (cards: string, ...script: string[]): readonly string[] =>
      resultsOf(CL([1], cards, ...script));
    expect(pair("9h 10d 9h", "seat-1 stand", "7c")).toEqual(["seat-1 wins", "seat-1 perfect-pairs"]);
    expect(pair("9h 10d 9d", "seat-1 stand", "7c")).toEqual(["seat-1 wins", "seat-1 par-de-color"]);
    expect(pair("Kh 10d Qh", "seat-1 stand", "7c")).toEqual(["seat-1 wins"]);
    expect(pair("9h 10d 9d", "seat-1 split", "8c", "seat-1 stand", "7c", "seat-1.2 stand", "7c")).toEqual([
      "seat-1 ties",
      "seat-1 par-de-color",
      "seat-1.2 loses",
    ]);
  });

  it("Canal 21: splits aces again, gives up after a split, doubles below 21", () => {
    const split = play(seatTable(CANAL_21, [1]), "Ah 10d As", "seat-1 split", "Ad");
    expect(movesFor(split, "seat-1")).toEqual(["stand", "split", "surrender"]);
    expect(split.due?.card).toBeNull();
    const again = play(split, "seat-1 split", "5c 6c 7c");
    expect(again.deal.hands.map(({ cards }) => cards.length)).toEqual([2, 1, 2, 2]);
    expect(again.due?.card?.to).toBe("bank");
    expect(movesFor(play(seatTable(CANAL_21, [1]), "10h 10d 10s"), "seat-1")).toContain("double");
    expect(movesFor(play(seatTable(CANAL_21, [1]), "8h 10d 8s", "seat-1 split", "2c"), "seat-1")).toContain(
      "surrender",
    );
    expect(movesFor(play(seatTable(CANAL_21, [1]), "8h Ad 8s"), "seat-1")).toContain("surrender");
  });

  it("takes no card in Canal 21 where its first one has paid all hands, and its whole hand against an ace or ten", () => {
    expect(resultsOf(after(CANAL_21, "Ah 6d Ks"))).toEqual(["seat-1 wins-black-jack"]);
    expect(after(CANAL_21, "Ah Ad Ks", "4c").due?.card?.to).toBe("bank");
    expect(resultsOf(after(CANAL_21, "Ah Ad Ks", "4c Kc 3d"))).toEqual(["seat-1 wins-black-jack"]);
    expect(after(CANAL_21, "Ah Kd Ks", "4c").due?.card?.to).toBe("bank");
    const other = play(seatTable(CANAL_21, [1, 2]), "Ah 9h 6d Ks 9s", "seat-2 stand");
    expect(other.due?.card?.to).toBe("bank");
  });

  it("shows its second card in Canal 21 where only insurances are left, against a ten too", () => {
    for (const first of ["Ad", "10d"]) {
      const insured = after(CANAL_21, `10h ${first} 9s`, "seat-1 insurance", "4c");
      expect(insured.due?.card?.to).toBe("bank");
      expect(give(insured, "2c").due).toBeNull();
      expect(after(CANAL_21, `10h ${first} 9s`, "4c").due).toBeNull();
    }
    expect(after(CANAL_21, "10h 6d 9s", "4c").due).toBeNull();
  });

  it("Canal 21: the desempate of a bank that has it", () => {
    const dealt = play(seatTable(CANAL_21, [1, 2, 3, 4]), "Ah 7c 9h 10s 10d Kd 7s 8h Qs");
    const bank = play(dealt, "7d", "seat-3 stand", "seat-4 stand", "Ac");
    expect(bank.due).toMatchObject({
      card: null,
      moves: [
        { who: "seat-1", moves: ["war", "stand"] },
        { who: "seat-2", moves: ["war", "stand"] },
      ],
    });
    const end = play(bank, "seat-1 war", "9c 8c", "seat-2 war", "5c 5d");
    expect(end.dealt.slice(-4)).toEqual(["seat-1", "bank", "seat-2", "bank"]);
    expect(resultsOf(end)).toEqual(["seat-1 wins", "seat-2 ties-after-war", "seat-3 loses", "seat-4 loses"]);
    expect(totalsOf(end)).toEqual({ "seat-1": 21, "seat-2": 21, "seat-3": 17, "seat-4": 20, bank: 21 });
    expect(resultsOf(play(bank, "seat-1 stand", "seat-2 war", "5c 6d"))).toEqual([
      "seat-1 ties",
      "seat-2 loses",
      "seat-3 loses",
      "seat-4 loses",
    ]);
    // A bank of 21 with more cards is compared like any other.
    const plain = play(seatTable(CANAL_21, [1, 2]), "Ah 10c 5d Kd 9s", "seat-2 stand", "6c Kc");
    expect(resultsOf(plain)).toEqual(["seat-1 wins-black-jack", "seat-2 loses"]);
  });

  it("Challenge 21: two hands of the bank, and a third for who bet on it", () => {
    const dealt = (third: "bet" | "check"): Table =>
      play(
        seatTable(CHALLENGE_21, [1, 2]),
        `seat-1 ${third}`,
        "seat-2 check",
        "10h 9c 10d 9s 9d",
        "seat-1 stand",
        "seat-2 stand",
      );
    const two = play(dealt("check"), "8c", "6c", "Kc");
    expect(resultsOf(two)).toEqual(["seat-1 wins", "seat-2 ties", "seat-1 wins", "seat-2 wins"]);
    const three = play(dealt("bet"), "8c", "6c", "Kc", "10h");
    expect(three.dealt.slice(5)).toEqual(["bank", "bank", "bank", "bank"]);
    expect(resultsOf(three)).toEqual([
      "seat-1 wins",
      "seat-2 ties",
      "seat-1 wins",
      "seat-2 wins",
      "seat-1 loses",
    ]);
    // Only a black-jack is left: one card for each hand of the bank.
    const lone = play(seatTable(CHALLENGE_21, [1]), "seat-1 bet", "Ah 10d Ks", "5c", "Ac", "9c");
    expect(resultsOf(lone)).toEqual(["seat-1 wins-black-jack", "seat-1 ties", "seat-1 wins-black-jack"]);
  });
});
