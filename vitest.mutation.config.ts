import { defineConfig } from "vitest/config";
import { NODE_OPTIONS } from "./firmware/node-options.ts";
import { ROOMS } from "./test/mutation/rooms.ts";

/** The tests of one room, as `npm run mutate` starts them for each mutant: always with one seed, so that what dies once dies each time. */
const room = ROOMS[process.env["TIRADA_ROOM"] ?? ""];

export default defineConfig({
  test: {
    include: [...(room?.tests ?? [])],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    execArgv: [...NODE_OPTIONS],
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: [
      "test/support/whole-builtins.ts",
      ...(room?.wantsFamilies === true ? ["firmware/table/setup/every-family.ts"] : []),
    ],
    env: { TIRADA_SEED: "mutants", NODE_COMPILE_CACHE: process.env["TIRADA_MUTATION_COMPILED"] ?? "" },
  },
});
