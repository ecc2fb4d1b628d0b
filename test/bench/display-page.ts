import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type CDPSession, type Page } from "playwright-core";
import { startDisplay, type Display } from "../../firmware/screens/server/client.ts";
import { runTable } from "../../firmware/unit/run.ts";
import { openPty } from "../../hw-sim/lines/pty.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import * as views from "../browser/views.ts";
import { configOf } from "../support/journal-reading.ts";
import { writeConfig } from "../support/table-process.ts";
import { median, percentile, type Figure, type Part } from "./figures.ts";
import { play, watchVerdicts, type Moments } from "./latency.ts";
import { CHROMIUM_ARGS, paintWatch } from "./paint.ts";

/** A quarter of a core: Chromium's own brake on the page's thread. */
const BRAKE = 4;
const RESULTS = 60;
/** Three views a round, forty rounds an hour, seven days. */
const WEEK_VIEWS = 3 * 40 * 24 * 7;
const LOOK_S = 10;
const MEGABYTE = 1_048_576;

/** The players' display as it runs in the kiosk: what it takes of a small machine, and how soon it shows. */
export async function displayPage(): Promise<Part> {
  const clock = systemClock();
  const bytes = await besideStatistics(clock);
  const page = await onePage(clock);
  return {
    title: "The players' display",
    about: `Chromium at 1920 × 1080, the page's thread held to 1/${BRAKE} of a core where it says so`,
    figures: [...page, ...bytes],
  };
}

/** Heap of the players' display after a simulated week, some minutes. */
export async function displayWeek(): Promise<Part> {
  const clock = systemClock();
  const figures = await withPage(clock, async (page, session, display) => {
    await page.goto(display.url);
    await page.waitForSelector("#number");
    return heapOfWeek(page, session, display, clock);
  });
  return {
    title: "The players' display over a week",
    about: "Chromium, every view of the week drawn",
    figures,
  };
}

/** A page of a display of its own that shows a result, not opened yet. */
async function withPage(
  clock: Clock,
  measure: (page: Page, session: CDPSession, display: Display) => Promise<Figure[]>,
): Promise<Figure[]> {
  const display = await startDisplay({ port: 0, people: [], clock, log: () => undefined });
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    headless: true,
    args: CHROMIUM_ARGS,
  });
  try {
    display.show(views.result("32"));
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    const session = await page.context().newCDPSession(page);
    return await measure(page, session, display);
  } finally {
    await browser.close();
    await display.close();
  }
}

/** Processor, frames, first paint and arrivals of one page. */
const onePage = (clock: Clock): Promise<Figure[]> =>
  withPage(clock, async (page, session, display) => {
    await session.send("Emulation.setCPUThrottlingRate", { rate: BRAKE });
    const first = await firstPaint(page, display.url);
    const still = await shareOfCore(session, clock);
    display.show({ ...views.BALL_IN_PLAY, log: "bench-ball" });
    await page.waitForSelector(`body[data-phase="ball-in-play"]`);
    const running = await shareOfCore(session, clock);
    const frames = await framesPerSecond(page);
    const arrival = await arrivals(page, display, clock);
    return [
      {
        name: "first paint after the unit's answer, 1/4 core",
        value: first,
        unit: "ms",
        note: "wanted: 2000 at most",
      },
      { name: "share of that quarter while a result stands", value: still * BRAKE, unit: "%" },
      { name: "share of that quarter while the ball runs", value: running * BRAKE, unit: "%" },
      { name: "frames while the ball runs, 1/4 core", value: frames, unit: "a second" },
      { name: "view sent to result painted, 1/4 core, p50", value: median(arrival), unit: "ms" },
      {
        name: "view sent to result painted, 1/4 core, p99",
        value: percentile(arrival, 0.99),
        unit: "ms",
        note: "wanted: 300 at most",
      },
    ];
  });

async function firstPaint(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.waitForSelector("#number");
  return page.evaluate<number>(`new Promise((resolve) => {
    const [answered] = performance.getEntriesByType("navigation");
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - answered.responseStart)));
  })`);
}

/** Share of a core that the page's thread works, in per cent, by Chromium's own count of its tasks. */
async function shareOfCore(session: CDPSession, clock: Clock): Promise<number> {
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const work = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
  const from = await work();
  await clock.sleep(LOOK_S * US_PER_S);
  return (100 * ((await work()) - from)) / LOOK_S;
}

const framesPerSecond = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const from = performance.now();
    let frames = 0;
    const look = () => {
      frames += 1;
      const ms = performance.now() - from;
      if (ms >= 3000) resolve((1000 * frames) / ms);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);

/** From a view that is handed to the screens to its result in pixels, ms. */
async function arrivals(page: Page, display: Display, clock: Clock): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < 30; at++) {
    display.show({ ...views.BETTING, log: `bench-arrival-${at}`, seq: 1 });
    await page.waitForSelector(`body[data-phase="betting"]`);
    await clock.sleep(300 * US_PER_MS);
    const drawn = page.evaluate(`new Promise((resolve) => {
      const look = () => document.getElementById("number") === null
        ? requestAnimationFrame(look)
        : requestAnimationFrame(() => resolve(null));
      look();
    })`);
    await clock.sleep(50 * US_PER_MS);
    const sent = clock.now();
    display.show({ ...views.result(String(at + 1)), log: `bench-arrival-${at}`, seq: 2 });
    await drawn;
    taken.push((clock.now() - sent) / US_PER_MS);
  }
  return taken;
}

/** Heap of the page after the views of a simulated week, each of which it drew. */
async function heapOfWeek(page: Page, session: CDPSession, display: Display, clock: Clock): Promise<Figure[]> {
  const heap = async (): Promise<number> => {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize / MEGABYTE;
  };
  await page.setViewportSize({ width: 640, height: 360 });
  await page.evaluate(`(() => {
    window.drawn = 0;
    new MutationObserver(() => (window.drawn += 1)).observe(document.getElementById("foot"), { childList: true });
  })()`);
  const before = await heap();
  const round = [views.BETTING, views.BALL_IN_PLAY, views.result("17")];
  let seq = 0;
  for (let drawn = 0; drawn < WEEK_VIEWS; drawn = await page.evaluate<number>("window.drawn")) {
    for (let at = 0; at < 300; at++) {
      seq += 1;
      display.show({ ...round[seq % round.length]!, log: "bench-week", seq, round: seq });
      await clock.sleep(6 * US_PER_MS);
    }
  }
  return [
    { name: "heap of the page, before", value: before, unit: "MiB" },
    {
      name: "heap of the page, after a simulated week",
      value: await heap(),
      unit: "MiB",
      note: `${WEEK_VIEWS} views drawn; wanted: 60 at most`,
    },
  ];
}

/** From the last byte to the painted pixel, in one run without and with the page of statistics beside the display. */
async function besideStatistics(clock: Clock): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
  const pty = await openPty({ path: join(folder, "wheel") });
  const results = new Map<number, Moments>();
  const stopWatching = watchVerdicts(clock, results);
  const config = configOf(writeConfig({ folder, wheel: pty.path }));
  const table = await runTable({ config, clock, onRecord: () => undefined, onNotice: () => undefined });
  const screen = await paintWatch(table.url, clock);
  let openedAt = Number.POSITIVE_INFINITY;
  const written = await play(
    (bytes) => pty.write(bytes),
    clock,
    async () => {
      if (results.size >= RESULTS / 2 && openedAt === Number.POSITIVE_INFINITY) {
        await screen.alsoOpen(new URL("screen/statistics", table.url).href);
        await clock.sleep(3 * US_PER_S);
        openedAt = clock.now();
      }
      return results.size >= RESULTS;
    },
  );
  await clock.sleep(500 * US_PER_MS);
  const painted = await screen.painted();
  await screen.close();
  await table.stop("bench");
  await pty.close();
  stopWatching();
  rmSync(folder, { recursive: true });
  const spans = [...results.values()].flatMap(({ read, judged }) => {
    const start = written.findLast((at) => at <= read) ?? Number.NaN;
    const ms = ((painted.find((at) => at > judged) ?? Number.NaN) - start) / US_PER_MS;
    return Number.isFinite(ms) && ms < 1_000 ? [{ ms, beside: judged > openedAt }] : [];
  });
  const of = (beside: boolean): number[] => spans.filter((one) => one.beside === beside).map(({ ms }) => ms);
  const [alone, both] = [of(false), of(true)];
  const figure = (name: string, values: readonly number[]): Figure => ({
    name: `last byte to painted pixel, ${name}, p50`,
    value: median(values),
    unit: "ms",
    note: `${values.length} results`,
  });
  return [
    figure("display alone", alone),
    figure("statistics beside it", both),
    {
      name: "with statistics / without",
      value: median(both) / median(alone),
      unit: "",
      note: "wanted: 1.10 at most",
    },
  ];
}
