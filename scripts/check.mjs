/**
 * Types, style and format, side by side: as long as the slowest of them. What each says is printed when it ends. A cache below
 * node_modules/ keeps what cannot have changed: the types' own build information, and the format of files by their contents.
 */
import { spawn } from "node:child_process";

const CACHE = "node_modules/.cache/tirada";
const CHECKS = {
  lint: ["oxlint", "--type-aware"],
  typecheck: ["tsc", "-p", "tsconfig.json", "--incremental", "--tsBuildInfoFile", `${CACHE}/types.json`],
  "typecheck of the pages": [
    "tsc",
    "-p",
    "hw-sim/bench/web/tsconfig.json",
    "--incremental",
    "--tsBuildInfoFile",
    `${CACHE}/types-of-pages.json`,
  ],
  "typecheck of the inspector's page": [
    "tsc",
    "-p",
    "firmware/inspector/web/tsconfig.json",
    "--incremental",
    "--tsBuildInfoFile",
    `${CACHE}/types-of-inspector.json`,
  ],
  format: [
    "prettier",
    "--check",
    ".",
    "--cache",
    "--cache-strategy",
    "content",
    "--cache-location",
    `${CACHE}/format`,
  ],
};

/** Resolves with the exit status; what was said stands together. */
function run([name, [program, ...args]]) {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_COMPILE_CACHE: `${CACHE}/compiled` };
    const child = spawn(`node_modules/.bin/${program}`, args, { env, stdio: ["ignore", "pipe", "pipe"] });
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
