import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CaseFile, type CaseReading, parseCases, parsePartCases } from "../../../src/cases/cases.ts";
import { caseLibraryOf, DATA, fileOf, RulebookError, fileText } from "./library.ts";
import { firstProblemText, type LoadedPack } from "./load.ts";

/** The worked cases of an installed rulebook. Throws a {@link RulebookError} if they are missing or not usable. */
export function loadCases(loaded: LoadedPack, data: URL = DATA): CaseFile {
  const file = fileOf(loaded.name, data, ".cases.yaml");
  if (!existsSync(file))
    throw new RulebookError(`rulebook "${loaded.name}" has no cases: ${fileURLToPath(file)} is missing`);
  return requireUsable(
    loaded.name,
    parseCases(fileText(file), fileURLToPath(file), loaded.pack, caseLibraryOf(data)),
  );
}

/**
 * The cases of the parts that a rulebook extends, for the rules that it keeps and does not tell itself. Those of another rulebook come in by the
 * `extends` of the case file. Throws as {@link loadCases} does.
 */
export function loadInheritedCases(loaded: LoadedPack, data: URL = DATA): readonly CaseFile[] {
  const reported = new Set(loadCases(loaded, data).cases.map(({ rule }) => rule));
  const library = caseLibraryOf(data);
  return loaded.inherited.flatMap(({ from, rules: all }) => {
    const rules = all.filter((rule) => !reported.has(rule));
    if (rules.length === 0 || !from.includes("/parts/")) return [];
    const cases = library.cases(from);
    if (cases === null)
      throw new RulebookError(`"${from}" has no cases: write ${from.replace("@", "/")}.cases.yaml beside it`);
    return [
      requireUsable(loaded.name, parsePartCases(cases.text, cases.file, from, loaded.pack, rules, library)),
    ];
  });
}

function requireUsable(name: string, read: CaseReading): CaseFile {
  if (!read.ok)
    throw new RulebookError(`the cases of "${name}" are not usable: ${firstProblemText(read.problems)}`);
  return read.file;
}
