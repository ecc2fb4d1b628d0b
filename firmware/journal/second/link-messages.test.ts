import { describe, expect, test } from "vitest";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { monoUs, US_PER_S } from "../../../src/time/instant.ts";
import { Thread, type WorkerPort } from "../../threads/thread.ts";
import { SECOND_RETRY_US, SECOND_SILENT_US } from "./limits.ts";
import { openInTime, SecondLink } from "./link.ts";
import type { SecondReply, SecondRequest } from "./messages.ts";

/** The link to the second copy alone, with a thread that says what it is made to. */

/** A thread that answers when it is told to. */
class Worker implements WorkerPort {
  readonly asked: SecondRequest[] = [];
  #say: (reply: SecondReply) => void = () => undefined;
  #exit: () => void = () => undefined;

  postMessage(request: SecondRequest): void {
    this.asked.push(request);
    if (request.op === "close") this.#exit();
  }

  on(event: string, handle: (said: never) => void): void {
    if (event === "message") this.#say = handle as (reply: SecondReply) => void;
    if (event === "exit") {
      const before = this.#exit;
      this.#exit = () => {
        before();
        (handle as () => void)();
      };
    }
  }

  unref(): void {
    throw new Error("nobody waited for this thread's end");
  }

  answer(next: number): void {
    const newest = this.asked.at(-1);
    this.#say({ say: "done", id: newest?.op === "close" ? 0 : (newest?.id ?? 0), next, disk: null });
  }

  step(): void {
    this.#say({ say: "step" });
  }

  lose(): void {
    const newest = this.asked.at(-1);
    const id = newest === undefined || newest.op === "close" ? 0 : newest.id;
    this.#say({ say: "lost", id, code: "io", message: "input/output error" });
  }

  die(): void {
    this.#exit();
  }
}

function linked(required = true): {
  link: SecondLink;
  thread: Worker;
  first: { next: number; openEpoch: number };
} {
  const thread = new Worker();
  const first = { next: 0, openEpoch: 0, closedCount: 0, closed: () => [], prunable: 0 };
  const options = {
    firstJournal: "/a/journal.db",
    secondFolder: "/b",
    vkey: "",
    required,
    start: () => new Thread<SecondRequest, SecondReply>(thread),
  };
  return { link: new SecondLink(options, first), thread, first };
}

const at = (us: number): ReturnType<typeof monoUs> => monoUs(us);

describe("the link alone", () => {
  test("at a start is lost after a while without a step, and the start goes on", async () => {
    const time = fakeClock();
    const { link, thread } = linked();
    const begun = openInTime(link, null, time);
    await time.advanceSettling(10 * US_PER_S);
    thread.step();
    await time.advanceSettling(15 * US_PER_S);
    expect(link.state.lost?.why).toBe("catching-up");
    await time.advanceSettling(2 * US_PER_S);
    await begun;
    expect(link.state.lost?.why).toBe("slow");
    expect(time.waiting()).toEqual([]);
    // It is opened anew once it has answered.
    thread.answer(0);
    link.look(at(60 * US_PER_S));
    thread.answer(7);
    expect(link.state.lost).toBeNull();
    await link.end();
  });

  test("has one message under way; what comes meanwhile goes together", async () => {
    const { link, thread } = linked();
    const begun = link.begin(null);
    thread.answer(0);
    await begun;
    link.noteChanged("recordings/a");
    link.send();
    const confirmed = [link.confirmed()];
    for (const name of ["recordings/b", "recordings/c"]) {
      link.noteChanged(name);
      link.send();
      confirmed.push(link.confirmed());
    }
    link.noteGone("recordings/b");
    expect(thread.asked).toHaveLength(2);
    thread.answer(1);
    expect(await confirmed[0]).toBe(true);
    expect(thread.asked).toHaveLength(3);
    expect(thread.asked[2]).toMatchObject({ news: { changed: ["recordings/c"], gone: ["recordings/b"] } });
    thread.answer(3);
    expect(await Promise.all(confirmed)).toEqual([true, true, true]);
    expect(await link.confirmed()).toBe(true);
    await link.end();
  });

  test("whoever waits for a copy that is lost is answered in the order of the records", async () => {
    const { link, thread } = linked();
    const begun = link.begin(null);
    thread.answer(0);
    await begun;
    const answered: string[] = [];
    for (const name of ["under way", "meanwhile"]) {
      link.send();
      void link.confirmed().then((inBoth) => answered.push(`${name} ${inBoth}`));
    }
    thread.lose();
    await link.confirmed();
    expect(answered).toEqual(["under way false", "meanwhile false"]);
    await link.end();
  });

  test("a copy that is silent too long is lost; its late answer counts for nothing, and it is opened anew", async () => {
    const { link, thread, first } = linked();
    const begun = link.begin(null);
    thread.answer(0);
    await begun;
    first.next = 7;
    link.look(at(0));
    link.send();
    const confirmed = link.confirmed();
    link.look(at(1));
    link.look(at(SECOND_SILENT_US - 1));
    expect(link.state.lost).toBeNull();
    thread.step();
    link.look(at(SECOND_SILENT_US));
    link.look(at(2 * SECOND_SILENT_US - 1));
    expect(link.state.lost).toBeNull();
    link.look(at(2 * SECOND_SILENT_US));
    expect(link.state).toMatchObject({ behind: 7, lost: { why: "slow" } });
    expect(await confirmed).toBe(false);
    expect(await link.confirmed()).toBe(false);
    link.look(at(9 * SECOND_SILENT_US));
    expect(thread.asked).toHaveLength(2);
    thread.answer(7);
    expect(link.state.lost?.why).toBe("slow");
    link.look(at(10 * SECOND_SILENT_US));
    expect(thread.asked[2]).toMatchObject({ op: "open" });
    thread.answer(7);
    expect(link.state).toMatchObject({ behind: 0, lost: null });
    await link.end();
  });

  test("its thread reads an epoch until it has answered that it went on to the next", async () => {
    const { link, thread, first } = linked();
    const reads = (): readonly boolean[] => [0, 1, 2].map((epoch) => link.reads(epoch));
    expect(reads()).toEqual([false, false, false]);
    first.openEpoch = 1;
    void link.begin(null);
    // What it lacks may be in any epoch.
    expect(reads()).toEqual([true, true, true]);
    thread.answer(0);
    expect(reads()).toEqual([false, true, true]);
    first.openEpoch = 2;
    link.send();
    expect(reads()).toEqual([false, true, true]);
    // Silent for long, and then late.
    for (const us of [0, 1, SECOND_SILENT_US + 1]) link.look(at(us));
    expect(link.state.lost?.why).toBe("slow");
    expect(reads()).toEqual([false, true, true]);
    thread.answer(0);
    expect(reads()).toEqual([false, false, true]);
    link.look(at(SECOND_SILENT_US + SECOND_RETRY_US));
    expect(reads()).toEqual([true, true, true]);
    // One that failed has closed what it had open, and one that died has nothing.
    thread.lose();
    expect(reads()).toEqual([false, false, false]);
    link.look(at(SECOND_SILENT_US + 3 * SECOND_RETRY_US));
    expect(reads()).toEqual([true, true, true]);
    thread.die();
    expect(reads()).toEqual([false, false, false]);
    await link.end();
  });

  test("one that fails is tried again after some seconds; a thread that dies is started again", async () => {
    const { link, thread } = linked(false);
    void link.begin(null);
    thread.lose();
    expect(link.state.lost).toEqual({ why: "io", detail: "input/output error" });
    link.look(at(SECOND_RETRY_US));
    thread.lose();
    link.look(at(SECOND_RETRY_US + 1));
    expect(thread.asked).toHaveLength(2);
    link.look(at(2 * SECOND_RETRY_US));
    thread.answer(0);
    expect(link.state.lost).toBeNull();
    thread.die();
    expect(link.state.lost?.why).toBe("worker-died");
    link.look(at(4 * SECOND_RETRY_US));
    thread.answer(0);
    expect(link.state.lost).toBeNull();
    await link.end();
  });
});
