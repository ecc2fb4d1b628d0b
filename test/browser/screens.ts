import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { LANGUAGES, type Language } from "../../src/text/language.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { changedFiles } from "../support/changed-files.ts";
import { more, numbersOfRun, sampleOfRun } from "../support/volume.ts";
import {
  inNewLog,
  LANDSCAPE,
  launch,
  onPage,
  PORTRAIT,
  SECOND_SIZES,
  stage,
  table,
  type Table,
} from "./harness.ts";

/** One table on displays of several sizes, for the tests of one file. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const HD = { width: 1280, height: 720 };
/** The table display as it hangs in a casino. */
export const BOTH_WAYS = { landscape: LANDSCAPE, portrait: PORTRAIT };

export interface Screens<Name extends string> {
  readonly pages: Readonly<Record<Name, Page>>;
  readonly here: Table;
  /** A page of its own on any table's display. The caller closes it. */
  readonly open: (to: Table, size: Size) => Promise<Page>;
  /** Shows a view in a log of its own and waits until every page shows it, with this panel; the first page. */
  readonly show: (view: TableView, panel?: string) => Promise<Page>;
}

/**
 * What goes out by itself when a page hangs is an animation that runs as long as the number stands, sixty frames a second: a tenth of a
 * core for each page. It is there, and stands still; link.test.ts lets it run.
 */
const PAUSED = `{
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...words) {
    const one = animate.apply(this, words);
    one.pause();
    return one;
  };
}`;

/** The other languages of a display take their turns when a test says so ({@link inTurns}), and not by the clock. */
export const HELD_TURNS = `{
  const { setTimeout } = window;
  window.setTimeout = (act, ...words) => {
    if (act.name !== "takeTurn") return setTimeout(act, ...words);
    window.takeTurn = act;
    return 0;
  };
}`;

/** What the other languages say on a display, one after the other. */
export async function inTurns(page: Page): Promise<string> {
  let said = "";
  for (let turn = 0; turn < LANGUAGES.length - 1; turn++) {
    said += `${await page.locator("#turn").innerText()}\n`;
    await page.evaluate("takeTurn()");
  }
  return said.replaceAll(/[ \t\u00a0]*\n+[ \t]*/g, " ");
}

/** Opens the displays before the first test of the file that asks and closes them after its last. */
export function screensOfFile<Name extends string>(sizes: Readonly<Record<Name, Size>>): Screens<Name> {
  const pages = {} as Record<Name, Page>;
  const opened: { browser?: Browser; here?: Table } = {};
  const browser = (): Browser => opened.browser!;
  const open = async (to: Table, viewport: Size): Promise<Page> => {
    const page = await browser().newPage({ viewport, reducedMotion: "reduce" });
    page.on("pageerror", (error) => {
      throw error;
    });
    await page.addInitScript(PAUSED + HELD_TURNS);
    await page.goto(to.at("/"));
    return page;
  };
  beforeAll(async () => {
    opened.browser = await launch();
    opened.here = await table();
    let first: Page | undefined;
    for (const [name, size] of Object.entries<Size>(sizes)) {
      pages[name as Name] = first !== undefined && !SECOND_SIZES ? first : await open(opened.here, size);
      first ??= pages[name as Name];
    }
  });
  afterAll(async () => {
    await opened.browser?.close();
    await opened.here?.display.close();
  });
  return {
    pages,
    get here() {
      return opened.here!;
    },
    open,
    show: async (view, panel) => {
      const fresh = inNewLog(view);
      opened.here!.display.show(fresh);
      const all = [...new Set(Object.values<Page>(pages))];
      await Promise.all(all.map((page) => showsLog(page, fresh.log)));
      if (panel !== undefined) await Promise.all(all.map((page) => stage(page, panel)));
      return all[0]!;
    },
  };
}

/** Waits until the display's foot names this log. */
export function showsLog(page: Page, log: string): Promise<void> {
  return onPage(page, `document.getElementById("foot").textContent.includes(${JSON.stringify(`${log} ·`)})`);
}

/** Which panel the display shows. */
export const phase = (page: Page): Promise<string | null> => page.locator("body").getAttribute("data-phase");

/** Languages of a display's own texts: as many as there may be, the longest words, one alone. */
const DISPLAY_LANGUAGES: readonly (readonly Language[])[] = [["es", "eu", "gl", "en"], ["eu", "es"], ["gl"]];
/** Of a control page, which shows one at a time. */
const CONTROL_LANGUAGES: readonly (readonly Language[])[] = [
  ["es", "eu", "gl", "en"],
  ["eu", "es"],
];

/** In which languages this run looks at a scene on a display: in one choice of them, another with the next seed; a soak in all. */
export const displayLanguagesOfRun = (scene: string): readonly (readonly Language[])[] =>
  sampleOfRun(DISPLAY_LANGUAGES, 1, `display languages of ${scene}`);

/** The same for a control page. */
export const controlLanguagesOfRun = (scene: string): readonly (readonly Language[])[] =>
  sampleOfRun(CONTROL_LANGUAGES, 1, `control languages of ${scene}`);

const PAGES_CHANGE = changedFiles(0).some((file) => /^(?:firmware\/screens\/pages|test\/browser)\//.test(file));

/**
 * Of scenes that are only measured (everything fits, and can be read), a run looks at every eighth one, `test:all` at every second one, at the
 * others with another seed; at all of them in a soak, and where the working tree changes a page.
 */
export const scenesOfRun = <T>(scenes: readonly T[], name: string): readonly T[] =>
  numbersOfRun(scenes.length, PAGES_CHANGE ? 1 : more(8, 2), `scenes of ${name}`).map((at) => scenes[at]!);
