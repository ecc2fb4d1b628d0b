import { describe, expect, it } from "vitest";
import type { Face } from "../../../cards/card.ts";
import {
  decided as decidedIn,
  play,
  shown as shownIn,
  type Played,
  type Script,
} from "./poker-driver.test-help.ts";
import { GAMES, type GameName, type PlayedGame } from "./poker-games.test-help.ts";
import { outcomePlay } from "./index.ts";
import type { PublicDeal, PublicHand } from "./play.ts";

const of = (game: GameName, script: Script): Played => play(GAMES[game], script);
const decided = (game: GameName, script: Script): unknown => decidedIn(GAMES[game], script);
const shown = (game: GameName, script: Script): unknown => shownIn(GAMES[game], script);

const BET_2 = ["seat-1 bet", "seat-3 bet"];

describe("best five of seven against the bank", () => {
  const board = "Ah Kh 7d 7c 2s";
  it("cl/texas-holdem-plus: common cards turned before the bank, which opens with a pair of fours", () => {
    const run = (bank: string, common = board): Script => ({
      seats: [1, 3],
      hands: { "seat-1": "As 9d", "seat-3": "Qc Jc", bank, board: common },
      words: BET_2,
    });
    expect(decided("cl/texas-holdem-plus", run("Kc 10d"))).toEqual(["seat-1 wins", "seat-3 loses"]);
    expect(of("cl/texas-holdem-plus", run("Kc 10d")).log.flatMap(({ due }) => due.turn.slice(0, 1))).toEqual([
      "board",
      "bank",
      "seat-1",
      "seat-3",
    ]);
    expect(decided("cl/texas-holdem-plus", run("3c 3d", "Ah Kh 8d 7c 2s"))).toEqual([
      "seat-1 bank-not-qualified",
      "seat-3 bank-not-qualified",
    ]);
  });

  it.each(["cl/texas-holdem-bonus", "es-cb/poker-texas-holdem-bonus"] as const)(
    "%s: three streets, each with a burn",
    (game) => {
      const first = game === "cl/texas-holdem-bonus" ? ["seat-3 first"] : [];
      const script = {
        seats: [1, 3],
        hands: { "seat-1": "As Ad", "seat-3": "Qc Jc", bank: "Kc 10d", board },
        words: [...first, ...BET_2],
      };
      expect(decided(game, script)).toEqual(["seat-1 wins", "seat-3 loses"]);
      const one = first.length > 0 ? ["seat-3", "seat-1", "bank"] : ["seat-1", "seat-3", "bank"];
      const street = ["burnt", "board^"];
      expect(of(game, script).went).toEqual([
        ...one,
        ...one,
        "burnt",
        "board^",
        "board^",
        "board^",
        ...street,
        ...street,
      ]);
    },
  );

  it("is compared to the last card where the pack says that the text comes to that", () => {
    const hands = { "seat-1": "As 9d", "seat-3": "Qc Jc", bank: "Ac 10d", board: "Ah Kh 7d 6c 2s" };
    const { deal, outcome: law } = GAMES["cl/texas-holdem-bonus"];
    const run = (outcome: PlayedGame["outcome"]): unknown =>
      decidedIn({ deal, outcome }, { seats: [1, 3], hands, words: ["seat-1 first", ...BET_2] });
    expect(run(law)).toEqual({ open: ["ranks-beyond-text"] });
    expect(run({ ...law, compareOn: true })).toEqual(["seat-1 loses", "seat-3 loses"]);
  });

  it("Cantabria says nothing of the cards beside the combination", () => {
    const hands = { "seat-1": "As 9d", "seat-3": "Qc Jc", bank: "Ac 10d", board: "Ah Kh 7d 6c 2s" };
    expect(decided("es-cb/poker-texas-holdem-bonus", { seats: [1, 3], hands, words: BET_2 })).toEqual({
      open: ["ranks-beyond-text"],
    });
  });
});

describe("hands that are not complete", () => {
  const up = (id: string, text: string, isUp = true): PublicHand => ({
    id,
    state: "in",
    low: null,
    deemed: null,
    cards: text.split(" ").map((face, n) => ({ n, face: isUp ? (face as Face) : null, up: isUp })),
  });
  const deal = (...hands: PublicHand[]): PublicDeal => ({
    seats: [1],
    isAmongSeats: false,
    first: null,
    hands,
    said: [],
    bound: [],
  });
  const category = (game: GameName, ...hands: PublicHand[]): unknown =>
    outcomePlay(GAMES[game].outcome).values(GAMES[game].outcome, deal(...hands))[0]?.category;

  it("have no combination before the board is whole, nor with a card too many", () => {
    const seat = up("seat-1", "As Ad");
    const game = "cl/texas-holdem-con-limites";
    expect(category(game, seat, up("board", "Kc 4d 7h"))).toBeNull();
    expect(category(game, seat, up("board", "Kc 4d 7h 8s"))).toBeNull();
    expect(category(game, seat, up("board", "Kc 4d 7h 8s 9c"))).toBe("pair");
    expect(category(game, seat, up("board", "Kc 4d 7h 8s 9c", false))).toBeNull();
    expect(category(game, up("seat-1", "As Ad 2c"), up("board", "Kc 4d 7h 8s 9c"))).toBeNull();
    expect(category("cl/omaha-poker", up("seat-1", "As Ad 2c"), up("board", "Kc 4d 7h 8s 9c"))).toBeNull();
    expect(category("cl/omaha-poker", up("seat-1", "As Ad 2c 2d"), up("board", "Kc 4d 7h 8s"))).toBeNull();
    expect(category("cl/omaha-poker", up("seat-1", "As Ad 2c 2d"), up("board", "Kc As 7h 8s 9c"))).toBeNull();
  });

  it("are not made of own cards alone while the common ones lie face down", () => {
    const five = up("seat-1", "As Ad 2c 9d Jh");
    expect(category("es-cb/poker-trijoker", five, up("board", "Kc 4d", false))).toBeNull();
    expect(category("es-cb/poker-trijoker", five)).toBeNull();
    expect(category("es-cb/poker-trijoker", up("seat-1", "As Ad 2c"), up("board", "Kc 4d"))).toBe(
      "pair-jacks-or-better",
    );
  });

  it("take a joker for no card of a game that has none", () => {
    expect(category("es-cb/poker-sin-descarte", up("seat-1", "As joker 2c 9d Jh"))).toBeNull();
    expect(category("es-pv/poker-sintetico", up("seat-1", "As Ad"), up("board", "Kc 4d 8h 8s 9c"))).toBeNull();
  });
});

describe("against a table of payments", () => {
  const run = (game: GameName, seat1: string, seat3: string, board: string): unknown =>
    decided(game, { seats: [1, 3], hands: { "seat-1": seat1, "seat-3": seat3, board } });

  it("cl/go-poker pays from a pair of tens", () => {
    expect(run("cl/go-poker", "10c 4d 2h", "9c 5d 3h", "10d 9h")).toEqual([
      "seat-1 paid-by-table",
      "seat-3 loses",
    ]);
  });

  it.each(["es-cb/poker-trijoker", "es-ga/poker-trijoker"] as const)("%s pays from a pair of jacks", (game) => {
    expect(run(game, "Jc 4d 2h", "10c 5d 3h", "Jd 10h")).toEqual(["seat-1 paid-by-table", "seat-3 loses"]);
    // Straight with a low ace: the text is silent, and it is all that the hand has.
    expect(run(game, "Ac 2d 3h", "10c 5h 3d", "4d 5s")).toEqual({ open: ["low-ace-open"] });
  });

  it("turns the left common card first, then the right one", () => {
    const script = { seats: [1, 3], hands: { "seat-1": "Jc 4d 2h", "seat-3": "10c 5d 3h", board: "Jd 10h" } };
    const { log, went } = of("es-cb/poker-trijoker", script);
    expect(went).toEqual(["seat-1", "seat-3", "board", "seat-1", "seat-3", "board", "seat-1", "seat-3"]);
    expect(log.filter(({ due }) => due.turn.includes("board")).map(({ due }) => due.turnCards)).toEqual([1, 2]);
    expect(shown("es-cb/poker-trijoker", script)).toEqual({
      "seat-1": "pair-jacks-or-better",
      "seat-3": "pair",
    });
  });
});
