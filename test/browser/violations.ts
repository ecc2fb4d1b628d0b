import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Rules of axe-core beside those of the standard's levels. */
const MORE = ["label-content-name-mismatch", "page-has-heading-one", "landmark-one-main", "heading-order"];

/** What of WCAG 2.2 AA a page breaks as it stands: rule, how grave, how often, and the first element that breaks it. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  // The browser's tools run the source: the pages' own policy lets nobody else bring one.
  await page.evaluate(AXE);
  return page.evaluate<string[]>(`axe.run(document, {
    runOnly: { type: "tag", values: ${JSON.stringify(TAGS)} },
    rules: { ${MORE.map((rule) => `"${rule}": { enabled: true }`).join(", ")} },
    resultTypes: ["violations"],
  }).then(({ violations }) => violations.map(({ id, impact, nodes }) => id + " (" + impact + ", " + nodes.length + "): " + nodes[0].html.slice(0, 160)))`);
}
