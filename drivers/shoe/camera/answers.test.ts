import { describe, expect, it } from "vitest";
import { FACES } from "../../../src/cards/card.ts";
import { answerOf, faceOf, FAILED, isCard, SUIT_ORDERS, type CardOrder, judgePictures } from "./answers.ts";

describe("an answer", () => {
  it("gives each of the 52 faces once, in every order", () => {
    for (const suits of Object.keys(SUIT_ORDERS) as CardOrder["suits"][])
      for (const ranks of ["two-first", "ace-first"] as const) {
        const faces = Array.from({ length: 52 }, (_, answer) => faceOf(answer, { suits, ranks }));
        expect([...faces].sort()).toEqual([...FACES].sort());
      }
  });

  it("is suit times 13 and rank: in the public camera clubs come first and the two is 0", () => {
    const face = (answer: number): string => faceOf(answer, { suits: "cdhs", ranks: "two-first" });
    expect([face(0), face(8), face(12), face(13), face(51)]).toEqual(["2c", "10c", "Ac", "2d", "As"]);
    expect(faceOf(13, { suits: "shdc", ranks: "ace-first" })).toBe("Ah");
  });

  it("out of range is a failed picture", () => {
    for (let byte = 52; byte < 252; byte++) expect(answerOf(byte)).toBe(FAILED);
    for (const byte of [0, 51, 252, 253, 254, 255]) expect(answerOf(byte)).toBe(byte);
    expect([0, 51, 52, 253].map(isCard)).toEqual([true, true, false, false]);
    expect(() => faceOf(52, { suits: "cdhs", ranks: "ace-first" })).toThrow("not the answer of a card");
  });
});

describe("the pictures of one card", () => {
  const F = FAILED;
  it.each([
    [[7], 3, { b: "card", answer: 7 }],
    [[7], null, { b: "card", answer: 7 }],
    [[7], 7, { b: "more" }],
    [[7, 7], 7, { b: "card", answer: 7 }],
    [[7, 9], 7, { b: "more" }],
    [[7, 9, 9], 7, { b: "card", answer: 9 }],
    [[7, 9, 7], 7, { b: "unread", why: "low-confidence" }],
    [[7, F], 7, { b: "more" }],
    [[7, F, F], 7, { b: "repeat", answer: 7 }],
    [[7, F, 7], 7, { b: "card", answer: 7 }],
    [[F], 7, { b: "more" }],
    [[F, 9], 7, { b: "card", answer: 9 }],
    [[F, 7], 7, { b: "more" }],
    [[F, F, 9], 7, { b: "card", answer: 9 }],
    [[F, F, F], 7, { b: "unread", why: "failed" }],
  ])("%j after %j", (pictures, before, belief) => {
    expect(judgePictures(pictures, before)).toEqual(belief);
  });
});
