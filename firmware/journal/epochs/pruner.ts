import { JournalError } from "../../files/errors.ts";
import { JobThread } from "../../threads/thread.ts";
import type { PruneAnswer } from "./prune-thread.ts";
import type { PruneTask } from "./pruning.ts";

/** The journal, as far as pruning needs it. */
export interface Prunable {
  /** The next epoch whose records may be pruned and are here still. */
  pruneTask(): PruneTask | null;
  acceptPruned(task: PruneTask): void;
  /** Ends it because an epoch is not as it was closed. */
  failEpoch(epoch: number, error: JournalError): void;
  fail(error: JournalError): void;
}

/** Prunes the epochs that a record lets be pruned, one after the other, each in a thread that lives for one epoch. */
export class Pruner {
  readonly #journal: Prunable;
  readonly #thread = new JobThread();

  constructor(journal: Prunable) {
    this.#journal = journal;
  }

  /** To be called once a second. */
  look(): void {
    const task = this.#thread.isBusy ? null : this.#journal.pruneTask();
    if (task !== null) this.#start(task);
  }

  /** Ends what is under way. The next life does it again. */
  end(): void {
    this.#thread.end();
  }

  #start(task: PruneTask): void {
    this.#thread.start<PruneAnswer>({
      url: new URL("./prune-thread.ts", import.meta.url),
      data: task,
      does: `prunes ${task.path}`,
      onAnswer: (answer) => {
        if (answer === null) return this.#journal.acceptPruned(task);
        const error = new JournalError(answer.code, answer.message);
        if (error.code === "corrupt") this.#journal.failEpoch(task.closing.epoch, error);
        else this.#journal.fail(error);
      },
      onDeath: (why) => this.#journal.fail(new JournalError("worker-died", why)),
    });
  }
}
