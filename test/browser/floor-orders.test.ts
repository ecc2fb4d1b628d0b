import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askRelay } from "../../firmware/afar/orders/letters.ts";
import { readCredentials } from "../../firmware/afar/orders/credentials.ts";
import { runFloorPage, type RunningFloorPage } from "../../firmware/office/floor/page/run.ts";
import { runRelay, type RunningRelay } from "../../firmware/office/relay/run.ts";
import { formatAnswer, lineOfAnswer } from "../../src/orders/answer.ts";
import { judgeOrder } from "../../src/orders/judge.ts";
import { parseOrder, type OrderText } from "../../src/orders/order.ts";
import { ANSWER_NAMESPACE, signSsh } from "../../src/record/sshsig.ts";
import { casino, p12Of, type Casino, type Held } from "../support/casino.ts";
import { LineTable } from "../support/line-table.ts";
import { MemoryFloor, wellBeat } from "../support/memory-floor.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { clock, onPage, shot, TABLET } from "./harness.ts";
import { violationsOf } from "./violations.ts";

/** An order from the floor's page: signed in the browser, over a relay to a table that judges it, and its answer back. */

const browser = browserOfFile();
const LIMIT_MS = 60_000;
const LOG = "tirada.example/casino-1/r1";
const table = new LineTable(LOG);
const floor = new MemoryFloor();
let here: Casino;
let unit: Held;
let ana: Held;
let relay: RunningRelay;
let server: RunningFloorPage;

beforeAll(async () => {
  here = await casino("casino-1", mkdtempSync(join(tmpdir(), "tirada-")));
  const hosts = { hosts: ["127.0.0.1"] };
  const [own, mirror] = [
    await here.issue("floor.casino.example", { as: "relay", ...hosts }),
    await here.issue("relay.casino.example", { as: "relay", ...hosts }),
  ];
  [unit, ana] = [await here.issue(LOG, { as: "unit" }), await here.issue("Ana Soto", { as: "tecnico" })];
  const files = (held: Held) => ({ listen: { host: "127.0.0.1", port: 0 }, ...filesOf(held) });
  relay = await runRelay({ ...files(mirror), folder: join(here.folder, "boxes") }, clock, () => undefined);
  floor.addTable(LOG);
  floor.keysOf.set(LOG, table.keys.first.vkey);
  floor.beat(wellBeat(LOG, { name: "R1" }), clock.wall());
  server = await runFloorPage(
    { ...files(own), name: "Casino 1", zone: "Europe/Madrid", relay: relay.url },
    floor,
    clock,
    () => undefined,
  );
});
afterAll(async () => {
  await server.stop();
  await relay.stop();
  rmSync(here.folder, { recursive: true, force: true });
});

const filesOf = (held: Held) => ({
  certificate: held.certificatePath,
  key: held.keyPath,
  authority: here.authority.certificatePath,
  revoked: here.authority.listPath,
});

/** The table asks the relay, as a unit does; the orders that wait for it. */
async function letters(): Promise<readonly string[]> {
  const answered = await askRelay(relay.url, await readCredentials(filesOf(unit)), "letters");
  return "body" in answered ? (JSON.parse(answered.body) as { readonly letters: string[] }).letters : [];
}

/** The table judges an order by itself, and answers. */
async function answerTo(text: string): Promise<OrderText> {
  const credentials = await readCredentials(filesOf(unit));
  const context = { table: LOG, now: clock.wall(), earliest: 0, numbers: {} };
  const judged = judgeOrder(text, { ...context, authority: credentials.authority });
  const order = parseOrder(text);
  if (order === null || !judged.ok) throw new Error(`refused: ${judged.ok ? "" : judged.why}`);
  const at = new Date(clock.wall()).toISOString();
  const { line, sha512 } = lineOfAnswer({
    ...({ v: 1, kind: "answer", table: LOG, order: order.digest, person: order.said.person, at } as const),
    ...({ outcome: "done", why: null, result: { ports: "served" } } as const),
  });
  const answer = formatAnswer(line, signSsh(sha512, ANSWER_NAMESPACE, table.signer));
  await askRelay(relay.url, credentials, `answers/${order.digest}`, answer);
  return order;
}

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

test("a person orders a self-test on the page; the table judges it and its answer is shown", async () => {
  // Before a table has come to the relay it has no box there.
  expect(await letters()).toEqual([]);
  const page = await openAs(ana);
  await page.locator(`.tile[data-log="${LOG}"]`).click();
  await page.locator("#side .doors button", { hasText: "Orden" }).click();
  // A technician's orders, and no others.
  expect(await page.locator('#dialog input[name="choice"]').count()).toBe(6);
  expect(await violationsOf(page)).toEqual([]);
  await shot(page, "floor-order");
  await page.locator('#dialog input[value="self-test"]').check();
  await page.locator("#dialog .yes").click();
  await page
    .locator("#key-file")
    .setInputFiles({ name: "ana.p12", mimeType: "application/x-pkcs12", buffer: p12Of(ana, "abc") });
  await page.locator("#dialog input[name=password]").fill("abc");
  await page.locator("#dialog .yes").click();
  await onPage(page, `document.querySelector(".order-answer") !== null`, LIMIT_MS);
  const [text = ""] = await letters();
  const { said, digest } = await answerTo(text);
  expect(said).toMatchObject({ table: LOG, action: "self-test", arguments: {}, person: "Ana Soto" });
  expect(await floor.acts(["order-table"], 9)).toMatchObject([
    { person: "Ana Soto", log: LOG, detail: { action: "self-test", digest } },
  ]);
  await onPage(page, `document.querySelector(".order-answer").innerText.includes("served")`, LIMIT_MS);
  expect(await page.locator(".order-answer").innerText()).toContain("Hecho");

  // Another person brings what she signed; somebody orders what the page orders not, or what the role may not.
  const post = (who: Page, order: string): Promise<readonly [number, string]> =>
    who.evaluate(
      async ([log, signed]) => {
        const answer = await fetch("/orders", { method: "POST", body: JSON.stringify({ log, order: signed }) });
        return [answer.status, (await answer.text()).trim()] as const;
      },
      [LOG, order] as const,
    );
  const jon = await openAs(await here.issue("Jon Etxeberria", { as: "jefe-de-mesa" }));
  expect(await post(jon, text)).toEqual([409, "unsigned"]);
  expect(await post(page, text.replace("self-test", "diagnose"))).toEqual([409, "unsigned"]);
  expect(await post(page, "x")).toEqual([409, "unsigned"]);
  expect(await letters()).toEqual([]);
}, 200_000);
