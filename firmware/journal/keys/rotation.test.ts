import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { canonical } from "../../../src/record/canonical.ts";
import { verifyCertificate } from "../../../src/record/verify-certificate.ts";
import { nextLine } from "../../../src/record/chain.ts";
import { rotationFields } from "../../../src/record/key-history.ts";
import type { Signer } from "../../../src/record/keys.ts";
import { LOG, ORIGIN, signerFromSeed } from "../../../src/record/vector.fixture.ts";
import { certificateOf } from "../export/certificate-of.ts";
import { JournalError } from "../../files/errors.ts";
import { writeRawRecord } from "../export/inspect.ts";
import { freshFolder, tamper, exportRange } from "../store/journal.fixture.ts";
import {
  KEYS,
  closeBefore,
  commitFields,
  commitSome,
  openKeys,
  openRotated,
  rotateTo,
} from "./rotation.fixture.ts";
import type { Store } from "../store/store.ts";
import { verifyEpoch } from "../../evidence/verify/verify-epoch.ts";
import { verifyPath, verifyPathOnCores } from "../../evidence/verify/verify-file.ts";
import { compareWithCode } from "../../evidence/verify/verify-code.ts";
import { formatCode, parseCode } from "../../../src/record/certificate.ts";
import { sampleInAll } from "../../../test/support/volume.ts";

const [FIRST, SECOND, THIRD] = KEYS;
const vkeyOf = ({ verifier }: Signer): string => verifier.vkey;
const THIEF = signerFromSeed(LOG, "99".repeat(32));

/** Where the keys give way: each plan plays records, rotations and epochs, and closes all of them. */
const PLANS: Readonly<Record<string, (store: Store) => void>> = {
  "in the middle of an epoch": (store) => {
    commitSome(store, 5);
    store.beginEpoch(1);
    commitSome(store, 3);
    closeBefore(store);
    rotateTo(store, SECOND);
    commitSome(store, 70);
    store.beginEpoch(2);
    commitSome(store, 4);
    closeBefore(store);
  },
  "by the last record of an epoch, and by the first of the next": (store) => {
    commitSome(store, 63);
    rotateTo(store, SECOND);
    store.beginEpoch(1);
    rotateTo(store, THIRD);
    closeBefore(store);
    commitSome(store, 5);
  },
  "twice in one epoch, before the one before is closed": (store) => {
    commitSome(store, 4);
    store.beginEpoch(1);
    rotateTo(store, SECOND);
    commitSome(store, 2);
    rotateTo(store, THIRD);
    closeBefore(store);
    commitSome(store, 60);
  },
  "by the very first record, in one file": (store) => {
    rotateTo(store, SECOND);
    commitSome(store, 66);
  },
};

function played(plan: string): { readonly path: string; readonly folder: string; readonly store: Store } {
  const folder = freshFolder();
  const path = join(folder, "journal.db");
  const store = openRotated(path, join(folder, "journal.head"));
  PLANS[plan]?.(store);
  return { path, folder, store };
}

describe.each(sampleInAll(Object.keys(PLANS), 2, "keys that give way"))("a key that gives way %s", (plan) => {
  const folder = mkdtempSync("/dev/shm/tirada-rotation-");
  const path = join(folder, "journal.db");
  let store = openKeys(path, join(folder, "journal.head"));
  PLANS[plan]?.(store);
  afterAll(() => {
    store.fail(new JournalError("closed", "the tests are over"));
    rmSync(folder, { recursive: true });
  });

  test("proves any record by its certificate, its code and its raw files, from each key", () => {
    const out = freshFolder();
    const report = verifyPath(path);
    for (let seq = 0; seq < store.head.seq; seq += 13) {
      const files = certificateOf(store, seq);
      for (const { verifier } of store.keys.periods)
        expect(verifyCertificate(files, verifier).problems, String(seq)).toEqual([]);
      expect(verifyCertificate(files, THIEF.verifier).ok).toBe(false);
      const raw = writeRawRecord(path, seq, out);
      expect(verifyPath(raw.rec, { vkey: store.keys.keyAt(seq).vkey }).ok).toBe(true);
      const code = parseCode(formatCode(JSON.parse(files.json) as { line: string; sig: string }));
      expect(compareWithCode(report, path, code).problems).toEqual([]);
    }
  });

  test("is followed by any export, also of a part", async () => {
    const last = store.head.seq - 1;
    for (const [from, to] of [
      [0, last],
      [2, last],
      [0, 1],
      [1, 4],
      [last, last],
    ] as const) {
      const path = join(freshFolder(), "out.tirada-export");
      await exportRange(store, { from, to }, { path, replace: true }, () => false);
      for (const { verifier } of store.keys.periods)
        expect(verifyPath(path, { vkey: verifier.vkey }).problems, `${from} to ${to}`).toEqual([]);
      expect(verifyPath(path, { vkey: vkeyOf(THIEF) }).ok).toBe(false);
    }
  });
  test("is followed by a verification from each key of the log, on one core and on all, and by no other", async () => {
    store.close();
    for (const { verifier } of store.keys.periods) {
      const report = verifyPath(path, { vkey: verifier.vkey });
      expect(report).toMatchObject({ ok: true, problems: [], log: LOG, keySource: "given" });
      expect(report.keys).toEqual(store.keys.stated());
    }
    const vkey = vkeyOf(FIRST);
    expect(await verifyPathOnCores(path, { vkey })).toEqual(verifyPath(path, { vkey }));
    expect(verifyPath(path).ok).toBe(true);
    expect(verifyPath(path, { vkey: vkeyOf(THIEF) }).ok).toBe(false);
  });

  test("opens again, reads its epochs again, and goes on with the last key", () => {
    const { keys, head } = store;
    store = openKeys(path, join(folder, "journal.head"));
    const again = store;
    expect(again.keys.stated()).toEqual(keys.stated());
    expect(again.signer.verifier.vkey).toBe(keys.current.vkey);
    expect(again.headState).toBe("whole");
    expect(again.head).toEqual(head);
    for (let epoch = 0; epoch < again.epochs.closedCount; epoch++)
      again.acceptReread(epoch, verifyEpoch(again.epochs.rereadTask(epoch)));
    commitSome(again, 1);
    again.close();
    expect(verifyPath(path, { vkey: vkeyOf(FIRST) }).problems).toEqual([]);
  });
});

describe("a rotation that is none", () => {
  const refusal = (act: () => unknown): string => {
    try {
      act();
      return "taken";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const store = (): Store => {
    const opened = openRotated(join(freshFolder(), "journal.db"));
    commitSome(opened, 3);
    return opened;
  };

  test("is not signed: without its key, with another, of another place, log or reason", () => {
    const one = store();
    const right = rotationFields(one.head, FIRST.verifier, SECOND, "planned");
    const forged = (fields: object, next: Signer | null = SECOND): string =>
      refusal(() => commitFields(one, fields, next));
    expect(forged(right, null)).toContain("is not given with it");
    expect(forged(right, THIRD)).toContain("is not given with it");
    const elsewhere = rotationFields({ ...one.head, seq: 2 }, FIRST.verifier, SECOND, "planned");
    expect(forged(elsewhere)).toContain("not signed by the key that takes over");
    const fork = rotationFields({ ...one.head, prev: "1".repeat(64) }, FIRST.verifier, SECOND, "planned");
    expect(forged(fork)).toContain("not signed by the key that takes over");
    expect(forged({ ...right, detail: { ...right.detail, reason: "stolen" } })).toContain("takes over");
    expect(forged({ ...right, detail: { ...right.detail, reason: "bored" } })).toContain("says no reason");
    expect(forged({ ...right, detail: { ...right.detail, new: vkeyOf(THIRD) } }, THIRD)).toContain(
      "takes over",
    );
    expect(forged({ ...right, detail: { ...right.detail, old: vkeyOf(THIRD) } })).toContain("another key");
    const other = signerFromSeed("tirada.example/other", "33".repeat(32));
    expect(() => rotationFields(one.head, FIRST.verifier, other, "planned")).toThrow("cannot follow");
    expect(forged({ ...right, detail: { ...right.detail, new: vkeyOf(other) } }, other)).toContain(
      "of this log",
    );
    expect(forged({ kind: "result" })).toContain("it is no rotation");
    expect(one.head.seq).toBe(3);
    rotateTo(one, SECOND);
    // The statement is replayed, and a key comes back.
    expect(refusal(() => rotateTo(one, FIRST))).toContain("one that this log had before");
    expect(refusal(() => rotateTo(one, SECOND))).toContain("one that this log had before");
    expect(one.ended).toBe(false);
  });
});

/** What an intruder does who has a key of the log, or none, and a copy of its folder. */
describe("a forged history", () => {
  interface Row {
    readonly line: string;
    readonly sig: string;
    readonly vkey: string;
    readonly keys?: readonly { readonly line: string; readonly sig: string }[];
  }
  const certificate = (): { row: Row; proof: string } => {
    const { store } = played("twice in one epoch, before the one before is closed");
    const { json, proof } = certificateOf(store, store.head.seq - 1);
    return { row: JSON.parse(json) as Row, proof };
  };
  const isRefused = (row: object, proof: string, key: Signer): boolean => {
    try {
      return !verifyCertificate({ json: `${canonical(row)}\n`, proof }, key.verifier).ok;
    } catch {
      return true;
    }
  };

  test("of a certificate is refused: left out, changed in order, doubled, flipped", () => {
    const { row, proof } = certificate();
    const [one, two] = row.keys ?? [];
    if (one === undefined || two === undefined) throw new Error("the log has three keys");
    expect(isRefused(row, proof, FIRST)).toBe(false);
    for (const keys of [
      undefined,
      [],
      [one],
      [two],
      [two, one],
      [one, one, two],
      [one, two, two],
      [one, { ...two, sig: one.sig }],
    ])
      expect(isRefused({ ...row, keys }, proof, FIRST)).toBe(true);
    for (const text of ["line", "sig"] as const)
      for (let at = 0; at < two[text].length; at += 7) {
        const code = two[text].charCodeAt(at) ^ 1;
        const flipped = two[text].slice(0, at) + String.fromCharCode(code) + two[text].slice(at + 1);
        expect(isRefused({ ...row, keys: [one, { ...two, [text]: flipped }] }, proof, FIRST)).toBe(true);
      }
  });

  test("of one that only the old key signs, or only the new one, is refused", () => {
    const { store } = played("by the very first record, in one file");
    const { json, proof } = certificateOf(store, 5);
    const row = JSON.parse(json) as Row;
    const head = { log: LOG, seq: 0, prev: "0".repeat(64) };
    const by = (old: Signer, accepts: Signer, names: Signer): object => {
      const made = rotationFields(head, FIRST.verifier, accepts, "planned");
      const detail = { ...made.detail, new: vkeyOf(names) };
      const { line } = nextLine(head, { ...made, detail }, ORIGIN);
      return { ...row, keys: [{ line, sig: old.sign(Buffer.from(line)).toString("base64") }] };
    };
    expect(isRefused(by(FIRST, SECOND, SECOND), proof, FIRST)).toBe(false);
    expect(isRefused(by(FIRST, FIRST, SECOND), proof, FIRST)).toBe(true);
    expect(isRefused(by(FIRST, THIEF, SECOND), proof, FIRST)).toBe(true);
    expect(isRefused(by(SECOND, SECOND, SECOND), proof, FIRST)).toBe(true);
    expect(isRefused(by(THIEF, SECOND, SECOND), proof, FIRST)).toBe(true);
  });

  test("in a journal is refused at the start and by verify: the keys of an epoch's beginning left out or changed", () => {
    const { folder, store } = played("in the middle of an epoch");
    store.close();
    const last = join("journal.epochs", "000002.db");
    for (const sql of [
      "DELETE FROM rotation",
      "UPDATE rotation SET number = 2",
      "UPDATE rotation SET sig = upper(sig)",
      "INSERT INTO rotation SELECT 2, line, sig FROM rotation",
      `UPDATE log SET vkey = '${vkeyOf(SECOND)}'`,
      `UPDATE log SET vkey = '${vkeyOf(THIEF)}'`,
    ]) {
      const copy = freshFolder();
      mkdirSync(join(copy, "journal.epochs"));
      for (const name of [
        "journal.db",
        ...readdirSync(join(folder, "journal.epochs")).map((one) => join("journal.epochs", one)),
      ])
        copyFileSync(join(folder, name), join(copy, name));
      tamper(join(copy, last), sql);
      expect(() => openRotated(join(copy, "journal.db")), sql).toThrow(
        /not as it was signed|not in order|was signed with|cannot hold/,
      );
      expect(() => {
        if (!verifyPath(copy, { vkey: vkeyOf(FIRST) }).ok) throw new Error("not valid");
      }, sql).toThrow();
    }
  });

  test("in an export is refused", async () => {
    const { store } = played("in the middle of an epoch");
    const path = join(freshFolder(), "out.tirada-export");
    await exportRange(store, { from: 20, to: 30 }, { path, replace: true }, () => false);
    const text = readFileSync(path, "utf8");
    const without = text.replace(/"keys":\[.*?\],"log"/, '"log"');
    expect(without).not.toBe(text);
    writeFileSync(path, without);
    expect(verifyPath(path, { vkey: vkeyOf(FIRST) }).ok).toBe(false);
    expect(
      verifyPath(path, { vkey: vkeyOf(SECOND) })
        .problems.map(({ what }) => what)
        .join(),
    ).toContain("signature");
  });
});
