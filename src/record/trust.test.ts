import { describe, expect, test } from "vitest";
import { verdictOfVerify } from "../../test/support/inspector-agreement.ts";
import { ROTATED_CASES } from "../../test/support/inspector-cases.ts";
import { signerFromSeed, LOG, witness } from "./vector.fixture.ts";
import {
  trustLine,
  parseLine,
  parseTrust,
  trustFaults,
  trustOf,
  withKey,
  trustedAt,
  withRevoked,
  type KeysFound,
  type Trust,
} from "./trust.ts";

const [A, B, C, D] = ["a1", "b2", "c3", "d4"].map((pair) => signerFromSeed(LOG, pair.repeat(32)).verifier) as [
  Key,
  Key,
  Key,
  Key,
];
type Key = ReturnType<typeof signerFromSeed>["verifier"];
const OTHER = signerFromSeed("tirada.example/casino-1/table-08", "e5".repeat(32)).verifier;
const TEST = signerFromSeed(`${LOG}/test`, "f6".repeat(32)).verifier;

test.each(ROTATED_CASES)("$name with $vkey is $verdict", (one) => {
  expect(verdictOfVerify(one)).toBe(one.verdict);
});

describe("a file of keys", () => {
  const text = `${A.vkey} since 0 revoked 9\n${B.vkey} since 5\n${OTHER.vkey}\n${TEST.vkey} test\n`;
  test("is read and written as it was, notes aside", () => {
    expect(parseTrust(`# mesa 7\n\n${text}`).map(trustLine)).toEqual(text.trimEnd().split("\n"));
    expect(parseTrust(text).map(({ since, revokedFrom }) => [since, revokedFrom])).toEqual([
      [0, 9],
      [5, null],
      [null, null],
      [null, null],
    ]);
  });

  test.each<[string, string, string]>([
    ["a test key as a table's", TEST.vkey, "line 1: TEST: "],
    ["a table's key as a test's", `${A.vkey} test`, "of a live table, not of a test"],
    ["a witness's", witness.verifier.vkey, "the key of a witness"],
    ["one twice", `${A.vkey}\n${A.vkey} since 7`, "line 2: the key of"],
    ["a second one that says no number", `${A.vkey}\n${B.vkey}`, "a later one says since"],
    ["a second one that is not later", `${A.vkey} since 5\n${B.vkey} since 5`, "a later one says since"],
    ["no key", "hello", "this is not a vkey"],
    ["a number too large", `${A.vkey} since 9999999999999999`, "is no number of a record"],
    ["a number that is none", `${A.vkey} since x`, "not a key as <vkey>"],
    [
      "a name that is none of a log",
      signerFromSeed("table", "11".repeat(32)).verifier.vkey,
      "cannot name a log",
    ],
    [
      "one key under two names",
      `${A.vkey}\n${signerFromSeed(OTHER.name, "a1".repeat(32)).verifier.vkey}`,
      "under another name",
    ],
  ])("refuses %s", (_, lines, says) => {
    expect(() => parseTrust(lines)).toThrow(says);
  });

  test("holds so many keys and no more", () => {
    const many: Trust = Array.from({ length: 1_024 }, () => ({ verifier: A, since: null, revokedFrom: null }));
    const key = { verifier: OTHER, since: null, revokedFrom: null };
    expect(withKey(many.slice(1), key, false)).toHaveLength(1_024);
    expect(() => withKey(many, key, false)).toThrow("over 1024 keys");
  });

  test("takes a revocation that is earlier and none that is later", () => {
    const once = withRevoked(trustOf(A), A.vkey, 9);
    expect(withRevoked(once, A.vkey, 8)[0]?.revokedFrom).toBe(8);
    const two = withRevoked([...once, ...trustOf(OTHER)], OTHER.vkey, 1);
    expect(two.map(({ revokedFrom }) => revokedFrom)).toEqual([9, 1]);
    expect(() => withRevoked(once, A.vkey, 10)).toThrow("not taken back");
    expect(() => withRevoked(once, B.vkey, 1)).toThrow("enrol it first");
  });
});

test("the key that is enrolled for a record is the last one since", () => {
  const trust = parseTrust(`${A.vkey}\n${B.vkey} since 5\n${OTHER.vkey} since 3\n`);
  const at = (log: string, seq: number): string | undefined => trustedAt(trust, log, seq)?.vkey;
  expect([0, 4, 5, 9].map((seq) => at(LOG, seq))).toEqual([A.vkey, A.vkey, B.vkey, B.vkey]);
  expect([at(OTHER.name, 2), at(OTHER.name, 3), at("a/b", 9)]).toEqual([undefined, OTHER.vkey, undefined]);
  expect(trustedAt([...trust].reverse(), LOG, 9)?.vkey).toBe(B.vkey);
});

/** Three keys: A signs 0 to 4, B 5 to 9, C from 10 on. */
describe("what the keys of a log are worth", () => {
  const found = (change: Partial<KeysFound> = {}): KeysFound => ({
    log: LOG,
    keys: [
      { vkey: A.vkey, from: 0 },
      { vkey: B.vkey, from: 5 },
      { vkey: C.vkey, from: 10 },
    ],
    stolen: [],
    firstSeq: 0,
    lastSeq: 12,
    coveredBy: [{ vkey: C.vkey, size: 13 }],
    witnessedSize: 0,
    ...change,
  });
  const trust = (...lines: readonly string[]): Trust => lines.map(parseLine);
  const faults = (held: Trust | null, change: Partial<KeysFound> = {}): string =>
    trustFaults(found(change), held).join("; ");

  test("any of them leads to all", () => {
    for (const key of [A, B, C]) expect(faults(trustOf(key))).toBe("");
    expect(faults(null)).toBe("");
    expect(faults(trust(`${A.vkey} since 0`, `${B.vkey} since 5`, `${C.vkey} since 10`))).toBe("");
  });

  test("a stranger leads to none", () => {
    for (const key of [D, OTHER]) expect(faults(trustOf(key))).toContain(`not ${key.vkey}`);
    expect(faults([])).toContain("one of those enrolled");
    expect(faults(trustOf(A), { keys: [] })).toBe(`the file says its key is none, not ${A.vkey}`);
    expect(faults([...trustOf(D), ...trustOf(OTHER)])).toContain(`one of those enrolled for ${LOG}`);
  });

  test("a key that is enrolled since a record signs that one, and none before", () => {
    expect(faults(trust(`${A.vkey} since 0`, `${D.vkey} since 11`))).toContain(`${D.vkey} is enrolled for it`);
    expect(faults(trust(`${A.vkey} since 0`, `${D.vkey} since 13`))).toBe("");
    expect(faults(trust(`${B.vkey} since 6`), { firstSeq: 5 })).toContain("enrolled from record 6 on");
    expect(faults(trust(`${B.vkey} since 5`), { firstSeq: 5 })).toBe("");
    expect(faults(trust(`${B.vkey} since 6`), { firstSeq: 6 })).toBe("");
    expect(faults(trust(`${B.vkey} since 5`), { lastSeq: 4 })).toBe("");
    expect(faults(trust(`${C.vkey} since 5`))).toContain("is enrolled for it");
    expect(faults(trust(`${C.vkey} since 5`), { firstSeq: null, lastSeq: null })).toBe("");
  });

  test("a record before the file's first key is signed with none", () => {
    const keys = [{ vkey: B.vkey, from: 5 }];
    expect(faults(trust(`${B.vkey} since 2`), { keys })).toBe(
      `record 2 is signed with none, and ${B.vkey} is enrolled for it`,
    );
  });

  test("a revoked one signs nothing from its record on", () => {
    expect(faults(trust(`${B.vkey} revoked 9`, C.vkey))).toContain("record 9 is signed with");
    expect(faults(trust(`${B.vkey} revoked 10`, C.vkey))).toBe("");
    expect(faults(trust(`${B.vkey} revoked 3`, C.vkey), { firstSeq: 10 })).toBe("");
    expect(faults(trust(`${B.vkey} revoked 3`, C.vkey), { lastSeq: 4 })).toBe("");
    expect(faults(trust(`${B.vkey} revoked 3`, C.vkey), { lastSeq: 4, coveredBy: [] })).toContain(
      "which only a revoked key names",
    );
  });

  test("what it signed before counts under a sound key's checkpoint, or a witness's, that covers it", () => {
    const revoked = trust(A.vkey, `${B.vkey} revoked 10`);
    // A is sound, C is not: only B names it.
    expect(faults(revoked, { lastSeq: 9 })).toContain("records 5 to 9 rest on");
    expect(faults(revoked, { lastSeq: 9, coveredBy: [{ vkey: A.vkey, size: 9 }] })).toContain("records 9 to 9");
    expect(faults(revoked, { lastSeq: 9, coveredBy: [{ vkey: A.vkey, size: 10 }] })).toBe("");
    expect(faults(revoked, { lastSeq: 9, coveredBy: [{ vkey: B.vkey, size: 10 }] })).toContain("rest on");
    expect(faults(revoked, { lastSeq: 9, witnessedSize: 9 })).toContain("records 9 to 9");
    expect(faults(revoked, { lastSeq: 9, witnessedSize: 10 })).toBe("");
    expect(faults(revoked)).toContain(`record 10 is signed with ${C.vkey}, which only a revoked key names`);
    expect(faults([...revoked, ...trust(`${C.vkey} since 10`)])).toBe("");
  });

  test("a stolen one leads to nothing that comes after, and the next one vouches for what came before", () => {
    expect(faults(trustOf(A), { stolen: [B.vkey] })).toContain("which only a revoked key names");
    expect(faults(trustOf(B), { stolen: [B.vkey] })).toContain("which only a revoked key names");
    expect(faults(trustOf(C), { stolen: [B.vkey] })).toBe("");
    expect(faults(trustOf(C), { stolen: [B.vkey], coveredBy: [{ vkey: B.vkey, size: 13 }] })).toContain(
      `record 0 is signed with ${A.vkey}, which only`,
    );
    expect(faults(trust(A.vkey, `${C.vkey} since 10`), { stolen: [B.vkey] })).toBe("");
    expect(faults(null, { stolen: [B.vkey], firstSeq: 5 })).toBe("");
  });
});
