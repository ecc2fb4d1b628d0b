import { Worker } from "node:worker_threads";
import { JournalError } from "./errors.ts";

/** What is done in a thread that answers once and ends. */
export interface Job<Answer> {
  readonly url: URL;
  readonly workerData: unknown;
  /** What the thread does, for the error of one that died: "reads epoch 3 of the journal again". */
  readonly does: string;
  readonly onAnswer: (answer: Answer) => void;
  /** Hears of a thread that ended without an answer: a JournalError `worker-died`. */
  readonly onDeath: (error: JournalError) => void;
}

/** Runs one job at a time, each in a thread that lives for it. */
export class JobThread {
  #worker: Worker | null = null;

  get isBusy(): boolean {
    return this.#worker !== null;
  }

  start<Answer>({ url, workerData, does, onAnswer, onDeath }: Job<Answer>): void {
    const worker = new Worker(url, { workerData, execArgv: [] });
    this.#worker = worker;
    const finish = (act: () => void): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      act();
    };
    const died = (why: string): void =>
      finish(() => onDeath(new JournalError("worker-died", `the thread that ${does} ended: ${why}`)));
    worker.on("message", (answer: Answer) => finish(() => onAnswer(answer)));
    worker.on("error", (error: Error) => died(error.message.split("\n", 1).join("")));
    worker.on("exit", () => died("without an answer"));
  }

  /** Ends what is under way; nobody hears of it, and nobody waits for one that a dead disk holds. */
  end(): void {
    this.#worker?.unref();
    void this.#worker?.terminate();
    this.#worker = null;
  }
}
