import { generateKeyPairSync, webcrypto, X509Certificate, type KeyObject } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Certificate, Extension, ExtKeyUsage } from "pkijs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signersOf } from "../../firmware/office/fleet/plan-file.ts";
import { issueCertificate, keyOfRequest, makeAuthority } from "../../firmware/office/authority/x509.ts";
import { requestOf } from "../../src/orders/renewal.ts";
import {
  DAY_MS,
  HOUR_MS,
  holderOf,
  type Authority,
  type FarRole,
  readRevocationList,
} from "../../src/orders/certificate.ts";
import {
  judgeOrder,
  ORDER_REFUSALS,
  type JudgedOrder,
  type OrderContext,
  type OrderRefusal,
} from "../../src/orders/judge.ts";
import { formatOrder, lineOfOrder, type OrderLine } from "../../src/orders/order.ts";
import { rfc3339, wallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino, type Casino, type Held, type IssueOptions } from "../support/casino.ts";
import { lineBy, orderBy, signatureBy } from "../support/orders.ts";

/** Every reason for which an order is refused, by an order that has nothing else wrong. */

const TABLE = "tirada.example/casino-1/table-07";
const now = systemClock().wall();
let here: Casino;
let authority: Authority;
const people = {} as Record<"ana" | "ben" | "ines" | "jon" | "gone" | "revoked" | "unit" | "foreign", Held>;

const folder = mkdtempSync(join(tmpdir(), "tirada-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  here = await casino("casino-1", join(folder, "here"));
  const other = await casino("casino-2", join(folder, "other"));
  const issue = async (name: keyof typeof people, options: IssueOptions, by = here): Promise<void> => {
    people[name] = await by.issue(name, options);
  };
  await issue("ana", { as: "tecnico" });
  await issue("ben", { as: "tecnico" });
  await issue("ines", { as: "inspector" });
  await issue("jon", { as: "jefe-de-mesa" });
  await issue("gone", { as: "tecnico", hoursAgo: 9 });
  await issue("revoked", { as: "tecnico" });
  await issue("unit", { as: "unit" });
  await issue("foreign", { as: "tecnico" }, other);
  await here.revoke(people.revoked);
  const certificate = new X509Certificate(here.ca);
  const list = await readRevocationList(readFileSync(here.authority.listPath, "utf8"), certificate);
  authority = { certificate, list: list! };
});

/** An authority whose own key certifies whatever it is asked for, as for whoever has a slip or a favour of it. */
async function lenient() {
  const pair = (): { privateKey: KeyObject; publicKey: KeyObject } =>
    generateKeyPairSync("ec", { namedCurve: "P-256" });
  const of = pair();
  const span = { from: now - HOUR_MS, to: now + HOUR_MS };
  const own = await makeAuthority(of.privateKey, of.publicKey, "casino-1", span);
  const certified = async (
    name: string,
    as: FarRole,
    { privateKey }: ReturnType<typeof pair>,
  ): Promise<Held> => {
    const request = await keyOfRequest(await requestOf(privateKey));
    const subject = { name, as, hosts: [] };
    const cert = await issueCertificate({ key: of.privateKey, certificate: own }, request!, subject, span);
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    return { name, certificatePath: "", keyPath: "", cert: cert.toString(), key };
  };
  const list = { number: 1, ...span, revoked: new Set<string>() };
  return { authority: { certificate: own, list }, of, certified, pair };
}

const judge = (text: string, change: Partial<OrderContext> = {}): JudgedOrder =>
  judgeOrder(text, { authority, table: TABLE, now, earliest: now - DAY_MS, numbers: {}, ...change });
const by = (held: Held, change: Partial<OrderLine> = {}): string =>
  orderBy([held], lineBy(held, TABLE, change));
const at = (ms: number): string => rfc3339(wallMs(now + ms));
const reason = (judged: JudgedOrder): string => (judged.ok ? "accepted" : judged.why);
const INSTALL = { action: "install", arguments: { release: 7, export: "ab".repeat(64) } };

const CASES: Readonly<Record<OrderRefusal, (() => JudgedOrder) | null>> = {
  "certificate-malformed": () => {
    const line = lineOfOrder(lineBy(people.ana, TABLE));
    return judge(formatOrder(line, [{ ...signatureBy(people.ana, line), certificate: Buffer.from("no") }]));
  },
  "certificate-foreign": () => judge(by(people.foreign)),
  "certificate-early": () => judge(by(people.ana), { now: now - HOUR_MS, earliest: 0 }),
  "certificate-expired": () => judge(by(people.gone)),
  // The authority's own program issues none: see below.
  "certificate-too-long": null,
  "certificate-revoked": () => judge(by(people.revoked)),
  "revocation-list-old": () =>
    judge(by(people.ana), { authority: { ...authority, list: { ...authority.list, to: now } } }),
  "too-long": () => judge(by(people.ana, { action: "configure", arguments: { x: "é".repeat(40_000) } })),
  malformed: () => judge(by(people.ana).replace("\n", " \n")),
  changed: () => judge(by(people.ana).replace('"self-test"', '"rollback"')),
  "other-table": () => judge(by(people.ana, { table: "tirada.example/casino-1/table-08" })),
  "unknown-action": () => judge(by(people.ana, { action: "show-cards" })),
  "arguments-wrong": () => judge(by(people.ana, { arguments: { now: true } })),
  "wrong-role": () => judge(by(people.jon)),
  "second-missing": () => judge(by(people.ana, INSTALL)),
  "second-same": () => judge(orderBy([people.ana, people.ana], lineBy(people.ana, TABLE, INSTALL))),
  early: () => judge(by(people.ana, { notBefore: at(1_000), notAfter: at(HOUR_MS) })),
  late: () => judge(by(people.ana, { notBefore: at(-HOUR_MS), notAfter: at(-1) })),
  "window-too-long": () => judge(by(people.ana, { notAfter: at(25 * HOUR_MS) })),
  replayed: () => judge(by(people.ana, { number: 5 }), { numbers: { ana: 5 } }),
  "clock-back": () => judge(by(people.ana), { earliest: now + 1 }),
  "number-too-high": () => judge(by(people.ana, { number: now + 2 * HOUR_MS })),
  // Said by a letter-box, not by the table.
  "too-many": null,
};

describe("an order is refused", () => {
  it.each(ORDER_REFUSALS.filter((why) => CASES[why] !== null))("%s", (why) => {
    expect(reason(CASES[why]!())).toBe(why);
  });

  it("by any byte that is another one", () => {
    const text = by(people.ana);
    for (let place = 0; place < text.length; place += 7) {
      const changed = Buffer.from(text);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect([place, judge(changed.toString("latin1")).ok]).toEqual([place, false]);
    }
  });

  it("by a machine, by a second person without a certificate that counts, and with a third signature", () => {
    const install = lineBy(people.ana, TABLE, INSTALL);
    expect(reason(judge(by(people.unit)))).toBe("wrong-role");
    expect(reason(judge(orderBy([people.ana, people.unit], install)))).toBe("wrong-role");
    expect(reason(judge(orderBy([people.ana, people.revoked], install)))).toBe("certificate-revoked");
    expect(reason(judge(orderBy([people.ana, people.gone], install)))).toBe("certificate-expired");
    expect(reason(judge(orderBy([people.ana, people.ben, people.ines], install)))).toBe("malformed");
    // Whoever signs first is who gives it.
    expect(reason(judge(orderBy([people.ben, people.ana], install)))).toBe("changed");
    // An inspector cannot borrow a technician's role by signing beside one.
    const export_ = { action: "export", arguments: { from: 0, to: 1 } };
    expect(reason(judge(orderBy([people.ana, people.ines], lineBy(people.ana, TABLE, export_))))).toBe(
      "wrong-role",
    );
  });

  it("by one person who has two names, and by two names that read alike", async () => {
    const { authority: own, certified, pair } = await lenient();
    const [one, two] = [pair(), pair()];
    const ana = await certified("Ana Soto", "tecnico", one);
    const second = async (name: string, of: typeof one): Promise<string> => {
      const held = await certified(name, "jefe-de-mesa", of);
      return reason(judge(orderBy([ana, held], lineBy(ana, TABLE, INSTALL)), { authority: own }));
    };
    expect(await second("Eva Pons", one)).toBe("second-same");
    for (const name of ["ANA SOTO", "Ana  Soto", "\uFF21na Soto"])
      expect([name, await second(name, two)]).toEqual([name, "second-same"]);
    for (const name of ["\u0410na Soto", "Ana\u202E Soto", "Ana\u001B[0m Soto", "Ana\u00ADSoto"])
      expect([name, await second(name, two)]).toEqual([name, "certificate-malformed"]);
    expect(await second("Eva Pons", two)).toBe("accepted");
    // The same of a plan of a fleet.
    const signedBy = async (name: string, of: typeof one): Promise<readonly string[]> => {
      const eva = await certified(name, "jefe-de-mesa", of);
      const signatures = [ana, eva].map((held) => signatureBy(held, "a plan"));
      return signersOf({ line: "a plan", signatures }, own.certificate);
    };
    await expect(signedBy("Eva Pons", one)).rejects.toThrow(
      /Ana Soto and Eva Pons: one person signed the plan twice/,
    );
    await expect(signedBy("ana soto", two)).rejects.toThrow(/one person signed the plan twice/);
    expect(await signedBy("Eva Pons", two)).toEqual(["Ana Soto", "Eva Pons"]);
  });

  it("no number locks a person out for longer than an order lasts", () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(reason(judge(by(people.ana, { number: most })))).toBe("number-too-high");
    // One that was accepted by a release before, at any table.
    expect(reason(judge(by(people.ana), { numbers: { ana: most } }))).toBe("accepted");
    const last = now + HOUR_MS;
    expect(reason(judge(by(people.ana, { notAfter: at(HOUR_MS), number: last })))).toBe("accepted");
    expect(reason(judge(by(people.ana), { numbers: { ana: last } }))).toBe("replayed");
  });

  it("when another certificate of the same person signed it than the one that it names", async () => {
    const evening = await here.issue("ana", { as: "tecnico" });
    expect(reason(judge(orderBy([evening], lineBy(people.ana, TABLE))))).toBe("changed");
    expect(reason(judge(orderBy([evening], lineBy(evening, TABLE))))).toBe("accepted");
  });

  it("and names nobody for whom the authority does not vouch", () => {
    expect(judge(by(people.foreign))).toMatchObject({ ok: false, person: null });
    expect(judge(by(people.jon))).toMatchObject({ ok: false, person: "jon" });
  });
});

it("an order is accepted of one person, or two, and of a higher number than before", () => {
  const two = judge(orderBy([people.ana, people.jon], lineBy(people.ana, TABLE, INSTALL)));
  expect(two).toMatchObject({ ok: true, people: [{ name: "ana" }, { name: "jon", role: "jefe-de-mesa" }] });
  expect(judge(by(people.ana, { number: 6 }), { numbers: { ana: 5, ben: 9 } }).ok).toBe(true);
  expect(judge(by(people.ines, { action: "export", arguments: { from: 0, to: 1 } })).ok).toBe(true);
});

it("an order to many tables counts at each that it names, and asks nothing that is one table's own", () => {
  const others = Array.from({ length: 30 }, (_, at) => `tirada.example/casino-1/table-${at + 20}`);
  const install = (count: number): Partial<OrderLine> => ({
    action: "install",
    arguments: { release: 7, export: null },
    table: [...others.slice(0, count - 1), TABLE],
  });
  const ofMany = (change: Partial<OrderLine>): string =>
    reason(judge(by(people.ana, { table: [...others, TABLE], ...change })));
  expect(ofMany({ action: "diagnose" })).toBe("accepted");
  expect(ofMany({ action: "diagnose", table: others })).toBe("other-table");
  expect(ofMany({ action: "rollback", arguments: { from: "ab".repeat(32) } })).toBe("accepted");
  expect(ofMany({ action: "rollback" })).toBe("arguments-wrong");
  expect(ofMany(INSTALL)).toBe("arguments-wrong");
  expect(ofMany({ action: "restart-screens" })).toBe("arguments-wrong");
  expect(ofMany({ table: [TABLE] })).toBe("malformed");
  expect(ofMany({ table: Array.from({ length: 501 }, () => TABLE) })).toBe("malformed");
  const base = (count: number): Partial<OrderLine> => ({
    ...install(count),
    action: "install-base",
    arguments: { base: 3 },
  });
  expect(reason(judge(by(people.ana, base(25))))).toBe("accepted");
  expect(reason(judge(by(people.ana, base(26))))).toBe("second-missing");
  expect(reason(judge(by(people.jon, base(2))))).toBe("wrong-role");
  expect(ofMany({ action: "install-base", arguments: { base: 0 } })).toBe("arguments-wrong");
  // One person alone for a wave, two for more.
  expect(reason(judge(by(people.ana, install(25))))).toBe("accepted");
  expect(reason(judge(by(people.ana, install(26))))).toBe("second-missing");
  expect(judge(orderBy([people.ana, people.jon], lineBy(people.ana, TABLE, install(26)))).ok).toBe(true);
});

it("a certificate that holds longer than its kind may counts for nothing, whoever issued it", async () => {
  const long = await here.issue("long", { as: "tecnico", hours: 13 });
  expect(holderOf(new X509Certificate(long.cert), authority, now)).toBe("certificate-too-long");
});

it("a certificate counts for what it was issued for, whoever issued it", async () => {
  const { authority: own, of, pair } = await lenient();
  const [asks, serves, signsCode] = ["1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.3"];
  const counted = async (as: FarRole | "unit", uses: readonly string[] | null): Promise<string> => {
    const request = await keyOfRequest(await requestOf(pair().privateKey));
    const issuer = { key: of.privateKey, certificate: own.certificate };
    const subject = { name: as === "unit" ? TABLE : "Ana Soto", as, hosts: [] };
    const made = await issueCertificate(issuer, request!, subject, own.list);
    const certificate = await usedFor(made, uses, of.privateKey);
    const holder = holderOf(certificate, own, now);
    return typeof holder === "string" ? holder : "counts";
  };
  expect(await counted("tecnico", [asks])).toBe("counts");
  expect(await counted("unit", [asks])).toBe("counts");
  expect(await counted("unit", [serves, asks])).toBe("counts");
  for (const uses of [null, [serves], [signsCode], [asks, serves], [asks, signsCode]])
    expect([uses, await counted("tecnico", uses)]).toEqual([uses, "certificate-malformed"]);
  for (const uses of [null, [serves], [serves, asks, signsCode]])
    expect([uses, await counted("unit", uses)]).toEqual([uses, "certificate-malformed"]);
});

/** The same certificate with other extended key usages (null: with none), signed again. */
async function usedFor(
  made: X509Certificate,
  uses: readonly string[] | null,
  key: KeyObject,
): Promise<X509Certificate> {
  const certificate = Certificate.fromBER(made.raw);
  const others = (certificate.extensions ?? []).filter(({ extnID }) => extnID !== EXTENDED_USAGE);
  const extnValue = new ExtKeyUsage({ keyPurposes: [...(uses ?? [])] }).toSchema().toBER(false);
  const own = uses === null ? [] : [new Extension({ extnID: EXTENDED_USAGE, extnValue })];
  certificate.extensions = [...others, ...own];
  const der = key.export({ type: "pkcs8", format: "der" });
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  await certificate.sign(await webcrypto.subtle.importKey("pkcs8", der, curve, false, ["sign"]), "SHA-256");
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER(false)));
}
const EXTENDED_USAGE = "2.5.29.37";

it("a revocation list counts only as its authority signed it", async () => {
  const pem = readFileSync(here.authority.listPath, "utf8");
  const own = new X509Certificate(here.ca);
  const other = new X509Certificate((await casino("casino-2")).ca);
  expect(await readRevocationList(pem, own)).toMatchObject({ number: 2 });
  expect(await readRevocationList(pem, other)).toBeNull();
  const der = Buffer.from(pem.replace(/-----.*-----|\s/g, ""), "base64");
  const wrap = (bytes: Buffer): string =>
    `-----BEGIN X509 CRL-----\n${bytes.toString("base64").replace(/.{1,64}/g, "$&\n")}-----END X509 CRL-----\n`;
  expect(await readRevocationList(wrap(der), own)).not.toBeNull();
  for (let place = 4; place < der.length; place += 11) {
    const changed = Buffer.from(der);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect([place, await readRevocationList(wrap(changed), own)]).toEqual([place, null]);
  }
});
