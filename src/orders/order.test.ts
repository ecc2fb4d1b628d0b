import { describe, expect, it } from "vitest";
import { sha256Hex } from "../record/bytes.ts";
import {
  CONFIGURATION_MAX,
  formatOrder,
  lineOfOrder,
  needsTwo,
  ORDER_ACTIONS,
  ORDER_TABLES_MAX,
  orderOf,
  parseOrder,
  parseSignature,
  tablesOf,
  type Order,
  type OrderAction,
  type OrderLine,
} from "./order.ts";
import { ALONE_TABLES_MAX } from "../people/actions.ts";

const TABLE = "tirada.example/casino-1/table-07";
const LINE: OrderLine = {
  v: 1,
  kind: "order",
  table: TABLE,
  action: "self-test",
  arguments: {},
  notBefore: "2026-03-04T03:00:00.000Z",
  notAfter: "2026-03-04T04:00:00.000Z",
  number: 7,
  reason: "the wheel has been silent since two",
  person: "Ana Soto",
  certificate: "ab".repeat(32),
};
const SIGNATURE = { certificate: Buffer.from("a certificate"), signature: Buffer.alloc(64, 7) };
const text = (change: object = {}, signatures = [SIGNATURE]): string =>
  formatOrder(lineOfOrder({ ...LINE, ...change }), signatures);
const tables = (count: number): string[] => Array.from({ length: count }, (_, at) => `table-${at}`);

describe("the text of an order", () => {
  it("says why in one line that says something, and a visit always does", () => {
    const why = (reason: string) => parseOrder(text({ reason }))?.said.reason;
    expect(why("la ruleta calla")).toBe("la ruleta calla");
    for (const bad of ["", "  ", "two\nlines", "a\u0007b", "a".repeat(201)])
      expect([bad, why(bad)]).toEqual([bad, undefined]);
    const { reason, ...silent } = { ...LINE, action: "visit", arguments: { who: "Ana Soto" } };
    expect([orderOf(silent), orderOf({ ...silent, reason: reason ?? "" })]).toMatchObject([
      "arguments-wrong",
      { action: "visit", reason },
    ]);
  });

  it("is a line, and below it each signature; it is taken apart as it was put together", () => {
    const line = lineOfOrder(LINE);
    const parsed = parseOrder(text({}, [SIGNATURE, SIGNATURE]));
    expect(parsed).toEqual({
      line,
      digest: sha256Hex(line),
      said: LINE,
      signatures: [SIGNATURE, SIGNATURE],
    });
    expect(text().split("\n")).toEqual([
      line,
      `${SIGNATURE.certificate.toString("base64")} ${SIGNATURE.signature.toString("base64")}`,
      "",
    ]);
  });

  it.each([
    ["no signature", text({}, [])],
    ["three signatures", text({}, [SIGNATURE, SIGNATURE, SIGNATURE])],
    ["no end", text().slice(0, -1)],
    ["a line that is not written canonically", text().replace('{"action"', '{ "action"')],
    ["no JSON", text().replace("{", "[")],
    ["a key too many", text({ more: 1 })],
    ["another version", text({ v: 2 })],
    ["another kind", text({ kind: "answer" })],
    ["no table", text({ table: "" })],
    ["a table's name too long", text({ table: "t".repeat(121) })],
    ["one table in a list", text({ table: ["a"] })],
    ["an empty name in a list", text({ table: ["a", ""] })],
    ["a name in a list too long", text({ table: ["a", "b".repeat(65)] })],
    ["too many tables", text({ table: tables(ORDER_TABLES_MAX + 1) })],
    ["no action", text({ action: "" })],
    ["an action too long", text({ action: "a".repeat(33) })],
    ["an argument's name too long", text({ arguments: { ["a".repeat(33)]: 1 } })],
    ["a time without milliseconds", text({ notBefore: "2026-03-04T03:00:00Z" })],
    ["an end that is no time", text({ notAfter: "tomorrow" })],
    ["a number below one", text({ number: 0 })],
    ["a number that is not whole", text().replace('"number":7', '"number":1.5')],
    ["nobody", text({ person: "" })],
    ["a name too long", text({ person: "p".repeat(65) })],
    ["a digest too short", text({ certificate: "ab".repeat(31) })],
    ["a digest too long", text({ certificate: "ab".repeat(33) })],
    ["a digest in capitals", text({ certificate: "AB".repeat(32) })],
  ])("with %s is none", (_, wrong) => {
    expect(parseOrder(wrong)).toBeNull();
  });

  it("takes what is just allowed", () => {
    for (const change of [
      { table: "t".repeat(120) },
      { table: ["a", "b".repeat(64)] },
      { table: tables(ORDER_TABLES_MAX) },
    ])
      expect(parseOrder(text(change))?.said).toMatchObject(change);
    expect(
      parseOrder(
        text({ action: "a".repeat(32), arguments: { ["a".repeat(32)]: 1 }, number: 1, person: "p".repeat(64) }),
      ),
    ).not.toBeNull();
    expect(tablesOf({ table: TABLE })).toEqual([TABLE]);
    expect(tablesOf({ table: ["a", "b"] })).toEqual(["a", "b"]);
  });

  it("has signatures of 64 bytes beside a certificate, and nothing behind them", () => {
    const good = `${Buffer.from("x").toString("base64")} ${Buffer.alloc(64).toString("base64")}`;
    expect(parseSignature(good)).toEqual({ certificate: Buffer.from("x"), signature: Buffer.alloc(64) });
    for (const bad of [
      `${good} more`,
      good.replace(" ", ""),
      good.replace("eA==", "e!=="),
      `eA== ${Buffer.alloc(63).toString("base64")}`,
      "eA==",
    ])
      expect([bad, parseSignature(bad)]).toEqual([bad, null]);
  });
});

const DIGEST = "ab".repeat(32);
const EXPORT = "cd".repeat(64);
/** Arguments that are right, and some that are wrong, of each action. */
const ARGUMENTS: Readonly<Record<OrderAction, readonly [right: readonly object[], wrong: readonly object[]]>> =
  {
    check: [[{}], [{ x: 1 }]],
    install: [
      [
        { release: 1, export: null },
        { release: 999_999_999, export: EXPORT },
      ],
      [
        { release: 0, export: null },
        { release: 1_000_000_000, export: null },
        { release: 1.5, export: null },
        { release: 7 },
        { release: 7, export: DIGEST },
        { release: 7, export: `${EXPORT}a` },
        { release: 7, export: `x${EXPORT}` },
        { release: 7, export: null, x: 1 },
      ],
    ],
    "install-base": [
      [{ base: 1 }, { base: 999_999_999 }],
      [{ base: 0 }, { base: 1_000_000_000 }, {}, { base: 1, x: 1 }],
    ],
    rollback: [
      [{}, { from: DIGEST }],
      [{ from: "ab" }, { from: `${DIGEST}a` }, { from: `a${DIGEST}` }, { x: 1 }],
    ],
    hold: [
      [{ on: true }, { on: false }],
      [{}, { on: 1 }, { on: true, x: 1 }],
    ],
    "self-test": [[{}], [{ now: true }]],
    "restart-screens": [[{}], [{ x: 1 }]],
    diagnose: [[{}], [{ x: 1 }]],
    visit: [[{ who: "Ana Soto" }], [{}, { who: "" }, { who: "a".repeat(200) }, { who: "Ana", until: 1 }]],
    "verify-release": [
      [{ nonce: "a".repeat(16) }, { nonce: "Z9".repeat(32) }],
      [
        { nonce: "a".repeat(15) },
        { nonce: "a".repeat(65) },
        { nonce: `${"a".repeat(16)}-` },
        { nonce: `-${"a".repeat(16)}` },
        {},
        { nonce: "a".repeat(16), x: 1 },
      ],
    ],
    bundle: [
      [{ recipient: `age1${"q".repeat(58)}` }],
      [{ recipient: `age1${"q".repeat(57)}` }, {}, { recipient: `age1${"q".repeat(58)}`, x: 1 }],
    ],
    export: [
      [{ from: 0, to: 0 }],
      [{ from: -1, to: 0 }, { from: 0, to: -1 }, { from: 0 }, { from: 0, to: 1, x: 1 }],
    ],
    configure: [
      [
        { configuration: "a", newLog: true },
        { configuration: "a".repeat(CONFIGURATION_MAX), newLog: false },
      ],
      [
        { configuration: "", newLog: true },
        { configuration: "a".repeat(CONFIGURATION_MAX + 1), newLog: true },
        { configuration: "a" },
        { configuration: "a", newLog: true, x: 1 },
      ],
    ],
  };

describe("what an order asks for", () => {
  it("is one of the known actions", () => {
    expect(orderOf({ ...LINE, action: "show-cards" })).toBe("unknown-action");
    expect(Object.keys(ARGUMENTS).sort()).toEqual([...ORDER_ACTIONS].sort());
  });

  it.each(ORDER_ACTIONS)("%s has its own arguments and no others", (action) => {
    const [right, wrong] = ARGUMENTS[action];
    for (const args of right)
      expect(orderOf({ ...LINE, action, arguments: { ...args } })).toEqual({
        ...LINE,
        action,
        arguments: args,
      });
    for (const args of wrong)
      expect([args, orderOf({ ...LINE, action, arguments: { ...args } })]).toEqual([args, "arguments-wrong"]);
  });

  it("of many tables is nothing that is one table's own", () => {
    const many = (action: OrderAction, args: object): boolean =>
      typeof orderOf({ ...LINE, table: tables(3), action, arguments: { ...args } }) === "object";
    for (const action of ["check", "self-test", "diagnose"] as const)
      expect([action, many(action, {})]).toEqual([action, true]);
    expect([
      many("hold", { on: true }),
      many("verify-release", { nonce: "a".repeat(16) }),
      many("install-base", { base: 1 }),
    ]).toEqual([true, true, true]);
    expect([
      many("install", { release: 7, export: null }),
      many("install", { release: 7, export: EXPORT }),
    ]).toEqual([true, false]);
    expect([many("rollback", { from: DIGEST }), many("rollback", {})]).toEqual([true, false]);
    expect([many("restart-screens", {}), many("export", { from: 0, to: 1 })]).toEqual([false, false]);
    expect([
      many("configure", { configuration: "a", newLog: false }),
      many("bundle", { recipient: `age1${"q".repeat(58)}` }),
    ]).toEqual([false, false]);
  });

  it("is signed by two where there is no way back, at more tables than one person's wave, and for a configuration", () => {
    const two = (action: OrderAction, args: object, table: string | string[] = TABLE): boolean =>
      needsTwo({ ...LINE, table, action, arguments: args } as Order);
    expect([
      two("install", { release: 7, export: null }),
      two("install", { release: 7, export: EXPORT }),
    ]).toEqual([false, true]);
    for (const [action, args] of [
      ["install", { release: 7, export: null }],
      ["install-base", { base: 3 }],
    ] as const)
      expect([
        two(action, args, tables(ALONE_TABLES_MAX)),
        two(action, args, tables(ALONE_TABLES_MAX + 1)),
      ]).toEqual([false, true]);
    expect([
      two("configure", {}),
      two("self-test", {}),
      two("rollback", {}),
      two("self-test", {}, tables(100)),
    ]).toEqual([true, false, false, false]);
  });
});
