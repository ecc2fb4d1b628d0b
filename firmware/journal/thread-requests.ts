import type { Worker } from "node:worker_threads";
import { JournalError } from "./errors.ts";
import type { Append, Operation, Operations, Reply } from "./messages.ts";

/** The other end of the journal's port, as a thread is. */
export type JournalThread = Pick<Worker, "off" | "on" | "once" | "postMessage">;

/** An answer, and whether both copies have what it says. */
export interface Answered<Op extends Operation> {
  readonly answer: Operations[Op]["answer"];
  readonly inBoth: boolean;
}

interface Waiting {
  readonly resolve: (answered: Answered<Operation>) => void;
  readonly reject: (error: JournalError) => void;
}

/** What is asked of the journal's thread, and waits for its answer; and what ended the thread. */
export class ThreadRequests {
  /** Resolves with the reason when the journal takes nothing more; stays open while all is well and after `close`. */
  readonly failed: Promise<JournalError>;
  readonly #worker: JournalThread;
  readonly #path: string;
  readonly #most: number;
  readonly #waiting = new Map<number, Waiting>();
  readonly #onTaken: (count: number) => void;
  readonly #fail: (error: JournalError) => void;
  #failure: JournalError | null = null;
  #nextId = 0;
  #closed: Promise<void> | null = null;

  /** `path`: the journal's, for what is said. `most`: so many may wait. `onTaken`: the thread has taken so many characters of a recording. */
  constructor(worker: JournalThread, path: string, most: number, onTaken: (count: number) => void) {
    this.#worker = worker;
    this.#path = path;
    this.#most = most;
    this.#onTaken = onTaken;
    const { promise, resolve } = Promise.withResolvers<JournalError>();
    this.failed = promise;
    this.#fail = resolve;
    worker.on("message", (reply: Reply) => this.#handleReply(reply));
    worker.on("error", (error: Error) => this.#onWorkerEnd(error));
    worker.on("exit", () => this.#onWorkerEnd(null));
  }

  /** How many wait. */
  get count(): number {
    return this.#waiting.size;
  }

  /** Throws what ended the journal, if anything did. */
  requireOpen(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  /** Rejects with `overflow` where too many wait, and with what ended the journal. */
  ask<Op extends Operation>(op: Op, ask: Operations[Op]["ask"]): Promise<Answered<Op>> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (this.#waiting.size >= this.#most)
      return Promise.reject(
        new JournalError("overflow", `the journal has ${this.#most} requests waiting: the disk is too slow`),
      );
    return this.#send(op, ask);
  }

  /** Not answered. */
  append(append: Append): void {
    this.#worker.postMessage(append);
  }

  /** Serves what was asked before, and ends the thread. Twice is once. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const exited = new Promise<void>((resolve) => this.#worker.once("exit", () => resolve()));
    if (this.#failure?.code === "worker-died") return;
    const asked = this.#send("close", null);
    this.#failure ??= new JournalError("closed", `the journal ${this.#path} is closed`);
    try {
      await asked;
    } finally {
      await exited;
    }
  }

  #send<Op extends Operation>(op: Op, ask: Operations[Op]["ask"]): Promise<Answered<Op>> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      this.#worker.postMessage({ op, id, ask });
    });
  }

  #handleReply(reply: Reply): void {
    if (reply.say === "taken") this.#onTaken(reply.count);
    else if (reply.say === "failed") this.#end(new JournalError(reply.error.code, reply.error.message));
    else if (reply.say !== "opened") {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.say === "answer") waiting?.resolve({ answer: reply.answer, inBoth: reply.inBoth });
      else waiting?.reject(new JournalError(reply.error.code, reply.error.message));
    }
  }

  #onWorkerEnd(error: Error | null): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    if (this.#closed !== null && waiting.length === 0) return;
    const failure = new JournalError(
      "worker-died",
      `the journal thread of ${this.#path} ended: ${reasonOf(error)}`,
    );
    for (const { reject } of waiting) reject(failure);
    this.#failure = null;
    this.#end(failure);
  }

  #end(error: JournalError): void {
    if (this.#failure !== null) return;
    this.#failure = error;
    this.#fail(error);
  }
}

/** Why a thread ended, in one line. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "without an answer";
}
