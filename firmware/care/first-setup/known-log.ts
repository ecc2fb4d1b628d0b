import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { problemWords, type ProblemValues } from "../../../src/rules/problem-words.ts";
import { readYaml, MAX_FILE_BYTES } from "../../../src/rules/yaml.ts";
import { isThere } from "../../files/disk.ts";
import { hasNoJournal } from "../../evidence/log/database.ts";
import { epochPaths } from "../../evidence/log/epoch-files.ts";
import { keyPathOf } from "../../journal/keys/keys.ts";
import { journalKeys } from "../../evidence/log/stored-log.ts";
import { EXIT, Problem, rightRefused } from "../../problem.ts";
import { readTextFile } from "../../files/read-file.ts";
import { valueAt } from "./draft.ts";
import { progressPathOf, readProgress, type Progress } from "./progress.ts";

/**
 * One log has one key. A journal that begins where none is makes a key, too: before that this machine is searched for signs
 * of the same log elsewhere: in the set-up of the table, in the folders beside its storage, in the configurations beside its own.
 */

/** Folders, and configurations, that are looked at. */
const LOOKED_AT_MAX = 256;

export interface LogToBegin {
  /** Full name of the log, as its journal has it. */
  readonly log: string;
  /** Its storage folder, as the configuration names it. */
  readonly folder: string;
  readonly configPath: string;
}

/** Throws a Problem `storage` where a key of this log would be its second one. Does nothing where journal or key are there. */
export function requireFirstJournal({ log, folder, configPath }: LogToBegin): void {
  // What is there is opened, or refused, with what it holds; a first start that was cut goes on.
  if ([keyPathOf(folder, log), join(folder, "journal.db-new")].some(isThere) || hasJournal(folder)) return;
  const own = resolve(folder);
  const ours = readProgress(configPath);
  const lost = ours === null ? [] : lostJournals(ours, log);
  if (lost.includes(own)) throw refuse("log-lost", { folder, log });
  const made = ours?.made.flatMap(({ kind, path }) => (kind === "journal" ? [resolve(path)] : [])) ?? [];
  const known = [...made, ...besideFolder(own), ...besideConfiguration(configPath)].filter(
    (one) => one !== own,
  );
  const other = known.find((one) => logIn(one) === log) ?? lost[0];
  if (other !== undefined) throw refuse("log-elsewhere", { folder, log, other, path: configPath });
}

const refuse = (name: "log-lost" | "log-elsewhere", values: ProblemValues): Problem =>
  new Problem(EXIT.storage, problemWords(name, { ...values, second: problemWords("log-second") }));

const hasJournal = (folder: string): boolean =>
  epochPaths(join(folder, "journal.db")).some((path) => !hasNoJournal(path));

/** Where a set-up has begun the journal of this log, and nothing lies any more. One that was cut before it had a key began nothing. */
function lostJournals({ made, done, last, draft }: Progress, log: string): readonly string[] {
  const isBegun = done.includes("key") || last !== null;
  if (!isBegun || !log.startsWith(String(valueAt(draft, ["table", "log"])))) return [];
  const [first] = made.filter(({ kind }) => kind === "journal");
  return first === undefined || hasJournal(first.path) ? [] : [resolve(first.path)];
}

/** Folders beside a storage folder: a wrong letter leads to one of them. */
function besideFolder(folder: string): readonly string[] {
  const above = dirname(folder);
  return namesIn(above)
    .map((name) => join(above, name))
    .filter((one) => showsJournal(one));
}

/** One that this user may not look into is somebody else's: no table has put its journal there. */
function showsJournal(folder: string): boolean {
  try {
    return isThere(join(folder, "journal.db"));
  } catch (error) {
    if (rightRefused(error) === null) throw error;
    return false;
  }
}

/** Storage folders of the configurations in the same folder, and of their set-ups. */
function besideConfiguration(configPath: string): readonly string[] {
  const folder = dirname(configPath);
  return namesIn(folder)
    .filter((name) => /\.ya?ml$/.test(name) && name !== basename(configPath))
    .flatMap((name) => [...storageOf(join(folder, name)), ...madeBy(join(folder, name))]);
}

function storageOf(path: string): readonly string[] {
  const yaml = textOrNull(path);
  const read = yaml === null ? null : readYaml(yaml, path);
  const folder = read?.ok === true ? valueAt({ file: read.value }, ["file", "storage", "folder"]) : undefined;
  return typeof folder === "string" ? [resolve(folder)] : [];
}

/** What another set-up made; one that cannot be read says nothing here. */
function madeBy(configPath: string): readonly string[] {
  if (!isThere(progressPathOf(configPath))) return [];
  try {
    const { made = [] } = readProgress(configPath) ?? {};
    return made.flatMap(({ kind, path }) => (kind === "journal" ? [resolve(path)] : []));
  } catch {
    return [];
  }
}

function textOrNull(path: string): string | null {
  try {
    return readTextFile(path, MAX_FILE_BYTES);
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted().slice(0, LOOKED_AT_MAX);
  } catch {
    return [];
  }
}

/** The log of the journal in a folder; null: there is none that can be read. */
export function logIn(folder: string): string | null {
  const path = join(folder, "journal.db");
  if (!hasJournal(folder)) return null;
  try {
    return journalKeys(path).current.name;
  } catch {
    return null;
  }
}
