import { didYouMean } from "./nearest.ts";
import {
  childOf,
  isWholly,
  type Source,
  valueOf,
  wordAt,
  type Written,
  type WrittenList,
  type WrittenMap,
  writtenOf,
} from "./written.ts";
import { type Problem, readYaml, type YamlReading } from "./yaml.ts";

/** The files of the rulebooks, as packs name each other. */
export interface Library {
  /** A rulebook or a part by its name (`cl/black-jack@2023-03`, `cl/parts/general@2023-03`), and its file for messages; null: there is none. */
  readonly source: (name: string) => TextFile | null;
  /** What `source` knows, for the hint after a name that it does not know. */
  readonly names: () => readonly string[];
  /** The translations of a jurisdiction's rulebooks into one language; null: there are none. */
  readonly translations: (jurisdiction: string, language: string) => TextFile | null;
}
export interface TextFile {
  readonly file: string;
  readonly text: string;
}

/** Which rules of a resolved pack stand as one of the files that it extends has them. */
export interface Inherited {
  /** `cl/parts/general@2023-03` or `cl/black-jack@2023-03`. */
  readonly from: string;
  readonly rules: readonly string[];
}

export type Resolved =
  | {
      readonly ok: true;
      readonly whole: WrittenMap;
      /** The pack's own file first, then what it extends, each once. */
      readonly sources: readonly Source[];
      readonly inherited: readonly Inherited[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** What was read of each library's files: its rulebooks share parts and translations. */
const readings = new WeakMap<Library, Map<string, YamlReading>>();

/** Reads a file of a library, once. */
export function readingOf(library: Library, { file, text }: TextFile): YamlReading {
  const known = readings.get(library) ?? new Map<string, YamlReading>();
  readings.set(library, known);
  const reading = known.get(file) ?? readYaml(text, file);
  known.set(file, reading);
  return reading;
}

/** How many files a pack may be made of, and how long a chain of them may be. */
export const MAX_SOURCES = 24;
export const MAX_CHAIN = 8;

/** Lists whose items have names: an own item with the name of an inherited one changes that one, key by key. */
const NAMED: Readonly<Record<string, string>> = {
  rules: "id",
  steps: "id",
  suertes: "id",
  bets: "id",
  announcements: "phase",
  remarks: "about",
};
/** Maps that are put together key by key; any other value takes the place of the inherited one. */
const JOINED: readonly string[] = ["cards", "dice", "wheel", "result", "law", "calls", "tables", "names"];
/** Keys that hold of the file that says them alone: a later edition does not end with the one that it extends. */
const NOT_INHERITED: readonly string[] = ["until"];
/** Keys that say how a file is put together and are no part of the law. */
const OF_THE_FILE: readonly string[] = ["part", "extends", "without"];

interface Loading {
  readonly library: Library;
  readonly problems: Problem[];
  /** Files that were read, so that what comes in by two ways is the same. */
  readonly known: Map<string, { readonly source: Source; readonly whole: WrittenMap }>;
}

/**
 * Puts a pack together: what the files in `extends` say, in their order, and over it what the pack says itself. A step to
 * which no rule leads any more is left out when it is not the pack's own. Problems: a file that is not there, that is
 * extended twice, or that extends itself, also by way of others; a file that cannot be read.
 */
export function resolvePack(source: Source, library: Library): Resolved {
  const loading: Loading = { library, problems: [], known: new Map() };
  const whole = wholeOf(source, [source.name], loading);
  if (whole === null || loading.problems.length > 0) return { ok: false, problems: loading.problems };
  const sources = [source, ...[...loading.known.values()].map((one) => one.source)];
  const led = withoutIdleSteps(whole, source);
  const rules = itemsOf(led, "rules");
  const inherited = sources.slice(1).map((from) => ({
    from: from.name,
    rules: rules.filter((rule) => isWholly(rule, from)).map((rule) => wordAt(rule, "id") ?? ""),
  }));
  return { ok: true, whole: led, sources, inherited };
}

/** What one file comes to with everything that it extends; null: it cannot be put together. */
function wholeOf(source: Source, chain: readonly string[], loading: Loading): WrittenMap | null {
  const own = writtenOf(source.yaml.value, source);
  if (own.is !== "map") {
    loading.problems.push(source.yaml.problemAt([], "the file: expected object"));
    return null;
  }
  loading.problems.push(...duplicateItemProblems(own));
  const parents: WrittenMap[] = [];
  for (const [index, name] of namesIn(own, loading).entries()) {
    const parent = parentOf(own, index, name, chain, loading);
    if (parent !== null) parents.push(parent);
  }
  const bases = parents.reduce<WrittenMap | null>(
    (base, next) => (base === null ? next : mergeOver(base, next, false)),
    null,
  );
  const left = bases === null ? null : leaveOut(bases, own, loading);
  const stripped = withFields(own, (key) => !OF_THE_FILE.includes(key));
  if (left === null) return stripped;
  return mergeOver(
    withFields(left, (key) => !NOT_INHERITED.includes(key)),
    stripped,
    true,
  );
}

/** Problems for items of one file with the same name: neither can be a change of the other. */
function duplicateItemProblems(own: WrittenMap): readonly Problem[] {
  return Object.entries(NAMED).flatMap(([list, key]) => {
    const names = itemsOf(own, list).map((item) => wordAt(item, key));
    return names.flatMap((name, index) =>
      name === null || names.indexOf(name) === index
        ? []
        : [own.source.yaml.problemAt([list, index, key], `${list}: "${name}" is there twice: take one out`)],
    );
  });
}

/** The names in `extends`: one word or a list of them. */
function namesIn(own: WrittenMap, { problems }: Loading): readonly string[] {
  const written = own.fields.get("extends");
  if (written === undefined) return [];
  const value = valueOf(written);
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (names.every((name) => typeof name === "string") && names.length > 0) return names;
  const message =
    "extends: must be the name of a rulebook or part, e.g. cl/black-jack@2023-03, or a list of them";
  problems.push(own.source.yaml.problemAt(["extends"], message));
  return [];
}

function parentOf(
  own: WrittenMap,
  index: number,
  name: string,
  chain: readonly string[],
  loading: Loading,
): WrittenMap | null {
  const { library, problems, known } = loading;
  const path = childOf(own, "extends")?.is === "list" ? ["extends", index] : ["extends"];
  const say = (message: string): null => {
    problems.push(own.source.yaml.problemAt(path, message));
    return null;
  };
  if (chain.includes(name))
    return say(`${[...chain, name].join(" extends ")}: a rulebook cannot extend itself; take one of these out`);
  if (namesIn(own, loading).indexOf(name) !== index) return say(`"${name}" is extended twice`);
  if (chain.length >= MAX_CHAIN) return say(`a chain of more than ${MAX_CHAIN} files that extend each other`);
  const before = known.get(name);
  if (before !== undefined) return before.whole;
  const found = library.source(name);
  if (found === null)
    return say(
      `there is no rulebook or part "${name}"${didYouMean(name, library.names())}; write its file or another name`,
    );
  if (known.size >= MAX_SOURCES) return say(`a pack may be made of ${MAX_SOURCES} files at the most`);
  const yaml = readingOf(library, found);
  if (!yaml.ok) {
    problems.push(...yaml.problems);
    return null;
  }
  const source: Source = { name, yaml };
  const whole = wholeOf(source, [...chain, name], loading);
  if (whole === null) return null;
  known.set(name, { source, whole });
  return whole;
}

/** What is inherited without the items that the pack's `without` names: `without: { rules: [late-bet], keys: [voidName] }`. */
function leaveOut(base: WrittenMap, own: WrittenMap, { problems }: Loading): WrittenMap {
  const written = own.fields.get("without");
  if (written === undefined) return base;
  const say = (path: readonly (string | number)[], message: string): unknown =>
    problems.push(own.source.yaml.problemAt(["without", ...path], message));
  const lists = valueOf(written);
  if (typeof lists !== "object" || lists === null || Array.isArray(lists)) {
    say([], "without: must say what is left out, e.g. { rules: [late-bet] }");
    return base;
  }
  const fields = new Map(base.fields);
  for (const [kind, names] of Object.entries(lists)) {
    const key = NAMED[kind];
    if ((key === undefined && kind !== "keys") || !Array.isArray(names)) {
      say([kind], `without: one of ${[...Object.keys(NAMED), "keys"].join(", ")}, each with a list of names`);
      continue;
    }
    for (const [index, name] of (names as readonly unknown[]).entries()) {
      const items = key === undefined ? [] : itemsOf(base, kind);
      const there =
        key === undefined ? fields.delete(String(name)) : items.some((i) => wordAt(i, key) === name);
      if (!there) say([kind, index], `nothing of this name is inherited: take "${String(name)}" out`);
    }
    const list = base.fields.get(kind);
    if (key !== undefined && list?.is === "list")
      fields.set(kind, { ...list, items: list.items.filter((i) => !names.includes(wordAt(i, key))) });
  }
  return { ...base, fields };
}

/** One map over another. `own`: items with the name of an inherited one change it; otherwise both stay, and are found to be there twice. */
function mergeOver(base: WrittenMap, top: WrittenMap, own: boolean): WrittenMap {
  const fields = new Map(base.fields);
  for (const [key, theirs] of top.fields) {
    const mine = fields.get(key);
    const name = NAMED[key];
    if (mine?.is === "list" && theirs.is === "list" && name !== undefined)
      fields.set(key, mergeLists(mine, theirs, name, own));
    else if (mine?.is === "map" && theirs.is === "map" && JOINED.includes(key))
      fields.set(key, mergeOver(mine, theirs, own));
    else fields.set(key, theirs);
  }
  return { ...top, fields };
}

function mergeLists(base: WrittenList, top: WrittenList, name: string, own: boolean): WrittenList {
  const items = [...base.items];
  for (const theirs of top.items) {
    const at = items.findIndex((mine) => isNamed(mine, wordAt(theirs, name), name));
    const mine = items[at];
    if (own) insertItem(items, at, mine === undefined ? theirs : changeItem(mine, theirs), name);
    // What comes in by two ways is there once.
    else if (
      mine === undefined ||
      mine.source.name !== theirs.source.name ||
      mine.path.join() !== theirs.path.join()
    )
      items.push(theirs);
  }
  return { ...top, items };
}

/** An own item in the place of the inherited one, before the one that it names, or at the end. */
function insertItem(items: Written[], at: number, item: Written, name: string): void {
  const before = wordAt(item, "before");
  const to = before === null ? -1 : items.findIndex((other) => isNamed(other, before, name));
  // A name that is not there stays in the item, and is found to be an unknown key.
  if (before === null || to < 0 || item.is !== "map") {
    if (at < 0) items.push(item);
    else items[at] = item;
    return;
  }
  const next = items[to];
  if (at >= 0) items.splice(at, 1);
  items.splice(
    next === undefined ? items.length : items.indexOf(next),
    0,
    withFields(item, (key) => key !== "before"),
  );
}

function isNamed(item: Written, word: string | null, name: string): boolean {
  return word !== null && wordAt(item, name) === word;
}

/** An inherited item with some of its keys replaced; a key that is set to null is removed. */
function changeItem(mine: Written, theirs: Written): Written {
  if (mine.is !== "map" || theirs.is !== "map") return theirs;
  const fields = new Map(mine.fields);
  for (const [key, value] of theirs.fields) {
    if (value.is === "scalar" && value.value === null) fields.delete(key);
    else fields.set(key, value);
  }
  return { ...theirs, fields };
}

/** Steps that were inherited and to which no rule leads are not of this pack. */
function withoutIdleSteps(whole: WrittenMap, own: Source): WrittenMap {
  const session = childOf(whole, "session");
  const atSession = ["opening", "closing"].map((key) => (session === null ? null : childOf(session, key)));
  const led = new Set([...itemsOf(whole, "rules").flatMap(stepsIn), ...wordsIn(atSession)]);
  const list = whole.fields.get("steps");
  if (list?.is !== "list") return whole;
  const items = list.items.filter((step) => step.source === own || led.has(wordAt(step, "id") ?? ""));
  return { ...whole, fields: new Map(whole.fields).set("steps", { ...list, items }) };
}

function stepsIn(rule: Written): readonly string[] {
  const adopts = childOf(rule, "adopts");
  const readings = (rule.is === "map" ? itemsOf(rule, "readings") : []).map((reading) =>
    childOf(reading, "then"),
  );
  const lists = [childOf(rule, "then"), adopts === null ? null : childOf(adopts, "then"), ...readings];
  return wordsIn(lists);
}

function wordsIn(lists: readonly (Written | null)[]): readonly string[] {
  return lists.flatMap((list) => (list?.is === "list" ? list.items.map((step) => String(valueOf(step))) : []));
}

function itemsOf(whole: WrittenMap, key: string): readonly Written[] {
  const list = whole.fields.get(key);
  return list?.is === "list" ? list.items : [];
}

function withFields(map: WrittenMap, keep: (key: string) => boolean): WrittenMap {
  return { ...map, fields: new Map([...map.fields].filter(([key]) => keep(key))) };
}
