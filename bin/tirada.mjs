#!/usr/bin/env node
/** Starts tirada. */
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { root, runOnPinnedNode } from "./pinned-node.mjs";

await runOnPinnedNode(import.meta.url, { name: "tirada", status: 2 }, async () => {
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
});
