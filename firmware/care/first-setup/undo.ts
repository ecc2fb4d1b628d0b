import { join } from "node:path";
import { problemWords } from "../../../src/rules/problem-words.ts";
import type { Text } from "../../../src/text/language.ts";
import { isThere, rmSync, statSync } from "../../files/disk.ts";
import { lockExclusively } from "../../evidence/log/database.ts";
import { namesIn, renameDurably, syncFolder } from "../../files/durable.ts";
import { usageProblem } from "../../problem.ts";
import { asProblem } from "../../unit/failure.ts";
import { dirname } from "node:path";
import { editsOf } from "./edits.ts";
import { holdsTestsOnly, lookAtJournal } from "./evidence.ts";
import { progressPathOf, readProgress, removeProgress, type Made, type Progress } from "./progress.ts";
import { asRoot, removeAsRoot } from "./table-user.ts";

/** What a table that has not played has in its storage folder, by the names of files and folders. */
const OWN_FILES = /^(?:journal\.(?:db|db-wal|db-shm|db-lock|head|second)|(?:table|test)\.key\.pem|unit\.sock)$/;
const RECORDING = /^[a-z]+-\d{6}(?:\.\d+)?\.(?:jsonl|sealed)$/;
const OWN_FOLDERS: Readonly<Record<string, RegExp>> = {
  "journal.epochs": RECORDING,
  recordings: RECORDING,
  pictures: RECORDING,
  cases: RECORDING,
  // What the self-test started with.
  configurations: /^counted\.json$/,
};

/** What an undo did: paths that it removed, and those that it left with the reason. */
export interface Undone {
  readonly removed: readonly string[];
  readonly kept: readonly { readonly path: string; readonly why: Text }[];
}

/**
 * Takes back what the setup of this configuration made, the last first. Refused with a Problem once a result is certified, or while the
 * unit runs. A folder that holds anything else stays, and so does evidence of more than the setup's own test.
 */
export function undoSetup(configPath: string): Undone {
  const progress = readProgress(configPath);
  if (progress === null) throw usageProblem(problemWords("not-set-up", { path: progressPathOf(configPath) }));
  const folders = progress.made.filter(({ kind }) => kind === "journal").map(({ path }) => path);
  for (const folder of folders) requireUnplayed(folder);
  const undone = { removed: [] as string[], kept: [] as { path: string; why: Text }[] };
  // The configuration first: without it nothing of the rest can be started.
  keepEdits(configPath, progress, undone);
  for (const made of [...madeFiles(progress), ...madeOthers(progress)]) undoOne(made, progress, undone);
  removeProgress(configPath);
  undone.removed.push(progressPathOf(configPath));
  return undone;
}

/** What the undo of this configuration would take back. Throws a Problem as it does. */
export function madeBySetup(configPath: string): readonly string[] {
  return (
    readProgress(configPath)
      ?.made.map(({ path }) => path)
      .filter(isThere) ?? []
  );
}

/** What somebody wrote by hand is nobody's to remove: it stays under another name, where nothing starts with it. */
function keepEdits(
  configPath: string,
  { written }: Progress,
  undone: { kept: Undone["kept"][number][] },
): void {
  if (editsOf(configPath, written) === null) return;
  const path = `${configPath}.kept`;
  asRoot(() => renameDurably(configPath, path));
  undone.kept.push({ path, why: problemWords("kept-edited") });
}

const madeFiles = ({ made }: Progress): readonly Made[] =>
  made.filter(({ kind }) => kind === "file").toReversed();
const madeOthers = ({ made }: Progress): readonly Made[] =>
  made.filter(({ kind }) => kind !== "file").toReversed();

/** Throws a Problem when the journal of this folder holds a certified record, or a unit has it open. */
export function requireUnplayed(folder: string): void {
  const look = asStorage(folder, () => lookAtJournal(folder));
  if (look === null) return;
  if (look.certified !== null) throw usageProblem(problemWords("played", { folder, seq: look.certified }));
  const hold = asStorage(folder, () => lockExclusively(join(folder, "journal.db")));
  hold.release();
}

function asStorage<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw asProblem(error, folder);
  }
}

function undoOne(
  { kind, path }: Made,
  progress: Progress,
  undone: { removed: string[]; kept: Undone["kept"][number][] },
): void {
  if (!isThere(path)) return;
  if (kind === "file") {
    removeAsRoot(path);
    undone.removed.push(path);
    return;
  }
  const why = kind === "journal" ? emptyJournal(path, progress) : emptyFolder(path);
  if (why === null) undone.removed.push(path);
  else undone.kept.push({ path, why });
}

/** Removes a folder that holds nothing; otherwise says what. */
function emptyFolder(path: string): Text | null {
  const [name] = namesIn(path);
  if (name !== undefined) return problemWords("kept-holds", { name });
  rmSync(path, { recursive: true });
  syncFolder(dirname(path));
  return null;
}

/** Removes key, journal and recordings of a table that has done nothing but the setup's own test; otherwise says why not. */
function emptyJournal(folder: string, { last, testing }: Progress): Text | null {
  const look = lookAtJournal(folder);
  const newest = look?.last ?? null;
  // Before the self-test of the setup a journal has no record at all; one that was cut has left what it had written.
  const isOwn = newest === null || newest.hash === last?.hash || (testing && holdsTestsOnly(folder));
  if (!isOwn) return problemWords("kept-journal", { seq: newest.seq });
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const isFolder = statSync(path).isDirectory();
    const own = isFolder ? OWN_FOLDERS[name] : undefined;
    if (own !== undefined) {
      for (const file of namesIn(path).filter((one) => own.test(one))) rmSync(join(path, file));
      if (namesIn(path).length === 0) rmSync(path, { recursive: true });
    } else if (!isFolder && OWN_FILES.test(name)) rmSync(path);
  }
  syncFolder(folder);
  const [left] = namesIn(folder);
  return left === undefined ? null : problemWords("kept-holds", { name: left });
}
