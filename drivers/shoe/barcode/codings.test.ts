import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkCharactersOf,
  cutCardLabel,
  labelOf,
  type LabelCoding,
} from "../../../hw-sim/models/shoe/readers/labels.ts";
import { FACES } from "../../../src/cards/card.ts";
import { readCardTable } from "../reader/card-code-map.ts";
import { codingOf, type CodingName, hasValidCheck } from "./codings.ts";

const PLAIN: readonly (readonly [LabelCoding, Exclude<CodingName, "table">])[] = [
  ["suit-rank", "suit-rank"],
  ["suit-rank-10", "suit-rank"],
  ["seat-suit-rank", "seat-suit-rank"],
  ["prefix-suit-rank", "prefix-suit-rank"],
  ["tirada", "tirada"],
];

describe("every coding", () => {
  it.each(PLAIN)("%s gives back all 52 faces", (label, name) => {
    const coding = codingOf(name, null);
    const back = FACES.map((face) => coding.decode(labelOf(label, face)));
    expect(back.map((one) => (one.is === "card" ? one.face : one.is))).toEqual(FACES);
    expect(new Set(FACES.map((face) => labelOf(label, face))).size).toBe(52);
  });

  it("table gives back all 52 faces with deck and id", () => {
    const lines = FACES.map((face, at) => `${7_000_001 + at * 37},${face},blue-1,b1-${at}`);
    const read = readCardTable(
      ["tirada-cards/1", "# house", ...lines, "7999999,cut-card,,"].join("\n"),
      "bar-code",
    );
    if (!read.ok) throw new Error(read.problems.join());
    const coding = codingOf("table", read.table);
    FACES.forEach((face, at) => {
      const card = { is: "card", face, deck: "blue-1", id: `b1-${at}` };
      expect(coding.decode(String(7_000_001 + at * 37))).toEqual(card);
    });
    expect(coding.decode("7999999")).toEqual({ is: "cut-card" });
    expect(coding.decode("7000000")).toEqual({ is: "unknown" });
  });

  it("reads the codes of the public programs as they write them", () => {
    const face = (name: Exclude<CodingName, "table">, code: string): unknown => {
      const back = codingOf(name, null).decode(code);
      return back.is === "card" ? back.face : back.is;
    };
    expect(face("suit-rank", "H10")).toBe("10h");
    expect(face("suit-rank", "HT")).toBe("10h");
    expect(face("suit-rank", "SA")).toBe("As");
    expect(face("seat-suit-rank", "A1010")).toBe("As");
    expect(face("seat-suit-rank", "D4130")).toBe("Kd");
    expect(face("prefix-suit-rank", "00SX")).toBe("10s");
  });

  it.each([
    ["suit-rank", ["", "H", "H1", "H11", "AS", "H0", "HX", "H10 ", "XH10", "HA\n", "H10S5"]],
    ["seat-suit-rank", ["A0010", "A5010", "A1000", "A1140", "E1010", "1010", "A1011", "A10100", "A101"]],
    ["prefix-suit-rank", ["SX", ".SX", "..ST", "..S10", "...SX", "..XS"]],
    ["tirada", ["T00A1010", "00A101000", "TOOOO", "X00A101000"]],
  ] as const)("%s knows nothing else", (name, codes) => {
    const coding = codingOf(name, null);
    for (const code of codes) expect(coding.decode(code)).toEqual({ is: "unknown" });
  });

  it("is set, never guessed", () => {
    expect(() => codingOf("table", null)).toThrow("needs a table");
    expect(() => codingOf("tirada", { entries: new Map() })).toThrow("takes no table");
  });
});

describe("tirada's own coding", () => {
  const coding = codingOf("tirada", null);

  it("tells the deck, the card and its issue", () => {
    const label = labelOf("tirada", "As", { deck: "07K3", issue: "2" });
    expect(coding.decode(label)).toEqual({ is: "card", face: "As", deck: "07K3", id: "07K3-402" });
    expect(coding.decode(labelOf("tirada", "joker"))).toMatchObject({ is: "card", face: "joker" });
    expect(coding.decode(cutCardLabel())).toEqual({ is: "cut-card" });
  });

  it("has the check characters of the standard", () => {
    // ISO/IEC 7064 gives ISO 79 3W as its example.
    expect(hasValidCheck("ISO793W")).toBe(true);
    expect(checkCharactersOf("ISO79")).toBe("3W");
    expect(hasValidCheck("ISO793X")).toBe(false);
    expect(hasValidCheck("ISO 793W")).toBe(false);
    expect(hasValidCheck("1")).toBe(false);
  });

  it("finds every wrong character, and every two that changed places", () => {
    const label = labelOf("tirada", "10h", { deck: "Q2Z7" });
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (let at = 0; at < label.length; at++)
      for (const other of alphabet) {
        const changed = label.slice(0, at) + other + label.slice(at + 1);
        if (changed !== label) expect(coding.decode(changed).is, changed).not.toBe("card");
      }
    for (let at = 0; at + 1 < label.length; at++) {
      const swapped = label.slice(0, at) + label.charAt(at + 1) + label.charAt(at) + label.slice(at + 2);
      if (swapped !== label) expect(coding.decode(swapped).is, swapped).not.toBe("card");
    }
  });

  it("has no card for 55 to 99", () => {
    for (let number = 55; number < 100; number++) {
      const body = `T00A1${number}0`;
      expect(coding.decode(body + checkCharactersOf(body))).toEqual({ is: "unknown" });
    }
  });

  it("takes no text by chance for a card", () => {
    const characters = fc.constantFrom(...Array.from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ .-/"));
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 24 }), (code) => {
        const back = coding.decode(code);
        if (back.is === "card") expect(code.slice(8)).toBe(checkCharactersOf(code.slice(0, 8)));
      }),
      { numRuns: 2_000 },
    );
  });
});
