import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { EndingDisk } from "../../../test/support/ending-disk.ts";
import { cheapPinHash } from "../../../test/support/pin.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { writeConfig } from "../../../test/support/table-process.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { wallMs } from "../../../src/time/instant.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import type { Config } from "../../table/config/config.ts";
import { setDisk } from "../../files/disk.ts";
import {
  ORDERED_TRIAL_US,
  orderConfiguration,
  readConfigInForce,
  readConfigOfStart,
  readOrdered,
  watchOrdered,
} from "./ordered-configuration.ts";
import type { Unit } from "../unit.ts";
import { keepWaiting, watchWaiting } from "./waiting-configuration.ts";
import "../../table/setup/families.ts";

afterEach(() => setDisk());
const NOW = wallMs(Date.parse("2026-11-28T12:00:00Z"));
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

/** The configuration of a file with other values, and what an order with it comes to. */
async function ordered(change: (file: Record<string, object>) => object) {
  const path = fileIn(temporaryFolder());
  const config = await readConfigOfStart(path);
  const file = JSON.parse(readFileSync(path, "utf8")) as Record<string, object>;
  return readOrdered(JSON.stringify({ ...file, ...change(file) }, null, 1), config, NOW);
}

it("is refused with everything that is wrong with it", async () => {
  const why = async (change: object): Promise<string> => {
    const read = await ordered(() => change);
    return read.ok ? "" : read.why.en;
  };
  expect(await why({})).toBe("");
  expect(await why({ colour: 1 })).toMatch(/^configuration:\d+:\d+: unknown key "colour"/);
  expect(await why({ storage: { folder: "/elsewhere" } })).toMatch(/storage.folder is \/elsewhere/);
  expect(await why({ remote: undefined })).toMatch(/no section remote/);
});

/** A camera that an order would have the table start. */
const CAMERA = { source: "command", command: ["/bin/sh", "-c", "id"], width: 640, height: 480, format: "y4m" };
const EYE = { eye: { device: "tirada-eye", calibration: "/tmp/arena.json", camera: CAMERA } };
const JEFA = { name: "Eva", role: "jefe-de-mesa", pin: cheapPinHash("4711") };
const KEY = "tirada.example/witness+4a0bcd1b+AX".padEnd(60, "A");

/** What a stranger with two signatures would like to change. */
const ATTACKS: readonly (readonly [string, (file: Record<string, object>) => object, RegExp])[] = [
  ["names a program", () => ({ wheel: undefined, dice: EYE }), /source command is no more/],
  [
    "makes a table of dice of a wheel",
    ({ table }) => ({
      table: { ...table, rulebook: "es-cb/sic-bo" },
      wheel: undefined,
      dice: { eye: { device: "tirada-eye", path: "/dev/ttyUSB0" } },
    }),
    /dice\.eye\.device, wheel\.device: no order changes this/,
  ],
  ["reads the wheel as another", ({ wheel }) => ({ wheel: { ...wheel, device: "tcs-john-huxley" } }), /wheel/],
  ["lets somebody in", () => ({ people: [JEFA] }), /people\.0\.name, people\.0\.pin, people\.0\.role: no/],
  [
    "believes another authority",
    ({ remote }) => ({ remote: { ...remote, authority: "/a" } }),
    /remote\.authority: no/,
  ],
  ["hears of no revocation", ({ remote }) => ({ remote: { ...remote, revoked: "/a" } }), /remote\.revoked: no/],
  ["takes another certificate", ({ remote }) => ({ remote: { ...remote, key: "/a" } }), /remote\.key: no/],
  [
    "writes exports elsewhere",
    ({ remote }) => ({ remote: { ...remote, exports: "/a" } }),
    /remote\.exports: no/,
  ],
  ["asks another updater", ({ remote }) => ({ remote: { ...remote, updater: "/a" } }), /remote\.updater: no/],
  ["has another witness", () => ({ witness: { url: "http://a/", key: KEY } }), /witness/],
  [
    "keeps a second copy elsewhere",
    ({ storage }) => ({ storage: { ...storage, second: { folder: "/b" } } }),
    /storage\.second/,
  ],
  ["makes a table count that is on the bench", () => ({ test: false }), /configuration: test: no order/],
  ["vouches for its clock itself", () => ({ clock: { service: "chrony", rtc: true } }), /clock\.service/],
  [
    "takes it under the law of another place",
    ({ table }) => ({ table: { ...table, rulebook: "es-pv/ruleta-francesa" } }),
    /no order takes a table from the law of cl to that of es-pv/,
  ],
  ["moves it into another zone", () => ({ format: 3, zone: "Pacific/Auckland" }), /zone: no order/],
  [
    "shows a file from elsewhere",
    ({ display }) => ({ format: 4, display: { ...display, house: { logo: "../../var/lib/tirada/key.pem" } } }),
    /display\.house\.logo: must name a file in the folder of this configuration/,
  ],
  [
    "has a house that plays a program",
    ({ display }) => ({ format: 4, display: { ...display, house: { closed: { command: "/bin/sh" } } } }),
    /unknown key "command"/,
  ],
  ["keeps records no longer", ({ storage }) => ({ storage: { ...storage, eventDays: 180 } }), /storage/],
  ["lets an updater of its own switch it", () => ({ update: { socket: "/tmp/u" } }), /update\.socket: no/],
];

it.each(ATTACKS)("an order that %s changes nothing", async (_, change, why) => {
  expect(await ordered(change)).toMatchObject({ ok: false, why: { en: expect.stringMatching(why) as string } });
});

it("names each key that it changes, with what it was and is", async () => {
  const read = await ordered(({ table, display }) => ({
    table: { ...table, name: "Mesa 8", languages: ["es"] },
    display: { ...display, port: 8_480 },
  }));
  expect(read).toMatchObject({
    ok: true,
    isOtherLog: false,
    changes: [
      { key: "display.port", now: "8480" },
      { key: "table.languages", now: '["es"]' },
      { key: "table.name", was: "Mesa de prueba", now: "Mesa 8" },
    ],
  });
});

it("says before it is done what a start would not find", async () => {
  const at = (rulebook: string) => ordered(({ table }) => ({ table: { ...table, rulebook } }));
  expect(await at("cl/ruleta-francesa@2023-04")).toMatchObject({ ok: false });
  const missing = {
    device: "tirada-eye",
    calibration: "/nowhere/arena.json",
    camera: { source: "rpicam", width: 640, height: 480, shutterUs: 2_000, gainPercent: 150 },
  };
  const path = fileIn(temporaryFolder());
  const file = JSON.parse(readFileSync(path, "utf8")) as Record<string, object>;
  const dice = {
    ...file,
    wheel: undefined,
    table: { ...file["table"], rulebook: "es-cb/sic-bo" },
    dice: { eye: missing },
  };
  writeFileSync(path, JSON.stringify(dice));
  const read = await readOrdered(JSON.stringify(dice), await readConfigOfStart(path), NOW);
  expect(read).toMatchObject({
    ok: false,
    why: { en: expect.stringMatching(/calibration.*arena\.json/) as string },
  });
});

/** A table that counts, with what waits at it. */
function waitingAt(config: Config) {
  const clock = fakeClock();
  const records: unknown[] = [];
  const restarts: string[] = [];
  const shown: { durable: { ordered?: { order: string; confirmed: boolean } } } = { durable: {} };
  const unit = {
    hasFailed: false,
    shown: shown as unknown as Unit["shown"],
    feed: (entry: Entry): Promise<void> => {
      if (entry.k === "event") records.push(entry.detail);
      delete shown.durable.ordered;
      return Promise.resolve();
    },
  };
  const restartWhenIdle = (why: string): boolean => restarts.push(why) > 0;
  const timer = watchWaiting({ config, clock, unit, restartWhenIdle, onNotice: () => undefined });
  onTestFinished(() => timer.cancel());
  return { clock, records, restarts, shown, until: clock.wall() + 60_000 };
}

it("waits at a table that counts until the jefe de mesa has accepted it, and no longer than its order", async () => {
  const path = fileIn(temporaryFolder());
  const config = await readConfigOfStart(path);
  const { clock, records, restarts, shown, until } = waitingAt(config);
  keepWaiting(config, { order: FIRST, text: named(path, "Mesa 8"), until });
  shown.durable.ordered = { order: FIRST, confirmed: false };
  await clock.advanceSettling(50_000_000);
  expect([records, restarts, await nameAt(path)]).toEqual([[], [], "Mesa de prueba"]);
  shown.durable.ordered = { order: FIRST, confirmed: true };
  await clock.advanceSettling(5_000_000);
  expect(records).toEqual([{ what: "configuration-confirmed", order: FIRST, why: null }]);
  expect(restarts).toHaveLength(1);
  expect(await nameAt(path)).toBe("Mesa 8");
  // One that nobody accepts is over with its order; one that was kept for another order is not this one.
  keepWaiting(config, { order: SECOND, text: named(path, "Mesa 9"), until });
  shown.durable.ordered = { order: SECOND, confirmed: false };
  await clock.advanceSettling(20_000_000);
  shown.durable.ordered = { order: FIRST, confirmed: true };
  await clock.advanceSettling(5_000_000);
  expect(records.slice(1)).toEqual([
    { what: "configuration-expired", order: SECOND, why: "nobody accepted it in its time" },
    { what: "configuration-expired", order: FIRST, why: "the configuration that was kept for it is gone" },
  ]);
  expect(restarts).toHaveLength(1);
});

it("is over when another configuration counts meanwhile; one that counts already is only recorded", async () => {
  const path = fileIn(temporaryFolder());
  const config = await readConfigOfStart(path);
  const until = fakeClock().wall() + 60_000;
  keepWaiting(config, { order: SECOND, text: named(path, "Mesa 9"), until });
  orderConfiguration(config, named(path, "Mesa 8"), FIRST);
  // The other one waits for the next start still: what is accepted now must not take its place.
  const before = waitingAt(config);
  before.shown.durable.ordered = { order: SECOND, confirmed: true };
  await before.clock.advanceSettling(5_000_000);
  const other = waitingAt(await readConfigOfStart(path));
  other.shown.durable.ordered = { order: SECOND, confirmed: true };
  await other.clock.advanceSettling(5_000_000);
  const expired = [
    { what: "configuration-expired", order: SECOND, why: "another configuration counts meanwhile" },
  ];
  expect([before.records, other.records]).toEqual([expired, expired]);
  // The table ended between the file and its record.
  keepWaiting(config, { order: FIRST, text: named(path, "Mesa 8"), until });
  const again = waitingAt(await readConfigOfStart(path));
  again.shown.durable.ordered = { order: FIRST, confirmed: true };
  await again.clock.advanceSettling(5_000_000);
  expect(again.records).toEqual([{ what: "configuration-confirmed", order: FIRST, why: null }]);
  expect([other.restarts, again.restarts]).toEqual([[], []]);
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
