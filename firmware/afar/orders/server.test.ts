import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:tls";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { askFar, casino, type Casino, type Held } from "../../../test/support/casino.ts";
import { folderOfFile } from "../../../test/support/folder.ts";
import { readRevocationList, serialOf } from "../../../src/orders/certificate.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import type { Credentials } from "./credentials.ts";
import type { Question } from "./messages.ts";
import type { Taken } from "./order-intake.ts";
import { READ_BYTES_MAX } from "./reading-budget.ts";
import { createFarServer } from "./server.ts";

/** The technician's server: who gets an answer from it at all, and what each role may read. */

const LOG = "tirada.example/casino-1/table-07";
const ORDER = "ab".repeat(32);
const NO_WORDS = { rules: {}, calls: {}, codes: {}, faults: {}, suertes: {}, names: {} };
const [folder, elsewhere] = [folderOfFile(), folderOfFile()];
let here: Casino;
let people: Readonly<Record<"tecnico" | "inspector" | "jefe-de-mesa", Held>>;
let unit: Held;
let lost: Held;
let stranger: Held;
let credentials: Credentials;
beforeAll(async () => {
  here = await casino("casino-1", folder);
  unit = await here.issue(LOG, { as: "unit", hosts: ["127.0.0.1"] });
  people = {
    tecnico: await here.issue("Ana Soto", { as: "tecnico" }),
    inspector: await here.issue("Ines Gil", { as: "inspector" }),
    "jefe-de-mesa": await here.issue("Ben Ruiz", { as: "jefe-de-mesa" }),
  };
  lost = await here.issue("Eva Paz", { as: "tecnico" });
  stranger = await (await casino("other", elsewhere)).issue("Ana Soto", { as: "tecnico" });
  const certificate = new X509Certificate(here.ca);
  const crl = readFileSync(here.authority.listPath, "utf8");
  const list = (await readRevocationList(crl, certificate))!;
  credentials = { cert: unit.cert, key: unit.key, ca: here.ca, crl, authority: { certificate, list } };
});

let asked: Question[];
let read: string[];
let orders: string[];
let notices: string[];
let taken: Taken;
let answer: unknown;
/** What the table's journal holds; `answer` is said where it is asked for something else. */
let lines: readonly string[] | null;
const pictures = new Map<string, Buffer>();
/** A line of which nothing was heard. */
const NO_LINE = {
  ports: [],
  port: null,
  device: null,
  certainty: "none" as const,
  expected: null,
  damaged: 0,
  withheld: 0,
  older: false,
  rows: [],
};
let letIn: { readonly order: string | null } | null;
let counters: Parameters<typeof createFarServer>[0]["counters"];
let now: Credentials;
let url: string;
beforeEach(async () => {
  [asked, read, orders, notices] = [[], [], [], []];
  lines = null;
  letIn = { order: null };
  pictures.clear();
  [taken, answer, now] = [{ is: "silent" }, { shown: 1 }, credentials];
  counters = { requests: 0, connectionsRefused: 0, requestsRefused: 0, ordersAccepted: 0, ordersRefused: 0 };
  const app = await createFarServer({
    credentials: () => now,
    zone: "Europe/Madrid",
    clock: systemClock(),
    counters,
    ask: (question) => {
      asked.push(question);
      if (lines !== null && question.what === "view") return Promise.resolve({ seq: lines.length - 1 });
      if (lines !== null && question.what === "lines")
        return Promise.resolve(lines.slice(question.from, question.from + question.count));
      if (lines !== null && question.what === "words") return Promise.resolve(NO_WORDS);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    diagnose: () => Promise.resolve({ verdict: "well" }),
    weeks: { renewed: () => ({ state: "done", at: null, report: { weeks: true } }) },
    inside: { renewed: () => ({ state: "done", at: null, report: { spins: [] } }) },
    lines: () => Promise.resolve({ tell: (what) => Promise.resolve({ ...NO_LINE, asked: what }) }),
    trends: () => ({ minutes: 10, counters: { framesDamaged: [0, 3] } }),
    picture: (hash) => Promise.resolve(pictures.get(hash) ?? null),
    takeOrder: (text) => {
      orders.push(text);
      return Promise.resolve(taken);
    },
    bundlePart: (order, part) => (order === ORDER && part < 2 ? Buffer.from(`part ${part}`) : null),
    readings: { handle: ({ name, as }, page) => void read.push(`${as} ${name} ${page}`) },
    visits: { mayLook: () => letIn },
    onNotice: (line) => notices.push(line),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  url = `https://127.0.0.1:${(app.server.address() as { port: number }).port}`;
});

const get = (path: string, who: Held | null = people.tecnico, body?: string) =>
  askFar(`${url}${path}`, here, who, body);

it("shows nothing of the table to whom nobody let in, and takes his orders all the same", async () => {
  letIn = null;
  for (const path of ["/view", "/data", "/doctor", "/rounds", "/events", "/lines"]) {
    const { status, body } = await get(path);
    expect([path, status, body]).toEqual([
      path,
      403,
      expect.stringContaining("Nobody has let you in") as string,
    ]);
  }
  expect([asked, read, counters.requestsRefused]).toEqual([[], [], 6]);
  await get("/orders", people.tecnico, "an order");
  expect(orders).toEqual(["an order"]);
  letIn = { order: ORDER };
  expect((await get("/view")).status).toBe(200);
});

describe("nobody gets a byte", () => {
  it("without a certificate of this casino's authority that is a person's", async () => {
    await expect(get("/health", null)).rejects.toThrow();
    await expect(get("/health", stranger)).rejects.toThrow();
    expect(counters).toMatchObject({ connectionsRefused: 2, requests: 0 });
    await expect(get("/health", unit)).rejects.toThrow();
    expect(counters).toMatchObject({ connectionsRefused: 2, requests: 1, requestsRefused: 1 });
    expect((await get("/health")).status).toBe(200);
  });

  it("whose certificate was revoked, on a connection that stands already", async () => {
    expect((await get("/health", lost)).status).toBe(200);
    const revoked = new Set([serialOf(new X509Certificate(lost.cert).serialNumber)]);
    const { authority } = credentials;
    now = { ...credentials, authority: { ...authority, list: { ...authority.list, revoked } } };
    await expect(get("/health", lost)).rejects.toThrow();
    expect(counters).toMatchObject({ requests: 2, requestsRefused: 1 });
    expect((await get("/health")).status).toBe(200);
  });

  it.each([
    ["an older TLS", { maxVersion: "TLSv1.2" } as const, ""],
    ["a web socket", {}, "GET /view HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
    ["a tunnel", {}, "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["what is no HTTP", {}, "hello\r\n\r\n"],
  ])("by %s", async (_, options, text) => {
    const { cert, key } = people.tecnico;
    const heard = await new Promise<string>((resolve) => {
      let said = "";
      const { port } = new URL(url);
      const socket = connect({ host: "127.0.0.1", port: Number(port), ca: here.ca, cert, key, ...options });
      socket.on("secureConnect", () => socket.write(text));
      socket.setEncoding("utf8").on("data", (piece: string) => (said += piece));
      socket.on("error", () => resolve(said));
      socket.on("close", () => resolve(said));
    });
    expect(heard).toBe("");
    await expect.poll(() => counters.connectionsRefused).toBe(1);
    expect(counters.requests).toBe(0);
  });
});

describe("what is read", () => {
  it.each([
    ["/view", ["tecnico", "inspector", "jefe-de-mesa"], { view: { shown: 1 } }, { what: "view" }],
    ["/data", ["tecnico", "inspector"], { data: { shown: 1 } }, { what: "technician" }],
    ["/events", ["tecnico", "inspector"], { shown: 1 }, { what: "records", count: 200 }],
    ["/doctor", ["tecnico", "inspector"], { verdict: "well" }, null],
    ["/weeks", ["tecnico", "inspector"], { report: { weeks: true } }, null],
    ["/inside", ["tecnico", "inspector"], { report: { spins: [] } }, null],
    ["/trends", ["tecnico", "inspector"], { counters: { framesDamaged: [0, 3] } }, null],
    [
      "/lines?port=wheel&before=12&damaged=1",
      ["tecnico", "inspector"],
      { asked: { port: "wheel", before: 12, isDamagedOnly: true } },
      null,
    ],
  ] as const)("%s by %s, who is kept in mind, and by nobody else", async (path, roles, body, question) => {
    for (const [role, who] of Object.entries(people)) {
      const before = [asked.length, read.length, counters.requestsRefused];
      const { status, body: text } = await get(path, who);
      if ((roles as readonly string[]).includes(role)) {
        expect(status).toBe(200);
        expect(JSON.parse(text)).toMatchObject(body);
        expect(read.at(-1)).toBe(`${role} ${who.name} ${path.replace(/\?.*/, "")}`);
        expect(asked.at(-1)).toEqual(question ?? undefined);
      } else {
        expect([status, text]).toEqual([403, "Not for this role.\n"]);
        expect([asked.length, read.length, counters.requestsRefused]).toEqual([
          before[0],
          before[1],
          before[2]! + 1,
        ]);
      }
    }
  });

  it("are rounds and faults that are over by a jefe de mesa too, without names, and no picture of a round that is played", async () => {
    const [over, running, other] = ["ab", "cd", "ef"].map((two) => two.repeat(32)) as [string, string, string];
    for (const hash of [over, running, other]) pictures.set(hash, Buffer.from(`picture ${hash.slice(0, 2)}`));
    const record = (seq: number, kind: string, round: number, more: object): string =>
      JSON.stringify({ seq, at: `2026-11-30T01:00:0${seq}.000Z`, kind, round, ...more });
    lines = [
      record(0, "undecided", 1, { seen: { picture: over } }),
      record(1, "phase", 2, { phase: "throwing", seen: { picture: running } }),
      record(2, "key", 2, { key: { key: "no-more-bets" }, by: { role: "croupier", name: "Bea Sanz" } }),
    ];
    const jefe = people["jefe-de-mesa"];
    expect((await get(`/picture/${over}`, jefe)).status).toBe(404);
    const told = await get("/rounds?round=1&language=en", jefe);
    expect(told.status).toBe(200);
    expect(JSON.parse(told.body)).toMatchObject({ round: 1 });
    expect((await get("/rounds?round=2", jefe)).body).not.toContain("Bea Sanz");
    expect(await get(`/picture/${over}`, jefe)).toEqual({ status: 200, body: "picture ab" });
    // Somebody who knows its name from a record gets none of a round that runs, and nothing else of the disk.
    for (const hash of [running, other, "..%2f..%2fkey"])
      expect((await get(`/picture/${hash}`)).status).toBe(404);
    lines = [...lines, record(3, "undecided", 2, {})];
    await get("/rounds");
    expect((await get(`/picture/${running}`)).body).toBe("picture cd");
    expect((await get("/faults", jefe)).status).toBe(200);
    expect(JSON.parse((await get("/view", jefe)).body)).toMatchObject({
      role: "jefe-de-mesa",
      zone: "Europe/Madrid",
    });
  });

  it("is as much as a page asks for, and no more: who takes more waits, and nobody else does", async () => {
    answer = { much: "x".repeat(READ_BYTES_MAX / 2) };
    for (let times = 0; times < 2; times++) expect((await get("/data")).status).toBe(200);
    expect(await get("/view")).toEqual({
      status: 429,
      body: "That is too much in a minute: wait for the next one.\n",
    });
    expect((await get("/view", people.inspector)).status).toBe(200);
    expect(counters.requestsRefused).toBe(1);
  });

  it("is the page, its files and what is counted, kept by no browser", async () => {
    const page = await get("/");
    expect([page.status, page.body]).toEqual([200, expect.stringContaining("<html") as string]);
    const file = /"(\/web\/[^"]+)"/.exec(page.body)?.[1] ?? "";
    expect((await get(file)).status).toBe(200);
    expect(JSON.parse((await get("/health")).body)).toEqual({ ok: true, counters: { ...counters } });
    expect(JSON.parse((await get("/data")).body)).toMatchObject({
      screens: counters,
      now: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect(await get("/none")).toEqual({ status: 404, body: "Not found.\n" });
    expect((await get("/view", people.tecnico, "{}")).status).toBe(404);
  });

  it("is said not to be there where the table does not answer, and why to the technician's log alone", async () => {
    answer = null;
    for (const path of ["/view", "/data", "/events"])
      expect(await get(path)).toEqual({ status: 503, body: "The unit did not answer.\n" });
    answer = new Error("a secret\nof two lines");
    expect(await get("/view")).toEqual({ status: 503, body: "The unit could not answer.\n" });
    expect(notices).toEqual(["a secret"]);
  });
});

describe("an order", () => {
  it("is taken as its text, and its answer given as the unit signed it", async () => {
    taken = { is: "answered", answer: "line\nsignature\n" };
    expect(await get("/orders", people["jefe-de-mesa"], "an order\n")).toEqual({
      status: 200,
      body: "line\nsignature\n",
    });
    taken = { is: "refused", why: "replayed", answer: null };
    expect(await get("/orders", people.inspector, "another")).toEqual({
      status: 403,
      body: "refused: replayed\n",
    });
    taken = { is: "silent" };
    expect(await get("/orders", people.tecnico, "a third")).toEqual({
      status: 503,
      body: "The unit did not answer.\n",
    });
    expect(orders).toEqual(["an order\n", "another", "a third"]);
    // Without a body it is one of no letters, which is judged like any other.
    await get("/orders", people.tecnico, "");
    expect(orders.splice(3)).toEqual([""]);
    expect((await get("/orders", people.tecnico, "x".repeat(65_537))).status).toBe(413);
    expect(orders).toHaveLength(3);
  });

  it("for a bundle has its parts fetched by who may order one", async () => {
    expect(await get(`/bundles/${ORDER}/1`)).toEqual({ status: 200, body: "part 1" });
    expect(await get(`/bundles/${ORDER}/0`, people.inspector)).toEqual({ status: 200, body: "part 0" });
    expect(read).toEqual(["tecnico Ana Soto /bundles", "inspector Ines Gil /bundles"]);
    const none = { status: 404, body: "There is no such part of a bundle.\n" };
    for (const path of [
      `${ORDER}/2`,
      `${ORDER}/-1`,
      `${ORDER}/1.0`,
      `${ORDER}/0x1`,
      `${"cd".repeat(32)}/0`,
      `${ORDER}/0001`,
    ])
      expect([path, await get(`/bundles/${path}`)]).toEqual([path, none]);
    expect((await get(`/bundles/${ORDER}/0`, people["jefe-de-mesa"])).status).toBe(403);
  });
});
