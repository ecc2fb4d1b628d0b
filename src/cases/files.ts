import type { Text } from "../text/language.ts";
import type { TextFile } from "../rules/extends.ts";
import { didYouMean } from "../rules/nearest.ts";
import {
  childOf,
  problemIn,
  type Source,
  valueOf,
  wordAt,
  type Written,
  type WrittenMap,
  writtenOf,
} from "../rules/written.ts";
import { type Path, type Problem, readYaml, type YamlReading } from "../rules/yaml.ts";

/** The case files by the names of their rulebooks and parts. */
export interface CaseLibrary {
  readonly cases: (name: string) => TextFile | null;
  /** What `cases` knows, for the hint after a name that it does not know. */
  readonly names: () => readonly string[];
}
/** What a case file calls the facts of a round in which nothing is wrong. */
export type RoundKind = "ordinary-spin" | "ordinary-round" | "ordinary-throw" | "ordinary-game";
export const NO_CASES: CaseLibrary = { cases: () => null, names: () => [] };

export type CaseFileReading =
  | {
      readonly ok: true;
      /** The file with everything that it extends. */
      readonly yaml: Extract<YamlReading, { ok: true }>;
      /** Whether something of this file stands at a path, and not of one that it extends alone. */
      readonly isOwn: (path: Path) => boolean;
      /** `cl/craps.cases.yaml:40` */
      readonly lineOf: (path: Path) => string;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const MAX_CHAIN = 8;

/** By what a worked result, deal or throw of the same kind is known again. */
const NAMES: Readonly<Record<string, (item: Written) => string>> = {
  results: (item) => wordAt(item, "pocket") ?? "",
  deals: (item) => wordAt(item, "deal") ?? "",
  games: (item) => `${wordAt(item, "call") ?? ""} ${wordAt(item, "card") ?? ""} ${wordAt(item, "balls") ?? ""}`,
  throws: (item) => `${wordAt(item, "faces") ?? ""} ${wordAt(item, "craps") ?? ""}`,
};

/**
 * Reads a case file and those that it extends: their ordinary round, what they say of rules (key by key), and their results,
 * deals and throws but for those that this file tells itself.
 */
export function readCaseFile(
  text: string,
  file: string,
  of: { readonly name: string; readonly kind: RoundKind },
  library: CaseLibrary,
): CaseFileReading {
  const problems: Problem[] = [];
  const { name, kind } = of;
  const own = readMap(text, file, name, problems);
  if (own === null) return { ok: false, problems };
  const all = wholeOf(own, [name], library, problems);
  if (problems.length > 0) return { ok: false, problems };
  // A file that all games of a law extend holds the ordinary rounds of the other families too.
  const isOthers = (key: string, value: Written): boolean =>
    key.startsWith("ordinary-") && key !== kind && value.source.name !== name;
  const whole: WrittenMap = {
    ...all,
    fields: new Map([...all.fields].filter(([key, value]) => !isOthers(key, value))),
  };
  const problemAt = (path: Path, message: string | Text, key?: string): Problem =>
    problemIn(whole, path, message, key);
  const at = (path: Path): Written | null =>
    path.reduce<Written | null>((here, step) => (here === null ? null : childOf(here, step)), whole);
  return {
    ok: true,
    yaml: { ok: true, value: valueOf(whole), problemAt },
    isOwn: (path) => at(path)?.source.name === name,
    lineOf: (path) => {
      const { file: where, line } = problemAt(path, "");
      return `${where}:${line}`;
    },
  };
}

function readMap(text: string, file: string, name: string, problems: Problem[]): WrittenMap | null {
  const yaml = readYaml(text, file);
  if (!yaml.ok) {
    problems.push(...yaml.problems);
    return null;
  }
  const source: Source = { name, yaml };
  const written: Written = writtenOf(yaml.value, source);
  if (written.is === "map") return written;
  problems.push(yaml.problemAt([], "the file: expected object"));
  return null;
}

function wholeOf(
  own: WrittenMap,
  chain: readonly string[],
  library: CaseLibrary,
  problems: Problem[],
): WrittenMap {
  const written = own.fields.get("extends");
  const value = written === undefined ? [] : valueOf(written);
  const names = (Array.isArray(value) ? value : [value]) as readonly unknown[];
  const stripped: WrittenMap = {
    ...own,
    fields: new Map([...own.fields].filter(([key]) => key !== "extends")),
  };
  const bases = names.flatMap((name, index): readonly WrittenMap[] => {
    const path: Path = written?.is === "list" ? ["extends", index] : ["extends"];
    const say = (message: string): readonly WrittenMap[] => {
      problems.push(own.source.yaml.problemAt(path, message));
      return [];
    };
    if (typeof name !== "string")
      return say("extends: must be the name of a rulebook or part, e.g. cl/craps@2023-03");
    if (chain.includes(name))
      return say(`${[...chain, name].join(" extends ")}: cases cannot extend themselves`);
    if (chain.length >= MAX_CHAIN) return say(`a chain of more than ${MAX_CHAIN} files that extend each other`);
    const found = library.cases(name);
    if (found === null) return say(`there are no cases of "${name}"${didYouMean(name, library.names())}`);
    const base = readMap(found.text, found.file, name, problems);
    return base === null ? [] : [wholeOf(base, [...chain, name], library, problems)];
  });
  return [...bases, stripped].reduce((base, next) => layOver(base, next));
}

function layOver(base: WrittenMap, top: WrittenMap): WrittenMap {
  const fields = new Map(base.fields);
  for (const [key, theirs] of top.fields) {
    const mine = fields.get(key);
    const name = NAMES[key];
    if (mine?.is === "map" && theirs.is === "map") fields.set(key, joinMaps(mine, theirs, key === "rules"));
    else if (mine?.is === "list" && theirs.is === "list" && name !== undefined) {
      const reported = theirs.items.map(name);
      fields.set(key, {
        ...theirs,
        items: [...mine.items.filter((item) => !reported.includes(name(item))), ...theirs.items],
      });
    } else fields.set(key, theirs);
  }
  return { ...top, fields };
}

function joinMaps(mine: WrittenMap, theirs: WrittenMap, entries: boolean): WrittenMap {
  const fields = new Map(mine.fields);
  for (const [key, value] of theirs.fields) {
    const before = fields.get(key);
    const both = entries && before?.is === "map" && value.is === "map";
    fields.set(key, both ? withoutNull(joinMaps(before, value, false)) : value);
  }
  return { ...theirs, fields };
}

/** A key that is said to be null is taken away. */
function withoutNull(map: WrittenMap): WrittenMap {
  const stored = [...map.fields].filter(([, value]) => value.is !== "scalar" || value.value !== null);
  return { ...map, fields: new Map(stored) };
}
