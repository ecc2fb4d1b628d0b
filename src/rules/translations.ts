import { z } from "zod";
import { type Language, LANGUAGES } from "../text/language.ts";
import { prose } from "./common-schema.ts";
import { type Library, readingOf } from "./extends.ts";
import { didYouMean } from "./nearest.ts";
import { shapeProblems } from "./shape.ts";
import { childOf, type Source, wordAt, type Written, type WrittenMap } from "./written.ts";
import { type Path, type Problem, type YamlReading } from "./yaml.ts";

/** The language of the catalogues, in which a pack is written, and those into which its words are translated. */
export const LAW_LANGUAGE: Language = "es";
export const TRANSLATED: readonly Language[] = LANGUAGES.filter((language) => language !== LAW_LANGUAGE);

/** The parts of a rulebook that have words for people; `title`, `voidName` and `noCategory` are one each. */
const SINGLE = ["title", "voidName", "noCategory"] as const;
const MANY = [
  "names",
  "suertes",
  "bets",
  "labels",
  "special",
  "announcements",
  "calls",
  "adopted",
  "readings",
  "rules",
  "steps",
] as const;

const words = z.record(z.string().min(1).max(60), prose);
const rulebook = z.strictObject({
  ...Object.fromEntries(SINGLE.map((key) => [key, prose.exactOptional()])),
  ...Object.fromEntries(MANY.map((key) => [key, words.exactOptional()])),
});
const fileSchema = z.strictObject({
  translations: z.literal("tirada-translations/1"),
  jurisdiction: z.string(),
  language: z.enum(LANGUAGES),
  /** Words that several rulebooks have in common, by the law's own words. */
  common: z.record(prose, prose),
  /** By the name of the file in the folder of the jurisdiction, then by part and by id. */
  rulebooks: z.record(z.string().max(80), rulebook),
});

/** One text for people as a pack has it. */
export interface PlacedText {
  /** Where it stands in the value that was put together. */
  readonly path: Path;
  readonly node: Written;
  /** `["rules", "late-bet"]`, `["title"]`: where its translation stands. */
  readonly key: readonly [string, string?];
}

/** Every text for people of a pack or a part, in the order of the file. */
export function placedTexts(whole: Written): readonly PlacedText[] {
  const found: PlacedText[] = [];
  const put = (path: Path, key: PlacedText["key"]): void => {
    const node = at(whole, path);
    if (node !== null) found.push({ path, node, key });
  };
  put(["title"], ["title"]);
  put(["voidName"], ["voidName"]);
  put(["dice", "noCategory", "rule"], ["noCategory"]);
  for (const list of [["suertes"], ["dice", "suertes"]])
    each(whole, list, "id", (path, name) => put([...path, "name"], ["suertes", name]));
  each(whole, ["bets"], "id", (path, name) => put([...path, "name"], ["bets", name]));
  const labels = at(whole, ["wheel", "labels"]);
  if (labels?.is === "map")
    for (const name of labels.fields.keys()) put(["wheel", "labels", name], ["labels", name]);
  each(whole, ["result", "special"], "pocket", (path, name) => put([...path, "rule"], ["special", name]));
  each(whole, ["announcements"], "phase", (path, name) => put([...path, "say"], ["announcements", name]));
  const names = at(whole, ["names"]);
  if (names?.is === "map") for (const name of names.fields.keys()) put(["names", name], ["names", name]);
  const calls = at(whole, ["calls"]);
  if (calls?.is === "map") for (const name of calls.fields.keys()) put(["calls", name, "say"], ["calls", name]);
  each(whole, ["rules"], "id", (path, name) => {
    put([...path, "text"], ["rules", name]);
    put([...path, "announce", "say"], ["calls", name]);
    put([...path, "adopts", "announce", "say"], ["adopted", name]);
    each(whole, [...path, "readings"], "id", (at, reading) =>
      put([...at, "announce", "say"], ["readings", reading]),
    );
  });
  each(whole, ["steps"], "id", (path, name) => put([...path, "text"], ["steps", name]));
  return found;
}

function at(whole: Written, path: Path): Written | null {
  return path.reduce<Written | null>((here, step) => (here === null ? null : childOf(here, step)), whole);
}

function each(whole: Written, path: Path, name: string, visit: (path: Path, name: string) => void): void {
  const list = at(whole, path);
  if (list?.is !== "list") return;
  for (const [index, item] of list.items.entries()) {
    const word = wordAt(item, name);
    if (word !== null) visit([...path, index], word);
  }
}

type Yaml = Extract<YamlReading, { ok: true }>;
type Words = z.infer<typeof fileSchema>;
interface Read {
  readonly file: string;
  readonly yaml: Yaml;
  readonly words: Words;
}

/** The translations of one jurisdiction, as far as they are needed for one pack. */
export interface Translator {
  /** The words of a text in a language that the pack does not give itself; null: nobody translated them. */
  readonly wordsOf: (text: Written, spanish: string, language: Language) => string | null;
  /** Where a missing translation of a text has to be written: file, rulebook, part and id. */
  readonly placeOf: (text: Written, language: Language) => string;
}

/**
 * Reads the translations of a jurisdiction. Problems: a file that is not well formed, that belongs elsewhere, that names a
 * rulebook that is not there, or that translates what the sources do not say.
 */
export function translatorOf(
  jurisdiction: string,
  library: Library,
  sources: readonly (readonly [Source, WrittenMap])[],
): { readonly translator: Translator; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const read = new Map<Language, Read>();
  for (const language of TRANSLATED) {
    const one = readTranslations(jurisdiction, language, library, problems);
    if (one !== null) read.set(language, one);
  }
  for (const one of read.values()) problems.push(...orphans(jurisdiction, one, library, sources));
  const short = (name: string): string => name.slice(jurisdiction.length + 1);
  const keys = new Map(
    sources.map(([source, own]) => [
      source.name,
      new Map(placedTexts(own).map(({ path, key }) => [path.join("."), key])),
    ]),
  );
  const keyOf = ({ source, path }: Written): PlacedText["key"] | null =>
    keys.get(source.name)?.get(path.join(".")) ?? null;
  return {
    problems,
    translator: {
      placeOf: (text, language) => {
        const file = read.get(language)?.file ?? `${jurisdiction}/translations/${language}.yaml`;
        return `${file} under ${["rulebooks", short(text.source.name), ...(keyOf(text) ?? [])].join(", ")}`;
      },
      wordsOf: (text, spanish, language) => {
        const words = read.get(language)?.words;
        if (words === undefined) return null;
        const own = wordUnder(words.rulebooks, [short(text.source.name), ...(keyOf(text) ?? [])]);
        return own ?? wordUnder(words.common, [spanish]);
      },
    },
  };
}

function wordUnder(words: unknown, path: readonly (string | undefined)[]): string | null {
  let here = words;
  for (const step of path) {
    if (typeof here !== "object" || here === null || step === undefined || !Object.hasOwn(here, step))
      return null;
    here = (here as Readonly<Record<string, unknown>>)[step];
  }
  return typeof here === "string" ? here : null;
}

function readTranslations(
  jurisdiction: string,
  language: Language,
  library: Library,
  problems: Problem[],
): Read | null {
  const found = library.translations(jurisdiction, language);
  if (found === null) return null;
  const yaml = readingOf(library, found);
  if (!yaml.ok) {
    problems.push(...yaml.problems);
    return null;
  }
  const shaped = fileSchema.safeParse(yaml.value);
  if (!shaped.success) {
    problems.push(...shapeProblems(shaped.error, yaml, fileSchema));
    return null;
  }
  for (const [key, is] of [
    ["jurisdiction", jurisdiction],
    ["language", language],
  ] as const)
    if (shaped.data[key] !== is)
      problems.push(yaml.problemAt([key], `${key}: this file lies where that of ${is} belongs`));
  return { file: found.file, yaml, words: shaped.data };
}

/** What is translated and does not stand in the law: of rulebooks that are not there, and of ids that these sources do not have. */
function orphans(
  jurisdiction: string,
  { yaml, words }: Read,
  library: Library,
  sources: readonly (readonly [Source, WrittenMap])[],
): readonly Problem[] {
  const problems: Problem[] = [];
  const names = library.names();
  for (const [short, parts] of Object.entries(words.rulebooks)) {
    const path: Path = ["rulebooks", short];
    const name = `${jurisdiction}/${short}`;
    const own = sources.find(([source]) => source.name === name);
    if (own === undefined) {
      if (!names.includes(name))
        problems.push(yaml.problemAt(path, `there is no rulebook or part "${name}"${didYouMean(name, names)}`));
      continue;
    }
    const keys = placedTexts(own[1]).map(({ key }) => key);
    for (const [part, inner] of Object.entries(parts as Readonly<Record<string, unknown>>)) {
      if (typeof inner === "string") {
        if (!keys.some(([known]) => known === part))
          problems.push(yaml.problemAt([...path, part], `"${name}" has no ${part} to translate: take it out`));
        continue;
      }
      const known = keys.flatMap(([of, word]) => (of === part && word !== undefined ? [word] : []));
      for (const word of Object.keys(inner as object)) {
        if (known.includes(word)) continue;
        const hint = didYouMean(word, known);
        const message = `"${name}" has no words of its own for ${part} "${word}"${hint}; a translation without its rule: take it out`;
        problems.push(yaml.problemAt([...path, part, word], message));
      }
    }
  }
  return problems;
}
