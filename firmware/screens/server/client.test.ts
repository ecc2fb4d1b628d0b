import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { fakeClock, type FakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { startDisplay, type Display } from "./client.ts";
import { startScreensThread } from "./screens-thread.ts";
import { ALL } from "../../../test/support/volume.ts";

/** The screens' thread is half a second of processor time: the tests hurt one display, in this order, and begin a new one at need. */

/** The threads that were really started, so that a test can hurt them. */
const threads: Worker[] = [];
const note = (worker: Worker): void => void threads.push(worker);

const view = (seq: number): TableView => ({ v: 1, seq, log: "a", verdict: null }) as unknown as TableView;
const machine = systemClock();
let clock: FakeClock;
let display: Display;
let troubles: { up: boolean; what: string }[];

beforeAll(async () => {
  process.on("worker", note);
  await newDisplay();
});
afterAll(async () => {
  process.off("worker", note);
  await display.close();
});

async function newDisplay(): Promise<void> {
  threads.length = 0;
  troubles = [];
  clock = fakeClock();
  display = await startDisplay({
    port: 0,
    people: [],
    clock,
    log: () => undefined,
    onTrouble: (each) => troubles.push(each),
  });
}

const seqShown = async (): Promise<number | null> =>
  ((await (await fetch(new URL("health", display.url))).json()) as { seq: number | null }).seq;
const until = async (holds: () => boolean): Promise<void> => {
  for (let times = 0; times < 200 && !holds(); times++) await machine.sleep(50_000);
  expect(holds()).toBe(true);
};

test("views never queue up: while one is on its way only the newest waits", async () => {
  const sent: unknown[] = [];
  const thread = threads[0]!;
  const post = thread.postMessage.bind(thread);
  vi.spyOn(thread, "postMessage").mockImplementation((message: { type: string; view?: TableView }) => {
    if (message.type === "view") sent.push(message.view?.seq);
    post(message);
  });
  for (let seq = 1; seq <= 1000; seq++) display.show(view(seq));
  expect(sent).toEqual([1]);
  await until(() => sent.length === 2);
  expect(sent).toEqual([1, 1000]);
  vi.restoreAllMocks();
});

test("a thread that takes no message for 3 s is ended and started again", async () => {
  threads[0]!.removeAllListeners("message");
  clock.advance(3 * US_PER_S);
  expect(troubles).toEqual([]);
  clock.advance(US_PER_S);
  await until(() => troubles.length === 1);
  expect(troubles[0]!.what).toContain("it took no message for 3 s");
  clock.advance(US_PER_S);
  await until(() => troubles.length === 2);
  expect(troubles[1]!.up).toBe(true);
});

test("a thread that dies is started again on the same port and shows the newest view", async () => {
  troubles = [];
  display.show(view(1_001));
  const last = threads.length;
  await threads.at(-1)!.terminate();
  await until(() => troubles.length === 1);
  expect(troubles[0]).toMatchObject({
    up: false,
    what: expect.stringContaining("next start in 1 s") as string,
  });
  display.show(view(1_002));
  clock.advance(US_PER_S);
  await until(() => troubles.length === 2);
  expect(troubles[1]!.up).toBe(true);
  await until(() => threads.length === last + 1);
  for (let times = 0; times < 40 && (await seqShown()) !== 1_002; times++) await machine.sleep(50_000);
  expect(await seqShown()).toBe(1_002);
});

test("closing ends the thread and can be done twice", async () => {
  troubles = [];
  await display.close();
  await display.close();
  await expect(fetch(display.url)).rejects.toThrow();
  expect(troubles).toEqual([]);
});

test.each([false, true])(
  "the screens begin in a thread that was started ahead, or in another where that has ended: %s",
  async (hasEnded) => {
    threads.length = 0;
    const thread = startScreensThread();
    // Node tells of a thread a moment after its start.
    await until(() => threads.length === 1);
    if (hasEnded) await threads[0]!.terminate();
    const other = await startDisplay({ port: 0, people: [], clock, log: () => undefined, thread });
    expect((await fetch(new URL("health", other.url))).status).toBe(200);
    expect(threads).toHaveLength(hasEnded ? 2 : 1);
    // It is in use: whoever started it ends it no more.
    await thread.endUnheard();
    expect((await fetch(new URL("health", other.url))).status).toBe(200);
    await other.close();
  },
);

test("a thread that was started ahead for nothing is ended", async () => {
  threads.length = 0;
  const thread = startScreensThread();
  await until(() => threads.length === 1);
  await thread.endUnheard();
  expect(threads.at(-1)?.threadId).toBe(-1);
});

if (ALL)
  test("closing ends a thread that does not listen any more after 3 s", async () => {
    await newDisplay();
    await until(() => threads.length === 1);
    vi.spyOn(threads[0]!, "postMessage").mockImplementation(() => undefined);
    let closed = false;
    const closing = display.close().then(() => (closed = true));
    await clock.advanceSettling(2 * US_PER_S);
    expect(closed).toBe(false);
    await clock.advanceSettling(US_PER_S);
    await closing;
    await expect(fetch(display.url)).rejects.toThrow();
  });
