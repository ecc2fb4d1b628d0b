import { describe, expect, it } from "vitest";
import { listPacks } from "../../firmware/table/rules/load.ts";
import { notesOf } from "../../firmware/table/rules/notes.ts";
import { bookletPage } from "../../src/booklet/page.ts";
import { NOTE_LANGUAGE } from "../../src/rules/notes.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { RULE_FAMILIES, vocabularyOf } from "../../src/rules/families.ts";
import { withoutLines } from "../../src/rules/without-lines.ts";
import { type Language, LANGUAGES } from "../../src/text/language.ts";
import { LANGUAGE_TEXTS } from "../../src/text/languages/index.ts";

/** Words of another language that no sentence of these booklets has. */
const wordsOf = (words: string): RegExp => new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, "iu");
const ENGLISH = "the|and|of|is|are|not|with|which|whether|by|from|this|that|has|who";
const FOREIGN: Readonly<Record<Language, RegExp>> = {
  es: wordsOf(`${ENGLISH}|for`),
  eu: wordsOf(`${ENGLISH}|los|las|del|que|para|pero|una`),
  gl: wordsOf(`${ENGLISH}|los|las|hay|una`),
  en: wordsOf("los|las|que|para|pero|una|eta|edo"),
};

const PACKS = listPacks();

/** Every note and remark of a pack, once. */
const notesIn = (pack: Pack): ReadonlySet<string> =>
  new Set([
    ...pack.rules.flatMap(({ note }) => note ?? []),
    ...pack.announcements.flatMap(({ note }) => note ?? []),
    ...pack.remarks.map(({ text }) => text),
    ...(pack.wheel === undefined ? [] : [pack.wheel.note]),
  ]);

/** Where the tables of a card game stand, which may say more than a section. */
function sourcesIn({ cards }: Pack): readonly string[] {
  const outcome = cards?.outcome ?? null;
  if (outcome === null) return [];
  return "tableau" in outcome ? [outcome.tableau.source] : "ranking" in outcome ? [outcome.ranking.source] : [];
}

/** What a person reads of a page: without its style, codes, the law's name, words in another language and words that are spoken. */
function readText(page: string, pack: Pack): string {
  return page
    .replace(/<style>[^]*?<\/style>|<code>[^]*?<\/code>|<title>[^]*?<\/title>/g, " ")
    .replace(/<span lang="[^"]+">[^]*?<\/span>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(pack.law.name, " ")
    .replaceAll(pack.law.published, " ")
    .replace(/«[^»]*»|“[^”]*”/g, " ")
    .replace(/\s+/g, " ");
}

/** Names that code gives to things of a pack; those of one plain word may be words of a sentence. */
function idsOf(pack: Pack): readonly string[] {
  const ids = [
    ...pack.rules.flatMap(({ id, readings }) => [id, ...(readings ?? []).map((one) => one.id)]),
    ...pack.steps.map(({ id }) => id),
    ...pack.remarks.map(({ about }) => about),
    ...Object.keys(vocabularyOf(pack.family)),
  ];
  return ids.filter((id) => id.includes("-"));
}

const booklet = (pack: Pack, digest: string, language: Language): string =>
  readText(bookletPage({ pack, digest, notes: notesOf(pack.jurisdiction), coverage: null, language }), pack);

describe.each(LANGUAGES)("the booklets in %s", (language) => {
  it("are in that language, and hold nothing that looks like code", () => {
    for (const { pack, digest, name } of PACKS) {
      const text = booklet(pack, digest, language);
      const found = FOREIGN[language].exec(text);
      expect(found === null ? "" : text.slice(Math.max(0, found.index - 80), found.index + 80), name).toBe("");
      expect(
        idsOf(pack).filter((id) => new RegExp(`(?<![\\p{L}-])${id}(?![\\p{L}-])`, "u").test(text)),
        name,
      ).toEqual([]);
      expect(/[≤≥{}_`]|undefined/.exec(text)?.[0], name).toBeUndefined();
    }
  });

  it("tell two places of the law apart that stand in one section", () => {
    for (const { pack, name } of PACKS)
      for (const note of notesIn(pack)) {
        const words = notesOf(pack.jurisdiction).get(note)?.[language];
        if (words === undefined && language !== NOTE_LANGUAGE) continue;
        const places = [...withoutLines(pack, words ?? note).matchAll(/\(([^()]+)\)/g)].map(
          ([, place]) => place!,
        );
        const sections = places.filter((place) => /^(?:[IVX]+|[A-Z]|art)\.[ \d]/.test(place));
        expect(new Set(sections).size, `${name}: ${words ?? note}`).toBe(sections.length);
      }
  });

  it("have every note and remark", () => {
    const left: Record<string, number> = {};
    const seen = new Set<string>();
    for (const { pack } of PACKS)
      for (const note of notesIn(pack)) {
        const key = `${pack.jurisdiction} ${note}`;
        if (language === NOTE_LANGUAGE || seen.has(key)) continue;
        seen.add(key);
        if (notesOf(pack.jurisdiction).get(note)?.[language] === undefined)
          left[pack.jurisdiction] = (left[pack.jurisdiction] ?? 0) + 1;
      }
    expect(left).toEqual({});
  });
});

describe("the notes in other languages", () => {
  it("are those of notes that a rulebook has", () => {
    const used = new Map<string, Set<string>>();
    for (const { pack } of PACKS) {
      const all = used.get(pack.jurisdiction) ?? new Set();
      for (const note of [...notesIn(pack), ...sourcesIn(pack)]) all.add(note);
      used.set(pack.jurisdiction, all);
    }
    for (const [jurisdiction, all] of used)
      expect([...notesOf(jurisdiction).keys()].filter((note) => !all.has(note))).toEqual([]);
  });
});

describe("what a rule may ask", () => {
  it("has words for every fact, every word of it, and both sides of a number", () => {
    const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = LANGUAGE_TEXTS.es.booklet.facts;
    for (const family of new Set(PACKS.map(({ pack }) => pack.family)))
      for (const [name, fact] of Object.entries(RULE_FAMILIES.get(family).facts)) {
        const asked =
          fact.is === "flag" ? ["is"] : fact.is === "count" ? ["fewer", "least"] : (fact.words ?? []);
        expect(Object.keys(texts[name] ?? {}), name).toEqual(expect.arrayContaining([...asked]));
      }
  });
});
