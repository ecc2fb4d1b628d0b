import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROLES } from "../people/roles.ts";
import { monoUs, wallMs } from "../time/instant.ts";
import {
  decodeEntry,
  decodeHead,
  encodeEntry,
  ENTRY_BYTES_MAX,
  ENTRY_LINE_MAX,
  toBytes,
  toText,
  withModeOfFormat1,
} from "./codec.ts";
import type { Entry, SegmentHead } from "./entry.ts";
import type { FaultCode } from "../codes/faults.ts";

const t = fc.maxSafeNat().map(monoUs);
const port = fc.string({ minLength: 1, maxLength: 64 });
const latin1 = fc.uint8Array({ maxLength: 400 }).map(toText);
const trust = fc.constantFrom("unsynced" as const, "rtc" as const, "synced" as const);
const name = fc.string({ maxLength: 100 });
const by = fc.record({ role: fc.constantFrom(...ROLES), name });
const key = fc.oneof(
  fc.record({
    key: fc.constantFrom("confirm-void" as const, "void" as const, "declare" as const),
    round: fc.nat(),
    rule: fc.string({ minLength: 1, maxLength: 80 }),
  }),
  fc.record({ key: fc.constant("acknowledge" as const), what: fc.string({ minLength: 1, maxLength: 120 }) }),
  fc.record({
    key: fc.constantFrom(
      "no-more-bets" as const,
      "open-table" as const,
      "close-table" as const,
      "last-three-spins" as const,
    ),
  }),
);
const detail = fc.dictionary(
  fc.string({ maxLength: 20 }).filter((text) => text !== "__proto__"),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
  { noNullPrototype: true },
);

const entry: fc.Arbitrary<Entry> = fc.oneof<fc.Arbitrary<Entry>[]>(
  fc.record({ k: fc.constant("open" as const), t, port, name: fc.string() }),
  fc.record({ k: fc.constant("lost" as const), t, port, why: fc.string() }),
  fc.record({ k: fc.constantFrom("in" as const, "out" as const), t, port, bytes: latin1 }),
  fc.record({ k: fc.constant("overrun" as const), t, port, lost: fc.integer({ min: 1 }) }),
  fc.record({ k: fc.constantFrom("tick" as const, "auto-open" as const), t }),
  fc.record({ k: fc.constant("key" as const), t, key, by }),
  fc.record({
    k: fc.constant("fault" as const),
    t,
    device: fc.string({ minLength: 1, maxLength: 64 }),
    // Another release may have recorded a code that this one does not know.
    code: fc.string({ minLength: 1, maxLength: 64 }).map((code) => code as FaultCode),
    detail: fc.record({ button: fc.string(), count: fc.integer() }),
    stands: fc.boolean(),
  }),
  fc.record({ k: fc.constant("seal" as const), t, key: fc.stringMatching(/^[0-9a-f]{64}$/) }),
  fc.record({ k: fc.constant("clock" as const), t, wall: fc.integer().map(wallMs), trust }),
  fc.record({ k: fc.constant("restarted" as const), t, detail }),
  fc.record({ k: fc.constant("end" as const), t, why: fc.string() }),
);

const HEAD: SegmentHead = {
  k: "head",
  v: 2,
  segment: "wheel-000001",
  log: "tirada.example/casino-1/table-07",
  mode: "live",
  epoch: 0,
  boot: "b1",
  rel: { version: "0.1.0", manifest: null },
  rulebook: "cl/ruleta-francesa@2023-03",
  device: "cammegh-ss2",
  options: { rotorVariationRpm10: 20 },
  houseRules: [],
  t: monoUs(0),
  wall: wallMs(0),
  trust: "unsynced",
  previous: null,
  state: { table: {} },
  chain: { seq: 0, prev: "00".repeat(32) },
};

it("a card device's bytes take the same room whatever they are", () => {
  const line = (bytes: string): string => encodeEntry({ k: "in", t: monoUs(5), port: "shoe", bytes });
  const lengths = Array.from({ length: 256 }, (_, byte) => Buffer.byteLength(line(String.fromCharCode(byte))));
  expect(new Set(lengths).size).toBe(1);
  for (const bytes of ["", '\u0000\u00ff\n"\\', "A1"])
    expect(decodeEntry(line(bytes).trimEnd())).toEqual({ k: "in", t: 5, port: "shoe", bytes });
});

it("a key's bytes do not depend on the order of its fields", () => {
  const a = { k: "key", t: 5, key: { key: "void", round: 1, rule: "r" }, by: { role: "croupier", name: "B" } };
  const b = { by: { name: "B", role: "croupier" }, t: 5, key: { rule: "r", key: "void", round: 1 }, k: "key" };
  expect(encodeEntry(b as Entry)).toBe(encodeEntry(a as Entry));
  expect(encodeEntry(decodeEntry(encodeEntry(b as Entry).trimEnd()) as Entry)).toBe(encodeEntry(a as Entry));
});

describe("round trip", () => {
  it("an entry is one line that reads back the same, with the same bytes when it is written again", () => {
    fc.assert(
      fc.property(entry, (one) => {
        const line = encodeEntry(one);
        expect(line.endsWith("\n") && !line.slice(0, -1).includes("\n")).toBe(true);
        const read = decodeEntry(line.slice(0, -1));
        expect(read).toEqual(one);
        expect(typeof read === "string" ? "" : encodeEntry(read)).toHaveLength(line.length);
      }),
      { numRuns: 500 },
    );
  });

  it("all 256 bytes go through an entry", () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const line = encodeEntry({ k: "in", t: monoUs(1), port: "wheel", bytes: toText(all) });
    const read = decodeEntry(line.trimEnd());
    expect(typeof read === "object" && read.k === "in" && toBytes(read.bytes)).toEqual(all);
  });

  it("a head reads back the same", () => {
    expect(decodeHead(encodeEntry(HEAD).trimEnd())).toEqual(HEAD);
    const second = { ...HEAD, previous: { segment: "wheel-000001", sha256: "ab".repeat(32) } };
    expect(decodeHead(encodeEntry(second).trimEnd())).toEqual(second);
  });
});

const TICK = { k: "tick", t: 1 };
const text = (value: unknown): string => JSON.stringify(value);

describe("strictness", () => {
  it.each<[string, unknown]>([
    ["an unknown kind", { k: "tock", t: 1 }],
    ["no kind", { t: 1 }],
    ["an unknown key", { ...TICK, x: 1 }],
    ["no time", { k: "tick" }],
    ["a negative time", { k: "tick", t: -1 }],
    ["a fraction of time", { k: "tick", t: 0.5 }],
    ["a time beyond what is exact", { k: "tick", t: 2 ** 53 }],
    ["a time in words", { k: "tick", t: "1" }],
    ["no port", { k: "lost", t: 1, why: "" }],
    ["an empty port", { k: "lost", t: 1, port: "", why: "" }],
    ["a port's name beyond its limit", { k: "lost", t: 1, port: "x".repeat(65), why: "" }],
    ["bytes beyond their limit", { k: "in", t: 1, port: "wheel", bytes: "x".repeat(ENTRY_BYTES_MAX + 1) }],
    ["an overrun of nothing", { k: "overrun", t: 1, port: "wheel", lost: 0 }],
    ["a key that nobody has", { k: "key", t: 1, key: { key: "bribe" }, by: { role: "croupier", name: "" } }],
    [
      "a key with more than it has",
      { k: "key", t: 1, key: { key: "open-table", round: 1 }, by: { role: "croupier", name: "" } },
    ],
    ["a seal in capitals", { k: "seal", t: 1, key: "AB".repeat(32) }],
    ["a seal that is too short", { k: "seal", t: 1, key: "ab".repeat(31) }],
    [
      "a round below zero",
      { k: "key", t: 1, key: { key: "void", round: -1, rule: "" }, by: { role: "croupier", name: "" } },
    ],
    ["a role that is none", { k: "key", t: 1, key: { key: "open-table" }, by: { role: "player", name: "" } }],
    ["trust of another kind", { k: "clock", t: 1, wall: 1, trust: "gps" }],
    ["a wall time that is no whole number", { k: "clock", t: 1, wall: 1.5, trust: "rtc" }],
    ["a detail that is no scalar", { k: "restarted", t: 1, detail: { a: [] } }],
    ["a list", []],
    ["null", null],
    ["a number", 7],
    ["a head among the entries", HEAD],
  ])("refuses %s", (_, value) => {
    expect(decodeEntry(text(value))).toEqual(expect.any(String));
  });

  it("says what is wrong, and where", () => {
    expect(decodeEntry("{")).toBe("the line is not JSON");
    expect(decodeEntry(text({ k: "tick", t: "1" }))).toMatch(/^t: /);
    expect(decodeEntry(text({ ...TICK, x: 1 }))).toContain("x");
  });

  it("keeps a line of the limit and refuses a longer one unread", () => {
    expect(decodeEntry(" ".repeat(ENTRY_LINE_MAX - text(TICK).length) + text(TICK))).toEqual(TICK);
    expect(decodeEntry(" ".repeat(ENTRY_LINE_MAX) + text(TICK))).toContain(`${ENTRY_LINE_MAX} is the limit`);
    const full = { k: "in", t: 1, port: "wheel", bytes: "\u0000".repeat(ENTRY_BYTES_MAX) };
    expect(decodeEntry(text({ ...full, bytes: "x".repeat(ENTRY_BYTES_MAX) }))).toMatchObject({ k: "in" });
  });

  it.each<[string, object]>([
    ["another format", { v: 3 }],
    ["a mode that is not its log's", { mode: "test" }],
    ["no epoch", { epoch: undefined }],
    ["a release by its name alone", { rel: "0.6.2" }],
    ["a name that is no file name", { segment: "../etc" }],
    ["a chain without its hash", { chain: { seq: 0, prev: "00" } }],
    ["a negative sequence", { chain: { seq: -1, prev: "00".repeat(32) } }],
    ["a hash in capitals", { previous: { segment: "a", sha256: "AB".repeat(32) } }],
    ["an option that is no scalar", { options: { a: {} } }],
    ["too many house rules", { houseRules: Array<string>(33).fill("a") }],
    ["an unknown key", { more: 1 }],
  ])("refuses a head with %s", (_, change) => {
    expect(decodeHead(text({ ...HEAD, ...change }))).toEqual(expect.any(String));
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        for (const decode of [decodeEntry, decodeHead])
          expect(["string", "object"]).toContain(typeof decode(line));
      }),
    );
  });
});

describe("a head of format 1", () => {
  const verdict = null;
  const durable = { open: true, phase: "betting", round: 3, verdict, series: [], tasks: [], lastSpins: 2 };
  const state = { session: 1, table: { durable, now: 9 } };
  const old = (change: object = {}): string =>
    text({
      ...HEAD,
      v: 1,
      mode: undefined,
      epoch: undefined,
      rel: undefined,
      release: "0.6.2",
      state,
      ...change,
    });
  const firstFields = (line: string): string => {
    const { k, v, ...rest } = JSON.parse(line) as Record<string, unknown>;
    return text({ k, v, ...rest });
  };
  const read = (change: object = {}): SegmentHead | string => decodeHead(firstFields(old(change)));

  it("is given as one of today's: of a live log, of the first epoch, by the release's name", () => {
    expect(read()).toMatchObject({
      v: 2,
      mode: "live",
      epoch: 0,
      rel: { version: "0.6.2", manifest: null },
      options: { baud: 921_600, rotorVariationRpm10: 20 },
      state: { session: 1, table: { now: 9, durable: { round: 3, lastRounds: 2, wheel: {} } } },
    });
    expect(read()).not.toHaveProperty("release");
  });
  it("keeps a speed that it says, and gives one to wheels alone", () => {
    expect(read({ options: { baud: 9600 } })).toMatchObject({ options: { baud: 9600 } });
    expect(read({ segment: "shoe-000001" })).toMatchObject({ options: HEAD.options });
    expect((read({ segment: "shoe-000001" }) as SegmentHead).options).not.toHaveProperty("baud");
  });
  it.each<[string, object, string]>([
    ["a mode", { mode: "live" }, "mode"],
    ["a release that is none", { release: 7 }, "release"],
    ["no state", { state: null }, "state: not that of a table of format 1"],
    ["a state of a later format", { state: { table: { durable: { v: 99 } } } }, "state: not that of a table"],
  ])("with %s is refused", (_, change, says) => {
    expect(read(change)).toEqual(expect.stringContaining(says));
  });
  it("was a test's when its entries say that the table was one", () => {
    const head = read() as SegmentHead;
    const restarted = (detail: Record<string, boolean>): Entry => ({ k: "restarted", t: monoUs(1), detail });
    const tick: Entry = { k: "tick", t: monoUs(1) };
    expect(withModeOfFormat1(head, [tick, restarted({ test: true })])).toMatchObject({
      mode: "test",
      log: `${HEAD.log}/test`,
    });
    expect(withModeOfFormat1(head, [tick, restarted({ test: false }), restarted({})])).toBe(head);
  });
});
