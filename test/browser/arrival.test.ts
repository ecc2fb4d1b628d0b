import { expect, test } from "vitest";
import type { ScreenChoices, TableView } from "../../src/table/kernel/view/view.ts";
import { LANDSCAPE, clock, seen, until } from "./harness.ts";
import { inTurns, screensOfFile } from "./screens.ts";
import * as views from "./views.ts";

/** How what is new comes to the players: calmly, in the languages of the house, and counted down where the house does. */

/** Counts the tones of a page. */
const HEARD = `{
  window.heard = 0;
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function () {
    window.heard += 1;
    return createOscillator.call(this);
  };
}`;

const on = screensOfFile({ landscape: LANDSCAPE });
const chosen = (view: TableView, screens: ScreenChoices): TableView => ({ ...view, screens });
const arrives = (): Promise<boolean> =>
  on.pages.landscape.evaluate<boolean>(`"arrives" in document.getElementById("stage").dataset`);
const motion = (selector: string): Promise<string> =>
  on.pages.landscape.evaluate<string>(`getComputedStyle(document.querySelector("${selector}")).animationName`);

test("a result arrives once, and moves only where people and house let it", async () => {
  await on.show(views.BETTING, "betting");
  await on.show(views.result("32"), "result");
  expect(await arrives()).toBe(true);
  expect(await motion("#stage > .panel")).toBe("none");
  await on.pages.landscape.emulateMedia({ reducedMotion: "no-preference" });
  expect(await motion("#stage > .panel")).toBe("arrive");
  expect(await motion(".turn-words")).toBe("turn");
  await on.show(chosen(views.result("32"), { motion: "none" }), "result");
  expect(await motion("#stage > .panel")).toBe("none");
  expect(await motion(".turn-words")).toBe("none");
  await on.pages.landscape.emulateMedia({ reducedMotion: "reduce" });
  await on.show(views.BETTING, "betting");
  expect(await arrives()).toBe(false);
});

test("the house chooses which languages take turns", async () => {
  const page = await on.show(views.NO_MORE_BETS, "no-more-bets");
  const all = await inTurns(page);
  for (const words of ["Besterik ez", "Non vai máis", "No more bets"]) expect(all).toContain(words);
  const english = { languages: ["en"], seconds: 6 } as const;
  await on.show(chosen(views.NO_MORE_BETS, { turns: english }), "no-more-bets");
  const one = await inTurns(page);
  expect(one).toContain("No more bets");
  expect(one).not.toContain("Besterik ez");
  await on.show(chosen(views.NO_MORE_BETS, { turns: { ...english, languages: [] } }), "no-more-bets");
  expect(await page.locator("#turn").isVisible()).toBe(false);
});

test("the house's countdown is told by the unit's clock, says whose it is, and closes nothing", async () => {
  const from = new Date(clock.wall() - 20_000).toISOString();
  const page = await on.show({ ...views.BETTING, countdown: { seconds: 600, from } }, "betting");
  expect(await seen(page, ".house-countdown")).toContain("Cuenta atrás de la casa");
  await until("a pulse", async () => /^Cierre en 5(80|7\d)$/.test(await seen(page, ".house-countdown-left")));
  const before = await seen(page, ".house-countdown-left");
  await until("another second", async () => (await seen(page, ".house-countdown-left")) !== before);
  await on.show({ ...views.BETTING, countdown: { seconds: 10, from } }, "betting");
  await until("its end", async () => (await seen(page, ".house-countdown-left")) === "Cierre en 0");
  expect(await seen(page, ".bets")).toContain("Se admiten apuestas");
  await on.show(views.NO_MORE_BETS, "no-more-bets");
  expect(await page.locator(".house-countdown").count()).toBe(0);
});

test("the control page counts down too, and sounds only where the house wants it and somebody has touched it", async () => {
  const page = await on.open(on.here, LANDSCAPE);
  await page.addInitScript(HEARD);
  const from = new Date(clock.wall()).toISOString();
  const task = { ...views.VOID.tasks[0]!, id: "another" };
  const view = { ...views.BETTING, log: "sounds", countdown: { seconds: 600, from } };
  const show = (change: Partial<TableView>, seq: number): void =>
    on.here.display.show({ ...view, seq, ...change });
  show({}, 1);
  await page.goto(on.here.at("/control"));
  await until("the countdown", async () => /^Cierre en \d+$/.test(await seen(page, ".house-countdown-left")));
  const heard = (): Promise<number> => page.evaluate<number>("window.heard");
  await page.mouse.click(3, 3);
  show({ tasks: [task] }, 2);
  await until("the task", async () => /rueda/.test(await seen(page, "#tasks")));
  expect(await heard()).toBe(0);
  show({ screens: { staffSounds: true } }, 3);
  await until("no task", async () => !/rueda/.test(await seen(page, "#tasks")));
  show({ screens: { staffSounds: true }, tasks: [task] }, 4);
  await until("two tones", async () => (await heard()) === 2);
  await page.close();
});
