import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Language } from "../../src/text/language.ts";
import { LANGUAGE_TEXTS } from "../../src/text/languages/index.ts";
import notes from "../../src/rules/coverage-notes.json" with { type: "json" };
import { textOf, type TextId } from "../../src/text/text-of.ts";
import type { TextTree } from "../../src/text/translation.ts";

/**
 * One thing has one name in each language, the casino's own: in Spanish the catalogues', in Basque that of the decree of País Vasco.
 * Read are all texts that people at a table see: the program's, the rulebooks', their translations, and what stands in the pages.
 */

const ROOT = new URL("../../", import.meta.url).pathname;

interface Term {
  readonly term: string;
  /** Names that it had before, or that a translator may think of first. */
  readonly not: RegExp;
  /** What would be taken for one of them and is another thing. */
  readonly but?: RegExp;
}

const GLOSSARY: Readonly<Record<Language, readonly Term[]>> = {
  es: [
    { term: "dama", not: /\breina\b/i },
    { term: "la banca juega, no juega", not: /\bbanca (?:no )?abre\b/i },
    { term: "impugnar una jugada", not: /\bcongelar (?:esta|la|una) (?:jugada|tirada)\b/i },
    { term: "jugada", not: /\bronda\b/i, but: /\bronda (?:de apuestas|siguiente)|(?:séptima|última) ronda\b/i },
    { term: "confirmar la anulación", not: /\bconfirma(?:r)? (?:la )?nula\b/i },
    { term: "cuerno", not: /\btrompa\b/i },
    { term: "carta de corte", not: /\bcarta cortadora\b|\btarjeta de corte\b/i },
  ],
  eu: [
    {
      term: "bankua",
      not: /\bbanka(?:k|ren|renak|rentzat|tik|n|ri|rekin)?\b/i,
      but: /\bbanka frantses|\bbankari\b/i,
    },
    { term: "planto egin", not: /\bplantatu\b|\bgeldirik gera\b|puntua geldirik/i },
    { term: "sabota", not: /\bkarta-kutxa/i },
    { term: "plaza", not: /\bzein lekutan dago jaurtitzaile/i },
    { term: "astingailua", not: /\birabiagailu/i },
    { term: "kodegailua", not: /\bkodetzaile/i },
    { term: "adarra", not: /\btronpa/i },
    { term: "gelditze-karta", not: /\b(?:ebaketa|mozketa)-kart/i },
    { term: "pikatu", not: /\b(?:moztu|ebaki|ebakita)\b/i },
    { term: "nahastu", not: /\bnahasi\b/i },
    { term: "dama", not: /\berregina\b/i },
    { term: "besterik ez", not: /«ez da(?:go)? gehiago»|^ez da(?:go)? gehiago$/i },
    { term: "lehendabiziko oihala", not: /\blehen oihal/i },
    { term: "leheneratu", not: /\bberrezarri/i },
    { term: "banaketan egindako hutsa", not: /\bbanaketa-oker/i },
    {
      term: "aurpegiz gora",
      not: /\bahoz gora\b|\bgora begira\b|\biraulitako kart|\bkarta iraulia\b|\bikusgai (?:agertzen|irteten)/i,
    },
    { term: "joko-zuzendaria", not: /\bJokoetako zuzendari/i },
    { term: "erabiltezin", not: /\berabilezin/i },
    { term: "jokaldi baliogabea", not: /\bjokaldi nulu/i },
    { term: "inpugnatu", not: /\bizoztu jokaldi/i },
  ],
  gl: [
    { term: "dama", not: /\bra[ií]ña\b/i },
    { term: "burato", not: /\bburaco/i },
    { term: "corno", not: /\btrompa\b/i },
    { term: "a banca xoga, non xoga", not: /\bbanca (?:non )?abre\b/i },
    { term: "impugnar unha xogada", not: /\bconxelar (?:esta|a|unha) xogada\b/i },
    { term: "confirmar a anulación", not: /\bconfirma(?:r)? (?:a )?nula\b/i },
  ],
  en: [
    { term: "the bank qualifies, does not qualify", not: /\bbank (?:opens|does not open)\b/i },
    { term: "seat", not: /\b(?:no such|fewer|more|each|this) places?\b|^place \{from\}/i },
    { term: "dispute a round", not: /\bfreeze (?:this|the|a) round\b/i },
  ],
};

/** Places that name the same thing, each with its own capitals. */
const SAME: readonly (readonly [TextId, TextId])[] = [
  ["pages.words.cutCard", "recall.events.cut-card"],
  ["keys.cards.no-more-bets", "recall.keys.no-more-bets"],
  ["cards.outcomes.bank-not-qualified", "pages.words.bankNotOpens"],
];

const DECREE: Readonly<Partial<Record<TextId, string>>> = {
  "cards.moves.stand": "planto",
  "cards.moves.lay-down": "jokoa erakutsi",
  "cards.moves.check": "paso",
  "cards.moves.fold": "erretiratu",
  "cards.hands.banca": "bankua",
  "cards.hands.cloth-1": "lehendabiziko oihala",
  "keys.cards.no-more-bets": "besterik ez",
};

type Line = readonly [place: string, text: string];

function linesOf(tree: TextTree, above: string): readonly Line[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${above}${key}`, value] as const] : linesOf(value, `${above}${key}.`),
  );
}

/** The lines of a file without its comments. What a rulebook remarks is told in English and read by nobody at a table. */
function fileLines(file: string): readonly Line[] {
  const [shown = ""] = readFileSync(join(ROOT, file), "utf8").split("\nremarks:\n");
  return shown.split("\n").flatMap((line, at): readonly Line[] => {
    const isSilent = /^\s*(?:#|note:|- \{ about)/.test(line);
    return isSilent ? [] : [[`${file}:${at + 1}`, line]];
  });
}

/** Of a translation what it says, and not the law's words under which it stands. */
const translated = ([place, line]: Line): Line => [
  place,
  line.replace(/^\s+(?:"(?:[^"\\]|\\.)*"|[^"{]+?): /, ""),
];

/** Why a device can or cannot observe a rule, as the technician reads it. */
const notesIn = (language: Language): readonly Line[] =>
  Object.entries(notes as Readonly<Record<string, Partial<Record<Language, string>>>>).map(
    ([note, told]) => [`coverage-notes.json ${note}`, told[language] ?? ""] as const,
  );

function shownIn(language: Language): readonly Line[] {
  const own = [...linesOf(LANGUAGE_TEXTS[language], `${language}.json `), ...notesIn(language)];
  if (language !== "es") {
    const files = globSync(`src/rules/data/*/translations/${language}.yaml`, { cwd: ROOT });
    return [...own, ...files.flatMap(fileLines).map(translated)];
  }
  const packs = globSync("src/rules/data/**/[0-9]*.yaml", { cwd: ROOT }).filter(
    (file) => !file.endsWith(".cases.yaml"),
  );
  const pages = globSync("firmware/screens/pages/*.html", { cwd: ROOT });
  return [...own, ...[...packs, ...pages].flatMap(fileLines)];
}

const faultsIn = (lines: readonly Line[], terms: readonly Term[]): readonly string[] =>
  lines.flatMap(([place, text]) =>
    terms.flatMap(({ term, not, but }) => {
      const left = but === undefined ? text : text.replaceAll(new RegExp(but, "gi"), "");
      return not.test(left) ? [`${place}: "${not.exec(left)?.[0]}" is ${term}`] : [];
    }),
  );

describe.each(Object.entries(GLOSSARY) as [Language, readonly Term[]][])(
  "the words of %s",
  (language, terms) => {
    it("have one name for one thing", () => {
      const lines = shownIn(language);
      expect(lines.length).toBeGreaterThan(2000);
      expect(faultsIn(lines, terms)).toEqual([]);
    });

    it.each(SAME)("name the same thing alike in %s and %s", (one, other) => {
      expect(textOf(one)[language].toLowerCase()).toBe(textOf(other)[language].toLowerCase());
    });
  },
);

it("a list of past rounds calls each what it is at its table: a round of cards, a spin or a throw", () => {
  for (const [language, texts] of Object.entries(LANGUAGE_TEXTS)) {
    const rounds = new Set(Object.values(texts.recall.rounds));
    for (const [place, text] of linesOf(texts.recall.words, `${language} `))
      for (const round of rounds)
        expect([
          place,
          text
            .replaceAll(/\{round\}|tirada find/g, "")
            .toLowerCase()
            .includes(round),
        ]).toEqual([place, false]);
  }
});

it("Basque keys and hands are the decree's", () => {
  for (const [id, words] of Object.entries(DECREE)) expect(textOf(id as TextId).eu, id).toBe(words);
});

it("finds a name that is none, and leaves another thing alone", () => {
  const line = (text: string): Line => ["a", text];
  expect(faultsIn([line("Bankak ez du irekitzen"), line("Banka frantsesa")], GLOSSARY.eu)).toHaveLength(1);
  expect(faultsIn([line("La ronda acaba"), line("Nueva ronda de apuestas.")], GLOSSARY.es)).toHaveLength(1);
});
