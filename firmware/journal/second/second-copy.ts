import { isThere, statSync } from "../../files/disk.ts";
import { dirname, join } from "node:path";
import type { Verifier } from "../../../src/record/keys.ts";
import { checkJournal } from "../../evidence/verify/check.ts";
import { closingsPathOf } from "../../evidence/log/closings.ts";
import {
  BESIDE,
  copyDatabase,
  finishWriting,
  hasNoJournal,
  lockExclusively,
  openForFollowing,
  openForReading,
  requireIntegrity,
} from "../../evidence/log/database.ts";
import { makeFolder, makePrivate } from "../../files/durable.ts";
import { epochPath, epochPaths, openEpochPath } from "../../evidence/log/epoch-files.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { isPruned } from "../epochs/pruning.ts";
import { keysBefore } from "../../evidence/log/stored-log.ts";
import {
  copyAside,
  copyGrown,
  copyWhole,
  freshName,
  hashOfStart,
  haveSameStart,
  linkCopy,
  moveAside,
  removeFile,
  replaceByCopy,
  sizeOf,
} from "./copy-files.ts";
import { EpochFollower } from "./copy-epoch.ts";
import { findPlace, type FindPlace } from "./devices.ts";
import {
  CASES,
  compareFolders,
  evidenceIn,
  FILE_FOLDERS,
  isEvidenceName,
  isSecondAhead,
  markBegun,
  PICTURES,
  RECORDINGS,
  requireSecond,
  unmarkBegun,
  type Folder,
} from "./folders.ts";

/** An epoch that a record closes, as that record says it is. */
export interface ClosedFile {
  readonly epoch: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** What is new in the first folder. */
export interface News {
  /** Number of the open epoch. */
  readonly openEpoch: number;
  /** Epochs that were closed since, and how many may be pruned, from the first one on. */
  readonly closed: readonly ClosedFile[];
  readonly prunable: number;
  /** Names within the storage folder, such as `recordings/wheel-000001.jsonl`: files that grew or came. */
  readonly changed: readonly string[];
  /** Those that were deleted. */
  readonly gone: readonly string[];
}

export interface SecondParts {
  readonly first: Folder;
  readonly second: Folder;
  /** The key that signs the table's records. */
  readonly verifier: Verifier;
  /** Where a folder lies; a test gives its own. */
  readonly find?: FindPlace;
}

/**
 * The second copy of a table's evidence, which follows the first. It reads what it copies from the first folder, so that being a
 * record behind and being a year behind are one thing. Synchronous: it lives in a thread of its own. Throws JournalErrors; after one
 * it is to be closed and opened anew.
 */
export class SecondCopy {
  readonly #first: Folder;
  readonly #second: Folder;
  readonly #release: () => void;
  #follower: EpochFollower | null = null;
  /** Epochs that a record closes, by their number. */
  readonly #closed = new Map<number, ClosedFile>();
  /** So many epochs are pruned in both, from the first one on. */
  #pruned = 0;
  /** Device and inode of the file that is written. */
  #place = "";
  /** The epoch that is followed. */
  #epoch: number;
  /** The newest epoch as it was opened: those well before it are byte copies already. */
  readonly #openedAt: number;

  private constructor(first: Folder, second: Folder, release: () => void) {
    this.#first = first;
    this.#second = second;
    this.#release = release;
    this.#epoch = hasNoJournal(second.journal) ? 0 : epochPaths(second.journal).length - 1;
    this.#openedAt = this.#epoch;
  }

  /** Opens or begins it, and compares it with the first. Nothing is copied before `catchUp`. */
  static open({ first, second, verifier, find = findPlace }: SecondParts): SecondCopy {
    requireSecond(first, second, [verifier], find);
    const hold = lockExclusively(second.journal);
    try {
      if (!hasNoJournal(second.journal)) {
        checkOpenEpoch(second);
        const ends = compareFolders(first, second);
        if (isSecondAhead(ends))
          throw new JournalError(
            "corrupt",
            `the second copy ${second.folder} has ${ends.second.records} records and the first ${ends.first.records}: ` +
              "start the table again",
          );
        // The first lost an epoch that was begun and had no records, and has gone on without it.
        for (const path of epochPaths(second.journal).slice(ends.first.epochs).toReversed())
          onDisk("moving", path, () => moveAside(path));
      } else markBegun(first, second);
      return new SecondCopy(first, second, () => hold.release());
    } catch (error) {
      hold.release();
      throw error;
    }
  }

  /** Number of the next record that it takes. */
  get next(): number {
    return this.#follower?.next ?? 0;
  }

  /** Copies everything that it lacks. `onStep`: after each file. */
  catchUp(news: Pick<News, "openEpoch" | "closed" | "prunable">, onStep: () => void = () => undefined): void {
    const { folder } = this.#second;
    const gone: string[] = [];
    for (const within of FILE_FOLDERS) {
      const own = new Set(evidenceIn(this.#first, within));
      // A picture is copied with the record that names it, and here for those of records that are copied already.
      for (const name of own) {
        this.#copyFile(`${within}/${name}`);
        onStep();
      }
      // A file that only the second folder has was deleted from the first on purpose: one that the first had lost was given back to it
      // at the start, before this runs. So it is deleted here as well.
      for (const name of evidenceIn(this.#second, within)) if (!own.has(name)) gone.push(`${within}/${name}`);
    }
    this.follow({ ...news, changed: [], gone }, onStep);
    unmarkBegun(this.#second);
    onDisk("setting the rights of", folder, () => makePrivate([folder]));
  }

  /** Copies what is new: files, then records, then whole epochs that were closed. Durable on return. */
  follow({ openEpoch, closed, prunable, changed, gone }: News, onStep: () => void = () => undefined): void {
    this.#requireThere();
    for (const one of closed) this.#closed.set(one.epoch, one);
    for (const name of changed) this.#copyFile(name);
    const first = this.#epoch;
    // One after the other: an epoch without the one before it would be no journal.
    for (; this.#epoch < openEpoch; this.#epoch++) {
      const whole = this.#closed.get(this.#epoch);
      if (whole === undefined) this.#followEpoch(onStep);
      // As long as this follower reads the file of an epoch, the first folder's database cannot close it.
      this.#endFollowing();
      if (whole !== undefined) this.#copyClosed(whole);
      onStep();
    }
    for (const one of closed) {
      if (one.epoch >= first && one.epoch < openEpoch) continue;
      this.#copyClosed(one);
      onStep();
    }
    if (closed.length > 0) this.#copyClosings();
    this.#followEpoch(onStep);
    this.#followPruning(prunable);
    for (const name of gone) this.#removeFile(name);
  }

  close(): void {
    try {
      this.#endFollowing();
    } finally {
      this.#release();
    }
  }

  #followEpoch(onStep: () => void): void {
    const from = epochPath(this.#first.journal, this.#epoch);
    const to = epochPath(this.#second.journal, this.#epoch);
    if (this.#follower === null) {
      if (hasNoJournal(to)) this.#beginEpoch(from, to);
      this.#follower = new EpochFollower(from, to, (hash) => this.#keepPicture(hash));
      this.#place = placeOf(to);
    }
    this.#follower.follow(onStep);
  }

  #endFollowing(): void {
    this.#follower?.close();
    this.#follower = null;
  }

  /**
   * An open file that somebody deleted, or whose disk was taken away, still takes writes without an error, and nobody can read them again:
   * so its place is looked at before each copy.
   */
  #requireThere(): void {
    const path = epochPath(this.#second.journal, this.#epoch);
    if (this.#follower !== null && placeOf(path) !== this.#place)
      throw new JournalError(
        "lost",
        `${path} is gone, or is another file: its disk was taken away, or somebody moved it`,
      );
  }

  /** Makes the copy of the epoch that takes records. It is there only once it has all that the first folder has by now. */
  #beginEpoch(from: string, to: string): void {
    onDisk("making the folder of", to, () => makeFolder(dirname(to)));
    const fresh = freshName(to);
    for (const left of [fresh, `${fresh}-journal`, to]) onDisk("removing", left, () => removeFile(left));
    const db = openForFollowing(from);
    try {
      copyDatabase(db, fresh);
    } finally {
      db.close();
    }
    onDisk("writing the second copy", to, () => linkCopy(to));
  }

  /** The byte copy of an epoch that was closed takes the place of the one that was written record by record. */
  #copyClosed({ epoch, bytes, sha256 }: ClosedFile): void {
    const from = epochPath(this.#first.journal, epoch);
    const to = epochPath(this.#second.journal, epoch);
    if (isPruned(from)) return this.#copyPruned(from, to);
    if (sizeOf(to) === bytes && (this.#isOld(epoch) || hashOfStart(to, bytes) === sha256)) return;
    const copied = onDisk("writing the second copy", to, () => copyAside(from, to));
    if (copied.bytes !== bytes || copied.sha256 !== sha256)
      throw new JournalError(
        "corrupt",
        `epoch ${epoch} of the journal, ${from}, is not as it was closed: it is not copied; restart the table to restore it from ${to}`,
      );
    this.#replaceEpoch(to);
  }

  /** Puts the copy that was made aside in the place of an epoch's file. */
  #replaceEpoch(to: string): void {
    onDisk("writing the second copy", to, () => {
      // What lies beside the older file would be taken for a part of the new one.
      finishWriting(to);
      for (const beside of BESIDE) removeFile(`${to}${beside}`);
      replaceByCopy(to);
    });
  }

  #copyPruned(from: string, to: string): void {
    if (!hasNoJournal(to) && isPruned(to)) return;
    onDisk("writing the second copy", to, () => copyAside(from, to));
    this.#replaceEpoch(to);
  }

  /** What the first pruned is pruned here: the same file takes its place. */
  #followPruning(prunable: number): void {
    for (; this.#pruned < prunable; this.#pruned++) {
      const from = epochPath(this.#first.journal, this.#pruned);
      if (!isPruned(from)) return;
      this.#copyPruned(from, epochPath(this.#second.journal, this.#pruned));
    }
  }

  /** Only the newest ones may still be what was written record by record. */
  #isOld(epoch: number): boolean {
    return epoch < this.#openedAt - 1;
  }

  /** Case files are evicted by nothing. */
  #removeFile(name: string): void {
    const path = join(this.#second.folder, name);
    if (isEvidenceName(name) && !name.startsWith(`${CASES}/`)) onDisk("deleting", path, () => removeFile(path));
  }

  #copyClosings(): void {
    const from = closingsPathOf(this.#first.journal);
    const to = closingsPathOf(this.#second.journal);
    if (!isThere(from)) return;
    onDisk("writing the second copy", to, () => {
      copyAside(from, to);
      replaceByCopy(to);
    });
  }

  #keepPicture(hash: string): void {
    this.#copyFile(`${PICTURES}/${hash}.png`);
  }

  /** One file of the evidence, as far as the first has it. */
  #copyFile(name: string): void {
    if (!isEvidenceName(name)) return;
    const from = join(this.#first.folder, name);
    const to = join(this.#second.folder, name);
    onDisk("writing the second copy", to, () => {
      makeFolder(dirname(to));
      try {
        copyNow(from, to, name);
      } catch (error) {
        // A sealed part was opened, or an old file evicted, while it was copied.
        if (sizeOf(from) !== null) throw error;
        removeFile(freshName(to));
      }
    });
  }
}

function copyNow(from: string, to: string, name: string): void {
  if (name.startsWith(`${RECORDINGS}/`)) {
    // Of two that differ, which one is right is not decided by their lengths.
    const isLonger = name.endsWith(".jsonl") && (sizeOf(to) ?? 0) > (sizeOf(from) ?? 0);
    if (!isLonger || haveSameStart(from, to)) copyGrown(from, to);
    return;
  }
  if (!isThere(to)) {
    if (isThere(from)) copyWhole(from, to);
  } else if (name.startsWith(`${CASES}/`) && sizeOf(from) !== sizeOf(to)) {
    copyAside(from, to);
    replaceByCopy(to);
  }
}

function placeOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.dev}:${found.ino}`;
}

/** The open epoch of the second copy, read as a start reads that of the first. Throws a JournalError. */
function checkOpenEpoch(second: Folder): void {
  const path = openEpochPath(second.journal);
  const db = openForReading(path);
  try {
    requireIntegrity(db);
    const { report } = onDisk("reading the journal", path, () =>
      checkJournal(db, keysBefore(db), { thorough: "opening", keySource: "given", witnesses: [] }),
    );
    const [problem] = report.problems;
    if (problem !== undefined)
      throw new JournalError(
        "corrupt",
        `the second copy ${path} is not as it was signed${problem.seq === null ? "" : `, record ${problem.seq}`}: ${problem.what}; ` +
          "keep it for the inspector, and name an empty folder in storage.second.folder",
      );
  } finally {
    db.close();
  }
}
