import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifyCertificate } from "../../../src/record/verify-certificate.ts";
import { EPOCH_CLOSED } from "../../../src/record/epoch.ts";
import { trustOf } from "../../../src/record/trust.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { realDisk, setDisk, type Disk } from "../../files/disk.ts";
import { certificateOf } from "../export/certificate-of.ts";
import { openForReading } from "../../evidence/log/database.ts";
import { JournalError } from "../../files/errors.ts";
import {
  closeEpoch,
  closingDetailOf,
  commitInEpoch,
  commitMany,
  freshFolder,
  openTestStore,
  table,
  tamper,
} from "../store/journal.fixture.ts";
import { Rereader, REREAD_AFTER_US, REREAD_WITHIN_US } from "../store/reread.ts";
import type { Store } from "../store/store.ts";
import { verifyEpoch } from "../../evidence/verify/verify-epoch.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";
import { joinReports, journalTasks } from "../../evidence/verify/verify-journal.ts";

/** A store whose first epoch of ten records was left and is not closed yet. */
function leftStore(): { readonly store: Store; readonly path: string } {
  const path = join(freshFolder(), "journal.db");
  const store = openTestStore(path);
  commitMany(store, 10);
  store.beginEpoch(1);
  return { store, path };
}

/** A disk of which one reading of a whole file is wrong: `change` is made to its first piece, and says by how much it is longer. */
function diskThatReads(wrongAt: number, change: (bytes: Buffer) => number): Disk {
  let readings = 0;
  const isWrong = (): boolean => readings++ === wrongAt;
  const changed = (bytes: Buffer, count: number): number => count + change(bytes);
  return {
    ...realDisk,
    readSync: ((fd: number, bytes: Buffer) => {
      const count = realDisk.readSync(fd, bytes);
      return count > 0 && isWrong() ? changed(bytes, count) : count;
    }) as Disk["readSync"],
    openAsync: async (...given) => {
      const file = await realDisk.openAsync(...given);
      const read = async (bytes: Buffer): Promise<{ bytesRead: number; buffer: Buffer }> => {
        const { bytesRead } = await file.read(bytes);
        return { bytesRead: bytesRead > 0 && isWrong() ? changed(bytes, bytesRead) : bytesRead, buffer: bytes };
      };
      return Object.assign(Object.create(file) as typeof file, { read, close: () => file.close() });
    },
  };
}

const codeOf = (act: () => unknown): string => {
  try {
    act();
    return "none";
  } catch (error) {
    return error instanceof JournalError ? error.code : String(error);
  }
};

describe("an epoch that is left", () => {
  test("is not closed while another program reads it, and records go on; then it is", async () => {
    const { store, path } = leftStore();
    const reader = openForReading(path);
    reader.prepare("SELECT count(*) FROM record").get();
    for (let n = 0; n < 5; n++) {
      expect(store.advanceEpochs()).toBe(null);
      commitInEpoch(store, { kind: "result", round: n });
    }
    expect(store.epochs.isClosing).toBe(true);
    reader.close();
    await closeEpoch(store);
    expect(store.epochs.isClosing).toBe(false);
    store.close();
    expect(verifyPath(path, { vkey: table.verifier.vkey }).problems).toEqual([]);
  });

  test("takes no record any more, and no record of another epoch is taken", () => {
    const { store } = leftStore();
    expect(codeOf(() => commitMany(store, 1))).toBe("refused");
    expect(codeOf(() => store.beginEpoch(2))).toBe("refused");
    commitInEpoch(store, { kind: "result" });
    // The one before is not closed yet.
    expect(codeOf(() => store.beginEpoch(2))).toBe("refused");
  });

  test("is closed by the next life too, which checks all of it, and where the open one begins", async () => {
    const { store, path } = leftStore();
    store.close();
    const again = openTestStore(path);
    expect(again.epochs.isClosing).toBe(true);
    again.close();
    const second = path.replace(/\.db$/, ".epochs/000001.db");
    tamper(second, `UPDATE start SET prev = '${"0".repeat(64)}'`);
    expect(() => openTestStore(path)).toThrow(
      /journal\.db is not as it was signed: the next epoch does not begin/,
    );
    tamper(second, `UPDATE start SET prev = '${store.head.prev}'`);
    const last = openTestStore(path);
    await closeEpoch(last);
    expect(last.epochs.closedCount).toBe(1);
  });

  test.each([
    ["byte of it", (bytes: Buffer) => bytes.writeUInt8(bytes.readUInt8(99) ^ 1, 99) - 100],
    ["end of it", () => -1],
  ])("is not closed by what its file was once read as: another %s", async (_, change) => {
    for (const wrongAt of [0, 1])
      for (const way of ["beside all else", "at once"]) {
        const { store, path } = leftStore();
        setDisk(diskThatReads(wrongAt, change));
        try {
          const close = async (): Promise<unknown> =>
            way === "at once" ? store.epochs.finish() : await closingDetailOf(store);
          const failure = await close().catch((error: unknown) => error);
          expect(failure).toMatchObject({ code: "io", fatal: true });
          expect((failure as Error).message).toMatch(/journal\.db gave two contents when it was read twice/);
        } finally {
          setDisk();
        }
        store.close();
        const again = openTestStore(path);
        await closeEpoch(again);
        again.close();
        expect(verifyPath(path, { vkey: table.verifier.vkey }).problems).toEqual([]);
      }
  });

  test("is followed by the next number and no other", () => {
    const store = openTestStore(join(freshFolder(), "journal.db"));
    commitMany(store, 3);
    for (const epoch of [0, 2, 5]) expect(codeOf(() => store.beginEpoch(epoch))).toBe("refused");
    store.beginEpoch(1);
    expect(store.start.epoch).toBe(1);
  });

  test("is closed by a record that says what its file is, and by no other", async () => {
    const { store } = leftStore();
    const detail = await closingDetailOf(store);
    for (const change of [
      { sha256: "0".repeat(64) },
      { bytes: 1 },
      { from: 1 },
      { to: 8 },
      { last: "1".repeat(64) },
    ])
      expect(codeOf(() => commitInEpoch(store, { kind: EPOCH_CLOSED, detail: { ...detail, ...change } }))).toBe(
        "refused",
      );
    commitInEpoch(store, { kind: EPOCH_CLOSED, detail });
    expect(codeOf(() => commitInEpoch(store, { kind: EPOCH_CLOSED, detail }))).toBe("refused");
    expect(store.ended).toBe(false);
  });

  test("may be closed while it is verified: the file is looked at once more, and another one is found", async () => {
    const { store, path } = leftStore();
    commitInEpoch(store, { kind: "result" });
    const journal = journalTasks(path, {
      trust: trustOf(table.verifier),
      witnesses: [],
      recordings: undefined,
    });
    const { tasks } = journal;
    const [first] = tasks;
    if (first === undefined) throw new Error("there are two files");
    const early = verifyEpoch(first);
    await closeEpoch(store);
    const late = verifyEpoch(tasks[1] ?? first);
    expect(joinReports(journal, [early, late]).problems).toEqual([]);
    const other = { ...first, path: tasks[1]?.path ?? "" };
    expect(
      joinReports({ ...journal, tasks: [other, ...tasks.slice(1)] }, [early, late]).problems[0]?.what,
    ).toMatch(/the file of epoch 0 is not the one that was closed/);
  });
});

test("a verification finds that an epoch begins elsewhere than the one before ends", () => {
  const { store, path } = leftStore();
  commitInEpoch(store, { kind: "result" });
  const journal = journalTasks(path, { trust: trustOf(table.verifier), witnesses: [], recordings: undefined });
  const [first, second] = journal.tasks.map(verifyEpoch);
  if (first === undefined || second === undefined) throw new Error("there are two files");
  const moved = { ...first, end: { ...first.end, prev: "0".repeat(64) } };
  expect(joinReports(journal, [moved, second]).problems[0]?.what).toMatch(
    /epoch 1: it does not go on where the one before ends/,
  );
});

describe("proofs over epochs", () => {
  test("of any record hold, also where a subtree becomes complete by the first record of an epoch", async () => {
    const store = openTestStore(join(freshFolder(), "journal.db"));
    commitMany(store, 63);
    for (const epoch of [1, 2, 3]) {
      store.beginEpoch(epoch);
      commitInEpoch(store, { kind: "first of it" });
      await closeEpoch(store);
      for (let n = 0; n < 70; n++) commitInEpoch(store, { kind: "result", round: n });
    }
    for (let seq = 0; seq < store.head.seq; seq++)
      expect(verifyCertificate(certificateOf(store, seq), table.verifier).problems).toEqual([]);
  });
});

describe("closed epochs", () => {
  /** The first epochs that a table which runs for an hour asks for, started so often. */
  const firstRead = (starts: number): number[] =>
    Array.from({ length: starts }, (_, start) => {
      const asked: number[] = [];
      const reread = new Rereader(
        {
          closedCount: 10,
          rereadTask: (epoch) => {
            asked.push(epoch);
            throw new JournalError("closed", "asked");
          },
          acceptReread: () => undefined,
          failEpoch: () => undefined,
          fail: () => undefined,
        },
        start * 7,
      );
      reread.look(0 as MonoUs);
      expect(() => reread.look(REREAD_AFTER_US as MonoUs)).toThrow("asked");
      return asked[0] ?? -1;
    });

  test("are begun with another one after each start, so that none is left out by a table that ends every night", () => {
    expect(new Set(firstRead(10)).size).toBe(10);
    expect(REREAD_WITHIN_US).toBe(24 * 3_600 * US_PER_S);
  });
});
