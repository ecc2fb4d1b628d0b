import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { FACES } from "../../src/cards/card.ts";
import { PIP_FACES, SYMBOL_FACES } from "../../src/dice/faces.ts";
import { CRAPS_CALLS } from "../../src/table/dice/texts.ts";
import { PHASES } from "../../src/table/phase.ts";
import { LANGUAGES, type Text } from "../../src/text/language.ts";

const web = (name: string): URL => new URL(`./web/${name}`, import.meta.url);
type Words = Record<string, Text>;
const words = (await import(web("i18n.ts").href)) as Record<
  "WORDS" | "ROLES" | "COLOURS" | "PHASES" | "HEALTH",
  Words
>;
const wheels = (await import(web("wheel-words.ts").href)) as {
  readonly WORDS_DISC: Words;
  readonly PHASES_DISC: Words;
  paysText(pays: string): Text;
  cellText(cell: { at: number; of: number }, wheel: string): Text;
};
const cards = (await import(web("card-words.ts").href)) as {
  readonly WORDS_CARDS: Words;
  readonly PHASES_CARDS: Words;
  readonly SUIT_NAMES: Words;
  readonly INCIDENT_VERDICTS: Readonly<Record<string, string>>;
  readonly HAND_STATES: Readonly<Record<string, string>>;
  faceText(face: string): Text;
  beadOf(called: { of: string }): { letter: Text; shape: string } | null;
};
const dice = (await import(web("dice-words.ts").href)) as Record<
  "WORDS_DICE" | "PHASES_DICE" | "FACE_NAMES" | "CRAPS_CALLS",
  Words
>;
const sources = readdirSync(fileURLToPath(web(""))).map((name) => ({
  name,
  text: readFileSync(web(name), "utf8"),
}));

describe("the pages' words", () => {
  const all = Object.entries(words)
    .filter(([name]) => /^[A-Z]+$/.test(name))
    .flatMap(([name, list]) =>
      Object.entries(list).map(([key, text]): [string, Text] => [`${name}.${key}`, text]),
    );

  test.each(all)("%s is there in every language", (_name, text) => {
    for (const language of LANGUAGES) expect(text[language].trim().length).toBeGreaterThan(0);
  });

  test("phases are those of the firmware", () => {
    expect(Object.keys(words.PHASES).toSorted()).toEqual(PHASES.toSorted());
    expect(Object.keys(words.HEALTH).toSorted()).toEqual([
      "fault",
      "garbled",
      "port-gone",
      "silent",
      "waiting",
    ]);
  });

  test("upright wheels, tables of cards and of dice have words of their own only for words that there are", () => {
    for (const [mine, all] of [
      [wheels.WORDS_DISC, words.WORDS],
      [wheels.PHASES_DISC, words.PHASES],
      [cards.WORDS_CARDS, words.WORDS],
      [cards.PHASES_CARDS, words.PHASES],
      [dice.WORDS_DICE, words.WORDS],
      [dice.PHASES_DICE, words.PHASES],
    ] as const) {
      expect(Object.keys(all)).toEqual(expect.arrayContaining(Object.keys(mine)));
      for (const text of Object.values(mine))
        for (const language of LANGUAGES) expect(text[language].trim().length).toBeGreaterThan(0);
    }
  });

  test("a cell says what it pays and where it is", () => {
    expect(wheels.paysText("45:1")).toEqual({
      es: "Paga 45 a 1",
      eu: "45:1 ordaintzen du",
      gl: "Paga 45 a 1",
      en: "Pays 45 to 1",
    });
    expect(wheels.paysText("push").es).toBe("Empate");
    expect(wheels.cellText({ at: 12, of: 18 }, "bowl").es).toBe("Hoyo 12 de 18");
    expect(wheels.cellText({ at: 1, of: 54 }, "disc").eu).toBe("54 laukitxoetatik 1.a");
  });

  test("every card has a name in every language, and no two the same", () => {
    for (const language of LANGUAGES) {
      const names = [...FACES, "joker"].map((face) => cards.faceText(face)[language]);
      expect(new Set(names).size).toBe(53);
      for (const name of names) expect(name.trim().length).toBeGreaterThan(2);
    }
    expect(cards.faceText("10h").es).toBe("10 de corazones");
    expect(cards.faceText("Ks").en).toBe("king of spades");
  });

  test("every face of a die has a name of its own, and every call of craps its word", () => {
    expect(Object.keys(dice.FACE_NAMES).toSorted()).toEqual([...PIP_FACES, ...SYMBOL_FACES].toSorted());
    expect(Object.keys(dice.CRAPS_CALLS).toSorted()).toEqual(Object.keys(CRAPS_CALLS).toSorted());
    for (const language of LANGUAGES) {
      const names = Object.values(dice.FACE_NAMES).map((name) => name[language]);
      expect(new Set(names).size).toBe(12);
      for (const text of Object.values(dice.CRAPS_CALLS)) expect(text[language].trim()).not.toBe("");
    }
  });

  test("what becomes of an incident and of a hand has its word", () => {
    const known = [...Object.values(cards.INCIDENT_VERDICTS), ...Object.values(cards.HAND_STATES)];
    expect(known.filter((key) => !(key in words.WORDS))).toEqual([]);
    expect(Object.keys(cards.HAND_STATES).toSorted()).toEqual(["folded", "out", "surrendered"]);
  });

  test("punto, banca and a tie differ in letter and outline", () => {
    const beads = ["punto", "banca", "round"].map((of) => cards.beadOf({ of }));
    expect(beads.map((bead) => bead?.letter.es)).toEqual(["P", "B", "E"]);
    expect(new Set(beads.map((bead) => bead?.shape)).size).toBe(3);
    expect(cards.beadOf({ of: "seat-3" })).toBeNull();
  });

  test("every word that a page asks for exists", () => {
    const asked = sources.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:word|own|say)\("(\w+)"/g)].map(([, key]) => key ?? ""),
    );
    expect(asked.length).toBeGreaterThan(40);
    expect(asked.filter((key) => !["done", "refused"].includes(key) && !(key in words.WORDS))).toEqual([]);
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
