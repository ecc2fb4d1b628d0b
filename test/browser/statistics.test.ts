import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import * as cardViews from "./card-views.ts";
import * as diceViews from "./dice-views.ts";
import { clock, inNewLog, launch, onPage, seen, shot, table, until, type Table } from "./harness.ts";
import { misdrawn } from "./measure.ts";
import * as views from "./views.ts";

/** The screen of statistics, with records as a journal has them. */

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

type Body = Readonly<Record<string, unknown>>;
const lineOf = (body: Body, seq: number): string =>
  JSON.stringify({ seq, at: new Date(Date.UTC(2026, 0, 1, 20, seq)).toISOString(), ...body });

async function shown(
  rulebook: string,
  view: TableView,
  bodies: readonly Body[],
  span?: string,
): Promise<{ here: Table; page: Page }> {
  const here = await table();
  const lines = bodies.map(lineOf);
  here.display.setRecall({
    words: { rules: {}, calls: {}, codes: {}, faults: {}, suertes: {}, names: {} },
    records: (from, count) => Promise.resolve(lines.slice(from, from + count)),
  });
  here.display.setPack(loadPack(rulebook).pack);
  here.display.show({ ...inNewLog(view), seq: lines.length - 1 });
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, reducedMotion: "reduce" });
  await page.goto(here.at(`screen/statistics${span === undefined ? "" : `?span=${span}`}`));
  await onPage(page, `document.body.dataset.live === "yes"`);
  return { here, page };
}

const certified = (round: number, result: Body): Body => ({
  kind: "result",
  round,
  result,
  certainty: { level: "certified" },
});

const TEXTS = "h1, h2, th, td, .count, .ranked span, .repeat, .standings li, .called, .rolls span";

describe("a roulette", () => {
  test("last numbers, hot and cold, and what has no result beside them", async () => {
    const { pack } = loadPack("cl/ruleta-americana");
    const random = randomFrom("statistics screen");
    const bodies = Array.from({ length: 120 }, (_, at): Body => {
      const round = at + 1;
      if (round === 118) return { kind: "void", round };
      if (round === 115) return { kind: "undecided", round };
      return certified(round, { pocket: round > 118 ? "17" : random.pick(pack.wheel?.pockets ?? []) });
    });
    const { here, page } = await shown("cl/ruleta-americana", views.result("17"), bodies, "100");
    const last = page.locator(".last-numbers li");
    expect(
      await last.evaluateAll((all) =>
        all.slice(0, 4).map((one) => (one as unknown as { dataset: { standing: string } }).dataset.standing),
      ),
    ).toEqual(["certified", "certified", "void", "certified"]);
    expect(await seen(page, ".standings")).toBe("100 certificados 1 nula 1 sin decidir");
    expect(await seen(page, ".repeat")).toContain("el 17, la última");
    expect(await seen(page, ".unseen")).toMatch(/^No han salido: \d+ en total$/);
    expect(await page.locator("[data-pocket]").count()).toBe(37);
    const arcs = page.locator("[data-sector]");
    expect(await arcs.allTextContents()).toEqual([
      expect.stringMatching(/^Huérfanos \d+$/),
      expect.stringMatching(/^Tercio \d+$/),
      expect.stringMatching(/^Huérfanos \d+$/),
      expect.stringMatching(/^Vecinos del cero \d+$/),
    ]);
    const counts = await arcs.evaluateAll((all) =>
      all.map((one) => Number((one as unknown as { dataset: { count: string } }).dataset.count)),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100);
    await shot(page, "statistics-roulette");
    expect(await misdrawn(page, TEXTS)).toEqual([]);
    await page.setViewportSize({ width: 1080, height: 1920 });
    await shot(page, "statistics-roulette-portrait");
    expect(await misdrawn(page, TEXTS)).toEqual([]);
    await page.close();
    await here.display.close();
  });
});

test("a span that there is none of is no lost connection", async () => {
  const here = await table();
  here.display.setRecall({
    words: { rules: {}, calls: {}, codes: {}, faults: {}, suertes: {}, names: {} },
    records: () => Promise.resolve([lineOf({ kind: "void", round: 1 }, 0)]),
  });
  here.display.setPack(loadPack("cl/ruleta-americana").pack);
  here.display.show({ ...inNewLog(views.result("17")), seq: 0 });
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(here.at("screen/statistics?span=week"));
  await onPage(page, `document.querySelector(".nothing")?.textContent === "No existe ese periodo"`);
  await page.close();
  await here.display.close();
});

describe("baccarat", () => {
  test("roads of the shoe, with the next hand's look", async () => {
    const random = randomFrom("a shoe");
    const cards = (hand: string): Body => ({
      hand,
      faces: [random.pick(["8h", "3c", "Kd"]), random.pick(["8d", "Ks"])],
    });
    const bodies: Body[] = [{ kind: "shoe", event: "loaded", round: 1 }];
    for (let round = 1; round <= 60; round++)
      bodies.push(
        round % 17 === 0
          ? { kind: "void", round }
          : certified(round, {
              results: [
                random.pick([
                  { of: "punto", is: "wins" },
                  { of: "banca", is: "wins" },
                  { of: "banca", is: "wins" },
                  { of: "punto", is: "wins" },
                  { of: "round", is: "ties" },
                ]),
              ],
              cards: [cards("punto"), cards("banca")],
              values: [
                { hand: "punto", total: 8 },
                { hand: "banca", total: 8 },
              ],
            }),
      );
    const { here, page } = await shown("cl/punto-y-banca", cardViews.sceneView("punto-y-banca-punto"), bodies);
    expect(await page.locator(".bead").count()).toBe(57);
    expect(await page.locator("[data-if] .trend:not(.trend-none)").count()).toBe(6);
    await shot(page, "statistics-baccarat");
    expect(await misdrawn(page, TEXTS)).toEqual([]);
    await page.close();
    await here.display.close();
  });
});

test("numbers that the table gives no newer ones for are said to be old, and are current again", async () => {
  const bodies = [certified(1, { pocket: "17" })];
  const { here, page } = await shown("cl/ruleta-americana", views.result("17"), bodies, "100");
  await onPage(page, "document.querySelector('.last-numbers li')");
  await page.clock.install();
  let isHung = true;
  await page.route("**/statistics?*", (route) => (isHung ? undefined : route.continue()));
  here.display.show({ ...inNewLog(views.result("17")), seq: 0 });
  await onPage(page, "document.querySelector('.last-numbers')");
  // Not at once: a page that heard no pulse of its table for 3 s shows no numbers at all.
  for (let second = 0; second < 11; second++) {
    await page.clock.runFor(1_000);
    await clock.sleep(450_000);
  }
  await until("it says so", async () => (await seen(page, "#head")).includes("Números antiguos"));
  expect(await page.locator(".last-numbers li").count()).toBe(1);
  isHung = false;
  await page.clock.runFor(11_000);
  await until("it is current", async () => !(await seen(page, "#head")).includes("Números antiguos"));
  await page.close();
  await here.display.close();
});

describe("dice", () => {
  test("sic bo: last throws, totals and faces", async () => {
    const random = randomFrom("throws");
    const bodies = Array.from({ length: 80 }, (_, at): Body => {
      const faces = [0, 0, 0].map(() => String(1 + random.below(6))).toSorted();
      const total = faces.reduce((sum, face) => sum + Number(face), 0);
      return certified(at + 1, {
        faces,
        total,
        equal: new Set(faces).size === 1 ? "triple" : "none",
        category: null,
      });
    });
    const { here, page } = await shown("es-cb/sic-bo", diceViews.sceneView("sic-bo"), bodies);
    expect(await page.locator(".last-throws li").count()).toBe(12);
    await shot(page, "statistics-sic-bo");
    expect(await misdrawn(page, TEXTS)).toEqual([]);
    await page.close();
    await here.display.close();
  });
});
