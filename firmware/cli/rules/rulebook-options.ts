import { pathToFileURL } from "node:url";
import { isThere } from "../../files/disk.ts";
import { LANGUAGES, type Language } from "../../../src/text/language.ts";
import { usageProblem } from "../../problem.ts";
import { DATA, RulebookError } from "../../table/rules/library.ts";
import { loadPack, type LoadedPack } from "../../table/rules/load.ts";

/** The option that names another folder than that of the installed rulebooks. */
export const RULEBOOKS_OPTION = [
  "--rulebooks <folder>",
  "a folder of rulebooks instead of the installed ones",
] as const;

/** A rulebook by its name. Throws Problem: not there, or a folder that is none. */
export function namedRulebook(wanted: string, folder: string | undefined): LoadedPack {
  if (folder !== undefined && !isThere(folder)) throw usageProblem(`${folder}: there is no such folder`);
  try {
    return loadPack(wanted, folder === undefined ? DATA : pathToFileURL(`${folder.replace(/\/+$/, "")}/`));
  } catch (error) {
    if (!(error instanceof RulebookError)) throw error;
    throw usageProblem(error.message, error);
  }
}

/** Checks `--language`. Throws Problem: no such language. */
export function languageNamed(text: string): Language {
  const found = LANGUAGES.find((one) => one === text);
  if (found === undefined) throw usageProblem(`no language "${text}"; known: ${LANGUAGES.join(", ")}`);
  return found;
}
