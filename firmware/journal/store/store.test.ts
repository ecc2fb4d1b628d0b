import { join } from "node:path";
import { certificateOf } from "../export/certificate-of.ts";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { sha256Hex, utf8 } from "../../../src/record/bytes.ts";
import { verifyCertificate } from "../../../src/record/verify-certificate.ts";
import { openCheckpoint } from "../../../src/record/checkpoint.ts";
import { SEED_2, signerFromSeed, testLine } from "../../../src/record/vector.fixture.ts";
import { monoUs, US_PER_S } from "../../../src/time/instant.ts";
import { JournalError } from "../../files/errors.ts";
import { commitMany, freshFolder, LOG, nextCommit, openTestStore, table, tamper } from "./journal.fixture.ts";
import { openStore } from "./open-store.ts";

const at = (seconds: number): ReturnType<typeof monoUs> => monoUs(seconds * US_PER_S);

/** A journal of 70 records, a state every 10, closed: checkpoints at 64 and 70. */
function closedJournal(): string {
  const path = join(freshFolder(), "journal.db");
  const store = openTestStore(path);
  commitMany(store, 70, 10);
  store.close();
  return path;
}

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof JournalError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "no error";
}

describe("committing", () => {
  test("signs, stores and moves the head", () => {
    const store = openTestStore(join(freshFolder(), "journal.db"));
    expect(store.head).toEqual({ log: LOG, seq: 0, prev: "0".repeat(64) });
    const made = nextCommit(store.head);
    const done = store.commit(made);
    expect(done).toMatchObject({ seq: 0, hash: made.hash });
    expect(table.verifier.verify(utf8(made.line), Buffer.from(done.sig, "base64"))).toBe(true);
    expect(store.head).toEqual(made.head);
    expect(store.recent(5)).toEqual([{ ...done, line: made.line, fields: JSON.parse(made.line) as unknown }]);
  });
  test("is write-ahead", () => {
    const path = join(freshFolder(), "journal.db");
    openTestStore(path);
    const db = new DatabaseSync(path, { readOnly: true });
    expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    db.close();
  });
  test("refuses what does not continue the chain, and goes on", () => {
    const store = openTestStore(join(freshFolder(), "journal.db"));
    const first = nextCommit(store.head);
    const other = testLine({ ...store.head, log: "tirada.example/other" }, { kind: "result" });
    const stated = testLine(store.head, { kind: "result", state: "00" });
    const spaced = first.line.replace(",", ", ");
    const refusals: [Parameters<typeof store.commit>[0], string][] = [
      [nextCommit(first.head), "does not continue the chain"],
      [other, "of the log tirada.example/other"],
      [{ ...first, hash: "0".repeat(64) }, "the hash given is not that of the line"],
      [{ line: spaced, hash: sha256Hex(spaced) }, "not canonical"],
      [{ line: "nonsense", hash: sha256Hex("nonsense") }, "not JSON"],
      [stated, "vouches for a state that was not given"],
      [{ ...stated, snapshot: "{}" }, "is not the one"],
      [{ ...first, snapshot: "{}" }, "is not the one"],
      [{ ...stated, snapshot: "x".repeat(1_048_577) }, "over 1048576 bytes"],
    ];
    for (const [commit, says] of refusals) expect(codeOf(() => store.commit(commit))).toMatch(says);
    for (const [commit] of refusals)
      expect(codeOf(() => store.commit(commit))).toMatch(/^refused: record 0 was not stored/);
    expect(store.commit(first).seq).toBe(0);
    expect(codeOf(() => store.commit(first))).toContain("does not continue the chain");
  });
  test("recent gives the newest last and knows its bounds", () => {
    const store = openTestStore(join(freshFolder(), "journal.db"));
    expect(store.recent(10)).toEqual([]);
    commitMany(store, 12);
    expect(store.recent(3).map(({ seq }) => seq)).toEqual([9, 10, 11]);
    expect(store.recent(100).length).toBe(12);
    expect(store.recent(0)).toEqual([]);
    for (const count of [-1, 0.5, 1001]) expect(codeOf(() => store.recent(count))).toMatch(/^refused/);
  });
  test("after close nothing is taken", () => {
    const store = openTestStore(join(freshFolder(), "journal.db"));
    store.close();
    store.close();
    expect(codeOf(() => store.commit(nextCommit(store.head)))).toMatch(/^closed/);
    expect(codeOf(() => store.recent(1))).toMatch(/^closed/);
  });
});

describe("checkpoints", () => {
  test("come every 64 records, on close, and not twice for one size", () => {
    const path = join(freshFolder(), "journal.db");
    const store = openTestStore(path);
    commitMany(store, 130);
    expect(store.checkpoints(0, 1000).map(({ size }) => size)).toEqual([64, 128]);
    expect(store.signCheckpointNow()?.size).toBe(130);
    expect(store.signCheckpointNow()?.size).toBe(130);
    store.close();
    const again = openTestStore(path);
    expect(again.checkpoints(0, 1000).map(({ size }) => size)).toEqual([64, 128, 130]);
    for (const { size, note } of again.checkpoints(0, 1000))
      expect(openCheckpoint(note, table.verifier).size).toBe(size);
    commitMany(again, 64);
    expect(again.checkpoints(130, 1000).map(({ size }) => size)).toEqual([194]);
  });
  test("come 60 s after the last moment without new records", () => {
    const store = openTestStore(join(freshFolder(), "journal.db"));
    expect(store.signCheckpointIfDue(at(0))).toBeNull();
    commitMany(store, 3);
    expect(store.signCheckpointIfDue(at(59))).toBeNull();
    expect(store.signCheckpointIfDue(at(60))?.size).toBe(3);
    commitMany(store, 1);
    expect(store.signCheckpointIfDue(at(119))?.size).toBe(3);
    expect(store.signCheckpointIfDue(at(120))?.size).toBe(4);
    expect(store.signCheckpointIfDue(at(1000))?.size).toBe(4);
    commitMany(store, 1);
    expect(store.signCheckpointIfDue(at(1059))?.size).toBe(4);
    expect(store.signCheckpointIfDue(at(1060))?.size).toBe(5);
  });
  test("records found without one after a restart get one at once", () => {
    const path = join(freshFolder(), "journal.db");
    const store = openTestStore(path);
    commitMany(store, 3);
    store.fail(new JournalError("closed", "crash"));
    expect(openTestStore(path).signCheckpointIfDue(at(5))?.size).toBe(3);
  });
});

describe("certificates", () => {
  test("prove every record, sealing when need be", () => {
    const store = openTestStore(join(freshFolder(), "journal.db"));
    commitMany(store, 150);
    for (const seq of [0, 63, 64, 100, 149]) {
      const report = verifyCertificate(certificateOf(store, seq), table.verifier);
      expect(report).toMatchObject({ ok: true, firstSeq: seq, notes: [] });
    }
    expect(store.checkpoints(0, 1000).map(({ size }) => size)).toEqual([64, 128, 150]);
    for (const seq of [-1, 150, 0.5])
      expect(codeOf(() => certificateOf(store, seq))).toMatch(/^refused: the journal has no record/);
  });
});

describe("opening again", () => {
  test("resumes the chain, the tree and the state", () => {
    const path = closedJournal();
    const store = openTestStore(path);
    expect(store.head.seq).toBe(70);
    expect(store.snapshot).toEqual({ seq: 60, body: '{"round":60}' });
    commitMany(store, 70, 10);
    expect(verifyCertificate(certificateOf(store, 3), table.verifier).ok).toBe(true);
    store.close();
    expect(openTestStore(path).head.seq).toBe(140);
  });
  test("with another key or for another log is refused", () => {
    const path = closedJournal();
    const other = (name: string): string =>
      codeOf(() => openStore({ path, signer: signerFromSeed(name, SEED_2), maxPages: null }));
    expect(other(LOG)).toMatch(/^key: .*was signed with/);
    expect(other("tirada.example/other")).toMatch(/^refused: .*is of the log/);
    expect(openTestStore(path).head.seq).toBe(70);
  });
  test("another program can neither change nor delete", () => {
    const path = closedJournal();
    const db = new DatabaseSync(path);
    for (const sql of [
      "UPDATE record SET line = 'x' WHERE seq = 3",
      "DELETE FROM record WHERE seq = 69",
      "INSERT OR REPLACE INTO checkpoint SELECT size, 'x' FROM checkpoint",
      "INSERT OR REPLACE INTO log VALUES (1, 'x', 'x')",
      "INSERT OR REPLACE INTO record SELECT seq, 'x', line, sig, leaf, hash FROM record WHERE seq = 5",
      "UPDATE checkpoint SET note = 'x'",
      "DELETE FROM checkpoint",
      "UPDATE log SET vkey = 'x'",
      "DELETE FROM log",
    ])
      expect(() => db.exec(sql), sql).toThrow("the evidence log only grows");
    db.close();
    expect(openTestStore(path).head.seq).toBe(70);
  });

  const early = "WHERE seq = 12";
  test.each<[string, string, string]>([
    ["a line", `UPDATE record SET line = replace(line, '"round":12', '"round":13') ${early}`, "record 12"],
    [
      "a line and its hashes",
      `UPDATE record SET line = (SELECT line FROM record WHERE seq = 11) ${early}`,
      "record 12",
    ],
    [
      "a late signature",
      "UPDATE record SET sig = (SELECT sig FROM record WHERE seq = 3) WHERE seq = 69; DELETE FROM checkpoint WHERE size = 70",
      "record 69: the signature is not of this line",
    ],
    [
      "the first signature after the newest checkpoint",
      "UPDATE record SET sig = (SELECT sig FROM record WHERE seq = 3) WHERE seq = 64; DELETE FROM checkpoint WHERE size = 70",
      "record 64: the signature is not of this line",
    ],
    ["a signature that is none", `UPDATE record SET sig = 'x' ${early}`, "record 12: the stored signature"],
    ["a kind", `UPDATE record SET kind = 'void' ${early}`, 'record 12: the row says kind "void"'],
    ["a leaf", `UPDATE record SET leaf = zeroblob(32) ${early}`, "record 12: the stored leaf hash"],
    ["a hash", `UPDATE record SET hash = zeroblob(32) ${early}`, "record 12: the stored hash"],
    ["a missing record", `DELETE FROM record ${early}`, "record 12: the line carries number 13"],
    ["missing newest records", "DELETE FROM record WHERE seq >= 66", "the newest records are missing"],
    ["no records", "DELETE FROM record; DELETE FROM snapshot", "the newest records are missing"],
    ["a checkpoint of another size", "UPDATE checkpoint SET size = 65 WHERE size = 64", "it is for 64 records"],
    [
      "a checkpoint's note",
      "UPDATE checkpoint SET note = replace(note, 'Q', 'R') WHERE size = 70",
      "checkpoint after record 69",
    ],
    ["the state", `UPDATE snapshot SET body = '{"round":61}'`, "record 60: the resume state is not the one"],
    [
      "an older state",
      `UPDATE snapshot SET seq = 50, body = '{"round":50}'`,
      "record 50: the resume state is of this record",
    ],
    ["no state", "DELETE FROM snapshot", "record 60: the resume state it vouches for is missing"],
    [
      "a further trigger",
      "CREATE TRIGGER mine BEFORE INSERT ON record BEGIN SELECT 1; END",
      "tables or triggers changed",
    ],
    ["another table", "CREATE TABLE mine (x)", "tables or triggers changed"],
  ])("%s tampered with is refused", (_, sql, says) => {
    const path = closedJournal();
    tamper(path, sql);
    const text = codeOf(() => openStore({ path, signer: table, maxPages: null }));
    expect(text).toMatch(/^corrupt: /);
    expect(text).toContain(says);
    expect(text.split("\n").length).toBe(1);
    expect(
      codeOf(() => openStore({ path, signer: table, maxPages: null })),
      "and stays refused",
    ).toBe(text);
  });
  test("a rewritten history under the same numbers is refused by the signed root", () => {
    const path = closedJournal();
    const other = openTestStore(join(freshFolder(), "other.db"));
    for (let i = 0; i < 70; i++) other.commit(testLine(other.head, { kind: "result", round: i }));
    other.close();
    tamper(
      path,
      `ATTACH '${other.path}' AS o; DELETE FROM snapshot; DELETE FROM record; INSERT INTO record SELECT * FROM o.record`,
    );
    expect(codeOf(() => openStore({ path, signer: table, maxPages: null }))).toContain(
      "its root is not that of the records",
    );
  });
});
