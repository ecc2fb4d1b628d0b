import { startDifference, START_OF_LOG, type EpochClosing } from "../../../src/record/epoch.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { JournalError } from "../../files/errors.ts";
import { JobThread } from "../../threads/thread.ts";
import {
  GONE,
  type EpochAnswer,
  type EpochReport,
  type EpochTask,
} from "../../evidence/verify/verify-epoch.ts";

/** Each closed epoch is read again within this time. */
export const REREAD_WITHIN_US = 24 * 3_600 * US_PER_S;
/** After a start the table comes first. */
export const REREAD_AFTER_US = 60 * US_PER_S;

/** The journal, as far as reading closed epochs again needs it. */
export interface Reread {
  /** How many epochs are closed by a record. */
  readonly closedCount: number;
  rereadTask(epoch: number): EpochTask;
  /** Ends the journal when the epoch is not as it was closed. */
  acceptReread(epoch: number, report: EpochReport): void;
  /** Ends it because an epoch cannot be read as it was closed. */
  failEpoch(epoch: number, error: JournalError): void;
  fail(error: JournalError): void;
}

/**
 * Reads the closed epochs again, one after the other and each within 24 hours, each in a thread that lives for one epoch. A start
 * has checked only the records that close them. What is found ends the journal.
 */
export class Rereader {
  readonly #journal: Reread;
  #dueAt: MonoUs | null = null;
  #next: number;
  readonly #thread = new JobThread();

  /** `from`: any whole number; it chooses the first epoch, so that a table which ends every night comes round to all of them. */
  constructor(journal: Reread, from: number) {
    this.#journal = journal;
    this.#next = from;
  }

  /** To be called once a second with the time. */
  look(now: MonoUs): void {
    this.#dueAt ??= (now + REREAD_AFTER_US) as MonoUs;
    const { closedCount } = this.#journal;
    if (this.#thread.isBusy || closedCount === 0 || now < this.#dueAt) return;
    const epoch = this.#next % closedCount;
    this.#next = epoch + 1;
    this.#dueAt = (now + Math.floor(REREAD_WITHIN_US / (closedCount + 1))) as MonoUs;
    this.#start(epoch);
  }

  /** Ends a reading that is under way. */
  end(): void {
    this.#thread.end();
  }

  #start(epoch: number): void {
    this.#thread.start<EpochAnswer>({
      url: new URL("../../evidence/verify/verify-thread.ts", import.meta.url),
      data: this.#journal.rereadTask(epoch),
      does: `reads epoch ${epoch} of the journal again`,
      onAnswer: (answer) => {
        if ("report" in answer) this.#journal.acceptReread(epoch, answer.report);
        else this.#journal.failEpoch(epoch, new JournalError(answer.error.code, answer.error.message));
      },
      onDeath: (why) => this.#journal.fail(new JournalError("worker-died", why)),
    });
  }
}

/** What differs between an epoch as it was read and the records that close it and the one before; null: nothing. */
export function rereadFault(
  { report, start, end, file, pruned }: EpochReport,
  closing: EpochClosing,
  before: EpochClosing | null,
  mayBePruned: boolean,
): string | null {
  const [problem] = report.problems;
  if (problem !== undefined) return `${problem.seq === null ? "" : `record ${problem.seq}: `}${problem.what}`;
  if (pruned !== null && !mayBePruned) return GONE;
  if (pruned === null && (file?.sha256 !== closing.sha256 || file.bytes !== closing.bytes))
    return "its bytes are not those that were closed";
  return startDifference(before?.next ?? START_OF_LOG, start) ?? startDifference(closing.next, end);
}
