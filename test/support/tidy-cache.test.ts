import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "./folder.ts";
import { cacheFolders, tidyCache } from "./tidy-cache.ts";

/** What runs leave behind for the next one has a limit. */

it("lists of times go with the process that made them; one that runs keeps its own", () => {
  const cache = temporaryFolder();
  const { times } = cacheFolders(cache);
  // No process has a number beyond the kernel's largest.
  for (const path of [times, join(cache, "times-4194305"), join(cache, "known-readings.json")])
    writeFileSync(path, "");
  // What could not be taken away whole goes with the next run.
  mkdirSync(join(cache, "gone-4194305", "v24-a"), { recursive: true });
  tidyCache(cache);
  expect(readdirSync(cache).sort()).toEqual(["compiled", "known-readings.json", `times-${process.pid}`].sort());
});

it("a cache that cannot be written is left as it is", () => {
  const cache = join(temporaryFolder(), "cache");
  writeFileSync(cache, "no folder");
  expect(() => tidyCache(cache)).not.toThrow();
});

it("what was compiled goes when it is more than may be kept, and not before", () => {
  const cache = temporaryFolder();
  const { compiled } = cacheFolders(cache);
  for (const version of ["v24-a", "v24-b"]) {
    mkdirSync(join(compiled, version), { recursive: true });
    for (const name of ["1", "2"]) writeFileSync(join(compiled, version, name), "");
  }
  tidyCache(cache, 4);
  expect(readdirSync(compiled, { recursive: true })).toHaveLength(6);
  tidyCache(cache, 3);
  expect(readdirSync(compiled)).toEqual([]);
});
