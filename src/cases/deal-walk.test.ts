import { describe, expect, it } from "vitest";
import { QUALIFYING } from "../../hw-sim/people/cards/law/qualifying.test-help.ts";
import { THREE_CARD_RANKINGS } from "../../hw-sim/people/cards/law/rankings.ts";
import type { CardGame, DealStep, OutcomeRule } from "../rules/card-game.ts";
import type { DealCase } from "./deal-cases.ts";
import { isWalkable, walkDeal } from "./deal-walk.ts";

const cite = { section: "A", lines: [1, 1] } as const;
const game = (deal: readonly DealStep[], outcome: OutcomeRule | null): CardGame => ({
  reader: "shoe",
  decks: { counts: [6], pack: 52, jokers: 0, cite },
  burn: { rule: "none", cards: 0 },
  cutCard: null,
  seats: { most: 7, cite },
  betsClose: "call",
  deal,
  outcome,
});
const seat = { hand: "seats", cards: 1, up: "none" } as const;
const show: readonly DealStep[] = [
  { step: "turn", hands: ["bank"], cite },
  { step: "turn", hands: ["seats"], cite },
];
const against: OutcomeRule = {
  kind: "bank-poker",
  from: "own",
  ranking: THREE_CARD_RANKINGS["cl/three-cards"],
  qualifies: QUALIFYING["cl/poker-tres-cartas"],
  endsUnqualified: true,
  cite,
};
const five: DealStep = {
  step: "deal",
  to: [seat, { hand: "bank", cards: 1, up: "last" }],
  times: 3,
  ifPackets: [
    { hand: "seats", cards: 3, up: "none" },
    { hand: "bank", cards: 3, up: "none" },
  ],
  cite,
};
const POKER = game([five, { step: "say", moves: ["bet", "fold"], order: "any", cite }, ...show], against);
const HANDS = { "seat-1": "4h 4s 9d", "seat-2": "5h 6s 7d", bank: "Qc 7h 2d" };
const walk = (of: CardGame, one: Omit<DealCase, "deal">) => walkDeal(of, { deal: "one", ...one });

describe("a deal that is dealt again card by card", () => {
  it("gives each hand its own cards, face up or down as the steps say; hidden faces stay hidden until they are turned", () => {
    const { deal, wrong, events } = walk(POKER, { hands: HANDS });
    expect(wrong).toEqual([]);
    expect(events).toEqual([
      "seat-1 down",
      "seat-2 down",
      "bank down",
      "seat-1 down",
      "seat-2 down",
      "bank down",
      "seat-1 down",
      "seat-2 down",
      "bank up",
      "seat-1 bet",
      "seat-2 bet",
      "bank turned",
      "seat-1 turned",
      "seat-2 turned",
    ]);
    expect(deal?.hands.map(({ id, cards }) => [id, cards.map(({ face }) => face).join(" ")])).toEqual(
      Object.entries(HANDS),
    );
  });

  it("stops where the outcome is certain: nobody's cards are turned when the bank does not open", () => {
    const { deal, events } = walk(POKER, { hands: { "seat-1": "4h 4s 9d", bank: "Jc 7h 2d" } });
    expect(events.slice(-2)).toEqual(["seat-1 bet", "bank turned"]);
    expect(deal?.hands[0]?.cards.map(({ face }) => face)).toEqual([null, null, null]);
  });

  it("folds the hands that the case says, when they have their cards", () => {
    const { deal, events } = walk(POKER, { hands: HANDS, folded: ["seat-1"] });
    expect(events).toContain("seat-1 fold");
    expect(deal?.hands[0]).toMatchObject({ id: "seat-1", state: "folded" });
  });

  it("deals as a machine of packets does, where the game knows that", () => {
    const { events } = walk(POKER, { hands: HANDS, machine: "packets" });
    expect(events.slice(0, 6)).toEqual([
      ...Array<string>(3).fill("seat-1 down"),
      ...Array<string>(3).fill("seat-2 down"),
    ]);
    const single = game([{ step: "deal", to: [seat], times: 1, cite }, ...show.slice(1)], null);
    expect(walk(single, { hands: { "seat-1": "9d" }, machine: "packets" }).wrong).toEqual([
      "a machine of packets is not used in this game",
    ]);
  });

  it("puts the cards that a hand gave away where they lay", () => {
    const draw = game(
      [{ step: "deal", to: [seat], times: 3, cite }, { step: "exchange", atMost: 2, cite }, ...show.slice(1)],
      null,
    );
    const one = {
      hands: { "seat-1": "4h Kd Qd" },
      discarded: { "seat-1": "2c 3c" },
      said: ["seat-1 exchange 0 2"],
    };
    const { deal, wrong } = walk(draw, one);
    expect(wrong).toEqual([]);
    expect(deal?.hands[0]?.cards.map(({ n, face }) => `${n} ${face}`)).toEqual(["2 4h", "4 Kd", "5 Qd"]);
    expect(walk(draw, { ...one, said: ["seat-1 exchange 0 1 2"] }).wrong.join()).toContain(
      "1 to 2 are allowed",
    );
  });

  it("splits a pair into two hands, which get their cards after it", () => {
    const up = { hand: "seats", cards: 1, up: "all" } as const;
    const twentyOne = game(
      [
        { step: "deal", to: [up, { hand: "bank", cards: 1, up: "all" }], times: 1, cite },
        { step: "deal", to: [up], times: 1, cite },
        {
          step: "twenty-one-players",
          moves: ["card", "stand", "split"],
          mostHands: 2,
          splitAcesOneCard: true,
          cite,
        },
        { step: "twenty-one-bank", soft: "stands", cite },
      ],
      { kind: "twenty-one", cite },
    );
    const { wrong, events } = walk(twentyOne, {
      hands: { "seat-1": "8h Kd", "seat-1.2": "8s 2c 9d", bank: "10c 9s" },
      said: ["seat-1 split"],
    });
    expect(wrong).toEqual([]);
    expect(events).toEqual([
      "seat-1 up",
      "bank up",
      "seat-1 up",
      "seat-1 split",
      "seat-1 up",
      "seat-1 stand",
      "seat-1.2 up",
      "seat-1.2 up",
      "seat-1.2 stand",
      "bank up",
    ]);
  });
});

describe("a deal that cannot be dealt so says why", () => {
  it.each([
    [
      "a card too few",
      { hands: { ...HANDS, bank: "Qc 7h" } },
      "step 1 (deal): bank is due a card, and the case has no more for it",
    ],
    ["a card too many", { hands: { ...HANDS, bank: "Qc 7h 2d 3d" } }, "the steps never deal 3d to bank"],
    [
      "a word that nobody asks for",
      { hands: HANDS, said: ["seat-1 double"] },
      'nobody asks seat-1 for "double" when the case has it',
    ],
  ])("%s", (_what, one, message) => {
    const walked = walk(POKER, one);
    expect(walked.wrong).toEqual([message]);
    expect(walked.deal).toBeNull();
  });

  it("and a question that the case does not answer", () => {
    const asked = game(
      [
        { step: "deal", to: [seat], times: 1, cite },
        { step: "set", cite },
      ],
      null,
    );
    expect(walk(asked, { hands: { "seat-1": "9d" } }).wrong).toHaveLength(1);
  });

  it("is not tried where an incident stood in between", () => {
    const one: DealCase = { deal: "one", hands: HANDS };
    expect(isWalkable(one)).toBe(true);
    expect(isWalkable({ ...one, irregular: true })).toBe(false);
    expect(isWalkable({ ...one, out: ["seat-1"] })).toBe(false);
    expect(isWalkable({ ...one, deemed: { bank: 9 } })).toBe(false);
    expect(isWalkable({ ...one, hands: { bank: "Qc ? 2d" } })).toBe(false);
  });
});
