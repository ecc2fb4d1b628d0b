import { describe, expect, it } from "vitest";
import { fill, fillText, sameText } from "./every-language.ts";
import { LANGUAGES } from "./language.ts";
import { LANGUAGE_TEXTS } from "./languages/index.ts";
import { textOf, textsOf } from "./text-of.ts";

describe("texts by id", () => {
  it("are one text in the order of the languages", () => {
    const text = textOf("roles.jefe-de-mesa");
    expect(text).toEqual({ es: "jefe de mesa", eu: "mahaiburua", gl: "xefe de mesa", en: "table head" });
    expect(Object.keys(text)).toEqual([...LANGUAGES]);
  });

  it("are the texts of a group, with groups below it", () => {
    const faults = textsOf("faults.cards");
    expect(Object.keys(faults)).toEqual(Object.keys(LANGUAGE_TEXTS.es.faults.cards));
    expect(faults["shoe-jam"]).toEqual({
      text: textOf("faults.cards.shoe-jam.text"),
      doThis: textOf("faults.cards.shoe-jam.doThis"),
    });
  });

  it("refuse an id that is none, before and while the program runs", () => {
    // @ts-expect-error: no such id
    expect(() => textOf("roles.nobody")).toThrow("no text roles.nobody: see src/text/languages/es.json");
    // @ts-expect-error: a group is no text
    expect(() => textOf("roles")).toThrow("no text roles");
    // @ts-expect-error: a text is no group
    expect(() => textsOf("roles.inspector")).toThrow(
      "no texts roles.inspector: see src/text/languages/es.json",
    );
  });
});

describe("a text that is filled in", () => {
  it("has numbers, words and texts for the names in braces", () => {
    const series = textOf("wins.series.line");
    expect(fillText(textOf("wins.side.right"), { series }).eu).toBe("irabazten du: seriea");
    expect(fillText(textOf("wins.chosen-total"), { from: 4, to: 17 }).en).toBe("the chosen total, 4 to 17");
  });

  it("says one and more by the plural rules of each language", () => {
    const times = textOf("statistics.times");
    expect([1, 2, 0].map((n) => fillText(times, { n }).es)).toEqual(["1 vez", "2 veces", "0 veces"]);
    expect([1, 2].map((n) => fillText(times, { n }).eu)).toEqual(["behin", "2 aldiz"]);
    expect([1, "2"].map((n) => fill(times, "en", { n }))).toEqual(["once", "2 times"]);
    expect(fill(times, "en", {})).toBe("{n|once|# times}");
  });

  it("takes words as they are, and leaves a name without a value", () => {
    expect(fillText(sameText("{a} {b} {toString}"), { a: "$& {b}" }).es).toBe("$& {b} {b} {toString}");
  });
});
