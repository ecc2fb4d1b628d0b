import type { Reading } from "../../../src/dice/reading/read-types.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { AskedThread, Unanswered } from "../../threads/questions.ts";
import type { ReadPicture } from "./reader.ts";
import type { ReaderThreadData } from "./reader-thread.ts";

/** A reading takes a fraction of a second; one that takes this long never ends. */
const READ_LIMIT_US = 30 * US_PER_S;

/** Both readers on a thread of their own. A thread that stopped is started again for the next reading. */
export class ReaderThread {
  readonly #thread: AskedThread<Parameters<ReadPicture>, Reading>;

  constructor(calibrationText: string, clock: Clock) {
    const data: ReaderThreadData = { calibrationText };
    this.#thread = new AskedThread<Parameters<ReadPicture>, Reading>({
      url: new URL("./reader-thread.ts", import.meta.url),
      name: "readers",
      data,
      time: { us: READ_LIMIT_US, clock },
    }).start();
  }

  /** One at a time. Rejects with an Error when the readers stop or do not answer. */
  async read(...asked: Parameters<ReadPicture>): Promise<Reading> {
    try {
      return await this.#thread.ask(asked);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      throw new Error(
        error.why === "full" ? "the readers are at work already" : `the readers' thread ${error.message}`,
        { cause: error },
      );
    }
  }

  close(): Promise<void> {
    return this.#thread.close("the readers were closed");
  }
}
