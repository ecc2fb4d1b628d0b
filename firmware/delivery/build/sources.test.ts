import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ownFiles } from "./sources.ts";

test("of every file below src, drivers and firmware it is known whether it belongs into a release, and what modules ask for is in it", () => {
  const files = ownFiles(fileURLToPath(new URL("../../../", import.meta.url)), "1.0.0", "linux-x64");
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["src/rules/zones.json", "bin/tirada.mjs"]),
  );
});
