import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { recordFacts } from "../../firmware/evidence/log/record-lines.ts";
import { spunFolder } from "../support/spun-folder.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { inNewLog, onPage, seen, shot, TABLET, table, until } from "./harness.ts";
import { misdrawn } from "./measure.ts";
import { unitWith } from "./technician-unit.ts";
import * as views from "./views.ts";

/** The place inside of the technician's page, over what a table left on its disk: spins, rounds, trends. */

const browser = browserOfFile();
const LOOK = new URL("../../firmware/replay/look-child.ts", import.meta.url).href;
const PHONE = { width: 390, height: 844 };
const READ_MS = 60_000;

/** Whether names and the rotor's speed are drawn, each in its colour; a thin line is never quite its own. */
const DRAWN = `(() => {
  const { width, height } = document.querySelector("canvas.scope");
  const { data } = document.querySelector("canvas.scope").getContext("2d").getImageData(0, 0, width, height);
  const has = (...colour) => {
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] > 200 && colour.every((value, n) => Math.abs(data[at + n] - value) <= 4)) return true;
    return false;
  };
  return has(217, 179, 106) && has(143, 183, 255);
})()`;

async function pageInside(): Promise<{ page: Page; at: (path: string) => string }> {
  const storage = spunFolder("cammegh-ss2", 3).folder;
  const here = await table({ storage, look: LOOK });
  const lines = [...recordFacts(storage)].map(({ fields }) => JSON.stringify(fields));
  const words = { rules: {}, calls: {}, codes: {}, suertes: {}, names: {}, faults: {} };
  here.display.setRecall({ words, records: (from, count) => Promise.resolve(lines.slice(from, from + count)) });
  here.display.setTechnician(unitWith([]));
  here.display.show({ ...inNewLog(views.BETTING), seq: lines.length - 1 });
  const page = await browser().newPage({ viewport: PHONE, hasTouch: true });
  onTestFinished(async () => {
    await page.close();
    await here.display.close();
  });
  await page.goto(here.at("technician#inside"));
  return { page, at: (path: string): string => here.at(path) };
}

test("spins as on an oscilloscope, looked at closely by touch; rounds that name nobody; whole on phone and laptop", async () => {
  const { page, at } = await pageInside();
  // The program that reads the recordings has a lower priority: on a busy machine it waits.
  await page.waitForSelector("canvas.scope", { timeout: READ_MS });
  expect(await page.locator("#scope .choice button").count()).toBeGreaterThanOrEqual(2);
  await page.locator("#scope-counts summary").tap();
  expect(await seen(page, "#scope-counts")).toMatch(/\d,\d s [a-z-]+/);
  await onPage(page, DRAWN);

  const between = (): Promise<unknown> => page.evaluate("document.querySelector('canvas.scope').toDataURL()");
  const whole = await between();
  await page.locator("#scope .keys button[aria-label='Más cerca']").tap();
  await until("it is closer", async () => (await between()) !== whole);
  const closer = await between();
  await page.locator("#scope .keys button[aria-label='Después']").tap();
  await until("it is later", async () => (await between()) !== closer);
  await page.locator("#scope .keys button", { hasText: "Tirada entera" }).tap();
  await until("it is whole", async () => (await between()) === whole);

  await page.waitForSelector("#rounds .recall ol li");
  expect(await page.locator("#rounds .by").count()).toBe(0);
  const { steps } = (await (await fetch(at("technician/rounds?language=eu"))).json()) as {
    steps: { person: unknown }[];
  };
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.every(({ person }) => person === null)).toBe(true);

  for (const [name, size] of [
    ["phone", PHONE],
    ["laptop", TABLET],
  ] as const) {
    await page.setViewportSize(size);
    for (const language of ["eu", "gl", "en", "es"]) {
      await page.locator(`#head button[lang=${language}]`).click();
      await page.waitForSelector(`html[lang=${language}]`);
      const wrong = (await misdrawn(page, "#inside *")).filter((one) => !/^(?:scrolls$|outside )/.test(one));
      expect(wrong, language).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(size.width);
    }
    await shot(page, `technician-inside-${name}`);
  }
}, 120_000);
