import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OWN_PAGES } from "../../firmware/screens/server/own-pages.ts";

/** Every page is one that people find, and know what to do with. (Its states: test/browser/accessibility.test.ts.) */
const ROOT = new URL("../../", import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
interface Texts {
  readonly pages: { readonly titles: Readonly<Record<string, string>> };
}
const SCRIPTS = globSync("firmware/screens/pages/**/*.ts", { cwd: ROOT });
/** What is written for those who use a table, and not for those who write it. */
const MANUALS = globSync("docs/{*,technician/*}.md", { cwd: ROOT }).filter(
  (file) => !/\/(?:architecture|ways|walks|glossary|limits)\.md$/.test(file),
);

describe.each(Object.entries(OWN_PAGES))("/%s", (path, file) => {
  it("has a link on another page, or its address stands in the README", () => {
    const own = file.replace(".html", "");
    const linking = SCRIPTS.filter(
      (script) => !script.includes(`/${own}`) && read(script).includes(`"/${path}"`),
    );
    expect(linking.length > 0 || read("README.md").includes(`\`/${path}\``)).toBe(true);
  });

  it("has a title for its window", () => {
    const { titles } = (JSON.parse(read("src/text/languages/es.json")) as Texts).pages;
    const [, page = ""] = /<html [^>]*data-page="([^"]+)"/.exec(read(`firmware/screens/pages/${file}`)) ?? [];
    expect(titles).toHaveProperty([page]);
  });

  it("stands in a manual", () => {
    const named = new RegExp(`(?:\`|:8470)/${path}\``);
    expect(MANUALS.filter((manual) => named.test(read(manual)))).not.toEqual([]);
  });
});
