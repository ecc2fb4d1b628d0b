import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runFloorPage, type RunningFloorPage } from "../../firmware/office/floor/page/run.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { playedRecords } from "../../hw-sim/preview/played-records.ts";
import type { Heartbeat } from "../../src/floor/heartbeat.ts";
import type { Room } from "../../src/floor/rooms.ts";
import { monoUs, US_PER_S } from "../../src/time/instant.ts";
import { casino, type Casino } from "../support/casino.ts";
import { lineAs, MemoryFloor, wellBeat } from "../support/memory-floor.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { clock, onPage, shot } from "./harness.ts";

/** 500 tables on the wall, at both sizes of a large monitor; and a table that is not heard of any more. */

const browser = browserOfFile();
const TABLES = 500;
const LIMIT_MS = 90_000;
const ROOMS = ["Sala principal", "Sala alta", "Terraza", "Privada"];
/** Tables side by side in a room, and how far apart they stand. */
const WIDE = 15;
const APART = 1.2;
const logOf = (n: number): string => `tirada.example/casino-1/r${n}`;
const SINCE = clock.wall() - 600_000;

/** What is wrong with every so manieth table. */
const TROUBLES: readonly (readonly [each: number, trouble: Partial<Heartbeat>])[] = [
  [97, { faults: [{ device: "cammegh-ss2", code: "device-silent", since: SINCE, refuses: true }] }],
  [61, { faults: [{ device: "panel", code: "device-silent", since: SINCE, refuses: false }] }],
  [53, { waits: [{ round: 0, what: "decide", role: "jefe-de-mesa", since: SINCE }] }],
  [41, { days: { certificate: 3, list: 6 } }],
  [23, { phase: "closed" }],
];

/** A clock that goes ahead of the machine's by as much as the test says. */
const shifted = { ...clock, aheadUs: 0, now: () => monoUs(clock.now() + shifted.aheadUs) };
const silent = new Set<string>();
let here: Casino;
let floor: MemoryFloor;
let server: RunningFloorPage;
let beating: { cancel(): void };

function beatAll(count: number): void {
  for (let n = 1; n <= TABLES; n++) {
    const log = logOf(n);
    if (silent.has(log)) continue;
    const trouble = TROUBLES.find(([each]) => n % each === 0)?.[1];
    const said = { name: `R${n}`, count, records: floor.count(log), ...trouble };
    floor.beat(wellBeat(log, said), clock.wall() + count / 1_000);
  }
}

const roomOf = (name: string, at: number): Room => ({
  name,
  size: [(WIDE + 1) * APART, 10 * APART],
  tables: Array.from({ length: TABLES / ROOMS.length }, (_, n) => ({
    log: logOf((at * TABLES) / ROOMS.length + n + 1),
    label: `R${(at * TABLES) / ROOMS.length + n + 1}`,
    at: [((n % WIDE) + 1) * APART, (Math.floor(n / WIDE) + 0.7) * APART],
  })),
});

beforeAll(async () => {
  here = await casino("casino-1", mkdtempSync(join(tmpdir(), "tirada-")));
  const own = await here.issue("floor.casino.example", { as: "relay", hosts: ["127.0.0.1"] });
  const { pack, name } = loadPack("cl/ruleta-francesa");
  const lines = (await playedRecords(pack, name, 12)).map(({ line }) => line);
  floor = new MemoryFloor();
  for (let n = 1; n <= TABLES; n++)
    floor.addTable(
      logOf(n),
      lines.slice(0, 12 + (n % (lines.length - 12))).map((line) => lineAs(line, logOf(n))),
    );
  let beats = 1;
  beatAll(beats);
  beating = clock.every(2 * US_PER_S, "heartbeats of the test's tables", () => beatAll(++beats));
  server = await runFloorPage(
    {
      listen: { host: "127.0.0.1", port: 0 },
      certificate: own.certificatePath,
      key: own.keyPath,
      authority: here.authority.certificatePath,
      revoked: here.authority.listPath,
      name: "Casino 1",
      zone: "Europe/Madrid",
      rooms: ROOMS.map(roomOf),
    },
    floor,
    shifted,
    () => undefined,
  );
}, LIMIT_MS);
afterAll(async () => {
  beating.cancel();
  await server.stop();
  rmSync(here.folder, { recursive: true, force: true });
});

async function openWall(viewport: { readonly width: number; readonly height: number }): Promise<Page> {
  const { cert, key } = await here.issue("Ana Soto", { as: "tecnico" });
  const proof = { origin: server.url.slice(0, -1), cert: Buffer.from(cert), key: Buffer.from(key) };
  const context = await browser().newContext({
    viewport,
    ignoreHTTPSErrors: true,
    reducedMotion: "reduce",
    clientCertificates: [proof],
  });
  const page = await context.newPage();
  await page.goto(`${server.url}wall`);
  await onPage(page, `document.querySelectorAll(".tile .tile-label").length === ${TABLES}`, LIMIT_MS);
  return page;
}

/** Of every tile: whether all of it is on the screen, and how large its letters are, px. */
const SEEN = `[...document.querySelectorAll(".tile")].map((tile) => {
  const { left, top, right, bottom } = tile.getBoundingClientRect();
  const label = tile.querySelector(".tile-label");
  return {
    label: label.textContent,
    isOn: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
    isWhole: label.scrollWidth <= label.clientWidth + 1,
    px: parseFloat(getComputedStyle(label).fontSize) * (label.getBoundingClientRect().height / (label.offsetHeight || 1)),
  };
})`;

test.each([
  { width: 1_920, height: 1_080, px: 9 },
  { width: 3_840, height: 2_160, px: 18 },
])("every table of 500 is on a wall of $width × $height, and can be read there", async ({ px, ...size }) => {
  const page = await openWall(size);
  const seen = await page.evaluate<{ label: string; isOn: boolean; isWhole: boolean; px: number }[]>(SEEN);
  expect(seen.filter(({ isOn }) => !isOn).map(({ label }) => label)).toEqual([]);
  expect(seen.filter(({ isWhole }) => !isWhole).map(({ label }) => label)).toEqual([]);
  expect(Math.min(...seen.map((one) => one.px))).toBeGreaterThanOrEqual(px);
  expect(new Set(seen.map(({ label }) => label)).size).toBe(TABLES);
  // Nothing to press: what hangs on a wall is everybody's.
  expect(
    await page.locator("button:not(.tile):visible, input:visible, a:visible, select:visible").count(),
  ).toBe(0);
  await shot(page, `floor-wall-${size.width}`);
  await page.context().close();
});

test("a table that is not heard of is grey 3 s after it was due, gone after 10, and itself again once it is heard", async () => {
  const page = await openWall({ width: 1_920, height: 1_080 });
  const log = logOf(7);
  const shownAs = (what: string): Promise<void> =>
    onPage(
      page,
      `(() => { const tile = document.querySelector('.tile[data-log="${log}"]');
        return tile.dataset.shown === ${JSON.stringify(what)} && (getComputedStyle(tile).filter !== "none") === ${what === "stale" || what === "gone"}; })()`,
      LIMIT_MS,
    );
  const was = (await page.locator(`.tile[data-log="${log}"]`).getAttribute("data-shown")) ?? "";
  await shownAs(was);
  silent.add(log);
  // Due every 5 s: from 8 s after the last one it is late.
  shifted.aheadUs += 8.2 * US_PER_S;
  await shownAs("stale");
  await onPage(page, `document.querySelectorAll('.tile[data-shown="stale"]').length === 1`, LIMIT_MS);
  shifted.aheadUs += 7 * US_PER_S;
  await shownAs("gone");
  await shot(page, "floor-wall-gone");
  silent.delete(log);
  await shownAs(was);
  await page.context().close();
});
