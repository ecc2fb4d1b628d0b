import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFields, type Fields } from "../../src/analysis/record-fields.ts";
import { roundOf } from "../../src/analysis/search.ts";
import { base64, sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { formatProof, formatRecord } from "../../src/record/certificate.ts";
import { signCheckpoint } from "../../src/record/checkpoint.ts";
import { inclusionProof, leafHash, nodesOf, treeRoot } from "../../src/record/merkle.ts";
import { SEED_2, signerFromSeed } from "../../src/record/vector.fixture.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { codeForPhones } from "../../firmware/screens/phone/code.ts";
import { ASKED_OF_ADDRESS } from "../../firmware/screens/phone/desk.ts";
import { recallWords } from "../../firmware/unit/evidence/recall-words.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { playedRecords } from "../../hw-sim/preview/played-records.ts";
import { freePortHere } from "../support/free-port.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { onPage, seen, shot, table, type Table } from "./harness.ts";
import { violationsOf } from "./violations.ts";

/** What a player's phone reads of a round: real records of a simulated wheel, signed by a key of this test. */

const RULEBOOK = "cl/ruleta-francesa";
const setup = tableSetup(RULEBOOK, "sensor-board", []);
const records = await playedRecords(setup.pack, setup.rulebook, 30);
const lines = records.map(({ line }) => line);
const fields = lines.map((line): Fields => {
  const value: unknown = JSON.parse(line);
  return isFields(value) ? value : {};
});
const signer = signerFromSeed(String(fields[0]?.["log"]), SEED_2);
const node = nodesOf(lines.map((line) => leafHash(utf8(line))));
const checkpoint = signCheckpoint(lines.length, treeRoot(lines.length, node), signer);

function certificate(seq: number, line = lines[seq] ?? "") {
  const json = formatRecord({ line, sig: base64(signer.sign(utf8(line))), vkey: signer.verifier.vkey });
  const proof = formatProof({ index: seq, hashes: inclusionProof(seq, lines.length, node), checkpoint });
  return { mode: "live" as const, json, proof };
}
const codeOf = (seq: number): string =>
  new URL(codeForPhones("http://x/", { seq, hash: sha256Hex(lines[seq] ?? ""), short: "", qr: "", at: "" }))
    .hash;
const seqWhere = (fits: (one: Fields) => boolean): number => fields.findIndex(fits);

const browser = browserOfFile();
let here: Table;
let port: number;
/** What the unit hands out for a number instead of the certificate. */
const handedOut = new Map<number, ReturnType<typeof certificate>>();
beforeAll(async () => {
  port = await freePortHere();
  here = await table({
    phone: { address: `http://127.0.0.1:${port}/`, host: "127.0.0.1", port, zone: "America/Santiago" },
  });
  const { pack } = setup;
  const last = records.at(-1)!;
  here.display.setRecall({
    words: recallWords(setup),
    records: (from, count) => Promise.resolve(lines.slice(from, from + count)),
  });
  here.display.onCertificate((seq) => Promise.resolve(handedOut.get(seq) ?? certificate(seq)));
  here.display.show(
    viewOf(last.durable, last.seq, null, {
      pack,
      houseRules: [],
      table: "Ruleta 4",
      log: signer.verifier.name,
      rulebook: setup.rulebook,
      languages: ["es", "en"],
      test: false,
    }),
  );
});
afterAll(() => here.display.close());

const at = (path: string): string => `http://127.0.0.1:${port}${path}`;
async function phoneAt(hash: string, locale = "es-ES"): Promise<Page> {
  const page = await browser().newPage({ viewport: { width: 390, height: 844 }, locale });
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(at(`/phone${hash}`));
  return page;
}
const isVerified = (page: Page): Promise<void> => onPage(page, `document.querySelector(".signature") !== null`);

const certified = seqWhere(
  (one) => one["kind"] === "result" && JSON.stringify(one).includes('"level":"certified"'),
);
const voided = seqWhere((one) => one["kind"] === "void");
/** A verdict on whose round something was decided later. */
const changed = seqWhere(
  (one) =>
    one["kind"] === "undecided" &&
    fields.some((other) => isFields(other["resolves"]) && roundOf(other) === roundOf(one)),
);

test("a certified result in words: what, which table, when by the zone, which rule; its signature is verified here", async () => {
  const page = await phoneAt(codeOf(certified));
  await isVerified(page);
  const words = await seen(page, "body");
  const result = (fields[certified]?.["result"] ?? {}) as { pocket?: string };
  expect(await page.locator("h1").count()).toBe(1);
  expect(words).toContain("Resultado certificado");
  expect(await seen(page, ".came strong")).toContain(result.pocket ?? "?");
  expect(words).toContain("Ruleta 4 · Ruleta francesa");
  expect(words).toContain(`Tirada ${String(fields[certified]?.["round"])}`);
  expect(words).toMatch(/\d\d:\d\d:\d\d GMT-[34]/);
  expect(words).toContain(`${signer.verifier.name} · ${certified}`);
  expect(await seen(page, ".signature strong")).toBe("La firma es buena: nadie ha cambiado este registro.");
  expect(await seen(page, ".fingerprint")).toContain("SHA-256");
  await shot(page, "phone-result");
  expect(await violationsOf(page)).toEqual([]);
  // Nothing is wider than the phone.
  expect(await page.evaluate(`document.documentElement.scrollWidth`)).toBe(390);
  await page.locator('button[lang="eu"]').click();
  await onPage(page, `document.documentElement.lang === "eu" && document.querySelector(".came") !== null`);
  expect(await seen(page, "h1")).toBe("Mahaiaren ziurtagiria");
  await page.close();
});

test("a void with its rule, an undecided round with what was decided since; in the phone's own language", async () => {
  const page = await phoneAt(codeOf(voided), "gl-ES");
  await isVerified(page);
  expect(await seen(page, ".came")).toMatch(/^Anulada/);
  expect(await page.locator(".rule .cite").count()).toBeGreaterThan(0);
  await shot(page, "phone-void");
  await page.goto(at(`/phone${codeOf(changed)}`));
  await page.reload();
  await isVerified(page);
  expect(await page.locator(".changed").count()).toBe(1);
  expect(await page.locator(".history li").count()).toBeGreaterThan(1);
  await page.close();
});

test("a line of which a digit was changed is not good, and says so", async () => {
  const line = (lines[certified] ?? "").replace(/"round":(\d+)/, (_, round) => `"round":${Number(round) + 1}`);
  const { json } = certificate(certified);
  handedOut.set(certified, {
    ...certificate(certified),
    json: json.replace(/"line":"(?:[^"\\]|\\.)*"/, `"line":${JSON.stringify(line)}`),
  });
  const page = await phoneAt(codeOf(certified), "en-GB");
  await isVerified(page);
  handedOut.clear();
  expect(await seen(page, ".signature")).toMatch(/^The signature is NOT good/);
  await page.close();
});

test("only who has the code is told, of verdicts alone, without names of people, and not without end", async () => {
  const ask = async (path: string): Promise<Response> => fetch(at(path));
  const record = (seq: number): string => `/phone/record/${seq}/${codeOf(seq).split(".")[1]}`;
  expect((await ask(record(certified).replace(/.$/, (digit) => (digit === "0" ? "1" : "0")))).status).toBe(404);
  const phase = seqWhere((one) => one["kind"] === "phase");
  expect((await ask(record(phase))).status).toBe(404);
  expect((await ask(`/phone/record/${lines.length + 9}/00000000`)).status).toBe(404);
  const told = await ask(record(changed));
  const said = (await told.json()) as { json: string; proof: string };
  expect(JSON.stringify({ ...said, json: "", proof: "" })).not.toContain("sim-jefe");
  // None of the table's other pages, sockets or figures is on this server.
  for (const path of [
    "/",
    "/control",
    "/technician",
    "/statistics",
    "/health",
    "/certificate/1",
    "/web/control.css",
    "/web/control.ts",
    "/ws",
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  expect((await ask("/phone")).headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  const answers = await Promise.all(Array.from({ length: ASKED_OF_ADDRESS }, () => ask(record(certified))));
  expect(answers.map(({ status }) => status)).toContain(429);
});
