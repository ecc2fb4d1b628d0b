import { tmpdir } from "node:os";
import { chromium } from "playwright-core";
import { browserArguments } from "../../firmware/screens/kiosk/chromium.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";

/** Chromium as it runs in the kiosk, watching itself draw. */
export interface PaintWatch {
  /** Instants at which a result had been painted, µs of the machine's monotonic clock, in order. */
  painted(): Promise<number[]>;
  /** Opens one more page beside it, in a window of its own. What it ends with closes it. */
  openBeside(url: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export const CHROMIUM = "/usr/bin/chromium";
/** As it runs in the kiosk, without a monitor. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  ...browserArguments({ name: "display", folder: tmpdir(), isSoftware: true }).filter((word) =>
    /^--(?:disable|no)-/.test(word),
  ),
];

/** How long a page may take to be there: a small machine takes its time. */
const PAGE_MS = 120_000;

/** A message that is sent in a frame's callback is handled when that frame has been drawn. */
const WATCH = `
  window.paintedAt = [];
  let was = "";
  new MutationObserver(() => {
    const now = document.body.dataset.phase ?? "";
    if (now === was) return;
    was = now;
    if (now !== "result") return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.paintedAt.push(performance.timeOrigin + performance.now());
      port2.postMessage(null);
    });
  }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-phase"] });
`;

/** `program`: what starts Chromium. */
export async function paintWatch(url: string, clock: Clock, program = CHROMIUM): Promise<PaintWatch> {
  const browser = await chromium.launch({
    executablePath: program,
    headless: true,
    args: CHROMIUM_ARGS,
  });
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  page.setDefaultTimeout(PAGE_MS);
  await page.goto(url);
  await page.waitForSelector("body[data-live=yes]");
  await page.evaluate(WATCH);
  const ahead = await pageAhead(
    () => page.evaluate<number>("performance.timeOrigin + performance.now()"),
    clock,
  );
  return {
    painted: async () => {
      const times = await page.evaluate<number[]>("window.paintedAt");
      return times.map((ms) => ms * US_PER_MS - ahead);
    },
    openBeside: async (beside) => {
      const other = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
      await other.goto(beside);
      return () => other.close();
    },
    close: () => browser.close(),
  };
}

/** Page time minus our monotonic time, µs: from the shortest of many questions, exact to half its way. */
export async function pageAhead(ask: () => Promise<number>, clock: Clock): Promise<number> {
  let best = { way: Number.POSITIVE_INFINITY, ahead: 0 };
  for (let asked = 0; asked < 200; asked++) {
    const from = clock.now();
    const there = (await ask()) * US_PER_MS;
    const to = clock.now();
    if (to - from < best.way) best = { way: to - from, ahead: there - (from + to) / 2 };
  }
  return best.ahead;
}
