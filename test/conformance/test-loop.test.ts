import { globSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changedFiles } from "../support/changed-files.ts";
import { leftByV8, overBudget } from "../support/run-reporter.ts";
import { seedOfRun } from "../support/run-seed.ts";
import { BUDGET_MS, SLOW, slowFiles } from "../support/slow-files.ts";
import { numbersOfRun, runSeed, runSeedNumber, sampleOfRun, SOAK, volume } from "../support/volume.ts";

/** The test loop itself: what a run leaves out is named, and what it samples comes from one seed. */

const ROOT = new URL("../../", import.meta.url).pathname;

describe("files that are named slow", () => {
  it("are there, each name for one file or more", () => {
    expect(SLOW.filter((glob) => globSync(glob, { cwd: ROOT }).length === 0)).toEqual([]);
    expect(new Set(SLOW).size).toBe(SLOW.length);
  });

  it("are less than a third of all", () => {
    const all = globSync("{src,drivers,firmware,hw-sim,test}/**/*.test.ts", { cwd: ROOT });
    expect(slowFiles().length).toBeLessThan(all.length / 3);
  });

  it("are not told again; another one over the budget is, the slowest first", () => {
    const files = [
      { file: "src/a.test.ts", ms: BUDGET_MS + 1 },
      { file: "src/b.test.ts", ms: BUDGET_MS },
      { file: "src/c.test.ts", ms: 2 * BUDGET_MS },
      { file: "test/fault/kill.test.ts", ms: 20 * BUDGET_MS },
    ];
    expect(overBudget(files, ["test/fault/*.test.ts"])).toEqual([
      `${(2 * BUDGET_MS) / 1_000}.0 s  src/c.test.ts`,
      `${BUDGET_MS / 1_000}.0 s  src/a.test.ts`,
    ]);
  });
});

it("files are run once more where V8 ended their process, and for nothing else", () => {
  const files = ["passed", "skipped", "pending", "queued"].map((state) => ({ file: state, state }));
  expect(leftByV8(files, 1, ["SIGTRAP"])).toEqual(["pending", "queued"]);
  expect(leftByV8(files, 1, ["SIGSEGV"])).toEqual([]);
  expect(leftByV8(files, 2, ["SIGTRAP"])).toEqual([]);
  expect(leftByV8(files, 0, [])).toEqual([]);
  expect(leftByV8([...files, { file: "bad", state: "failed" }], 1, ["SIGTRAP"])).toEqual([]);
});

describe("the seed of a run", () => {
  it("is what is asked for, else one of the commit's", () => {
    expect(seedOfRun("again")).toBe("again");
    expect(seedOfRun("")).toMatch(/^(?:[0-9a-f]{12,}|tirada)$/);
    expect(runSeed("dice")).toBe(`${process.env["TIRADA_SEED"] ?? ""}/dice`);
    expect(runSeedNumber("dice")).not.toBe(runSeedNumber("cards"));
  });

  it("gives a share of the volume and of the items, and a soak all of it", () => {
    const items = Array.from({ length: 10 }, (_, at) => at);
    expect(volume(1, 10)).toBe(SOAK ? 10 : 1);
    expect(sampleOfRun(items, 3, "x")).toHaveLength(SOAK ? 10 : 3);
    expect(sampleOfRun(items, 20, "x")).toEqual(items);
    const numbers = numbersOfRun(70, 7, "x");
    expect(numbers).toHaveLength(SOAK ? 70 : 10);
    // Every bit of a byte has its turn.
    expect(new Set(numbers.map((at) => at % 8)).size).toBe(8);
    expect(Math.max(...numbers)).toBeLessThan(70);
  });
});

it("files that changed are files of the project", () => {
  for (const file of changedFiles(3)) expect(file).not.toMatch(/^(?:\/|\.\.|node_modules\/)/);
});
