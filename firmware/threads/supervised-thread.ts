import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { startThread, type Thread, type ThreadOptions } from "./thread.ts";

/** A thread that died is started again after 1 s, then 2, 4 … at most 30 s; the first again once it was ready. */
export const FIRST_RESTART_US = US_PER_S;
export const LONGEST_RESTART_US = 30 * US_PER_S;
/** How long its end may take before it is ended. */
export const CLOSE_US = 3 * US_PER_S;

export interface SupervisedOptions<To, From> extends Omit<ThreadOptions, "data"> {
  readonly clock: Clock;
  /** What it is started with, looked up at each start. */
  readonly data?: () => unknown;
  /** One that has not said by then that it serves counts as stuck and is ended. */
  readonly readyUs: number;
  /** How a life of it begins; left out: as a thread of this process. */
  readonly start?: (options: ThreadOptions) => Thread<To, From>;
  /** Told to each thread first. */
  readonly first: () => To;
  /** The sign of life: one every so often, and a thread that leaves more of them untaken than `most` is ended. */
  readonly beat: { readonly everyUs: number; readonly most: number; readonly message: () => To };
  /** Its last message. */
  readonly last: To;
  /** `reply`: posts to the thread that said it, and never to the one that came in its place. */
  readonly onMessage: (message: From, reply: (message: To) => void) => void;
  /** It ended, and the next one starts so much later. */
  readonly onEnd: (why: string, nextUs: number) => void;
}

/** A thread that is always there: started again when it ends, and ended when it takes no message any more. */
export class SupervisedThread<To, From> {
  readonly #options: SupervisedOptions<To, From>;
  #thread: Thread<To, From> | null = null;
  #isReady = false;
  #untaken = 0;
  #failure = "";
  #nextUs = FIRST_RESTART_US;
  #restart: Timer | null = null;
  #beat: Timer | null = null;
  #readyBy: Timer | null = null;
  #goneBy: Timer | null = null;
  #isClosed = false;

  constructor(options: SupervisedOptions<To, From>) {
    this.#options = options;
  }

  /** `ahead`: a thread of its module that was started before. */
  start(ahead?: Thread<To, From>): void {
    const { clock, beat, name } = this.#options;
    this.#begin(ahead);
    this.#beat = clock.every(beat.everyUs, `sign of life to the thread ${name}`, () => this.#giveBeat());
  }

  /** It serves: to be called when it says so. */
  noteReady(): void {
    this.#isReady = true;
    this.#nextUs = FIRST_RESTART_US;
    this.#readyBy?.cancel();
  }

  /** It took a sign of life. */
  noteTaken(): void {
    this.#untaken = 0;
  }

  /** It said itself why it is about to end. */
  noteFailure(why: string): void {
    this.#failure = why;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Nobody hears it where none runs. */
  post(message: To): void {
    this.#thread?.post(message);
  }

  /** Ends it; another one comes. One that a dead disk holds is not waited for. */
  end(why: string): void {
    const thread = this.#thread;
    if (thread === null) return;
    thread.terminate(why);
    const { clock, name } = this.#options;
    this.#goneBy ??= clock.after(CLOSE_US, `end of the thread ${name}`, () => thread.drop(why));
  }

  /** Ends it for good, within {@link CLOSE_US}. Twice is once. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.stop();
    await this.#thread?.end(this.#options.last, { limitUs: CLOSE_US, clock: this.#options.clock });
  }

  /** No other one comes in the place of this one. */
  stop(): void {
    this.#isClosed = true;
    for (const timer of [this.#restart, this.#beat, this.#readyBy]) timer?.cancel();
  }

  #begin(ahead?: Thread<To, From>): void {
    const { clock, name, data, first, readyUs, onMessage, start = startThread<To, From> } = this.#options;
    const thread = ahead?.hasEnded === false ? ahead : start({ ...this.#options, data: data?.() });
    this.#thread = thread;
    this.#isReady = false;
    this.#untaken = 0;
    this.#failure = "";
    this.#readyBy = clock.after(readyUs, `start of the thread ${name}`, () =>
      this.end(`it was not ready after ${readyUs / US_PER_S} s`),
    );
    thread.hold(true);
    const reply = (message: To): void => thread.post(message);
    thread.listen({
      onMessage: (message) => onMessage(message, reply),
      onEnd: (why) => this.#handleEnd(this.#failure || why),
    });
    thread.post(first());
  }

  #handleEnd(why: string): void {
    const { clock, name, onEnd } = this.#options;
    this.#thread = null;
    this.#isReady = false;
    this.#readyBy?.cancel();
    this.#goneBy?.cancel();
    this.#goneBy = null;
    if (this.#isClosed) return;
    const nextUs = this.#nextUs;
    this.#nextUs = Math.min(2 * nextUs, LONGEST_RESTART_US);
    this.#restart = clock.after(nextUs, `restart of the thread ${name}`, () => this.#begin());
    onEnd(why, nextUs);
  }

  #giveBeat(): void {
    const { most, everyUs, message } = this.#options.beat;
    if (!this.#isReady) return;
    this.#untaken += 1;
    if (this.#untaken <= most) this.post(message());
    else this.end(`it took no message for ${(most * everyUs) / US_PER_S} s`);
  }
}
