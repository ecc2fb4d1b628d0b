import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createSafeServer, listenAt } from "../../firmware/safe-page/server.ts";
import type { ToScreen } from "../../src/table/kernel/view/view.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { clock, LANDSCAPE, onPage, seen, shot, stage, stoppableClock, table, until } from "./harness.ts";
import * as views from "./views.ts";

const browser = browserOfFile();

const newPage = (): Promise<Page> => browser().newPage({ viewport: LANDSCAPE });

test("where the page of a table out of order takes the table's place, the screen shows it, and then the table again", async () => {
  const first = await table();
  const port = Number(new URL(first.display.url).port);
  const page = await newPage();
  first.display.show(views.result("32"));
  await page.goto(first.at("/"));
  await stage(page, "result");
  await first.display.close();
  const words = { at: "2026-01-01T03:00:00.000Z", status: 4, why: "the disk is gone" };
  const end = { result: "exit-code", status: "4" };
  const server = createSafeServer(() => ({ end, words, service: "tirada", config: "table.yaml", dress: null }));
  expect(await listenAt(server, { host: "127.0.0.1", port })).toBe(port);
  await onPage(page, 'document.body.textContent.includes("Mesa fuera de servicio")', 15_000);
  // Players read whose word counts, at five metres and on one screen; the reason is on the pages of the house.
  expect(await seen(page, "section:first-child")).toBe(
    "Mesa fuera de servicio Vale lo que anuncie el croupier.",
  );
  expect(await page.evaluate("document.body.textContent.includes('the disk is gone')")).toBe(false);
  expect(
    await page.evaluate(
      "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth",
    ),
  ).toBe(true);
  await shot(page, "safe-page-landscape");
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const second = await table({ port });
  second.display.show({ ...views.result("17"), seq: 1400, round: 140 });
  await onPage(page, 'document.querySelector("#number")?.textContent === "17"', 30_000);
  await page.close();
});

test("the server goes away: within 4 s the number is gone; back again, the newest view stands", async () => {
  const first = await table();
  const port = Number(new URL(first.display.url).port);
  const page = await newPage();
  first.display.show(views.result("32"));
  await page.goto(first.at("/"));
  await stage(page, "result");
  await first.display.close();
  await clock.sleep(4_000_000);
  expect(await page.locator("#number").count()).toBe(0);
  expect(await seen(page, "#stage")).toContain("DESCONECTADO");
  expect(await seen(page, "#stage")).not.toMatch(/32/);
  expect(await page.locator(".round").isVisible()).toBe(false);
  await shot(page, "disconnected-landscape");

  const second = await table({ port });
  second.display.show({ ...views.result("17"), seq: 1400, round: 140 });
  await onPage(page, 'document.querySelector("#number")?.textContent === "17"', 15_000);
  await page.close();
  await second.display.close();
});

test("the main thread hangs with the line still open: no pulse, and the number is gone", async () => {
  const held = stoppableClock();
  const here = await table({ clock: held });
  const page = await newPage();
  here.display.show(views.result("32"));
  await page.goto(here.at("/"));
  await stage(page, "result");
  // While the main thread lives the number stays for longer than the three seconds.
  await clock.sleep(4_500_000);
  expect(await seen(page, "#number")).toBe("32");
  held.stopped = true;
  await stage(page, "disconnected");
  const health = await fetch(here.at("health"));
  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({ ok: false, why: "the main thread gives no sign of life" });
  // A page that comes now catches up, but what it gets is not current.
  const late = await newPage();
  await late.goto(here.at("/"));
  await onPage(late, 'document.getElementById("foot").textContent.includes("1287")');
  expect(await late.locator("#number").count()).toBe(0);
  held.stopped = false;
  await stage(page, "result");
  await stage(late, "result");
  await page.close();
  await late.close();
  await here.display.close();
});

test("an older view never takes the place of a newer one, whoever sends it", async () => {
  const here = await table();
  const page = await newPage();
  let inject: (message: ToScreen) => void = () => undefined;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => socket.send(message));
    inject = (message) => socket.send(JSON.stringify(message));
  });
  here.display.show(views.result("32"));
  await page.goto(here.at("/"));
  await stage(page, "result");
  inject({ type: "view", view: { ...views.result("5"), seq: 1286 } });
  await clock.sleep(300_000);
  expect(await seen(page, "#number")).toBe("32");
  inject({ type: "view", view: { ...views.result("7"), seq: 1288 } });
  await onPage(page, 'document.querySelector("#number")?.textContent === "7"');
  // Now the screen shows what the table does not speak of: the pulses are of another view, so it may not stand.
  await stage(page, "disconnected");
  // The server keeps the same order.
  here.display.show({ ...views.result("9"), seq: 1200 });
  await until("the old view is counted", async () => {
    const { counters } = (await (await fetch(here.at("health"))).json()) as {
      counters: { viewsRefusedAsOld: number };
    };
    return counters.viewsRefusedAsOld === 1;
  });
  await page.close();
  await here.display.close();
});

test("a new connection gets the current view at once, and then each new one", async () => {
  const here = await table();
  here.display.show(views.BETTING);
  here.display.show(views.NO_MORE_BETS);
  const page = await newPage();
  await page.goto(here.at("/"));
  await stage(page, "no-more-bets");
  for (const view of [
    views.result("32"),
    { ...views.VOID, seq: 1290 },
    { ...views.BETTING, seq: 1291, round: 129 },
  ]) {
    here.display.show(view);
    await stage(page, view.phase);
  }
  await page.close();
  await here.display.close();
});

test("the number is wound up by each pulse and goes out by itself without", async () => {
  const here = await table();
  here.display.show(views.result("32"));
  const page = await newPage();
  await page.goto(here.at("/"));
  await stage(page, "result");
  await clock.sleep(2_500_000);
  const read = () =>
    page.evaluate<{ at: number; ends: number; last: string }[]>(`
    document.getElementById("number").getAnimations().map((each) => ({
      at: each.currentTime,
      ends: each.effect.getComputedTiming().endTime,
      last: each.effect.getKeyframes().at(-1).opacity,
    }))`);
  let [animation] = await read();
  await until("it was wound up again", async () => {
    [animation] = await read();
    return (animation?.at ?? Infinity) < 2_000;
  });
  expect(animation!.ends).toBeLessThanOrEqual(5_000);
  expect(animation!.last).toBe("0");
  // Nobody winds it up any more, as when the page's code hangs.
  const opacity = await page.evaluate<string>(`(() => {
    const number = document.getElementById("number");
    number.getAnimations()[0].finish();
    return getComputedStyle(number).opacity;
  })()`);
  expect(opacity).toBe("0");
  await page.close();
  await here.display.close();
});
