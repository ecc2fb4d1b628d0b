import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { inNewLog, LANDSCAPE, onPage, seen, shot, stage, table, type Table } from "./harness.ts";
import { HELD_TURNS, inTurns } from "./screens.ts";
import * as views from "./views.ts";

/** What the display says to players of trouble, annulled numbers, interruptions and the last rounds. */

const browser = browserOfFile();
let here: Table;
let page: Page;

beforeAll(async () => {
  here = await table();
  page = await browser().newPage({ viewport: LANDSCAPE, reducedMotion: "reduce" });
  await page.addInitScript(HELD_TURNS);
  await page.goto(here.at("/"));
});
afterAll(() => here.display.close());

async function show(view: TableView, panel: string): Promise<void> {
  const fresh = inNewLog(view);
  here.display.show(fresh);
  await onPage(
    page,
    `document.getElementById("foot").textContent.includes(${JSON.stringify(`${fresh.log} ·`)})`,
  );
  await stage(page, panel);
}

test("a fault that stops nothing is a notice; a closed table stops nothing", async () => {
  const device = { ...views.PORT_GONE.device, health: "ok" } as const;
  await show({ ...views.result("32"), device }, "result");
  expect(await seen(page, "#number")).toBe("32");
  expect(await seen(page, "#trouble .main")).toBe("Aviso técnico: vale lo que anuncie el croupier");
  await show({ ...views.CLOSED, device: views.PORT_GONE.device, stopped: "device" }, "closed");
  expect(await seen(page, "#trouble .main")).toBe("Aviso técnico: vale lo que anuncie el croupier");
});

test("a number that was called void stays to be seen, struck out, and is no result", async () => {
  const annulled = { ...views.result("18").series[0]!, annulled: undefined };
  const voided = { ...views.VOID.series[0]!, annulled };
  const verdict = { ...views.VOID.verdict!, annulled } as TableView["verdict"];
  await show({ ...views.VOID, verdict, series: [voided, ...views.VOID.series.slice(1)] }, "void");
  expect(await page.locator("#number").count()).toBe(0);
  expect(await seen(page, ".annulled s")).toBe("18");
  expect(await seen(page, ".annulled-word .main")).toBe("anulado");
  expect(await page.locator(".chip").first().getAttribute("aria-label")).toBe("18, Rojo, anulado");
  expect(await page.locator(".chip-annulled .chip-mark .icon-void").count()).toBe(1);
  await shot(page, "void-annulled-landscape");
});

test("after a restart in mid-spin the table says that it is back, and which spin was cut off", async () => {
  await show({ ...views.BETTING, interrupted: 127 }, "betting");
  expect(await seen(page, ".band-words .main")).toBe("Mesa reanudada tras un corte");
  expect(await seen(page, ".band-more .main")).toBe("La tirada 127 quedó interrumpida, sin resultado");
  const interrupted = "Spin 127 was interrupted and has no result";
  expect(await inTurns(page)).toContain(interrupted);
  await shot(page, "interrupted-landscape");
  await show({ ...views.ABORTED, interrupted: 128 }, "aborted");
  expect(await page.locator(".band").count()).toBe(0);
});

test("after the notice of the last three they are counted down", async () => {
  await show({ ...views.BALL_IN_PLAY, lastRounds: 2 }, "ball-in-play");
  expect(await seen(page, ".countdown .now")).toBe("2");
  expect(await seen(page, ".countdown-words .main")).toBe("Quedan 2");
  await show({ ...views.NO_MORE_BETS, lastRounds: 1 }, "no-more-bets");
  expect(await seen(page, ".countdown-words .main")).toBe("Última");
  await show(views.BETTING, "betting");
  expect(await page.locator(".countdown").count()).toBe(0);
});

test("a reader hears each stage once: the languages that take turns are not spoken again", async () => {
  await show(views.VOID, "void");
  expect(await page.locator("#spoken").getAttribute("role")).toBe("status");
  expect(await page.locator("#spoken").textContent()).toMatch(
    /^Tirada nula\. .*La bola giró en el mismo sentido/,
  );
  await page.evaluate(
    `window.heard = 0; new MutationObserver(() => { window.heard += 1; }).observe(document.getElementById("spoken"), { childList: true, characterData: true, subtree: true })`,
  );
  const drawn = `document.getElementById("stage").firstElementChild`;
  await page.evaluate(`window.before = ${drawn}; dispatchEvent(new Event("resize"))`);
  expect(await page.evaluate(`window.before !== ${drawn}`)).toBe(true);
  expect(await page.evaluate("window.heard")).toBe(0);
  expect(await page.locator("#stage[aria-live], #trouble[role], #test[role]").count()).toBe(0);
  await show(views.UNDECIDED, "undecided");
  expect(await page.evaluate("window.heard")).toBeGreaterThan(0);
});
