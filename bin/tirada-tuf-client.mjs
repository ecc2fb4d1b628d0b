#!/usr/bin/env node
/** The update client alone, for outside test suites: on the pinned Node, as `bin/tirada.mjs`. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const pinned = `${root}node_modules/.bin/node`;
const [major] = process.versions.node.split(".");

if (major === "24") {
  const { tufClient } = await import("../firmware/cli/tuf-client.ts");
  await tufClient(process.argv.slice(2));
} else if (existsSync(pinned)) {
  const quiet = { ...process.env, NODE_NO_WARNINGS: "1" };
  const done = spawnSync(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
    env: quiet,
  });
  process.exit(done.status ?? 1);
} else {
  process.stderr.write(
    `tirada-tuf-client: needs Node 24, this is ${process.version}; run "npm ci" in ${root} first\n`,
  );
  process.exit(1);
}
