import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../firmware/journal/store/open-store.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { table as signer, testLine } from "../../src/record/vector.fixture.ts";
import { wheelPack } from "../../src/rules/pack.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { SCREENSHOTS, seen, shot, TABLET, table, until, type Table } from "./harness.ts";
import { JournalError } from "../../firmware/files/errors.ts";
import { misdrawn } from "./measure.ts";
import * as views from "./views.ts";
import { sampleInAll } from "../support/volume.ts";

/** The page of the analysis, over a journal on the disk that another process reads. */

const browser = browserOfFile();
const MODULE = new URL("../../firmware/replay/analyse-child.ts", import.meta.url).href;
let here: Table;
let storage: string;
let page: Page;
/** What the browser complained of. */
const said: string[] = [];

/** Spins of a wheel that favours one pocket, and what else a table records. */
function writeJournal(folder: string): void {
  const store = openStore({ path: join(folder, "journal.db"), signer, maxPages: null });
  const { pockets } = wheelPack(loadPack("cl/ruleta-francesa").pack).wheel;
  const random = randomFrom("page of the analysis");
  const common = { dev: "cammegh-ss2", rulebook: "cl/ruleta-francesa@2023-03" };
  const commit = (fields: object): void => {
    store.commit(testLine(store.head, { ...common, at: "2026-03-01T20:00:00.000Z", ...fields }));
  };
  for (let round = 1; round <= 700; round++) {
    const pocket = random.oneIn(6) ? "17" : random.pick(pockets);
    commit({
      kind: "result",
      round,
      result: { pocket, suertes: [] },
      certainty: { level: "certified", because: [] },
    });
  }
  for (const [round, calledBy] of [
    [1, "machine"],
    [2, { name: "Leo", role: "jefe-de-mesa" }],
  ] as const)
    commit({ kind: "void", round, reasons: [{ rule: "ball-left-cylinder", cite: "II.1.6" }], calledBy });
  commit({ kind: "undecided", round: 3, because: ["device-silent"], seen: {} });
  commit({ kind: "fault", device: "wheel", code: "launch-failed", round: 4, detail: { cause: "weak-launch" } });
  store.fail(new JournalError("closed", "it is written"));
}

beforeAll(async () => {
  storage = mkdtempSync(join(tmpdir(), "tirada-analysis-"));
  writeJournal(storage);
  here = await table({ storage, analysis: MODULE });
  here.display.show({ ...views.BETTING, languages: [...LANGUAGES] });
  page = await browser().newPage({ viewport: TABLET });
  page.on("pageerror", (error) => {
    throw error;
  });
  page.on("console", (message) => said.push(message.text()));
  await page.goto(here.at("analysis"));
  await page.waitForSelector("#start:enabled");
});
afterAll(async () => {
  await here.display.close();
  rmSync(storage, { recursive: true, force: true });
});

const data = async (): Promise<{ state: string; at: string }> =>
  (await (await fetch(here.at("analysis/data"))).json()) as { state: string; at: string };

test("nothing is calculated before this unit's own page asks, and then one at a time", async () => {
  const post = async (origin: string): Promise<Response> =>
    fetch(here.at("analysis/start"), { method: "POST", headers: { origin } });
  expect((await post("http://elsewhere.example")).status).toBe(403);
  expect(await data()).toMatchObject({ state: "none", at: null });
  expect(await seen(page, "#state")).toContain("Todavía no se ha calculado nada.");
  await page.click("#start");
  await until("it is begun", async () => (await data()).state !== "none");
  const { at } = await data();
  const again = (await (await post(new URL(here.display.url).origin)).json()) as { at: string };
  expect(again.at).toBe(at);
  await page.waitForSelector("section[data-section=numbers]", { timeout: 60_000 });
  // The next one has to wait.
  expect(((await (await post(new URL(here.display.url).origin)).json()) as { at: string }).at).toBe(at);
});

test("charts, tests and tables are there, and keep to the policy of the pages", async () => {
  for (const id of ["numbers", "sectors"])
    expect(await page.locator(`section[data-section=${id}] canvas`).count()).toBe(1);
  expect(await seen(page, "section[data-section=numbers] .chi")).toContain("apenas posible por azar");
  await page.click("section[data-section=numbers] summary");
  expect(await page.locator("section[data-section=numbers] tr.outside").allInnerTexts()).toEqual([
    expect.stringMatching(/^17\s/),
  ]);
  expect(await seen(page, "section[data-section=voids]")).toContain("ball-left-cylinder II.1.6 1 1");
  expect(await seen(page, "section[data-section=deflectors]")).toContain("no lo observa");
  expect(said.filter((text) => /policy|refused/i.test(text))).toEqual([]);
  await shot(page, "analysis");
});

test.each(sampleInAll(LANGUAGES, 1, "languages of the analysis"))(
  "in %s it fits a computer and a telephone",
  async (language) => {
    await page.click(`button[lang=${language}]`);
    await page.waitForSelector(`html[lang=${language}]`);
    for (const [name, viewport] of [
      ["", TABLET],
      ["-phone", { width: 390, height: 844 }],
    ] as const) {
      await page.setViewportSize(viewport);
      await until("the page is as wide as the screen", () =>
        page.evaluate<boolean>(`document.documentElement.scrollWidth <= ${viewport.width}`),
      );
      expect((await misdrawn(page, "none")).filter((one) => one !== "scrolls")).toEqual([]);
      if (process.env["TIRADA_PICTURES"] === "1")
        await page.screenshot({ path: `${SCREENSHOTS}analysis${name}-${language}.png`, fullPage: true });
    }
  },
);
