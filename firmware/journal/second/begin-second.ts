import { isThere } from "../../disk/disk.ts";
import { dirname, join } from "node:path";
import type { Verifier } from "../../../src/record/keys.ts";
import { hasNoJournal } from "../database.ts";
import { createDurably } from "../durable.ts";
import { JournalError, onDisk } from "../errors.ts";
import { findPlace, type FindPlace } from "./devices.ts";
import {
  compareFolders,
  firstFolder,
  folderOf,
  isSecondAhead,
  requireSecond,
  SecondRefused,
  type Folder,
} from "./folders.ts";
import { restoreFiles, type Kept, type NewestSource, type RestoredFiles } from "./restore-files.ts";
import { restoreJournal, type RestoreReason } from "./restore.ts";

/** The second copy of the evidence, as the configuration has it. */
export interface SecondOptions {
  readonly folder: string;
  /** A record is shown only when both copies have it. */
  readonly required: boolean;
  readonly kept: Kept;
}

/** Detail of the record `copy-restored`: what came back from the second copy. */
export type CopyRestored = Readonly<Record<string, string | number>>;

/**
 * The second copy at the start of a table, before anything is written: whether it is there, and what the first lacks comes back from
 * it. A folder that is the wrong one is refused; one that cannot be used now, and was used before, is lost, and the table's policy says
 * what that means.
 */
export class SecondAtStart {
  readonly first: Folder;
  readonly second: Folder;
  readonly #find: FindPlace;
  #lost: JournalError | null = null;
  #reason: RestoreReason | null = null;
  #journal = { from: 0, to: -1, aside: [] as readonly string[] };

  constructor(journal: string, { folder }: SecondOptions, find: FindPlace = findPlace) {
    this.first = firstFolder(journal);
    this.second = folderOf(folder);
    this.#find = find;
  }

  /** Why it cannot be used now; null: it can. */
  get lost(): JournalError | null {
    return this.#lost;
  }

  /** Whether there is a second copy while of the first nothing is there but its key. */
  get isAlone(): boolean {
    return (
      hasNoJournal(this.first.journal) &&
      !isThere(`${this.first.journal}-new`) &&
      onDisk("opening", this.second.folder, () => !hasNoJournal(this.second.journal))
    );
  }

  /** Looks at the folder. `held`: the table's keys. Throws a JournalError when it is the wrong one. */
  requireOwn(held: readonly Verifier[]): void {
    this.#orLost(() => requireSecond(this.first, this.second, held, this.#find));
    if (this.#lost === null && !isThere(this.#marker))
      onDisk("writing", this.#marker, () => createDurably(this.#marker, new Uint8Array(), 0o600));
  }

  /** Throws a JournalError where both are a fork. True: the second has records that the first lacks. */
  isAhead(): boolean {
    if (this.#lost !== null || hasNoJournal(this.second.journal)) return false;
    const ends = this.#orLost(() => compareFolders(this.first, this.second));
    return ends !== null && isSecondAhead(ends);
  }

  /** Whether there is a journal to restore the first from. */
  get canRestore(): boolean {
    return this.#lost === null && !hasNoJournal(this.second.journal);
  }

  /** Puts what the second has of the journal in the place of what the first lacks. Throws a JournalError. */
  restore(reason: RestoreReason): void {
    this.#journal = restoreJournal(this.first, this.second);
    this.#reason = reason;
  }

  /** Puts back files that only the second has. Returns the detail of the record that says what came back; null: nothing did. */
  restoreFiles(kept: Kept, newest: readonly NewestSource[]): CopyRestored | null {
    const nothing: RestoredFiles = { recordings: 0, pictures: 0, cases: 0 };
    const files =
      this.#lost === null
        ? (this.#orLost(() => restoreFiles(this.first, this.second, kept, newest)) ?? nothing)
        : nothing;
    const count = files.recordings + files.pictures + files.cases;
    const { from, to, aside } = this.#journal;
    if (this.#reason === null && count === 0) return null;
    return {
      because: this.#reason ?? "files-missing",
      source: this.second.folder,
      ...(this.#reason === null
        ? {}
        : { from, to, aside: aside.map((path) => path.slice(path.lastIndexOf("/") + 1)).join(", ") }),
      ...files,
    };
  }

  /** Beside the first journal: the second copy has been used with it. */
  get #marker(): string {
    return join(dirname(this.first.journal), "journal.second");
  }

  /** A failure of the second copy's disk is a loss where it has been there before; a wrong folder is refused. */
  #orLost<T>(act: () => T): T | null {
    try {
      return onDisk("opening the second copy", this.second.folder, act);
    } catch (error) {
      const wasThere = isThere(this.#marker);
      if (!(error instanceof JournalError) || error instanceof SecondRefused || !wasThere) throw error;
      // What is mounted there was the other disk: now its place lies on the first one's.
      this.#lost = error;
      return null;
    }
  }
}
