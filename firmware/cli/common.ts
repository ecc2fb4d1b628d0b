import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { InvalidArgumentError } from "commander";
import { LANGUAGES, type Language } from "../../src/text/language.ts";
import { DATA, RulebookError } from "../rules/library.ts";
import { loadPack, type LoadedPack } from "../rules/load.ts";
import { usageProblem } from "../problem.ts";

/** The option that names another folder than that of the installed rulebooks. */
export const RULEBOOKS_OPTION = [
  "--rulebooks <folder>",
  "a folder of rulebooks instead of the installed ones",
] as const;

/** A rulebook by its name. Throws Problem: not there, or a folder that is none. */
export function namedRulebook(wanted: string, folder: string | undefined): LoadedPack {
  if (folder !== undefined && !existsSync(folder)) throw usageProblem(`${folder}: there is no such folder`);
  try {
    return loadPack(wanted, folder === undefined ? DATA : pathToFileURL(`${folder.replace(/\/+$/, "")}/`));
  } catch (error) {
    if (!(error instanceof RulebookError)) throw error;
    throw usageProblem(error.message, error);
  }
}

/** The output protocols of a Mercury 360 port. */
const PROTOCOLS = ["basic", "advanced", "extended"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** `--protocol`. */
export const PROTOCOL_OPTION = [
  "--protocol <protocol>",
  "Mercury 360: basic, advanced or extended",
  (text: string): Protocol => {
    const found = PROTOCOLS.find((one) => one === text);
    if (found === undefined) throw new InvalidArgumentError(`known: ${PROTOCOLS.join(", ")}`);
    return found;
  },
  "extended" as Protocol,
] as const;

/** `--house-rule`. */
export const HOUSE_RULE_OPTION = [
  "--house-rule <rule...>",
  "readings of the law that the house has adopted",
] as const;

/** Checks `--language`. Throws Problem: no such language. */
export function languageNamed(text: string): Language {
  const found = LANGUAGES.find((one) => one === text);
  if (found === undefined) throw usageProblem(`no language "${text}"; known: ${LANGUAGES.join(", ")}`);
  return found;
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
