import { Worker } from "node:worker_threads";
import type { Reading } from "../../src/dice/reading/read-types.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import type { ReadPicture } from "./reader.ts";
import type { ReadAnswer, ReadAsked, ReaderThreadData } from "./reader-thread.ts";

/** A reading takes a fraction of a second; one that takes this long never ends. */
const READ_LIMIT_US = 30 * US_PER_S;

interface Waiting {
  readonly id: number;
  readonly timer: Timer;
  readonly resolve: (reading: Reading) => void;
  readonly reject: (error: Error) => void;
}

/** Both readers on a thread of their own. A thread that stopped is started again for the next reading. */
export class ReaderThread {
  readonly #calibrationText: string;
  readonly #clock: Clock;
  #worker: Worker | null;
  #waiting: Waiting | null = null;
  #id = 0;

  constructor(calibrationText: string, clock: Clock) {
    this.#calibrationText = calibrationText;
    this.#clock = clock;
    this.#worker = this.#start();
  }

  /** One at a time. Rejects with an Error when the readers stop or do not answer. */
  read(...asked: Parameters<ReadPicture>): Promise<Reading> {
    if (this.#waiting !== null) return Promise.reject(new Error("the readers are at work already"));
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#id;
    return new Promise<Reading>((resolve, reject) => {
      const timer = this.#clock.after(READ_LIMIT_US, "dice reading", () => {
        this.#failReading(worker, new Error("the readers did not answer"));
        void worker.terminate();
      });
      this.#waiting = { id, timer, resolve, reject };
      worker.postMessage({ id, asked } satisfies ReadAsked);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#failReading(worker, new Error("the readers were closed"));
    await worker.terminate();
  }

  #start(): Worker {
    const workerData: ReaderThreadData = { calibrationText: this.#calibrationText };
    const worker = new Worker(new URL("./reader-thread.ts", import.meta.url), {
      workerData,
      name: "readers",
      execArgv: [],
    });
    worker.on("message", ({ id, reading }: ReadAnswer) => {
      if (this.#waiting?.id === id) this.#takeWaiting()?.resolve(reading);
    });
    worker.on("error", (error) =>
      this.#failReading(worker, error instanceof Error ? error : new Error(String(error))),
    );
    worker.on("exit", () => this.#failReading(worker, new Error("the readers' thread ended")));
    return worker;
  }

  #takeWaiting(): Waiting | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.timer.cancel();
    return waiting;
  }

  #failReading(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#takeWaiting()?.reject(error);
  }
}
