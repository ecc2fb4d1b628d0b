import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { NODE_OPTIONS } from "./firmware/node-options.ts";
import { changedFiles } from "./test/support/changed-files.ts";
import { filesLeftOut, loopOfRun } from "./test/support/loops.ts";
import { seedOfRun } from "./test/support/run-seed.ts";
import SlowestFirst from "./test/support/slowest-first.ts";
import { cacheFolders, tidyCache } from "./test/support/tidy-cache.ts";
import { SOAK } from "./test/support/volume.ts";

/**
 * Tests of real processes that are killed many times against the real clock: no more of them than there are cores, nothing beside
 * them, each in a process of its own, which costs what the file reads anew.
 */
const TIMED = [...(SOAK ? ["test/fault/kill.test.ts"] : []), "test/fault/power/power.test.ts"];
/**
 * Tests that mostly wait for the real clock or for another process: one more of them at a time than there are cores, since each worker
 * compiles and warms up for itself.
 */
const WAITING = [
  "hw-sim/demo/camera/program.test.ts",
  "test/scenario/{card-demo,card-demo-disturbed,card-table,configured-from-afar,dice-demo,first-setup,first-setup-typed,fleet,sensors-demo,emulated-board,emulated-spins,wheel-board,panel,people,dispute,orders,relay,remote,remote-manual,renewal,unit,witness}.test.ts",
  "test/fault/{device,hidden-cards-unit,network,panel,storage,supervision}.test.ts",
  ...(SOAK ? [] : ["test/fault/kill.test.ts"]),
  "drivers/{transport,dice/camera,dice/mqtt}/**/*.test.ts",
  "firmware/{table/clock,table/dice,screens/server,unit}/**/*.test.ts",
  "firmware/journal/{second/link,store/crash,store/sealed-crash}.test.ts",
];
/** Pages in a real browser, which all files share. */
const BROWSER = ["test/browser/**/*.test.ts"];
/**
 * What runs against the real clock is tried once more where it fails: a machine that gives a process no time for a second breaks it, and
 * nothing else may. The run names each, and is red with more than a few (test/support/run-reporter.ts).
 */
const ONCE_MORE = { retry: 1 };
const CORES = availableParallelism();
/** Files that this run leaves out: see test/support/loops.ts. What the working tree changes is never left out of the quick loop. */
const LEFT_OUT = filesLeftOut(loopOfRun(), changedFiles(0));
const NEVER = ["node_modules/**", "var/**", ...LEFT_OUT];

/** What a process or thread of a test compiles is kept for the next one: half of a command's start is reading its sources. */
const CACHE = fileURLToPath(new URL("node_modules/.cache/tirada", import.meta.url));
/** Vite loads this file once more for each project. */
const run = process as { tiradaTidied?: boolean };
if (run.tiradaTidied !== true) tidyCache(CACHE);
run.tiradaTidied = true;
const { compiled: COMPILED, times } = cacheFolders(CACHE);
/** Where this run notes the processor time of each file; scripts/test.mjs names another. */
const TIMES = process.env["TIRADA_TIMES"] ?? times;

/** Groups of files; one group runs after the other. The files of a worker share its process and what it loaded. */
const GROUPS = [
  {
    name: "worked",
    include: ["**/*.test.ts"],
    exclude: [...WAITING, ...TIMED, ...BROWSER],
    maxWorkers: CORES,
  },
  {
    name: "browser",
    include: BROWSER,
    maxWorkers: CORES,
    ...ONCE_MORE,
    globalSetup: "./test/browser/browser-server.ts",
  },
  {
    name: "waiting",
    include: WAITING,
    exclude: TIMED,
    maxWorkers: CORES + 1,
    ...ONCE_MORE,
  },
  { name: "timed", include: TIMED, maxWorkers: CORES, isolate: true, ...ONCE_MORE },
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    execArgv: [...NODE_OPTIONS],
    runner: "./test/support/measured-runner.ts",
    isolate: false,
    // Node imports the sources as it does in a unit, which takes a fifth off: Vite's own imports go through a getter at each use.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests set up tables of every family; what a unit reads is counted in `closure.test.ts`, in a process of its own.
    setupFiles: ["test/support/whole-builtins.ts", "firmware/table/setup/every-family.ts"],
    reporters: ["default", "./test/support/run-reporter.ts"],
    env: { TIRADA_SEED: seedOfRun(), TIRADA_TIMES: TIMES, NODE_COMPILE_CACHE: COMPILED },
    sequence: { sequencer: SlowestFirst },
    projects: GROUPS.map(({ exclude = [], ...group }, groupOrder) => ({
      extends: true,
      test: {
        ...group,
        exclude: [...NEVER, ...exclude],
        sequence: { groupOrder },
      },
    })),
  },
});
