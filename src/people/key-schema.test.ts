import { describe, expect, it } from "vitest";
import {
  CARD_NUMBER_MAX,
  CARD_OF_SERIES_MAX,
  CARDS_PUT_RIGHT_MAX,
  keySchema,
  POSITIONS_MAX,
  SAID_MONEY_MAX,
  SEAT_MAX,
} from "./key-schema.ts";
import { DISPUTE_WORDS_MAX, LAST_NOTICES, MOVES, RESOLVE_OUTCOMES, type Key } from "./keys.ts";

const isKey = (key: object): boolean => keySchema.safeParse(key).success;
const rule = (length: number): string => "r".repeat(length);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Of each key: it as it may be, and changes that make it none. */
const CASES: readonly (readonly [key: Key, wrong: readonly object[]])[] = [
  [
    { key: "confirm-void", round: 0, rule: rule(80) },
    [{ rule: "" }, { rule: rule(81) }, { round: -1 }, { round: 1.5 }, { round: "1" }],
  ],
  [
    { key: "void", round: 1, rule: "x", hand: "seat-3.2", card: 1 },
    [{ card: 0 }, { card: CARD_NUMBER_MAX + 1 }, { hand: "3" }, { hand: undefined }, { card: undefined }],
  ],
  [{ key: "void", round: 1, rule: "x" }, [{ rule: "" }]],
  [
    { key: "declare", round: 1, rule: "x", hand: "bank", card: CARD_NUMBER_MAX },
    [{ card: 0 }, { hand: "Bank" }, { card: undefined }],
  ],
  [{ key: "declare", round: 1, rule: "x" }, [{ round: -1 }]],
  [
    { key: "put-right", round: 1, cards: upTo(CARDS_PUT_RIGHT_MAX), to: "burnt" },
    [{ cards: [] }, { cards: upTo(CARDS_PUT_RIGHT_MAX + 1) }, { cards: [0] }, { to: "" }],
  ],
  [{ key: "take-back", round: 1 }, [{ round: null }]],
  [{ key: "acknowledge", what: rule(120) }, [{ what: "" }, { what: rule(121) }]],
  ...[...RESOLVE_OUTCOMES, "goes-on" as const].map((outcome): readonly [Key, readonly object[]] => [
    { key: "resolve", round: 1, outcome },
    [{ outcome: "perhaps" }],
  ]),
  [
    { key: "resolve", round: 1, outcome: "stands", announced: rule(40), hand: "row-black" },
    [{ announced: "" }, { announced: rule(41) }, { announced: undefined }, { hand: "row_black" }],
  ],
  [{ key: "no-more-bets" }, []],
  [{ key: "no-more-bets", said: false }, [{ said: true }, { said: undefined }]],
  [{ key: "open-table" }, []],
  [{ key: "close-table" }, []],
  [{ key: "last-three-spins" }, []],
  ...LAST_NOTICES.map((notice): readonly [Key, readonly object[]] => [
    { key: "last-three-spins", notice, rounds: 9 },
    [{ notice: "last" }, { rounds: 1 }, { rounds: 10 }],
  ]),
  [{ key: "last-three-spins", rounds: 2 }, [{ rounds: undefined }]],
  [
    { key: "seats", seats: upTo(SEAT_MAX) },
    [{ seats: [] }, { seats: [0] }, { seats: [SEAT_MAX + 1] }, { seats: [...upTo(SEAT_MAX), 1] }],
  ],
  ...MOVES.map((move): readonly [Key, readonly object[]] => [
    { key: "move", round: 1, who: "seat-1", move },
    [{ move: "jump" }],
  ]),
  [
    { key: "move", round: 1, who: "seat-1", move: "set", cards: Array<number>(POSITIONS_MAX).fill(30) },
    [{ cards: [31] }, { cards: [-1] }, { cards: Array<number>(POSITIONS_MAX + 1).fill(0) }],
  ],
  [{ key: "turn", round: 1, hand: "bank" }, [{ hand: "bank-" }]],
  [{ key: "collect", round: 1 }, [{ round: -1 }]],
  [{ key: "new-shoe" }, []],
  [{ key: "card-is", round: 1, n: 1, face: "10h" }, [{ n: 0 }, { n: CARD_NUMBER_MAX + 1 }, { face: "11h" }]],
  [{ key: "open-bets" }, []],
  [{ key: "announce", round: 1 }, [{ round: "1" }]],
  [
    { key: "dice-are", round: 1, faces: ["1", "6", "3"] as never },
    [{ faces: [] }, { faces: ["7"] }, { faces: ["1", "1", "1", "1"] }],
  ],
  [{ key: "change-dice" }, []],
  [{ key: "change-thrower", seat: null }, [{ seat: 0 }, { seat: SEAT_MAX + 1 }]],
  [{ key: "change-thrower", seat: SEAT_MAX }, []],
  [{ key: "mark-point", point: null }, [{ point: 3 }, { point: 11 }]],
  [{ key: "mark-point", point: 4 }, []],
  [{ key: "mark-point", point: 10 }, []],
  [{ key: "die-found" }, []],
  [{ key: "balls-counted", count: 90 }, [{ count: -1 }, { count: 100 }]],
  [{ key: "change-balls", why: "worn" }, [{ why: "lost" }]],
  [
    { key: "sell-cards", series: "2023-B", size: CARD_OF_SERIES_MAX, price: "2,00 €", filed: 1 },
    [
      { filed: 0 },
      { series: "" },
      { series: "a b" },
      { size: CARD_OF_SERIES_MAX + 1 },
      { price: " " },
      { price: "9".repeat(SAID_MONEY_MAX + 1) },
    ],
  ],
  [
    {
      key: "cards-sold",
      sold: [{ series: "A", from: 1, to: 9 }],
      prizes: { line: "1", bingo: "2", takings: "3", others: "4" },
    },
    [{ sold: [] }, { sold: [{ series: "A", from: 0, to: 9 }] }, { prizes: { line: "1" } }],
  ],
  [{ key: "start-game" }, []],
  [{ key: "interrupt" }, []],
  [
    {
      key: "call-card",
      round: 1,
      claim: "line",
      series: "A",
      card: 12,
      rows: [upTo(5), upTo(5), upTo(5)] as never,
    },
    [
      { claim: "full" },
      { card: 0 },
      { card: "12" },
      { rows: [upTo(5), upTo(5)] },
      { rows: [upTo(5), upTo(5), upTo(4)] },
    ],
  ],
  [{ key: "call-card", round: 1, claim: "bingo", series: "A", card: 12 }, [{ series: "Ñ" }]],
  [{ key: "card-holds", round: 1, holds: true }, [{ holds: "yes" }]],
  [{ key: "resume-game" }, []],
  [{ key: "end-game", early: true }, [{ early: false }]],
  [{ key: "ball-is", round: 1, n: 91, number: 90 }, [{ n: 0 }, { n: 92 }, { number: 0 }, { number: 91 }]],
  [{ key: "draw-by-hand" }, []],
  [{ key: "ball-drawn", number: 1 }, [{ number: 91 }, { number: 1.5 }]],
  [{ key: "misannounced", round: 1, n: 1, said: 90 }, [{ n: 91 }, { said: 0 }]],
  [
    { key: "write-acta", round: 1, about: "takings", says: "1.200,00" },
    [{ about: "sold" }, { says: " " }, { says: "w".repeat(DISPUTE_WORDS_MAX + 1) }],
  ],
  [{ key: "contest", round: 1 }, [{ round: 1.5 }]],
  [
    { key: "dispute", round: 1, words: "w".repeat(DISPUTE_WORDS_MAX) },
    [{ words: "" }, { words: "   " }, { words: "a\nb" }, { words: "w".repeat(DISPUTE_WORDS_MAX + 1) }],
  ],
  [{ key: "dispute", round: 1, words: " ¿por qué? " }, [{ words: "\u200B" }]],
];

describe("a key", () => {
  it.each(CASES.map(([key, wrong]) => [JSON.stringify(key), key, wrong] as const))("%s", (_, key, wrong) => {
    expect(keySchema.parse(key)).toEqual(key);
    for (const change of [...wrong, { more: 1 }])
      expect([change, isKey({ ...key, ...change })]).toEqual([change, false]);
  });

  it("is one of the known ones", () => {
    expect([isKey({ key: "spin" }), isKey({}), isKey({ key: null })]).toEqual([false, false, false]);
  });

  it("names hands as they are written", () => {
    const named = (hand: string): boolean => isKey({ key: "turn", round: 1, hand });
    for (const hand of ["bank", "seat-12345678.12", "abcdefghijkl", "row-black"])
      expect([hand, named(hand)]).toEqual([hand, true]);
    for (const hand of [
      "",
      "abcdefghijklm",
      "seat-123456789",
      "seat-1.123",
      "seat-1.",
      "seat.1a",
      "seat-A",
      " bank",
      "bank ",
    ])
      expect([hand, named(hand)]).toEqual([hand, false]);
  });
});
