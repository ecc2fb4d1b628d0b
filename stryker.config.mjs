/**
 * StrykerJS over one room (test/mutation/rooms.ts). scripts/mutate.mjs starts it and says which files and lines are changed and where the
 * report goes. The copy of the tree, the mutants' and the report lie in `var`.
 */
const folder = process.env.TIRADA_MUTATION;

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.mutation.config.ts", related: false, pool: "forks" },
  mutate: JSON.parse(process.env.TIRADA_MUTATED ?? "[]"),
  coverageAnalysis: "perTest",
  // What a module does once, as it is read, wants all tests of the room for each change.
  ignoreStatic: process.env.TIRADA_MUTATION_STATIC !== "1",
  concurrency: Number(process.env.TIRADA_MUTATION_AT_ONCE ?? 1),
  // A busy machine is no endless loop.
  timeoutMS: 30_000,
  tempDirName: `${folder}/copy`,
  ignorePatterns: ["var", "dist", "training", "docs/images"],
  reporters: ["json", "progress-append-only"],
  logLevel: "warn",
  jsonReporter: { fileName: `${folder}/report.json` },
  // Types are erased, not compiled; the compiler of the project has no interface that StrykerJS could ask to rewrite its paths.
  tsconfigFile: "none",
  disableTypeChecks: false,
  allowConsoleColors: false,
};
