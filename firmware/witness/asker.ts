import { Worker } from "node:worker_threads";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { errorText } from "../problem.ts";
import { ASK_US, type Answer, type Question } from "./ask.ts";
import type { AskerSettings, FromAsker, ToAsker } from "./thread-messages.ts";

/** A thread that has not answered by now is ended; the next question gets another one. */
export const THREAD_US = 2 * ASK_US;
/** Old generation of the thread's memory. */
export const ASKER_MEGABYTES = 64;

/** Asks the witness in a thread of its own. One question at a time; never rejects. */
export class Asker {
  readonly #settings: AskerSettings;
  readonly #clock: Clock;
  #worker: Worker | null = null;
  #asked: { readonly id: number; readonly limit: Timer; readonly resolve: (answer: Answer) => void } | null =
    null;
  #nextId = 0;

  constructor(settings: AskerSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  ask(question: Question): Promise<Answer> {
    if (this.#asked !== null) return Promise.resolve({ is: "silent", why: "it is being asked already" });
    const worker = (this.#worker ??= this.#start());
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const limit = this.#clock.after(THREAD_US, "thread that asks the witness", () =>
        this.#drop(worker, `the thread that asks it gave no sign for ${THREAD_US / US_PER_S} s`),
      );
      this.#asked = { id, limit, resolve };
      worker.postMessage({ id, question } satisfies ToAsker);
    });
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#drop(worker, "the unit stops");
    await worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./ask-thread.ts", import.meta.url), {
      workerData: this.#settings,
      execArgv: ["--disable-warning=ExperimentalWarning"],
      name: "witness",
      resourceLimits: { maxOldGenerationSizeMb: ASKER_MEGABYTES },
    });
    worker.on("message", ({ id, answer }: FromAsker) => {
      if (this.#asked?.id === id) this.#answer(answer);
    });
    worker.on("error", (error) => this.#drop(worker, `the thread that asks it ended: ${errorText(error)}`));
    worker.on("exit", () => this.#drop(worker, "the thread that asks it ended"));
    return worker;
  }

  #drop(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    void worker.terminate();
    this.#answer({ is: "silent", why });
  }

  #answer(answer: Answer): void {
    const asked = this.#asked;
    this.#asked = null;
    asked?.limit.cancel();
    asked?.resolve(answer);
  }
}
