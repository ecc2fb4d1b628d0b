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
import { median, percentile, type Figure, type Part, type Sizes } from "./figures.ts";
import { play, watchVerdicts, type Moments } from "./latency.ts";
import { CHROMIUM, CHROMIUM_ARGS, paintWatch } from "./paint.ts";
import { quarterCore, type QuarterCore } from "./quarter-core.ts";

/** Results between two turns of the page of statistics: what else the machine does falls on both alike. */
const TURN_RESULTS = 10;
const ARRIVALS = 30;
const FIRST_PAINTS = 5;
const LOOK_S = 10;

/** The players' display as it runs in the kiosk: what it takes of a small machine, and how soon it shows. */
export async function displayPage({ results }: Sizes): Promise<Part> {
  const clock = systemClock();
  const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
  const quarter = quarterCore(folder);
  try {
    const bytes = await besideStatistics(clock, results);
    return {
      title: "The players' display",
      about:
        quarter === null
          ? "Chromium at 1920 × 1080; 1/4 core: its brake on the page's thread, since only root holds a whole program to it"
          : "Chromium at 1920 × 1080; 1/4 core: all its processes, by the kernel's share of a group",
      figures: [...(await onePage(clock, quarter)), ...bytes],
    };
  } finally {
    quarter?.remove();
    rmSync(folder, { recursive: true });
  }
}

/** Processor, frames, first paint and arrivals of one page. */
async function onePage(clock: Clock, quarter: QuarterCore | null): Promise<Figure[]> {
  const display = await startDisplay({ port: 0, people: [], clock, log: () => undefined });
  display.show(views.result("32"));
  const browser = await chromium.launch({
    executablePath: quarter?.holding(CHROMIUM) ?? CHROMIUM,
    headless: true,
    args: CHROMIUM_ARGS,
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    const session = await page.context().newCDPSession(page);
    if (quarter === null) await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(FIRST_PAINTED);
    const firsts: Paint[] = [];
    for (let at = 0; at < FIRST_PAINTS; at++) firsts.push(await firstPaint(page, display, quarter, clock));
    const still = await shareOfCore(session, quarter, clock);
    display.show({ ...views.BALL_IN_PLAY, log: "bench-ball" });
    await page.waitForSelector(`body[data-phase="ball-in-play"]`);
    const running = await shareOfCore(session, quarter, clock);
    const frames = await framesPerSecond(page);
    return figuresOf(firsts, still, running, frames, await arrivals(page, display, clock));
  } finally {
    await browser.close();
    await display.close();
  }
}

/**
 * Resolves once a frame with the number had been drawn. It waits for the number without asking for frames: to draw those would cost a
 * quarter of a core more than what is measured.
 */
const NUMBER_PAINTED = `new Promise((resolve) => {
  const watch = new MutationObserver(() => {
    if (document.getElementById("number") === null) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    });
  });
  watch.observe(document, { subtree: true, childList: true });
})`;

/** `window.firstPainted`: ms from the first byte of the unit's answer until then. */
const FIRST_PAINTED = `window.firstPainted = ${NUMBER_PAINTED}.then(
  (at) => at - performance.getEntriesByType("navigation")[0].responseStart,
)`;

interface Paint {
  readonly ms: number;
  /** Processor time of all of Chromium up to then, ms; null: not known. */
  readonly tookMs: number | null;
}

/** The page anew, in a window that is there. */
async function firstPaint(
  page: Page,
  display: Display,
  quarter: QuarterCore | null,
  clock: Clock,
): Promise<Paint> {
  await page.goto("about:blank");
  await clock.sleep(2 * US_PER_S);
  const before = quarter?.tookMs() ?? null;
  await page.goto(display.url, { waitUntil: "commit", timeout: 60_000 });
  const ms = await page.evaluate<number>("window.firstPainted");
  return { ms, tookMs: before === null ? null : (quarter?.tookMs() ?? 0) - before };
}

interface Share {
  /** Of a core, in per cent: what the page's thread worked, and all of Chromium; null: not known apart. */
  readonly page: number;
  readonly all: number | null;
}

/** What is worked in a while, by Chromium's own count of the page's tasks and by the kernel's of all its processes. */
async function shareOfCore(session: CDPSession, quarter: QuarterCore | null, clock: Clock): Promise<Share> {
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async (): Promise<readonly [page: number, all: number | null]> => {
    const { metrics } = await session.send("Performance.getMetrics");
    const s = metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    return [1_000 * s, quarter?.tookMs() ?? null];
  };
  const [from, began] = [await worked(), clock.now()];
  await clock.sleep(LOOK_S * US_PER_S);
  const [to, tookMs] = [await worked(), (clock.now() - began) / US_PER_MS];
  const [page, all] = [to[0] - from[0], to[1] === null || from[1] === null ? null : to[1] - from[1]];
  return { page: (100 * page) / tookMs, all: all === null ? null : (100 * all) / tookMs };
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
  for (let at = 0; at < ARRIVALS; at++) {
    display.show({ ...views.BETTING, log: `bench-arrival-${at}`, seq: 1 });
    await page.waitForSelector(`body[data-phase="betting"]`);
    await clock.sleep(300 * US_PER_MS);
    const drawn = page.evaluate(NUMBER_PAINTED);
    await clock.sleep(50 * US_PER_MS);
    const sent = clock.now();
    display.show({ ...views.result(String(at + 1)), log: `bench-arrival-${at}`, seq: 2 });
    await drawn;
    taken.push((clock.now() - sent) / US_PER_MS);
  }
  return taken;
}

function figuresOf(
  firsts: readonly Paint[],
  still: Share,
  running: Share,
  frames: number,
  arrival: readonly number[],
): Figure[] {
  const shares = ([name, share]: readonly [string, Share]): Figure[] => [
    { name: `page's thread while ${name}`, value: share.page, unit: "% of a core" },
    ...(share.all === null
      ? []
      : [{ name: `all of Chromium while ${name}`, value: share.all, unit: "% of a core", note: "it has 25" }]),
  ];
  const tookMs = firsts.flatMap((first) => first.tookMs ?? []);
  const took: readonly Figure[] =
    tookMs.length === 0
      ? []
      : [{ name: "processor time up to it, all of Chromium", value: median(tookMs), unit: "ms" }];
  const arrived = (name: string, value: number, note: string): Figure => ({
    name: `view sent to result painted, 1/4 core, ${name}`,
    value,
    unit: "ms",
    note,
  });
  return [
    {
      name: "first paint after the unit's answer, 1/4 core, median",
      value: median(firsts.map(({ ms }) => ms)),
      unit: "ms",
      note: `longest of ${firsts.length}: ${Math.round(Math.max(...firsts.map(({ ms }) => ms)))}; wanted: 2000 at most`,
    },
    ...took,
    ...(
      [
        ["a result stands", still],
        ["the ball runs", running],
      ] as const
    ).flatMap(shares),
    { name: "frames while the ball runs, 1/4 core", value: frames, unit: "a second" },
    arrived("p50", median(arrival), `${arrival.length} results`),
    arrived("p99", percentile(arrival, 0.99), "wanted: 300 at most"),
  ];
}

/** From the last byte to the painted pixel, in one run without and with the page of statistics beside the display, in turns. */
async function besideStatistics(clock: Clock, wanted: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
  const pty = await openPty({ path: join(folder, "wheel") });
  const results = new Map<number, Moments>();
  const stopWatching = watchVerdicts(clock, results);
  const config = configOf(writeConfig({ folder, wheel: pty.path }));
  const table = await runTable({ config, clock, onRecord: () => undefined, onNotice: () => undefined });
  const screen = await paintWatch(table.url, clock);
  /** Of each result, whether the page was beside it. */
  const isBeside = new Map<number, boolean>();
  let close: (() => Promise<void>) | null = null;
  const takeTurn = async (): Promise<void> => {
    const opened = close === null ? await screen.openBeside(statisticsOf(table.url)) : null;
    await close?.();
    close = opened;
    await clock.sleep(2 * US_PER_S);
  };
  const written = await play(
    (bytes) => pty.write(bytes),
    clock,
    async () => {
      const before = isBeside.size;
      for (const seq of results.keys()) if (!isBeside.has(seq)) isBeside.set(seq, close !== null);
      const turns = Math.floor(isBeside.size / TURN_RESULTS) - Math.floor(before / TURN_RESULTS);
      if (turns > 0) await takeTurn();
      return results.size >= wanted;
    },
  );
  await clock.sleep(500 * US_PER_MS);
  const painted = await screen.painted();
  await screen.close();
  await table.stop("bench");
  await pty.close();
  stopWatching();
  rmSync(folder, { recursive: true });
  const msOf = ({ read, judged }: Moments): number => {
    const start = written.findLast((at) => at <= read) ?? Number.NaN;
    return ((painted.find((at) => at > judged) ?? Number.NaN) - start) / US_PER_MS;
  };
  const of = (beside: boolean): number[] =>
    [...results]
      .filter(([seq]) => isBeside.get(seq) === beside)
      .map(([, moments]) => msOf(moments))
      .filter((ms) => ms < 1_000);
  return besideFigures(of(false), of(true));
}

const statisticsOf = (url: string): string => new URL("screen/statistics", url).href;

function besideFigures(alone: readonly number[], both: readonly number[]): Figure[] {
  const figure = (name: string, values: readonly number[]): Figure => ({
    name: `last byte to painted pixel, ${name}, p50`,
    value: median(values),
    unit: "ms",
    note: `${values.length} results, ${TURN_RESULTS} in turns`,
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
