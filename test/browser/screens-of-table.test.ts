import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sceneView } from "./card-views.ts";
import { inNewLog, launch, onPage, seen, shot, stage, table, until, type Table } from "./harness.ts";
import * as views from "./views.ts";

/** The screens that show a part of the display, and several of them on one page. */

let browser: Browser;
let here: Table;
beforeAll(async () => {
  browser = await launch();
  here = await table({
    compositions: {
      hall: { grid: ["result result", "board ."], screens: {} },
    },
  });
});
afterAll(async () => {
  await browser.close();
  await here.display.close();
});

async function opened(path: string, viewport = { width: 1280, height: 720 }): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(here.at(path));
  return page;
}

const isSeen = (page: Page, selector: string): Promise<boolean> => page.locator(selector).isVisible();

describe("a part of the display", () => {
  test("the result has number, call and proof; the board the rounds and in a line what the table does", async () => {
    here.display.show(inNewLog(views.result("17")));
    const [result, board] = await Promise.all([opened("screen/result"), opened("screen/board")]);
    await Promise.all([stage(result, "result"), stage(board, "result")]);
    expect(await seen(result, "#number")).toBe("17");
    expect(await isSeen(result, ".certificate .qr")).toBe(true);
    expect(await isSeen(result, "#series")).toBe(false);
    expect(await board.locator("#number").count()).toBe(0);
    expect(await board.locator(".chip").count()).toBeGreaterThan(9);
    expect(await seen(board, ".chip.current .chip-number")).toBe("17");
    expect(await seen(board, "#stage")).toMatch(/^Resultado .*Certificado/);
    // The numbers of the board are read at five metres: 69 px of 1080.
    const px = await board.evaluate<number>(
      `parseFloat(getComputedStyle(document.querySelector(".chip-number")).fontSize)`,
    );
    expect(px).toBeGreaterThan((69 * 720) / 1080);
    await shot(board, "screen-board");
    here.display.show(inNewLog(views.BETTING));
    await stage(board, "betting");
    expect(await seen(board, "#stage")).toMatch(/^Hagan juego .*Se admiten apuestas/);
    await Promise.all([result.close(), board.close()]);
  });

  test("a seat's tablet has its own hands and the bank's, and no other seat's", async () => {
    const view = sceneView("black-jack-result");
    here.display.show(inNewLog(view));
    const page = await opened("screen/seat?seat=3", { width: 1024, height: 768 });
    await stage(page, "result");
    const hands = (await page.locator(".hand-name .main").allInnerTexts()).map((name) => name.toLowerCase());
    expect(hands.some((name) => name.includes("3"))).toBe(true);
    expect(hands.filter((name) => /plaza [^3]/.test(name))).toEqual([]);
    expect(hands.filter((name) => name.includes("banca"))).toHaveLength(1);
    await shot(page, "screen-seat");
    await page.close();
  });

  test("a name that is none shows the display", async () => {
    here.display.show(inNewLog(views.BETTING));
    const page = await browser.newPage();
    const answer = await page.goto(here.at("screen/nothing"));
    expect(answer?.status()).toBe(404);
    await stage(page, "betting");
    expect(await isSeen(page, "#series")).toBe(true);
    await page.close();
  });
});

describe("a composition", () => {
  const frames = (page: Page) => page.frames().filter((frame) => frame !== page.mainFrame());

  test("shows each screen in its area, current ones and those that lost the table", async () => {
    here.display.show(inNewLog(views.result("17")));
    const page = await opened("screen/hall");
    await onPage(page, `document.querySelectorAll("iframe").length === 2`);
    await until("both areas", async () => {
      const live = await Promise.all(
        frames(page).map((frame) => frame.locator("body").getAttribute("data-live")),
      );
      return live.every((one) => one === "yes");
    });
    const shown = await Promise.all(
      frames(page).map((frame) =>
        frame.evaluate<unknown>(`[document.body.dataset.screen, innerWidth, innerHeight]`),
      ),
    );
    expect(shown).toEqual([
      ["result", 1280, 359],
      ["board", 639, 359],
    ]);
    await shot(page, "screen-composition");
    // An area whose page did not load is asked for again.
    await page.evaluate(`document.querySelector("iframe").src = "http://127.0.0.1:1/"`);
    await until("an area that is lost", () =>
      frames(page).some((frame) => frame.url().startsWith("chrome-error")),
    );
    await until("the area again", () =>
      frames(page).every((frame) => frame.url().startsWith(here.display.url)),
    );
    await page.close();
  });

  test("may be shown by the table's own pages alone, and no page with keys may stand in one", async () => {
    const policy = async (path: string): Promise<string> =>
      (await fetch(here.at(path))).headers.get("content-security-policy") ?? "";
    for (const path of ["", "screen/board", "screen/statistics"])
      expect(await policy(path)).toContain("frame-ancestors 'self'");
    for (const path of ["control", "technician", "inspector", "screen/hall"])
      expect(await policy(path)).toContain("frame-ancestors 'none'");
    expect(await policy("screen/hall")).toContain("frame-src 'self'");
    expect((await fetch(here.at("composition/nothing"))).status).toBe(404);
    expect((await fetch(here.at("screen/__proto__"))).status).toBe(404);
  });
});
