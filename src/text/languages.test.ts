import { describe, expect, it } from "vitest";
import { fillWords } from "./every-language.ts";
import type { Language } from "./language.ts";
import { LANGUAGE_TEXTS } from "./languages/index.ts";
import notes from "./notes-to-translators.json" with { type: "json" };
import { missingIds, type TextTree } from "./translation.ts";

const { es } = LANGUAGE_TEXTS;

/** Every text of a language by its id. */
function textsById(tree: TextTree, above = ""): readonly (readonly [id: string, text: string])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${above}${key}`, value] as const] : textsById(value, `${above}${key}.`),
  );
}

/** What is counted in texts, as it reads of more than one. */
const NOUNS = (
  "veces días minutos registros bytes caracteres columnas cartas manos dados vueltas personas peticiones barajas comodines reconexiones " +
  "rexistros voltas mans persoas peticións barallas comodíns reconexións " +
  "times days minutes records characters columns cards hands dice laps turns people requests decks jokers"
).split(" ");
/** Where the number is a limit, or of two at the least. */
const NEVER_ONE = ["problems.hex", "problems.limit-law"];

/** The names in braces; not that of a number which only chooses between words. */
const namesIn = (text: string): readonly string[] =>
  [
    ...new Set(
      [...text.matchAll(/\{([^}|]*)(\|[^}]*)?\}/g)].flatMap(([, name, forms]) =>
        forms === undefined || forms.includes("#") ? (name ?? []) : [],
      ),
    ),
  ].sort();

describe("missing ids", () => {
  it("are named where a language is not complete", () => {
    const without = (group: TextTree, left: string): TextTree =>
      Object.fromEntries(Object.entries(group).filter(([id]) => id !== left));
    const roles = without(es.roles, "inspector");
    const incomplete = {
      ...without(es, "refusals"),
      roles,
      panel: { refusals: { ...es.panel.refusals, notNow: "" } },
    };
    expect(missingIds(es, incomplete)).toEqual([
      "roles.inspector",
      ...Object.keys(es.refusals).map((key) => `refusals.${key}`),
      "panel.refusals.notNow",
    ]);
  });

  it("are all of a language of which only the file was made", () => {
    expect(missingIds(es, {})).toEqual(textsById(es).map(([id]) => id));
  });

  it("are those of a text in whose place a group stands, and the other way round", () => {
    expect(missingIds({ a: "x", b: { c: "y" } }, { a: { c: "x" }, b: "y" })).toEqual(["a", "b.c"]);
  });
});

it("the notes to translators are each on a text or a group that there is", () => {
  const groups = (tree: TextTree, above = ""): readonly string[] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === "string" ? [] : [`${above}${key}`, ...groups(value, `${above}${key}.`)],
    );
  const known = [...groups(es), ...textsById(es).map(([id]) => id)];
  expect(Object.keys(notes).filter((id) => !known.includes(id))).toEqual([]);
});

describe.each(Object.entries(LANGUAGE_TEXTS))("%s", (language, texts) => {
  it("lacks no text, and has none too many", () => {
    expect(missingIds(es, texts)).toEqual([]);
    expect(missingIds(texts, es)).toEqual([]);
  });

  it("has no brace that stays when the values are put in", () => {
    // A text with one place alone may leave it without a name.
    const filled = textsById(texts).map(
      ([id, text]) => [id, fillWords(text.replace("{}", "x"), language as Language, (name) => name)] as const,
    );
    expect(filled.filter(([, text]) => /[{}]/.test(text))).toEqual([]);
  });

  it("has words for one thing beside those for more, wherever a number can be 1", () => {
    const counted = /\{(?!most|least)[A-Za-z]+\} (?:(?:full|more) )?(\p{L}+)/u;
    const open = textsById(texts).flatMap(([id, text]) => {
      const [, word = ""] = counted.exec(text) ?? [];
      return NOUNS.includes(word) && !NEVER_ONE.includes(id) ? [id] : [];
    });
    expect(open).toEqual([]);
  });

  it("has the texts of every group in the order of the Spanish file", () => {
    expect(textsById(texts).map(([id]) => id)).toEqual(textsById(es).map(([id]) => id));
  });

  it("has the same names in braces as the Spanish text", () => {
    const base = new Map(textsById(es));
    for (const [id, text] of textsById(texts)) expect(namesIn(text), id).toEqual(namesIn(base.get(id) ?? ""));
  });
});
