import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCollector } from "../../firmware/office/floor/collector/run.ts";
import { runFloorPage, type RunningFloorPage } from "../../firmware/office/floor/page/run.ts";
import { StoredFloor } from "../../firmware/office/floor/page/stored-floor.ts";
import type { SimulatedCasino } from "../../hw-sim/floor/casino.ts";
import { SimulatedPeople } from "../../hw-sim/floor/people.ts";
import { Started } from "../../hw-sim/floor/start-floor.ts";
import { FloorTables, orderTables, simulatedLog } from "../../hw-sim/floor/tables.ts";
import { collectorOfFile } from "../support/collector-of-file.ts";
import { watchFloor, type WatchedFloor } from "../support/watched-floor.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { clock, onPage, shot, TABLET } from "./harness.ts";

/**
 * Every alarm from what goes wrong at a table that plays: over its publisher, a collector, a database, the floor's page, Prometheus and
 * Alertmanager to the page of a person and to a house's pager.
 */

const LIMIT_MS = 120_000;
const PACE = 20;
/** A wheel that has played so long has spins enough to be held against chance, µs. */
const LONG_US = 14_000 * 1_000_000;
/** Rounds of a wheel as it is, before all of them go wrong. */
const AS_USUAL_US = 45_000_000;
/** Hours and days of the rules as this test has them, and what says nothing of a table that plays so fast. */
const QUICKER = {
  '{mode="live"}': '{mode="test"}',
  "waits_seconds > 300": "waits_seconds > 3",
  "behind_records > 500": "behind_records > 5",
  "[1h]": "[15s]",
  "[1d]": "[3m]",
  ">= 20": ">= 2",
  // Which p is a bias is tried beside the code: here, that what was counted is told.
  "wheel_bias_p < 0.01": "wheel_bias_p <= 1",
};
/** By what becomes of each; the first and the fifth play a game whose spins can be annulled by such a hit. */
const [alone, forked, flipped, unplugged, hit, silent, warm, long] = Array.from({ length: 8 }, (_, n) =>
  simulatedLog(n),
) as [string, string, string, string, string, string, string, string];
/** Whose alarm each is; null: of no table. */
const ALARMS: Readonly<Record<string, string | null>> = {
  TableSilent: silent,
  TableForked: forked,
  RecordsBehind: forked,
  LineQuarantined: flipped,
  CertifyingStopped: warm,
  DeviceGone: unplugged,
  DecisionWaits: alone,
  NotWitnessed: warm,
  DiskFull: warm,
  SecondCopyLost: warm,
  CertificateEnds: warm,
  MachineWarm: warm,
  VoidRateHigh: hit,
  WheelBias: long,
  ReleasesMixed: null,
  CollectorSilent: null,
  RelaySilent: null,
};

/** In the page: which alarms it has shown, however soon they are over. Of a wheel all of whose rounds are annulled that is its usual share soon. */
const SEE = `
  window.alarmsSeen = new Set();
  const see = () => {
    for (const line of document.querySelectorAll(".alarms li[data-alarm]")) window.alarmsSeen.add(line.dataset.alarm);
  };
  new MutationObserver(see).observe(document.body, { subtree: true, childList: true, attributes: true });
  see();
`;

const browser = browserOfFile();
const { floor, folder, here, configOf } = collectorOfFile();
const started = new Started();
let tables: FloorTables;
let watched: WatchedFloor;
let server: RunningFloorPage;

beforeAll(async () => {
  const collector = started.add(await runCollector(configOf(), clock, () => undefined), (one) => one.stop());
  const issuer: Pick<SimulatedCasino, "issue"> = {
    issue: (name, as, hosts) => here().issue(name, { as, ...(hosts === undefined ? {} : { hosts }) }),
  };
  const page = floor.as("tirada_page");
  const orders = await orderTables(
    {
      count: 8,
      seed: "alarms",
      pace: PACE,
      // What they say lies in no future.
      wall: clock.wall() - 3_600_000 * PACE,
      aheadS: 0,
      collectors: [collector.url],
    },
    issuer,
    await SimulatedPeople.of(issuer, clock),
    { collector: floor.as("tirada_collector"), page },
  );
  const played = orders.map((one) => (one.log === long ? { ...one, aheadUs: LONG_US } : one));
  const crl = readFileSync(here().authority.listPath, "utf8");
  tables = started.add(await FloorTables.begin(played, { ca: here().ca, crl }, PACE), (one) => one.end());
  const isStored = async (): Promise<boolean> =>
    (await tables.states()).tables.every(({ stored, records }) => stored > 0 && stored > records - 200);
  const late = clock.now() + LIMIT_MS * 1_000;
  while (!(await isStored())) {
    if (clock.now() > late) throw new Error("the store has not what the tables had played before");
    await clock.sleep(250_000);
  }
  watched = started.add(await watchFloor(here(), join(folder(), "watch"), QUICKER), (one) => one.stop());
  const own = await here().issue("floor.casino.example", { as: "relay", hosts: ["127.0.0.1"] });
  server = started.add(
    await runFloorPage(
      {
        listen: { host: "127.0.0.1", port: 0 },
        certificate: own.certificatePath,
        key: own.keyPath,
        authority: here().authority.certificatePath,
        revoked: here().authority.listPath,
        name: "Casino 1",
        zone: "Europe/Madrid",
        alarms: { alertmanager: watched.url },
      },
      new StoredFloor(page),
      clock,
      () => undefined,
    ),
    (one) => one.stop(),
  );
  await watched.watch(server.url);
}, 300_000);
afterAll(() => started.end());

test("each alarm comes from what goes wrong at a table that plays, is on the page in front of a person, and is with the pager", async () => {
  const { cert, key } = await here().issue("Ana Soto", { as: "tecnico" });
  const context = await browser().newContext({
    viewport: TABLET,
    ignoreHTTPSErrors: true,
    reducedMotion: "reduce",
    clientCertificates: [{ origin: server.url.slice(0, -1), cert: Buffer.from(cert), key: Buffer.from(key) }],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  await page.goto(server.url);
  await page.locator("#alarms").click();
  const lineOf = (alarm: string) => page.locator(`.alarms li[data-alarm="${alarm}"]`).first();
  // The machines that are not there: before anything goes wrong at a table.
  for (const alarm of ["CollectorSilent", "RelaySilent"]) await lineOf(alarm).waitFor();
  expect(
    await page
      .locator('.alarms li[data-alarm="TableSilent"], .alarms li[data-alarm="CertifyingStopped"]')
      .count(),
  ).toBe(0);

  await page.evaluate(SEE);
  await tables.act(silent, "kill");
  await tables.act(forked, "copy");
  await tables.act(flipped, "flip");
  await tables.act(unplugged, "unplug");
  await tables.act(alone, "leave-alone");
  await tables.act(alone, { hitsSpins: "with-rotor-rim" });
  await tables.act(warm, {
    says: {
      witness: { state: "late", size: 3, at: clock.wall() - 900_000 },
      disks: [{ folder: "/var/lib/tirada", usedPm: 980, days: 2 }],
      second: { state: "lost", next: 1 },
      days: { certificate: 3, list: 6 },
      temperature: 910,
      faults: [{ device: "unit", code: "storage-full", since: clock.wall() - 60_000, refuses: true }],
      release: { version: "0.8.0", manifest: null },
    },
  });
  await tables.act(long, { says: { release: { version: "0.7.0", manifest: null } } });
  await clock.sleep(AS_USUAL_US);
  await tables.act(hit, { hitsSpins: "with-rotor-rim" });

  for (const alarm of Object.keys(ALARMS))
    await onPage(page, `window.alarmsSeen.has(${JSON.stringify(alarm)})`, LIMIT_MS);
  await expect
    .poll(() => Object.keys(ALARMS).filter((one) => !watched.paged.includes(one)), { timeout: LIMIT_MS })
    .toEqual([]);
  for (const [alarm, log] of Object.entries(ALARMS))
    if (log !== null)
      expect(
        watched.pagedOf.filter((one) => one.alarm === alarm).map((one) => one.log),
        alarm,
      ).toContain(log);
  await shot(page, "floor-alarm-chain");

  // The page itself: whoever looks at it sees so himself, and the pager is told.
  await server.stop();
  await expect.poll(() => watched.paged.includes("FloorPageSilent"), { timeout: LIMIT_MS }).toBe(true);
  await page.close();
}, 600_000);
