import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { testLine, witness } from "../../../src/record/vector.fixture.ts";
import { HeadFile, headPathOf } from "../log/head-file.ts";
import {
  closeEpoch,
  commitInEpoch,
  commitMany,
  freshFolder,
  openTestStore,
  table,
} from "../../journal/store/journal.fixture.ts";
import type { Store } from "../../journal/store/store.ts";
import { verifyPath } from "./verify-file.ts";

/** What is taken away from a folder, held against what the table itself had signed in it. */

const VKEY = { vkey: table.verifier.vkey };
const problemsOf = (path: string, options = {}): readonly string[] =>
  verifyPath(path, { ...VKEY, ...options }).problems.map(({ what }) => what);

/** A folder with a journal of three epochs, and the head file as the table left it. */
async function folder(): Promise<{ readonly folder: string; readonly path: string; readonly size: number }> {
  const path = join(freshFolder(), "journal.db");
  const store = openTestStore(path);
  commitMany(store, 10);
  for (let epoch = 1; epoch < 3; epoch++) {
    store.beginEpoch(epoch);
    await closeEpoch(store);
    for (let n = 0; n < 5; n++) commitInEpoch(store, { kind: "result", round: n });
  }
  const size = signHead(path, store);
  store.close();
  return { folder: dirname(path), path, size };
}

/** The head file as the unit writes it with the newest record. */
function signHead(path: string, { head }: Store): number {
  const file = new HeadFile(headPathOf(path), table);
  file.write(head.seq, new Uint8Array(32), head.prev);
  file.close();
  return head.seq;
}

describe("a folder that is verified", () => {
  test("with all that its head file names is valid", async () => {
    const made = await folder();
    expect(problemsOf(made.folder)).toEqual([]);
    expect(problemsOf(made.path)).toEqual([]);
  });

  test("whose newest epoch was taken away is not", async () => {
    const made = await folder();
    rmSync(join(made.folder, "journal.epochs", "000002.db"));
    const says = new RegExp(
      `journal.head, which the table signed, names ${made.size} records, and \\d+ are here`,
    );
    expect(problemsOf(made.folder)).toEqual([expect.stringMatching(says)]);
    expect(problemsOf(made.folder, { witnesses: [witness.verifier.vkey] })).toEqual([
      expect.stringMatching(says),
    ]);
  });

  test("whose last record is another one is not", () => {
    const path = join(freshFolder(), "journal.db");
    const store = openTestStore(path);
    commitMany(store, 3);
    const other = testLine(store.head, { kind: "other" });
    const file = new HeadFile(headPathOf(path), table);
    file.write(store.head.seq, new Uint8Array(32), other.hash);
    file.close();
    store.close();
    expect(problemsOf(dirname(path))).toEqual([expect.stringContaining("names another record 2")]);
  });

  test("whose head is of a key that no record names is not; a damaged one is told", async () => {
    const made = await folder();
    const head = headPathOf(made.path);
    const file = readFileSync(head);
    rmSync(head);
    const stranger = new HeadFile(head, {
      ...witness,
      verifier: { ...table.verifier, id: witness.verifier.id },
    });
    stranger.write(made.size, new Uint8Array(32), "ab".repeat(32));
    stranger.close();
    expect(problemsOf(made.folder)).toEqual([
      expect.stringContaining("signed by a key that no record here names"),
    ]);
    for (const bytes of [Buffer.alloc(file.length, 1), Buffer.alloc(file.length)]) {
      writeFileSync(head, bytes);
      expect(verifyPath(made.folder, VKEY)).toMatchObject({
        ok: true,
        notes: expect.arrayContaining([expect.stringContaining("journal.head is damaged")]) as string[],
      });
    }
    // Taken away it is told of a folder; a journal alone has none.
    rmSync(head);
    const missing = expect.stringContaining("journal.head is not here") as string;
    expect(verifyPath(made.folder, VKEY).notes).toContainEqual(missing);
    expect(verifyPath(made.path, VKEY).notes).not.toContainEqual(missing);
  });
});

describe("a journal that holds its witness's refusal itself", () => {
  const withFault = (kind: string): string => {
    const path = join(freshFolder(), "journal.db");
    const store = openTestStore(path);
    commitMany(store, 2);
    const { line, hash } = testLine(store.head, {
      kind: "fault",
      device: "unit",
      code: "log-refused",
      round: null,
      detail: { kind, why: "it knows 9 records" },
    });
    store.commit({ line, hash });
    store.close();
    return path;
  };

  test.each([
    ["forked", /had cosigned another history/],
    ["ahead", /knows more records than it had/],
  ])("%s is a problem for whoever asks about that witness, and told to everybody", (kind, says) => {
    const path = withFault(kind);
    expect(problemsOf(path, { witnesses: [witness.verifier.vkey] })).toEqual([expect.stringMatching(says)]);
    const report = verifyPath(path, VKEY);
    expect(report.ok).toBe(true);
    expect(report.notes).toContainEqual(expect.stringMatching(says));
  });

  test("a witness that does not know the log is a note", () => {
    const report = verifyPath(withFault("unknown-log"), { ...VKEY, witnesses: [witness.verifier.vkey] });
    expect(report.ok).toBe(true);
    expect(report.notes).toContainEqual(expect.stringContaining("log-refused, unknown-log"));
  });
});
