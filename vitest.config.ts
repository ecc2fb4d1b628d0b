import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests of real processes and devices that are killed, starved or counted against the real clock: one after the other, alone. */
const TIMED = ["test/fault/{device,kill,network,panel,storage}.test.ts"];
/** Tests that mostly wait for the real clock: two at a time, while nothing else works. */
const WAITING = [
  "test/scenario/{card-demo,card-table,dice-demo,sensors-demo,emulated-board,emulated-spins,wheel-board,panel,unit}.test.ts",
  "drivers/{transport,dice/camera,dice/mqtt}/**/*.test.ts",
  "firmware/{demo/camera,dice,display,unit}/**/*.test.ts",
];
const CORES = availableParallelism();

export default defineConfig({
  test: {
    exclude: ["node_modules/**", "var/**"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    reporters: ["default"],
    projects: [
      {
        extends: true,
        test: {
          name: "worked",
          include: ["**/*.test.ts"],
          exclude: ["node_modules/**", "var/**", ...WAITING, ...TIMED],
          maxWorkers: CORES,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "waiting",
          include: WAITING,
          maxWorkers: Math.min(2, CORES),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: "timed", include: TIMED, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
