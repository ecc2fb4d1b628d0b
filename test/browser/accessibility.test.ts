import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listPacks } from "../../firmware/table/rules/load.ts";
import { notesOf } from "../../firmware/table/rules/notes.ts";
import { playersPage, safePage } from "../../firmware/safe-page/page.ts";
import { bookletPage } from "../../src/booklet/page.ts";
import { LANGUAGES, type Language } from "../../src/text/language.ts";
import { ALL, sampleInAll } from "../support/volume.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { inNewLog, JEFE, onPage, TABLET, table, until, type Table } from "./harness.ts";
import { PAGES, type Desk } from "./page-states.ts";

/**
 * Every page in every state, held against WCAG 2.2 AA by axe-core, and by what no program sees by itself: the language that it says it is
 * in, its title, its focus, and its room at twice the size.
 */

const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Rules of axe-core beside those of the standard's levels. */
const MORE = ["label-content-name-mismatch", "page-has-heading-one", "landmark-one-main", "heading-order"];

const browser = browserOfFile();
let here: Table;
let page: Page;

beforeAll(async () => {
  here = await table();
  page = await browser().newPage({ viewport: TABLET, hasTouch: true, reducedMotion: "reduce" });
  return async () => {
    await page.close();
    await here.display.close();
  };
});

/** What is wrong with the page as it stands: rule, how grave, and the first element that breaks it. */
async function violations(of: Page): Promise<readonly string[]> {
  await of.evaluate(`window.axe === undefined && (0, eval)(${JSON.stringify(`(() => {${AXE}})()`)})`).catch(
    // The pages' own policy forbids eval: the browser's tools run the source itself.
    () => of.evaluate(AXE),
  );
  return of.evaluate<string[]>(`axe.run(document, {
    runOnly: { type: "tag", values: ${JSON.stringify(TAGS)} },
    rules: { ${MORE.map((rule) => `"${rule}": { enabled: true }`).join(", ")} },
    resultTypes: ["violations"],
  }).then(({ violations }) => violations.map(({ id, impact, nodes }) => id + " (" + impact + ", " + nodes.length + "): " + nodes[0].html.slice(0, 160)))`);
}
