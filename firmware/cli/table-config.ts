import { join } from "node:path";
import { nameKey } from "../../src/people/names.ts";
import { meantWords, problemWords } from "../../src/rules/problem-words.ts";
import { isThere } from "../files/disk.ts";
import { usageProblem } from "../problem.ts";
import type { Config } from "../table/config/config.ts";

/** Where the set-up writes the configuration of the one table of a machine. */
export const USUAL_CONFIG = "/etc/tirada/table.yaml";

/** The configuration of this machine's table, where nobody named one; undefined: there is none. */
export const usualConfig = (): string | undefined => (isThere(USUAL_CONFIG) ? USUAL_CONFIG : undefined);

/** `--config` and `--storage`: which table a command is about. */
export const CONFIG_OPTION = [
  "--config <file>",
  `configuration of the table; ${USUAL_CONFIG} where it is there`,
] as const;
export const STORAGE_OPTION = [
  "--storage <folder>",
  "the table's storage folder, instead of --config",
] as const;

interface NamedTable {
  readonly config?: string;
  readonly storage?: string;
}

/** The configuration that was named, or the usual one where no storage folder was; undefined: there is none. */
export const namedConfig = ({ config, storage }: NamedTable): string | undefined =>
  config ?? (storage === undefined ? usualConfig() : undefined);

/** The table that was named, which has a journal; without its configuration where its folder was named. Rejects with a Problem. */
export async function namedTable(
  named: NamedTable,
): Promise<{ readonly folder: string; readonly config: Config | null }> {
  const path = namedConfig(named);
  const config = path === undefined ? null : await configAt(path);
  const folder = config?.storage.folder ?? named.storage;
  if (folder === undefined) throw usageProblem("say which table: --config <file> or --storage <folder>");
  requireJournal(folder);
  return { folder, config };
}

/** Throws a Problem where a storage folder has no journal. */
export function requireJournal(folder: string): void {
  const path = join(folder, "journal.db");
  if (!isThere(path)) throw usageProblem(`there is no journal at ${path}; check the storage folder`);
}

/** The name of a person as the configuration of a table writes it. Rejects with a Problem that says who is known. */
export async function knownPerson(said: string, path: string): Promise<string> {
  const { people } = await configAt(path);
  return nameAmong(
    said,
    people.map(({ name }) => name),
    path,
  );
}

/** One of the names that a file has. Throws a Problem that says who is known. */
export function nameAmong(said: string, names: readonly string[], path: string): string {
  const found = names.find((name) => nameKey(name) === nameKey(said));
  if (found !== undefined) return found;
  const known = names.join(", ") || "–";
  throw usageProblem(problemWords("nobody-called", { path, said, known, meant: meantWords(said, names) }));
}

/** What reads configurations is read when one is. */
const configAt = async (path: string): Promise<Config> =>
  (await import("../unit/configuration/read-config.ts")).readConfig(path);
