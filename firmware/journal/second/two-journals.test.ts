import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { LOG, ORIGIN, signerFromSeed, table } from "../../../src/record/vector.fixture.ts";
import { nextLine } from "../../../src/record/chain.ts";
import { JournalError } from "../../files/errors.ts";
import {
  closeEpoch,
  commitInEpoch,
  commitMany,
  freshFolder,
  openTestStore,
  tamper,
} from "../store/journal.fixture.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";
import type { FindPlace } from "./devices.ts";
import { compareFolders, folderOf, markBegun, requireSecond, type Folder } from "./folders.ts";
import { restoreJournal } from "./restore.ts";

/** Two folders with a journal each: whose they are, where they part, and what of one comes into the other. */

const OTHER = signerFromSeed(LOG, "11".repeat(32));
let systems = 0;
/** Any two folders lie on disks of their own. */
const apart: FindPlace = (folder) => ({ fileSystem: ++systems, disks: [folder] });

function journalIn(folder: string, count: number, signer = table): Folder {
  const store = openStore({ path: join(folder, "journal.db"), signer, maxPages: null });
  onTestFinished(() => store.fail(new JournalError("closed", "the test is over")));
  commitMany(store, count, 3);
  store.close();
  return folderOf(folder);
}

/** Both hold these records; then each may go on by itself. */
function twins(count: number): readonly [Folder, Folder] {
  const first = journalIn(freshFolder(), count);
  const second = folderOf(freshFolder());
  cpSync(first.folder, second.folder, { recursive: true });
  rmSync(`${second.journal}-lock`, { force: true });
  return [first, second];
}

function goOn({ journal }: Folder, act: (store: Store) => void): void {
  const store = openTestStore(journal);
  act(store);
  store.close();
}

const commitRounds = (store: Store, rounds: readonly number[]): void => {
  for (const round of rounds) store.commit(nextLine(store.head, { kind: "void", round }, ORIGIN));
};

const messageOf = (act: () => unknown): string => {
  try {
    return `nothing: ${JSON.stringify(act())}`;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    expect(error.message.split("\n")).toHaveLength(1);
    return error.message;
  }
};

describe("two journals of one log", () => {
  test.each([0, 1, 5, 63, 64])("that part after %i records are a fork at that number", (count) => {
    const [first, second] = twins(count);
    expect(compareFolders(first, second)).toEqual({
      first: { records: count, epochs: 1 },
      second: { records: count, epochs: 1 },
    });
    goOn(first, (store) => commitRounds(store, [1, 2, 3]));
    goOn(second, (store) => commitRounds(store, [7, 8]));
    expect(messageOf(() => compareFolders(first, second))).toMatch(
      new RegExp(`two histories of one log: record ${count} is [0-9a-f]{64} in the first and [0-9a-f]{64}`),
    );
  });

  test("of which one is longer are no fork", () => {
    const [first, second] = twins(4);
    goOn(second, (store) => commitRounds(store, [1, 2]));
    expect(compareFolders(first, second).second.records).toBe(6);
  });
});

describe("a second folder", () => {
  const require = (first: Folder, second: Folder, held = [table.verifier]): string =>
    messageOf(() => requireSecond(first, second, held, apart));

  test("is this table's, or nobody's", () => {
    const [first, second] = twins(2);
    expect(require(first, second)).toBe("nothing: undefined");
    expect(require(first, folderOf(freshFolder()))).toBe("nothing: undefined");
    const foreign = journalIn(freshFolder(), 2, OTHER);
    expect(require(first, foreign)).toMatch(
      /is of the log .*, and this table's is .*: attach this table's own/,
    );
    // A first that is gone or cannot be read: the keys decide that are at hand.
    for (const damage of [() => rmSync(first.journal), () => writeFileSync(first.journal, "x".repeat(9_000))]) {
      damage();
      expect(require(first, second)).toBe("nothing: undefined");
      expect(require(first, second, [OTHER.verifier])).toMatch(/is of the log/);
      expect(require(first, second, [])).toMatch(/is of the log .* undefined/);
    }
  });

  test("that is none, or has a key in it, is refused", () => {
    const [first, second] = twins(1);
    expect(require(first, folderOf(join(second.folder, "none")))).toMatch(/is not there: mount its disk/);
    writeFileSync(join(second.folder, "file"), "");
    expect(require(first, folderOf(join(second.folder, "file")))).toMatch(/is no folder/);
    for (const key of ["table.key.pem", "test.key.pem"]) {
      writeFileSync(join(second.folder, key), "");
      expect(require(first, second)).toContain(`${join(second.folder, key)} is a signing key`);
      rmSync(join(second.folder, key));
    }
  });

  test("with files and no journal is refused, unless it is this log's that was begun", () => {
    const [first] = twins(1);
    for (const [name, says] of [
      ["journal.epochs/000001.db", /holds epochs of a journal without its first one/],
      ["recordings/wheel-000001.jsonl", /holds recordings\/wheel-000001\.jsonl and no journal/],
      ["cases/round-7.tirada-case", /holds cases\/round-7\.tirada-case and no journal/],
    ] as const) {
      const second = folderOf(freshFolder());
      mkdirSync(join(second.folder, name, ".."), { recursive: true });
      writeFileSync(join(second.folder, name), "x");
      expect(require(first, second)).toMatch(says);
      writeFileSync(join(second.folder, "journal.begun"), OTHER.verifier.vkey);
      expect(require(first, second)).toMatch(says);
      rmSync(join(second.folder, "journal.begun"));
      for (let n = 0; n < 2; n++) markBegun(first, second);
      expect(require(first, second)).toBe("nothing: undefined");
      // Whose it is cannot be said without the first.
      expect(require(folderOf(freshFolder()), second)).toMatch(says);
    }
  });
});

describe("the first journal comes back", () => {
  const restored = (first: Folder, second: Folder): string => messageOf(() => restoreJournal(first, second));
  const hashesIn = (path: string): unknown => verifyPath(path);

  test("with what the second has more; what is whole and longer stays as it is", () => {
    const [first, second] = twins(3);
    goOn(second, (store) => commitRounds(store, [1, 2]));
    expect(restoreJournal(first, second)).toEqual({
      from: 0,
      to: 4,
      aside: [`${first.journal}.damaged-1`],
      mended: [],
    });
    expect(verifyPath(first.journal)).toMatchObject({ ok: true, records: 5 });
    goOn(first, (store) => commitRounds(store, [3]));
    const before = readFileSync(first.journal);
    expect(restoreJournal(first, second)).toEqual({ from: 0, to: -1, aside: [], mended: [] });
    expect(readFileSync(first.journal)).toEqual(before);
  });

  test("where it is damaged or gone, and a line that no key signed is damage", () => {
    for (const damage of [
      ({ journal }: Folder) => rmSync(journal),
      ({ journal }: Folder) => writeFileSync(journal, ""),
      ({ journal }: Folder) => writeFileSync(journal, "SQLite"),
      ({ journal }: Folder) => writeFileSync(journal, readFileSync(journal).subarray(0, 9_000)),
      ({ journal }: Folder) => tamper(journal, "UPDATE record SET line = replace(line, 'result', 'resalt')"),
      ({ journal }: Folder) => tamper(journal, "UPDATE record SET sig = 'AAAA' WHERE seq = 2"),
      ({ journal }: Folder) => tamper(journal, "UPDATE start SET epoch = 1"),
      ({ journal }: Folder) => tamper(journal, "UPDATE record SET kind = 'other' WHERE seq = 1"),
    ]) {
      const [first, second] = twins(6);
      damage(first);
      const { to } = restoreJournal(first, second);
      expect(to).toBe(5);
      expect(verifyPath(first.journal)).toMatchObject({ ok: true, records: 6 });
    }
  });

  test("not where a key of the table signed both", () => {
    const [first, second] = twins(6);
    goOn(first, (store) => commitRounds(store, [1]));
    goOn(second, (store) => commitRounds(store, [2, 3]));
    tamper(first.journal, "UPDATE record SET kind = 'other' WHERE seq = 1");
    const before = readFileSync(first.journal);
    expect(restored(first, second)).toMatch(
      /are two histories of one log: record 6 is [0-9a-f]{64} in the first/,
    );
    expect(readFileSync(first.journal)).toEqual(before);
    expect(readdirSync(first.folder).filter((name) => name.includes("damaged"))).toEqual([]);
  });

  test("not from a second that is not as it was signed itself", () => {
    for (const [change, says] of [
      [
        "UPDATE record SET sig = (SELECT sig FROM record WHERE seq = 3) WHERE seq = 4",
        /record 4: the signature/,
      ],
      ["DELETE FROM checkpoint; UPDATE record SET line = '{}' WHERE seq = 0", /record 0/],
    ] as const) {
      const [first, second] = twins(6);
      rmSync(first.journal);
      tamper(second.journal, change);
      expect(restored(first, second)).toMatch(says);
      expect(restored(first, second)).toMatch(/^the first copy .* cannot be used, and the second, /);
      expect(existsSync(first.journal)).toBe(false);
      expect(hashesIn(second.journal)).toMatchObject({ ok: false });
    }
  });

  test("epoch by epoch; one that is whole is not touched", async () => {
    const first = folderOf(freshFolder());
    const store = openTestStore(first.journal);
    for (let epoch = 1; epoch <= 3; epoch++) {
      commitInEpoch(store, { kind: "result" });
      store.beginEpoch(epoch);
      await closeEpoch(store);
    }
    store.close();
    const second = folderOf(freshFolder());
    cpSync(first.folder, second.folder, { recursive: true });
    rmSync(`${second.journal}-lock`);
    const [own, copy] = [first, second].map(({ folder }) => join(folder, "journal.epochs", "000001.db"));
    if (own === undefined || copy === undefined) throw new Error("there are two");
    // One closed epoch is damaged in each: what is whole in the other takes its place.
    const whole = [first.journal, copy].map((path) => readFileSync(path));
    for (const path of [first.journal, copy]) {
      const bytes = readFileSync(path);
      bytes[9_000] = (bytes[9_000] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    }
    expect(restoreJournal(first, second)).toEqual({
      from: 0,
      to: 0,
      aside: [`${first.journal}.damaged-1`],
      mended: ["journal.epochs/000001.db"],
    });
    expect([first.journal, copy].map((path) => readFileSync(path))).toEqual(whole);
    for (const { folder } of [first, second]) expect(verifyPath(folder).problems).toEqual([]);
    // Damaged in both: nothing is restored from it.
    for (const path of [own, copy]) writeFileSync(path, readFileSync(path).subarray(0, -4_096));
    expect(restored(first, second)).toMatch(/000001\.db: .*copy the folder for the inspector/);
    for (const { folder } of [first, second])
      expect(readdirSync(join(folder, "journal.epochs")).join()).not.toContain("000001.db.damaged-2");
    expect(readdirSync(join(first.folder, "journal.epochs")).join()).not.toContain("damaged");
  });
});
