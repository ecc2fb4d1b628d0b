import { readFileSync, writeFileSync } from "node:fs";
import { format } from "oxfmt";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/text/language.ts";
import { ALL, sampleOfRun } from "../support/volume.ts";
import {
  capHeights,
  FAR_MM,
  legibilityTable,
  mmOf,
  SCREENS,
  WEIGHED,
  type Fact,
  type Measured,
  type ScreenName,
} from "./legibility.ts";
import { CALLS, MOMENTS } from "./moments.ts";
import { screensOfFile } from "./screens.ts";

/** What players need is read from five metres: measured by the boxes that are really drawn, in every family, size and language. */

const { pages, show } = screensOfFile(SCREENS);
const VIEWS = Object.entries({ ...MOMENTS, ...CALLS });
const DOCUMENT = new URL("../../docs/legibility.md", import.meta.url);

async function measure(views: readonly (typeof VIEWS)[number][], mains: typeof LANGUAGES): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [view, moment] of views)
    for (const main of mains) {
      await show({ ...moment(), languages: [main, ...LANGUAGES.filter((one) => one !== main)] });
      // A run that looks at one size has one page for all of them.
      const drawn = new Map(
        Object.entries(pages)
          .toReversed()
          .map(([screen, page]) => [page, screen] as const),
      );
      for (const [page, screen] of drawn)
        measured.push({ view, language: main, screen: screen as ScreenName, caps: await capHeights(page) });
    }
  return measured;
}

/** What is smaller than it must be: a fact of a view, and its cap height in mm on a panel of 43 inches. */
const tooSmall = (measured: readonly Measured[]) =>
  measured.flatMap(({ view, language, screen, caps }) =>
    Object.entries(caps).flatMap(([fact, cap]) => {
      const least = WEIGHED[view]?.[fact as Fact] ?? FAR_MM;
      const mm = mmOf(cap, 43, SCREENS[screen]);
      return mm >= least ? [] : [`${view}, ${language}, ${screen}: ${fact} ${mm.toFixed(1)} mm, not ${least}`];
    }),
  );

/** The table between the marks of the document. */
const printedIn = (text: string): string =>
  /<!-- legibility -->\n([\s\S]*?)<!-- end -->/.exec(text)?.[1]?.trim() ?? "";

if (ALL)
  test("every fact of every view in every language is as tall as five metres ask, and the document says how tall", async () => {
    const measured = await measure(VIEWS, LANGUAGES);
    const document = readFileSync(DOCUMENT, "utf8");
    const table = legibilityTable(measured);
    const written = document.replace(
      /<!-- legibility -->\n[\s\S]*?<!-- end -->/,
      () => `<!-- legibility -->\n\n${table}\n\n<!-- end -->`,
    );
    const { code } = await format("legibility.md", written, {});
    if (process.env["TIRADA_TABLES"] === "write") writeFileSync(DOCUMENT, code);
    expect(tooSmall(measured)).toEqual([]);
    expect(printedIn(code)).toBe(printedIn(readFileSync(DOCUMENT, "utf8")));
  }, 600_000);
else
  test("facts of some views in one language are as tall as five metres ask", async () => {
    const views = sampleOfRun(VIEWS, 6, "views to be read from far away");
    expect(
      tooSmall(await measure(views, sampleOfRun(LANGUAGES, 1, "language to be read from far away"))),
    ).toEqual([]);
  });
