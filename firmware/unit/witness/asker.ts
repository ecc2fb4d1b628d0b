import type { Clock } from "../../../src/time/clock.ts";
import { AskedThread, Unanswered } from "../../threads/questions.ts";
import { ASK_US, type Answer, type Question } from "./ask.ts";

/** What the thread that asks a witness is started with. */
export interface AskerSettings {
  readonly url: string;
  readonly vkey: string;
  readonly ca: string | null;
}

/** A thread that has not answered by now is ended; the next question gets another one. */
export const THREAD_US = 2 * ASK_US;
/** Old generation of the thread's memory. */
export const ASKER_MEGABYTES = 64;

/** Asks the witness in a thread of its own. One question at a time; never rejects. */
export class Asker {
  readonly #thread: AskedThread<Question, Answer>;

  constructor(data: AskerSettings, clock: Clock) {
    this.#thread = new AskedThread({
      url: new URL("./ask-thread.ts", import.meta.url),
      name: "witness",
      data,
      megabytes: ASKER_MEGABYTES,
      time: { us: THREAD_US, clock },
    });
  }

  async ask(question: Question): Promise<Answer> {
    try {
      return await this.#thread.ask(question);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      const isFull = error.why === "full";
      return {
        is: "silent",
        why: isFull ? "it is being asked already" : `the thread that asks it ${error.message}`,
      };
    }
  }

  stop(): Promise<void> {
    return this.#thread.close("the unit stops");
  }
}
