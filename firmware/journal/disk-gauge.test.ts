import { afterEach, expect, test } from "vitest";
import { monoUs } from "../../src/time/instant.ts";
import { realDisk, setDisk } from "../disk/disk.ts";
import { DISK_LOOK_US, DiskGauge } from "./disk-gauge.ts";
import { JournalError } from "./errors.ts";

afterEach(() => setDisk());

/** A disk of so many blocks, of which so many can still be had; counts how often it is asked. */
function diskOf(blocks: number, bavail: number): { asked: number } {
  const seen = { asked: 0 };
  const statfsSync = (): { blocks: number; bavail: number; bfree: number } => {
    seen.asked++;
    return { blocks, bavail, bfree: bavail + 50 };
  };
  setDisk({ ...realDisk, statfsSync: statfsSync as unknown as typeof realDisk.statfsSync });
  return seen;
}

test.each([
  [1_000, 1_000, 0],
  [1_000, 200, 800],
  [1_000, 20, 980],
  // What is left for root alone is in use. A part of one in a thousand counts as one: better said early than late.
  [10_000, 2_001, 800],
  [10_000, 1_999, 801],
  [3, 0, 1_000],
  // A file system without blocks of its own says nothing.
  [0, 0, null],
])("of %i blocks with %i to be had, %j per mille are in use", (blocks, bavail, inUse) => {
  diskOf(blocks, bavail);
  expect(new DiskGauge("/").look(monoUs(0))).toBe(inUse);
});

test("asks the disk once in ten seconds, and at once when they are over", () => {
  const seen = diskOf(100, 50);
  const gauge = new DiskGauge("/");
  expect(gauge.look(monoUs(5))).toBe(500);
  expect(gauge.look(monoUs(5 + DISK_LOOK_US - 1))).toBeNull();
  expect(seen.asked).toBe(1);
  expect(gauge.look(monoUs(5 + DISK_LOOK_US))).toBe(500);
  expect(seen.asked).toBe(2);
});

test("a folder that is gone is an error of the journal, with its name", () => {
  const look = (): unknown => new DiskGauge("/none/such").look(monoUs(0));
  expect(look).toThrow(JournalError);
  expect(look).toThrow(/measuring the disk of \/none\/such|\/none\/such/);
});
