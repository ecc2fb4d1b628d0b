import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { FACES } from "../../../src/cards/card.ts";
import { LANGUAGES, type Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";

const web = (name: string): URL => new URL(`../pages/${name}`, import.meta.url);
// By its address: what it imports is checked with the types of browsers.
const { beadOf, cellText, FACE_NAMES, faceText, paysText } = (await import(web("game-words.ts").href)) as {
  readonly FACE_NAMES: Readonly<Record<string, Text>>;
  readonly cellText: (cell: { at: number; of: number }, wheel: string) => Text;
  readonly faceText: (face: string) => Text;
  readonly paysText: (pays: string) => Text;
  readonly beadOf: (called: { of: string }) => { letter: Text; shape: string } | null;
};
const sources = readdirSync(fileURLToPath(web("")), { recursive: true, encoding: "utf8" })
  .filter((name) => name.includes("."))
  .map((name) => ({ name, text: readFileSync(web(name), "utf8") }));

describe("the pages' words", () => {
  test("upright wheels, tables of cards and of dice have words of their own only for words that there are", () => {
    const { phases, words, ...pages } = textsOf("pages");
    for (const own of [pages["of-discs"], pages["of-cards"], pages["of-dice"]]) {
      expect(Object.keys(phases)).toEqual(expect.arrayContaining(Object.keys(own.phases)));
      expect(Object.keys(words)).toEqual(expect.arrayContaining(Object.keys(own.words)));
    }
  });

  test("a cell says what it pays and where it is", () => {
    expect(paysText("45:1")).toEqual({
      es: "Paga 45 a 1",
      eu: "45:1 ordaintzen du",
      gl: "Paga 45 a 1",
      en: "Pays 45 to 1",
    });
    expect(paysText("push").es).toBe("Empate");
    expect(cellText({ at: 12, of: 18 }, "bowl").es).toBe("Hoyo 12 de 18");
    expect(cellText({ at: 1, of: 54 }, "disc").eu).toBe("54 laukitxoetatik 1.a");
  });

  test("every card has a name in every language, and no two the same", () => {
    for (const language of LANGUAGES) {
      const names = [...FACES, "joker"].map((face) => faceText(face)[language]);
      expect(new Set(names).size).toBe(53);
      for (const name of names) expect(name.trim().length).toBeGreaterThan(2);
    }
    expect(faceText("10h").es).toBe("10 de corazones");
    expect(faceText("Ks").en).toBe("king of spades");
  });

  test("every face of a die has a name of its own", () => {
    for (const language of LANGUAGES)
      expect(new Set(Object.values(FACE_NAMES).map((name) => name[language])).size).toBe(12);
  });

  test("punto, banca and a tie differ in letter and outline", () => {
    const beads = ["punto", "banca", "round"].map((of) => beadOf({ of }));
    expect(beads.map((bead) => bead?.letter.es)).toEqual(["P", "B", "E"]);
    expect(new Set(beads.map((bead) => bead?.shape)).size).toBe(3);
    expect(beadOf({ of: "seat-3" })).toBeNull();
  });
});

describe("the pages' code", () => {
  test("makes no markup out of data and loads nothing from outside", () => {
    for (const { name, text } of sources) {
      expect({
        name,
        found: /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/.exec(text)?.[0],
      }).toEqual({ name });
      const outside = (text.match(/https?:\/\/[^"' )]*/g) ?? []).filter(
        (url) => url !== "http://www.w3.org/2000/svg",
      );
      expect({ name, outside }).toEqual({ name, outside: [] });
    }
  });

  test("is in small files", () => {
    for (const { name, text } of sources.filter(({ name }) => /\.(?:js|ts)$/.test(name))) {
      expect({ name, small: text.split("\n").length < 300 }).toEqual({ name, small: true });
    }
  });
});
