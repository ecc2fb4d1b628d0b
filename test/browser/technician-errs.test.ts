import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { systemClock } from "../../src/time/system-clock.ts";
import {
  actsTable,
  asked,
  BEN,
  ended,
  EVA,
  JON,
  openDo,
  signIn,
  signInAgain,
  type ActsTable,
} from "./acts-table.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { seen, shot, until } from "./harness.ts";

/** A technician who errs at the page, at three in the morning: each ends with what was, or goes on where it was. */

const browser = browserOfFile();
const WHEEL = { wheel: { device: "cammegh-ss2", path: "/dev/serial/by-id/usb-none", wait: true } };
const tableHere = (): Promise<ActsTable> => actsTable(systemClock(), WHEEL, "cl/ruleta-francesa", {});

const began = (table: ActsTable): number => table.acts().filter(({ what }) => what === "began").length;

/** Begins a change of the configuration, which waits for a second person. */
async function change(page: Page, name: string): Promise<void> {
  if ((await page.locator("#act-configuration").count()) === 0) await page.click("#begin-configure");
  await page.waitForSelector("#act-configuration");
  const text = await page.inputValue("#act-configuration");
  await page.fill("#act-configuration", text.replace(/"name": "Mesa[^"]*"/, `"name": "${name}"`));
  await page.click("#act-configuration-check");
  await page.waitForSelector("#act-second-pin");
}

const goesOn = async (page: Page): Promise<void> => {
  await page.waitForSelector("#act-give-up");
  expect(await asked(page)).toContain("Who else");
};

/** Whoever signs in while the screens start anew is told that no answer came, and signs in once more. */
async function signInAtScreensAnew(page: Page, table: ActsTable): Promise<void> {
  await openDo(page, table);
  await until(
    "somebody is signed in at the screens that were started anew",
    async () => {
      await page.fill("#act-pin", EVA.pin);
      await page.selectOption("#act-name", EVA.name);
      await page.click("#act-sign-in");
      await page.waitForSelector("#act-sign-out, .refusal");
      const isIn = (await page.locator("#act-sign-out").count()) === 1;
      if (!isIn) expect(await seen(page, ".refusal")).toContain("connection was lost");
      return isIn;
    },
    60_000,
  );
}

test(
  "an act goes on after a reload, the back button, a turned phone, a second tab and screens that start anew",
  { timeout: 240_000 },
  async () => {
    const table = await tableHere();
    const page = await signIn(browser(), table, EVA);
    await change(page, "Mesa 8");
    await page.reload();
    await signInAgain(page, EVA);
    await goesOn(page);

    await page.goto(new URL("analysis", table.now.url).href);
    await page.goBack();
    await signInAgain(page, EVA);
    await goesOn(page);

    // A PIN that is half typed stays as the phone is turned.
    await page.fill("#act-second-pin", "9876");
    await page.setViewportSize({ width: 844, height: 390 });
    await shot(page, "errs-turned");
    expect(await page.inputValue("#act-second-pin")).toBe("9876");
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(844);
    await page.setViewportSize({ width: 390, height: 844 });

    // Somebody else's page shows whose it is; a second tab of the same person leads it, too.
    const other = await signIn(browser(), table, BEN);
    await other.waitForSelector("#act");
    expect(await seen(other, "#act")).toContain(EVA.name);
    expect(await other.locator("#act-give-up, #begin-configure").count()).toBe(0);
    const tab = await signIn(browser(), table, EVA);
    await goesOn(tab);

    // The screens are started anew under it: nobody is signed in, and the act waits.
    table.now.display.restart("test");
    await page.waitForSelector("#act-sign-in", { timeout: 60_000 });
    await signInAtScreensAnew(page, table);
    await goesOn(page);
    await page.fill("#act-second-pin", JON.pin);
    await page.selectOption("#act-second-name", JON.name);
    await page.dblclick("#act-answer-0");
    expect(await ended(page)).toContain("Done");
    const answers = table.acts().filter(({ what }) => what === "answered");
    expect([began(table), answers.length]).toEqual([1, 1]);
  },
);

test(
  "wrong PINs are counted until nobody more is tried; a finger that taps twice begins once",
  { timeout: 240_000 },
  async () => {
    const table = await tableHere();
    const page = await signIn(browser(), table, EVA);
    await page.dblclick("#begin-test-device-wheel");
    await page.waitForSelector("#act .ended");
    await page.dblclick("#begin-self-test");
    await until("both are over", () => table.acts().filter(({ what }) => what === "ended").length === 2);
    expect([began(table), table.acts().filter(({ what }) => what === "refused").length]).toEqual([2, 0]);

    // The second person's PIN is guessed at: said each time, until that person is locked, and the act is given up with nothing changed.
    await change(page, "Mesa 9");
    const said: string[] = [];
    for (let guess = 0; guess < 8 && !/again in|minutes?/.test(said.at(-1) ?? ""); guess += 1) {
      await page.selectOption("#act-second-name", JON.name);
      await page.fill("#act-second-pin", `11111${guess}`);
      await page.click("#act-answer-0");
      await page.waitForSelector("#act-answer-0[aria-disabled='false']");
      await page.waitForSelector(".refusal");
      said.push(await seen(page, ".refusal"));
    }
    await shot(page, "errs-locked");
    expect(said[0]).toMatch(/PIN/);
    expect(said.at(-1)).toMatch(/wait 1 min/);
    // The right one is not tried while it is locked.
    await page.fill("#act-second-pin", JON.pin);
    await page.click("#act-answer-0");
    await page.waitForSelector("#act-answer-0[aria-disabled='false']");
    expect(await seen(page, ".refusal")).toMatch(/wait 1 min/);
    await page.click("#act-give-up");
    expect(await ended(page)).toContain("Given up");
    expect(table.of("order")).toEqual([]);
  },
);
