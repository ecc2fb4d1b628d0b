import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

/**
 * `npm run coverage`: which branches of the evidence's code its own tests reach. A folder's threshold is what it reached and is
 * never lowered.
 */
const JOURNAL = "firmware/{files,evidence,journal}/**/*.ts";
/** Branches in per cent. */
const THRESHOLDS = { "src/record/**/*.ts": 100, "src/recording/**/*.ts": 100, [JOURNAL]: 89 };

/**
 * Only what runs in the tests' own thread is counted. These are a thread's first lines, and nothing else: what they call is
 * tested in the tests' thread.
 */
const THREADS = [
  "journal/thread/journal-thread",
  "evidence/verify/verify-thread",
  "journal/epochs/prune-thread",
  ...["thread", "answers-thread", "compare-thread"].map((name) => `journal/second/${name}`),
].map((name) => `firmware/${name}.ts`);

export default mergeConfig(
  base,
  defineConfig({
    test: {
      // What V8 counts is mapped back by Vite.
      experimental: { viteModuleRunner: true },
      coverage: {
        enabled: true,
        provider: "v8",
        include: Object.keys(THRESHOLDS),
        exclude: [...THREADS, "**/*.{test,fixture}.ts"],
        reporter: ["text", "json"],
        reportsDirectory: "var/coverage",
        thresholds: Object.fromEntries(
          Object.entries(THRESHOLDS).map(([files, branches]) => [files, { branches }]),
        ),
      },
    },
  }),
);
