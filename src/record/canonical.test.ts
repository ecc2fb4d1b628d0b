import serialize from "canonicalize";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical, canonicalOfFrozen, isCanonical } from "./canonical.ts";

describe("canonical JSON (RFC 8785)", () => {
  test("names are sorted by UTF-16 code units, as in section 3.2.3", () => {
    const value = { "€": 1, "\r": 2, "\ufb33": 3, "1": 4, "😀": 5, "\u0080": 6, ö: 7 };
    expect(canonical(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });
  test("strings are escaped only where they must be, in small hex (section 3.2.2.2)", () => {
    expect(canonical('€$\u000f\nA\'B"\\\\"/\u007f')).toBe('"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/\u007f"');
    expect(canonical("\b\t\n\f\r\u0000\u001f")).toBe('"\\b\\t\\n\\f\\r\\u0000\\u001f"');
  });
  test("nesting, literals and the largest integers", () => {
    expect(
      canonical({ b: [true, false, null], a: { d: [], c: {} }, n: [-(2 ** 53) + 1, 0, 2 ** 53 - 1] }),
    ).toBe('{"a":{"c":{},"d":[]},"b":[true,false,null],"n":[-9007199254740991,0,9007199254740991]}');
  });
  test.each<[string, unknown, string]>([
    ["a fraction", { a: { b: [1, 0.5] } }, '"a.b.1" is 0.5'],
    ["not a number", { a: Number.NaN }, '"a" is NaN'],
    ["infinity", { a: Number.POSITIVE_INFINITY }, '"a" is Infinity'],
    ["an integer that is not exact", { a: 2 ** 53 }, '"a" is 9007199254740992'],
    ["negative zero", { a: -0 }, '"a" is negative zero'],
    ["undefined", { a: undefined }, '"a" is undefined'],
    ["a hole", { a: [1, , 3] }, '"a.1" is undefined'],
    ["a function", { a: () => 1 }, '"a" is function'],
    ["a bigint", { a: 1n }, '"a" is bigint'],
    ["a symbol as a name", { [Symbol("x")]: 1 }, "symbol"],
    ["a date", { at: new Date(0) }, '"at" is not a plain object'],
    ["bytes", { raw: Buffer.from("x") }, '"raw" is not a plain object'],
    ["a map", new Map(), "the value is not a plain object"],
    ["a lone surrogate", { a: "\ud800" }, '"a" is not well-formed'],
    ["a lone surrogate as a name", { "\udc00": 1 }, "a name that is not well-formed"],
  ])("%s is refused by its path", (_, value, says) => {
    expect(() => canonical(value)).toThrow(TypeError);
    expect(() => canonical(value)).toThrow(says);
  });
  test("depth and rings are refused", () => {
    let deep: unknown = 1;
    for (let i = 0; i < 40; i++) deep = [deep];
    expect(() => canonical(deep)).toThrow("nested deeper");
    const ring: Record<string, unknown> = {};
    ring["a"] = ring;
    expect(() => canonical(ring)).toThrow("nested deeper");
  });
  test("what it writes reads back the same and is the only form", () => {
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.string({ unit: "binary" }),
        fc.maxSafeInteger().map((n) => n + 0),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(fc.string({ unit: "binary" }), tie("value"), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(json, (value) => {
        const text = canonical(value);
        expect(JSON.parse(text)).toEqual(value);
        // Another hand's program for the same RFC writes the same bytes.
        expect(text).toBe(serialize(value));
        expect(isCanonical(text)).toBe(true);
        expect(isCanonical(` ${text}`)).toBe(false);
      }),
    );
  });
  test.each([
    '{"b":1,"a":2}',
    '{"a":1,"a":2}',
    '{"a": 1}',
    '{"a":1.0}',
    '{"a":"\\u0041"}',
    "{}\n",
    "nonsense",
    "",
  ])("%s is not canonical", (text) => expect(isCanonical(text)).toBe(false));
});

describe("the text of a value whose parts do not change", () => {
  test("is the same, the second time too", () => {
    const part = { b: [1, { z: null, a: "ñ" }], a: true };
    const value = { y: part, x: [part, part], "": "" };
    expect(canonicalOfFrozen(value)).toBe(canonical(value));
    expect(canonicalOfFrozen(value)).toBe(canonical(value));
    expect(canonicalOfFrozen({ ...value, w: 3 })).toBe(canonical({ ...value, w: 3 }));
  });

  test("refuses what the other refuses", () => {
    expect(() => canonicalOfFrozen({ a: { b: 0.5 } })).toThrow(TypeError);
    expect(() => canonicalOfFrozen([undefined])).toThrow(TypeError);
    expect(() => canonicalOfFrozen({ a: new Date(0) })).toThrow(TypeError);
  });
});

test("more names than are kept are written all the same", () => {
  const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, n) => [`name${n}`, { [`inner${n}`]: n }]));
  expect(canonicalOfFrozen(many)).toBe(canonical(many));
  expect(canonicalOfFrozen({ name1199: 1, "\u0001": 2 })).toBe('{"\\u0001":2,"name1199":1}');
});
