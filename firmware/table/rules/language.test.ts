import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { citeText } from "../../../src/rules/pack.ts";
import { readYaml } from "../../../src/rules/yaml.ts";
import { DATA, fileOf, libraryOf } from "./library.ts";
import { listPacks } from "./load.ts";
import { citesOf, textsOf } from "./pack-parts.test-help.ts";

const LOADED = listPacks();
const valueOf = (name: string): unknown => {
  const yaml = readYaml(readFileSync(fileOf(name), "utf8"), name);
  if (!yaml.ok) throw new Error(`${name} is not readable`);
  return yaml.value;
};

/** Every map of a file that gives words in more than the law's own language. */
function bilingual(value: unknown): readonly Readonly<Record<string, string>>[] {
  if (typeof value !== "object" || value === null) return [];
  if ("es" in value) return [value as Readonly<Record<string, string>>];
  return Object.values(value).flatMap(bilingual);
}

describe("the law's own language", () => {
  it.each(libraryOf(DATA).names())("is the only one in %s, but for words that the law prints", (name) => {
    const jurisdiction = name.split("/")[0];
    const printed = LOADED.filter(({ pack }) => pack.jurisdiction === jurisdiction).flatMap(({ pack }) =>
      pack.announcements.flatMap(({ printed: languages, say }) => languages.map((one) => `${one} ${say[one]}`)),
    );
    const others = bilingual(valueOf(name)).flatMap((words) =>
      Object.entries(words).flatMap(([language, word]) => (language === "es" ? [] : [`${language} ${word}`])),
    );
    for (const words of others) expect(printed).toContain(words);
  });

  it("has no common translation that no rulebook needs", () => {
    for (const jurisdiction of new Set(LOADED.map(({ pack }) => pack.jurisdiction))) {
      const texts = LOADED.filter(({ pack }) => pack.jurisdiction === jurisdiction).flatMap(({ pack }) =>
        textsOf(pack, "").map(([, text]) => text.es),
      );
      for (const language of ["eu", "gl", "en"]) {
        expect(libraryOf(DATA).translations(jurisdiction, language)).not.toBeNull();
        const { common } = valueOf(`${jurisdiction}/translations/${language}`) as { readonly common: object };
        for (const words of Object.keys(common)) expect(texts, `${jurisdiction} ${language}`).toContain(words);
      }
    }
  });
});

it("cites sections as the law is printed, and no lines", () => {
  for (const { id, pack } of LOADED)
    for (const cite of citesOf(pack)) expect(citeText(cite), id).not.toMatch(/\bll?\. ?\d/);
});
