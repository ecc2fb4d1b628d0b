import { describe, expect, it } from "vitest";
import { howToWrite, readFact } from "./fact-words.ts";
import type { FactSpec } from "./facts.ts";

const flag: FactSpec = { is: "flag", about: "a flag" };
const word: FactSpec = { is: "word", words: ["with-rotor", "against-rotor"], about: "a word" };
const count: FactSpec = { is: "count", about: "a count" };
const wordless: FactSpec = { is: "word", about: "a word of none" };

describe("a fact in the words of a case", () => {
  it.each([
    [flag, true, { is: "flag", value: true }],
    [flag, false, { is: "flag", value: false }],
    [flag, "unknown", { is: "flag", value: null }],
    [word, "with-rotor", { is: "word", value: "with-rotor" }],
    [word, "unknown", { is: "word", value: null }],
    [count, 0, { is: "count", atLeast: 0, atMost: 0 }],
    [count, 3, { is: "count", atLeast: 3, atMost: 3 }],
    [count, "2..4", { is: "count", atLeast: 2, atMost: 4 }],
    [count, "12..1000", { is: "count", atLeast: 12, atMost: 1_000 }],
    [count, "2..?", { is: "count", atLeast: 2, atMost: null }],
    [count, "unknown", { is: "count", atLeast: 0, atMost: null }],
  ] as const)("%j from %j", (spec, value, fact) => {
    expect(readFact(spec, value)).toEqual(fact);
  });

  it.each([
    [flag, 1],
    [flag, "true"],
    [flag, ""],
    [word, "sideways"],
    [word, true],
    [word, 0],
    [wordless, "with-rotor"],
    [count, true],
    [count, ""],
    [count, "3"],
    [count, "x2..4"],
    [count, "2..4x"],
    [count, "2.."],
    [count, "..4"],
    [count, "2..12345"],
    [count, "4..2"],
    [count, 2.5],
    [count, -1],
    [count, Number.NaN],
    [count, Number.POSITIVE_INFINITY],
  ])("none of %j from %j", (spec, value) => {
    expect(readFact(spec, value)).toBeNull();
  });

  it("says how each kind is written", () => {
    expect(howToWrite(flag)).toBe("true, false or unknown");
    expect(howToWrite(word)).toBe("with-rotor, against-rotor or unknown");
    expect(howToWrite(wordless)).toBe(" or unknown");
    expect(howToWrite(count)).toBe("3, 2..4, 2..? or unknown");
  });
});
