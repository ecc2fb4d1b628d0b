/**
 * Tests, and beside them the checks of types, style and format on the time that the tests leave over. A check that fails
 * ends the tests; `--no-checks` leaves them out. Other arguments are those of vitest. A soak ends with the branches that the evidence's tests reach. The last line says what
 * processor time all of it took, and by the clock.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { NODE_OPTIONS } from "../firmware/node-options.ts";
import { systemClock } from "../src/time/system-clock.ts";
import { notedTimes, timeLine, timeOfRun } from "../test/support/processor-time.ts";

const clock = systemClock();
const began = clock.now();
const folder = mkdtempSync(join(tmpdir(), "tirada-tests-"));
const list = join(folder, "times");
const env = { ...process.env, TIRADA_TIMES: list };

const words = process.argv.slice(2).filter((word) => word !== "--no-checks");
const vitest = [...NODE_OPTIONS, "node_modules/vitest/vitest.mjs", "run", ...words];
const tests = spawn(process.execPath, vitest, { stdio: "inherit", env });

/** Resolves with the exit status of a program. */
const ended = (child) =>
  new Promise((resolve) => {
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once("close", (status) => resolve(status ?? 1));
  });

/** What the checks say is printed when they have ended, so that it stands together. */
async function check() {
  const child = spawn(process.execPath, ["scripts/check.mjs"], { stdio: ["ignore", "pipe", "pipe"], env });
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  const status = await ended(child);
  process.stdout.write(`\n${said}`);
  if (status !== 0) tests.kill("SIGTERM");
  return status;
}

const isChecked = !process.argv.includes("--no-checks");
const statuses = await Promise.all([ended(tests), ...(isChecked ? [check()] : [])]);
if (process.env.TIRADA_SOAK === "1" && words.length === 0)
  statuses.push(await ended(spawn(process.execPath, ["scripts/coverage.mjs"], { stdio: "inherit" })));
const times = notedTimes(list);
process.stdout.write(`\ntirada: ${timeLine(times, timeOfRun(times), (clock.now() - began) / 1_000)}\n`);
rmSync(folder, { recursive: true });
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
