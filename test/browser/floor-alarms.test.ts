import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runFloorPage, type RunningFloorPage } from "../../firmware/office/floor/page/run.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import type { Heartbeat } from "../../src/floor/heartbeat.ts";
import { casino, type Casino, type Held } from "../support/casino.ts";
import { MemoryFloor, wellBeat } from "../support/memory-floor.ts";
import { watchFloor, type WatchedFloor } from "../support/watched-floor.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { clock, onPage, shot, TABLET } from "./harness.ts";
import { violationsOf } from "./violations.ts";

/** Alarms from what a table says of itself to the page and to a house's pager, over Debian's Prometheus and Alertmanager; and who sees to them. */

const browser = browserOfFile();
const LIMIT_MS = 90_000;
const NOW = clock.wall();

/** What a table says, and the alarm that it becomes. */
const TROUBLES: Readonly<Record<string, Partial<Heartbeat>>> = {
  CertifyingStopped: { faults: [{ device: "cammegh-ss2", code: "device-silent", since: NOW, refuses: true }] },
  DecisionWaits: { waits: [{ round: 0, what: "decide", role: "jefe-de-mesa", since: NOW - 600_000 }] },
  NotWitnessed: { witness: { state: "late", size: 3, at: NOW - 900_000 } },
  RecordsBehind: { records: 9_000 },
  SecondCopyLost: { second: { state: "lost", next: 1 } },
  DiskFull: { disks: [{ folder: "/var/lib/tirada", usedPm: 980, days: 2 }] },
  CertificateEnds: { days: { certificate: 3, list: 6 } },
  MachineWarm: { temperature: 910 },
};
const SILENT = "casino.example/silent";
const FORKED = "casino.example/forked";
const logOf = (alarm: string): string => `casino.example/${alarm.toLowerCase()}`;
/** Alarms that these tables and machines raise. */
const ALL = [
  ...Object.keys(TROUBLES),
  "TableSilent",
  "TableForked",
  "LineQuarantined",
  "CollectorSilent",
  "RelaySilent",
];

let here: Casino;
let own: Held;
let floor: MemoryFloor;
let watched: WatchedFloor;
let server: RunningFloorPage;
let beating: { cancel(): void };
const healed = new Set<string>();

beforeAll(async () => {
  here = await casino("casino-1", mkdtempSync(join(tmpdir(), "tirada-")));
  own = await here.issue("floor.casino.example", { as: "relay", hosts: ["127.0.0.1"] });
  floor = new MemoryFloor();
  for (const log of [...Object.keys(TROUBLES).map(logOf), SILENT, FORKED]) floor.addTable(log);
  floor.forked.push({
    id: 1,
    log: FORKED,
    seq: 3,
    at: NOW,
    serial: "1",
    stored: null,
    other: "{}",
    otherHash: sha256Hex("{}"),
  });
  floor.refusedLines.push({ log: FORKED, at: NOW, why: "unsigned", seq: 3 });
  let count = 0;
  const beat = (): void => {
    count += 1;
    for (const [alarm, trouble] of Object.entries(TROUBLES))
      floor.beat(wellBeat(logOf(alarm), { count, ...(healed.has(alarm) ? {} : trouble) }), clock.wall());
    floor.beat(wellBeat(FORKED, { count }), clock.wall());
  };
  floor.beat(wellBeat(SILENT), NOW - 60_000);
  beat();
  beating = clock.every(1_000_000, "heartbeats of the test's tables", beat);
  watched = await watchFloor(here, join(here.folder, "watch"));
  server = await runFloorPage(
    {
      listen: { host: "127.0.0.1", port: 0 },
      certificate: own.certificatePath,
      key: own.keyPath,
      authority: here.authority.certificatePath,
      revoked: here.authority.listPath,
      name: "Casino 1",
      zone: "Europe/Madrid",
      alarms: { alertmanager: watched.url },
    },
    floor,
    clock,
    () => undefined,
  );
  await watched.watch(server.url);
}, 60_000);
afterAll(async () => {
  beating.cancel();
  await server.stop();
  await watched.stop();
  rmSync(here.folder, { recursive: true, force: true });
});

async function openAs({ cert, key }: Held): Promise<Page> {
  const proof = { origin: server.url.slice(0, -1), cert: Buffer.from(cert), key: Buffer.from(key) };
  const context = await browser().newContext({
    viewport: TABLET,
    ignoreHTTPSErrors: true,
    reducedMotion: "reduce",
    clientCertificates: [proof],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  await page.goto(server.url);
  return page;
}

/** Silences that hold, by who made them. */
async function silencers(): Promise<readonly string[]> {
  const answer = await fetch(`${watched.url}/api/v2/silences`);
  const all = (await answer.json()) as {
    readonly createdBy: string;
    readonly status: { readonly state: string };
  }[];
  return all.filter(({ status }) => status.state === "active").map(({ createdBy }) => createdBy);
}

test("each alarm is on the page and with the pager; a person sees to it, Alertmanager is silent, and it can be taken back", async () => {
  const page = await openAs(await here.issue("Ana Soto", { as: "tecnico" }));
  await page.locator("#alarms").click();
  const lineOf = (alarm: string) => page.locator(`.alarms li[data-alarm="${alarm}"]`).first();
  for (const alarm of ALL) await lineOf(alarm).waitFor();
  expect(await lineOf("DecisionWaits").innerText()).toContain("jefe de mesa");
  await expect.poll(() => ALL.filter((one) => !watched.paged.includes(one)), { timeout: LIMIT_MS }).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
  await shot(page, "floor-alarms");

  for (const alarm of ["MachineWarm", "TableSilent"]) {
    await lineOf(alarm).locator('[data-of="acknowledge"]').click();
    await page.locator("#dialog .yes").click();
    await onPage(
      page,
      `document.querySelector('.alarms li[data-alarm="${alarm}"]').dataset.heard === "yes"`,
      LIMIT_MS,
    );
  }
  expect(await lineOf("TableSilent").innerText()).toContain("Ana Soto");
  await expect.poll(silencers, { timeout: LIMIT_MS }).toEqual(["Ana Soto", "Ana Soto"]);
  expect(await floor.acts(["acknowledge-alarm"], 9)).toMatchObject([
    { person: "Ana Soto", log: SILENT, detail: { alarm: "TableSilent" } },
    { person: "Ana Soto", detail: { alarm: "MachineWarm" } },
  ]);

  // Taken back: it is told of again. Over: the silence is over with it.
  await lineOf("TableSilent").locator('[data-of="take-back"]').click();
  await page.locator("#dialog .yes").click();
  await expect.poll(silencers, { timeout: LIMIT_MS }).toEqual(["Ana Soto"]);
  healed.add("MachineWarm");
  await lineOf("MachineWarm").waitFor({ state: "detached" });
  await expect.poll(silencers, { timeout: LIMIT_MS }).toEqual([]);

  // An inspector looks, and acknowledges nothing.
  const inspector = await openAs(await here.issue("Iker Otero", { as: "inspector" }));
  await inspector.locator("#alarms").click();
  await inspector.locator(".alarms li").first().waitFor();
  expect(await inspector.locator('[data-of="acknowledge"]').count()).toBe(0);
}, 400_000);
