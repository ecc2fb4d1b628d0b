#!/usr/bin/env node
/** The updater of a table: a program of its own, with a user of its own. */
import { runOnPinnedNode } from "./pinned-node.mjs";

await runOnPinnedNode(import.meta.url, { name: "tirada-updater", status: 2 }, async () => {
  const { updaterProgram } = await import("../firmware/cli/delivery/updater.ts");
  await updaterProgram(process.argv.slice(2));
});
