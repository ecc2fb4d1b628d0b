import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { TableView } from "../../src/table/view.ts";
import { sceneView, type Scene } from "./card-views.ts";
import { inNewLog, LANDSCAPE, launch, onPage, PORTRAIT, table, type Table } from "./harness.ts";

/** The table display of a card table, upright and lying, for the tests of one file. */

let browser: Browser;
let here: Table;
export const pages: Record<"landscape" | "portrait", Page> = {} as never;

/** A page of its own on a display. */
export async function open(to: Table, viewport: typeof LANDSCAPE): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(to.at("/"));
  return page;
}

beforeAll(async () => {
  browser = await launch();
  here = await table();
  pages.landscape = await open(here, LANDSCAPE);
  pages.portrait = await open(here, PORTRAIT);
});
afterAll(async () => {
  await browser.close();
  await here.display.close();
});

/** Shows a view on both pages, and gives the lying one. */
export async function show(view: TableView): Promise<Page> {
  const fresh = inNewLog(view);
  here.display.show(fresh);
  for (const page of Object.values(pages))
    await onPage(
      page,
      `document.getElementById("foot").textContent.includes(${JSON.stringify(`${fresh.log} ·`)})`,
    );
  return pages.landscape;
}
export const scene = (name: Scene): Promise<Page> => show(sceneView(name));
