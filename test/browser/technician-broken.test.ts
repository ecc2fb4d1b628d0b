import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { LANGUAGES } from "../../src/text/language.ts";
import { asPattern, brokenTables, type BrokenTable } from "../support/broken-tables.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { inNewLog, shot, TABLET, table, until } from "./harness.ts";
import { misdrawn } from "./measure.ts";
import { unitWith } from "./technician-unit.ts";
import * as views from "./views.ts";

/**
 * Somebody is woken: twelve tables, each with something else wrong. From the console's first page the cause and its remedy, word for word, in at
 * most two touches; here it takes none. On a telephone and on a laptop, in four languages.
 */

const browser = browserOfFile();
const DOCTOR = new URL("../support/broken-doctor.ts", import.meta.url).href;
const LOOK = new URL("../support/broken-look.ts", import.meta.url).href;
const SIZES = { phone: { width: 390, height: 844 }, laptop: TABLET };
/** Programs of the lowest priority wait long on a busy machine. */
const READ_MS = 120_000;

const words = (page: Page): Promise<string> => page.locator("#now").innerText();

async function pageOf(broken: BrokenTable): Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), "tirada-broken-"));
  const told = { format: "tirada-inside/1", at: "2026-11-29T03:00:00.000Z", spins: [], hints: broken.hints };
  writeFileSync(join(folder, "told.json"), JSON.stringify(told));
  const doctor = { module: DOCTOR, input: JSON.stringify(broken.looked) };
  const here = await table({ storage: folder, look: LOOK, doctor });
  here.display.setTechnician(unitWith([]));
  const { health, faults } = broken;
  here.display.show({ ...inNewLog(views.BETTING), device: { health, faults } });
  const page = await browser().newPage({ viewport: SIZES.phone, hasTouch: true });
  onTestFinished(async () => {
    await page.close();
    await here.display.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await page.goto(here.at("technician"));
  return page;
}

const TABLES = brokenTables();

test("there are twelve", () => {
  expect(new Set(TABLES.map(({ name }) => name)).size).toBe(12);
});

test.each(TABLES)("$name", { timeout: 2 * READ_MS }, async (broken) => {
  const page = await pageOf(broken);
  await page.waitForSelector("html[lang=es]");
  const { cause, remedy } = broken;
  await until("the cause stands there", async () => asPattern(cause, "es").test(await words(page)), READ_MS);
  for (const [name, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    for (const language of LANGUAGES) {
      await page.locator(`#head button[lang=${language}]`).tap();
      await page.waitForSelector(`html[lang=${language}]`);
      const read = await words(page);
      expect(read, language).toMatch(asPattern(cause, language));
      expect(read, language).toMatch(asPattern(remedy, language));
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(size.width);
      const wrong = (await misdrawn(page, "#now *")).filter((one) => !/^(?:scrolls$|outside )/.test(one));
      expect(wrong, language).toEqual([]);
    }
    await page.locator("#head button[lang=es]").tap();
    await page.waitForSelector("html[lang=es]");
    await shot(page, `broken-${broken.name.replaceAll(" ", "-")}-${name}`);
    // What it is stands within the first two screens: nobody looks further at three in the morning.
    const top = await page
      .locator(".fault, .line")
      .filter({ hasText: asPattern(cause, "es") })
      .first()
      .boundingBox();
    expect(top?.y).toBeLessThan(2 * size.height);
  }
});
