import { basename, join } from "node:path";
import { isThere } from "../../files/disk.ts";
import { isUnfinished } from "../../evidence/log/database.ts";
import { epochPath, epochsFolderOf } from "../../evidence/log/epoch-files.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { isPruned } from "../epochs/pruning.ts";
import type { Store } from "../store/store.ts";
import { verifyEpoch } from "../../evidence/verify/verify-epoch.ts";
import { copyAside, hashOfFile, hashOfStart, keepAside, replaceByCopy, sizeOf } from "./copy-files.ts";
import { isEvidenceName, PICTURES, RECORDINGS, type Folder } from "./folders.ts";
import { newestSourceIn, wholeHashIn } from "./recorded-hashes.ts";
import type { ClosedFile } from "./second-copy.ts";

/** Files that are whole in one copy and damaged in the other, as names within a storage folder. */
export interface Exchange {
  /** They come from the second copy. */
  readonly intoFirst: readonly string[];
  /** They come from the first one. */
  readonly intoSecond: readonly string[];
  /** Whole in neither, or nothing says which of the two is. */
  readonly inNeither: readonly string[];
}

/** The name within a storage folder of an epoch's file. */
export function epochName({ folder, journal }: Folder, epoch: number): string {
  return epochPath(journal, epoch).slice(folder.length + 1);
}

/** The number of the epoch whose file has this name; null: it is no epoch's. */
export function epochOfName({ folder, journal }: Folder, name: string): number | null {
  if (join(folder, name) === journal) return 0;
  const [, within, digits] = /^([^/]+)\/(\d{6})\.db$/.exec(name) ?? [];
  return within === basename(epochsFolderOf(journal)) ? Number(digits) : null;
}

/**
 * Of files that were found damaged in one of the two copies, which one of them is to be put right, and from where: by the digest in
 * the record that closes an epoch, by what records say that came from a recording, by a picture's own name. Changes nothing.
 */
export function planExchange(first: Folder, second: Folder, names: readonly string[], store: Store): Exchange {
  const plan = { intoFirst: [] as string[], intoSecond: [] as string[], inNeither: [] as string[] };
  for (const name of names) {
    const whole = wholeIn(first, second, name, store);
    if (whole === null) continue;
    const [inFirst, inSecond] = whole;
    if (inFirst && inSecond) continue;
    if (inSecond) plan.intoFirst.push(name);
    else if (inFirst) plan.intoSecond.push(name);
    else plan.inNeither.push(name);
  }
  return plan;
}

/** Null: it is no file that both keep, or was evicted meanwhile. */
function wholeIn(
  first: Folder,
  second: Folder,
  name: string,
  store: Store,
): readonly [boolean, boolean] | null {
  const epoch = epochOfName(first, name);
  const folders = [first, second] as const;
  const each = (isWhole: (path: string) => boolean): readonly [boolean, boolean] => {
    const [one, other] = folders.map(({ folder }) => isReadable(() => isWhole(join(folder, name))));
    return [one === true, other === true];
  };
  if (epoch !== null)
    return store.epochs.closing(epoch) === undefined ? null : each((path) => isWholeEpoch(path, epoch, store));
  if (!isEvidenceName(name) || !isThere(join(first.folder, name))) return null;
  if (name.startsWith(`${PICTURES}/`)) return each((path) => hashOfFile(path) === hashInName(name));
  if (!name.startsWith(`${RECORDINGS}/`)) return null;
  return wholeRecordings(first, second, name, store, each);
}

/** By its newest record, and where the two differ behind that one, by the beginning of the next recording. */
function wholeRecordings(
  first: Folder,
  second: Folder,
  name: string,
  store: Store,
  each: (isWhole: (path: string) => boolean) => readonly [boolean, boolean],
): readonly [boolean, boolean] | null {
  if (isReadable(() => hashOfFile(join(first.folder, name)) === hashOfFile(join(second.folder, name))))
    return null;
  const source = newestSourceIn(store, name);
  const byRecord = each((path) => source !== null && hashOfStart(path, source.bytes) === source.sha256);
  if (!byRecord[0] || !byRecord[1]) return byRecord;
  const hashes = [first, second].flatMap((one) => wholeHashIn(one, name) ?? []);
  const byNext = each((path) => hashes.includes(hashOfFile(path) ?? ""));
  return byNext[0] && byNext[1] ? [false, false] : byNext;
}

/** What a disk cannot read is not whole. */
function isReadable(act: () => boolean): boolean {
  try {
    return onDisk("reading", "", act);
  } catch (error) {
    if (error instanceof JournalError && error.fatal) return false;
    throw error;
  }
}

const hashInName = (name: string): string => name.slice(PICTURES.length + 1, -".png".length);

/** The very bytes that a record closes, or what is rightly left of them. */
function isWholeEpoch(path: string, epoch: number, store: Store): boolean {
  if (!isThere(path)) return false;
  const { epochs } = store;
  if (isClosedFile(path, epochs.closing(epoch))) return true;
  return isPruned(path) && epochs.faultOf(epoch, verifyEpoch(epochs.rereadTask(epoch, path))) === null;
}

/** Whether a file is, byte for byte, the epoch that a record closes. */
export function isClosedFile(path: string, closed: ClosedFile | undefined): boolean {
  if (closed === undefined || sizeOf(path) !== closed.bytes || isUnfinished(path)) return false;
  return hashOfStart(path, closed.bytes) === closed.sha256;
}

/**
 * Puts the whole file in the place of the damaged one, which is kept under a name that says so: there is a file under its name
 * throughout. Returns the name that the damaged one has now; null: there was none. Throws a JournalError.
 */
export function exchangeFile(from: string, to: string): string | null {
  return onDisk("restoring", to, () => {
    copyAside(from, to);
    const aside = keepAside(to);
    replaceByCopy(to);
    return aside;
  });
}
