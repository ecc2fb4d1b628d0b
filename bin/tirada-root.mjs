#!/usr/bin/env node
/** What a technician may do with root's rights: a program of its own, which sudo names and nothing else. */
import { runOnPinnedNode } from "./pinned-node.mjs";

await runOnPinnedNode(import.meta.url, { name: "tirada-root", status: 2 }, async () => {
  const { rootProgram } = await import("../firmware/care/root-helper/program.ts");
  await rootProgram(process.argv.slice(2));
});
