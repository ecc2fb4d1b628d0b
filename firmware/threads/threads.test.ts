import { onTestFinished, expect, test } from "vitest";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { AskedThread, Questions, Unanswered } from "./questions.ts";
import { JobThread, runJob, startThread, Thread, type WorkerPort } from "./thread.ts";
import { CLOSE_US, LONGEST_RESTART_US, SupervisedThread } from "./supervised-thread.ts";

/** A module of a thread, by its text. */
const moduleOf = (text: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from "node:worker_threads"; ${text}`)}`,
  );
const HANGING = moduleOf("for (;;) {}");
const ANSWERING = moduleOf(`parentPort.on("message", ({ id, question }) => {
  if (question === "die") throw new Error("the plate broke\\nand more");
  if (question === "leave") process.exit(7);
  if (question !== "hang") parentPort.postMessage({ id, answer: question + workerData });
})`);

const whyOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => "answered",
    (error: unknown) => (error instanceof Unanswered ? `${error.why}: ${error.message}` : String(error)),
  );

function asked(clock: FakeClock): AskedThread<string, string> {
  const time = { us: 5 * US_PER_S, clock };
  const thread = new AskedThread<string, string>({ url: ANSWERING, name: "test", data: "!", time });
  onTestFinished(() => thread.close("the test is over"));
  return thread;
}

test("a thread that is asked names what it died of, and another one answers the next question", async () => {
  const thread = asked(fakeClock());
  expect(await thread.ask("yes")).toBe("yes!");
  expect(await whyOf(thread.ask("die"))).toBe("ended: ended: the plate broke");
  expect(await whyOf(thread.ask("leave"))).toBe("ended: ended: exit status 7");
  expect(await thread.ask("again")).toBe("again!");
});

test("a thread that gives no answer in time is ended, and one question waits at a time", async () => {
  const clock = fakeClock();
  const thread = asked(clock);
  const first = whyOf(thread.ask("hang"));
  expect(await whyOf(thread.ask("more"))).toBe("full: has 1 requests waiting");
  clock.advance(5 * US_PER_S);
  expect(await first).toBe("late: gave no sign for 5 s");
  expect(await thread.ask("again")).toBe("again!");
  const last = whyOf(thread.ask("hang"));
  await thread.close("the table stops");
  expect(await last).toBe("ended: ended: the table stops");
  expect(clock.waiting()).toEqual([]);
});

test("a job answers once; one that died says what it did and why it ended", async () => {
  const job = (text: string) => runJob<number>({ url: moduleOf(text), data: 3, does: "counts" }, Error);
  expect(await job("parentPort.postMessage(workerData + 4)")).toBe(7);
  await expect(job("throw new Error('no room')")).rejects.toThrow("the thread that counts ended: no room");
  await expect(job("")).rejects.toThrow("the thread that counts ended: without an answer");
  const thread = new JobThread();
  const unheard = (): never => expect.unreachable();
  thread.start({ url: HANGING, data: null, does: "hangs", onAnswer: unheard, onDeath: unheard });
  expect(thread.isBusy).toBe(true);
  thread.end();
  expect(thread.isBusy).toBe(false);
});

test("questions are answered by their number, and all are told at the end", async () => {
  const posted: number[] = [];
  const questions = new Questions<string>({ most: 2 });
  const ask = (): Promise<string> => questions.ask((id) => posted.push(id));
  const [first, second] = [ask(), ask()];
  expect(await whyOf(ask())).toBe("full: has 2 requests waiting");
  questions.answer(posted[1]!, "two");
  questions.answer(99, "nobody");
  expect([await second, questions.count]).toEqual(["two", 1]);
  expect(questions.endAll(new Error("it is over"))).toBe(1);
  await expect(first).rejects.toThrow("it is over");
  expect(posted).toHaveLength(2);
});

/** A worker that does what the test says. */
class Puppet implements WorkerPort {
  readonly said: unknown[] = [];
  readonly #handlers = new Map<string, (given: unknown) => void>();
  postMessage(message: unknown): void {
    this.said.push(message);
  }
  on(event: string, handle: (given: unknown) => void): void {
    this.#handlers.set(event, handle);
  }
  emit(event: string, given: unknown): void {
    this.#handlers.get(event)?.(given);
  }
}

type FromPuppet = "ready" | "taken" | "asked" | "failed";

function supervised(clock: FakeClock) {
  const puppets: Puppet[] = [];
  const ends: string[] = [];
  const replies: ((message: string) => void)[] = [];
  const thread = new SupervisedThread<string, FromPuppet>({
    url: HANGING,
    name: "puppet",
    clock,
    start: () => {
      const puppet = new Puppet();
      puppets.push(puppet);
      return new Thread<string, FromPuppet>(puppet);
    },
    readyUs: 10 * US_PER_S,
    first: () => "first",
    beat: { everyUs: US_PER_S, most: 3, message: () => "beat" },
    last: "last",
    onMessage: (message, reply) => {
      if (message === "ready") thread.noteReady();
      else if (message === "taken") thread.noteTaken();
      else if (message === "failed") thread.noteFailure("the port is taken");
      else replies.push(reply);
    },
    onEnd: (why, nextUs) => ends.push(`${why}; ${nextUs / US_PER_S} s`),
  });
  thread.start();
  return { thread, puppets, ends, replies };
}

test("a thread that ends is started again later and later, and soon again once it served", () => {
  const clock = fakeClock();
  const { puppets, ends } = supervised(clock);
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    puppets.at(-1)!.emit("message", "failed");
    puppets.at(-1)!.emit("exit", 1);
    expect(ends.at(-1)).toBe(`the port is taken; ${seconds} s`);
    clock.advance(seconds * US_PER_S - 1);
    const { length } = puppets;
    clock.advance(1);
    expect(puppets).toHaveLength(length + 1);
  }
  expect(LONGEST_RESTART_US).toBe(30 * US_PER_S);
  puppets.at(-1)!.emit("message", "ready");
  puppets.at(-1)!.emit("error", new Error("out of memory\n  at"));
  expect(ends.at(-1)).toBe("out of memory; 1 s");
});

test("a thread that takes no sign of life, or is not ready in time, is ended; one that a dead disk holds is not waited for", () => {
  const clock = fakeClock();
  const { puppets, ends } = supervised(clock);
  clock.advance(10 * US_PER_S);
  expect(ends).toEqual([]);
  clock.advance(CLOSE_US);
  expect(ends).toEqual(["it was not ready after 10 s; 1 s"]);
  clock.advance(US_PER_S);
  puppets[1]!.emit("message", "ready");
  for (let beat = 0; beat < 9; beat++) {
    clock.advance(US_PER_S);
    if (beat < 6) puppets[1]!.emit("message", "taken");
  }
  expect(puppets[1]!.said).toEqual(["first", ...Array<string>(9).fill("beat")]);
  clock.advance(US_PER_S);
  puppets[1]!.emit("exit", 1);
  expect(ends.at(-1)).toBe("it took no message for 3 s; 1 s");
});

test("an answer to a thread that has ended is not given to the one in its place", () => {
  const clock = fakeClock();
  const { puppets, replies } = supervised(clock);
  puppets[0]!.emit("message", "ready");
  puppets[0]!.emit("message", "asked");
  puppets[0]!.emit("exit", 1);
  clock.advance(US_PER_S);
  puppets[1]!.emit("message", "ready");
  replies[0]!("answer");
  expect([puppets[0]!.said, puppets[1]!.said]).toEqual([["first", "answer"], ["first"]]);
});

test("closing is waited for, for some seconds, and no other thread comes", async () => {
  const clock = fakeClock();
  const { thread, puppets, ends } = supervised(clock);
  puppets[0]!.emit("message", "ready");
  let isClosed = false;
  const closing = thread.close().then(() => (isClosed = true));
  await clock.advanceSettling(CLOSE_US - 1);
  expect([isClosed, puppets[0]!.said.at(-1)]).toEqual([false, "last"]);
  puppets[0]!.emit("exit", 0);
  await closing;
  await thread.close();
  clock.advance(60 * US_PER_S);
  expect([ends, puppets.length, clock.waiting()]).toEqual([[], 1, []]);
});

test("a thread that does not end in time is ended, or left to itself", async () => {
  const clock = fakeClock();
  const hanging = startThread<string, never>({ url: HANGING, name: "test" });
  const ended: string[] = [];
  hanging.listen({ onMessage: () => undefined, onEnd: (why) => ended.push(why) });
  const end = hanging.end("last", { limitUs: US_PER_S, clock });
  clock.advance(US_PER_S);
  await end;
  expect(ended).toEqual(["it did not end within 1 s"]);
  const held = new Thread<string, never>(new Puppet());
  const release = held.end("last", { limitUs: US_PER_S, clock });
  await clock.advanceSettling(US_PER_S);
  expect(held.hasEnded).toBe(false);
  await clock.advanceSettling(US_PER_S);
  await release;
  expect([held.hasEnded, clock.waiting()]).toEqual([true, []]);
  const left = new Thread<string, never>(new Puppet());
  const leave = left.end("last", { limitUs: US_PER_S, clock, isLeft: true });
  clock.advance(US_PER_S);
  await leave;
  expect(left.hasEnded).toBe(false);
});
