import { chromium, type CDPSession, type Page } from "playwright-core";
import { startDisplay, type Display } from "../../firmware/screens/server/client.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import * as views from "../browser/views.ts";
import type { Figure, Part, Sizes } from "./figures.ts";
import { CHROMIUM, CHROMIUM_ARGS } from "./paint.ts";

const ROUNDS_A_DAY = 40 * 24;
/** Between two views of a round, at a pulse a second. */
const PULSES_A_VIEW = 30;
/** Views that the page is handed at once, before it gets a frame for itself. */
const VIEWS_A_FRAME = 9;
const MEGABYTE = 1_048_576;

/** Heap of the players' display after a simulated week: every view and every pulse of it, which the page's own code draws. */
export async function displayWeek({ days }: Sizes): Promise<Part> {
  const clock = systemClock();
  const display = await startDisplay({ port: 0, people: [], clock, log: () => undefined });
  const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
    await page.addInitScript(HEARD);
    const session = await page.context().newCDPSession(page);
    return {
      title: "The players' display over a week",
      about: `Chromium, ${days} days: ${3 * ROUNDS_A_DAY * days} views, ${3 * ROUNDS_A_DAY * days * PULSES_A_VIEW} pulses`,
      figures: await heapByDay(page, session, await messagesOf(page, display, clock), days),
    };
  } finally {
    await browser.close();
    await display.close();
  }
}

/** The page keeps what its unit says; from `replays` on it hears what it is handed, and nothing else. */
const HEARD = `
  window.heard = [];
  const { addEventListener } = WebSocket.prototype;
  WebSocket.prototype.addEventListener = function (type, listener) {
    if (type !== "message") return addEventListener.call(this, type, listener);
    window.hear = (data) => listener({ data });
    return addEventListener.call(this, type, (event) => {
      if (window.replays) return;
      window.heard.push(event.data);
      listener(event);
    });
  };
`;

/** The views of a round as the unit sends them, with the drawn code of a result. */
async function messagesOf(page: Page, display: Display, clock: Clock): Promise<readonly object[]> {
  await page.goto(display.url);
  for (const [at, view] of [views.BETTING, views.BALL_IN_PLAY, views.result("17")].entries()) {
    display.show({ ...view, log: "bench-week", seq: at + 1 });
    await page.waitForSelector(`body[data-phase="${view.phase}"]`);
    await clock.sleep(100 * US_PER_MS);
  }
  const heard = await page.evaluate<string[]>("(window.replays = true, window.heard.splice(0))");
  const messages = heard.map((text) => JSON.parse(text) as { type: string; view?: { log: string } });
  return messages.filter(({ type, view }) => type === "view" && view?.log === "bench-week");
}

/** Plays a day, and ends when its last view has been drawn. */
const DAY = `({ messages, from, views, at_once, pulses }) => new Promise((resolve) => {
  let seq = from;
  const playSome = () => {
    for (let at = 0; at < at_once && seq < from + views; at++) {
      seq += 1;
      const { view, ...rest } = messages[seq % messages.length];
      window.hear(JSON.stringify({ ...rest, view: { ...view, seq, round: seq } }));
      for (let beat = 0; beat < pulses; beat++) window.hear(JSON.stringify({ type: "pulse", seq, beat }));
    }
    if (seq < from + views) requestAnimationFrame(playSome);
    else requestAnimationFrame(() => resolve(document.getElementById("foot").textContent));
  };
  playSome();
})`;

async function heapByDay(
  page: Page,
  session: CDPSession,
  messages: readonly object[],
  days: number,
): Promise<Figure[]> {
  const views = 3 * ROUNDS_A_DAY;
  const figures = [await heapOf(session, "before")];
  for (let day = 0; day < days; day++) {
    const from = 10 + day * views;
    const asked = { messages, from, views, at_once: VIEWS_A_FRAME, pulses: PULSES_A_VIEW };
    const foot = await page.evaluate<string>(`(${DAY})(${JSON.stringify(asked)})`);
    if (!foot.endsWith(` ${from + views}`)) throw new Error(`the page did not draw the day: ${foot}`);
    if (day === 0) figures.push(await heapOf(session, "after a day"));
  }
  const last = await heapOf(session, `after ${days} days`);
  return [...figures, { ...last, note: `${last.note}; wanted: 60 at most` }];
}

/** All that the page holds: objects of its scripts, what they name in the browser, and buffers. */
async function heapOf(session: CDPSession, when: string): Promise<Figure> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  return {
    name: `heap of the page, ${when}`,
    value: (usedSize + embedderHeapUsedSize + backingStorageSize) / MEGABYTE,
    unit: "MiB",
    note: `${(usedSize / MEGABYTE).toFixed(1)} of its scripts, ${nodes} nodes, ${jsEventListeners} listeners`,
  };
}
