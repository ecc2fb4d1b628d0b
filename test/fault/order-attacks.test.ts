import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, type Authority, readRevocationList } from "../../src/orders/certificate.ts";
import { judgeOrder, ORDER_REFUSALS, type OrderContext, type OrderRefusal } from "../../src/orders/judge.ts";
import { formatOrder, lineOfOrder, type OrderLine } from "../../src/orders/order.ts";
import { rfc3339, wallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino, type Held } from "../support/casino.ts";
import { lineBy, orderBy, signatureBy } from "../support/orders.ts";

/** Orders as somebody with a key, or without one, could write them: each is refused by its name. */

const TABLE = "tirada.example/casino-1/table-07";
const now = systemClock().wall();
const at = (ms: number): string => rfc3339(wallMs(now + ms));
const folder = mkdtempSync(join(tmpdir(), "tirada-orders-"));
afterAll(() => rmSync(folder, { recursive: true }));
let authority: Authority;
let ana: Held;
let ben: Held;
let jon: Held;
let ines: Held;

beforeAll(async () => {
  const here = await casino("casino-1", folder);
  [ana, ben, jon, ines] = await Promise.all([
    here.issue("ana", { as: "tecnico" }),
    here.issue("ben", { as: "tecnico" }),
    here.issue("jon", { as: "jefe-de-mesa" }),
    here.issue("ines", { as: "inspector" }),
  ]);
  const certificate = new X509Certificate(here.ca);
  const list = await readRevocationList(readFileSync(here.authority.listPath, "utf8"), certificate);
  authority = { certificate, list: list! };
});

const said = (change: Partial<OrderLine> = {}): OrderLine => lineBy(ana, TABLE, change);
const good = (): string => orderBy([ana], said());
const action = (name: string, given: Record<string, unknown> = {}, by: () => readonly Held[] = () => [ana]) => {
  return (): string => orderBy(by(), { ...lineBy(by()[0]!, TABLE), action: name, arguments: given });
};
/** A line that no order has, signed all the same. */
const signed = (line: string): string => formatOrder(line, [signatureBy(ana, line)]);
const withLine = (change: (line: string) => string) => (): string => signed(change(lineOfOrder(said())));
const withText = (change: (text: string) => string) => (): string => change(good());
const linesOf = (text: string): readonly string[] => text.trimEnd().split("\n");

type Attack = readonly [
  is: OrderRefusal,
  text: () => string,
  context?: Partial<Omit<OrderContext, "authority">>,
];

const INSTALL = { release: 7, export: "ab".repeat(64) };
const ATTACKS: Readonly<Record<string, Attack>> = {
  "no text": ["malformed", () => ""],
  "a line feed": ["malformed", () => "\n"],
  "bytes that are no text": ["malformed", () => "\u0000\uFFFD\n\uFFFD\n"],
  "a byte order mark before it": ["malformed", withText((text) => `\uFEFF${text}`)],
  "lines that end as on Windows": ["malformed", withText((text) => text.replaceAll("\n", "\r\n"))],
  "a blank behind its line": ["malformed", withText((text) => text.replace("\n", " \n"))],
  "no line feed at its end": ["malformed", withText((text) => text.trimEnd())],
  "an empty line at its end": ["malformed", withText((text) => `${text}\n`)],
  "no signature": ["malformed", withText((text) => `${linesOf(text)[0] ?? ""}\n`)],
  "three signatures": ["malformed", () => orderBy([ana, ben, jon], said())],
  "a signature of 63 bytes": [
    "malformed",
    () => {
      const line = lineOfOrder(said());
      const one = signatureBy(ana, line);
      return formatOrder(line, [{ ...one, signature: one.signature.subarray(1) }]);
    },
  ],
  "a signature without its padding": ["malformed", withText((text) => text.replace(/==\n$/, "\n"))],
  "a third word in a signature": ["malformed", withText((text) => text.replace(/\n$/, " AAAA\n"))],
  "a blank in its JSON": ["malformed", withLine((line) => line.replace(":", ": "))],
  "its keys in another order": [
    "malformed",
    withLine((line) =>
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line) as object).reverse())),
    ),
  ],
  "a key twice": ["malformed", withLine((line) => line.replace("{", '{"action":"self-test",'))],
  "a key more": ["malformed", withLine((line) => line.replace('"kind"', '"jefe":true,"kind"'))],
  "a key less": ["malformed", withLine((line) => line.replace(/"person":"[^"]*",/, ""))],
  "an array in its place": ["malformed", withLine((line) => `[${line}]`)],
  "a number as text": ["malformed", withLine((line) => line.replace(/"number":(\d+)/, '"number":"$1"'))],
  "a number of no whole": ["malformed", withLine((line) => line.replace(/"number":\d+/, '"number":1.5'))],
  "number nought": ["malformed", withLine((line) => line.replace(/"number":\d+/, '"number":0'))],
  "a number below nought": ["malformed", withLine((line) => line.replace(/"number":\d+/, '"number":-7'))],
  "another kind": ["malformed", withLine((line) => line.replace('"order"', '"renewal"'))],
  "another version": ["malformed", withLine((line) => line.replace('"v":1', '"v":2'))],
  "no table": ["malformed", withLine((line) => line.replace(`"${TABLE}"`, '""'))],
  "a time without its zone": ["malformed", withLine((line) => line.replace(/("notAfter":"[^"]*)Z"/, '$1"'))],
  "a time of another zone": [
    "malformed",
    withLine((line) => line.replace(/("notAfter":"[^"]*)Z"/, '$1+02:00"')),
  ],
  "a person of 65 letters": ["malformed", () => orderBy([ana], said({ person: "a".repeat(65) }))],
  "an action of 33 letters": ["malformed", action("a".repeat(33))],
  "over 64 KB": ["too-long", action("configure", { x: "é".repeat(40_000) })],
  "another line over her signature": [
    "changed",
    () => {
      const [, signature = ""] = linesOf(good());
      return `${lineOfOrder(said({ action: "rollback" }))}\n${signature}\n`;
    },
  ],
  "his certificate beside her signature": [
    "changed",
    () => {
      const line = lineOfOrder(said());
      return formatOrder(line, [
        { ...signatureBy(ana, line), certificate: signatureBy(ben, line).certificate },
      ]);
    },
  ],
  "his signature in her name": ["changed", () => orderBy([ben], said())],
  "her signature in his name": ["changed", () => orderBy([ana], said({ person: "ben" }))],
  "her name in capitals": ["changed", () => orderBy([ana], said({ person: "ANA" }))],
  "the digest of another certificate": ["changed", () => orderBy([ana], said({ certificate: "0".repeat(64) }))],
  "another table": ["other-table", () => orderBy([ana], lineBy(ana, `${TABLE}8`))],
  "the same table of another casino": [
    "other-table",
    () => orderBy([ana], lineBy(ana, TABLE.replace("casino-1", "casino-2"))),
  ],
  "this table in capitals": ["other-table", () => orderBy([ana], lineBy(ana, TABLE.toUpperCase()))],
  "the log of this table's test": ["other-table", () => orderBy([ana], lineBy(ana, `${TABLE}/test`))],
  "an action that nobody knows": ["unknown-action", action("open-table")],
  "an action of every object": ["unknown-action", action("constructor")],
  "an action in capitals": ["unknown-action", action("Self-Test")],
  "arguments where there are none": ["arguments-wrong", action("self-test", { now: true })],
  "no arguments where there are some": ["arguments-wrong", action("hold")],
  "release nought": ["arguments-wrong", action("install", { release: 0, export: null })],
  "a release as text": ["arguments-wrong", action("install", { release: "7", export: null })],
  "a digest in capitals": ["arguments-wrong", action("install", { release: 7, export: "AB".repeat(64) })],
  "records below nought": ["arguments-wrong", action("export", { from: -1, to: 5 }, () => [ines])],
  "a path of the table's": [
    "arguments-wrong",
    action("export", { from: 0, to: 5, path: "/etc/shadow" }, () => [ines]),
  ],
  "a recipient that is a program": ["arguments-wrong", action("bundle", { recipient: "-o/etc/passwd" })],
  "an empty configuration": ["arguments-wrong", action("configure", { configuration: "", newLog: false })],
  "a jefe's self-test": ["wrong-role", action("self-test", {}, () => [jon])],
  "a jefe de mesa's export": ["wrong-role", action("export", { from: 0, to: 5 }, () => [jon])],
  "an inspector's hold": ["wrong-role", action("hold", { on: true }, () => [ines])],
  "one person for what wants two": ["second-missing", action("install", INSTALL)],
  "one person for a configuration": [
    "second-missing",
    action("configure", { configuration: "a: 1", newLog: false }),
  ],
  "one person twice": ["second-same", action("install", INSTALL, () => [ana, ana])],
  "an hour too early": [
    "early",
    () => orderBy([ana], said({ notBefore: at(HOUR_MS), notAfter: at(2 * HOUR_MS) })),
  ],
  "an hour too late": [
    "late",
    () => orderBy([ana], said({ notBefore: at(-2 * HOUR_MS), notAfter: at(-HOUR_MS), number: now - HOUR_MS })),
  ],
  "an end before its beginning": [
    "window-too-long",
    () => orderBy([ana], said({ notBefore: at(HOUR_MS), notAfter: at(-HOUR_MS) })),
  ],
  "25 hours": ["window-too-long", () => orderBy([ana], said({ notAfter: at(25 * HOUR_MS) }))],
  "a number of tomorrow": ["number-too-high", () => orderBy([ana], said({ number: now + DAY_MS }))],
  "a number that was there": ["replayed", () => orderBy([ana], said({ number: 5 })), { numbers: { ana: 5 } }],
  "a number before the newest": [
    "replayed",
    () => orderBy([ana], said({ number: 4 })),
    { numbers: { ana: 5 } },
  ],
  "a clock before the newest record": ["clock-back", good, { earliest: now + 1 }],
};

const judged = (text: string, change: Attack[2] = {}): string => {
  const result = judgeOrder(text, {
    authority,
    table: TABLE,
    now,
    earliest: now - DAY_MS,
    numbers: {},
    ...change,
  });
  return result.ok ? "accepted" : result.why;
};

it("is carried out where nothing is wrong with it", () => {
  expect(judged(good())).toBe("accepted");
});

it.each(Object.entries(ATTACKS))("%s: refused by name", (_, [is, text, context]) => {
  expect(ORDER_REFUSALS).toContain(is);
  expect(judged(text(), context)).toBe(is);
});
