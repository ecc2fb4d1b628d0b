/**
 * Tests, and beside them the checks of types, style and format on the time that the tests leave over. A check that fails
 * ends the tests. Arguments are those of vitest. A soak ends with the branches that the evidence's tests reach.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";

const check = spawn(process.execPath, ["scripts/check.mjs"], { stdio: ["ignore", "pipe", "pipe"] });
setPriority(check.pid, constants.priority.PRIORITY_LOW);
const folder = mkdtempSync(join(tmpdir(), "tirada-tests-"));
/** Files that were left unfinished since V8 ended a process of the tests (test/support/run-reporter.ts). */
const left = join(folder, "left");
const startTests = (words, more = {}) =>
  spawn("node_modules/.bin/vitest", ["run", ...words], { stdio: "inherit", env: { ...process.env, ...more } });
let tests = startTests(process.argv.slice(2), { TIRADA_LEFT: left });

let said = "";
for (const stream of [check.stdout, check.stderr])
  stream.setEncoding("utf8").on("data", (text) => {
    said += text;
  });

/** Resolves with the exit status of a program. */
const ended = (child) =>
  new Promise((resolve) => {
    child.once("error", (error) => {
      said += `${error.message}\n`;
      resolve(1);
    });
    child.once("close", (status) => resolve(status ?? 1));
  });

const checked = ended(check).then((status) => {
  process.stdout.write(`\n${said}`);
  if (status !== 0) tests.kill("SIGTERM");
  return status;
});
/** Once more, and only then, where nothing but V8 itself went wrong. */
const tested = ended(tests).then((status) => {
  if (status === 0 || !existsSync(left)) return status;
  const files = readFileSync(left, "utf8").split("\n");
  process.stdout.write(`\ntirada: V8 ended a process of the tests; once more: ${files.join(" ")}\n`);
  tests = startTests(files);
  return ended(tests);
});
const statuses = await Promise.all([checked, tested]);
rmSync(folder, { recursive: true });
if (process.env.TIRADA_SOAK === "1" && process.argv.length === 2)
  statuses.push(await ended(spawn(process.execPath, ["scripts/coverage.mjs"], { stdio: "inherit" })));
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
