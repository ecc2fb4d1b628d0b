import { createPublicKey, generateKeyPairSync, verify, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFloorPageConfig } from "../../firmware/office/floor/page/config.ts";
import { runFloorPage, type RunningFloorPage } from "../../firmware/office/floor/page/run.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { playedRecords } from "../../hw-sim/preview/played-records.ts";
import type { Dispute } from "../../src/floor/disputes.ts";
import { printOf } from "../../src/floor/enrolment.ts";
import type { ActContent } from "../../src/floor/signed-act.ts";
import { base64, sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { signerOf } from "../../src/record/keys.ts";
import { wallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino, type Casino, type Held } from "../support/casino.ts";
import { signedBy } from "../support/floor-tables.ts";
import { temporaryFolder } from "../support/folder.ts";
import { lineAs, MemoryFloor, wellBeat } from "../support/memory-floor.ts";

/** The floor's page by its server: who gets what, and what two people do. */

const clock = systemClock();
const LOG = "tirada.example/casino-1/r1";
const floor = new MemoryFloor();
const signer = signerOf("tirada.example/casino-1/r9", generateKeyPairSync("ed25519").privateKey);
const CODE = "ACDEFHJK";
const OTHER = sha256Hex(utf8("{}"));
let here: Casino;
let own: Held;
let page: RunningFloorPage;
let people: Readonly<Record<"ana" | "iker" | "jon", Held>>;

beforeAll(async () => {
  here = await casino("casino-1", mkdtempSync(join(tmpdir(), "tirada-")));
  own = await here.issue("floor.casino.example", { as: "relay", hosts: ["127.0.0.1"] });
  people = {
    ana: await here.issue("Ana Soto", { as: "tecnico" }),
    iker: await here.issue("Iker Otero", { as: "inspector" }),
    jon: await here.issue("Jon Etxeberria", { as: "jefe-de-mesa" }),
  };
  floor.addTable(LOG);
  floor.beat(wellBeat(LOG), clock.wall());
  floor.asking.push({
    id: 3,
    log: signer.verifier.name,
    asked: clock.wall(),
    vkey: signer.verifier.vkey,
    code: CODE,
  });
  floor.forked.push({
    id: 5,
    log: LOG,
    seq: 17,
    at: clock.wall(),
    serial: "4f",
    stored: "{}",
    other: "{}",
    otherHash: OTHER,
  });
  const config = {
    listen: { host: "127.0.0.1", port: 0 },
    certificate: own.certificatePath,
    key: own.keyPath,
    authority: here.authority.certificatePath,
    revoked: here.authority.listPath,
    name: "Casino 1",
    zone: "Europe/Madrid",
  };
  page = await runFloorPage(config, floor, clock, () => undefined);
});
afterAll(async () => {
  await page.stop();
  rmSync(here.folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
}

/** As a browser of this person asks; `origin`: of another site. Rejects where the connection ends. */
function ask(who: Held | null, path: string, body?: object, origin = page.url.slice(0, -1)): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const proof = who === null ? {} : { cert: who.cert, key: who.key };
    const options = { ca: here.ca, ...proof, method, headers: { origin }, agent: false };
    const sent = request(new URL(path, page.url), options, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(pieces);
        resolve({ status: response.statusCode ?? 0, text: bytes.toString("utf8"), bytes });
      });
    });
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

describe("whoever comes", () => {
  it("without a certificate, with a machine's or a revoked one gets nothing", async () => {
    await expect(ask(null, "/")).rejects.toThrow();
    await expect(ask(await here.issue(LOG, { as: "unit" }), "/")).rejects.toThrow();
    await expect(ask(await here.issue("relay", { as: "relay" }), "/news")).rejects.toThrow();
  });

  it("as a person of the casino may look, and no more than the role has", async () => {
    expect(JSON.parse((await ask(people.jon, "/me")).text)).toMatchObject({
      person: "Jon Etxeberria",
      may: ["look", "draw", "alarms"],
    });
    expect((await ask(people.iker, "/")).text).toContain('data-page="floor"');
    expect((await ask(people.iker, `/table?log=${LOG}`)).status).toBe(200);
    expect((await ask(people.iker, "/table?log=another")).status).toBe(404);
    expect(
      (await ask(people.jon, "/enrolments", { log: "x", enrolment: 3, code: CODE, print: "x" })).status,
    ).toBe(403);
    expect((await ask(people.iker, "/rooms", { base: null, rooms: [] })).status).toBe(403);
  });

  it("by a page of another site changes nothing", async () => {
    const answer = await ask(people.ana, "/rooms", { base: null, rooms: [] }, "https://elsewhere.example");
    expect(answer.status).toBe(403);
    expect(await floor.acts(["draw-rooms"], 9)).toEqual([]);
  });
});

it("a hundred pages that read nothing cost whoever reads nothing, and keep nobody out", async () => {
  const listen = (who: Held, onText: ((text: string) => void) | null): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const options = { ca: here.ca, cert: who.cert, key: who.key, agent: false };
      const asked = request(new URL("/news", page.url), options, (response) => {
        // Without a listener nothing of it is read.
        if (onText !== null) response.setEncoding("utf8").on("data", onText);
        response.on("error", () => undefined);
        resolve(() => asked.destroy());
      });
      asked.on("error", reject).end();
    });
  const ends = await Promise.all(Array.from({ length: 100 }, () => listen(people.jon, null)));
  let got = "";
  ends.push(await listen(people.ana, (text) => (got += text)));
  const spans: number[] = [];
  for (let n = 1; n <= 5; n++) {
    const release = { version: `7.0.${n}`, manifest: null };
    floor.beat(wellBeat(LOG, { count: 100 + n, release }), clock.wall());
    const from = clock.now();
    while (!got.includes(`"7.0.${n}"`)) await clock.sleep(5_000);
    spans.push((clock.now() - from) / 1_000);
  }
  // A look at the heartbeats each second, and nothing besides.
  expect(Math.max(...spans)).toBeLessThan(3_000);
  for (const end of ends) end();
});

describe("rooms", () => {
  const rooms = (x: number) => [{ name: "A", size: [9, 5], tables: [{ log: LOG, label: "R1", at: [x, 1] }] }];

  it("are drawn over the drawing that was seen, and over no other one", async () => {
    expect((await ask(people.ana, "/rooms", { base: null, rooms: rooms(1) })).status).toBe(200);
    // Somebody who had seen no drawing does not write over it.
    expect(await ask(people.jon, "/rooms", { base: null, rooms: rooms(2) })).toMatchObject({
      status: 409,
      text: "changed\n",
    });
    const [drawn] = await floor.acts(["draw-rooms"], 1);
    expect(drawn).toMatchObject({ person: "Ana Soto", role: "tecnico", detail: { rooms: rooms(1) } });
    expect((await ask(people.jon, "/rooms", { base: drawn?.id, rooms: rooms(2) })).status).toBe(200);
  });

  it("with a table twice are refused", async () => {
    const twice = [...rooms(1), { ...rooms(1)[0]!, name: "B" }];
    expect(await ask(people.ana, "/rooms", { base: 2, rooms: twice })).toMatchObject({ status: 400 });
  });
});

/** What somebody signed, as the page sends it. */
function said(
  who: Held,
  content: ActContent,
  at = clock.wall(),
): { readonly said: string; readonly sig: string } {
  const act = signedBy(who, content, at);
  return { said: act.said, sig: base64(act.sig) };
}

describe("keys", () => {
  const PRINT = printOf(signer.verifier).replaceAll(" ", "");
  const enrol = (who: Held, code = CODE, print = printOf(signer.verifier)) =>
    ask(who, "/enrolments", {
      log: signer.verifier.name,
      enrolment: 3,
      code,
      print,
      ...said(who, { does: "confirm-enrolment", log: signer.verifier.name, code: CODE, print: PRINT }),
    });
  const counted = async () => (await floor.enrolments()).length;

  it("take two people, each of whom has read the code and the print at the table", async () => {
    expect(await enrol(people.ana, "ACDEFHJL")).toMatchObject({ status: 409, text: "differs\n" });
    expect(await enrol(people.ana, CODE, "0000 0000 0000 0000 0000")).toMatchObject({ text: "differs\n" });
    // What was signed by somebody else, about something else, long ago or not at all is no act.
    const about = { log: signer.verifier.name, enrolment: 3, code: CODE, print: PRINT };
    const content = { does: "confirm-enrolment", log: about.log, code: CODE, print: PRINT } as const;
    for (const wrong of [
      said(people.iker, content),
      said(people.ana, { ...content, log: LOG }),
      said(people.ana, { ...content, code: "ACDEFHJL" }),
      said(people.ana, { does: "retire-table", log: about.log, instead: null }),
      said(people.ana, content, wallMs(clock.wall() - 11 * 60_000)),
      { ...said(people.ana, content), sig: base64(new Uint8Array(64)) },
    ])
      expect(await ask(people.ana, "/enrolments", { ...about, ...wrong })).toMatchObject({
        text: "unsigned\n",
      });
    expect((await ask(people.ana, "/enrolments", about)).status).toBe(400);
    expect((await enrol(people.ana, "acde fhjk")).status).toBe(200);
    // Another certificate of the same key is the same person: the key counts.
    expect(await enrol(people.ana)).toMatchObject({ status: 409, text: "same-person\n" });
    expect(await counted()).toBe(1);
    expect((await enrol(people.iker)).status).toBe(200);
    expect(await counted()).toBe(0);
    expect(await enrol(people.iker)).toMatchObject({ status: 404 });
  });

  it("two people settle a fork, and until then the table is marked", async () => {
    const standing = async () => (await floor.logs()).find(({ log }) => log === LOG)?.standing;
    expect(await standing()).toBe("forked");
    const settle = (who: Held, other = OTHER) =>
      ask(who, "/forks", {
        log: LOG,
        fork: 5,
        ...said(who, { does: "settle-fork", log: LOG, seq: 17, other }),
      });
    expect(await settle(people.iker, "0".repeat(64))).toMatchObject({ text: "unsigned\n" });
    expect((await settle(people.iker)).status).toBe(200);
    expect(await settle(people.iker)).toMatchObject({ text: "same-person\n" });
    expect((await settle(people.ana)).status).toBe(200);
    expect(await standing()).toBe("enrolled");
  });

  it("two people retire a table, and say the same of what stands there instead", async () => {
    const other = "tirada.example/casino-1/r2";
    floor.addTable(other);
    const retire = (who: Held, instead: string | null) =>
      ask(who, "/retire", { log: LOG, instead, ...said(who, { does: "retire-table", log: LOG, instead }) });
    expect((await retire(people.ana, other)).status).toBe(200);
    expect(await retire(people.iker, null)).toMatchObject({ status: 409, text: "differs\n" });
    expect((await retire(people.iker, other)).status).toBe(200);
    expect((await floor.logs()).find(({ log }) => log === LOG)?.standing).toBe("retired");
  });
});

it("a shift's report comes as PDF and CSV, each with the signature of this page over the very bytes that were given out", async () => {
  const { pack, name } = loadPack("cl/ruleta-francesa");
  const played = (await playedRecords(pack, name, 12)).map(({ line }) => lineAs(line, LOG));
  for (const line of played) floor.addLine(LOG, line);
  const span = new URLSearchParams({
    from: "1970-01-01T00:00:00.000Z",
    before: "1971-01-01T00:00:00.000Z",
  }).toString();
  const key = createPublicKey(new X509Certificate(own.cert).publicKey.export({ type: "spki", format: "pem" }));
  for (const [file, begin] of [
    ["report.pdf", "%PDF-1.4"],
    ["report.csv", "table,log,section"],
  ] as const) {
    const { bytes } = await ask(people.iker, `/${file}?${span}&lang=eu`);
    expect(bytes.toString("latin1").startsWith(begin)).toBe(true);
    // What comes later is in the next report, and not under this signature.
    floor.addLine(
      LOG,
      played.find((line) => line.includes('"kind":"void"'))!,
    );
    const { bytes: sig } = await ask(people.iker, `/${file}.sig?${span}&lang=eu`);
    expect(verify("sha256", bytes, key, sig)).toBe(true);
    expect(verify("sha256", Buffer.concat([bytes, Buffer.from(" ")]), key, sig)).toBe(false);
  }
  const pdf = (await ask(people.iker, `/report.pdf?${span}&lang=es`)).bytes.toString("latin1");
  // In people's words, in their language.
  expect(pdf).toContain("(Casino 1 \xb7 Parte");
  expect(pdf).toMatch(/\(Nulas, sin decidir, sin final y aver\xedas \xb7 [1-9]/);
  expect((await ask(people.iker, "/report.pdf?from=now&before=then")).status).toBe(400);
});

it("a dispute that waits is listed however many records came since, and its end with it", async () => {
  const at = new Date(clock.wall() - 86_400_000).toISOString();
  const jon = { name: "Jon", role: "jefe-de-mesa" };
  const add = (fields: object): void => floor.addLine(LOG, JSON.stringify({ at, log: LOG, ...fields }));
  const listed = async () => {
    const { text } = await ask(people.iker, "/disputes");
    return (JSON.parse(text) as { readonly disputes: readonly Dispute[] }).disputes;
  };
  add({ kind: "dispute", round: 9_004, by: jon, words: "la bola saltó", decides: true });
  for (let n = 0; n < 300; n++) add({ kind: "phase", phase: "betting", round: 9_005 + n });
  expect(await listed()).toMatchObject([{ log: LOG, round: 9_004, by: jon, end: null }]);
  const key = { key: "resolve", round: 9_004, outcome: "upheld" };
  add({ kind: "key", round: 9_004, by: jon, key, resolves: { outcome: "upheld" } });
  expect(await listed()).toMatchObject([{ round: 9_004, end: { is: "upheld" } }]);
});

it("a configuration names file and line of a table that is there twice, and of a key that is unknown", () => {
  const least = `listen: { host: 127.0.0.1 }
certificate: c
key: k
authority: a
revoked: r
database: { host: /run/postgresql, database: tirada, user: tirada_page }
`;
  const rooms = `rooms:
  - name: Sala
    size: [9, 5]
    tables:
      - { log: c/r1, label: R1, at: [1, 1] }
      - { log: c/r1, label: R2, at: [2, 1] }
`;
  const read = (text: string) => {
    const path = join(temporaryFolder(), "floor.yaml");
    writeFileSync(path, text);
    return readFloorPageConfig(path);
  };
  expect(read(least)).toMatchObject({ listen: { port: 8476 } });
  expect(() => read(least + rooms)).toThrow(/floor\.yaml:12:\d+: log c\/r1 is there twice/);
  expect(() => read(`${least}colour: red\n`)).toThrow(/floor\.yaml:7:\d+: .*colour/);
});
