#!/usr/bin/env node
/** The update client alone, for outside test suites. */
import { runOnPinnedNode } from "./pinned-node.mjs";

await runOnPinnedNode(import.meta.url, { name: "tirada-tuf-client", status: 1 }, async () => {
  const { tufClient } = await import("../firmware/cli/delivery/tuf-client.ts");
  await tufClient(process.argv.slice(2));
});
