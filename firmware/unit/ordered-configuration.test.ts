import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { EndingDisk } from "../../test/support/ending-disk.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { writeConfig } from "../../test/support/table-process.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import type { Config } from "../config/config.ts";
import { setDisk } from "../disk/disk.ts";
import {
  ORDERED_TRIAL_US,
  orderConfiguration,
  orderedConfigurationFault,
  readConfigInForce,
  readConfigOfStart,
  watchOrdered,
} from "./ordered-configuration.ts";
import "../setup/families.ts";

afterEach(() => setDisk());
const [FIRST, SECOND] = ["ab".repeat(32), "cd".repeat(32)];

/** A table's file that somebody can reach from afar. */
function fileIn(folder: string): string {
  const path = writeConfig({ folder, wheel: "/dev/serial/by-id/usb-none" });
  const remote = Object.fromEntries(
    ["certificate", "key", "authority", "revoked", "updater"].map((name) => [name, join(folder, name)]),
  );
  writeFileSync(
    path,
    JSON.stringify({
      format: 2,
      ...(JSON.parse(readFileSync(path, "utf8")) as object),
      remote: { ...remote, server: { host: "127.0.0.1" } },
    }),
  );
  return path;
}
const named = (path: string, name: string): string =>
  readFileSync(path, "utf8").replace("Mesa de prueba", name);
const nameAt = async (path: string): Promise<string> => (await readConfigOfStart(path)).table.name;

/** A table that runs with this configuration, and what it recorded of orders. */
async function running(config: Config, seconds: number) {
  const clock = fakeClock();
  const records: unknown[] = [];
  const feed = (entry: Entry): Promise<void> => {
    if (entry.k === "event") records.push(entry.detail);
    return Promise.resolve();
  };
  await watchOrdered({ config, clock, unit: { feed, hasFailed: false } }, () => undefined);
  await clock.advanceSettling(seconds * 1_000_000);
  return records;
}

it("counts from the next start on, is kept when the table stays with it, and a change of the file has the last word", async () => {
  const path = fileIn(temporaryFolder());
  const before = await readConfigOfStart(path);
  orderConfiguration(before, named(path, "Mesa 8"), FIRST);
  // Looking at it takes none of its starts.
  for (let look = 0; look < 5; look++) expect((await readConfigInForce(path)).table.name).toBe("Mesa 8");
  const next = await readConfigOfStart(path);
  expect([next.table.name, next.remote]).toEqual(["Mesa 8", before.remote]);
  expect(await running(next, ORDERED_TRIAL_US / 1_000_000 - 1)).toEqual([]);
  const again = await readConfigOfStart(path);
  expect(await running(again, ORDERED_TRIAL_US / 1_000_000)).toEqual([
    { what: "configuration-kept", order: FIRST, why: null },
  ]);
  for (let start = 0; start < 5; start++) expect(await nameAt(path)).toBe("Mesa 8");
  expect(await running(await readConfigOfStart(path), 600)).toEqual([]);
  // The next one on top of it; the former is the ordered one, not the file.
  orderConfiguration(again, named(path, "Mesa 9"), SECOND);
  expect([await nameAt(path), await nameAt(path), await nameAt(path)]).toEqual(["Mesa 9", "Mesa 9", "Mesa 8"]);
  expect(await running(await readConfigOfStart(path), 0)).toEqual([
    { what: "configuration-returned", order: SECOND, why: "the table did not stay with it" },
  ]);
  expect(await nameAt(path)).toBe("Mesa 8");
  writeFileSync(path, named(path, "Mesa 10"));
  expect(await nameAt(path)).toBe("Mesa 10");
});

it("what this release cannot read is gone back from at once, with the reason", async () => {
  const path = fileIn(temporaryFolder());
  orderConfiguration(await readConfigOfStart(path), "table: 1", FIRST);
  const config = await readConfigOfStart(path);
  expect(config.table.name).toBe("Mesa de prueba");
  expect(await running(config, 0)).toMatchObject([
    { what: "configuration-returned", order: FIRST, why: expect.stringMatching(/^configuration:1:/) as string },
  ]);
});

it("is refused with everything that is wrong with it", async () => {
  const path = fileIn(temporaryFolder());
  const config = await readConfigOfStart(path);
  const fault = (change: object): Promise<string | null> =>
    orderedConfigurationFault(
      JSON.stringify({ ...(JSON.parse(readFileSync(path, "utf8")) as object), ...change }, null, 1),
      config,
    );
  expect(await fault({})).toBeNull();
  expect(await fault({ colour: 1 })).toMatch(/^configuration:\d+:\d+: unknown key "colour"/);
  expect(await fault({ storage: { folder: "/elsewhere" } })).toMatch(/storage.folder is \/elsewhere/);
  expect(await fault({ remote: undefined })).toMatch(/no section remote/);
});

it("killed before any call of its order or its start it is the former one or the new one", async () => {
  const path = fileIn(temporaryFolder());
  const config = await readConfigOfStart(path);
  orderConfiguration(config, named(path, "Mesa 8"), FIRST);
  const counting = new EndingDisk(Infinity);
  setDisk(counting.disk);
  orderConfiguration(config, named(path, "Mesa 8"), FIRST);
  for (let last = 0; last < counting.calls; last++) {
    setDisk(new EndingDisk(last).disk);
    expect(() => orderConfiguration(config, named(path, "Mesa 9"), SECOND)).toThrow();
    setDisk();
    expect(["Mesa 8", "Mesa 9"]).toContain(await nameAt(path));
    orderConfiguration(config, named(path, "Mesa 8"), FIRST);
  }
});
