import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { EndingDisk } from "../../../test/support/ending-disk.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { writeConfig } from "../../../test/support/table-process.ts";
import { CONFIG_FORMAT } from "../../table/config/config.ts";
import { setDisk } from "../../files/disk.ts";
import { keepConfiguration, findKeptConfiguration } from "./kept-configuration.ts";
import { readConfig, textOfConfig } from "./read-config.ts";
import "../../table/setup/families.ts";

const DIGEST = "ab".repeat(32);
afterEach(() => setDisk());

const later = (path: string): string =>
  JSON.stringify({
    format: CONFIG_FORMAT + 1,
    ...(JSON.parse(readFileSync(path, "utf8")) as object),
    robots: 3,
  });

it("a release that comes back finds what it was confirmed with, and only in place of a later format", async () => {
  const folder = temporaryFolder();
  const path = writeConfig({ folder, wheel: "/dev/serial/by-id/usb-none" });
  const config = await readConfig(path);
  expect(findKeptConfiguration(later(path), path, DIGEST)).toBe(null);
  keepConfiguration(config.storage.folder, textOfConfig(config) ?? "", DIGEST);
  const kept = findKeptConfiguration(later(path), path, DIGEST);
  expect(await readConfig(kept ?? "")).toEqual(config);
  // A file of this format that is wrong stays wrong, and another release has another copy.
  const wrong = later(path).replace(`"format":${CONFIG_FORMAT + 1}`, `"format":${CONFIG_FORMAT}`);
  expect(findKeptConfiguration(wrong, path, DIGEST)).toBe(null);
  expect(findKeptConfiguration(later(path), path, "cd".repeat(32))).toBe(null);
  expect(findKeptConfiguration(later(path), path, null)).toBe(null);
  writeFileSync(path, later(path));
  await expect(readConfig(path)).rejects.toThrow(/format/);
});

it("killed before any call it is the old copy or the new one", async () => {
  const folder = temporaryFolder();
  const config = await readConfig(writeConfig({ folder, wheel: "/dev/serial/by-id/usb-none" }));
  keepConfiguration(config.storage.folder, textOfConfig(config) ?? "", DIGEST);
  const other = (textOfConfig(config) ?? "").replace("Mesa de prueba", "Mesa 8");
  const counting = new EndingDisk(Infinity);
  setDisk(counting.disk);
  keepConfiguration(config.storage.folder, textOfConfig(config) ?? "", DIGEST);
  for (let last = 0; last < counting.calls; last++) {
    setDisk(new EndingDisk(last).disk);
    expect(() => keepConfiguration(config.storage.folder, other, DIGEST)).toThrow();
    setDisk();
    const at = join(config.storage.folder, "configurations");
    const { table } = await readConfig(join(at, `${DIGEST}.yaml`));
    expect(["Mesa de prueba", "Mesa 8"]).toContain(table.name);
    expect(readdirSync(at).length).toBeLessThanOrEqual(2);
    keepConfiguration(config.storage.folder, textOfConfig(config) ?? "", DIGEST);
  }
});
