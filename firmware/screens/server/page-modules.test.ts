import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "rolldown/utils";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../../src/text/language.ts";
import { modulesApart, pageModules, pageScripts, SHARED_MODULES } from "./page-modules.ts";

const WEB = new URL("../pages/", import.meta.url);
const apart = new Map(modulesApart().map(({ path, script }) => [path, script]));
const PAGES = readdirSync(WEB).filter((name) => name.endsWith(".html"));

/** What a script imports, as paths from the root of the server. */
const importsOf = (path: string, script: string): string[] =>
  [...script.matchAll(/(?<!["-])\b(?:from|import)\s*\(?\s*"([^"\s]+)"/g)].map(([, to = ""]) =>
    to.startsWith("node:") ? to : new URL(to, `http://unit${path}`).pathname,
  );

/** Every path that a browser asks for, from the scripts of all pages on; those that are not served apart. */
function walk(): { readonly seen: ReadonlySet<string>; readonly missing: readonly string[] } {
  const open = PAGES.flatMap(pageScripts);
  expect(open).toHaveLength(PAGES.length);
  const seen = new Set<string>();
  const missing: string[] = [];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const script = apart.get(path)?.();
    if (script === undefined) missing.push(path);
    else open.push(...importsOf(path, script));
  }
  return { seen, missing };
}

test("every module that a page imports is served, and no other one is", () => {
  const { seen, missing } = walk();
  expect(missing).toEqual([]);
  expect([...apart.keys()].filter((path) => !seen.has(path))).toEqual([]);
  expect([...seen].filter((path) => path.startsWith("/src/")).sort()).toEqual(
    SHARED_MODULES.map((name) => `/${name}`).sort(),
  );
});

/** What each module exports, as a parser reads it. */
const exported = new Map(
  [...apart].map(([path, script]) => {
    const { module } = parseSync(`${path}.js`, script());
    const names = module.staticExports.flatMap(({ entries }) =>
      entries.map(({ exportName: { name } }) => name ?? "default"),
    );
    return [path, names.sort()];
  }),
);

/** What the function of a joined module gives to those that import it. */
const namesGiven = (script: string): readonly string[] =>
  (/^return \{ (.*) \};\n\}\)\(\);$/m.exec(script)?.[1] ?? "")
    .split(", ")
    .map((name) => name.replace(/:.*/, ""))
    .filter((name) => name !== "")
    .sort();

test("the script of a page is joined with all that it imports and asks for nothing; the others are served apart", () => {
  const scripts = PAGES.flatMap(pageScripts);
  for (const { path, script } of pageModules()) {
    expect(script()).toBe(script());
    if (!scripts.includes(path)) expect(script(), path).toBe(apart.get(path)?.());
    else {
      const { errors, module } = parseSync(`${path}.js`, script());
      expect([errors, module.staticImports, module.dynamicImports, module.staticExports], path).toEqual([
        [],
        [],
        [],
        [],
      ]);
      for (const [, at = "", inner = ""] of script().matchAll(
        /^\/\/ (\/\S+)\n(const module\d+ = [\s\S]*?^\}\)\(\);$)/gm,
      ))
        expect(namesGiven(inner), at).toEqual(exported.get(at));
    }
  }
});

test("a module keeps its lines and columns without its types, and is stripped once", () => {
  const sources = modulesApart().filter(({ path }) => !path.endsWith(".json"));
  for (const { file, script } of sources) {
    const source = readFileSync(file, "utf8");
    expect(script().split("\n").length).toBe(source.split("\n").length);
    expect(script()).toBe(script());
  }
});

test("a browser gets the texts of a language as a script that is smaller than the file", () => {
  const languages = modulesApart().filter(({ path }) => path.endsWith(".json"));
  expect(languages.map(({ path }) => path)).toEqual(
    LANGUAGES.map((name) => `/src/text/languages/${name}.json`),
  );
  for (const { path, file, script } of languages) {
    const source = readFileSync(file, "utf8");
    const [, text = ""] = /^export default JSON\.parse\((".*")\);\n$/.exec(script()) ?? [];
    expect(JSON.parse(JSON.parse(text) as string), path).toEqual(JSON.parse(source));
    expect(script().length).toBeLessThan(source.length);
  }
  for (const script of apart.values()) expect(script()).not.toMatch(/import .* with \{/);
});
