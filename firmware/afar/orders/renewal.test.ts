import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createPrivateKey } from "node:crypto";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { NOW, newKey, TestAuthority, type Held } from "../../../src/orders/authority.test-help.ts";
import { DAY_MS, type Authority } from "../../../src/orders/certificate.ts";
import { judgeRenewal, parseRenewal } from "../../../src/orders/renewal.ts";
import { keyOfRequest } from "../../office/authority/x509.ts";
import { fakeClock, type FakeClock } from "../../../src/time/fake-clock.ts";
import type { Answered } from "../../net/ask-https.ts";
import { readWaiting, renewedInPlaceOf } from "../../net/renewed-pair.ts";
import type { Credentials } from "./credentials.ts";
import { RENEW_DAYS, Renewal, type Renewed } from "./renewal.ts";

/** A unit whose certificate ends: what it asks for, what it takes over, and that the old pair goes on whatever goes wrong. */

const LOG = "tirada.example/casino-1/table-07";
const here = await TestAuthority.make();
const unit = await here.issue(LOG, "unit", { from: NOW - 30 * DAY_MS, to: NOW + 60 * DAY_MS });
/** As the unit knows it when it looks. */
const AUTHORITY: Authority = {
  certificate: here.certificate,
  list: { number: 1, from: NOW + 30 * DAY_MS, to: NOW + 37 * DAY_MS, revoked: new Set() },
};

class Unit {
  readonly storage = temporaryFolder();
  readonly clock: FakeClock;
  readonly asked: string[] = [];
  readonly recorded: Renewed[] = [];
  readonly notices: string[] = [];
  used = 0;
  answer: Answered | (() => Answered) = this.of(200, '{"certificate":null}');
  isRecordedInTime = true;
  credentials: Credentials;
  readonly renewal: Renewal;

  constructor(held: Held, now: number) {
    this.clock = fakeClock(0, now);
    const { cert, key } = held;
    this.credentials = { cert, key, ca: "", crl: "", authority: AUTHORITY };
    this.renewal = new Renewal({
      storage: this.storage,
      log: LOG,
      clock: this.clock,
      credentials: () => this.credentials,
      ask: (request) => {
        this.asked.push(request);
        return Promise.resolve(typeof this.answer === "function" ? this.answer() : this.answer);
      },
      record: (renewed) => {
        // What is recorded is not taken over before.
        expect(existsSync(join(this.storage, "certificates/renewed.json"))).toBe(false);
        this.recorded.push(renewed);
        return Promise.resolve(this.isRecordedInTime);
      },
      use: () => Promise.resolve(void this.used++),
      onNotice: (line) => this.notices.push(line),
    });
  }

  of(status: number, body: string): Answered {
    return { status, body, bytes: Buffer.from(body) };
  }

  brings(pem: string): void {
    this.answer = this.of(200, JSON.stringify({ certificate: pem }));
  }

  /** Days pass, and it looks. */
  async look(days = 0): Promise<void> {
    this.clock.advance(days * DAY_MS * 1_000);
    await this.renewal.look();
  }

  get request(): string {
    return this.asked.at(-1) ?? "";
  }
}

let table: Unit;
beforeEach(() => {
  table = new Unit(unit, NOW);
});

describe("another certificate", () => {
  it("is asked for when the one that counts has a month left, and not before", async () => {
    await table.look(60 - RENEW_DAYS - 0.001);
    expect([table.asked, readWaiting(table.storage), table.notices]).toEqual([[], null, []]);
    await table.look(0.001);
    expect(table.asked).toHaveLength(1);
    expect(table.notices).toEqual([
      `remote: the unit's certificate ends at ${unit.certificate.validToDate.toISOString()}: another one is asked for`,
    ]);
  });

  it("is asked for earlier where the certificate is a short one: in the last third of its time", async () => {
    const short = await here.issue(LOG, "unit", { from: NOW, to: NOW + 9 * DAY_MS });
    table = new Unit(short, NOW);
    await table.look(5.999);
    expect(table.asked).toEqual([]);
    await table.look(0.001);
    expect(table.asked).toHaveLength(1);
  });

  it("is asked for with a new key, signed by the old one, and by the same request until it comes", async () => {
    await table.look(31);
    const judged = judgeRenewal(table.request, AUTHORITY, table.clock.wall());
    expect(judged).toMatchObject({ ok: true, holder: { name: LOG } });
    expect(parseRenewal(table.request)?.said.at).toBe(new Date(table.clock.wall()).toISOString());
    const key = judged.ok ? await keyOfRequest(judged.request) : null;
    const spki = Buffer.from(key?.toSchema().toBER(false) ?? new ArrayBuffer(0));
    expect(spki.length).toBeGreaterThan(60);
    expect(spki.equals(unit.certificate.publicKey.export({ type: "spki", format: "der" }))).toBe(false);
    await table.look(1);
    expect(table.asked).toEqual([table.request, table.request]);
    expect(table.notices).toHaveLength(1);
  });

  /** The certificate that the authority gives for what was asked. */
  function issued(name = LOG, days = 120, by = here): Promise<Held> {
    const { key } = readWaiting(table.storage) ?? { key: "" };
    const [from, to] = [NOW + (days - 90) * DAY_MS, NOW + days * DAY_MS];
    return by.issue(name, "unit", { key: createPrivateKey(key), from, to });
  }

  it("that comes is a record first, then kept, then used, and the request is gone", async () => {
    await table.look(31);
    const { cert, certificate } = await issued();
    table.brings(cert);
    await table.look();
    const until = certificate.validToDate.toISOString();
    expect(table.recorded).toEqual([
      {
        serial: expect.stringMatching(/^[0-9a-f]+$/i) as string,
        until,
        former: unit.certificate.validToDate.toISOString(),
      },
    ]);
    expect([table.used, readWaiting(table.storage)]).toEqual([1, null]);
    expect(table.notices.at(-1)).toBe(`remote: the unit has another certificate, until ${until}`);
    const at = { storage: table.storage, log: LOG };
    expect(renewedInPlaceOf(unit.cert, here.certificate, at)?.certificate).toBe(cert);
  });

  it("whose record is not made in time is not taken over, and is the next time", async () => {
    await table.look(31);
    table.brings((await issued()).cert);
    table.isRecordedInTime = false;
    await table.look();
    expect(table.used).toBe(0);
    expect(existsSync(join(table.storage, "certificates/renewed.json"))).toBe(false);
    expect(table.notices.at(-1)).toBe("remote: the record of another certificate was not made in time");
    table.isRecordedInTime = true;
    await table.look();
    expect([table.recorded.length, table.used, readWaiting(table.storage)]).toEqual([2, 1, null]);
  });

  it("of another unit, another house, another key, or that ends no later counts for nothing", async () => {
    await table.look(31);
    const wrong: readonly (readonly [string, Held])[] = [
      ["other-name", await issued("tirada.example/casino-1/table-08")],
      ["certificate-foreign", await issued(LOG, 120, await TestAuthority.make("other"))],
      ["other-key", await here.issue(LOG, "unit", { key: newKey(), from: NOW, to: NOW + 90 * DAY_MS })],
      ["not-later", await issued(LOG, 60)],
    ];
    for (const [why, { cert }] of wrong) {
      table.brings(cert);
      await table.look();
      expect(table.notices.at(-1)).toBe(`remote: the certificate that came counts for nothing: ${why}`);
    }
    expect([table.recorded, table.used]).toEqual([[], 0]);
    expect(readWaiting(table.storage)?.request).toBe(table.request);
  });

  it("that somebody put there by hand ends the waiting", async () => {
    await table.look(31);
    const { cert, key } = await here.issue(LOG, "unit", { from: NOW, to: NOW + 90 * DAY_MS });
    table.credentials = { ...table.credentials, cert, key };
    await table.look();
    expect([table.asked.length, readWaiting(table.storage)]).toEqual([1, null]);
  });
});

describe("what goes wrong on the way", () => {
  it("is told once, and again when it comes back", async () => {
    table.answer = table.of(403, `  unknown unit\n${"x".repeat(200)}`);
    await table.look(31);
    await table.look();
    const why = /^remote: the relay refuses the request for a certificate: 403 unknown unit/;
    expect(table.notices.slice(1)).toEqual([expect.stringMatching(why)]);
    expect(table.notices[1]!.length).toBeLessThan(170);
    table.answer = table.of(200, '{"certificate":null}');
    await table.look();
    table.answer = table.of(403, "unknown unit");
    await table.look();
    expect(table.notices).toHaveLength(3);
  });

  it("is not told where the relay does not answer: where orders are fetched it is", async () => {
    table.answer = { silent: "ECONNREFUSED" };
    await table.look(31);
    expect(table.notices).toHaveLength(1);
  });

  it.each([
    ["no answer of a relay", "hello"],
    ["an answer with more in it", '{"certificate":null,"more":1}'],
    ["too long a certificate", JSON.stringify({ certificate: "x".repeat(10_000) })],
  ])("%s is told in one line, and the old pair goes on", async (_, body) => {
    table.answer = table.of(200, body);
    await table.look(31);
    expect(table.notices.at(-1)).toMatch(/^remote: [^\n]+$/);
    expect(table.notices).toHaveLength(2);
    expect(table.used).toBe(0);
  });

  it("one look is taken at a time", async () => {
    await Promise.all([table.look(31), table.renewal.look()]);
    expect(table.asked).toHaveLength(1);
    await table.look();
    expect(table.asked).toHaveLength(2);
  });

  it("a waiting request that is damaged is made anew", async () => {
    await table.look(31);
    const first = table.request;
    const path = join(table.storage, "certificates/waiting.json");
    writeFileSync(path, readFileSync(path, "utf8").slice(1));
    await table.look();
    expect(table.request).not.toBe(first);
    expect(parseRenewal(table.request)?.said.name).toBe(LOG);
  });
});
