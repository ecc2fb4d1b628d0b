import { isThere, statSync, unlinkSync } from "../../files/disk.ts";
import { dirname, join } from "node:path";
import type { KeyHistory } from "../../../src/record/key-history.ts";
import type { Verifier } from "../../../src/record/keys.ts";
import { hasNoJournal } from "../../evidence/log/database.ts";
import { createDurably, namesIn } from "../../files/durable.ts";
import { BEGUN_MARK, epochPaths, epochsFolderOf } from "../../evidence/log/epoch-files.ts";
import { EpochSet } from "../../evidence/log/epoch-set.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { readSmall } from "../../files/files.ts";
import { KEY_FILES } from "../keys/keys.ts";
import { endOf } from "../../evidence/log/rows.ts";
import { journalKeys } from "../../evidence/log/stored-log.ts";
import { requireOtherDisk, type FindPlace } from "./devices.ts";

/** One of the two folders of a table's evidence; both are laid out alike, and the key lies in the first alone. */
export interface Folder {
  readonly folder: string;
  /** The journal's own file in it. */
  readonly journal: string;
}

/** Folders in a storage folder whose files are copied as they are. */
export const RECORDINGS = "recordings";
export const PICTURES = "pictures";
export const CASES = "cases";
export const FILE_FOLDERS = [RECORDINGS, PICTURES, CASES] as const;

/** What may be copied of each; anything else that lies there is nobody's evidence. */
const NAMES: Readonly<Record<(typeof FILE_FOLDERS)[number], RegExp>> = {
  [RECORDINGS]: /^[a-z0-9][a-z0-9.-]*\.(?:jsonl|sealed|damaged)$/,
  [PICTURES]: /^[0-9a-f]{64}\.png$/,
  [CASES]: /^[a-z0-9][\w.-]*$/i,
};
const LEFT_HALF_MADE = /(?:-new|-copy|\.new|\.part)$/;

/** The evidence files in one of these folders, sorted; none where there is no such folder. */
export function evidenceIn({ folder }: Folder, within: (typeof FILE_FOLDERS)[number]): string[] {
  const path = join(folder, within);
  if (!isThere(path)) return [];
  return namesIn(path).filter((name) => NAMES[within].test(name) && !LEFT_HALF_MADE.test(name));
}

/** Whether a name within a storage folder, such as `cases/round-7.json`, is one that both copies keep. */
export function isEvidenceName(name: string): boolean {
  const [within = "", file = "", ...rest] = name.split("/");
  const names = (NAMES as Readonly<Record<string, RegExp>>)[within];
  return rest.length === 0 && names?.test(file) === true && !LEFT_HALF_MADE.test(file);
}

export const folderOf = (folder: string): Folder => ({ folder, journal: join(folder, "journal.db") });
export const firstFolder = (journal: string): Folder => ({ folder: dirname(journal), journal });

/** Why the second folder cannot be used, where it is the configuration or the folder that is wrong, and not its disk. */
export class SecondRefused extends JournalError {}

/**
 * Throws a JournalError unless the second folder is there, on another disk, without a key in it, and this table's or nobody's. The
 * folder is never made here, and is no mount point itself: while its disk is away neither is there, and nothing else is taken for it.
 */
export function requireSecond(first: Folder, second: Folder, held: readonly Verifier[], find: FindPlace): void {
  const { folder } = second;
  const found = onDisk("opening", folder, () => statSync(folder, { throwIfNoEntry: false }));
  if (found === undefined)
    throw new JournalError(
      "cannot-open",
      `storage.second.folder ${folder} is not there: mount its disk, and make the folder on it where it is new`,
    );
  if (!found.isDirectory())
    throw new SecondRefused("cannot-open", `storage.second.folder ${folder} is no folder: name one`);
  if (found.dev !== statSync(dirname(folder)).dev)
    throw new SecondRefused(
      "cannot-open",
      `storage.second.folder ${folder} is where a disk is mounted: name a folder on that disk, such as ${join(folder, "second")}`,
    );
  requireOtherDisk(first.folder, folder, find);
  const key = Object.values(KEY_FILES).find((name) => isThere(join(folder, name)));
  if (key !== undefined)
    throw new SecondRefused(
      "key",
      `${join(folder, key)} is a signing key: the second copy must not have one; take it away, and find out who put it there`,
    );
  if (hasNoJournal(second.journal)) {
    if (!wasBegun(first, second)) requireEmpty(second);
    return;
  }
  requireOwnLog(first, second, held);
}

/** Names the log whose second copy is being made, until its journal is there. */
const begunPathOf = ({ folder }: Folder): string => join(folder, BEGUN_MARK);
const BEGUN_MAX = 1_024;

/** Says durably, before anything is copied into an empty folder, whose copy it will be. */
export function markBegun(first: Folder, second: Folder): void {
  const path = begunPathOf(second);
  const { vkey } = journalKeys(first.journal).first;
  if (!isThere(path))
    onDisk("beginning the second copy", path, () => createDurably(path, Buffer.from(vkey), 0o600));
}

/** Its journal is there, and says so itself. */
export function unmarkBegun(second: Folder): void {
  const path = begunPathOf(second);
  if (isThere(path)) onDisk("beginning the second copy", path, () => unlinkSync(path));
}

/** A copy of this log that was cut before its journal was there. */
function wasBegun(first: Folder, second: Folder): boolean {
  const path = begunPathOf(second);
  if (!isThere(path)) return false;
  const keys = keysOrNull(first.journal);
  return keys !== null && readSmall(path, BEGUN_MAX).toString("utf8") === keys.first.vkey;
}

/** Files without a journal are another table's, or what is left of one. */
function requireEmpty(second: Folder): void {
  if (isThere(epochsFolderOf(second.journal)))
    throw new SecondRefused(
      "missing",
      `${second.folder} holds epochs of a journal without its first one: keep it for the inspector, and name an empty folder in ` +
        "storage.second.folder",
    );
  for (const within of FILE_FOLDERS) {
    const [name] = evidenceIn(second, within);
    if (name === undefined) continue;
    throw new SecondRefused(
      "missing",
      `${second.folder} holds ${within}/${name} and no journal: name an empty folder in storage.second.folder`,
    );
  }
}

/** The log is known by the key that began it; where the first cannot be read, by the one that signs its next record. */
function requireOwnLog(first: Folder, second: Folder, held: readonly Verifier[]): void {
  const found = journalKeys(second.journal);
  const known = hasNoJournal(first.journal) ? null : keysOrNull(first.journal);
  const isOwn =
    known === null
      ? held.some(({ vkey }) => vkey === found.current.vkey)
      : known.first.vkey === found.first.vkey;
  if (isOwn) return;
  const own = known?.first ?? held[0];
  throw new SecondRefused(
    "key",
    `the second copy ${second.folder} is of the log ${found.log} (${found.first.vkey}), and this table's is ${own?.name} ` +
      `(${own?.vkey}): attach this table's own device, or name an empty folder`,
  );
}

/** A first that cannot be read says nothing: the table's keys do. */
function keysOrNull(journal: string): KeyHistory | null {
  try {
    return journalKeys(journal);
  } catch (error) {
    if (error instanceof JournalError) return null;
    throw error;
  }
}

/** How far a folder's journal goes. */
export interface Reach {
  readonly records: number;
  readonly epochs: number;
}

/**
 * How far each goes. Throws a JournalError `corrupt` where they differ at the same number: a fork, which no disk makes.
 */
export function compareFolders(
  first: Folder,
  second: Folder,
): { readonly first: Reach; readonly second: Reach } {
  const [one, other] = [new EpochSet(epochPaths(first.journal)), new EpochSet(epochPaths(second.journal))];
  try {
    const ends = { first: reachOf(one), second: reachOf(other) };
    const common = Math.min(ends.first.records, ends.second.records);
    const at = firstDifference(one, other, common);
    if (at === null) return ends;
    throw new SecondRefused(
      "corrupt",
      `${first.folder} and ${second.folder} are two histories of one log: record ${at} is ${hashAt(one, at)} in the first and ` +
        `${hashAt(other, at)} in the second; nothing is certified: keep both for the inspector`,
    );
  } finally {
    one.release();
    other.release();
  }
}

const reachOf = (set: EpochSet): Reach =>
  onDisk("reading the journal", "", () => ({ records: endOf(set.file(set.count - 1)), epochs: set.count }));

/** Whether the second has what the first lacks: records, or the beginning of the next epoch. */
export function isSecondAhead({ first, second }: { readonly first: Reach; readonly second: Reach }): boolean {
  return second.records > first.records || (second.records === first.records && second.epochs > first.epochs);
}

const hashAt = (set: EpochSet, seq: number): string => {
  const [row] = onDisk("reading the journal", "", () => set.rows(seq, 1));
  return row?.seq === seq ? Buffer.from(row.hash).toString("hex") : "pruned";
};

/** Each line holds the hash of the one before: where two differ, so do all that follow. */
function firstDifference(one: EpochSet, other: EpochSet, common: number): number | null {
  // What was pruned in one of them has its leaf hash there still.
  const leafAt = (set: EpochSet, seq: number): string =>
    onDisk("reading the journal", "", () => Buffer.from(set.leaves(seq, 1)[0] ?? []).toString("hex"));
  const isSame = (seq: number): boolean => leafAt(one, seq) === leafAt(other, seq);
  if (common === 0 || isSame(common - 1)) return null;
  let [low, high] = [0, common - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isSame(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
