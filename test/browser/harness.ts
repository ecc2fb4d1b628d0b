import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";
import { inject } from "vitest";
import { startDisplay, type Display, type DisplayOptions } from "../../firmware/screens/server/client.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import type { Clock } from "../../src/time/clock.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { cheapPinHash } from "../support/pin.ts";
import { ALL } from "../support/volume.ts";

/** Whether second sizes of a screen are looked at too; the smaller one costs half of the larger one's painting. */
export const SECOND_SIZES = ALL || process.env["TIRADA_PICTURES"] === "1";
/** The table display as it hangs in a casino: in a run the smaller monitor of the two that it may hang on. */
export const LANDSCAPE = SECOND_SIZES ? { width: 1920, height: 1080 } : { width: 1280, height: 720 };
export const PORTRAIT = { width: LANDSCAPE.height, height: LANDSCAPE.width };
export const TABLET = { width: 1280, height: 800 };
export const SCREENSHOTS = fileURLToPath(new URL("../../var/screenshots/", import.meta.url));

export const CROUPIER = { name: "Ana Ruiz", role: "croupier", pin: "1234" } as const;
export const JEFE = { name: "Jon Etxeberria", role: "jefe-de-mesa", pin: "987654" } as const;

export const clock = systemClock();

/** The browser of this run (`browser-server.ts`). Closing it ends this file's pages only. */
export async function launch(): Promise<Browser> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  return chromium.connect(inject("browser"));
}

/** A display server with two people, and everything that it logged and was pressed. */
export interface Table {
  readonly display: Display;
  readonly log: string[];
  readonly presses: { key: Key; by: Person }[];
  readonly troubles: { up: boolean; what: string }[];
  /** Address of a page, e.g. `at("control")`. */
  at(path: string): string;
}

export async function table(change: Partial<DisplayOptions> = {}): Promise<Table> {
  const log: string[] = [];
  const presses: { key: Key; by: Person }[] = [];
  const troubles: { up: boolean; what: string }[] = [];
  const people = [CROUPIER, JEFE].map(({ name, role, pin }) => ({ name, role, pinHash: cheapPinHash(pin) }));
  const display = await startDisplay({
    port: 0,
    people,
    clock,
    log: (line) => log.push(line),
    onTrouble: (trouble) => troubles.push(trouble),
    ...change,
  });
  display.onPress((press) => {
    presses.push(press);
    return Promise.resolve({ ok: true });
  });
  return { display, log, presses, troubles, at: (path) => new URL(path, display.url).href };
}

/** The machine's clock, whose periodic timers can be stopped: a main thread that hangs gives no sign of life. */
export function stoppableClock(): Clock & { stopped: boolean } {
  const held = {
    ...clock,
    stopped: false,
    every: (periodUs: number, name: string, act: () => void) =>
      clock.every(periodUs, name, () => {
        if (!held.stopped) act();
      }),
  };
  return held;
}

let logs = 0;
/** The same view in a log of its own, so that it may follow any other. */
export function inNewLog(view: TableView): TableView {
  logs += 1;
  return { ...view, log: `${view.log}-${logs}` };
}

/** Waits until the page's main place shows this kind of panel. */
export async function stage(page: Page, name: string): Promise<void> {
  await page.waitForSelector(`body[data-phase="${name}"]`, { timeout: 10_000 });
}

/** What a person reads there, as it is drawn, in one line. */
export async function seen(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).innerText()).replace(/\s+/g, " ").trim();
}

/** With `TIRADA_PICTURES=1` keeps what the page looks like in `var/screenshots/`, for people to look at. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env["TIRADA_PICTURES"] !== "1") return;
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png` });
}

export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 10_000,
): Promise<void> {
  for (let waited = 0; waited < limitMs; waited += 20) {
    if (await holds()) return;
    await clock.sleep(20_000);
  }
  throw new Error(`waited ${limitMs} ms in vain: ${what}`);
}

/** So long a page looks before it says that it is not so yet. */
const LOOK_MS = 500;

/** Waits until an expression is true on the page. Playwright's own wait would need `eval`, which our policy forbids. */
export async function onPage(page: Page, expression: string, limitMs = 10_000): Promise<void> {
  // It looks by itself, once a frame: asking it again and again costs more than what it does.
  const look = `new Promise((resolve) => {
    const until = performance.now() + ${LOOK_MS};
    const look = () => {
      if (${expression}) resolve(true);
      else if (performance.now() > until) resolve(false);
      else setTimeout(look, 10);
    };
    look();
  })`;
  const holds = (): Promise<boolean> =>
    page.evaluate<boolean>(look).catch((error: unknown) => {
      // Another page is being loaded in its place.
      if (String(error).includes("context was destroyed")) return false;
      throw error;
    });
  await until(expression, holds, limitMs);
}
