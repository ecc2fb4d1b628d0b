import { defineConfig } from "vitest/config";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";

/** In a tree that has every way of docs/ways.md: what comes of each, and the tests that the ways bring (test/conformance/ways.test.ts). */
export default defineConfig({
  test: {
    include: ["test/ways/*.walk.ts", "drivers/*/dummy-*/*.test.ts"],
    pool: "forks",
    maxWorkers: 1,
    execArgv: [...NODE_OPTIONS],
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: ["test/support/whole-builtins.ts", "firmware/table/setup/every-family.ts"],
  },
});
