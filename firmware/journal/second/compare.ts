import { join } from "node:path";
import { isThere } from "../../files/disk.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { isPruned } from "../epochs/pruning.ts";
import { hashOfFile, sizeOf } from "./copy-files.ts";
import { epochName, epochOfName, isClosedFile } from "./exchange.ts";
import { evidenceIn, PICTURES, RECORDINGS, type Folder } from "./folders.ts";
import type { ClosedFile } from "./second-copy.ts";

/** A slice of both copies to be read again. Plain data: a thread of its own does it. */
export interface CompareTask {
  readonly first: Folder;
  readonly second: Folder;
  /** The last name that was compared; empty: begins with the first one. */
  readonly after: string;
  /** So many bytes at the most, and one file. */
  readonly bytesMax: number;
  readonly closed: readonly ClosedFile[];
  /** So many epochs may be pruned, from the first one on. */
  readonly prunable: number;
}

export interface Compared {
  /** Names of files that are not what they were in one of the copies. */
  readonly damaged: readonly string[];
  /** Where the next slice goes on; empty: all were compared. */
  readonly after: string;
}

/** The newest recordings are written still, or were a moment ago, and so is the newest epoch's byte copy made. */
const NEWEST_RECORDINGS = 3;
const NEWEST_EPOCHS = 1;

/**
 * Reads files again that both copies have and that change no more: closed epochs of the second copy (those of the first are read again
 * by others), recordings and pictures of both. Which of the two is right is not asked here.
 */
export function compareSlice(task: CompareTask): Compared {
  const names = namesOf(task).filter((name) => name > task.after);
  const damaged: string[] = [];
  let bytes = 0;
  for (const [at, name] of names.entries()) {
    bytes += 2 * (sizeOf(join(task.first.folder, name)) ?? 0);
    if (isDamaged(task, name)) damaged.push(name);
    if (bytes >= task.bytesMax) return { damaged, after: at === names.length - 1 ? "" : name };
  }
  return { damaged, after: "" };
}

function namesOf({ first, second, closed }: CompareTask): string[] {
  const inSecond = new Set(
    [RECORDINGS, PICTURES].flatMap((within) =>
      evidenceIn(second, within as typeof RECORDINGS).map((name) => `${within}/${name}`),
    ),
  );
  const recordings = evidenceIn(first, RECORDINGS)
    .filter((name) => name.endsWith(".jsonl"))
    .slice(0, -NEWEST_RECORDINGS);
  return [
    ...closed.slice(0, -NEWEST_EPOCHS).map(({ epoch }) => epochName(first, epoch)),
    ...[
      ...recordings.map((name) => `${RECORDINGS}/${name}`),
      ...evidenceIn(first, PICTURES).map((name) => `${PICTURES}/${name}`),
    ].filter((name) => inSecond.has(name)),
  ].sort();
}

/** What cannot be read is damaged; what is there no more was evicted. */
function isDamaged(task: CompareTask, name: string): boolean {
  const paths = [task.first, task.second].map(({ folder }) => join(folder, name));
  try {
    const differs = onDisk("reading", name, () => isOther(task, name, paths));
    return differs && paths.every(isThere);
  } catch (error) {
    if (error instanceof JournalError && ["io", "corrupt"].includes(error.code)) return true;
    if (error instanceof JournalError) return false;
    throw error;
  }
}

function isOther({ first, closed, prunable }: CompareTask, name: string, paths: readonly string[]): boolean {
  const epoch = epochOfName(first, name);
  if (epoch === null) {
    const hashes = paths.map(hashOfFile);
    if (!name.startsWith(`${PICTURES}/`)) return hashes[0] !== hashes[1];
    return hashes.some((hash) => `${PICTURES}/${hash}.png` !== name);
  }
  const [own = "", copy = ""] = paths;
  if (epoch >= prunable) return !isClosedFile(copy, closed[epoch]);
  // One is pruned after the other.
  if (isPruned(own) !== isPruned(copy)) return false;
  return isPruned(copy) ? hashOfFile(own) !== hashOfFile(copy) : !isClosedFile(copy, closed[epoch]);
}
