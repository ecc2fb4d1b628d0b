import {
  closeSync,
  isThere,
  fdatasyncSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from "../../files/disk.ts";
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { BESIDE } from "../../evidence/log/database.ts";
import { makeFolder, renameDurably, syncFolder, writeFully } from "../../files/durable.ts";
import { JournalError } from "../../files/errors.ts";

/** Files of the evidence that are copied as they are, in pieces, durable on return. The disk's own errors come through. */

const CHUNK = 1_048_576;
const PRIVATE = 0o600;

export function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** Length and hex SHA-256 of a copy. */
export interface Copied {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Makes a copy under a name of its own, durable, beside where it belongs; what a copying before left there goes. Returns what was
 * copied: `linkCopy` or `replaceByCopy` puts it under its name.
 */
export function copyAside(from: string, to: string): Copied {
  const fresh = freshName(to);
  makeFolder(dirname(to));
  rmSync(fresh, { force: true });
  const hash = createHash("sha256");
  let bytes = 0;
  const target = openSync(fresh, "wx", PRIVATE);
  try {
    forEachChunk(from, 0, (chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
      writeFully(target, chunk);
    });
    fsyncSync(target);
  } finally {
    closeSync(target);
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** No name of another room: `journal.db-new` says that the very first start was cut. */
export const freshName = (path: string): string => `${path}-copy`;

/** Puts a copy that was made aside where no file is. */
export function linkCopy(to: string): void {
  linkSync(freshName(to), to);
  unlinkSync(freshName(to));
  syncFolder(dirname(to));
}

/** Puts a copy that was made aside in the place of an older file. */
export const replaceByCopy = (to: string): void => renameDurably(freshName(to), to);

/** A whole file where none is. */
export function copyWhole(from: string, to: string): void {
  copyAside(from, to);
  linkCopy(to);
}

/**
 * Brings a file that only grows to where the other one is. Returns how many bytes were added. A longer one is copied anew: its end
 * was never durable in the other.
 */
export function copyGrown(from: string, to: string): number {
  const size = sizeOf(from);
  // It went meanwhile, as a sealed part does that was opened.
  if (size === null) return 0;
  const have = sizeOf(to);
  if (have === null || have > size) {
    copyAside(from, to);
    replaceByCopy(to);
    return size;
  }
  if (have === size) return 0;
  const target = openSync(to, "a", PRIVATE);
  try {
    forEachChunk(from, have, (chunk) => writeFully(target, chunk));
    fdatasyncSync(target);
  } finally {
    closeSync(target);
  }
  return size - have;
}

/** True when the shorter of two files is what the longer one begins with. */
export function haveSameStart(one: string, other: string): boolean {
  const length = Math.min(sizeOf(one) ?? 0, sizeOf(other) ?? 0);
  return hashOfStart(one, length) === hashOfStart(other, length);
}

/** Hex SHA-256 of the first bytes of a file, or null when it has not so many. */
export function hashOfStart(path: string, length: number): string | null {
  if ((sizeOf(path) ?? -1) < length) return null;
  const hash = createHash("sha256");
  let left = length;
  forEachChunk(path, 0, (chunk) => {
    hash.update(chunk.subarray(0, left));
    left -= Math.min(left, chunk.length);
    return left > 0;
  });
  return hash.digest("hex");
}

/** Hex SHA-256 of a whole file; null: it is not there. */
export function hashOfFile(path: string): string | null {
  const size = sizeOf(path);
  return size === null ? null : hashOfStart(path, size);
}

/** Removes a file; true when it was there. */
export function removeFile(path: string): boolean {
  if (!isThere(path)) return false;
  unlinkSync(path);
  return true;
}

const ASIDE_MAX = 99;
/** The file itself goes last: what lies beside it is not taken for a part of another. */
const ENDINGS = [...BESIDE, ""];

/**
 * Moves a damaged journal file and what SQLite keeps beside it to a name that says so; nothing of it is ever deleted. Returns the
 * new name, or null when there was no file. Throws a JournalError when too many lie there.
 */
export const moveAside = (path: string): string | null => putAside(path, renameSync);

/**
 * Keeps a damaged file under a name that says so, beside its own, which always leads to a file. What SQLite keeps beside it is moved:
 * it is not taken for a part of the file that comes in its place. Returns the new name, or null when there was no file.
 */
export const keepAside = (path: string): string | null => putAside(path, linkSync);

/** `put`: what is done with the file itself; what lies beside it is moved. */
function putAside(path: string, put: typeof renameSync): string | null {
  const files = ENDINGS.filter((ending) => isThere(`${path}${ending}`));
  if (files.length === 0) return null;
  const aside = asideNameOf(path);
  for (const ending of files) {
    if (ending === "") put(path, aside);
    else renameSync(`${path}${ending}`, `${aside}${ending}`);
  }
  syncFolder(dirname(path));
  return aside;
}

/** The next free name for a damaged file. Throws a JournalError when too many lie there. */
function asideNameOf(path: string): string {
  for (let number = 1; number <= ASIDE_MAX; number++) {
    const aside = `${path}.damaged-${number}`;
    if (!ENDINGS.some((ending) => isThere(`${aside}${ending}`))) return aside;
  }
  throw new JournalError(
    "cannot-open",
    `${path} has ${ASIDE_MAX} damaged files beside it: give them to the inspector, take them away, and find out why the disk fails`,
  );
}

/** `take` ends it by returning false. */
function forEachChunk(path: string, from: number, take: (chunk: Buffer) => unknown): void {
  const fd = openSync(path, "r");
  try {
    const chunk = Buffer.alloc(CHUNK);
    for (let at = from; ;) {
      const count = readSync(fd, chunk, 0, CHUNK, at);
      if (count === 0 || take(chunk.subarray(0, count)) === false) return;
      at += count;
    }
  } finally {
    closeSync(fd);
  }
}
