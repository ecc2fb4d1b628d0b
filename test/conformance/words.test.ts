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

function isBanned(name: string, { word }: BannedWord): boolean {
  if (/[A-Z]/.test(word)) return name.toLowerCase() === word.toLowerCase();
  return wordsOf(name).some((one) => formsOf(word).test(one));
}

const SOURCES = FILES.map(readSource);

describe.each(BANNED_WORDS)("the word $word", (banned) => {
  const { word, still = [], isEnglish } = banned;

  it("names nothing, save what is listed", () => {
    const found = SOURCES.flatMap(({ file, names }) =>
      [...names]
        .filter((name) => isBanned(name, banned) && !still.includes(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it("has no exception that is not needed", () => {
    expect(still.filter((name) => !SOURCES.some(({ names }) => names.has(name)))).toEqual([]);
  });

  it("stands in no comment, unless it is plain English too", () => {
    const written = new RegExp(`\\b${word}(?:s|es|t|ed)?\\b`, "i");
    const found = SOURCES.filter(({ comments }) => isEnglish !== true && written.test(comments));
    expect(found.map(({ file }) => file)).toEqual([]);
  });
});
