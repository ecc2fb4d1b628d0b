import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runTufClient } from "../../firmware/cli/delivery/tuf-client.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { filesBelow } from "../support/durable-files.ts";
import { temporaryFolder } from "../support/folder.ts";
import { ReleaseTree } from "../support/release-tree.ts";
import { mirror } from "../support/tree-server.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";

/** `tirada-tuf-client` as an outside suite calls it: a process, a web server without TLS, the machine's clock. */

const PROGRAM = new URL("../../bin/tirada-tuf-client.mjs", import.meta.url).pathname;

it("trusts a root, refreshes, downloads once, and refuses with status 1", { timeout: 300_000 }, async () => {
  const tree = new ReleaseTree();
  tree.now = systemClock().wall();
  tree.release(2, { "app-2.tar": "the second app" });
  const before = tree.copy();
  let served = tree;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    mirror(served.folder)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/image`;
  const folder = temporaryFolder();
  for (const name of ["metadata", "targets"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "initial_root.json"), tree.factoryRoots.image);
  const metadata = ["--metadata-url", `${url}/metadata`];
  const inFolder = ["--metadata-dir", join(folder, "metadata")];
  type Ended = { readonly status: number | null; readonly said: string };
  /** By the program as it is started; `runHere` by what it does, in this process. */
  const run = (...args: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM, ...inFolder, ...args], {
        stdio: ["ignore", "ignore", "pipe"],
        env: { ...process.env, NODE_NO_WARNINGS: "1" },
      });
      let said = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
      child.once("close", (status) => resolve({ status, said }));
    });
  const runHere = async (...args: readonly string[]): Promise<Ended> => {
    const refusal = await runTufClient([...inFolder, ...args], null);
    return refusal === null ? done : { status: 1, said: `tirada-tuf-client: ${refusal}\n` };
  };
  const download = (name: string, by = runHere): Promise<Ended> =>
    by(
      ...metadata,
      "--target-name",
      name,
      "--target-base-url",
      `${url}/targets`,
      "--target-dir",
      join(folder, "targets"),
      "download",
    );
  const versionOf = (role: string): number =>
    (
      JSON.parse(readFileSync(join(folder, "metadata", `${role}.json`), "utf8")) as {
        signed: { version: number };
      }
    ).signed.version;
  const done = { status: 0, said: "" };

  expect(await runHere("init", join(folder, "initial_root.json"))).toEqual(done);
  expect(asked).toEqual([]);
  expect(await runHere(...metadata, "refresh")).toEqual(done);
  expect(readdirSync(join(folder, "metadata")).sort()).toEqual(
    ["root", "snapshot", "targets", "timestamp"].map((role) => `${role}.json`),
  );
  expect(versionOf("targets")).toBe(2);

  expect(await download("2/linux-x64/app-2.tar", run)).toEqual(done);
  const files = filesBelow(join(folder, "targets"));
  expect(files.map((path) => readFileSync(path, "utf8"))).toEqual(["the second app"]);
  asked.length = 0;
  expect(await download("2/linux-x64/app-2.tar")).toEqual(done);
  expect(asked.filter((path) => path.includes("targets/"))).toEqual([]);

  const unknown = await download("no/such/target");
  expect(unknown).toEqual({
    status: 1,
    said: "tirada-tuf-client: the repository has no target no/such/target\n",
  });
  tree.stamp();
  tree.release(3, { "app-3.tar": "the third app" });
  expect(await runHere(...metadata, "refresh")).toEqual(done);
  served = before;
  const replayed = await run(...metadata, "refresh");
  expect([replayed.status, versionOf("targets")]).toEqual([1, 3]);
  expect(replayed.said).toMatch(
    /^tirada-tuf-client: New timestamp version \d+ is less than current version \d+\n$/,
  );
  expect((await runHere("refresh")).said).toBe("tirada-tuf-client: --metadata-url is missing\n");
});
