import { Worker, type Transferable } from "node:worker_threads";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";

/** How long a thread that is ended may take to be gone. */
const GONE_US = US_PER_S;

export interface ThreadOptions {
  /** Its module: `new URL("./thread.ts", import.meta.url)`. */
  readonly url: URL;
  /** What it is called, for whoever looks at the process. */
  readonly name: string;
  readonly data?: unknown;
  /** Parts of `data` that go over to it. */
  readonly transfer?: readonly Transferable[];
  /** Old generation of its memory. */
  readonly megabytes?: number;
}

/** A worker as its host sees it; tests give others. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  on(event: "message" | "error" | "exit", handle: (given: unknown) => void): unknown;
  ref?(): void;
  unref?(): void;
  terminate?(): unknown;
}

export interface ThreadHandlers<From> {
  readonly onMessage: (message: From) => void;
  /** Once: it takes and gives nothing more. `why`: one line. */
  readonly onEnd: (why: string) => void;
}

/** One life of a thread. Its death has a cause: an error's first line, what it was ended for, or its exit status. */
export class Thread<To, From> {
  readonly #worker: WorkerPort;
  #handlers: ThreadHandlers<From> | null = null;
  /** What it is ended for. */
  #reason = "";
  #ended: string | null = null;
  readonly #gone = Promise.withResolvers<null>();

  constructor(worker: WorkerPort) {
    this.#worker = worker;
    worker.on("message", (message) => {
      if (this.#ended === null) this.#handlers?.onMessage(message as From);
    });
    worker.on("error", (error) => this.#end(firstLine(error)));
    worker.on("exit", (status) => {
      this.#end(typeof status === "number" && status > 0 ? `exit status ${status}` : "without an answer");
      this.#gone.resolve(null);
    });
  }

  /** Who hears of it from now on; one that has ended is told of at once. */
  listen(handlers: ThreadHandlers<From>): this {
    this.#handlers = handlers;
    if (this.#ended !== null) handlers.onEnd(this.#ended);
    return this;
  }

  get hasEnded(): boolean {
    return this.#ended !== null;
  }

  post(message: To): void {
    this.#worker.postMessage(message);
  }

  /** Whether it keeps the process alive. */
  hold(holds: boolean): void {
    if (holds) this.#worker.ref?.();
    else this.#worker.unref?.();
  }

  /** Ends it at once; its end comes when it is gone, with this cause. */
  terminate(why: string): void {
    this.#reason ||= why;
    void this.#worker.terminate?.();
  }

  /** The same, and nobody waits for one that a dead disk holds: it has ended for whoever listens. */
  drop(why: string): void {
    this.hold(false);
    this.terminate(why);
    this.#end(why);
  }

  /** Ends it where nobody has begun to listen to it; resolves when it is gone. */
  async endUnheard(): Promise<void> {
    if (this.#handlers !== null) return;
    this.terminate("nobody wants it");
    await this.gone;
  }

  /** Resolves when it is gone. */
  get gone(): Promise<unknown> {
    return this.#gone.promise;
  }

  /**
   * Says its last message, once there is one, and waits until it is gone, at most so long. Then it is ended; `isLeft`: it is left to
   * itself, and keeps no process alive.
   */
  async end(last: To | Promise<To>, { limitUs, clock, isLeft = false }: EndOptions): Promise<void> {
    void Promise.resolve(last).then((message) => this.post(message));
    if (await this.isGoneWithin(limitUs, clock)) return;
    if (isLeft) this.hold(false);
    else {
      this.terminate(`it did not end within ${limitUs / US_PER_S} s`);
      await this.waitForEnd(clock);
    }
  }

  /** Waits until one that was told to end at once is gone; one that a dead disk holds is left behind after {@link GONE_US}. */
  async waitForEnd(clock: Clock): Promise<void> {
    if (!(await this.isGoneWithin(GONE_US, clock))) this.drop("it does not end");
  }

  /** Whether it is gone by then; resolves as soon as it is. */
  async isGoneWithin(us: number, clock: Clock): Promise<boolean> {
    const late = Promise.withResolvers<boolean>();
    const limit = clock.after(us, "end of a thread", () => late.resolve(false));
    const isGone = await Promise.race([this.gone.then(() => true), late.promise]);
    limit.cancel();
    return isGone;
  }

  #end(why: string): void {
    if (this.#ended !== null) return;
    this.#ended = this.#reason || why;
    this.#handlers?.onEnd(this.#ended);
  }
}

export interface EndOptions {
  readonly limitUs: number;
  readonly clock: Clock;
  readonly isLeft?: boolean;
}

/** Starts a thread. Nothing that it says is lost to whoever listens before this turn is over. */
export function startThread<To, From>(options: ThreadOptions): Thread<To, From> {
  const { url, name, data, transfer = [], megabytes } = options;
  return new Thread(
    new Worker(url, {
      name,
      workerData: data,
      transferList: [...transfer],
      // Node's own stripper of types warns once that it is new; that is nothing for the technician's log.
      execArgv: ["--disable-warning=ExperimentalWarning"],
      ...(megabytes === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: megabytes } }),
    }),
  );
}

export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1).join("");
}

/** What is done in a thread that answers once and ends. */
export interface Job<Answer> {
  readonly url: URL;
  readonly data: unknown;
  /** What the thread does, for the line on one that died: "reads epoch 3 of the journal again". */
  readonly does: string;
  readonly onAnswer: (answer: Answer) => void;
  /** Hears of a thread that ended without an answer. `why`: one line. */
  readonly onDeath: (why: string) => void;
}

/** Runs one job at a time, each in a thread that lives for it. */
export class JobThread {
  #thread: Thread<never, unknown> | null = null;

  get isBusy(): boolean {
    return this.#thread !== null;
  }

  start<Answer>({ url, data, does, onAnswer, onDeath }: Job<Answer>): void {
    const thread = startThread<never, Answer>({ url, data, name: "job" });
    this.#thread = thread as Thread<never, unknown>;
    const finish = (act: () => void): void => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      act();
    };
    thread.listen({
      onMessage: (answer) => finish(() => onAnswer(answer)),
      onEnd: (why) => finish(() => onDeath(`the thread that ${does} ended: ${why}`)),
    });
  }

  /** Ends what is under way; nobody hears of it, and nobody waits for one that a dead disk holds. */
  end(): void {
    const thread = this.#thread;
    this.#thread = null;
    thread?.drop("it is not wanted any more");
  }
}

/** Does one job. Rejects with the Error that `failed` makes of a thread that ended without an answer. */
export function runJob<Answer>(
  job: Pick<Job<Answer>, "url" | "data" | "does">,
  failed: (why: string) => Error,
): Promise<Answer> {
  return new Promise((resolve, reject) =>
    new JobThread().start<Answer>({ ...job, onAnswer: resolve, onDeath: (why) => reject(failed(why)) }),
  );
}
