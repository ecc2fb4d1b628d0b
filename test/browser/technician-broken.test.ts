import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { LANGUAGES } from "../../src/text/language.ts";
import type { Text } from "../../src/text/language.ts";
import { asPattern, BROKEN_UNITS, DIRTY_SENSOR } from "../support/broken-tables.ts";
import { temporaryFolder } from "../support/folder.ts";
import { playDirtySensor } from "../support/worn-tables.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { shot, TABLET, table, until } from "./harness.ts";
import { misdrawn } from "./measure.ts";
import { unitWith } from "./technician-unit.ts";
import * as views from "./views.ts";

/**
 * Somebody is woken: twelve tables, each with something else wrong, which it finds out itself. From the console's first page the cause and its
 * remedy, word for word, in at most two touches; here it takes none. On a telephone and on a laptop, in four languages.
 */

const browser = browserOfFile();
const LOOK = new URL("../../firmware/replay/look-child.ts", import.meta.url).href;
const SIZES = { phone: { width: 390, height: 844 }, laptop: TABLET };
/** Programs of a lower priority wait long on a busy machine. */
const READ_MS = 180_000;

const words = (page: Page): Promise<string> => page.locator("#now").innerText();

async function opened(url: string): Promise<Page> {
  const page = await browser().newPage({ viewport: SIZES.phone, hasTouch: true });
  onTestFinished(() => page.close());
  await page.goto(new URL("technician?lang=es", url).href);
  await page.waitForSelector("html[lang=es]");
  return page;
}

/** Its cause and remedy stand on the first page, in every language and size, before whatever it brings about. */
async function isTold(page: Page, name: string, cause: Text, remedy: Text): Promise<void> {
  await until("the cause stands there", async () => asPattern(cause, "es").test(await words(page)), READ_MS);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const language of LANGUAGES) {
      await page.locator(`#head button[lang=${language}]`).tap();
      await page.waitForSelector(`html[lang=${language}]`);
      const read = await words(page);
      expect(read, language).toMatch(asPattern(cause, language));
      expect(read, language).toMatch(asPattern(remedy, language));
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(viewport.width);
      const wrong = (await misdrawn(page, "#now *")).filter((one) => !/^(?:scrolls$|outside )/.test(one));
      expect(wrong, language).toEqual([]);
    }
    await page.locator("#head button[lang=es]").tap();
    await page.waitForSelector("html[lang=es]");
    await shot(page, `broken-${name.replaceAll(" ", "-")}-${size}`);
    // What it is stands within the first two screens: nobody looks further at three in the morning.
    const top = await page
      .locator(".fault, .line")
      .filter({ hasText: asPattern(cause, "es") })
      .first()
      .boundingBox();
    expect(top?.y).toBeLessThan(2 * viewport.height);
  }
}

test("there are twelve", () => {
  expect(new Set(["dirty sensor", ...BROKEN_UNITS.map(({ name }) => name)]).size).toBe(12);
});

test("dirty sensor", { timeout: 2 * READ_MS }, async () => {
  const storage = temporaryFolder();
  playDirtySensor(storage, 7);
  const here = await table({ storage, look: LOOK });
  onTestFinished(() => here.display.close());
  here.display.setTechnician(unitWith([]));
  here.display.show(views.BETTING);
  await isTold(await opened(here.at("")), "dirty sensor", DIRTY_SENSOR.cause, DIRTY_SENSOR.remedy);
});

test.each(BROKEN_UNITS)("$name", { timeout: 3 * READ_MS }, async ({ name, cause, remedy, start }) => {
  const page = await opened(await start());
  await isTold(page, name, cause, remedy);
  if (name !== "swapped cable") return;
  // What follows from it comes behind it, and does not say what to do.
  const read = await words(page);
  const silent = read.search(/no habla|llega dañad/);
  expect(read.search(asPattern(cause, "es"))).toBeLessThan(silent < 0 ? Infinity : silent);
  expect(read).not.toMatch(/Compruebe que (?:está|la rueda)/);
});
