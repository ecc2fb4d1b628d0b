import { afterEach, expect, test } from "vitest";
import { monoUs, US_PER_S } from "../../src/time/instant.ts";
import { realDisk, setDisk } from "./disk.ts";
import { DISK_LOOK_US, DiskGauge, DiskPace } from "./disk-gauge.ts";
import { JournalError } from "./errors.ts";

afterEach(() => setDisk());

/** A disk of so many blocks, of which so many can still be had; counts how often it is asked. */
function diskOf(blocks: number, bavail: number): { asked: number } {
  const seen = { asked: 0 };
  const statfsSync = (): { blocks: number; bavail: number; bfree: number; bsize: number } => {
    seen.asked++;
    return { blocks, bavail, bfree: bavail + 50, bsize: 65_536 };
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
  const use = new DiskGauge("/").look(monoUs(0));
  expect(use).toEqual(
    inUse === null ? null : { usedPm: inUse, free: Math.floor(bavail / 256) * 16 * 1024 * 1024 },
  );
});

test("asks the disk once in ten seconds, and at once when they are over", () => {
  const seen = diskOf(100, 50);
  const gauge = new DiskGauge("/");
  expect(gauge.look(monoUs(5))?.usedPm).toBe(500);
  expect(gauge.look(monoUs(5 + DISK_LOOK_US - 1))).toBeNull();
  expect(seen.asked).toBe(1);
  expect(gauge.look(monoUs(5 + DISK_LOOK_US))?.usedPm).toBe(500);
  expect(seen.asked).toBe(2);
});

test("a folder that is gone is an error of the journal, with its name", () => {
  const look = (): unknown => new DiskGauge("/none/such").look(monoUs(0));
  expect(look).toThrow(JournalError);
  expect(look).toThrow(/measuring the disk of \/none\/such|\/none\/such/);
});

const HOUR = 3_600 * US_PER_S;
const at = (hours: number): ReturnType<typeof monoUs> => monoUs(Math.round(hours * HOUR));

test("a disk that fills evenly lasts as long as it does; before six hours nothing is said", () => {
  const pace = new DiskPace();
  const days = Array.from({ length: 25 }, (_, hour) => pace.look(1_000 - 4 * hour, at(hour)));
  expect(days.slice(0, 6)).toEqual(Array(6).fill(null));
  expect(days[6]).toBe(10);
  expect(days[24]).toBe(9);
});

test("one that is used no more, or was emptied, lasts for ever", () => {
  const pace = new DiskPace();
  pace.look(1_000, at(0));
  expect(pace.look(1_000, at(7))).toBe(Infinity);
  expect(pace.look(2_000, at(8))).toBe(Infinity);
});

test("what was more than a week ago says nothing of today", () => {
  const pace = new DiskPace();
  for (let hour = 0; hour <= 400; hour++) pace.look(hour < 200 ? 10_000 - 50 * hour : 100, at(hour));
  expect(pace.look(100, at(400.5))).toBe(Infinity);
  expect(pace.look(0, at(401))).toBe(0);
});
