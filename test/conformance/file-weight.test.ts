import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { trackedFiles } from "../support/changed-files.ts";

/**
 * Every file of the repository is copied by whoever clones or installs it, for ever: a large one needs a reason. Photographs are
 * scaled to what their reader uses, pictures of documents are palette PNG.
 */

const ROOT = new URL("../../", import.meta.url).pathname;
/** Bytes of a tracked file that needs no reason. */
const LIMIT = 256 * 1_024;

/** Files above the limit, by path, and why each is kept as it is. */
const REASONS: Readonly<Record<string, string>> = {
  "src/dice/reading/network/weights/pips-a.bin":
    "140,000 float32 weights: the network's format, hashed by its head",
  "src/dice/reading/network/weights/pips-b.bin":
    "140,000 float32 weights: the network's format, hashed by its head",
  "src/dice/reading/network/weights/symbols.bin":
    "140,000 float32 weights: the network's format, hashed by its head",
  "src/text/languages/eu.json": "every text in Basque: one file a language, for its translator to hold",
};

/** Where no git is, everything that a repository would hold: what runs and installations leave stays out. */
const files = (): readonly string[] =>
  trackedFiles() ??
  globSync("**/*", {
    cwd: ROOT,
    exclude: ["node_modules", "coverage", "var", "**/build", "training/dice/runs"],
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));

/** Bytes of a file; null for one that is tracked and was just deleted. */
const sizeOf = (file: string): number | null =>
  statSync(join(ROOT, file), { throwIfNoEntry: false })?.size ?? null;

describe("the weight of the repository", () => {
  it("is known of all its files", () => {
    expect(files().length).toBeGreaterThan(1_000);
  });

  it(`has no file over ${LIMIT} bytes without a reason`, () => {
    const large = files().filter((file) => (sizeOf(file) ?? 0) > LIMIT && !(file in REASONS));
    expect(large).toEqual([]);
  });

  it.each(Object.keys(REASONS))("still needs the reason of %s", (file) => {
    expect(sizeOf(file)).toBeGreaterThan(LIMIT);
  });
});
