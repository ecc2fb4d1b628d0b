import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/text/language.ts";
import { pageModules, SHARED_MODULES } from "./page-modules.ts";

const WEB = new URL("./web/", import.meta.url);
const served = new Map(pageModules().map(({ path, script }) => [path, script]));

/** What a script imports, as paths from the root of the server. */
const importsOf = (path: string, script: string): string[] =>
  [...script.matchAll(/(?<!")\b(?:from|import)\s*\(?\s*"([^"\s]+)"/g)].map(([, to = ""]) =>
    to.startsWith("node:") ? to : new URL(to, `http://unit${path}`).pathname,
  );

/** The text of a module as a browser gets it; null: the server has none of that path. */
function scriptAt(path: string): string | null {
  return served.get(path)?.() ?? null;
}

/** Every path that a browser asks for, from the scripts of all pages on; those that are not served apart. */
function walk(): { readonly seen: ReadonlySet<string>; readonly missing: readonly string[] } {
  const pages = readdirSync(WEB).filter((name) => name.endsWith(".html"));
  const open = pages.flatMap((name) =>
    [...readFileSync(new URL(name, WEB), "utf8").matchAll(/<script [^>]*src="([^"]+)"/g)].map(
      ([, src = ""]) => src,
    ),
  );
  expect(open).toHaveLength(pages.length);
  const seen = new Set<string>();
  const missing: string[] = [];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const script = scriptAt(path);
    if (script === null) missing.push(path);
    else open.push(...importsOf(path, script));
  }
  return { seen, missing };
}

test("every module that a page imports is served, and no other one is", () => {
  const { seen, missing } = walk();
  expect(missing).toEqual([]);
  expect([...served.keys()].filter((path) => !seen.has(path))).toEqual([]);
  expect([...seen].filter((path) => path.startsWith("/src/")).sort()).toEqual(
    SHARED_MODULES.map((name) => `/${name}`).sort(),
  );
});

test("a module keeps its lines and columns without its types, and is stripped once", () => {
  const sources = pageModules().filter(({ path }) => !path.endsWith(".json"));
  for (const { file, script } of sources) {
    const source = readFileSync(file, "utf8");
    expect(script().split("\n").length).toBe(source.split("\n").length);
    expect(script()).toBe(script());
  }
});

test("a browser gets the texts of a language as a script that is smaller than the file", () => {
  const languages = pageModules().filter(({ path }) => path.endsWith(".json"));
  expect(languages.map(({ path }) => path)).toEqual(
    LANGUAGES.map((name) => `/src/text/languages/${name}.json`),
  );
  for (const { path, file, script } of languages) {
    const source = readFileSync(file, "utf8");
    const [, texts = ""] = /^export default (\{.*\});\n$/.exec(script()) ?? [];
    expect(JSON.parse(texts), path).toEqual(JSON.parse(source));
    expect(script().length).toBeLessThan(source.length);
  }
  for (const script of served.values()) expect(script()).not.toMatch(/import .* with \{/);
});
