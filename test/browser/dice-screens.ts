import type { Browser, Page } from "playwright-core";
import type { DiceResultView } from "../../src/table/dice/view-types.ts";
import type { TableView } from "../../src/table/view.ts";
import { sceneView, type Scene } from "./dice-views.ts";
import { inNewLog, LANDSCAPE, launch, onPage, PORTRAIT, table, type Table } from "./harness.ts";

/** One dice table on table displays of every size that is looked at. */

export const HD = { width: 1280, height: 720 };

export interface Screens {
  readonly browser: Browser;
  readonly here: Table;
  readonly pages: Readonly<Record<"landscape" | "hd" | "portrait", Page>>;
  /** Shows a view in a log of its own and waits until every page shows it; the large landscape page. */
  show(view: TableView): Promise<Page>;
  scene(name: Scene): Promise<Page>;
  close(): Promise<void>;
}

export async function openDisplay(browser: Browser, to: Table, viewport: typeof HD): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(to.at("/"));
  return page;
}

export async function screens(): Promise<Screens> {
  const browser = await launch();
  const here = await table();
  const pages = {
    landscape: await openDisplay(browser, here, LANDSCAPE),
    hd: await openDisplay(browser, here, HD),
    portrait: await openDisplay(browser, here, PORTRAIT),
  };
  const show = async (view: TableView): Promise<Page> => {
    const fresh = inNewLog(view);
    here.display.show(fresh);
    const foot = JSON.stringify(`${fresh.log} ·`);
    for (const page of Object.values(pages))
      await onPage(page, `document.getElementById("foot").textContent.includes(${foot})`);
    return pages.landscape;
  };
  return {
    browser,
    here,
    pages,
    show,
    scene: (name) => show(sceneView(name)),
    close: async () => {
      await browser.close();
      await here.display.close();
    },
  };
}

export const phase = (page: Page): Promise<string | null> => page.locator("body").getAttribute("data-phase");

/** The verdict of a scene with something of it changed, as a broken unit might send it. */
export function broken(name: Scene, change: Partial<Record<keyof DiceResultView, unknown>>): TableView {
  const view = sceneView(name);
  return { ...view, verdict: { ...view.verdict, ...change } as unknown as TableView["verdict"] };
}
