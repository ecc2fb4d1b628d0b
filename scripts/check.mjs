/**
 * Types, style and format, side by side: as long as the slowest of them. What each says is printed when it ends. The types of all
 * projects (the program, the pages, the inspector's page) are checked by the linter, whose rules need them anyway.
 */
import { spawn } from "node:child_process";
import { noteTime, processorTime } from "../test/support/processor-time.ts";

const CHECKS = {
  "lint and types": ["oxlint", "--type-aware", "--type-check"],
  format: ["oxfmt", "--check"],
};

/** Resolves with the exit status; what was said stands together. */
function run([name, [program, ...args]]) {
  return new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${program}`, args, { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    child.once("error", (error) => {
      said += `${error.message}\n`;
      resolve(1);
    });
    child.once("close", (status) => {
      process.stdout.write(`${name}: ${status === 0 ? "in order" : `failed\n${said}`}\n`);
      resolve(status ?? 1);
    });
  });
}

const ends = await Promise.all(Object.entries(CHECKS).map(run));
process.exitCode = ends.every((status) => status === 0) ? 0 : 1;
const list = process.env.TIRADA_TIMES;
const { own, children } = processorTime();
if (list !== undefined) noteTime(list, { group: "checks", file: "scripts/check.mjs", ms: own + children });
