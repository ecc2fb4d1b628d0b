import { describe, expect, it } from "vitest";
import { idealRules } from "../../../../test/support/ideal-rules.ts";
import { RANKINGS } from "../../../../hw-sim/people/cards/law/rankings.ts";
import { FACES, type Face } from "../../../cards/card.ts";
import { evaluatorFor } from "../../../cards/poker/evaluator.ts";
import { categoryOf } from "../../../cards/poker/ranking.ts";
import { randomFrom } from "../../../time/random-source.ts";
import { PlayedDeal } from "../played-deal.test-help.ts";
import { drawBankChanges } from "./draw-bank.ts";
import { play, type Played, type Script } from "./poker-driver.test-help.ts";
import { GAMES } from "./poker-games.test-help.ts";

const RANKING = RANKINGS["cl/five-cards"];
const DRAW = GAMES["cl/draw-poker"];
const draw = (script: Script): Played => play(DRAW, script);
const changes = (hand: string): readonly (readonly number[])[] =>
  drawBankChanges(RANKING, hand.split(" ") as Face[]);

describe("the croupier's exchange in Chile's draw poker", () => {
  it.each([
    ["stands with a straight", "4c 5d 6h 7s 8c", [[]]],
    ["stands with the lowest straight", "Ac 2d 3h 4s 5c", [[]]],
    ["stands with a flush", "2c 5c 9c Jc Kc", [[]]],
    ["stands with four of a kind", "2c 2d 2h 2s Kc", [[]]],
    ["two pairs: the fifth card", "2c 9d 2h 9s Kc", [[4]]],
    ["three of a kind: both others", "2c 9d 2h Ks 2d", [[1, 3]]],
    ["a pair keeps the highest of the other three", "2c 9d 2h Ks 4d", [[1, 4]]],
    ["a pair before four of a suit", "2c 9c 2h Kc 4c", [[1, 4]]],
    ["a pair before four to a straight", "5c 6d 7h 8s 8d", [[0, 1]]],
    ["four of a suit", "2c 9c Jh Kc 4c", [[2]]],
    ["four of a suit before four to a straight", "5c 6d 7c 8c Kc", [[1]]],
    ["four of a suit that are four to a straight too", "5c 6c 7c 8c Kd", [[4]]],
    ["four to a straight", "5c 6d 7h 8s Kd", [[4]]],
    ["four to a straight, ace low", "Ac 2d 3h 4s 9d", [[4]]],
    ["four to a straight, ace high", "Jc Qd Kh As 2d", [[4]]],
    ["nothing: the two lowest", "2c 9d Jh Ks 4d", [[0, 4]]],
    ["a gap: the text does not say whether that is four to a straight", "5c 6d 8h 9s Kd", [[4], [0, 1]]],
    ["four in a row, and four with a gap besides", "5c 6d 7h 8s 10d", [[4], [0]]],
  ])("%s", (_what, hand, expected) => {
    expect(changes(hand)).toEqual(expected);
  });

  it("changes one card at least of every hand below a straight, and two at most", () => {
    const random = randomFrom("draw bank");
    const evaluator = evaluatorFor(RANKING);
    for (let round = 0; round < 3_000; round++) {
      const pack = [...FACES];
      const hand = Array.from({ length: 5 }, () => pack.splice(random.below(pack.length), 1)[0] ?? "Ac");
      const category = categoryOf(evaluator.ranking, evaluator.worth(hand));
      const isLow = ["high-card", "pair", "two-pair", "three-of-a-kind"].includes(category);
      for (const change of drawBankChanges(RANKING, hand)) {
        expect(change.length > 0, hand.join(" ")).toBe(isLow);
        expect(change.length).toBeLessThanOrEqual(2);
      }
    }
  });

  it("refuses another number of cards", () => {
    expect(() => changes("2c 9d Jh Ks")).toThrow(RangeError);
  });
});

describe("the exchange step", () => {
  const hands = {
    "seat-2": "2c 5d 9h 9s Kd 9c 3d",
    "seat-3": "3c 4h 7h 10c Jd",
    "seat-6": "Ah Ad 4d 4s 6s 6h",
    bank: "Qc Qd Kh 8s 6c 2h 2d",
  };
  const script: Script = {
    seats: [2, 3, 6],
    hands,
    words: [
      ...["seat-2 bet", "seat-3 fold", "seat-6 bet"],
      ...["seat-2 exchange 0 1", "seat-6 exchange 4", "turn bank", "bank exchange 3 4"],
    ],
  };

  it("serves each seat before the next is asked, then the bank, whose new cards lie face up", () => {
    const { went, outcome } = draw(script);
    expect(went.slice(20)).toEqual(["seat-2", "seat-2", "seat-6", "bank^", "bank^"]);
    expect(outcome).toEqual({
      values: [
        { hand: "seat-2", total: null, category: "three-of-a-kind" },
        { hand: "seat-6", total: null, category: "two-pair" },
        { hand: "bank", total: null, category: "two-pair" },
      ],
      results: [
        { of: "seat-2", is: "wins" },
        { of: "seat-3", is: "folded" },
        { of: "seat-6", is: "wins" },
      ],
      qualifies: true,
    });
  });

  it("lets the croupier change what the rule says, and nothing else", () => {
    const offered = draw(script).log.find(
      ({ due }) => due.duty.code === "exchange" && due.duty.hand === "bank",
    );
    expect(offered?.due.moves).toEqual([
      { who: "bank", moves: ["exchange"], choose: { least: 2, most: 2, oneOf: [[3, 4]] } },
    ]);
    const wrong = [...(script.words ?? []).slice(0, -1), "bank exchange 2 4"];
    expect(() => draw({ ...script, words: wrong })).toThrow("stuck");
  });

  it("lets a bank with a straight stand, and a seat be served", () => {
    const words = [
      "seat-2 bet",
      "seat-3 fold",
      "seat-6 bet",
      "seat-2 stand",
      "seat-6 stand",
      "turn bank",
      "bank stand",
    ];
    const { went, log } = draw({ ...script, hands: { ...hands, bank: "4c 5h 6d 7c 8c" }, words });
    expect(went).toHaveLength(20);
    expect(
      log
        .filter(({ due }) => due.duty.hand === "bank")
        .map(({ due }) => due.moves.flatMap(({ moves }) => moves)),
    ).toContainEqual(["stand"]);
  });

  it("does not judge the bank before it has changed: a hand below the least one is not over", () => {
    const words = [
      "seat-2 bet",
      "seat-3 fold",
      "seat-6 fold",
      "seat-2 stand",
      "turn bank",
      "bank exchange 1 2",
    ];
    const { outcome, log } = draw({ ...script, hands: { ...hands, bank: "Qc 7d 2h 10s Kc Qh 4c" }, words });
    expect(outcome).toMatchObject({
      qualifies: true,
      results: [{ is: "loses" }, { is: "folded" }, { is: "folded" }],
    });
    expect(log.flatMap(({ due }) => due.turn)).toContain("seat-2");
  });

  it("takes no more than the game allows, and no card that the hand has not", () => {
    for (const word of ["seat-2 exchange 0 1 2", "seat-2 exchange 5", "seat-2 exchange 1 1", "seat-2 exchange"])
      expect(() => draw({ ...script, words: ["seat-2 bet", "seat-3 fold", "seat-6 bet", word] }), word).toThrow(
        "stuck",
      );
  });

  it("is passed over when all folded", () => {
    const words = ["seat-2 fold", "seat-3 fold", "seat-6 fold"];
    expect(draw({ ...script, words }).went).toHaveLength(20);
  });

  it("serves five cards in the covered poker of Galicia, and who alone is in takes no more", () => {
    const game = GAMES["es-ga/poker-cubierto"];
    const five = { "seat-1": "2c 5d 9h 9s Kd 3c 3d 3h 3s 4c", "seat-2": "Ac 5s 9c 8s Kh" };
    const words = ["round bets-equal", "seat-1 exchange 0 1 2 3 4", "seat-2 stand", "round bets-equal"];
    expect(play(game, { seats: [1, 2], hands: five, words }).outcome).toMatchObject({
      results: [{ of: "seat-1", is: "wins" }],
    });
    const folded = play(game, { seats: [1, 2], hands: five, words: ["seat-1 fold"] });
    expect(folded.outcome).toMatchObject({ results: [{ of: "seat-2", is: "wins" }] });
  });
});

describe("the cards of all, collected before the first new one is dealt (Chile, ll. 2206–2208)", () => {
  const dealt = (): PlayedDeal => {
    const played = new PlayedDeal(idealRules("cl/draw-poker")).ready().key({ key: "seats", seats: [1, 2] });
    played.noMoreBets().cards("2h 3c 4h 2c 3d 4c 5h 9s 6h 7d Js 8h Kd Ac 9d");
    for (const who of ["seat-1", "seat-2"]) played.key({ key: "move", round: 1, who, move: "bet" });
    return played;
  };
  const exchange = (played: PlayedDeal, who: string): PlayedDeal =>
    played.key({ key: "move", round: 1, who, move: "exchange", cards: [0, 1] });
  const hands = ({ table }: PlayedDeal): readonly (readonly number[])[] =>
    (table.durable.deal?.hands ?? []).map(({ cards }) => cards.map(({ n }) => n));

  it("falls from the first seat on, as where each seat is served before the next speaks", () => {
    const all = exchange(exchange(dealt(), "seat-1"), "seat-2");
    expect(all.refusal).toBeNull();
    expect(all.due()).toEqual(["card seat-1 down"]);
    all.cards("As Ad Ah Qs");
    const each = exchange(exchange(dealt(), "seat-1").cards("As Ad"), "seat-2").cards("Ah Qs");
    expect(hands(all)).toEqual(hands(each));
    expect(hands(all).slice(0, 2)).toEqual([
      [7, 10, 13, 16, 17],
      [8, 11, 14, 18, 19],
    ]);
    expect(all.incidents()).toEqual([]);
  });

  it("is asked of one seat after the other", () => {
    expect(exchange(dealt(), "seat-2").refusal).toBe("no-such-hand");
    expect(exchange(exchange(dealt(), "seat-1"), "seat-1").refusal).toBe("no-such-hand");
  });
});
