import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { joinModules, type JoinedFile } from "./join.ts";
import type { PackedFile } from "./sources.ts";

/** Programs of a few modules, joined as those of a release are. */

/** Joins our modules, given by path and text; `packages`: files below `node_modules`. */
async function joined(
  own: Readonly<Record<string, string>>,
  packages: Readonly<Record<string, string>> = {},
): Promise<readonly JoinedFile[]> {
  const from = mkdtempSync(join(tmpdir(), "tirada-join-"));
  onTestFinished(() => rmSync(from, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(packages)) {
    const file = join(from, "node_modules", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const files = Object.entries(own).map(([path, text]): PackedFile => ({
    path,
    target: "app",
    mode: "0644",
    of: "tirada",
    bytes: Buffer.from(text),
  }));
  return joinModules(files, from, []);
}

const textOf = (files: readonly JoinedFile[], path: string): string =>
  Buffer.from(files.find(({ file }) => file.path === path)?.file.bytes ?? []).toString("utf8");

const PROGRAM = { "bin/a.mjs": 'await import("../src/a.js");' };

test("a program and its thread lie where their sources lie, share what both use, and find their files from there", async () => {
  const files = await joined({
    ...PROGRAM,
    "src/a.js":
      'import { at } from "./deep/b.js"; new Worker(new URL("./deep/t.js", import.meta.url)); console.log(at);',
    "src/deep/b.js": 'export const at = new URL("./b.bin", import.meta.url);',
    "src/deep/t.js": 'import { at } from "./b.js"; console.log(at);',
  });
  expect(files.map(({ file }) => file.path)).toEqual(
    expect.arrayContaining(["src/a.js", "src/deep/t.js", "joined/b.js"]),
  );
  expect(textOf(files, "joined/b.js")).toContain(
    'new URL("./b.bin", new URL("../src/deep/b.js", import.meta.url).href)',
  );
  expect(textOf(files, "src/a.js")).toContain('new Worker(new URL("./deep/t.js", import.meta.url))');
});

test("a package is in the files that name it, and none of it is asked for by name", async () => {
  const files = await joined(
    { ...PROGRAM, "src/a.js": 'import { one } from "one"; console.log(one);' },
    {
      "one/package.json": '{ "name": "one", "type": "module", "exports": "./index.js" }',
      "one/index.js": 'import two from "two"; export const one = two.word;',
      "two/package.json": '{ "name": "two", "main": "index.cjs" }',
      "two/index.cjs": 'exports.word = "both are in it";',
    },
  );
  expect(textOf(files, "src/a.js")).toContain("both are in it");
  expect(files.flatMap(({ packages }) => packages)).toEqual(["node_modules/one", "node_modules/two"]);
});

const PACKAGE = { "one/package.json": '{ "name": "one", "main": "index.js" }' };

test.each([
  ["a module that is not there", { "src/a.js": 'import "./none.js";' }, {}, /none\.js/],
  ["a package that is not there", { "src/a.js": 'import "none";' }, {}, /none/],
  [
    "a thread that is not there",
    { "src/a.js": 'new Worker(new URL("./none.js", import.meta.url));' },
    {},
    /src\/none\.js is started, and is not in the release/,
  ],
  [
    "a package that looks for files beside itself",
    { "src/a.js": 'import "one";' },
    { ...PACKAGE, "one/index.js": "console.log(__dirname);" },
    /node_modules\/one\/index\.js looks for files beside itself/,
  ],
  [
    "another copy of a package that stays whole",
    { "src/a.js": 'import "one";' },
    {
      ...PACKAGE,
      "one/index.js": 'require("pino");',
      "one/node_modules/pino/package.json": '{ "name": "pino", "main": "index.js" }',
      "one/node_modules/pino/index.js": "",
    },
    /asks for another pino than the release has/,
  ],
  [
    "a file that takes two things of one name from other files",
    {
      "src/a.js":
        'import { word } from "./b.js"; import { word as other } from "./c.js"; await import("./d.js"); console.log(word, other);',
      "src/b.js": "export function word() { return 1; }",
      "src/c.js": "export function word() { return 2; }",
      "src/d.js":
        'import { word } from "./b.js"; import { word as other } from "./c.js"; console.log(word, other);',
    },
    {},
    /would import two things named word/,
  ],
])("%s ends the build", async (_, own, packages, why) => {
  await expect(joined({ ...PROGRAM, ...own }, packages)).rejects.toThrow(why);
});
