import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { runCases } from "../../../src/cases/run.ts";
import { problemText } from "../../../src/rules/yaml.ts";
import { DATA, isJurisdiction, RulebookError } from "./library.ts";
import { editionsOf, loadPack, readPack } from "./load.ts";
import { loadCases, loadInheritedCases } from "./load-cases.ts";

/** What is wrong with one edition of a rulebook, for its author. */
export interface Report {
  /** `cl/craps@2023-03`; `cl/craps` where nothing of that game can be read. */
  readonly id: string;
  /** One line for each problem of its files and each case that comes out otherwise than it says; none: it is right. */
  readonly wrong: readonly string[];
  /** How much was read, for people. */
  readonly counted: string;
}

/**
 * Reads the rulebook of a file, `work/cl/craps/2023-03.yaml` or its cases, wherever it lies; what it extends may lie beside it or be
 * installed. Never throws for what is wrong in it.
 */
export function reportOfFile(path: string): Report {
  const folder = dirname(resolve(path));
  const jurisdiction = basename(dirname(folder));
  if (!isJurisdiction(jurisdiction)) {
    const message = `${path}: a rulebook lies in the folders of its jurisdiction and game: put it there, e.g. cl/craps/2023-03.yaml`;
    return { id: path, wrong: [message], counted: "" };
  }
  const edition = basename(path).replace(/(\.cases)?\.yaml$/, "");
  return reportOf(
    `${jurisdiction}/${basename(folder)}@${edition}`,
    pathToFileURL(`${dirname(dirname(folder))}/`),
  );
}

/** The reports of every edition of a game, or of the one that is named. Never throws for what is wrong in them. */
export function reportsOf(wanted: string, data: URL = DATA): readonly Report[] {
  const names = editionsOf(wanted, data);
  return (names.length === 0 ? [wanted] : names).map((name) => reportOf(name, data));
}

/** Reads one edition with what it extends and works out its cases and theirs. Never throws for what is wrong in them. */
export function reportOf(id: string, data: URL = DATA): Report {
  const report = (wrong: readonly string[], counted = ""): Report => ({ id, wrong, counted });
  try {
    const [game = ""] = id.split("@", 1);
    if (editionsOf(game, data).includes(id)) {
      const read = readPack(id, data);
      if (!read.ok) return report(read.problems.map(problemText));
    }
    const loaded = loadPack(id, data);
    const files = [...loadInheritedCases(loaded, data), loadCases(loaded, data)];
    const wrong = files.flatMap((file) => runCases(loaded.pack, file));
    const cases = files.reduce((sum, file) => sum + file.cases.length, 0);
    const results = files.reduce(
      (sum, file) => sum + file.results.length + file.deals.length + file.throws.length + file.games.length,
      0,
    );
    return report(wrong, `${loaded.pack.rules.length} rules, ${cases} cases, ${results} results`);
  } catch (error) {
    if (error instanceof RulebookError) return report([error.message]);
    throw error;
  }
}
