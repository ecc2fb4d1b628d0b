import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changedFiles } from "../support/changed-files.ts";
import { temporaryFolder } from "../support/folder.ts";
import {
  BUDGET_MS,
  filesLeftOut,
  loopOfRun,
  ONLY_ALL,
  onlyInAll,
  SLOW,
  slowFiles,
  withMoreInAll,
  type Loop,
} from "../support/loops.ts";
import { notedTimes, noteTime, processorTime, timeLine } from "../support/processor-time.ts";
import { overBudget } from "../support/run-reporter.ts";
import { seedOfRun } from "../support/run-seed.ts";
import { numbersOfRun, runSeed, runSeedNumber, sampleOfRun, SOAK, volume } from "../support/volume.ts";

/** The test loop itself: what a run leaves out is named, and what it samples comes from one seed. */

const ROOT = new URL("../../", import.meta.url).pathname;
const ALL_FILES = globSync("{src,drivers,firmware,hw-sim,test}/**/*.test.ts", { cwd: ROOT }).sort();

describe("files that a loop leaves out", () => {
  const named = [...SLOW, ...ONLY_ALL];

  it("are there, each name for one file or more", () => {
    expect(named.filter((glob) => globSync(glob, { cwd: ROOT }).length === 0)).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it("are less than a third of all", () => {
    expect(slowFiles().length).toBeLessThan(ALL_FILES.length / 3);
  });

  it("are run by the loop after it, and none by nobody", () => {
    const of = (loop: Loop): string[] => {
      const out = new Set(filesLeftOut(loop, []));
      return ALL_FILES.filter((file) => !out.has(file));
    };
    const [quick, run, rest, all] = [of("quick"), of("run"), of("rest"), of("all")];
    expect(quick.filter((file) => !run.includes(file))).toEqual([]);
    expect([all, of("soak")]).toEqual([ALL_FILES, ALL_FILES]);
    expect(ALL_FILES.filter((file) => !run.includes(file) && !rest.includes(file))).toEqual([]);
    expect(rest).toEqual(expect.arrayContaining([...onlyInAll(), ...withMoreInAll()]));
    expect(rest.length).toBeLessThan(ALL_FILES.length / 3);
  });

  it("are run all the same by the quick loop where the working tree changes them", () => {
    const [slow = ""] = slowFiles();
    expect(filesLeftOut("quick", [])).toContain(slow);
    expect(filesLeftOut("quick", [slow])).not.toContain(slow);
    expect(filesLeftOut("run", [])).not.toContain(slow);
  });

  it("are chosen by the environment", () => {
    const loops = [
      {},
      { TIRADA_QUICK: "1" },
      { TIRADA_ALL: "1" },
      { TIRADA_ALL: "rest" },
      { TIRADA_SOAK: "1" },
    ];
    expect(loops.map((environment) => loopOfRun(environment))).toEqual(["run", "quick", "all", "rest", "soak"]);
    expect(loopOfRun({ TIRADA_SOAK: "0", TIRADA_ALL: "" })).toBe("run");
  });
});

describe("processor time", () => {
  it("names the files over the budget that nobody has named, the dearest first", () => {
    const files = [
      { group: "worked", file: "src/a.test.ts", ms: BUDGET_MS + 100 },
      { group: "worked", file: "src/b.test.ts", ms: BUDGET_MS },
      { group: "timed", file: "src/c.test.ts", ms: 2 * BUDGET_MS },
      { group: "timed", file: "test/fault/kill.test.ts", ms: 20 * BUDGET_MS },
    ];
    expect(overBudget(files, ["test/fault/*.test.ts"])).toEqual([
      `${((2 * BUDGET_MS) / 1_000).toFixed(1)} s  src/c.test.ts`,
      `${((BUDGET_MS + 100) / 1_000).toFixed(1)} s  src/a.test.ts`,
    ]);
  });

  it("counts this process and what it waited for", () => {
    const before = processorTime();
    const busy = "const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);";
    spawnSync(process.execPath, ["-e", busy]);
    const after = processorTime();
    expect(after.children - before.children).toBeGreaterThanOrEqual(300);
    expect(after.own - before.own).toBeLessThan(300);
  });

  it("is told in one line, with the share of each group and what no group accounts for", () => {
    const times = [
      { group: "worked", file: "a", ms: 60_000 },
      { group: "browser", file: "b", ms: 30_000 },
      { group: "worked", file: "c", ms: 6_000 },
    ];
    expect(timeLine(times, 126_000, 90_000)).toBe(
      "2.1 min of processor time (worked 1.1, browser 0.5, the runner itself 0.5), 1.5 min by the clock",
    );
  });

  it("of a file is noted by the runner in the run's list", () => {
    const list = join(temporaryFolder(), "times");
    expect(notedTimes(list)).toEqual([]);
    const one = { group: "worked", file: "src/a.test.ts", ms: 120 };
    noteTime(list, one);
    noteTime(list, one);
    expect(notedTimes(list)).toEqual([one, one]);
  });
});

describe("the seed of a run", () => {
  it("is what is asked for, else the release's, and in a soak the commit's", () => {
    expect(seedOfRun({ TIRADA_SEED: "again", TIRADA_SOAK: "1" })).toBe("again");
    expect(seedOfRun({ TIRADA_SEED: "" })).toMatch(/^tirada-\d+\.\d+\.\d+$/);
    expect(seedOfRun({ TIRADA_SOAK: "1" })).toMatch(/^(?:[0-9a-f]{12,}|tirada-\d+\.\d+\.\d+)$/);
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
