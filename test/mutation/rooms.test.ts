import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { ROOMS } from "./rooms.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

it.each(Object.entries(ROOMS))("the room %s has files and tests where it says", (_, { files, tests }) => {
  for (const pattern of files)
    expect([pattern, globSync(pattern, { cwd: ROOT }).length > 0]).toEqual([pattern, true]);
  expect(
    globSync([...tests], { cwd: ROOT }).filter((file) => file.endsWith(".test.ts")).length,
  ).toBeGreaterThan(0);
});
