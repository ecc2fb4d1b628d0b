/**
 * Tests, and beside them the checks of types, style and format on the time that the tests leave over. A check that fails
 * ends the tests. Arguments are those of vitest. A soak ends with the branches that the evidence's tests reach.
 */
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";

const check = spawn(process.execPath, ["scripts/check.mjs"], { stdio: ["ignore", "pipe", "pipe"] });
setPriority(check.pid, constants.priority.PRIORITY_LOW);
const tests = spawn("node_modules/.bin/vitest", ["run", ...process.argv.slice(2)], { stdio: "inherit" });

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
const statuses = await Promise.all([checked, ended(tests)]);
if (process.env.TIRADA_SOAK === "1" && process.argv.length === 2)
  statuses.push(await ended(spawn(process.execPath, ["scripts/coverage.mjs"], { stdio: "inherit" })));
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
