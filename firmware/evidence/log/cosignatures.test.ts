import { execFileSync } from "node:child_process";
import { certificateOf } from "../../journal/export/certificate-of.ts";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { cosignCheckpoint } from "../../../src/record/checkpoint.ts";
import { nextLine } from "../../../src/record/chain.ts";
import { ORIGIN, table, witness, WITNESS } from "../../../src/record/vector.fixture.ts";
import { someCosignatures } from "./cosignatures.ts";
import { openForReading, openForWriting } from "./database.ts";
import {
  commitMany,
  freshFolder,
  openTestStore,
  tamper,
  exportRange,
} from "../../journal/store/journal.fixture.ts";
import { JournalError } from "../../files/errors.ts";
import { JournalFile } from "../../journal/store/journal-file.ts";
import type { Store } from "../../journal/store/store.ts";
import { checkpointOf, questionFor } from "../../journal/export/to-witness.ts";
import { verifyPath } from "../verify/verify-file.ts";

/** What witnesses sign lies beside the checkpoints, and changes nothing of the journal itself. */

const TIME = 1_795_255_320;
const AT = "2026-11-21T10:02:00.000Z";
const GIVEN = { vkey: table.verifier.vkey, witnesses: [witness.verifier.vkey] };

function cosign(store: Store, size: number, time = TIME): void {
  const { note } = checkpointOf(store, size);
  store.cosign({ size, line: cosignCheckpoint(note, witness, time).slice(note.length), at: AT });
}

/** Ten records under a cosigned checkpoint, and five more. */
function cosignedStore(path: string): Store {
  const store = openTestStore(path);
  commitMany(store, 10);
  store.signCheckpointNow();
  cosign(store, 10);
  commitMany(store, 5);
  return store;
}

const closed = (store: Store): void => store.fail(new JournalError("closed", "the test is over"));

describe("a journal with cosignatures", () => {
  test("is verified with the witness's key, and without it says in whose name they are", () => {
    const path = join(freshFolder(), "journal.db");
    closed(cosignedStore(path));
    const checked = verifyPath(path, GIVEN);
    expect(checked).toMatchObject({ ok: true, witnessed: [{ name: WITNESS, size: 10, time: TIME }] });
    expect(checked.notes.slice(-2)).toEqual([
      `witnessed by ${WITNESS}: records up to 9, at ${AT} by its clock`,
      "not witnessed yet: records 10–14",
    ]);
    expect(verifyPath(path, { vkey: GIVEN.vkey }).notes.at(-1)).toBe(
      `cosigned in the name of ${WITNESS} up to record 9: not checked, give its key with --witness`,
    );
    expect(() => verifyPath(path, { ...GIVEN, witnesses: [GIVEN.vkey] })).toThrow("the key of a table");
  });

  test("opens again where it was, whatever became of them; only verifying with the key finds it", () => {
    const path = join(freshFolder(), "journal.db");
    closed(cosignedStore(path));
    const other = cosignCheckpoint("x\n1\n\n— a AAAAAAA=\n", witness, 1).slice(-120);
    for (const [sql, problems] of [
      [`UPDATE cosignatures SET line = '${other.slice(other.indexOf("— "))}'`, 1],
      ["DELETE FROM cosignatures", 0],
      ["INSERT INTO cosignatures (size, line, at) VALUES (10, 'nonsense', '')", 1],
    ] as const) {
      tamper(path, sql);
      const store = openTestStore(path);
      expect(store.head.seq).toBe(15);
      closed(store);
      expect(verifyPath(path, GIVEN).problems, sql).toHaveLength(problems);
    }
  });

  test("with another table of that name is refused", () => {
    const path = join(freshFolder(), "journal.db");
    closed(cosignedStore(path));
    tamper(path, "ALTER TABLE cosignatures ADD COLUMN more TEXT");
    expect(() => openTestStore(path)).toThrow("has had its tables or triggers changed");
  });

  test("keeps one of a checkpoint that is there, and refuses any other", () => {
    const store = cosignedStore(join(freshFolder(), "journal.db"));
    expect(() => cosign(store, 9)).toThrow("has no checkpoint of 9 records");
    expect(() => checkpointOf(store, 16)).toThrow("has 15 records, not 16");
    expect(() => checkpointOf(store, 0)).toThrow(JournalError);
    expect(store.ended).toBe(false);
    cosign(store, 10);
    expect(store.cosignatures(0, 15)).toHaveLength(1);
    expect(store.cosignatures(10, 15)).toEqual([]);
    expect(questionFor(store, 11)).toBeNull();
    expect(questionFor(store, 10)).toMatchObject({ size: 10, proof: [] });
  });

  test("gives exports and certificates their lines", async () => {
    const store = cosignedStore(join(freshFolder(), "journal.db"));
    const path = join(freshFolder(), "all.tirada-export");
    await exportRange(store, { from: 0, to: 14 }, { path, replace: false }, () => false);
    expect(verifyPath(path, GIVEN)).toMatchObject({ ok: true, witnessed: [{ size: 10 }] });
    // The certificate of a record that is cosigned stands under that checkpoint, that of a newer one under the newest.
    const endings = [3, 9, 10, 12, 14].map((seq) => certificateOf(store, seq).proof.split("\n— ").length - 1);
    expect(endings).toEqual([2, 2, 1, 1, 1]);
    for (const seq of [-1, 1.5, 15, NaN])
      expect(() => certificateOf(store, seq)).toThrow(`has no record ${seq}: its records are 0 to 14`);
    commitMany(store, 1);
    expect(certificateOf(store, 15).proof).toContain("\n16\n");
  });
});

test("an epoch's last checkpoint that is cosigned when the next one has begun is found from both", async () => {
  const path = join(freshFolder(), "journal.db");
  const store = openTestStore(path);
  commitMany(store, 10);
  store.signCheckpointNow();
  commitMany(store, 5);
  store.beginEpoch(1);
  const origin = { ...ORIGIN, epoch: 1 };
  for (let made = 0; made < 4; made++)
    store.commit(nextLine(store.head, { kind: "result", round: made, result: { pocket: "1" } }, origin));
  cosign(store, 15);
  expect(store.newestCosigned()?.size).toBe(15);
  expect(store.cosignatures(0, 19).map(({ size }) => size)).toEqual([15]);
  const exported = join(freshFolder(), "all.tirada-export");
  await exportRange(store, { from: 0, to: 18 }, { path: exported, replace: false }, () => false);
  expect(verifyPath(exported, GIVEN)).toMatchObject({ ok: true, witnessed: [{ size: 15 }] });
  closed(store);
  const checked = verifyPath(path, GIVEN);
  expect([checked.problems, checked.witnessed]).toEqual([[], [{ name: WITNESS, size: 15, time: TIME }]]);
  expect(checked.notes.slice(-2)).toEqual([
    `witnessed by ${WITNESS}: records up to 14, at ${AT} by its clock`,
    "not witnessed yet: records 15–18",
  ]);
  const again = openTestStore(path);
  expect(again.newestCosigned()).toMatchObject({ size: 15, at: AT });
  closed(again);
});

test("of several that are cosigned the newest is the one of the most records, whenever it came", () => {
  const store = openTestStore(join(freshFolder(), "journal.db"));
  const sizes = [2, 5].map((size) => {
    commitMany(store, size - store.head.seq);
    return store.signCheckpointNow()?.size ?? 0;
  });
  const [small = 0, large = 0] = sizes;
  store.cosign({ size: large, line: "— w AAAA\n", at: "2026-01-01T00:00:00Z" });
  store.cosign({ size: small, line: "— w AAAA\n", at: "2026-01-02T00:00:00Z" });
  expect(store.newestCosigned()?.size).toBe(5);
  store.close();
  expect(openTestStore(store.path).newestCosigned()?.size).toBe(5);
});

test("of those of one checkpoint the newest is the one that came last, and they stand in the order of their coming", () => {
  const store = openTestStore(join(freshFolder(), "journal.db"));
  commitMany(store, 2);
  store.signCheckpointNow();
  const came = [
    { size: 2, line: "— z AAAA\n", at: "2026-01-01T00:00:00Z" },
    { size: 2, line: "— a AAAA\n", at: "2026-01-02T00:00:00Z" },
  ];
  // Whatever order they were written in.
  for (const one of came.toReversed()) store.cosign(one);
  expect(store.cosignatures(0, 2)).toEqual(came);
  store.close();
  const again = openTestStore(store.path);
  expect(again.newestCosigned()).toMatchObject(came[1]!);
  again.close();
});

test("a file of format 1 keeps them too", () => {
  const folder = freshFolder();
  const old = new URL("../../../test/data/format-1/wheel.tar.gz", import.meta.url);
  execFileSync("tar", ["-xzf", fileURLToPath(old), "-C", folder, "--no-same-owner"]);
  const path = join(folder, "journal.db");
  const { db } = openForWriting(path, null, null);
  expect(db.format).toBe(1);
  new JournalFile(db).write({ checkpoint: null, cosignature: { size: 3, line: "— a AAAAAAA=\n", at: AT } });
  db.close();
  const read = openForReading(path);
  expect(someCosignatures(read, 0, 3)).toEqual([{ size: 3, line: "— a AAAAAAA=\n", at: AT }]);
  read.close();
});
