import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { DATA, RulebookError } from "../rules/library.ts";
import { loadPack, type LoadedPack } from "../rules/load.ts";
import { EXIT, Problem } from "../problem.ts";

/** The option that names another folder than that of the installed rulebooks. */
export const RULEBOOKS = [
  "--rulebooks <folder>",
  "a folder of rulebooks instead of the installed ones",
] as const;

/** A rulebook by its name. Throws Problem: not there, or a folder that is none. */
export function named(wanted: string, folder: string | undefined): LoadedPack {
  if (folder !== undefined && !existsSync(folder))
    throw new Problem(EXIT.usage, `${folder}: there is no such folder`);
  try {
    return loadPack(wanted, folder === undefined ? DATA : pathToFileURL(`${folder.replace(/\/+$/, "")}/`));
  } catch (error) {
    if (!(error instanceof RulebookError)) throw error;
    throw new Problem(EXIT.usage, error.message, { cause: error });
  }
}
