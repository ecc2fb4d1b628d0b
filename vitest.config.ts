import { globSync, mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { changedFiles } from "./test/support/changed-files.ts";
import { seedOfRun } from "./test/support/run-seed.ts";
import SlowestFirst from "./test/support/slowest-first.ts";
import { slowFiles } from "./test/support/slow-files.ts";

/** Tests of real processes and devices that are killed, starved or counted against the real clock: one after the other, alone. */
const TIMED = ["test/fault/{device,kill,panel}.test.ts"];
/** Tests that mostly wait for the real clock or for another process: one more of them at a time than there are cores. */
const WAITING = [
  "test/scenario/{card-demo,card-table,dice-demo,sensors-demo,emulated-board,emulated-spins,wheel-board,panel,unit}.test.ts",
  "test/fault/{hidden-cards-unit,network,storage}.test.ts",
  "drivers/{transport,dice/camera,dice/mqtt}/**/*.test.ts",
  "firmware/{demo/camera,dice,display,unit}/**/*.test.ts",
];
/** Pages in a real browser, which all files share. */
const BROWSER = ["test/browser/**/*.test.ts"];
/** Tests that have no process, thread, mock or state outside their own file: the files share a process and what it loaded. */
const PURE = [
  "{src,hw-sim}/**/*.test.ts",
  "drivers/{dice,panel,shoe,wheel}/**/*.test.ts",
  "test/property/**/*.test.ts",
];
const NOT_PURE = [
  "hw-sim/pty.test.ts",
  "hw-sim/{boards,shoe}/**/*.test.ts",
  "drivers/panel/**/*.test.ts",
  ...WAITING,
];

const CORES = availableParallelism();
/** `npm run test:quick`: no file that is known to be slow, unless it is what changes. */
const QUICK = process.env["TIRADA_QUICK"] === "1";
const CHANGED = QUICK ? changedFiles(0) : [];
const LEFT_OUT = QUICK ? slowFiles().filter((file) => !CHANGED.includes(file)) : [];
const NEVER = ["node_modules/**", "var/**", ...LEFT_OUT];

/** What a process or thread of a test compiles is kept for the next one: half of a command's start is reading its sources. */
const COMPILED = fileURLToPath(new URL("node_modules/.cache/tirada/compiled", import.meta.url));
mkdirSync(COMPILED, { recursive: true });

/** Groups of files; one group runs after the other. */
const GROUPS = [
  { name: "pure", include: PURE, exclude: NOT_PURE, maxWorkers: CORES, isolate: false },
  { name: "worked", include: ["**/*.test.ts"], exclude: [...WAITING, ...TIMED, ...BROWSER], maxWorkers: CORES },
  { name: "browser", include: BROWSER, maxWorkers: CORES + 1, globalSetup: "./test/browser/browser-server.ts" },
  { name: "waiting", include: WAITING, maxWorkers: CORES + 1 },
  { name: "timed", include: TIMED, maxWorkers: 1 },
];
/** What is pure is not among the rest. */
const PURE_FILES = globSync(PURE, { cwd: import.meta.dirname }).filter(
  (file) => !NOT_PURE.some((glob) => matchesGlob(file, glob)),
);

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    reporters: ["default", "./test/support/run-reporter.ts"],
    env: { TIRADA_SEED: seedOfRun(), NODE_COMPILE_CACHE: COMPILED },
    sequence: { sequencer: SlowestFirst },
    projects: GROUPS.map(({ exclude = [], ...group }, groupOrder) => ({
      extends: true,
      test: {
        ...group,
        exclude: [...NEVER, ...exclude, ...(group.name === "worked" ? PURE_FILES : [])],
        sequence: { groupOrder },
      },
    })),
  },
});
