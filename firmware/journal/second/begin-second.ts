import { isThere } from "../../files/disk.ts";
import { basename, dirname, join } from "node:path";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { Verifier } from "../../../src/record/keys.ts";
import { hasNoJournal, lockExclusively } from "../../evidence/log/database.ts";
import { createDurably } from "../../files/durable.ts";
import { USED_MARK } from "../../evidence/log/epoch-files.ts";
import { BEGIN_ANEW, JournalError, onDisk } from "../../files/errors.ts";
import type { Store } from "../store/store.ts";
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
import { epochOfName, exchangeFile, planExchange, type Exchange } from "./exchange.ts";
import { damagedNames, writeDamaged } from "./marks.ts";
import { restoreFiles, type Kept, type NewestSource, type RestoredFiles } from "./restore-files.ts";
import type { SecondState } from "./messages.ts";
import { SECOND_SILENT_US } from "./limits.ts";
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
  #isSilent = false;
  #reason: RestoreReason | null = null;
  #journal = { from: 0, to: -1, aside: [] as readonly string[] };
  /** Names of files that came from the other copy because they were damaged in one. */
  readonly #exchanged = { first: [] as string[], second: [] as string[], aside: [] as string[] };

  constructor(journal: string, { folder }: SecondOptions, find: FindPlace = findPlace) {
    this.first = firstFolder(journal);
    this.second = folderOf(folder);
    this.#find = find;
  }

  /** Why it cannot be used now; null: it can. */
  get loss(): SecondState["lost"] {
    if (this.#lost === null) return null;
    return { why: this.#isSilent ? "slow" : this.#lost.code, detail: this.#lost.message };
  }

  #isLost(): boolean {
    return this.#lost !== null;
  }

  /** Its disk gave no answer: nothing there is asked any more. Throws a JournalError where it has never been used. */
  giveUp(): void {
    const { folder } = this.second;
    this.#isSilent = true;
    this.#orLost(() => {
      throw new JournalError(
        "io",
        `storage.second.folder ${folder} gave no answer for ${SECOND_SILENT_US / US_PER_S} s: its disk hangs; attach another one, ` +
          "with the folder on it",
      );
    });
  }

  /** Whether there is a second copy while of the first nothing is there but its key. */
  get isAlone(): boolean {
    return (
      this.#lost === null &&
      hasNoJournal(this.first.journal) &&
      !isThere(`${this.first.journal}-new`) &&
      onDisk("opening", this.second.folder, () => !hasNoJournal(this.second.journal))
    );
  }

  /** Looks at the folder. `held`: the table's keys. Throws a JournalError when it is the wrong one. */
  requireOwn(held: readonly Verifier[]): void {
    if (this.#isLost()) return;
    this.#orLost(() => requireSecond(this.first, this.second, held, this.#find));
    if (!this.#isLost() && !isThere(this.#marker))
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
    const { mended, ...journal } = restoreJournal(this.first, this.second);
    this.#journal = journal;
    this.#exchanged.second.push(...mended);
    this.#reason = reason;
  }

  /**
   * The closed epochs that were found damaged in one copy as the table ran and are whole in the other; null: there are none. Throws a
   * JournalError where one is whole in neither, or damaged in the first while the second is lost.
   */
  damagedEpochs(store: Store): Exchange | null {
    const names = this.#named().filter((name) => this.#epochOf(name) !== null);
    const plan = this.#plan(names, store);
    const [name] = plan.inNeither;
    if (name === undefined) return plan.intoFirst.length + plan.intoSecond.length === 0 ? null : plan;
    const [one, other] = [this.first, this.second].map(({ folder }) => join(folder, name));
    throw new JournalError(
      "corrupt",
      this.#lost === null
        ? `epoch ${this.#epochOf(name)} of the journal is not as it was closed, neither in ${one} nor in ${other}: ${BEGIN_ANEW}`
        : `epoch ${this.#epochOf(name)} of the journal, ${one}, is not as it was closed, and the second copy, which may have it whole, ` +
            `is lost (${this.#lost.message}): attach it, then start again`,
    );
  }

  /** Puts whole epochs in the place of damaged ones, in either copy. Nobody may have the journal open. */
  exchangeEpochs(plan: Exchange): void {
    const holds = [this.first, this.second].map(({ journal }) => lockExclusively(journal));
    try {
      this.#exchange(plan);
    } finally {
      for (const hold of holds.toReversed()) hold.release();
    }
  }

  #exchange({ intoFirst, intoSecond }: Exchange): void {
    for (const name of intoFirst) {
      const aside = exchangeFile(join(this.second.folder, name), join(this.first.folder, name));
      this.#exchanged.first.push(name);
      if (aside !== null) this.#exchanged.aside.push(aside);
    }
    this.#orLost(() => {
      for (const name of intoSecond) {
        exchangeFile(join(this.first.folder, name), join(this.second.folder, name));
        this.#exchanged.second.push(name);
      }
    });
  }

  /** The same for recordings and pictures. What is whole in neither stays named. Returns one line for each of those. */
  exchangeDamagedFiles(store: Store): readonly string[] {
    const names = this.#named().filter((name) => this.#epochOf(name) === null);
    if (this.#isLost()) return [];
    const plan = this.#plan(names, store);
    this.#exchange(plan);
    const { folder } = this.first;
    if (!this.#isLost()) onDisk("writing", folder, () => writeDamaged(folder, plan.inNeither));
    return plan.inNeither.map(
      (name) => `${name} is damaged in ${folder} and in ${this.second.folder}: keep both for the inspector`,
    );
  }

  #plan(names: readonly string[], store: Store): Exchange {
    if (names.length === 0) return { intoFirst: [], intoSecond: [], inNeither: [] };
    if (this.#lost === null) return planExchange(this.first, this.second, names, store);
    // What nobody can read is nowhere whole.
    const nowhere = { ...this.second, folder: join(this.second.folder, "lost") };
    return planExchange(this.first, nowhere, names, store);
  }

  #named(): readonly string[] {
    return damagedNames(this.first.folder);
  }

  readonly #epochOf = (name: string): number | null => epochOfName(this.first, name);

  /** Puts back files that only the second has. Returns the detail of the record that says what came back; null: nothing did. */
  restoreFiles(kept: Kept, newest: readonly NewestSource[]): CopyRestored | null {
    const nothing: RestoredFiles = { recordings: 0, pictures: 0, cases: 0 };
    const files =
      this.#lost === null
        ? (this.#orLost(() => restoreFiles(this.first, this.second, kept, newest)) ?? nothing)
        : nothing;
    const count = files.recordings + files.pictures + files.cases;
    const { first: cameBack, second: mended, aside: exchanged } = this.#exchanged;
    const isNothing = count + cameBack.length + mended.length === 0;
    if (this.#reason === null && isNothing) return null;
    const { from, to } = this.#journal;
    const aside = [...this.#journal.aside, ...exchanged];
    return {
      because: this.#reason ?? (count > 0 ? "files-missing" : "files-damaged"),
      source: this.second.folder,
      ...(this.#reason !== null && { from, to }),
      ...((this.#reason !== null || aside.length > 0) && {
        aside: listed(aside.map((path) => basename(path))),
      }),
      ...files,
      ...(cameBack.length > 0 && { exchanged: listed(cameBack) }),
      ...(mended.length > 0 && { exchangedInSecond: listed(mended) }),
    };
  }

  /** Beside the first journal: the second copy has been used with it. */
  get #marker(): string {
    return join(dirname(this.first.journal), USED_MARK);
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

/** Names that a record lists; the rest is counted. */
const LISTED = 20;

const listed = (names: readonly string[]): string =>
  names.length <= LISTED
    ? names.join(", ")
    : `${names.slice(0, LISTED).join(", ")} and ${names.length - LISTED} more`;
