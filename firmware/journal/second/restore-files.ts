import { dirname, join } from "node:path";
import { onDisk } from "../../files/errors.ts";
import { makeFolder } from "../../files/durable.ts";
import {
  copyAside,
  copyGrown,
  copyWhole,
  hashOfStart,
  haveSameStart,
  linkCopy,
  moveAside,
  sizeOf,
} from "./copy-files.ts";
import { CASES, evidenceIn, PICTURES, RECORDINGS, type Folder } from "./folders.ts";

/** How much of each the first folder keeps, in bytes; null: without limit. */
export interface Kept {
  readonly recordingBytes: number | null;
  readonly pictureBytes: number | null;
}

/** What a record came from: so many of its first bytes have this hex SHA-256. */
export interface NewestSource {
  readonly segment: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** How many files of each kind came back. */
export interface RestoredFiles {
  readonly recordings: number;
  readonly pictures: number;
  readonly cases: number;
}

const SEALED = /^(.+)\.(\d{12})\.sealed$/;

/**
 * Puts back into the first folder what only the second has, as far as the first has room for it by its limits: what it evicted
 * itself does not come back. A part that is sealed in the second and open in the first stays open. Throws a JournalError.
 */
export function restoreFiles(
  first: Folder,
  second: Folder,
  kept: Kept,
  newest: readonly NewestSource[],
): RestoredFiles {
  const repaired = restoreNewest(first, second, newest);
  return {
    recordings: repaired + restoreWithin(RECORDINGS, first, second, kept.recordingBytes),
    pictures: restoreWithin(PICTURES, first, second, kept.pictureBytes),
    cases: restoreWithin(CASES, first, second, null),
  };
}

/** The recording that the newest record came from: of two that differ, the one that its records name. */
function restoreNewest(first: Folder, second: Folder, newest: readonly NewestSource[]): number {
  const segment = newest.at(-1)?.segment;
  const [path, other] = [first, second].map(({ folder }) => join(folder, RECORDINGS, `${segment}.jsonl`));
  if (path === undefined || other === undefined) return 0;
  const [size, otherSize] = [path, other].map(sizeOf);
  if (size == null || otherSize == null) return 0;
  // What a card table has sealed still is in neither.
  const named = newest.findLast(({ bytes }) => bytes <= Math.min(size, otherSize));
  if (named === undefined) return 0;
  return onDisk("restoring", path, () => {
    if (hashOfStart(path, named.bytes) === named.sha256 || hashOfStart(other, named.bytes) !== named.sha256)
      return 0;
    copyAside(other, path);
    moveAside(path);
    linkCopy(path);
    return 1;
  });
}

/** The newest first, until the limit is reached. */
function restoreWithin(
  within: typeof RECORDINGS | typeof PICTURES | typeof CASES,
  first: Folder,
  second: Folder,
  limit: number | null,
): number {
  const pathIn = (folder: Folder, name: string): string => join(folder.folder, within, name);
  let bytes = evidenceIn(first, within).reduce((sum, name) => sum + (sizeOf(pathIn(first, name)) ?? 0), 0);
  let count = 0;
  for (const name of evidenceIn(second, within).toReversed()) {
    const [from, to] = [pathIn(second, name), pathIn(first, name)];
    const missing = (sizeOf(from) ?? 0) - (sizeOf(to) ?? 0);
    const isThere = sizeOf(to) !== null;
    if (isThere && (within !== RECORDINGS || missing <= 0)) continue;
    if (limit !== null && bytes + missing > limit) continue;
    if (isOpened(first, name)) continue;
    const came = onDisk("restoring", to, () => restoreOne(from, to, isThere));
    if (!came) continue;
    bytes += missing;
    count++;
  }
  return count;
}

/** A recording that lost its end gets it back; one that differs stays, and is held against its records. */
function restoreOne(from: string, to: string, isThere: boolean): boolean {
  makeFolder(dirname(to));
  if (!isThere) {
    copyWhole(from, to);
    return true;
  }
  if (!haveSameStart(from, to)) return false;
  return copyGrown(from, to) > 0;
}

/** The part was opened in the first: its plain text is there. */
function isOpened({ folder }: Folder, name: string): boolean {
  const [, segment, from] = SEALED.exec(name) ?? [];
  return segment !== undefined && (sizeOf(join(folder, RECORDINGS, `${segment}.jsonl`)) ?? 0) > Number(from);
}
