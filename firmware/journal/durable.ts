import { dirname } from "node:path";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  isThere,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "../disk/disk.ts";

/** Writes all of it, at a position or where the file stands; `writeSync` alone may stop short on a disk that fills up. */
export function writeFully(fd: number, bytes: Uint8Array, position: number | null = null): void {
  for (let done = 0; done < bytes.length;) {
    const at = position === null ? null : position + done;
    done += writeSync(fd, bytes, done, bytes.length - done, at);
  }
}

/** Makes the names in a folder durable: without it a file created or renamed may be gone after a power cut. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Creates a file that is either whole or not there, whenever the power goes. Throws EEXIST when it already
 * exists: nothing is ever overwritten.
 */
export function createDurably(path: string, bytes: Uint8Array, mode: number): void {
  const fresh = `${path}.new`;
  // Not rmSync: on a folder that cannot be written it throws an error without a code.
  if (isThere(fresh)) unlinkSync(fresh);
  const fd = openSync(fresh, "wx", mode);
  try {
    writeFully(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  try {
    linkSync(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
  syncFolder(dirname(path));
}

/** Names in a folder, sorted. */
export function namesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}

/**
 * Makes a folder and those above it, durably. Not `mkdir -p` of Node: on a file system that refuses new folders, such as /proc,
 * that one tries for ever.
 */
export function makeFolder(path: string): void {
  if (isThere(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  mkdirSync(path, { mode: 0o700 });
  syncFolder(above);
}

/** Takes the rights of group and others from files that are there and ours; older releases left them. */
export function makePrivate(files: readonly string[]): void {
  for (const file of files) {
    const found = statSync(file, { throwIfNoEntry: false });
    const isOurs = found?.uid === process.geteuid?.();
    if (found !== undefined && isOurs && (found.mode & 0o077) !== 0) chmodSync(file, found.mode & 0o700);
  }
}
