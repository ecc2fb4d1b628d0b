import { createServer } from "node:https";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { casino, type Casino, type Held } from "../../../test/support/casino.ts";
import { folderOfFile } from "../../../test/support/folder.ts";
import { lineBy, orderBy } from "../../../test/support/orders.ts";
import { readRevocationList } from "../../../src/orders/certificate.ts";
import { parseOrder } from "../../../src/orders/order.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { Credentials } from "./credentials.ts";
import { JITTER_PERCENT, KNOWN_LETTERS, Letters, LETTERS_TAKEN } from "./letters.ts";
import type { Taken } from "./order-intake.ts";

/** A table that asks its relay for orders: when, what it does with what comes, and what it answers. */

const LOG = "tirada.example/casino-1/table-07";
const folder = folderOfFile();
let here: Casino;
let ana: Held;
let relay: Held;
let other: Held;
let credentials: Credentials;
beforeAll(async () => {
  here = await casino("casino-1", folder);
  const hosts = ["127.0.0.1"];
  const unit = await here.issue(LOG, { as: "unit", hosts });
  ana = await here.issue("Ana Soto", { as: "tecnico" });
  relay = await here.issue("relay", { as: "relay", hosts });
  other = await here.issue("tirada.example/casino-1/table-08", { as: "unit", hosts });
  const certificate = new X509Certificate(here.ca);
  const crl = readFileSync(here.authority.listPath, "utf8");
  const list = (await readRevocationList(crl, certificate))!;
  credentials = { cert: unit.cert, key: unit.key, ca: here.ca, crl, authority: { certificate, list } };
});

/** What the relay answers to `letters`, and what it was brought. */
let status: number;
let letters: string[];
let body: string | null;
let brought: [string, string][];
let taken: string[];
let answers: Map<string, Taken>;
let lists: string[];
let notices: string[];
let troubles: (string | null)[];
let looked: number;
beforeEach(() => {
  [status, letters, body, brought, taken, lists, notices, troubles, looked] = [
    200,
    [],
    null,
    [],
    [],
    [],
    [],
    [],
    0,
  ];
  answers = new Map();
});

async function asking(by: Held = relay) {
  const server = createServer(
    { cert: by.cert, key: by.key, ca: here.ca, requestCert: true, minVersion: "TLSv1.3" },
    (request, response) => {
      let text = "";
      request.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      request.on("end", () => {
        brought.push([`${request.method} ${request.url}`, text]);
        const isLetters = request.url === "/letters";
        response
          .writeHead(isLetters ? status : 200)
          .end(isLetters ? (body ?? JSON.stringify({ letters, revoked: "a list" })) : "");
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as { port: number }).port}/`;
  const clock = fakeClock();
  const asks = new Letters({
    url,
    everySeconds: 30,
    log: LOG,
    clock,
    credentials: () => credentials,
    take: (text) => {
      taken.push(text);
      return Promise.resolve(answers.get(text) ?? { is: "silent" });
    },
    onAsked: (trouble) => troubles.push(trouble),
    onLooked: () => void looked++,
    useList: (pem) => Promise.resolve(void lists.push(pem)),
    onNotice: (line) => notices.push(line),
  });
  onTestFinished(() => {
    asks.stop();
    server.closeAllConnections();
    server.close();
  });
  return { asks, clock, url };
}

const order = (): string => orderBy([ana], lineBy(ana, LOG));
const digestOf = (text: string): string => parseOrder(text)!.digest;
const answersOf = (): [string, string][] => brought.filter(([path]) => path !== "GET /letters");

describe("what comes with letters", () => {
  it("is judged in its order, and each order answered once it is done; the list first", async () => {
    const { asks } = await asking();
    letters = [order(), order(), order()];
    const [done = "", refused = "", silent = ""] = letters;
    answers.set(done, { is: "answered", answer: "done" });
    answers.set(refused, { is: "refused", why: "replayed", answer: "no" });
    await asks.look();
    expect([taken, lists, looked, troubles]).toEqual([letters, ["a list"], 1, [null]]);
    expect(brought).toEqual([
      ["GET /letters", ""],
      [`POST /answers/${digestOf(done)}`, "done"],
      [`POST /answers/${digestOf(refused)}`, "no"],
      [`POST /answers/${digestOf(silent)}`, ""],
    ]);
    expect(notices).toEqual([]);
  });

  it("is answered again, and not done again, where the relay gives it again", async () => {
    const { asks } = await asking();
    letters = [order()];
    const [text = ""] = letters;
    answers.set(text, { is: "answered", answer: "done" });
    await asks.look();
    answers.set(text, { is: "answered", answer: "done twice" });
    await asks.look();
    expect(taken).toEqual([text]);
    expect(answersOf()).toEqual([
      [`POST /answers/${digestOf(text)}`, "done"],
      [`POST /answers/${digestOf(text)}`, "done"],
    ]);
  });

  it("is remembered for so many orders, and no more", async () => {
    const { asks } = await asking();
    const all = Array.from({ length: KNOWN_LETTERS + LETTERS_TAKEN }, order);
    for (let at = 0; at < all.length; at += LETTERS_TAKEN) {
      letters = all.slice(at, at + LETTERS_TAKEN);
      await asks.look();
    }
    expect(taken).toHaveLength(all.length);
    letters = all.slice(-LETTERS_TAKEN);
    await asks.look();
    expect(taken).toHaveLength(all.length);
    letters = all.slice(0, 1);
    await asks.look();
    expect(taken).toHaveLength(all.length + 1);
  });

  it("is judged, and not answered, where it is no order: it has no name", async () => {
    const { asks } = await asking();
    letters = ["hello"];
    await asks.look();
    await asks.look();
    expect([taken, answersOf(), looked]).toEqual([["hello", "hello"], [], 2]);
  });

  it.each([
    ["another status", 500, null],
    ["no JSON", 200, "hello"],
    ["something besides", 200, '{"letters":[],"revoked":"","more":1}'],
    ["no list", 200, '{"letters":[]}'],
    [
      "too many letters",
      200,
      JSON.stringify({ letters: Array.from({ length: LETTERS_TAKEN + 1 }, () => "x"), revoked: "" }),
    ],
    ["too long a letter", 200, JSON.stringify({ letters: ["x".repeat(65_537)], revoked: "" })],
  ])("is nothing at all with %s", async (_, code, text) => {
    const { asks, url } = await asking();
    [status, body] = [code, text];
    await asks.look();
    expect([taken, lists, looked, troubles]).toEqual([[], [], 0, ["its answer is none"]]);
    expect(notices).toEqual([`remote: the relay ${url}: its answer is none`]);
  });

  it("counts from a relay of the casino alone", async () => {
    const { asks, url } = await asking(other);
    await asks.look();
    expect([brought, notices]).toEqual([[], [`remote: the relay ${url}: it is no relay of this casino`]]);
  });
});

describe("the relay is asked", () => {
  it("again and again, each time a little earlier or later, and never while it is asked", async () => {
    const { asks, clock } = await asking();
    const spans: number[] = [];
    let before = clock.now();
    for (let asked = 1; asked <= 8; asked++) {
      await expect.poll(() => clock.waiting()).toEqual(["letters"]);
      while (clock.waiting().length > 0) clock.advance(US_PER_S / 10);
      spans.push((clock.now() - before) / US_PER_S);
      before = clock.now();
      await expect.poll(() => brought.length).toBe(asked);
    }
    const [least, most] = [30 * (1 - JITTER_PERCENT / 100), 30 * (1 + JITTER_PERCENT / 100)];
    expect(Math.min(...spans)).toBeGreaterThanOrEqual(least - 0.1);
    expect(Math.max(...spans)).toBeLessThanOrEqual(most + 0.1);
    expect(new Set(spans).size).toBeGreaterThan(3);
    await expect.poll(() => clock.waiting()).toEqual(["letters"]);
    asks.stop();
    expect(clock.waiting()).toEqual([]);
  });

  it("no more once it is ended, whatever is under way then", async () => {
    const { asks, clock } = await asking();
    clock.advance(60 * US_PER_S);
    asks.stop();
    await expect.poll(() => looked).toBe(1);
    await Promise.resolve();
    expect(clock.waiting()).toEqual([]);
  });

  it("and what is wrong with it is told when it begins and when it ends", async () => {
    const { asks, url } = await asking();
    status = 503;
    await asks.look();
    await asks.look();
    status = 200;
    await asks.look();
    await asks.look();
    expect(notices).toEqual([
      `remote: the relay ${url}: its answer is none`,
      `remote: the relay ${url} answers`,
    ]);
    expect(troubles).toEqual(["its answer is none", "its answer is none", null, null]);
  });
});
