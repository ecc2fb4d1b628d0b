import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { runFloorPage, type RunningFloorPage } from "../../firmware/office/floor/page/run.ts";
import { playedRecords } from "../../hw-sim/preview/played-records.ts";
import type { StoredDays } from "../../firmware/office/floor/page/page-store.ts";
import { casino, p12Of, type Casino, type Held } from "../support/casino.ts";
import { LineTable } from "../support/line-table.ts";
import { lineAs, MemoryFloor, wellBeat } from "../support/memory-floor.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { clock, onPage, shot, TABLET } from "./harness.ts";
import { violationsOf } from "./violations.ts";

/** The floor's page in a browser: found, opened, drawn, confirmed, offline. */

const browser = browserOfFile();
const TABLES = 12;
/** A page of its own server, with a certificate, on a machine that does much else. */
const LIMIT_MS = 40_000;
const onFloor = (page: Page, expression: string): Promise<void> => onPage(page, expression, LIMIT_MS);
const logOf = (n: number): string => `tirada.example/casino-1/r${n}`;
const lines: string[] = [];
let here: Casino;
let own: Held;
let floor: MemoryFloor;
let server: RunningFloorPage;
let beating: { cancel(): void };
const contexts: BrowserContext[] = [];
const wrong: string[] = [];

const lineOf = (line: string, n: number): string => lineAs(line, logOf(n));

/** Every table says that it is well; the fifth one that it does not, and the sixth that a foot of its wheel sank. */
function beatAll(count: number): void {
  const device = "cammegh-ss2";
  const since = clock.wall() - 90_000;
  for (let n = 1; n <= TABLES; n++) {
    const code = n === 5 ? "device-silent" : n === 6 ? "drift-drop-zone" : null;
    const faults = code === null ? [] : [{ device, code, since, refuses: false }];
    const records = floor.count(logOf(n));
    floor.beat(wellBeat(logOf(n), { name: `R${n}`, count, records, faults }), clock.wall() + count / 1_000);
  }
}

/** Two weeks of all wheels. */
function playedDays(): StoredDays {
  const days = Array.from({ length: TABLES }, (_, at) => at + 1).flatMap((n) =>
    Array.from({ length: 14 }, (_, at) => ({
      n,
      at,
      log: logOf(n),
      day: `2026-11-${String(at + 1).padStart(2, "0")}`,
    })),
  );
  return {
    numbers: days.map(({ n, at, log, day }) => ({
      log,
      day,
      spins: 900 + ((n * 37 + at * 11) % 90),
      statistic: n === 4 && at === 13 ? 75 : 30 + ((n * 7 + at * 5) % 17),
    })),
    voids: days.filter(({ n, at }) => (n + at) % 5 === 0).map(({ log, day }) => ({ log, day, count: 2 })),
    measured: days.flatMap(({ n, at, log, day }) => [
      { log, day, measure: "rotor-speed", part: "", value: n === 2 ? 240 - 2 * at : 240 + ((n + at) % 3) },
      { log, day, measure: "drop-zone", part: "B", value: n === 2 ? 280 + 10 * at : 270 + ((n + at) % 9) },
    ]),
  };
}

beforeAll(async () => {
  here = await casino("casino-1", mkdtempSync(join(tmpdir(), "tirada-")));
  own = await here.issue("floor.casino.example", { as: "relay", hosts: ["127.0.0.1"] });
  const { pack, name } = loadPack("cl/ruleta-francesa");
  for (const { line } of await playedRecords(pack, name, 12)) lines.push(line);
});
afterAll(() => rmSync(here.folder, { recursive: true, force: true }));

// A floor and a page of its own for each try.
beforeEach(async () => {
  wrong.length = 0;
  floor = new MemoryFloor();
  for (let n = 1; n <= TABLES; n++)
    floor.addTable(
      logOf(n),
      lines.slice(0, 20 + n).map((line) => lineOf(line, n)),
    );
  let beats = 1;
  beatAll(beats);
  beating = clock.every(2_000_000, "heartbeats of the test's tables", () => beatAll(++beats));
  server = await runFloorPage(
    {
      listen: { host: "127.0.0.1", port: 0 },
      certificate: own.certificatePath,
      key: own.keyPath,
      authority: here.authority.certificatePath,
      revoked: here.authority.listPath,
      name: "Casino 1",
      zone: "Europe/Madrid",
    },
    floor,
    clock,
    () => undefined,
  );
});
afterEach(async () => {
  beating.cancel();
  await Promise.all(contexts.splice(0).map((one) => one.close()));
  await server.stop();
});

test("a person confirms a table's key and signs that with the file that the browser has the certificate from", async () => {
  const ana = await here.issue("Ana Soto", { as: "tecnico" });
  const log = "tirada.example/casino-1/r99";
  const keys = new LineTable(log).keys;
  floor.asking.push({ id: 3, log, asked: clock.wall(), vkey: keys.current.vkey, code: "ACDEFHJK" });
  const page = await openFloor(await contextOf(ana));
  await page.locator("#waits").click();
  await page.locator("[data-confirm='3']").click();
  await page.locator("#dialog input[name=code]").fill("acde fhjk");
  await page.locator("#dialog input[name=same]").check();
  await page.locator("#dialog .yes").click();
  await page
    .locator("#key-file")
    .setInputFiles({ name: "ana.p12", mimeType: "application/x-pkcs12", buffer: p12Of(ana, "abc") });
  await page.locator("#dialog input[name=password]").fill("abd");
  await page.locator("#dialog .yes").click();
  await onFloor(page, `document.querySelector("#dialog .refused").innerText !== ""`);
  await shot(page, "floor-signing");
  expect(await floor.acts(["confirm-enrolment"], 9)).toEqual([]);
  // A passphrase that is right, of somebody else's key.
  const other = await here.issue("Ana Soto", { as: "tecnico" });
  await page
    .locator("#key-file")
    .setInputFiles({ name: "x.p12", mimeType: "application/x-pkcs12", buffer: p12Of(other, "abc") });
  await page.locator("#dialog input[name=password]").fill("abc");
  await page.locator("#dialog .yes").click();
  await onFloor(page, `document.querySelector("#dialog .refused").innerText.includes("otro certificado")`);
  await page
    .locator("#key-file")
    .setInputFiles({ name: "ana.p12", mimeType: "application/x-pkcs12", buffer: p12Of(ana, "abc") });
  await page.locator("#dialog .yes").click();
  await onFloor(page, `!document.querySelector("#dialog").open`);
  const [kept] = await floor.acts(["confirm-enrolment"], 9);
  expect(kept).toMatchObject({ person: "Ana Soto", log, enrolment: 3 });
  expect(wrong).toEqual([]);
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;

async function contextOf(
  { cert, key }: Held,
  screen: Pick<BrowserContextOptions, "viewport" | "hasTouch"> = { viewport: TABLET },
): Promise<BrowserContext> {
  const proof = { origin: server.url.slice(0, -1), cert: Buffer.from(cert), key: Buffer.from(key) };
  const context = await browser().newContext({
    ...screen,
    ignoreHTTPSErrors: true,
    reducedMotion: "reduce",
    clientCertificates: [proof],
  });
  contexts.push(context);
  return context;
}

async function openFloor(context: BrowserContext, path = "", table = ".tile .tile-label"): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.goto(`${server.url}${path}`);
  await onFloor(page, `document.querySelectorAll(${JSON.stringify(table)}).length === ${TABLES}`);
  return page;
}
const openPhone = (context: BrowserContext): Promise<Page> => openFloor(context, "", ".table-row strong");
const tile = (page: Page, n: number) => page.locator(`.tile[data-log="${logOf(n)}"]`);

test("a table is found, opened and read; a record is on the page as soon as it is stored; the rooms are drawn", async () => {
  const [ana, jon] = await Promise.all([
    here.issue("Ana Soto", { as: "tecnico" }).then(contextOf),
    here.issue("Jon Etxeberria", { as: "jefe-de-mesa" }).then(contextOf),
  ]);
  const page = await openFloor(ana);
  expect(await violationsOf(page)).toEqual([]);
  // What is not well is told by a word and by a shape.
  expect(await tile(page, 5).getAttribute("data-shown")).toBe("fault");
  expect(await tile(page, 5).innerText()).toContain("avería");

  // Found by a stranger: one field, the return key.
  await page.locator("#find").fill("r5");
  await page.keyboard.press("Enter");
  const fault = page.locator(".faults li", { hasText: "cammegh-ss2" });
  await fault.waitFor();
  // What it is, and what to do about it.
  expect(await fault.innerText()).toMatch(/cammegh-ss2.*\n+.{20,}/);
  await page.locator(".step").first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await shot(page, "floor-table");
  // Whoever closes it is where he was.
  await page.keyboard.press("Escape");
  expect(await page.evaluate("document.activeElement.dataset.log")).toBe(logOf(5));
  await page.locator("#find").fill("");

  // What wears out, before it is a fault: at the table, and below its wheel among all of its kind.
  expect(await tile(page, 6).getAttribute("data-shown")).toBe("note");
  await page.locator("#wheels").click();
  await page.locator("tr.worn", { hasText: "Ponga la rueda a nivel" }).waitFor();
  expect(await page.locator("tr.worn").count()).toBe(1);
  expect(await violationsOf(page)).toEqual([]);
  await shot(page, "floor-wheels");

  // The same day by day, beside the middle of all: one whose rotor slows, and a day on which a number came too often.
  floor.days = playedDays();
  await page.locator(".wheels button", { hasText: "día a día" }).click();
  await page.locator(".trends figure").first().waitFor();
  const slow = page.locator(".trends li", { has: page.locator("button", { hasText: /^R2$/ }) });
  expect(await slow.locator("svg").nth(3).getAttribute("aria-label")).toBe("24,0 → 21,4");
  expect(await page.locator('.trends figure[data-over="true"]').count()).toBe(1);
  await page.locator(".wheels button", { hasText: "30 d" }).click();
  await page.locator(".trends summary").nth(1).click();
  expect(await page.locator(".trends details[open] tbody tr").first().innerText()).toContain("2026-11-14");
  expect(await page.locator(".trends details[open]").innerText()).toContain("41 (B)");
  expect(await violationsOf(page)).toEqual([]);
  await shot(page, "floor-wheels-by-day");
  await page.keyboard.press("Escape");

  // From table to table by the arrow keys alone.
  await tile(page, 1).focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.evaluate("document.activeElement.dataset.log")).toBe(logOf(2));

  // A record that is stored is drawn.
  const before = await tile(page, 3).getAttribute("aria-label");
  for (const line of lines.slice(23, 31)) floor.addLine(logOf(3), lineOf(line, 3));
  await onFloor(
    page,
    `document.querySelector('[data-log="${logOf(3)}"]').getAttribute("aria-label") !== ${JSON.stringify(before)}`,
  );

  // Two people draw: the second one is told, and nothing is lost without his word.
  const other = await openFloor(jon);
  for (const one of [page, other]) {
    await one.locator("#drawing").click();
    await one.locator(".drawing form input").fill("Sala");
    await one.locator(".drawing form button").click();
    await onFloor(one, `document.querySelector('.room[data-room="Sala"]') !== null`);
  }
  const room = await page.locator('.room[data-room="Sala"]').boundingBox();
  const from = await tile(page, 1).boundingBox();
  await page.mouse.move(from!.x + 5, from!.y + 5);
  await page.mouse.down();
  await page.mouse.move(room!.x + room!.width / 2, room!.y + room!.height / 2, { steps: 3 });
  await page.mouse.up();
  await page.locator(`.room[data-room="Sala"] .tile[data-log="${logOf(1)}"]`).waitFor();
  await shot(page, "floor-drawing");
  await page.locator(".drawing .yes").click();
  await onFloor(other, `document.querySelector(".drawing") !== null`);
  await onFloor(page, `document.querySelector(".drawing") === null`);
  await other.locator(".drawing .yes").click();
  await onFloor(other, `document.querySelector("#dialog").open`);
  expect(await other.locator("#dialog h2").innerText()).toContain("Ana Soto");
  const [kept] = await floor.acts(["draw-rooms"], 9);
  expect(kept).toMatchObject({
    person: "Ana Soto",
    detail: { rooms: [{ name: "Sala", tables: [{ log: logOf(1) }] }] },
  });
  await other.close();

  // Within three seconds it is said that nothing is current any more.
  const lost = clock.now();
  const stopped = server.stop();
  await onFloor(page, `!document.querySelector("#offline").hidden`);
  expect(clock.now() - lost).toBeLessThan(3_000_000);
  expect(wrong).toEqual([]);
  await stopped;
}, 120_000);

test("a stranger finds a table in three actions at most, with keys or with a finger", async () => {
  const ana = await here.issue("Ana Soto", { as: "tecnico" });
  const page = await openFloor(await contextOf(ana));
  const opened = page.locator("#side h2");
  const newest = lines.findLast((line) => line.includes('"kind":"result"')) ?? "";
  for (const line of lines.slice(floor.count(logOf(9)))) floor.addLine(logOf(9), lineOf(line, 9));
  const { round } = JSON.parse(newest) as { readonly round: number };
  // A stroke, what is sought, the return key: by name, by log, by the number of the round, by what is wrong, by the device.
  for (const [sought, label] of [
    ["R7", "R7"],
    ["casino-1/r11", "R11"],
    [String(round), "R9"],
    ["avería", "R5"],
    ["cammegh-ss2", "R5"],
  ] as const) {
    await page.keyboard.press("/");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(sought);
    await page.keyboard.press("Enter");
    await opened.filter({ hasText: new RegExp(`^${label}$`) }).waitFor();
    await page.locator("body").press("Escape");
  }
  // On a telephone: what wants somebody stands first, and one touch opens it; others are typed.
  const phone = await contextOf(ana, PHONE);
  const held = await openPhone(phone);
  const wanting = held.locator(".group").first();
  await wanting.locator(".table-row").filter({ hasText: /^R5\b/ }).tap();
  await held.locator("#side h2").filter({ hasText: /^R5$/ }).waitFor();
  expect(await violationsOf(held)).toEqual([]);
  await held.locator("#side .close").tap();
  await held.locator("#find").tap();
  await held.keyboard.type("r12");
  await held.locator(".table-row").tap();
  await held.locator("#side h2").filter({ hasText: /^R12$/ }).waitFor();
  await shot(held, "floor-phone");
  expect(wrong).toEqual([]);
}, 120_000);
