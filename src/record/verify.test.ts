import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  LOG,
  lineOfFormat1,
  ORIGIN,
  SEED_2,
  signerFromSeed,
  someLines,
  table,
  witness,
  testLine,
} from "./vector.fixture.ts";
import { utf8 } from "./bytes.ts";
import { firstHead, nextLine } from "./chain.ts";
import { cosignCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { consistencyProof, frontierAt, leafHash, nodesOf, treeRoot } from "./merkle.ts";
import { KEY_FROM_FILE, type Report } from "./report.ts";
import { START_OF_LOG } from "./epoch.ts";
import { KeyHistory, rotationFields } from "./key-history.ts";
import { startVerification } from "./verify.ts";
import type { Start, Verification } from "./verify.ts";
import { joinWitnesses, witnessNotes, type WitnessTotals } from "./witness-notes.ts";

const COUNT = 12;
const lines = someLines(COUNT).map(({ line }) => utf8(line));
const sigs = lines.map((line) => table.sign(line));
const node = nodesOf(lines.map((line) => leafHash(line)));
const checkpointAt = (size: number): string => signCheckpoint(size, treeRoot(size, node), table);

function begin(start: Start = START_OF_LOG, witnesses = [witness.verifier]): Verification {
  return startVerification({
    subject: "export",
    keys: KeyHistory.of(table.verifier),
    keySource: "given",
    witnesses,
    start,
  });
}

function verify(change: (items: { line: Uint8Array; sig: Uint8Array }[]) => void, sizes = [5, COUNT]): Report {
  const items = lines.map((line, i) => ({ line: Uint8Array.from(line), sig: Uint8Array.from(sigs[i]!) }));
  change(items);
  const verification = begin();
  for (const [i, { line, sig }] of items.entries()) {
    verification.record(line, sig);
    if (sizes.includes(i + 1)) verification.checkpoint(checkpointAt(i + 1));
  }
  return verification.report();
}

describe("a whole log", () => {
  test("verifies", () => {
    expect(verify(() => undefined)).toMatchObject({
      ok: true,
      records: COUNT,
      firstSeq: 0,
      lastSeq: COUNT - 1,
      checkpoints: 2,
      covered: COUNT,
      problems: [],
      notes: [],
    });
  });
  test("says how many records no checkpoint covers", () => {
    expect(verify(() => undefined, [5]).notes).toEqual([
      "the newest 7 records have no checkpoint yet: their own signatures and the chain vouch for them",
    ]);
  });
  test("an empty log is in order", () => {
    expect(begin().report()).toMatchObject({ ok: true, records: 0, firstSeq: null, lastSeq: null });
  });
  test("a missing record is told once, by its number, and the roots tell it too", () => {
    const report = verify((items) => void items.splice(3, 1));
    expect(report.ok).toBe(false);
    expect(report.lastSeq).toBe(COUNT - 1);
    expect(report.problems.slice(0, 2)).toEqual([
      { seq: 3, what: "the line carries number 4: a record is missing or out of order" },
      { seq: 3, what: "the line does not carry the hash of the line before it" },
    ]);
    expect(report.problems.slice(2).every(({ what }) => what.startsWith("checkpoint"))).toBe(true);
  });
  test("two records exchanged, one doubled, one signed for another", () => {
    expect(verify((items) => items.splice(2, 2, items[3]!, items[2]!)).ok).toBe(false);
    expect(verify((items) => void items.splice(2, 0, items[2]!)).ok).toBe(false);
    const report = verify((items) => void (items[4]!.sig = items[5]!.sig));
    expect(report.problems).toEqual([{ seq: 4, what: "the signature is not of this line" }]);
  });
  test("a history rewritten with the right key is found by the checkpoint alone", () => {
    const verification = begin();
    let head = firstHead(table.verifier.name);
    for (let i = 0; i < 5; i++) {
      const made = testLine(head, { kind: "result", round: i, result: { pocket: "0" } });
      head = made.head;
      verification.record(utf8(made.line), table.sign(utf8(made.line)));
    }
    verification.checkpoint(checkpointAt(5));
    expect(verification.report().problems).toEqual([
      { seq: null, what: "checkpoint after record 4: its root is not that of the records" },
    ]);
  });
  test("any flipped bit of any line or signature is found", () => {
    fc.assert(
      fc.property(fc.nat(COUNT - 1), fc.boolean(), fc.nat(), (at, inLine, bit) => {
        const report = verify((items) => {
          const part = inLine ? items[at]!.line : items[at]!.sig;
          part[(bit >> 3) % part.length]! ^= 1 << (bit & 7);
        });
        expect(report.ok).toBe(false);
        expect(report.problems[0]).toMatchObject({ seq: at });
      }),
      { numRuns: 300 },
    );
  });
  test("not more than 100 problems are listed, the rest is counted", () => {
    const verification = begin();
    for (let i = 0; i < 150; i++) verification.record(utf8("nonsense"), new Uint8Array(64));
    const report = verification.report();
    expect(report.problems.length).toBe(100);
    expect(report.moreProblems).toBe(200);
  });
  test("a checkpoint that comes twice is told", () => {
    const verification = begin();
    for (let i = 0; i < 5; i++) verification.record(lines[i]!, sigs[i]!);
    verification.checkpoint(checkpointAt(5));
    verification.checkpoint(checkpointAt(5));
    expect(verification.report().problems).toEqual([
      { seq: null, what: "checkpoint after record 4: it comes twice" },
    ]);
  });
  test("a checkpoint's signature may be left aside, its text not", () => {
    const verification = begin();
    for (let i = 0; i < 5; i++) verification.record(lines[i]!, null);
    verification.checkpoint(checkpointAt(5).replace(/ [A-Za-z0-9+/]{8}/g, " AAAAAAAA"), "text");
    expect(verification.report().ok).toBe(true);
    verification.checkpoint(checkpointAt(6), "text");
    expect(verification.report().problems[0]?.what).toContain("it is for 6 records");
  });
});

describe("a log that changes", () => {
  const feed = (made: readonly { readonly line: string }[]): Verification => {
    const verification = begin();
    for (const { line } of made) verification.record(utf8(line), table.sign(utf8(line)));
    return verification;
  };
  const problems = (verification: Verification): string[] =>
    verification.report().problems.map(({ what }) => what);

  test("goes on in a newer format and never in an older one", () => {
    const old = lineOfFormat1(firstHead(LOG), { kind: "boot", detail: { test: true } });
    const next = testLine(old.head, { kind: "result" });
    expect(feed([old, next])).toMatchObject({ format: 2, mode: "live" });
    expect(problems(feed([old, next]))).toEqual([]);
    const back = lineOfFormat1(next.head, { kind: "result" });
    expect(problems(feed([old, next, back]))).toEqual(["the line is of format 1, after one of format 2"]);
    expect(feed([old])).toMatchObject({ format: 1, mode: "test" });
    expect(begin()).toMatchObject({ format: 1, mode: null });
  });

  test("goes on in the same epoch or the next one", () => {
    const epochs = (...numbers: readonly number[]): string[] => {
      let head = firstHead(LOG);
      return problems(
        feed(
          numbers.map((epoch) => {
            const made = nextLine(head, { kind: "result" }, { ...ORIGIN, epoch });
            head = made.head;
            return made;
          }),
        ),
      );
    };
    expect(epochs(4, 4, 5)).toEqual([]);
    expect(epochs(4, 6)).toEqual(["the line is of epoch 6, after one of epoch 4"]);
    expect(epochs(4, 3)).toEqual(["the line is of epoch 3, after one of epoch 4"]);
  });

  test("of another log is told, line and checkpoint", () => {
    const other = signerFromSeed("tirada.example/other", SEED_2);
    expect(problems(feed(someLines(1, other.verifier.name)))).toEqual([
      'the line belongs to the log "tirada.example/other"',
    ]);
    const verification = feed(someLines(1));
    verification.checkpoint(signCheckpoint(1, treeRoot(1, node), other), "text");
    expect(problems(verification)).toEqual([
      'checkpoint after record 0: it is of the log "tirada.example/other"',
    ]);
  });

  // The witness has a key of its own.
  const next = signerFromSeed(LOG, "11".repeat(32));
  const rotation = (head = firstHead(LOG)) => {
    const made = testLine(head, rotationFields(head, table.verifier, next, "planned"));
    return { ...made, sig: table.sign(utf8(made.line)) };
  };

  test("its key is followed by the other key's records and checkpoints", () => {
    const first = rotation();
    const second = testLine(first.head, { kind: "result" });
    const verification = begin();
    verification.record(utf8(first.line), first.sig);
    verification.record(utf8(second.line), next.sign(utf8(second.line)));
    const leaves = [first, second].map(({ line }) => leafHash(utf8(line)));
    verification.checkpoint(signCheckpoint(2, treeRoot(2, nodesOf(leaves)), next));
    expect(verification.report()).toMatchObject({ ok: true, vkey: next.verifier.vkey, covered: 2 });
    expect(verification.keys.stated()[1]).toEqual({ vkey: next.verifier.vkey, from: 1 });
    expect(verification.coveredBy).toEqual([{ vkey: next.verifier.vkey, size: 2 }]);
  });

  test("a rotation whose signature is not read, or wrong, changes no key", () => {
    const first = rotation();
    const unread = begin();
    unread.record(utf8(first.line), null);
    expect(problems(unread)).toEqual(["the rotation of the key: its signature was not read"]);
    const forged = begin();
    forged.record(utf8(first.line), next.sign(utf8(first.line)));
    expect(problems(forged)[1]).toContain(
      "the rotation of the key: it is not signed by the key that gives way",
    );
    expect(forged.keys.current.vkey).toBe(table.verifier.vkey);
  });

  test("a rotation after its end is taken for a later checkpoint", () => {
    const last = someLines(COUNT).at(-1)?.head;
    const { line, sig } = rotation(last);
    const verification = begin();
    for (const [i, one] of lines.entries()) verification.record(one, sigs[i] ?? null);
    verification.laterRotation({ line, sig: sig.toString("base64") });
    const grown = nodesOf([...lines, utf8(line)].map((one) => leafHash(one)));
    const later = signCheckpoint(COUNT + 1, treeRoot(COUNT + 1, grown), next);
    verification.laterCheckpoint(later, consistencyProof(COUNT, COUNT + 1, grown));
    expect(verification.report()).toMatchObject({ ok: true, covered: COUNT + 1, vkey: table.verifier.vkey });
    verification.laterRotation({ line: "{", sig: "" });
    expect(problems(verification)).toEqual(["a later rotation of the key: the line is not JSON in UTF-8"]);
  });

  test("records of which the leaf hashes are left are vouched for by the checkpoint after them", () => {
    const verification = begin();
    for (const line of lines.slice(0, 4)) verification.prunedRecord(leafHash(line));
    expect(verification.prev).toBeNull();
    verification.record(lines[4] ?? new Uint8Array(), sigs[4] ?? null);
    verification.checkpoint(checkpointAt(5));
    expect(verification.frontier).toEqual(frontierAt(5, node));
    expect(verification.prev).toBe(someLines(COUNT)[4]?.hash);
    expect(verification.report()).toMatchObject({ ok: true, records: 1, firstSeq: 4, lastSeq: 4, covered: 5 });
  });

  test("what somebody else found wrong or worth knowing is in the report", () => {
    const verification = begin();
    verification.problem(3, "a picture is gone");
    verification.note("of a stick");
    expect(verification.report()).toMatchObject({
      ok: false,
      problems: [{ seq: 3, what: "a picture is gone" }],
      notes: ["of a stick"],
    });
  });

  test("without a key in hand it says whose word it is", () => {
    const keys = KeyHistory.of(table.verifier);
    const alone = { subject: "export", keys, keySource: "file", witnesses: [], start: START_OF_LOG } as const;
    expect(startVerification(alone).report().notes).toEqual([KEY_FROM_FILE]);
  });
});

describe("a part of a log", () => {
  const from = 5;
  const start: Start = { prev: someLines(COUNT)[from - 1]!.hash, before: frontierAt(from, node) };
  const feed = (verification: Verification, to: number): Verification => {
    for (let i = from; i < to; i++) verification.record(lines[i]!, sigs[i]!);
    return verification;
  };
  test("is proven to belong to it by a later checkpoint", () => {
    for (let to = from + 1; to <= COUNT; to++) {
      const verification = feed(begin(start), to);
      const note = cosignCheckpoint(checkpointAt(COUNT), witness, 9);
      verification.laterCheckpoint(note, consistencyProof(to, COUNT, node));
      expect(verification.report()).toMatchObject({
        ok: true,
        firstSeq: from,
        lastSeq: to - 1,
        covered: COUNT,
      });
      expect(verification.report().witnessed).toEqual([{ name: witness.verifier.name, size: COUNT, time: 9 }]);
    }
  });
  test("with another beginning is not", () => {
    const forged = {
      ...start,
      before: { size: from, peaks: start.before.peaks.map(() => new Uint8Array(32)) },
    };
    const verification = feed(begin(forged), 8);
    verification.laterCheckpoint(checkpointAt(COUNT), consistencyProof(8, COUNT, node));
    expect(verification.report().problems[0]?.what).toContain("does not prove these records part of the log");
  });
  test.each<[string, Start]>([
    ["peaks that do not fit the size", { ...start, before: { size: 6, peaks: [] } }],
    ["a peak that is no hash", { ...start, before: { size: 1, peaks: [new Uint8Array(3)] } }],
    ["no whole size", { ...start, before: { size: 0.5, peaks: [] } }],
    ["a beginning with something before it", { prev: "1".repeat(64), before: { size: 0, peaks: [] } }],
  ])("%s is refused", (_, wrong) => {
    const verification = feed(begin(wrong), 7);
    expect(verification.report().problems[0]).toMatchObject({
      seq: null,
      what: expect.stringMatching(/ before|first record/) as string,
    });
  });
});

describe("who cosigned", () => {
  /** Five records a quarter of an hour apart; the third is under the last cosigned checkpoint. */
  const timed = [0, 15, 30, 45, 61].reduce<{ line: string; head: ReturnType<typeof firstHead> }[]>(
    (made, minute) => {
      const at = new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString();
      return [...made, testLine(made.at(-1)?.head ?? firstHead(table.verifier.name), { kind: "result", at })];
    },
    [],
  );
  const read = nodesOf(timed.map(({ line }) => leafHash(utf8(line))));
  interface Found {
    readonly report: Report;
    readonly notes: readonly string[];
  }
  const notesOf = (witnesses: NonNullable<Parameters<typeof begin>[1]>, signed: readonly number[]): Found => {
    const verification = begin(START_OF_LOG, witnesses);
    for (const [seq, { line }] of timed.entries()) {
      verification.record(utf8(line), table.sign(utf8(line)));
      const note = signCheckpoint(seq + 1, treeRoot(seq + 1, read), table);
      verification.checkpoint(signed.includes(seq + 1) ? cosignCheckpoint(note, witness, 1_795_255_320) : note);
    }
    const names = witnesses.map(({ name: one }) => one);
    return { report: verification.report(), notes: witnessNotes(verification.witnesses, names) };
  };
  const { name } = witness.verifier;

  test("is said with how far, when, and since when the rest waits", () =>
    expect(notesOf([witness.verifier], [1, 3])).toMatchObject({
      report: { ok: true, witnessed: [{ name, size: 3, time: 1_795_255_320 }] },
      notes: [
        `witnessed by ${name}: records up to 2, at 2026-11-21T10:02:00.000Z by its clock`,
        "not witnessed for 16 minutes: records 3–4, the first of them of 2026-11-21T10:45:00.000Z",
      ],
    }));
  test("has nothing to wait for where the newest checkpoint is cosigned", () =>
    expect(notesOf([witness.verifier], [5]).notes).toEqual([
      `witnessed by ${name}: records up to 4, at 2026-11-21T10:02:00.000Z by its clock`,
    ]));
  test("is named and not believed without its key; a log without a witness says nothing of one", () => {
    expect(notesOf([], [2]).notes).toEqual([
      `cosigned in the name of ${name} up to record 1: not checked, give its key with --witness`,
    ]);
    expect(notesOf([], []).notes).toEqual([]);
  });
  test("is said to be none, or to wait since a time that nobody knows", () => {
    const totals = (change: Partial<WitnessTotals>): WitnessTotals => ({
      ...joinWitnesses([]),
      ...change,
    });
    const missing = `not witnessed by ${name}: none of its cosignatures is here`;
    expect(witnessNotes(totals({}), [name])).toEqual([missing]);
    const at = (seq: number, atMs: number | null): { seq: number; atMs: number | null } => ({ seq, atMs });
    const waits = (first: number | null, last: number | null): string | undefined =>
      witnessNotes(totals({ waiting: at(3, first), newest: at(4, last) }), [name])[1];
    expect(waits(null, 5)).toBe("not witnessed yet: records 3–4");
    expect(waits(0, null)).toBe(
      "not witnessed yet: records 3–4, the first of them of 1970-01-01T00:00:00.000Z",
    );
    expect(waits(0, 59_999)).toContain("not witnessed yet: records 3–4, the first of them");
    expect(waits(0, 119_999)).toContain("not witnessed for 1 minute: records 3–4");
    expect(waits(0, 120_000)).toContain("not witnessed for 2 minutes: records 3–4");
    const far = totals({ witnessed: [{ name, size: 1, time: 1e11 }] });
    expect(witnessNotes(far, [name])).toEqual([
      `witnessed by ${name}: records up to 0, at second 100000000000 by its clock`,
    ]);
  });
  test("is joined over runs that follow one another", () => {
    const at = (seq: number): { seq: number; atMs: number } => ({ seq, atMs: seq * 60_000 });
    const run = (size: number | null, waiting: number | null, newest: number): WitnessTotals => ({
      witnessed: size === null ? [] : [{ name, size, time: 60 * size }],
      unchecked: size === null ? [] : [{ name: "other", size }],
      waiting: waiting === null ? null : at(waiting),
      newest: at(newest),
      refused: size === null ? [] : [{ seq: size, kind: "forked" }],
    });
    const joined = joinWitnesses([run(5, null, 4), run(9, 9, 11), run(null, 12, 14)]);
    expect(joined).toEqual({
      witnessed: [{ name, size: 9, time: 540 }],
      unchecked: [{ name: "other", size: 9 }],
      waiting: at(9),
      newest: at(14),
      refused: [
        { seq: 5, kind: "forked" },
        { seq: 9, kind: "forked" },
      ],
    });
    expect(joinWitnesses([run(null, 0, 4), run(9, null, 8)]).waiting).toBeNull();
    expect(joinWitnesses([])).toEqual({
      witnessed: [],
      unchecked: [],
      waiting: null,
      newest: null,
      refused: [],
    });
    expect(witnessNotes(joined, [name])[1]).toBe(
      "not witnessed for 5 minutes: records 9–14, the first of them of 1970-01-01T00:09:00.000Z",
    );
  });
});
