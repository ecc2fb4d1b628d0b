import { describe, expect, it } from "vitest";
import { signersOf } from "../../firmware/office/fleet/plan-file.ts";
import { lineBy as lineAt, orderBy, signatureBy } from "../../test/support/orders.ts";
import { rfc3339, wallMs } from "../time/instant.ts";
import { NOW as now, newKey, TestAuthority, type Held } from "./authority.test-help.ts";
import { DAY_MS, HOUR_MS } from "./certificate.ts";
import {
  judgeOrder,
  numberOf,
  ORDER_REFUSALS,
  type JudgedOrder,
  type OrderContext,
  type OrderRefusal,
} from "./judge.ts";
import { formatOrder, lineOfOrder, ORDER_MAX_BYTES, type OrderLine } from "./order.ts";

/** Every reason for which an order is refused, by an order that has nothing else wrong. */

const TABLE = "tirada.example/casino-1/table-07";
const here = await TestAuthority.make();
const other = await TestAuthority.make("casino-2");
const people = {
  ana: await here.issue("ana", "tecnico"),
  ben: await here.issue("ben", "tecnico"),
  ines: await here.issue("ines", "inspector"),
  jon: await here.issue("jon", "jefe-de-mesa"),
  gone: await here.issue("gone", "tecnico", { from: now - 9 * HOUR_MS, to: now - HOUR_MS }),
  revoked: await here.issue("revoked", "tecnico"),
  unit: await here.issue("unit", "unit"),
  foreign: await other.issue("foreign", "tecnico"),
};
const authority = here.with(people.revoked);

/** An order of this person for an hour, which began a minute ago. */
const lineBy = (held: Held, table: string, change: Partial<OrderLine> = {}): OrderLine =>
  lineAt(held, table, { notBefore: at(-60_000), notAfter: at(HOUR_MS), number: now - 60_000, ...change });
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
  "certificate-early": () => judge(by(people.ana), { now: now - HOUR_MS - 1, earliest: 0 }),
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
    expect(reason(judge(orderBy([people.ines, people.ana], lineBy(people.ines, TABLE, INSTALL))))).toBe(
      "wrong-role",
    );
  });

  it("by one person who has two names, and by two names that read alike", async () => {
    const [one, two] = [newKey(), newKey()];
    const ana = await here.issue("Ana Soto", "tecnico", { key: one });
    const second = async (name: string, key: typeof one): Promise<string> => {
      const held = await here.issue(name, "jefe-de-mesa", { key });
      return reason(judge(orderBy([ana, held], lineBy(ana, TABLE, INSTALL))));
    };
    expect(await second("Eva Pons", one)).toBe("second-same");
    for (const name of ["ANA SOTO", "Ana  Soto", "\uFF21na Soto"])
      expect([name, await second(name, two)]).toEqual([name, "second-same"]);
    for (const name of ["\u0410na Soto", "Ana\u202E Soto", "Ana\u001B[0m Soto", "Ana\u00ADSoto"])
      expect([name, await second(name, two)]).toEqual([name, "certificate-malformed"]);
    expect(await second("Eva Pons", two)).toBe("accepted");
    // The same of a plan of a fleet.
    const signedBy = async (name: string, key: typeof one): Promise<readonly string[]> => {
      const eva = await here.issue(name, "jefe-de-mesa", { key });
      const signatures = [ana, eva].map((held) => signatureBy(held, "a plan"));
      return signersOf({ line: "a plan", signatures }, here.certificate);
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
    const evening = await here.issue("ana", "tecnico");
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

describe("the bounds of an order", () => {
  it("are its first and its last millisecond, a day, and the newest record", () => {
    const within = (from: number, to: number, change: Partial<OrderContext> = {}): string =>
      reason(judge(by(people.ana, { notBefore: at(from), notAfter: at(to), number: 1 }), change));
    expect([within(0, 1), within(1, 2), within(-1, 0), within(-2, -1)]).toEqual([
      "accepted",
      "early",
      "accepted",
      "late",
    ]);
    expect([within(0, 0), within(1, -1)]).toEqual(["window-too-long", "window-too-long"]);
    expect([within(-HOUR_MS, 23 * HOUR_MS), within(-HOUR_MS, 23 * HOUR_MS + 1)]).toEqual([
      "accepted",
      "window-too-long",
    ]);
    expect([within(0, 1, { earliest: now }), within(0, 1, { earliest: now + 1 })]).toEqual([
      "accepted",
      "clock-back",
    ]);
  });

  it("is a length in bytes, not in letters", () => {
    const padded = (letters: string): string => {
      const text = by(people.ana);
      return text + letters.repeat(Math.ceil((ORDER_MAX_BYTES + 1 - text.length) / Buffer.byteLength(letters)));
    };
    expect([reason(judge(padded("x"))), reason(judge(padded("é")))]).toEqual(["too-long", "too-long"]);
    expect(reason(judge(padded("x").slice(0, ORDER_MAX_BYTES)))).toBe("malformed");
  });

  it("is the newest number of that person, unless no order can have it yet", () => {
    expect([numberOf({}, "ana"), numberOf({ ana: 5 }, "ana"), numberOf({ ana: 5 }, "toString")]).toEqual([
      0, 5, 0,
    ]);
    expect([
      numberOf({ ana: now + DAY_MS }, "ana", now),
      numberOf({ ana: now + DAY_MS + 1 }, "ana", now),
    ]).toEqual([now + DAY_MS, 0]);
    expect(reason(judge(by(people.ana, { number: 6 }), { numbers: { ana: 6 } }))).toBe("replayed");
  });
});

it("what an order that counts says is handed on, with its people in the order in which they signed", () => {
  const text = orderBy([people.ana, people.ben], lineBy(people.ana, TABLE, INSTALL));
  expect(judge(text)).toEqual({
    ok: true,
    order: expect.objectContaining({
      action: "install",
      arguments: INSTALL.arguments,
      person: "ana",
    }) as unknown,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    people: [
      { name: "ana", role: "tecnico" },
      { name: "ben", role: "tecnico" },
    ],
  });
  expect(judge("no order")).toEqual({ ok: false, why: "malformed", digest: null, person: null });
  expect(judge("x".repeat(ORDER_MAX_BYTES + 1))).toEqual({
    ok: false,
    why: "too-long",
    digest: null,
    person: null,
  });
});
