import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as Load from "../../firmware/table/rules/load.ts";
import type * as Languages from "../../src/text/languages/index.ts";
import type { TextTree } from "../../src/text/translation.ts";
import { temporaryFolder } from "../support/folder.ts";

/**
 * A language is one file of texts and one row of the list. This one is not there: its texts are the Spanish ones with a mark. With the
 * row it reaches configuration, screens and the words of the rulebooks; a test fails when one of them has a list of its own.
 */
const MARK = "¤ ";
const DUMMY = "xx";
const LIST = "../../src/text/languages/index.ts";
const LOAD = "../../firmware/table/rules/load.ts";
const RULEBOOK = "cl/ruleta-francesa";
const DATA = new URL("../../src/rules/data/", import.meta.url);

const markTexts = (tree: TextTree): TextTree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === "string" ? MARK + value : markTexts(value),
    ]),
  );

/** The program from here on has the dummy language; `change`: what its file has otherwise than the Spanish one. */
function addLanguage(change: (texts: TextTree) => TextTree = (texts) => texts): void {
  vi.doMock(LIST, async (original) => {
    const { LANGUAGE_TEXTS } = await original<typeof Languages>();
    return { LANGUAGE_TEXTS: { ...LANGUAGE_TEXTS, [DUMMY]: change(markTexts(LANGUAGE_TEXTS.es)) } };
  });
}

/** A copy of one rulebook; with `translated`, and its jurisdiction's English translation, marked, as one into the dummy language. */
function rulebooksIn(translated: boolean): URL {
  const at = temporaryFolder();
  cpSync(new URL(`${RULEBOOK}/`, DATA), join(at, RULEBOOK), { recursive: true });
  if (translated) {
    const english = readFileSync(new URL("cl/translations/en.yaml", DATA), "utf8");
    mkdirSync(join(at, "cl/translations"), { recursive: true });
    writeFileSync(
      join(at, `cl/translations/${DUMMY}.yaml`),
      english.replace("language: en", `language: ${DUMMY}`),
    );
  }
  return pathToFileURL(`${at}/`);
}

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.doUnmock(LIST);
  vi.doUnmock(LOAD);
});
afterAll(() => void vi.resetModules());

/** A text of any shape, by any language. */
const wordsOf = (text: unknown, language = DUMMY): string | undefined =>
  (text as Readonly<Record<string, string>> | undefined)?.[language];

describe("a language that is one file and one row of the list", () => {
  it("stands in every text, and is offered by configuration and commands", async () => {
    addLanguage();
    const { textOf } = await import("../../src/text/text-of.ts");
    expect(wordsOf(textOf("roles.croupier"))).toBe(`${MARK}croupier`);
    await import("../../firmware/table/setup/every-family.ts");
    const { parseConfig } = await import("../../firmware/table/config/config.ts");
    const example = readFileSync(new URL("../../examples/cl-ruleta-francesa.yaml", import.meta.url), "utf8");
    const read = parseConfig(
      example.replace(/languages: \[[^\]]*\]/, `languages: [${DUMMY}, es]`),
      "table.yaml",
    );
    expect(read.ok && read.config.table.languages).toEqual([DUMMY, "es"]);
    const { commandHere } = await import("../support/command.ts");
    expect((await commandHere(["rules", "print", "--help"])).stdout).toContain(`en, ${DUMMY}`);
  });

  it("reaches the pages: its file is served, its name is on their switch, and their words are its own", async () => {
    addLanguage();
    const { pageModules } = await import("../../firmware/screens/server/page-modules.ts");
    expect(pageModules().map(({ path }) => path)).toContain(`/src/text/languages/${DUMMY}.json`);
    // By its address: what it imports is checked with the types of browsers.
    const words = (await import(
      new URL("../../firmware/screens/pages/i18n.ts", import.meta.url).href
    )) as Readonly<Record<string, unknown>>;
    expect(wordsOf(words["LANGUAGE_NAMES"])).toBe(`${MARK}Español`);
    const wordText = words["wordText"] as (id: string) => unknown;
    expect(wordsOf(wordText("spin"))?.startsWith(MARK)).toBe(true);
  });

  it("is what the screens and the booklet of a table show, with the law's words in its translation", async () => {
    addLanguage();
    const rulebooks = rulebooksIn(true);
    vi.doMock(LOAD, async (original) => {
      const load = await original<typeof Load>();
      return { ...load, loadPack: (wanted: string) => load.loadPack(wanted, rulebooks) };
    });
    await import("../../firmware/table/setup/every-family.ts");
    const { ss2 } = await import("../support/replayed.ts");
    const { rules, pack, rulebook } = ss2(RULEBOOK);
    const { PlayedTable } = await import("../../src/table/wheel/played.test-help.ts");
    const { durable } = new PlayedTable(rules).open().betting();
    const { LANGUAGES: languages } = await import("../../src/text/language.ts");
    const { viewOf } = await import("../../src/table/kernel/view/view-of.ts");
    const setup = { pack, houseRules: [], table: "Mesa", log: "a/b", rulebook, languages, test: false };
    const view = viewOf(durable, 1, null, setup);
    expect(wordsOf(view.voidName)).toBe(view.voidName?.en);
    expect(wordsOf(view.announcement?.say)).toBe(view.announcement?.say.en);
    expect(JSON.stringify(view)).toContain(`"${DUMMY}":"${MARK}`);
    const { commandHere } = await import("../support/command.ts");
    const { stdout } = await commandHere(["rules", "print", RULEBOOK, "--language", DUMMY]);
    expect(stdout).toContain(pack.title.en);
    expect(stdout).toContain(MARK);
  });

  it("is refused for a rulebook without its translation, with the file and place where each text belongs", async () => {
    addLanguage();
    const { readPack } = await import("../../firmware/table/rules/load.ts");
    const read = readPack(`${RULEBOOK}@2023-03`, rulebooksIn(false));
    const problems = read.ok ? [] : read.problems.map(({ message }) => message);
    expect(problems).toContainEqual(
      expect.stringContaining(`cl/translations/${DUMMY}.yaml under rulebooks, ruleta-francesa@2023-03, title`),
    );
  });

  it("names the id that its file lacks", async () => {
    addLanguage((texts) => Object.fromEntries(Object.entries(texts).filter(([id]) => id !== "refusals")));
    const { LANGUAGE_TEXTS } = await import("../../src/text/languages/index.ts");
    const { missingIds } = await import("../../src/text/translation.ts");
    const lacking = missingIds(LANGUAGE_TEXTS.es, (LANGUAGE_TEXTS as TextTree)[DUMMY] as TextTree);
    expect(lacking).toEqual(Object.keys(LANGUAGE_TEXTS.es.refusals).map((id) => `refusals.${id}`));
    const { textsOf } = await import("../../src/text/text-of.ts");
    expect(() => textsOf("refusals")).toThrow(`no text ${lacking[0]}: see src/text/languages/${DUMMY}.json`);
  });
});
