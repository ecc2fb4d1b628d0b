import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isDay } from "../src/time/day.ts";
import { MADE_ON, RELEASE } from "./release.ts";

it("the program knows the day on which its version was made", () => {
  const changelog = readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8");
  const [, version, day] = /^## \[(\d+\.\d+\.\d+)\] - (\S+)$/m.exec(changelog) ?? [];
  expect(isDay(MADE_ON)).toBe(true);
  // Of a version that is not finished the section may stand there already, and no earlier day.
  expect(MADE_ON >= (day ?? "")).toBe(true);
  if (version === RELEASE) expect(MADE_ON).toBe(day);
});
