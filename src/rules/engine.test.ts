import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, flatten, type Truth } from "./engine.ts";
import type { Fact, FactSheet } from "./facts.ts";
import type { Condition } from "./pack.ts";

const TRUTHS: readonly Truth[] = ["true", "false", "unknown"];
const NAMES = ["foreign-object", "ball-suspended", "ball-left-cylinder"] as const;
const flagOf = (truth: Truth): Fact => ({ is: "flag", value: truth === "unknown" ? null : truth === "true" });
const asks = (fact: string): Condition => ({ fact, is: true });
const count = (atLeast: number, atMost: number | null): Fact => ({ is: "count", atLeast, atMost });

/** Kleene's tables, written out: row by column, in the order true, false, unknown. */
const AND: Record<Truth, Record<Truth, Truth>> = {
  true: { true: "true", false: "false", unknown: "unknown" },
  false: { true: "false", false: "false", unknown: "false" },
  unknown: { true: "unknown", false: "false", unknown: "unknown" },
};
const OR: Record<Truth, Record<Truth, Truth>> = {
  true: { true: "true", false: "true", unknown: "true" },
  false: { true: "true", false: "false", unknown: "unknown" },
  unknown: { true: "true", false: "unknown", unknown: "unknown" },
};
const NOT: Record<Truth, Truth> = { true: "false", false: "true", unknown: "unknown" };

describe("three values", () => {
  it("follow Kleene's tables for two and for three parts", () => {
    for (const a of TRUTHS) {
      expect(evaluate({ not: asks("foreign-object") }, { "foreign-object": flagOf(a) })).toBe(NOT[a]);
      for (const b of TRUTHS) {
        const two: FactSheet = { "foreign-object": flagOf(a), "ball-suspended": flagOf(b) };
        const parts = [asks("foreign-object"), asks("ball-suspended")];
        expect(evaluate({ all: parts }, two), `${a} and ${b}`).toBe(AND[a][b]);
        expect(evaluate({ any: parts }, two), `${a} or ${b}`).toBe(OR[a][b]);
        for (const c of TRUTHS) {
          const three = { ...two, "ball-left-cylinder": flagOf(c) };
          const more = [...parts, asks("ball-left-cylinder")];
          expect(evaluate({ all: more }, three)).toBe(AND[AND[a][b]][c]);
          expect(evaluate({ any: more }, three)).toBe(OR[OR[a][b]][c]);
        }
      }
    }
  });

  it("leave a fact unknown that is missing, null or of another kind", () => {
    for (const is of [true, false]) {
      expect(evaluate({ fact: "foreign-object", is }, {})).toBe("unknown");
      expect(
        evaluate({ fact: "foreign-object", is }, { "foreign-object": { is: "word", value: "true" } }),
      ).toBe("unknown");
      expect(evaluate({ fact: "foreign-object", is }, { "foreign-object": count(1, 1) })).toBe("unknown");
    }
    expect(
      evaluate({ fact: "ball-direction", is: "with-rotor" }, { "ball-direction": { is: "word", value: null } }),
    ).toBe("unknown");
    expect(evaluate({ fact: "ball-laps", fewerThan: 3 }, { "ball-laps": flagOf("true") })).toBe("unknown");
    expect(evaluate({ fact: "toString", is: true }, {})).toBe("unknown");
  });

  it("never let the machine answer what only a person may declare", () => {
    expect(evaluate({ declared: "jefe-de-mesa" }, {})).toBe("unknown");
  });
});

describe("counts within bounds", () => {
  const fewer = (fact: Fact): Truth => evaluate({ fact: "ball-laps", fewerThan: 3 }, { "ball-laps": fact });
  it.each([
    [count(2, 2), "true"],
    [count(0, 2), "true"],
    [count(3, 3), "false"],
    [count(3, null), "false"],
    [count(2, null), "unknown"],
    [count(2, 3), "unknown"],
    [count(0, null), "unknown"],
    [count(5, 2), "unknown"],
  ] as const)("%j fewer than 3: %s", (fact, truth) => expect(fewer(fact)).toBe(truth));

  it("agree with every number that the bounds allow", () => {
    const bounds = fc.tuple(fc.nat(12), fc.option(fc.nat(12)), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(bounds, ([atLeast, span, bound]) => {
        const atMost = span === null ? null : atLeast + span;
        const allowed = Array.from({ length: 40 }, (_, n) => n).filter(
          (n) => n >= atLeast && (atMost === null || n <= atMost),
        );
        const answers = new Set(allowed.map((n) => n < bound));
        const expected = answers.size === 2 ? "unknown" : answers.has(true) ? "true" : "false";
        const facts = { "ball-laps": count(atLeast, atMost) };
        expect(evaluate({ fact: "ball-laps", fewerThan: bound }, facts)).toBe(expected);
        expect(evaluate({ fact: "ball-laps", atLeast: bound }, facts)).toBe(NOT[expected]);
      }),
    );
  });
});

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ fact: fc.constantFrom(...NAMES), is: fc.boolean() }),
  fc.record({ fact: fc.constant("ball-laps"), fewerThan: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ fact: fc.constant("ball-laps"), atLeast: fc.integer({ min: 1, max: 6 }) }),
);
const condition = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ all: fc.array(tie("any"), { minLength: 2, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie("any"), { minLength: 2, maxLength: 3 }) }),
    fc.record({ not: tie("any") }),
  ),
})).any;
/** A world where everything is known, and how much of it the table has seen. */
const world = fc.record({
  flags: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  seen: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  laps: fc.nat(7),
  below: fc.nat(7),
  above: fc.option(fc.nat(7)),
});

describe("what is certain", () => {
  it("stays certain however much more becomes known", () => {
    fc.assert(
      fc.property(condition, world, (asked, { flags, seen, laps, below, above }) => {
        const full: Record<string, Fact> = { "ball-laps": count(laps, laps) };
        const part: Record<string, Fact> = {
          "ball-laps": count(Math.max(0, laps - below), above === null ? null : laps + above),
        };
        for (const [index, name] of NAMES.entries()) {
          full[name] = { is: "flag", value: flags[index]! };
          if (seen[index]!) part[name] = full[name];
        }
        const truth = evaluate(asked, full);
        expect(truth).not.toBe("unknown");
        expect([truth, "unknown"]).toContain(evaluate(asked, part));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("what is written down", () => {
  it("is flat: whole numbers, words, flags, and bounds as words", () => {
    const facts: FactSheet = {
      a: count(4, 4),
      b: count(4, null),
      c: count(2, 6),
      d: flagOf("true"),
      e: { is: "word", value: null },
    };
    expect(flatten(["a", "b", "c", "d", "e", "f"], facts)).toEqual({
      a: 4,
      b: "4..?",
      c: "2..6",
      d: true,
      e: null,
      f: null,
    });
  });
});
