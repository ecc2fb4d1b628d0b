import { dirname } from "node:path";
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  isThere,
  linkSync,
  mkdirSync,
  openAsync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "./disk.ts";

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

/** The same without holding up the thread: a stick may take seconds. */
export async function syncFolderLater(folder: string): Promise<void> {
  const opened = await openAsync(folder, "r");
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Whose a new file is. */
export interface NewFile {
  /** Its rights; the umask takes from them. */
  readonly mode: number;
  /** Its rights are `mode` whatever the umask is. */
  readonly isExact?: boolean;
  /** Number of its group; left out: that of whoever makes it. */
  readonly group?: number;
}

/**
 * Creates a file that is either whole or not there, whenever the power goes. Throws EEXIST when it already
 * exists: nothing is ever overwritten. One that fails leaves nothing behind.
 */
export function createDurably(path: string, bytes: Uint8Array, mode: number): void {
  const fresh = writeBeside(path, bytes, { mode });
  try {
    linkSync(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
  syncFolder(dirname(path));
}

/**
 * Puts a file in its place, over the one that is there: whole, the old one or the new one, whenever the power goes; durable on return.
 * The folder must be there. The disk's own errors come through; one that fails leaves nothing behind.
 */
export function replaceDurably(path: string, content: string | Uint8Array, file: NewFile): void {
  const fresh = writeBeside(path, Buffer.from(content), file);
  try {
    renameSync(fresh, path);
  } catch (error) {
    removeHalf(fresh);
    throw error;
  }
  syncFolder(dirname(path));
}

/** Gives a file or folder whose bytes are durable another name in its folder, over what has that name; durable on return. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Removes a file durably, if it is there. */
export function removeDurably(path: string): void {
  if (!isThere(path)) return;
  unlinkSync(path);
  syncFolder(dirname(path));
}

/** Writes the bytes durably beside where they belong. Returns the name. */
function writeBeside(path: string, bytes: Uint8Array, { mode, isExact = false, group }: NewFile): string {
  const fresh = `${path}.new`;
  // Not rmSync: on a folder that cannot be written it throws an error without a code.
  if (isThere(fresh)) unlinkSync(fresh);
  const fd = openSync(fresh, "wx", mode);
  try {
    try {
      if (group !== undefined) chownSync(fresh, process.geteuid?.() ?? 0, group);
      if (isExact) chmodSync(fresh, mode);
      writeFully(fd, bytes);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    return fresh;
  } catch (error) {
    removeHalf(fresh);
    throw error;
  }
}

/** On a full disk it would take room from whatever comes next. */
function removeHalf(fresh: string): void {
  try {
    unlinkSync(fresh);
  } catch {
    // Whatever made the writing fail is what is to be said.
  }
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
