import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "rolldown/utils";
import { describe, expect, it } from "vitest";
import { BANNED_WORDS, type BannedWord } from "./words.ts";

/** The code keeps to the words of docs/glossary.md: none of those that it replaced comes back. */

const ROOT = new URL("../../", import.meta.url).pathname;
const FILES = globSync("{src,drivers,firmware,hw-sim}/**/*.{ts,tsx}", { cwd: ROOT });

/** Names and comments of one file. */
interface Read {
  readonly file: string;
  readonly names: ReadonlySet<string>;
  readonly comments: string;
}

function readSource(file: string): Read {
  const { program, comments } = parseSync(file, readFileSync(`${ROOT}${file}`, "utf8"));
  const names = new Set<string>();
  const keep = ({ name }: { readonly name: string }): void => void names.add(name);
  new Visitor({ Identifier: keep, PrivateIdentifier: keep, JSXIdentifier: keep }).visit(program);
  return { file, names, comments: comments.map(({ value }) => value).join("\n") };
}

/** `heardAt`, `HEARD_AT` and `HeardAt`: heard, at. */
const wordsOf = (name: string): readonly string[] =>
  name.split(/_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase());

/** A word with its endings: `spoil`, `spoils`, `spoilt`, `spoiled`. */
const formsOf = (word: string): RegExp => new RegExp(`^${word}(?:s|es|t|ed)?$`);

const SOURCES = FILES.map(readSource);

/** Every name with its words: most names are in many files, and each is taken apart once. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(SOURCES.flatMap(({ names }) => [...names]))].map((name) => [name, wordsOf(name)]),
);

/** The names of all files that have a word. */
function namesWith({ word }: BannedWord): readonly string[] {
  const form = formsOf(word);
  const isOne = /[A-Z]/.test(word)
    ? (name: string): boolean => name.toLowerCase() === word.toLowerCase()
    : (name: string): boolean => WORDS.get(name)?.some((one) => form.test(one)) === true;
  return [...WORDS.keys()].filter(isOne);
}

describe.each(BANNED_WORDS)("the word $word", (banned) => {
  const { word, still = [], isEnglish } = banned;

  it("names nothing, save what is listed", () => {
    const found = namesWith(banned).filter((name) => !still.includes(name));
    expect(found.map((name) => `${SOURCES.find(({ names }) => names.has(name))?.file}: ${name}`)).toEqual([]);
  });

  it("has no exception that is not needed", () => {
    expect(still.filter((name) => !WORDS.has(name))).toEqual([]);
  });

  it("stands in no comment, unless it is plain English too", () => {
    const written = new RegExp(`\\b${word}(?:s|es|t|ed)?\\b`, "i");
    const found = SOURCES.filter(({ comments }) => isEnglish !== true && written.test(comments));
    expect(found.map(({ file }) => file)).toEqual([]);
  });
});
