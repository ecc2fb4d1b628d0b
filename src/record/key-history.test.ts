import { describe, expect, test } from "vitest";
import { base64, utf8 } from "./bytes.ts";
import { firstHead, type ChainHead } from "./chain.ts";
import {
  historyDifference,
  historyFrom,
  historyOf,
  KEY_ROTATED,
  type KeyHistory,
  KEYS_MAX,
  readRotation,
  rotationFields,
  type SignedLine,
} from "./key-history.ts";
import type { Signer } from "./keys.ts";
import { LOG, signerFromSeed, testLine, witness } from "./vector.fixture.ts";

const keyOfSeed = (n: number, name = LOG): Signer =>
  signerFromSeed(name, n.toString(16).padStart(2, "0").repeat(32));
const [A, B, C] = [keyOfSeed(1), keyOfSeed(2), keyOfSeed(3)];
const OTHER = keyOfSeed(4, "tirada.example/casino-1/table-08");

interface Made extends SignedLine {
  readonly head: ChainHead;
}

/** The record by which a key gives way at a place of the chain, `change` made to its detail before the old key signs it. */
function rotated(head: ChainHead, old: Signer, next: Signer, change: object = {}): Made {
  const { kind, detail } = rotationFields(head, old.verifier, next, "planned");
  return signed(head, old, { kind, detail: { ...detail, ...change } });
}

function signed(head: ChainHead, signer: Signer, fields: object): Made {
  const { line, head: after } = testLine(head, fields);
  return { line, sig: base64(signer.sign(utf8(line))), head: after };
}

const at = (seq: number): ChainHead => ({ ...firstHead(LOG), seq });
const first = rotated(at(4), A, B);
const second = rotated({ ...first.head, seq: 9 }, B, C);

function history(): KeyHistory {
  const found = historyFrom(A.verifier, [first, second]);
  if (typeof found === "string") throw new Error(found);
  return found;
}

describe("the keys of a log", () => {
  test("follow one another by records that both signed", () => {
    const found = history();
    expect(found.log).toBe(LOG);
    expect(found.stated()).toEqual([
      { vkey: A.verifier.vkey, from: 0 },
      { vkey: B.verifier.vkey, from: 5 },
      { vkey: C.verifier.vkey, from: 10 },
    ]);
    expect([found.first.vkey, found.current.vkey]).toEqual([A.verifier.vkey, C.verifier.vkey]);
    expect(found.stolen).toEqual([]);
  });

  test("sign each the records from its own on, and checkpoints of as many", () => {
    const found = history();
    const keys = [0, 4, 5, 9, 10, 99].map((number) => found.keyAt(number).vkey);
    expect(keys).toEqual([A, A, B, B, C, C].map(({ verifier }) => verifier.vkey));
  });

  test("are those that were known when the log was shorter", () => {
    const counts = [0, 4, 5, 9, 10].map((size) => history().before(size).periods.length);
    expect(counts).toEqual([1, 1, 2, 2, 3]);
    const before = history().before(9);
    expect([before.rotations.length, before.joints.length, before.current.vkey]).toEqual([
      1,
      1,
      B.verifier.vkey,
    ]);
  });

  test("are found from the old key that the first record names; without records there is one key", () => {
    const found = historyOf([first, second], C.verifier);
    expect(typeof found === "string" ? found : found.stated()).toEqual(history().stated());
    const alone = historyOf([], C.verifier);
    expect(typeof alone === "string" ? alone : alone.stated()).toEqual([{ vkey: C.verifier.vkey, from: 0 }]);
  });

  test("of a stolen one say so", () => {
    const { kind, detail } = rotationFields(at(4), A.verifier, B, "stolen");
    const found = historyFrom(A.verifier, [signed(at(4), A, { kind, detail })]);
    expect(typeof found === "string" ? found : found.stolen).toEqual([A.verifier.vkey]);
  });

  test("are named where two histories differ", () => {
    const all = history().stated();
    expect(historyDifference(all, history().stated())).toBeNull();
    expect(historyDifference(all, all.slice(0, 2))).toBe(
      `key 3 of the log is ${C.verifier.vkey} from record 10, not none`,
    );
    expect(historyDifference(all.slice(0, 1), all)).toContain("key 2 of the log is none, not ");
    const later = all.map((one, n) => (n === 1 ? { ...one, from: 6 } : one));
    expect(historyDifference(all, later)).toContain("from record 5, not ");
    const other = all.map((one, n) => (n === 0 ? { ...one, vkey: C.verifier.vkey } : one));
    expect(historyDifference(all, other)).toContain(`key 1 of the log is ${A.verifier.vkey}`);
  });
});

describe("a rotation is refused", () => {
  const refused = (record: SignedLine, sig: Uint8Array | null = Buffer.from(record.sig, "base64")): string => {
    const read = readRotation(utf8(record.line), sig, A.verifier);
    return typeof read === "string" ? read : "it is one";
  };

  test("not when all is right", () => expect(refused(first)).toBe("it is one"));

  test.each<[string, SignedLine, string]>([
    ["that is no line", { line: "{", sig: first.sig }, "the line is not JSON"],
    ["of another kind", signed(at(4), A, { kind: "boot" }), "no rotation of a key of this log"],
    [
      "that the next key signed",
      signed(at(4), B, { kind: KEY_ROTATED }),
      "not signed by the key that gives way",
    ],
    [
      "without a detail",
      signed(at(4), A, { kind: KEY_ROTATED }),
      "names another key than the one that gives way",
    ],
    ["of another old key", rotated(at(4), A, B, { old: C.verifier.vkey }), "names another key than the one"],
    ["without a new key", rotated(at(4), A, B, { new: null }), "names no new key"],
    ["with a new key that is none", rotated(at(4), A, B, { new: "x" }), "this is not a vkey"],
    ["without a reason", rotated(at(4), A, B, { reason: "whim" }), "says no reason"],
    ["to a key of another log", rotated(at(4), A, B, { new: OTHER.verifier.vkey }), "not one of this log"],
    [
      "to a witness's key",
      rotated(at(4), A, B, { new: signerFromSeed(LOG, "02".repeat(32), "cosignature").verifier.vkey }),
      "not one of this log",
    ],
    ["that nobody accepted", rotated(at(4), A, B, { accepted: null }), "not signed by the key that takes over"],
    [
      "that a third key accepted",
      rotated(at(4), A, B, { new: C.verifier.vkey }),
      "not signed by the key that takes",
    ],
    [
      "accepted for another reason",
      rotated(at(4), A, B, { reason: "stolen" }),
      "not signed by the key that takes",
    ],
    [
      "accepted for another place",
      signed(at(5), A, rotationFields(at(4), A.verifier, B, "planned")),
      "not signed by the key that takes over",
    ],
  ])("%s", (_, record, says) => expect(refused(record)).toContain(says));

  test("whose signature cannot be read", () => {
    expect(refused(first, null)).toContain("not signed by the key that gives way");
  });

  test("of another log", () => {
    const head = firstHead(OTHER.verifier.name);
    const foreign = signed(head, A, { kind: KEY_ROTATED });
    expect(refused(foreign)).toContain("no rotation of a key of this log");
    expect(() => rotationFields(head, A.verifier, B, "planned")).toThrow(
      `the key of ${LOG} cannot follow one of ${OTHER.verifier.name}`,
    );
    expect(() => rotationFields(at(0), witness.verifier, B, "planned")).toThrow("cannot follow one of");
  });

  test("in a history: the record is named by its number", () => {
    expect(historyFrom(A.verifier, [first, first])).toContain("rotation 2 of the key: it is not signed by");
    expect(historyOf([{ line: "{", sig: "" }], A.verifier)).toContain(
      "rotation 1 of the key: the line is not JSON",
    );
    const unnamed = signed(at(4), A, { kind: KEY_ROTATED });
    expect(historyOf([unnamed], A.verifier)).toBe("rotation 1 of the key: it names no old key");
    const nonsense = rotated(at(4), A, B, { old: "x" });
    expect(historyOf([nonsense], A.verifier)).toContain("this is not a vkey");
  });

  test("that comes before the one before it, or brings an old key back", () => {
    expect(historyFrom(A.verifier, [first, rotated(at(4), B, C)])).toContain(
      "comes before the rotation before it",
    );
    const next = historyFrom(A.verifier, [first, rotated(at(5), B, C)]);
    expect(typeof next === "string" ? next : next.stated()[2]?.from).toBe(6);
    expect(historyFrom(A.verifier, [first, rotated(at(9), B, A)])).toContain("one that this log had before");
  });

  test("beyond so many keys", () => {
    const signers = Array.from({ length: KEYS_MAX + 1 }, (_, n) => keyOfSeed(n + 1));
    const records = signers.slice(1).map((next, n) => rotated(at(n), signers[n] ?? A, next));
    const full = historyFrom(A.verifier, records.slice(0, -1));
    expect(typeof full === "string" ? full : full.periods.length).toBe(KEYS_MAX);
    expect(historyFrom(A.verifier, records)).toContain(`it is one of over ${KEYS_MAX} keys of a log`);
  });
});
