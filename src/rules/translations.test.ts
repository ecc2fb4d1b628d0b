import { describe, expect, it } from "vitest";
import { changed, GOOD, packOf, problemsOf } from "./card-pack.test-help.ts";
import type { Library } from "./extends.ts";
import { parsePack } from "./parse.ts";

const TEXT = "{ es: a, eu: a, gl: a, en: a }";
/** The pack in Spanish alone, but for the title. */
const SPANISH = GOOD.replace(/^(.*text: ).*$/gm, (_line, before: string) => `${before}dicho`).replace(
  "{ id: shuffle, who: croupier, text: dicho",
  "{ id: shuffle, who: croupier, text: barajar, basis: derived }",
);
const fileOf = (language: string, common: string, rulebooks: string, jurisdiction = "cl"): string =>
  `translations: tirada-translations/1
jurisdiction: ${jurisdiction}
language: ${language}
common: ${common}
rulebooks: ${rulebooks}
`;
const libraryOf = (texts: Readonly<Record<string, string>>): Library => ({
  source: () => null,
  names: () => ["cl/poker-de-prueba@2023-03"],
  translations: (_jurisdiction, language) =>
    texts[language] === undefined ? null : { file: `cl/translations/${language}.yaml`, text: texts[language] },
});
const BOOK = "\n  poker-de-prueba@2023-03:\n    steps: { shuffle: WORD }\n";
const all = (gl = BOOK.replace("WORD", "barallar")): Library =>
  libraryOf({
    eu: fileOf("eu", "{ dicho: esana }", BOOK.replace("WORD", "nahastu")),
    gl: fileOf("gl", "{ dicho: dito }", gl),
    en: fileOf("en", "{ dicho: said }", BOOK.replace("WORD", "shuffle")),
  });

describe("the words of a pack in other languages", () => {
  it("come from the files of its jurisdiction: by id, or by the law's own words where several rulebooks have them", () => {
    const pack = packOf(SPANISH, all());
    expect(pack.steps[0]?.text).toEqual({ es: "barajar", eu: "nahastu", gl: "barallar", en: "shuffle" });
    expect(pack.rules[0]?.text).toEqual({ es: "dicho", eu: "esana", gl: "dito", en: "said" });
  });

  it("are not digested: what the digest covers is law", () => {
    const digestOf = (library: Library, text = SPANISH): string => {
      const read = parsePack(text, "cl/prueba.yaml", library);
      if (!read.ok) throw new Error("it must be readable");
      return read.digest;
    };
    const other = all(BOOK.replace("WORD", "remexer"));
    expect(packOf(SPANISH, other).steps[0]?.text.gl).toBe("remexer");
    expect(digestOf(other)).toBe(digestOf(all()));
    expect(digestOf(all(), SPANISH.replace("barajar", "mezclar"))).not.toBe(digestOf(all()));
  });

  it("are digested where the law itself prints them", () => {
    const basque = (word: string): string =>
      changed([
        `phase: betting, by: croupier, say: ${TEXT}, printed: [], basis: external`,
        `phase: betting, by: croupier, say: { es: a, eu: ${word}, gl: a, en: a }, printed: [es, eu], basis: text, cite: *cite`,
      ]);
    const digest = (text: string): string => {
      const read = parsePack(text, "cl/prueba.yaml");
      if (!read.ok) throw new Error("it must be readable");
      return read.digest;
    };
    expect(digest(basque("egin"))).not.toBe(digest(basque("jokatu")));
    expect(digest(changed(["title: { es: a, eu: a", "title: { es: a, eu: b"]))).toBe(digest(GOOD));
  });
});

describe("what is wrong with translations is told by file and line, and nothing of the pack is used", () => {
  it("a rule without its translation", () => {
    const line = SPANISH.split("\n").findIndex((one) => one.includes("id: shuffle")) + 1;
    expect(problemsOf(SPANISH, all("{}"))).toEqual([
      `cl/prueba.yaml:${line}:41: "barajar" has no translation (gl): write it in cl/translations/gl.yaml under rulebooks, poker-de-prueba@2023-03, steps, shuffle`,
    ]);
  });

  it("a translation without its rule, and of a rulebook that is not there", () => {
    const orphan = BOOK.replace("shuffle: WORD", "shuffle: barallar, shufle: barallar");
    expect(problemsOf(SPANISH, all(orphan))).toEqual([
      'cl/translations/gl.yaml:7:41: "cl/poker-de-prueba@2023-03" has no words of its own for steps "shufle" (did you mean "shuffle"?); a translation without its rule: take it out',
    ]);
    const nobody = `${BOOK.replace("WORD", "barallar")}  poker-de-pruebas@2023-03: {}\n`;
    expect(problemsOf(SPANISH, all(nobody))).toEqual([
      'cl/translations/gl.yaml:8:3: there is no rulebook or part "cl/poker-de-pruebas@2023-03" (did you mean "cl/poker-de-prueba@2023-03"?)',
    ]);
    const category = `${BOOK.replace("WORD", "barallar")}    noCategory: ningunha\n`;
    expect(problemsOf(SPANISH, all(category))).toEqual([
      'cl/translations/gl.yaml:8:17: "cl/poker-de-prueba@2023-03" has no noCategory to translate: take it out',
    ]);
  });

  it("a file that lies in the wrong place, or is not well formed", () => {
    const good = {
      eu: fileOf("eu", "{ dicho: a, barajar: b }", "{}"),
      en: fileOf("en", "{ dicho: a, barajar: b }", "{}"),
    };
    const wrong = { ...good, gl: fileOf("eu", "{ dicho: a, barajar: b }", "{}", "xx") };
    expect(problemsOf(SPANISH, libraryOf(wrong))).toEqual([
      "cl/translations/gl.yaml:2:15: jurisdiction: this file lies where that of cl belongs",
      "cl/translations/gl.yaml:3:11: language: this file lies where that of gl belongs",
    ]);
    const broken = { ...good, gl: `${fileOf("gl", "{ dicho: a, barajar: b }", "{}")}extra: 1\n` };
    expect(problemsOf(SPANISH, libraryOf(broken))[0]).toContain(
      'cl/translations/gl.yaml:6:1: unknown key "extra"',
    );
  });
});
