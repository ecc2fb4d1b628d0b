/**
 * Runs the evidence's own tests and says which branches they reach; fails below what was reached before (`vitest.coverage.config.ts`).
 * Arguments are those of vitest.
 */
import { spawnSync } from "node:child_process";

const TESTS = [
  ...["src/record/", "src/recording/", "firmware/journal/", "test/case/"],
  ...["epochs", "storage-attacks", "failing-disk", "case-attacks", "second-copy"].map(
    (name) => `test/fault/${name}.test`,
  ),
];
const { status } = spawnSync(
  "node_modules/.bin/vitest",
  ["run", "--config", "vitest.coverage.config.ts", "--project", "worked", ...TESTS, ...process.argv.slice(2)],
  { stdio: "inherit", env: { ...process.env, TIRADA_SOAK: "0" } },
);
process.exitCode = status ?? 1;
