import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { TestedClient } from "./client.ts";
import { wallMs } from "../../../src/time/instant.ts";

const DATA = fileURLToPath(new URL("../../data/suites/tuf-on-ci/", import.meta.url));

/** A repository that another maker's program made and signed. */
test("static_repository: tuf-on-ci-0.11", async () => {
  const client = new TestedClient();
  client.now = wallMs(Date.UTC(2025, 1, 9, 9));
  await client.serve((path) => {
    const file = `${DATA}${path.slice(path.lastIndexOf("/") + 1)}`;
    return existsSync(file) ? readFileSync(file) : null;
  });
  expect(await client.trust(readFileSync(`${DATA}root.json`))).toBe(true);
  expect([await client.refresh(), client.refusal]).toEqual([true, null]);
  expect(client.versions).toEqual({ root: 1, timestamp: 2, snapshot: 2, targets: 1 });
  expect([await client.download("delegatedrole/artifact"), client.downloads]).toEqual([
    true,
    ["artifact for tuf-on-ci repository\n"],
  ]);
  expect(await client.download("delegatedrole/other")).toBe(false);
});
