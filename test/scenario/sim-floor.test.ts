import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { simulateFloor } from "../../hw-sim/floor/run.ts";
import { FLOOR_FAULTS } from "../../hw-sim/floor/faults.ts";
import { MUST_BE_ZERO } from "../../hw-sim/floor/score.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { until } from "../support/screen-line.ts";
import { startProcess } from "../support/table-process.ts";
import { ALL, runSeed, SOAK } from "../support/volume.ts";

/** A floor of twelve tables, one of each process of which is killed, held against what its tables committed. */

test("a floor whose processes are killed has every line of every table, byte for byte, once and in order", async () => {
  const score = await simulateFloor(
    {
      tables: 12,
      seconds: 20,
      pace: 4,
      collectors: 2,
      times: 1,
      seed: runSeed("sim floor"),
      faults: ["collector-killed", "database-killed", "unit-killed"],
    },
    systemClock(),
  );
  expect(MUST_BE_ZERO.map((name) => [name, score[name]])).toEqual(MUST_BE_ZERO.map((name) => [name, 0]));
  expect(score.faults.map(({ fault }) => fault).toSorted()).toEqual([
    "collector-killed",
    "database-killed",
    "unit-killed",
  ]);
  // Every table has said something, and the page was told of all of it.
  expect(score.records).toBeGreaterThan(12 * 5);
  expect([score.answered.count, score.seen.count]).toEqual([score.records, score.records]);
}, 300_000);

test.runIf(ALL)(
  "a simulation that is killed leaves no process and no file behind",
  async () => {
    const folder = temporaryFolder();
    // The database's user passes through it.
    chmodSync(folder, 0o711);
    const sim = startProcess(["sim", "floor", "--tables", "2", "--minutes", "5", "--pace", "16"], {
      env: { TMPDIR: folder },
    });
    const processes = (): string[] =>
      readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && isOf(pid, folder));
    await until("the collectors", () => processes().length >= 4, 60_000);
    sim.child.kill("SIGKILL");
    await sim.ended;
    await until("that all of it has ended", () => processes().length === 0, 20_000);
    await until("that its files are gone", () => readdirSync(folder).length === 0, 20_000);
  },
  120_000,
);

/** Whether a process has the folder in its words. */
function isOf(pid: string, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder);
  } catch {
    // It has ended.
    return false;
  }
}

test.each([
  ["sim floor --pace 17", "--pace 17: must be a number above 0, at most 16"],
  ["sim floor --tables 1001", "--tables 1001: must be a whole number from 1 to 1000"],
  ["sim floor --faults rougher", "known: clean, default, rough"],
  ["start --floor --table roulette", "--floor is a demonstration of many tables: leave out --table"],
  ["start --floor --speed 4", "--speed 4: a floor plays at real pace; leave it out"],
])("%s is refused before anything is started", async (words, said) => {
  const { status, stdout, stderr } = await commandHere(words.split(" "));
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(said);
});

test.runIf(SOAK)(
  "500 tables for half an hour, each process killed 20 times",
  async () => {
    const score = await simulateFloor(
      {
        tables: 500,
        seconds: 1_800,
        pace: 4,
        collectors: 2,
        times: 20,
        seed: runSeed("large sim floor"),
        faults: FLOOR_FAULTS,
      },
      systemClock(),
    );
    expect(MUST_BE_ZERO.map((name) => [name, score[name]])).toEqual(MUST_BE_ZERO.map((name) => [name, 0]));
    expect(score.faults.length).toBe(20 * FLOOR_FAULTS.length);
  },
  3 * 3_600_000,
);
