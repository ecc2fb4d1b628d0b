import { parentPort } from "node:worker_threads";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { startThread, type Thread, type ThreadOptions } from "./thread.ts";

/** Why a question has no answer: too many wait, none came in time, or whoever was asked has ended. */
export type NoAnswer = "full" | "late" | "ended";

/** A question without an answer; the message is what is to be said of whoever was asked: "gave no sign for 30 s". */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
  readonly why: NoAnswer;
  constructor(why: NoAnswer, message: string) {
    super(message);
    this.why = why;
  }
}

export interface QuestionLimits {
  /** So many may wait. */
  readonly most: number;
  /** How long one waits; left out: until whoever is asked ends. */
  readonly time?: { readonly us: number; readonly clock: Clock; readonly name: string };
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly limit: Timer | null;
}

/** Questions to the other side of a port, each with a number, that wait for their answers. */
export class Questions<Answer> {
  readonly #limits: QuestionLimits;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #lastId = 0;

  constructor(limits: QuestionLimits) {
    this.#limits = limits;
  }

  /** How many wait. */
  get count(): number {
    return this.#waiting.size;
  }

  /** Posts a question by its number. Rejects with an {@link Unanswered}, or with what {@link fail} or {@link endAll} says. */
  ask(post: (id: number) => void, most = this.#limits.most): Promise<Answer> {
    const { time } = this.#limits;
    if (this.#waiting.size >= most)
      return Promise.reject(new Unanswered("full", `has ${this.#waiting.size} requests waiting`));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const late = (): void =>
        this.fail(id, new Unanswered("late", `gave no sign for ${(time?.us ?? 0) / US_PER_S} s`));
      const limit = time?.clock.after(time.us, time.name, late) ?? null;
      this.#waiting.set(id, { resolve, reject, limit });
      post(id);
    });
  }

  /** Hands in an answer; one that comes too late is forgotten. */
  answer(id: number, answer: Answer): void {
    this.#take(id)?.resolve(answer);
  }

  fail(id: number, error: Error): void {
    this.#take(id)?.reject(error);
  }

  /** Nobody answers any more. Returns how many waited. */
  endAll(error: Error): number {
    const ids = [...this.#waiting.keys()];
    for (const id of ids) this.fail(id, error);
    return ids.length;
  }

  #take(id: number): Waiting<Answer> | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.limit?.cancel();
    return waiting;
  }
}

/** An answer, or what counts where none came. */
export async function orWithout<Answer>(
  asked: Promise<Answer>,
  without: (why: NoAnswer) => Answer,
): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Unanswered) return without(error.why);
    throw error;
  }
}

interface Asked<Question> {
  readonly id: number;
  readonly question: Question;
}

interface Answered<Answer> {
  readonly id: number;
  readonly answer: Answer;
}

export interface AskedOptions extends ThreadOptions {
  /** So many questions may wait; one unless given. */
  readonly most?: number;
  /** One that is not answered by then ends the thread; left out: each takes as long as it takes. */
  readonly time?: { readonly us: number; readonly clock: Clock };
}

/** A thread that answers questions. One that ended, or gave no answer in time, is started again for the next question. */
export class AskedThread<Question, Answer> {
  readonly #options: AskedOptions;
  readonly #questions: Questions<Answer>;
  #thread: Thread<Asked<Question>, Answered<Answer>> | null = null;

  constructor(options: AskedOptions) {
    const { most = 1, time, name } = options;
    this.#options = options;
    this.#questions = new Questions({
      most,
      ...(time === undefined ? {} : { time: { ...time, name: `answer of the thread ${name}` } }),
    });
  }

  /** Starts it ahead of the first question. */
  start(): this {
    this.#thread ??= this.#started();
    return this;
  }

  /** Rejects with an {@link Unanswered}. */
  async ask(question: Question): Promise<Answer> {
    this.start();
    const thread = this.#thread;
    try {
      return await this.#questions.ask((id) => thread?.post({ id, question }));
    } catch (error) {
      if (error instanceof Unanswered && error.why === "late") thread?.drop(error.message);
      throw error;
    }
  }

  /** Ends it; what waits is rejected with this cause. */
  async close(why: string): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    thread.terminate(why);
    const { time } = this.#options;
    await (time === undefined ? thread.gone : thread.waitForEnd(time.clock));
  }

  #started(): Thread<Asked<Question>, Answered<Answer>> {
    const thread = startThread<Asked<Question>, Answered<Answer>>(this.#options);
    return thread.listen({
      onMessage: ({ id, answer }) => this.#questions.answer(id, answer),
      onEnd: (why) => {
        if (this.#thread !== thread) return;
        this.#thread = null;
        this.#questions.endAll(new Unanswered("ended", `ended: ${why}`));
      },
    });
  }
}

/** The thread's side: answers each question that is asked of it, in turn. One whose answer throws ends the thread. */
export function answerQuestions(answer: (question: never) => unknown): void {
  const port = parentPort;
  if (port === null) throw new Error("this module runs as a thread that is asked, and not as a program");
  const reply = async ({ id, question }: Asked<never>): Promise<void> =>
    port.postMessage({ id, answer: await answer(question) });
  port.on("message", (asked: Asked<never>) => void reply(asked));
}
