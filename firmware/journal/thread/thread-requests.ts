import { Questions, Unanswered } from "../../threads/questions.ts";
import type { Thread } from "../../threads/thread.ts";
import { JournalError } from "../../files/errors.ts";
import type { Append, Operation, Operations, Reply, Request } from "./messages.ts";

/** The journal's thread as its client sees it. */
export type JournalThread = Thread<Request | Append, Reply>;

/** An answer, and whether both copies have what it says. */
export interface Answered<Op extends Operation> {
  readonly answer: Operations[Op]["answer"];
  readonly inBoth: boolean;
}

/** What is asked of the journal's thread, and waits for its answer; and what ended the thread. */
export class ThreadRequests {
  /** Resolves with the reason when the journal takes nothing more; stays open while all is well and after `close`. */
  readonly failed: Promise<JournalError>;
  readonly #thread: JournalThread;
  readonly #path: string;
  readonly #questions: Questions<Answered<Operation>>;
  readonly #onTaken: (count: number) => void;
  readonly #fail: (error: JournalError) => void;
  #failure: JournalError | null = null;
  #closed: Promise<void> | null = null;

  /** `path`: the journal's, for what is said. `most`: so many may wait. `onTaken`: the thread has taken so many characters of a recording. */
  constructor(thread: JournalThread, path: string, most: number, onTaken: (count: number) => void) {
    this.#thread = thread;
    this.#path = path;
    this.#questions = new Questions({ most });
    this.#onTaken = onTaken;
    const { promise, resolve } = Promise.withResolvers<JournalError>();
    this.failed = promise;
    this.#fail = resolve;
    thread.listen({
      onMessage: (reply) => this.#handleReply(reply),
      onEnd: (why) => this.#handleEnd(why),
    });
  }

  /** How many wait. */
  get count(): number {
    return this.#questions.count;
  }

  /** Throws what ended the journal, if anything did. */
  requireOpen(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  /** Rejects with `overflow` where too many wait, and with what ended the journal. */
  async ask<Op extends Operation>(op: Op, ask: Operations[Op]["ask"]): Promise<Answered<Op>> {
    this.requireOpen();
    try {
      return await this.#send(op, ask);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      throw new JournalError("overflow", `the journal ${error.message}: the disk is too slow`, {
        cause: error,
      });
    }
  }

  /** Not answered. */
  append(append: Append): void {
    this.#thread.post(append);
  }

  /** Serves what was asked before, and ends the thread. Twice is once. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    if (this.#failure?.code === "worker-died") return;
    // What was asked before may be as many as there may be.
    const asked = this.#send("close", null, Infinity);
    this.#failure ??= new JournalError("closed", `the journal ${this.#path} is closed`);
    try {
      await asked;
    } finally {
      await this.#thread.gone;
    }
  }

  #send<Op extends Operation>(op: Op, ask: Operations[Op]["ask"], most?: number): Promise<Answered<Op>> {
    return this.#questions.ask((id) => this.#thread.post({ op, id, ask } as Request), most) as Promise<
      Answered<Op>
    >;
  }

  #handleReply(reply: Reply): void {
    if (reply.say === "taken") this.#onTaken(reply.count);
    else if (reply.say === "failed") this.#end(new JournalError(reply.error.code, reply.error.message));
    else if (reply.say === "answer")
      this.#questions.answer(reply.id, { answer: reply.answer, inBoth: reply.inBoth });
    else if (reply.say === "error")
      this.#questions.fail(reply.id, new JournalError(reply.error.code, reply.error.message));
  }

  #handleEnd(why: string): void {
    const failure = new JournalError("worker-died", `the journal thread of ${this.#path} ended: ${why}`);
    const waited = this.#questions.endAll(failure);
    if (this.#closed !== null && waited === 0) return;
    this.#failure = null;
    this.#end(failure);
  }

  #end(error: JournalError): void {
    if (this.#failure !== null) return;
    this.#failure = error;
    this.#fail(error);
  }
}
