import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../src/text/language.ts";
import { ALL, sampleInAll } from "../support/volume.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { clock, inNewLog, JEFE, onPage, TABLET, table, until, type Table } from "./harness.ts";
import { giveRecords, PAGE_STATES, type Desk } from "./page-states.ts";
import { violationsOf } from "./violations.ts";
import * as views from "./views.ts";

/**
 * Every page in every state, held against WCAG 2.2 AA by axe-core, and by what no program sees by itself: the language that a page says it
 * is in, its title, its focus, and its room at twice the size.
 */

const browser = browserOfFile();
let here: Table;
let page: Page;

beforeAll(async () => {
  here = await table();
  giveRecords(here);
  return () => here.display.close();
});
beforeEach(async () => {
  page = await browser().newPage({ viewport: TABLET, hasTouch: true, reducedMotion: "reduce" });
  page.setDefaultTimeout(10_000);
});
afterEach(() => page.close());

const violations = (): Promise<readonly string[]> => violationsOf(page);

test("every page that is served or printed has a row of states", () => {
  const files = ["firmware/screens/pages", "firmware/office/floor/page/web", "hw-sim/bench/web"].flatMap(
    (folder) =>
      readdirSync(new URL(`../../${folder}`, import.meta.url)).filter((name) => name.endsWith(".html")),
  );
  expect(files.filter((name) => !Object.hasOwn(PAGE_STATES, name))).toEqual([]);
});

test("what is forbidden is found", async () => {
  await page.setContent(
    '<html lang="es"><title>x</title><body><main><button></button><p style="color:#999;background:#fff">a word</p></main>',
  );
  expect((await violations()).map((one) => one.split(" ", 1)[0])).toEqual([
    "button-name",
    "color-contrast",
    "page-has-heading-one",
  ]);
});

/** What stays as it is, and why. */
const LEFT: readonly { readonly page: string; readonly rule: string; readonly why: string }[] = [
  {
    page: "the safe page",
    rule: "meta-refresh",
    why: "where nobody can press, the table must come back by itself",
  },
];
const isLeft = (name: string, violation: string): boolean =>
  LEFT.some((one) => one.page === name && violation.startsWith(one.rule));

/** In a run the first state of each page in Spanish; in `test:all` every one in every language. */
const CASES = Object.entries(PAGE_STATES).flatMap(([name, row]) => {
  if ("left" in row) return [];
  const states = ALL ? Object.entries(row) : Object.entries(row).slice(0, 1);
  const languages: readonly Language[] = ALL ? LANGUAGES : ["es"];
  return states.flatMap(([state, reach]) =>
    languages.map((language) => [name, state, language, reach] as const),
  );
});

test.each(CASES)("%s, %s, in %s: nothing that WCAG 2.2 AA forbids", async (name, _state, language, reach) => {
  await reach({ page, here, language } satisfies Desk);
  // What a page has scrolled under its own head is half a target to the checker, and none that anybody is left with.
  await page.evaluate("scrollTo(0, 0)");
  expect((await violations()).filter((one) => !isLeft(name, one))).toEqual([]);
  if (!name.endsWith(".html")) return;
  expect(await page.evaluate("document.documentElement.lang")).toBe(language);
  expect(await page.title()).toMatch(/^(?:.+ · )?tirada · \p{L}/u);
});

describe("at twice the size, which leaves 640 by 400 of 1280 by 800 points", () => {
  const read = [
    "control.html",
    "technician.html",
    "analysis.html",
    "inspector.html",
    "the offline page",
    "the safe page",
  ];
  test.each(sampleInAll(read, 2, "pages at twice the size"))("%s needs no scrolling sideways", async (name) => {
    const row = PAGE_STATES[name];
    if (row === undefined || "left" in row) throw new Error(`${name} has no states`);
    // A tablet's keys are for a tablet: it is laid out down to the width of a telephone, and not of half of one.
    const narrow = name === "control.html" ? ([390, 844] as const) : ([320, 640] as const);
    for (const reach of Object.values(row)) {
      await page.setViewportSize(TABLET);
      await reach({ page, here, language: "es" });
      for (const [width, height] of [[640, 400] as const, narrow]) {
        await page.setViewportSize({ width, height });
        await onPage(page, `innerWidth === ${width}`);
        expect(await page.evaluate("document.documentElement.scrollWidth"), String(width)).toBeLessThanOrEqual(
          width,
        );
      }
    }
  });
});

/** What has the focus, and whether it can be seen that it has. */
const focused = (): Promise<{ readonly name: string; readonly isSeen: boolean }> =>
  page.evaluate(`(() => {
    const one = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const name = one.dataset.key ?? one.dataset.name ?? one.dataset.pad ?? (one.id || one.textContent.trim());
    // Behind the last key of a page the browser itself has the focus once.
    return one === document.body ? { name: "", isSeen: true } : { name, isSeen: outlineStyle !== "none" && outlineWidth !== "0px" };
  })()`);

/** Goes on with the tabulator until this has the focus. */
async function tabTo(name: string): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press("Tab");
    const now = await focused();
    expect([now.name, now.isSeen]).toEqual([now.name, true]);
    if (now.name === name) return;
    passed.push(now.name);
  }
  throw new Error(`the tabulator never comes to ${name}; it comes to ${passed.join(", ")}`);
}

describe("the keyboard alone", () => {
  test("signs in, calls a void, leaves the dialog and gives the focus back, and signs out", async () => {
    here.display.show({ ...inNewLog(views.BALL_IN_PLAY), languages: ["es"] });
    await page.goto(here.at("control"));
    await onPage(page, "document.body.dataset.live === 'yes'");
    await tabTo(JEFE.name);
    await page.keyboard.press("Enter");
    // Digits are typed, or pressed one by one.
    const [first = "", ...rest] = JEFE.pin;
    await tabTo(first);
    await page.keyboard.press("Space");
    await page.keyboard.type(rest.join(""));
    await tabTo("Entrar");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#sign-out");
    await tabTo("void");
    await page.keyboard.press("Enter");
    await onPage(page, "document.getElementById('dialog').open");
    await page.keyboard.press("Escape");
    await onPage(page, "!document.getElementById('dialog').open");
    expect((await focused()).name).toBe("void");
    await tabTo("sign-out");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-name]");
  });

  if (ALL)
    test("reaches every key of the technician's page, and the focus outlives a new drawing", async () => {
      here.display.show({ ...inNewLog(views.BETTING), languages: ["es"] });
      await page.goto(here.at("technician"));
      await page.waitForSelector("#unit dt");
      for (const name of ["Análisis de la mesa", "Inspector", "eu", "doctor-start"]) await tabTo(name);
      here.display.show({ ...inNewLog(views.PORT_GONE), languages: ["es"] });
      await until("the page goes on", async () =>
        (await page.locator("#health").innerText()).includes("port-gone"),
      );
      await clock.sleep(100_000);
      expect((await focused()).name).toBe("doctor-start");
    });
});
