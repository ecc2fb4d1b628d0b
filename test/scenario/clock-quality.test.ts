import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { CLOCK_PATHS } from "../../firmware/table/clock/clock-meter.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { monoUs, US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";
import { wheelEntries } from "../support/played-entries.ts";
import { unitHere, type UnitHere } from "../support/unit-here.ts";

/** How far the time of day can be trusted stands in each record, and changes no result. */

const FIRST_S = 1_795_519_796;
/** The clocks are read from files, which a busy machine does late. */
const READ_MS = 20_000;

/** `seq kind quality`, of all records. */
function qualities({ storage }: UnitHere): readonly string[] {
  const { seq } = storage.store.head;
  return storage.store
    .records(0, seq)
    .map(({ fields }) => `${String(fields["seq"])} ${String(fields["kind"])} ${String(fields["clock"])}`);
}

test("records carry the quality of their own time, each change is a record, and a killed table comes back hash for hash", async () => {
  const folder = temporaryFolder();
  const rtc = join(folder, "since_epoch");
  const wheel = wheelEntries(400);
  const storage = join(folder, "storage");
  mkdirSync(storage);
  const clock = fakeClock(1_000, FIRST_S * 1_000);
  const clockPaths = { ...CLOCK_PATHS, rtc };
  const first = await unitHere(storage, wheel.setup, undefined, { clock, clockPaths });
  const seconds = async (count: number): Promise<void> => {
    for (let passed = 0; passed < count; passed++) {
      clock.advance(US_PER_S);
      await systemClock().sleep(10 * US_PER_MS);
    }
  };

  await vi.waitFor(async () => {
    writeFileSync(rtc, `${Math.floor(clock.wall() / 1_000)}\n`);
    await seconds(1);
    expect(qualities(first)).toEqual(["0 boot unsynced", "1 clock rtc"]);
  }, READ_MS);
  expect(first.notices).toContain("clock: only the clock with a battery agrees with the time of day (rtc)");

  const before = first.kinds.length;
  const start = clock.now();
  for (const entry of wheel.entries) await first.unit.feed({ ...entry, t: monoUs(start + entry.t) });
  const played = qualities(first).slice(before);
  expect(played.length).toBeGreaterThan(0);
  expect(played.every((line) => line.endsWith(" rtc"))).toBe(true);

  writeFileSync(rtc, "0\n");
  const since = (): string =>
    qualities(first)
      .slice(before + played.length)
      .join();
  await vi.waitFor(async () => {
    await seconds(1);
    expect(since()).toMatch(/ clock unsynced/);
  }, READ_MS);
  expect(qualities(first).at(-1)).toMatch(/ unsynced$/);
  const told = [...first.told];
  first.kill();

  // A start of another clock, with nothing that vouches for it: the recording's tail still makes the very same lines.
  const again = await unitHere(storage, wheel.setup);
  expect(again.storage.store.records(0, told.length).map(({ hash }) => hash)).toEqual(told);
  expect(qualities(again).at(-1)).toMatch(/ unsynced$/);
  // Who vouches for the time belongs to what the table was set to.
  const change = again.storage.store
    .records(told.length, 20)
    .find(({ fields }) => fields["kind"] === "configuration");
  expect(change?.fields["detail"]).toMatchObject({ changed: "devices" });
  again.kill();
});
