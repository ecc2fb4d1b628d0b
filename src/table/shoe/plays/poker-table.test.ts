import { describe, expect, it } from "vitest";
import { RANKINGS } from "../../../../hw-sim/people/cards/law/rankings.ts";
import type { Face } from "../../../cards/card.ts";
import { decided as decidedIn, play, type Played, type Script } from "./poker-driver.test-help.ts";
import { GAMES, type GameName } from "./poker-games.test-help.ts";
import type { PublicDeal } from "./play.ts";
import { tablePokerOutcome } from "./poker.ts";

const of = (game: GameName, script: Script): Played => play(GAMES[game], script);
const decided = (game: GameName, script: Script): unknown => decidedIn(GAMES[game], script);
const equal = (intervals: number): string[] => Array<string>(intervals).fill("round bets-equal");

describe("seats against each other", () => {
  const SEATS = [2, 5, 7];
  const BOARD = "Ah Kh 7d 7c 2s";

  it("cl/texas-holdem-con-limites: from the small blind, a burn before each street, best five of seven", () => {
    const script = {
      seats: SEATS,
      hands: { "seat-2": "As 9d", "seat-5": "7h Jc", "seat-7": "3c 4c", board: BOARD },
      words: ["seat-5 first", ...equal(4)],
    };
    const { went, outcome } = of("cl/texas-holdem-con-limites", script);
    const round = ["seat-5", "seat-7", "seat-2"];
    const street = ["burnt", "board^"];
    expect(went).toEqual([...round, ...round, "burnt", "board^", "board^", "board^", ...street, ...street]);
    expect(outcome).toMatchObject({
      results: [{ of: "seat-5", is: "wins" }],
      qualifies: null,
      values: [
        { hand: "seat-5", category: "three-of-a-kind" },
        { hand: "seat-7", category: "pair" },
        { hand: "seat-2", category: "two-pair" },
      ],
    });
  });

  it("names no combination before the hand is complete", () => {
    const { log } = of("cl/texas-holdem-con-limites", {
      seats: SEATS,
      hands: { "seat-2": "As 9d", "seat-5": "7h Jc", "seat-7": "3c 4c", board: BOARD },
      words: ["seat-5 first", ...equal(4)],
    });
    const seen = log.map(({ values }) => values.map(({ hand }) => hand).join());
    expect([...new Set(seen)]).toEqual(["", "seat-5", "seat-5,seat-7"]);
  });

  it("shares among equal hands: the board plays", () => {
    const hands = { "seat-2": "2c 3d", "seat-5": "2d 3c", "seat-7": "4c 5h", board: "Ah Kh Qd Jc 10s" };
    expect(
      decided("cl/texas-holdem-con-limites", { seats: SEATS, hands, words: ["seat-2 first", ...equal(4)] }),
    ).toEqual(["seat-2 ties", "seat-5 ties", "seat-7 ties"]);
  });

  it("gives the round to the last one in, without cards and without showing", () => {
    const hands = { "seat-2": "As 9d", "seat-5": "7h Jc", "seat-7": "3c 4c", board: BOARD };
    const words = ["seat-2 first", "seat-7 fold", "round bets-equal", "seat-2 fold"];
    const { went, outcome, log } = of("cl/texas-holdem-con-limites", { seats: SEATS, hands, words });
    expect(outcome).toEqual({ values: [], results: [{ of: "seat-5", is: "wins" }], qualifies: null });
    expect(went.filter((to) => to.startsWith("board"))).toHaveLength(3);
    expect(log.flatMap(({ due }) => due.turn)).toEqual([]);
  });

  it("deals no card to who folded, and asks it nothing", () => {
    const hands = { "seat-2": "2s 9d 4d", "seat-5": "7h Jc 8d 8h 8c", "seat-7": "3c 4c 5s 6s Kd" };
    const words = ["seat-5 first", "round bets-equal", "seat-2 fold", ...equal(3)];
    const { went, log } = of("cl/stud-poker", { seats: SEATS, hands, words });
    expect(went).toEqual([
      ...["seat-5", "seat-7", "seat-2", "seat-5^", "seat-7^", "seat-2^", "seat-5^", "seat-7^", "seat-2^"],
      ...["seat-5^", "seat-7^", "seat-5^", "seat-7^"],
    ]);
    expect(log.at(-1)?.due.moves.map(({ who }) => who)).toEqual(["seat-7"]);
  });

  it("lets a hand be thrown in at the showdown", () => {
    const hands = { "seat-2": "2s 9d 4d 4h 5h", "seat-5": "7h Jc 8d 8h 8c", "seat-7": "3c 4c 5s 6s Kd" };
    const words = ["seat-5 first", ...equal(4), "turn seat-5", "seat-2 fold"];
    const { deal, outcome } = of("cl/stud-poker", { seats: SEATS, hands, words });
    expect(outcome).toMatchObject({ results: [{ of: "seat-5", is: "wins" }] });
    expect(deal.hands.find(({ id }) => id === "seat-2")?.cards[0]).toEqual({ n: 3, face: null, up: false });
  });

  it.each(["cl/seven-stud-poker", "es-pv/seven-card-stud"] as const)(
    "%s: best five of seven of one's own",
    (game) => {
      const hands = { "seat-2": "As 9d Ad 2c 3c 4h 5s", "seat-5": "7h Jc 7d Jd 7c 2h 3d" };
      const script = { seats: [2, 5], hands, words: ["seat-2 first", ...equal(5)] };
      expect(decided(game, script)).toEqual(["seat-5 wins"]);
      const dead = of(game, script).went.filter((to) => to === "burnt").length;
      expect(dead).toBe(game === "cl/seven-stud-poker" ? 4 : 0);
      expect(of(game, script).deal.hands[0]?.cards).toHaveLength(7);
    },
  );

  it("cl/omaha-poker: two own cards and three common ones, no others", () => {
    // Four hearts on the table and one in the hand are no flush.
    const hands = { "seat-2": "Ah 2c 3d 9s", "seat-5": "Kc Kd 4s 5s", board: "3h 8h Jh Qh Ks" };
    expect(decided("cl/omaha-poker", { seats: [2, 5], hands, words: ["seat-2 first", ...equal(4)] })).toEqual([
      "seat-5 wins",
    ]);
  });

  it("es-pv/poker-sintetico: five common cards, the first up, the others one an interval", () => {
    const hands = { "seat-2": "Ah Kh", "seat-5": "8c 8d", board: "8h 9h 10s Jh Qc" };
    const script = { seats: [2, 5], hands, words: ["seat-5 first", ...equal(5)] };
    const { went, log } = of("es-pv/poker-sintetico", script);
    expect(went).toEqual([
      ...["seat-5", "seat-2", "seat-5", "seat-2"],
      ...["board^", "board", "board", "board", "board"],
    ]);
    expect(log.filter(({ due }) => due.turn.includes("board")).map(({ due }) => due.turnCards)).toEqual([
      2, 3, 4, 5,
    ]);
    // Flush above the straight; and with 28 cards above a full house.
    expect(decided("es-pv/poker-sintetico", script)).toEqual(["seat-2 wins"]);
  });

  it("es-ga/holdem: what the article does not compare is left open", () => {
    const run = (seat2: string, seat5: string, board: string): unknown =>
      decided("es-ga/holdem", {
        seats: [2, 5],
        hands: { "seat-2": seat2, "seat-5": seat5, board },
        words: equal(4),
      });
    expect(run("Ac 9d", "Ad Kc", "Ah 7h 5d 3c 2s")).toEqual(["seat-5 wins"]);
    expect(run("Ac 9d", "Ad 8c", "Ah Kh 5d 3c 2s")).toEqual({ open: ["ranks-beyond-text"] });
  });

  it("leaves a showdown open in which somebody did not show", () => {
    const { deal } = of("es-ga/holdem", {
      seats: SEATS,
      hands: { "seat-2": "As 9d", "seat-5": "7h Jc", "seat-7": "3c 4c", board: BOARD },
      words: equal(4),
    });
    const covered = deal.hands.map((hand) =>
      hand.id === "seat-7"
        ? { ...hand, cards: hand.cards.map((card) => ({ ...card, up: false, face: null })) }
        : hand,
    );
    expect(tablePokerOutcome.outcome(GAMES["es-ga/holdem"].outcome, { ...deal, hands: covered })).toEqual({
      open: ["hand-not-turned"],
    });
    const unread = deal.hands.map((hand) =>
      hand.id === "seat-7" ? { ...hand, cards: hand.cards.map((card) => ({ ...card, face: null })) } : hand,
    );
    expect(tablePokerOutcome.outcome(GAMES["es-ga/holdem"].outcome, { ...deal, hands: unread })).toEqual({
      open: ["hand-not-complete"],
    });
    const nobody = deal.hands.map((hand) => ({ ...hand, state: "out" as const }));
    expect(tablePokerOutcome.outcome(GAMES["es-ga/holdem"].outcome, { ...deal, hands: nobody })).toEqual({
      open: ["nobody-in"],
    });
  });

  it("takes a low ace that the text is silent on only where nothing hangs on it", () => {
    const { deal } = of("es-ga/holdem", {
      seats: [2, 5],
      hands: { "seat-2": "As 9d", "seat-5": "7h Jc", board: BOARD },
      words: equal(4),
    });
    const rule = {
      ...GAMES["es-ga/holdem"].outcome,
      from: "own",
      ranking: RANKINGS["es-ga/five-stud-32"],
    } as const;
    const shown = (...faces: string[]): PublicDeal => ({
      ...deal,
      hands: faces.map((text, at) => ({
        id: `seat-${deal.seats[at] ?? 0}`,
        state: "in",
        low: null,
        deemed: null,
        cards: text.split(" ").map((face, n) => ({ n: n + 1, face: face as Face, up: true })),
      })),
    });
    expect(tablePokerOutcome.outcome(rule, shown("Ac 7d 8c 9h 10s", "Kc Kd 7h 8h Qd"))).toEqual({
      open: ["low-ace-open"],
    });
    expect(tablePokerOutcome.outcome(rule, shown("Ac 7d 8c 9h 10s", "Kc Kd Kh 8h 8d"))).toEqual({
      values: [
        { hand: "seat-2", total: null, category: null },
        { hand: "seat-5", total: null, category: "full-house" },
      ],
      results: [{ of: "seat-5", is: "wins" }],
      qualifies: null,
    });
  });
});
