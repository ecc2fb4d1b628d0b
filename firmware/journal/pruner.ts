import { Worker } from "node:worker_threads";
import { JournalError } from "./errors.ts";
import type { PruneAnswer } from "./prune-thread.ts";
import type { PruneTask } from "./pruning.ts";

/** The journal, as far as pruning needs it. */
export interface Prunable {
  /** The next epoch whose records may be pruned and are here still. */
  pruneTask(): PruneTask | null;
  acceptPruned(task: PruneTask): void;
  fail(error: JournalError): void;
}

/** Prunes the epochs that a record lets be pruned, one after the other, each in a thread that lives for one epoch. */
export class Pruner {
  readonly #journal: Prunable;
  #worker: Worker | null = null;

  constructor(journal: Prunable) {
    this.#journal = journal;
  }

  /** To be called once a second. */
  look(): void {
    const task = this.#worker === null ? this.#journal.pruneTask() : null;
    if (task !== null) this.#start(task);
  }

  /** Ends what is under way. The next life does it again. */
  end(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #start(task: PruneTask): void {
    const url = new URL("./prune-thread.ts", import.meta.url);
    const worker = new Worker(url, { workerData: task, execArgv: [] });
    this.#worker = worker;
    const finish = (act: () => void): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      act();
    };
    const died = (why: string): void =>
      finish(() =>
        this.#journal.fail(
          new JournalError(
            "worker-died",
            `the thread that prunes ${task.path} ended: ${why}; start the table again`,
          ),
        ),
      );
    worker.on("message", (answer: PruneAnswer) =>
      finish(() => {
        if (answer === null) this.#journal.acceptPruned(task);
        else this.#journal.fail(new JournalError(answer.code, answer.message));
      }),
    );
    worker.on("error", (error: Error) => died(error.message.split("\n", 1).join("")));
    worker.on("exit", () => died("without a word"));
  }
}
