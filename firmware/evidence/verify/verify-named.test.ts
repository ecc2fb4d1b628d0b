import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatCode, formatRecord } from "../../../src/record/certificate.ts";
import { SEED_2, signerFromSeed, testLine } from "../../../src/record/vector.fixture.ts";
import { JournalError } from "../../files/errors.ts";
import {
  commitMany,
  freshFolder,
  LOG,
  openTestStore,
  table,
  tamper,
  exportRange,
} from "../../journal/store/journal.fixture.ts";
import type { Store } from "../../journal/store/store.ts";
import { verifyNamed, type Named } from "./verify-named.ts";

const { vkey } = table.verifier;
const thief = signerFromSeed("tirada.test/other", SEED_2);

interface Log {
  readonly folder: string;
  readonly path: string;
  readonly store: Store;
}

function journal(count: number): Log {
  const folder = freshFolder();
  const path = join(folder, "journal.db");
  const store = openTestStore(path);
  commitMany(store, count);
  return { folder, path, store };
}

async function exported({ store }: Log, from: number, to: number, name = "shift"): Promise<string> {
  const target = { path: join(freshFolder(), `${name}.tirada-export`), replace: false };
  const { path } = await exportRange(store, { from, to }, target, () => false);
  return path;
}

function codeOf({ store }: Log, seq: number): string {
  const [row] = store.recent(100).filter((one) => one.seq === seq);
  if (row === undefined) throw new Error(`no record ${seq}`);
  return formatCode(row);
}

async function refusal(named: Named, options = { vkey }): Promise<string> {
  try {
    return `no refusal: ${JSON.stringify(await verifyNamed(named, options))}`;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    expect(error.message).not.toContain("\n");
    return error.message;
  }
}

describe("a code of a QR", () => {
  test("is found in a journal, an export and a certificate, and its record is told", async () => {
    const log = journal(9);
    const code = codeOf(log, 7);
    const shift = await exported(log, 5, 8);
    const [row] = log.store.recent(9).filter(({ seq }) => seq === 7);
    const certificate = join(log.folder, "result-7.json");
    writeFileSync(certificate, formatRecord({ line: row?.line ?? "", sig: row?.sig ?? "", vkey }));
    const saved = join(log.folder, "code.txt");
    writeFileSync(saved, `${code}\r\n`);
    for (const file of [log.path, shift, certificate])
      for (const given of [code, saved]) {
        const { ok, notes } = await verifyNamed({ file, code: given }, { vkey });
        expect(ok).toBe(true);
        expect(notes).toContain("the code is of record 7: round 7, result 7");
      }
  });

  test("of a record that is elsewhere, of another line, log or key is not valid", async () => {
    const log = journal(9);
    const shift = await exported(log, 5, 8);
    const other = async (file: string, code: string): Promise<unknown> =>
      (await verifyNamed({ file, code }, { vkey })).problems;
    expect(await other(shift, codeOf(log, 4))).toEqual([
      { seq: 4, what: "the code's record is not in it: it holds 5 to 8" },
    ]);
    const { line } = testLine({ log: LOG, seq: 7, prev: "0".repeat(64) }, { kind: "result", round: 7 });
    const forged = formatCode({ line, sig: Buffer.from(table.sign(Buffer.from(line))).toString("base64") });
    for (const file of [log.path, shift])
      expect(await other(file, forged)).toEqual([{ seq: 7, what: "the code is of another line" }]);
    const digits = /([\w-]{86})$/.exec(forged)?.[1] ?? "";
    expect(await other(log.path, codeOf(log, 7).replace(/[\w-]{86}$/, digits))).toEqual([
      { seq: 7, what: "the signature in the code is not of this line" },
    ]);
    expect((await verifyNamed({ file: log.path, code: forged }, { vkey })).ok).toBe(false);
  });

  test("alone proves nothing, and says which record it is of", async () => {
    const log = journal(3);
    const code = codeOf(log, 2);
    const saved = join(log.folder, "code.txt");
    writeFileSync(saved, code);
    for (const named of [{ code }, { code: saved }, { file: saved }])
      expect(await refusal(named)).toMatch(
        new RegExp(
          `^the code is of record 2 of ${LOG} \\(SHA-256 [0-9a-f]{64}\\); it signs .* name the journal`,
        ),
      );
    const other = await verifyNamed({ code }, { vkey: thief.verifier.vkey });
    expect(other.ok).toBe(false);
    expect(other.problems[0]?.what).toMatch(/the code is of another log: record 2 of /);
  });

  test("that is none is refused", async () => {
    const { path } = journal(1);
    expect(await refusal({ file: path, code: "TIRADA1 nonsense" })).toBe(
      "the code: this is not a code of tirada",
    );
    expect(await refusal({ file: path, code: "TIRADA1 ".repeat(100) })).toBe(
      "the code: this is not a code of tirada",
    );
    expect(await refusal({ file: path, code: "/dev/zero" })).toMatch(/\/dev\/zero is a device/);
    expect(await refusal({})).toMatch(/^name a record, an export or a journal, or a code/);
  });
});

describe("a journal against an older export", () => {
  test("continues it", async () => {
    const log = journal(9);
    const [whole, middle] = [await exported(log, 0, 8, "whole"), await exported(log, 3, 6, "middle")];
    commitMany(log.store, 12);
    for (const [older, range] of [
      [whole, "0–8"],
      [middle, "3–6"],
    ] as const) {
      const newer = [log.path, await exported(log, 0, 20, "newer"), await exported(log, 5, 20, "late")];
      for (const file of newer) {
        const report = await verifyNamed({ file, against: older }, { vkey });
        expect(report.problems).toEqual([]);
        expect(report.notes).toContain(
          `it continues ${older}: records ${range} are the same, and so is the signed root of 9 records`,
        );
      }
    }
  });

  test("parts from it at the first record that is another, though every signature is right", async () => {
    const [first, second] = [journal(4), journal(4)];
    const older = [await exported(first, 0, 3)];
    commitMany(first.store, 6);
    const { head } = second.store;
    second.store.commit(testLine(head, { kind: "result", round: 99, result: { pocket: "0" } }));
    commitMany(second.store, 10);
    older.push(await exported(first, 0, 9, "longer"), await exported(first, 2, 8, "middle"));
    expect((await verifyNamed({ file: second.path, against: older[0] }, { vkey })).ok).toBe(true);
    for (const against of older.slice(1)) {
      const { ok, problems } = await verifyNamed({ file: second.path, against }, { vkey });
      expect(ok).toBe(false);
      expect(problems[0]).toEqual({
        seq: 4,
        what: `is another record than in ${against}: it does not continue that export`,
      });
    }
    // What the two hold in common is the same, or nothing: their roots tell.
    const early = await exported(first, 0, 2, "early");
    expect((await verifyNamed({ file: second.path, against: early }, { vkey })).problems[0]?.what).toMatch(
      /^the first 10 records are not those that the table signed for/,
    );
    const late = await exported(first, 6, 9, "late");
    expect((await verifyNamed({ file: second.path, against: late }, { vkey })).problems[0]?.what).toMatch(
      /^the records before record 6 are others/,
    );
    const newer = await exported(second, 6, 14, "newer");
    expect((await verifyNamed({ file: newer, against: older[1] }, { vkey })).problems[0]?.what).toMatch(
      /^the records before record 6 are others/,
    );
  });

  test("that proves more records than it has was set back", async () => {
    const [long, short] = [journal(9), journal(5)];
    const against = await exported(long, 0, 3);
    expect((await verifyNamed({ file: short.path, against }, { vkey })).problems).toEqual([
      { seq: 5, what: `it ends with record 4, and ${against} proves 9 records: the newest are missing` },
    ]);
  });

  test("that is damaged, of another key, no export or out of reach is told", async () => {
    const log = journal(9);
    const older = await exported(log, 0, 2, "older");
    commitMany(log.store, 9);
    const far = await exported(log, 15, 17, "far");
    expect(await refusal({ file: far, against: older })).toMatch(
      /the newer file begins with record 15, after the 9 records/,
    );
    expect(await refusal({ file: log.path, against: log.path })).toMatch(/is no export/);
    expect(await refusal({ code: codeOf(log, 3), against: older })).toMatch(/--against compares/);
    tamper(log.path, "UPDATE record SET sig = (SELECT sig FROM record WHERE seq = 1) WHERE seq = 2");
    expect((await verifyNamed({ file: log.path, against: older }, { vkey })).ok).toBe(false);
    writeFileSync(`${older}.sig`, "no signature\n");
    expect((await verifyNamed({ file: older, against: older }, { vkey })).problems[0]?.what).toMatch(
      /^the older export .* is not valid itself/,
    );
    mkdirSync(join(log.folder, "empty"));
    expect(await refusal({ file: log.path, against: join(log.folder, "empty") })).toMatch(/not a file/);
  });
});
