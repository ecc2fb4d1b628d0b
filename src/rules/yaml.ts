import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  stringify,
} from "yaml";
import { inEveryLanguage } from "../text/every-language.ts";
import type { Language, Text } from "../text/language.ts";
import { problemWords } from "./problem-words.ts";

/** One thing that is wrong with a data file, where to find it and what it is. Lines and columns count from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** In English. */
  readonly message: string;
  /** The same in every language; left out: only an author reads it. */
  readonly words?: Text;
}

/** A place inside a YAML value: keys and list positions from the top. */
export type Path = readonly (string | number)[];

export type YamlReading =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly problemAt: (path: Path, message: string | Text, key?: string) => Problem;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Largest data file in UTF-8 bytes. */
export const MAX_FILE_BYTES = 256 * 1024;
/** How often aliases may be expanded before the file counts as an attack. */
export const MAX_ALIASES = 400;
/** How deep one line may open brackets or block lists. The parser calls itself once a level, and a full stack takes it seconds. */
const MAX_DEPTH = 100;
/** Problems reported per file; the rest is cut off. */
export const MAX_PROBLEMS = 50;

/**
 * Reads one YAML 1.2 document (core schema, no merge keys, unique keys) and keeps where everything stands, so that
 * later checks can name line and column.
 */
export function readYaml(text: string, file: string): YamlReading {
  const fail = (message: Text, line = 1, column = 1): YamlReading => ({
    ok: false,
    problems: [problemHere({ file, line, column }, message)],
  });
  if (text.length > MAX_FILE_BYTES || new TextEncoder().encode(text).length > MAX_FILE_BYTES) {
    return fail(problemWords("file-large", { most: MAX_FILE_BYTES }));
  }
  const deep = tooDeepLine(text);
  if (deep !== null) return fail(problemWords("yaml-deep"), deep);
  const lines = new LineCounter();
  try {
    const doc = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: true,
      version: "1.2",
    });
    const faults = [...doc.errors, ...doc.warnings];
    if (faults.length > 0) {
      const problems = faults.slice(0, MAX_PROBLEMS).map((fault) => {
        const at = lines.linePos(fault.pos[0]);
        return problemHere({ file, line: at.line, column: at.col }, faultWords(fault));
      });
      return { ok: false, problems };
    }
    const value: unknown = doc.toJS({ maxAliasCount: MAX_ALIASES });
    // Throws when an anchor holds its own alias: no later check has to fear a value without end.
    JSON.stringify(value);
    const problemAt = (path: Path, message: string | Text, key?: string): Problem => {
      const at = lines.linePos(offsetOf(doc, path, key));
      return problemHere({ file, line: at.line, column: at.col }, message);
    };
    return { ok: true, value, problemAt };
  } catch (error) {
    // The parser throws on alias bombs.
    const why = error instanceof TypeError ? "an anchor holds its own alias" : firstLine(String(error));
    return fail(inEnglish(problemWords("yaml-alias"), `not readable as YAML: ${why}`));
  }
}

/** A problem at a place of a file, by its words in every language, or in English where only an author reads it. */
export const problemHere = (at: Pick<Problem, "file" | "line" | "column">, message: string | Text): Problem =>
  typeof message === "string" ? { ...at, message } : { ...at, message: message.en, words: message };

/** A problem of what stands in no file. */
export const atNoPlace = (_: Path, message: string | Text): Problem =>
  problemHere({ file: "", line: 0, column: 0 }, message);

/** A text of which English says more: the words of a library that has no others. */
const inEnglish = (text: Text, words: string): Text => ({ ...text, en: words });

/** What the parser says of its commonest errors; of the others by its code. */
function faultWords({ code, message }: { readonly code: string; readonly message: string }): Text {
  const name = ({ DUPLICATE_KEY: "yaml-twice", TAB_AS_INDENT: "yaml-tab", BAD_INDENT: "yaml-indent" } as const)[
    code
  ];
  const words = name === undefined ? problemWords("yaml-other", { code }) : problemWords(name);
  return inEnglish(words, `not readable as YAML: ${firstLine(message)}`);
}

/** The line on which brackets are open more than {@link MAX_DEPTH} deep, or that opens as many block lists; null: none. */
function tooDeepLine(text: string): number | null {
  if (!mayBeDeep(text)) return null;
  let [line, brackets, blocks] = [1, 0, 0];
  for (const token of new Lexer().lex(text)) {
    if (token === "[" || token === "{") brackets++;
    else if (token === "]" || token === "}") brackets--;
    else if (token === "-" || token === "?") blocks++;
    else if (token.includes("\n")) blocks = 0;
    if (brackets > MAX_DEPTH || blocks > MAX_DEPTH) return line;
    line += token.split("\n").length - 1;
  }
  return null;
}

/** Whether so many brackets are open or list marks stand in a line, those in words and comments too: few files need a closer look. */
function mayBeDeep(text: string): boolean {
  if (text.split("\n").some((line) => line.split(/[-?] /).length > MAX_DEPTH)) return true;
  let open = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open += bracket === "[" || bracket === "{" ? 1 : -1;
    if (open > MAX_DEPTH) return true;
  }
  return false;
}

/** A value as a YAML 1.2 document that {@link readYaml} reads back: texts that look like numbers stand in quotes, no line is folded. */
export const writeYaml = (value: unknown): string => stringify(value, { version: "1.2", lineWidth: 0 });

/**
 * The text of a document with other values at some places; what nobody names stays as it was written, words of people too. `undefined`: the
 * key goes. The text must be one that {@link readYaml} reads.
 */
export function editYaml(text: string, changes: readonly (readonly [place: Path, value: unknown])[]): string {
  const doc = parseDocument(text, { version: "1.2" });
  for (const [place, value] of changes)
    if (value === undefined) doc.deleteIn(place);
    else doc.setIn(place, doc.createNode(value));
  return doc.toString({ lineWidth: 0 });
}

/**
 * The text with other letters for the plain values at some places; everything else stays letter by letter as it was written. `change`: gives
 * the letters for what stands there, which need no escape, or null to leave it. A place where no value stands, and a text that cannot be read, stay as they are.
 */
export function replaceInYaml(
  text: string,
  places: readonly Path[],
  change: (value: unknown, at: number) => string | null,
): string {
  const doc = parseDocument(text, { prettyErrors: false, version: "1.2" });
  if (doc.errors.length > 0) return text;
  const cuts = places.flatMap((place, at) => {
    const node = rawNodeAt(doc, place);
    const value = resolved(doc, node);
    const range = isAlias(node) || isScalar(node) ? node.range : null;
    const letters = isScalar(value) ? change(value.value, at) : null;
    if (letters === null || range == null) return [];
    const [from, to] = range;
    const quote = /^["']/.exec(text.slice(from, to))?.[0] ?? "";
    // A block ends with its line.
    const end = text.slice(from, to).endsWith("\n") ? "\n" : "";
    return [{ from, to, letters: `${quote}${letters}${quote}${end}` }];
  });
  return cuts
    .sort((one, other) => other.from - one.from)
    .reduce((all, { from, to, letters }) => `${all.slice(0, from)}${letters}${all.slice(to)}`, text);
}

/** What stands at a place, an alias as it is. */
const rawNodeAt = (doc: Document, place: Path): unknown =>
  place.reduce<unknown>((node, step) => childOf(resolved(doc, node), step)?.value ?? null, doc.contents);

/** Sorted by place, the files in the order in which they come, each problem once, and not more than {@link MAX_PROBLEMS}. */
export function tidyProblems(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Map<string, Problem>();
  for (const problem of problems) seen.set(problemText(problem), problem);
  const files = [...new Set(problems.map((problem) => problem.file))];
  return [...seen.values()]
    .sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column)
    .slice(0, MAX_PROBLEMS);
}

/** `cl/ruleta-francesa.yaml:12:5: unknown key "colour"` */
export const problemText = (problem: Problem): string => textIn(problem, "en");

const textIn = ({ file, line, column, message, words }: Problem, language: Language): string =>
  `${file}:${line}:${column}: ${words?.[language] ?? message}`;

/** Several problems in one line, in every language. */
export const problemsText = (problems: readonly Problem[]): Text =>
  inEveryLanguage((language) => problems.map((one) => textIn(one, language)).join("; "));

function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}

/** Offset in the text of the deepest part of `path` that exists; with `key`, of that key of the map found there. */
function offsetOf(doc: Document, path: Path, key?: string): number {
  let node = resolved(doc, doc.contents);
  let offset = startOf(node) ?? 0;
  const steps = key === undefined ? path : [...path, key];
  for (const [index, step] of steps.entries()) {
    const next = childOf(node, step);
    if (next === null) break;
    const wantsKey = key !== undefined && index === steps.length - 1;
    const child = resolved(doc, next.value);
    const here = wantsKey
      ? next.key
      : isScalar(child)
        ? (startOf(child) ?? next.key)
        : (next.key ?? startOf(child));
    offset = here ?? offset;
    node = child;
  }
  return offset;
}

function childOf(node: Node | null, step: string | number): { key: number | null; value: unknown } | null {
  if (isMap(node)) {
    const pair = node.items.find(
      (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step),
    );
    return pair === undefined ? null : { key: startOf(pair.key), value: pair.value };
  }
  if (isSeq(node) && typeof step === "number" && step < node.items.length) {
    return { key: null, value: node.items[step] };
  }
  return null;
}

function resolved(doc: Document, node: unknown): Node | null {
  if (isAlias(node)) return node.resolve(doc) ?? null;
  return isMap(node) || isSeq(node) || isScalar(node) ? node : null;
}

function startOf(node: unknown): number | null {
  const range = isMap(node) || isSeq(node) || isScalar(node) ? node.range : null;
  return range?.[0] ?? null;
}
