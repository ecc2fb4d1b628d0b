import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { configOf } from "../support/journal-reading.ts";
import { writeConfig } from "../support/table-process.ts";
import { writeWeeks } from "../support/weeks-played.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { clock, inNewLog, seen, shot, TABLET, table, until, type Table } from "./harness.ts";
import { misdrawn } from "./measure.ts";
import { unitWith } from "./technician-unit.ts";
import * as views from "./views.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sameText } from "../../src/text/every-language.ts";

/** The technician's page over a journal of weeks and a doctor who looks by himself: what was, what is usual, what is wrong first. */

const browser = browserOfFile();
const LOOK = new URL("../../firmware/replay/look-child.ts", import.meta.url).href;
const DOCTOR = new URL("../../firmware/care/doctor/doctor-child.ts", import.meta.url).href;
const PHONE = { width: 390, height: 844 };
/** Of the newest hours nothing is told here but that they were read. */
const RECORD = JSON.stringify({ at: new Date(clock.wall()).toISOString(), kind: "phase", seq: 0 });
let here: Table;
let page: Page;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "tirada-weeks-"));
  writeWeeks(folder, clock.wall(), [
    ...Array.from({ length: 12 }, () => ({ rounds: 21, span: 30_000 })),
    { rounds: 21, span: 30_000, faults: [{ code: "line-noise", stood: 3_720_000, round: 3 }] },
    { rounds: 21, span: 44_000, faults: [{ code: "port-gone", stood: 60_000, round: 20 }] },
  ]);
  const config = configOf(writeConfig({ folder, wheel: "/dev/serial/by-id/usb-none" }));
  const input = JSON.stringify({ config, configFolder: null });
  here = await table({ storage: folder, look: LOOK, doctor: { module: DOCTOR, input } });
  const faults = { "port-gone": sameText("Cable suelto"), "line-noise": sameText("Ruido en la línea") };
  const words = { rules: {}, calls: {}, codes: {}, suertes: {}, names: {}, faults };
  here.display.setRecall({ words, records: () => Promise.resolve([RECORD]) });
  here.display.setTechnician(unitWith([]));
  here.display.show(inNewLog(views.PORT_GONE));
  page = await browser().newPage({ viewport: PHONE, hasTouch: true });
  return async () => {
    await page.close();
    await here.display.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

test("the first page says what is wrong, with what to do, without a touch", async () => {
  await page.goto(here.at("technician"));
  await until(
    "the doctor has looked by himself",
    async () => (await page.locator("#doctor .fault").count()) > 0,
  );
  const faults = await page.locator(".fault strong").allInnerTexts();
  // The fault that stands, and then what the doctor found besides, each with its remedy.
  expect(faults[0]).toBe("El cable de la rueda está desenchufado.");
  expect(faults.length).toBeGreaterThan(1);
  expect(await page.locator(".fault").count()).toBe(await page.locator(".fault p:nth-of-type(1)").count());
});

test("a figure that is not usual here says so, with what is", async () => {
  await until("the weeks were read", async () => (await page.locator("#usual tbody tr").count()) > 0);
  expect(await page.locator("#usual tr.bad").first().innerText()).toMatch(
    /^de apuestas abiertas al resultado\s+⚠ 44 s\s+de 27 s a 33 s · no es habitual aquí$/,
  );
  expect(await seen(page, "#past")).toContain("Cable suelto");
});

test("an hour days back is chosen by one touch", async () => {
  const hours = page.locator(".hour.stood");
  expect(await hours.count()).toBeGreaterThanOrEqual(3);
  await hours.last().tap();
  await until("the hour is chosen", async () => (await page.locator("#past li").count()) === 1);
  expect(await seen(page, "#past li")).toMatch(/^Ruido en la línea hace 1 d .*· duró 1 h 2 min · terminó sola/);
  expect(await page.locator(".hour[aria-pressed='true']").count()).toBe(1);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  await shot(page, "technician-weeks-phone");
});

test.each([
  ["phone", PHONE],
  ["laptop", TABLET],
] as const)("it is whole on a %s, in every language", async (name, size) => {
  await page.setViewportSize(size);
  for (const language of ["es", "eu", "gl", "en"]) {
    await page.locator(`#head button[lang=${language}]`).click();
    await page.waitForSelector(`html[lang=${language}]`);
    const wrong = (await misdrawn(page, "main *")).filter((one) => !/^(?:scrolls$|outside )/.test(one));
    expect(wrong, language).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(size.width);
  }
  await shot(page, `technician-now-${name}`);
});
