import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { privatePem } from "../../../src/record/keys.ts";
import { keyFromSeed, SEED_1, table } from "../../../src/record/vector.fixture.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { monoUs, US_PER_S, wallMs } from "../../../src/time/instant.ts";
import { openJournal, type Journal } from "../thread/client.ts";
import { epochPath } from "../../evidence/log/epoch-files.ts";
import { closeEpoch, commitInEpoch, LOG, nextCommit } from "../store/journal.fixture.ts";
import { openStore } from "../store/open-store.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";
import { SecondAtStart } from "./begin-second.ts";
import { COMPARE_EVERY_US, SECOND_SILENT_US } from "./limits.ts";
import { findPlace, requireOtherDisk } from "./devices.ts";
import { answersInTime } from "./answers.ts";
import { damagedNames } from "./marks.ts";
import type { SecondState } from "./messages.ts";
import { ALL } from "../../../test/support/volume.ts";

/** The second copy in its thread, on two file systems of this machine. */

const MEMORY = "/dev/shm";
const clock = systemClock();
const LIMITLESS = { recordingBytes: null, pictureBytes: null };
const flipIn = (path: string): void => {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};
const folderIn = (above: string): string => {
  const folder = mkdtempSync(join(above, "tirada-second-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

async function open(first: string, second: string, required = true): Promise<Journal> {
  const dir = join(first, "recordings");
  mkdirSync(dir, { recursive: true });
  const journal = await openJournal({
    path: join(first, "journal.db"),
    keyPath: join(first, "table.key.pem"),
    log: LOG,
    recordings: { dir, keepBytes: 1_000_000 },
    second: { folder: second, required, kept: LIMITLESS },
  });
  onTestFinished(() => journal.close().catch(() => undefined));
  return journal;
}

async function commitMany(journal: Journal, count: number): Promise<boolean> {
  let head = journal.head();
  const done = await Promise.all(
    Array.from({ length: count }, () => {
      const made = nextCommit(head);
      head = made.head;
      return journal.commit({ line: made.line, hash: made.hash });
    }),
  );
  return done.every(({ inBoth }) => inBoth);
}

const look = (journal: Journal, seconds: number): ReturnType<Journal["checkpoint"]> =>
  journal.checkpoint(monoUs(seconds * US_PER_S), wallMs(0));
const recordsIn = (folder: string): number => {
  const report = verifyPath(folder);
  expect(report.problems).toEqual([]);
  return report.records;
};

// Where both are one file system there is no second device to try with; the sequences of test/fault/second-copy.test.ts need none.
describe.runIf(existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(tmpdir()).dev)(
  "two file systems",
  () => {
    test("a required copy has each record when it is answered, and recordings and files too", async () => {
      const [first, second] = [folderIn(MEMORY), folderIn(tmpdir())];
      const journal = await open(first, second);
      await journal.recordingOpen("wheel-000001", "{}");
      journal.recordingAppend("one\n", monoUs(1));
      expect(await commitMany(journal, 150)).toBe(true);
      expect(recordsIn(second)).toBe(150);
      expect(readFileSync(join(second, "recordings", "wheel-000001.jsonl"), "utf8")).toBe("{}\none\n");
      expect(journal.second).toMatchObject({
        folder: second,
        required: true,
        behind: 0,
        lost: null,
        damaged: 0,
      });
      await journal.close();
      expect(recordsIn(second)).toBe(150);
      const again = await open(first, second);
      expect(again.copyRestored).toBeNull();
      expect(await commitMany(again, 5)).toBe(true);
      await again.close();
      expect(recordsIn(second)).toBe(155);
    });

    test.each([true, false])(
      "required: %s: a folder that goes away is lost, and caught up when it is back",
      async (required) => {
        const [first, second] = [folderIn(MEMORY), folderIn(tmpdir())];
        const journal = await open(first, second, required);
        expect(await commitMany(journal, 10)).toBe(true);
        const lookUntil = async (
          seconds: number,
          isSo: (state: SecondState | null) => boolean,
        ): Promise<void> => {
          for (let at = 0; !isSo((await look(journal, seconds)).second); at++) {
            if (at >= 10_000) throw new Error(JSON.stringify((await look(journal, seconds)).second));
            await clock.sleep(1_000);
          }
        };
        await lookUntil(1, (state) => state?.lost == null);
        renameSync(second, `${second}-away`);
        const isInBoth = await commitMany(journal, 10);
        expect(isInBoth).toBe(!required);
        // It is opened again at once, and by then may say that the folder is not there.
        await lookUntil(2, (state) => state?.lost != null && state.lost.why !== "catching-up");
        expect((await journal.recent(1))[0]?.seq).toBe(19);
        renameSync(`${second}-away`, second);
        await lookUntil(13, (state) => state?.lost == null);
        expect(await commitMany(journal, 1)).toBe(true);
        await journal.close();
        expect(recordsIn(second)).toBe(21);
        expect(recordsIn(first)).toBe(21);
      },
    );

    if (ALL)
      test("what rots in either copy while the table runs is found, and comes back at the next start", async () => {
        const [first, second] = [folderIn(MEMORY), folderIn(tmpdir())];
        const store = openStore({ path: join(first, "journal.db"), signer: table, maxPages: null });
        for (let epoch = 1; epoch <= 3; epoch++) {
          commitInEpoch(store, { kind: "result" });
          store.beginEpoch(epoch);
          await closeEpoch(store);
        }
        store.close();
        writeFileSync(join(first, "table.key.pem"), privatePem(keyFromSeed(SEED_1)), { mode: 0o600 });
        const journal = await open(first, second);
        const [epoch, other] = [
          epochPath(join(first, "journal.db"), 0),
          epochPath(join(second, "journal.db"), 1),
        ];
        const [whole, wholeOther] = [epoch, other].map((path) => readFileSync(path));
        const found = journal.failed;
        const lookUntil = async (damaged: number, from: number, step: number): Promise<void> => {
          for (let at = 0; damagedNames(first).length < damaged; at++) {
            expect(at).toBeLessThan(20_000);
            await look(journal, from + at * step).catch(() => undefined);
            await clock.sleep(1_000);
          }
        };
        flipIn(other);
        await look(journal, 0);
        await lookUntil(1, COMPARE_EVERY_US / US_PER_S, 1);
        expect((await look(journal, 60_000)).second?.damaged).toBe(1);
        flipIn(epoch);
        await lookUntil(2, 100_000, 30_000);
        expect(damagedNames(first)).toEqual(["journal.db", "journal.epochs/000001.db"]);
        expect((await found).message).toMatch(
          /journal\.db.*; start the table again: what is damaged comes back/,
        );
        await journal.close().catch(() => undefined);
        const again = await open(first, second);
        expect(again.copyRestored).toMatchObject({
          because: "files-damaged",
          exchanged: "journal.db",
          exchangedInSecond: "journal.epochs/000001.db",
        });
        expect([epoch, other].map((path) => readFileSync(path))).toEqual([whole, wholeOther]);
        expect(again.second).toMatchObject({ lost: null, damaged: 0 });
        await again.close();
        for (const folder of [first, second]) expect(verifyPath(folder).problems).toEqual([]);
      });

    if (ALL)
      test("a disk that was there and is not at the start is lost; one that never was is refused", async () => {
        const [first, second] = [folderIn(MEMORY), folderIn(tmpdir())];
        const journal = await open(first, second);
        await commitMany(journal, 3);
        await journal.close();
        rmSync(second, { recursive: true });
        writeFileSync(second, "no folder");
        await expect(open(first, second)).rejects.toThrow(/is no folder/);
        rmSync(second);
        await expect(open(folderIn(MEMORY), second)).rejects.toThrow(/is not there/);
        await expect(open(folderIn(tmpdir()), MEMORY)).rejects.toThrow(/where a disk is mounted/);
        await expect(open(folderIn(tmpdir()), folderIn(tmpdir()))).rejects.toThrow(/lies on the disk of/);
        const alone = await open(first, second);
        expect(alone.second?.lost?.why).toBe("cannot-open");
        expect(await commitMany(alone, 2)).toBe(false);
        expect(alone.head().seq).toBe(5);
      });

    test("the kernel's own finder tells one disk from another", () => {
      const [first, second, third] = [folderIn(MEMORY), folderIn(tmpdir()), folderIn(tmpdir())];
      expect(() => requireOtherDisk(first, second, findPlace)).not.toThrow();
      expect(() => requireOtherDisk(second, third, findPlace)).toThrow(/another device/);
    });
  },
);

/** A thread that never ends, as one does that asks a disk which hangs. */
const hung = { start: () => undefined, end: () => undefined };

describe("a second copy's disk that hangs at the start", () => {
  test("is waited for a while, and answers in time whatever it answers", async () => {
    const time = fakeClock();
    const asked = answersInTime("/b", time, hung);
    await time.advanceSettling(SECOND_SILENT_US - 1);
    expect(time.waiting()).toHaveLength(1);
    await time.advanceSettling(1);
    expect(await asked).toBe(false);
    for (const folder of [folderIn(tmpdir()), "/nowhere", "/proc/version"])
      expect(await answersInTime(folder, clock)).toBe(true);
    expect(time.waiting()).toEqual([]);
  });

  test("is lost where it has been used, and nothing there is asked; refused in one line where it has not", () => {
    const first = folderIn(tmpdir());
    const path = join(first, "journal.db");
    const at = new SecondAtStart(path, { folder: "/b", required: true, kept: LIMITLESS }, () => {
      throw new Error("it was asked");
    });
    expect(() => at.giveUp()).toThrow(
      /^storage\.second\.folder \/b gave no answer for 15 s: its disk hangs;[^\n]*$/,
    );
    writeFileSync(join(first, "journal.second"), "");
    at.giveUp();
    expect(at.loss).toMatchObject({ why: "slow" });
    expect([at.isAlone, at.canRestore, at.isAhead()]).toEqual([false, false, false]);
    at.requireOwn([]);
    expect(at.restoreFiles(LIMITLESS, [])).toBeNull();
  });
});

test("partitions of one disk are one disk", () => {
  const find = (folder: string): { fileSystem: number; disks: string[] } => ({
    fileSystem: folder.length,
    disks: folder === "/a" ? ["sda", "sdb"] : ["sdb"],
  });
  expect(() => requireOtherDisk("/a", "/bc", find)).toThrow(/\(sdb\)/);
  expect(() => requireOtherDisk("/bc", "/def", () => ({ fileSystem: 1, disks: [] }))).toThrow(/another device/);
});
