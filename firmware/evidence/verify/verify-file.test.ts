import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { certificateOf } from "../../journal/export/certificate-of.ts";
import { describe, expect, test } from "vitest";
import { base64, utf8 } from "../../../src/record/bytes.ts";
import { formatRecord } from "../../../src/record/certificate.ts";
import { cosignCheckpoint, signCheckpoint } from "../../../src/record/checkpoint.ts";
import { KEY_FROM_FILE } from "../../../src/record/report.ts";
import { SEED_2, signerFromSeed, witness } from "../../../src/record/vector.fixture.ts";
import { JournalError } from "../../files/errors.ts";
import { writeRawRecord } from "../../journal/export/inspect.ts";
import {
  commitMany,
  freshFolder,
  LOG,
  openTestStore,
  table,
  tamper,
  exportRange,
} from "../../journal/store/journal.fixture.ts";
import { verifyPath } from "./verify-file.ts";
import { numbersOfRun, more } from "../../../test/support/volume.ts";

const { vkey } = table.verifier;
/** The exhaustive tests write and verify thousands of files; a busy machine may take its time. */
const PATIENCE = { timeout: 300_000 };
const thief = signerFromSeed(LOG, SEED_2);

/** A journal of `count` records in a folder of its own, still open. */
function journal(count: number): { folder: string; path: string; store: ReturnType<typeof openTestStore> } {
  const folder = freshFolder();
  const path = join(folder, "journal.db");
  const store = openTestStore(path);
  commitMany(store, count, 3);
  return { folder, path, store };
}

function errorOf(path: string, options = {}): string {
  try {
    return `no error: ${JSON.stringify(verifyPath(path, options))}`;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    expect(error.message.split("\n").length, error.message).toBe(1);
    return error.message;
  }
}

const accepted = (path: string, options = {}): boolean => {
  try {
    return verifyPath(path, options).ok;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return false;
  }
};

describe("a journal", () => {
  test("verifies while it is open, and changes nothing", () => {
    const { path, store } = journal(70);
    const before = readFileSync(path);
    expect(verifyPath(path, { vkey })).toMatchObject({
      subject: "journal",
      ok: true,
      records: 70,
      covered: 64,
      notes: ["the newest 6 records have no checkpoint yet: their own signatures and the chain vouch for them"],
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    commitMany(store, 1);
    expect(verifyPath(path).notes).toContain(KEY_FROM_FILE);
  });
  test("verifies from a copy, with its -wal or without, and from a folder that is read-only", () => {
    const { folder, path, store } = journal(10);
    const live = freshFolder();
    for (const end of ["", "-wal"]) copyFileSync(path + end, join(live, `copy.db${end}`));
    expect(verifyPath(join(live, "copy.db"))).toMatchObject({ ok: true, records: 10 });
    store.close();
    expect(existsSync(join(folder, "journal.db-wal"))).toBe(false);
    const copy = join(freshFolder(), "copy.db");
    copyFileSync(path, copy);
    chmodSync(copy, 0o444);
    chmodSync(join(copy, ".."), 0o555);
    expect(verifyPath(copy, { vkey })).toMatchObject({ ok: true, records: 10, covered: 10 });
    expect(readdirSync(join(copy, ".."))).toEqual(["copy.db"]);
    chmodSync(join(copy, ".."), 0o755);
  });
  test("made with another key is not this table's", () => {
    const { path } = journal(3);
    const report = verifyPath(path, { vkey: thief.verifier.vkey });
    expect(report.ok).toBe(false);
    expect(report.problems[0]?.what).toBe(`the file says its key is ${vkey}, not ${thief.verifier.vkey}`);
  });
  test("with an old signature changed opens but does not verify", () => {
    const { path, store } = journal(70);
    store.close();
    tamper(path, "UPDATE record SET sig = (SELECT sig FROM record WHERE seq = 3) WHERE seq = 4");
    expect(openTestStore(path).head.seq).toBe(70);
    expect(verifyPath(path).problems).toEqual([{ seq: 4, what: "the signature is not of this line" }]);
  });
  test("reports every fault by its record", () => {
    const { path, store } = journal(70);
    store.close();
    tamper(
      path,
      "UPDATE record SET kind = 'x' WHERE seq IN (5, 9); UPDATE record SET hash = zeroblob(32) WHERE seq = 7",
    );
    expect(verifyPath(path).problems.map(({ seq }) => seq)).toEqual([5, 7, 9]);
  });
  test("with any damaged page is refused or reported", () => {
    const { folder, path, store } = journal(8);
    store.close();
    const whole = readFileSync(path);
    const damaged = join(folder, "damaged.db");
    let missed = 0;
    // The bytes of the stored lines: a bit in each must show.
    for (let at = whole.indexOf('{"kind":"result"'); at > 0; at = whole.indexOf('{"kind":"result"', at + 1))
      for (let i = 0; i < 200; i += 7) {
        const copy = Buffer.from(whole);
        copy[at + i]! ^= 1 << (i & 7);
        writeFileSync(damaged, copy);
        if (accepted(damaged)) missed++;
      }
    expect(missed).toBe(0);
  });
});

describe("an export", () => {
  async function exported(from: number, to: number): Promise<{ path: string; folder: string }> {
    const { store } = journal(9);
    const folder = freshFolder();
    const target = { path: join(folder, "shift.tirada-export"), replace: false };
    const { path } = await exportRange(store, { from, to }, target, () => false);
    return { path, folder };
  }
  test("verifies with the key in hand; without, the report says what that means", async () => {
    const { path } = await exported(0, 8);
    expect(verifyPath(path, { vkey })).toMatchObject({ subject: "export", ok: true, records: 9, notes: [] });
    expect(verifyPath(path)).toMatchObject({ ok: true, keySource: "file", notes: [KEY_FROM_FILE] });
    expect(verifyPath(path, { vkey: thief.verifier.vkey }).ok).toBe(false);
    rmSync(`${path}.sig`);
    expect(verifyPath(path, { vkey })).toMatchObject({
      ok: true,
      notes: [expect.stringContaining("no .sig beside it")],
    });
  });
  test("its lines give back the very bytes that were signed", async () => {
    const { path } = await exported(2, 3);
    const lines = readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { line?: string; sig?: string });
    for (const { line, sig } of lines.filter((one) => one.line !== undefined))
      expect(table.verifier.verify(utf8(line!), Buffer.from(sig!, "base64"))).toBe(true);
  });
  test.each([
    [0, 0],
    [5, 5],
  ])(
    "records %i to %i: every flipped bit is refused, though nobody looks at the .sig",
    PATIENCE,
    async (from, to) => {
      const { path, folder } = await exported(from, to);
      const whole = readFileSync(path);
      const flipped = join(folder, "flipped.tirada-export");
      for (const bit of numbersOfRun(whole.length * 8, more(35, 7), "export")) {
        const copy = Buffer.from(whole);
        copy[bit >> 3]! ^= 1 << (bit & 7);
        writeFileSync(flipped, copy);
        expect(accepted(flipped), `bit ${bit}: ${copy.toString("latin1", bit >> 3, (bit >> 3) + 20)}`).toBe(
          false,
        );
      }
    },
  );
  test("every flipped bit of the .sig is refused", PATIENCE, async () => {
    const { path } = await exported(1, 1);
    const whole = readFileSync(`${path}.sig`);
    for (const bit of numbersOfRun(whole.length * 8, more(35, 7), "sig")) {
      const copy = Buffer.from(whole);
      copy[bit >> 3]! ^= 1 << (bit & 7);
      writeFileSync(`${path}.sig`, copy);
      expect(accepted(path, { vkey }), `bit ${bit}`).toBe(false);
    }
  });
  test("cut off anywhere, with lines exchanged, doubled or left out, it is refused", async () => {
    const { path, folder } = await exported(0, 8);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const changed = join(folder, "changed.tirada-export");
    const write = (some: readonly string[]): string => {
      writeFileSync(changed, some.map((line) => `${line}\n`).join(""));
      return changed;
    };
    for (let i = 0; i < lines.length; i++) {
      expect(accepted(write(lines.slice(0, i))), `first ${i} lines`).toBe(false);
      if (!(lines[i] ?? "").startsWith('{"checkpoint"'))
        expect(accepted(write(lines.toSpliced(i, 1))), `without line ${i}`).toBe(false);
      expect(accepted(write(lines.toSpliced(i, 0, lines[i] ?? ""))), `line ${i} twice`).toBe(false);
      if (i > 0)
        expect(accepted(write(lines.toSpliced(i - 1, 2, lines[i] ?? "", lines[i - 1] ?? ""))), `${i}`).toBe(
          false,
        );
    }
    writeFileSync(changed, readFileSync(path).subarray(0, -1));
    expect(errorOf(changed)).toContain("ends in the middle of a line");
  });
});

describe("lines of an export", () => {
  const many = (count: number, one: string): string => Array.from({ length: count }, () => one).join(",");
  test.each<[string, number, string, string, string]>([
    ["a field more in the head", 0, '"format"', '"extra":1,"format"', "not a line of an export"],
    ["a field more in a record", 1, ',"sig":', ',"more":1,"sig":', "not a line of an export"],
    ["a field more in the end", -1, ',"proof":', ',"more":1,"proof":', "not a line of an export"],
    ["a list in the place of a record", 1, /^.*$/.source, "[]", "not a line of an export"],
    ["more subtrees than there can be", 0, "[]", `[${many(54, '"AAAA"')}]`, "not a line of an export"],
    ["a longer proof than there can be", -1, "[]", `[${many(130, '"AAAA"')}]`, "not a line of an export"],
    [
      "more keys than a log has",
      0,
      '"log"',
      `"keys":[${many(65, '{"line":"a","sig":"b"}')}],"log"`,
      "not a line of an export",
    ],
    ["an empty list of keys", 0, '"log"', '"keys":[],"log"', "not a line of an export"],
    ["a space", 2, '{"line"', '{ "line"', "not as tirada wrote it"],
    ["something after the end", -1, /$/.source, '\n{"checkpoint":"x"}', "there is more after the end"],
  ])("with %s are none, and the place is named", async (_, at, text, becomes, says) => {
    const { store } = journal(4);
    const path = join(freshFolder(), "x.tirada-export");
    await exportRange(store, { from: 0, to: 3 }, { path, replace: false }, () => false);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const line = lines.at(at) ?? "";
    const changed = line.includes(text) ? line.replace(text, becomes) : line.replace(new RegExp(text), becomes);
    lines[lines.indexOf(line)] = changed;
    writeFileSync(path, lines.map((one) => `${one}\n`).join(""));
    expect(errorOf(path)).toContain(says);
    expect(errorOf(path)).toMatch(/x\.tirada-export, line \d/);
  });

  test("of records that are not there are not written, and what was given up leaves nothing", async () => {
    const { store } = journal(300);
    const folder = freshFolder();
    const target = { path: join(folder, "x.tirada-export"), replace: false };
    for (const [from, to] of [
      [0, 300],
      [5, 4],
      [-1, 3],
      [0.5, 3],
      [0, NaN],
    ] as const)
      await expect(exportRange(store, { from, to }, target, () => false)).rejects.toThrow(
        `records ${from} to ${to} cannot be exported: the journal has 0 to 299`,
      );
    let asked = 0;
    await expect(exportRange(store, { from: 0, to: 299 }, target, () => ++asked > 2)).rejects.toThrow(
      "given up: the journal closes",
    );
    expect(readdirSync(folder)).toEqual([]);
    expect(await exportRange(store, { from: null, to: 299 }, target, () => false)).toMatchObject({ from: 0 });
    expect(verifyPath(target.path, { vkey })).toMatchObject({ ok: true, records: 300 });
  });
});

describe("a single record", () => {
  test("as a certificate, by either of its names", () => {
    const { folder, store } = journal(5);
    const made = certificateOf(store, 2);
    writeFileSync(join(folder, "result-2.json"), made.json);
    expect(verifyPath(join(folder, "result-2.json")).notes.length).toBe(2);
    writeFileSync(join(folder, "result-2.tlog-proof"), made.proof);
    for (const name of ["result-2.json", "result-2.tlog-proof"])
      expect(verifyPath(join(folder, name), { vkey })).toMatchObject({
        subject: "record",
        ok: true,
        firstSeq: 2,
        notes: [],
      });
    writeFileSync(join(folder, "result-2.tlog-proof"), certificateOf(store, 3).proof);
    expect(verifyPath(join(folder, "result-2.json"), { vkey }).ok).toBe(false);
  });
  test("with a witness's word", () => {
    const { folder, store } = journal(1);
    const made = certificateOf(store, 0);
    const note = made.proof.slice(made.proof.indexOf("\n\n") + 2);
    writeFileSync(join(folder, "r.json"), made.json);
    writeFileSync(join(folder, "r.tlog-proof"), made.proof.replace(note, cosignCheckpoint(note, witness, 7)));
    const report = verifyPath(join(folder, "r.json"), { vkey, witnesses: [witness.verifier.vkey] });
    expect(report.witnessed).toEqual([{ name: witness.verifier.name, size: 1, time: 7 }]);
  });
  test("as raw files for openssl, with the vkey", () => {
    const { path } = journal(5);
    const folder = freshFolder();
    const { rec, sig, pub } = writeRawRecord(path, 4, folder);
    expect(statSync(sig).size).toBe(64);
    expect(readFileSync(pub, "utf8")).toContain("BEGIN PUBLIC KEY");
    expect(verifyPath(rec, { vkey })).toMatchObject({ ok: true, firstSeq: 4 });
    expect(errorOf(rec)).toContain("carries no key");
    writeFileSync(sig, Buffer.alloc(64));
    expect(verifyPath(rec, { vkey }).ok).toBe(false);
    expect(() => writeRawRecord(path, 5, folder)).toThrow("has no record 5");
  });
});

describe("files that are none of these", () => {
  test.each<[string, string | Buffer, string]>([
    ["nothing", "", "is not a record"],
    ["a text", "hello\n", "is not a record"],
    ["another JSON", '{"a":1}\n', "is not a record"],
    ["another database", Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(4080)]), "journal"],
    ["half a certificate", '{"line":"x"', "not a certificate"],
    ["half an export", '{"before":[', "middle of a line"],
    [
      "an export of another version",
      '{"before":[],"format":"tirada-export","v":2}\n',
      "not a line of an export",
    ],
    ["an export of one endless line", `{"before":[${"1,".repeat(400_000)}`, "over 394240 bytes"],
    ["a huge certificate", `{"line":"${"x".repeat(300_000)}"}\n`, "at most"],
    ["a proof under another name", "c2sp.org/tlog-proof@v1\nindex 0\n\nx", "a proof is named"],
    ["bytes", Buffer.from([0x7b, 0x22, 0x6c, 0x69, 0x6e, 0x65, 0x22, 0x3a, 0xff]), "not text in UTF-8"],
  ])("%s is told in one line", (_, content, says) => {
    const path = join(freshFolder(), "file");
    writeFileSync(path, content);
    expect(errorOf(path)).toContain(says);
    expect(errorOf(path)).toContain(path);
  });
  test("a folder, a missing file and wrong keys are told in one line", () => {
    const folder = freshFolder();
    expect(errorOf(folder)).toContain("is not a file");
    expect(errorOf(join(folder, "none"))).toContain("none");
    // Of the journal's own file its first bytes are left.
    const cut = freshFolder();
    mkdirSync(join(cut, "journal.epochs"));
    for (const name of ["journal.db", "journal.epochs/000001.db"]) writeFileSync(join(cut, name), "SQLite");
    expect(errorOf(cut)).toContain(join(cut, "journal.db"));
    const { path } = journal(1);
    expect(errorOf(path, { vkey: "nonsense" })).toContain("not a vkey");
    expect(errorOf(path, { vkey: witness.verifier.vkey })).toContain("key of a witness");
    expect(errorOf(path, { vkey: `${vkey.slice(0, -1)}b` })).toContain("copied wrong?");
  });
  test("a certificate of a line that is no line is reported", () => {
    const path = join(freshFolder(), "r.json");
    writeFileSync(path, formatRecord({ line: "{}", sig: base64(table.sign(utf8("{}"))), vkey }));
    expect(verifyPath(path, { vkey }).problems).toEqual([
      { seq: null, what: "the line's format is not 1 or 2" },
    ]);
  });
  test("a checkpoint alone is no evidence file", () => {
    const path = join(freshFolder(), "checkpoint");
    writeFileSync(path, signCheckpoint(1, new Uint8Array(32), table));
    expect(errorOf(path)).toContain("is not a record");
  });
});
