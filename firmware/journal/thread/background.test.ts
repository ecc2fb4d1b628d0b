import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cosignCheckpoint } from "../../../src/record/checkpoint.ts";
import { witness } from "../../../src/record/vector.fixture.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { more } from "../../../test/support/volume.ts";
import { startBackgroundWork } from "./background.ts";
import { epochPath } from "../../evidence/log/epoch-files.ts";
import type { JournalError } from "../../files/errors.ts";
import { closeEpoch, commitInEpoch, freshFolder, openTestStore } from "../store/journal.fixture.ts";
import { isPruned } from "../epochs/pruning.ts";
import { REREAD_AFTER_US, REREAD_WITHIN_US } from "../store/reread.ts";
import type { Store } from "../store/store.ts";
import { verifyOnCores } from "../../evidence/verify/verify-cores.ts";
import { journalTasks } from "../../evidence/verify/verify-journal.ts";

/** What is done with closed epochs beside all else: they are read again, and pruned where a record lets them be. */

const clock = systemClock();
const DAY = 86_400;

/** Three closed epochs; the first ones may be pruned, where that is asked for. */
async function played(isPrunable = false): Promise<{ path: string; store: Store }> {
  const path = join(freshFolder(), "journal.db");
  const store = openTestStore(path, null, isPrunable ? { days: 30, cosigners: [witness.verifier.vkey] } : null);
  for (let epoch = 0; epoch < 3; epoch++) {
    commitInEpoch(store, { kind: "result", round: epoch });
    const sealed = store.signCheckpointNow();
    if (isPrunable && sealed !== null) {
      const line = cosignCheckpoint(sealed.note, witness, 1_700_000_000 + epoch * 40 * DAY).slice(
        sealed.note.length,
      );
      store.cosign({ size: sealed.size, line, at: "2026-11-21T10:02:00.000Z" });
    }
    store.beginEpoch(epoch + 1);
    await closeEpoch(store);
  }
  return { path, store };
}

interface Working {
  readonly failures: unknown[];
  readonly damaged: number[];
  /** Looks once a second of a day, until this is true. */
  readonly until: (isDone: () => boolean) => Promise<void>;
}

function working(store: Store, hasSecond: boolean): Working {
  const failures: unknown[] = [];
  const damaged: number[] = [];
  const fail = (error: unknown): void => {
    failures.push(error);
    store.fail(error as JournalError);
  };
  const work = startBackgroundWork(store, fail, hasSecond ? (epoch) => damaged.push(epoch) : null);
  onTestFinished(() => work.end());
  work.look(monoUs(0));
  let at: number = REREAD_AFTER_US;
  const until = async (isDone: () => boolean): Promise<void> => {
    for (let looks = 0; !isDone(); looks++) {
      expect(looks).toBeLessThan(20_000);
      work.look(monoUs((at += REREAD_WITHIN_US)));
      await clock.sleep(2_000);
    }
  };
  return { failures, damaged, until };
}

const flip = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

test.each([false, true])(
  "an epoch that rots is found and ends the journal; a second copy: %s",
  async (hasSecond) => {
    const flipped = (path: string): void => flip(path, readFileSync(path).indexOf('"round"'));
    const cut = (path: string): void => writeFileSync(path, readFileSync(path).subarray(0, 9_000));
    for (const damage of more([hasSecond ? cut : flipped], [flipped, cut])) {
      const { path, store } = await played();
      const { failures, damaged, until } = working(store, hasSecond);
      damage(epochPath(path, 1));
      await until(() => failures.length > 0);
      expect(failures).toHaveLength(1);
      expect((failures[0] as JournalError).code).toBe("corrupt");
      expect(damaged).toEqual(hasSecond ? [1] : []);
      expect((failures[0] as JournalError).message).toMatch(
        hasSecond ? /start the table again: what is damaged comes back/ : /copy the folder for the inspector/,
      );
      expect(store.ended).toBe(true);
    }
  },
);

test("what may be pruned is pruned, one after the other; what rotted before is not", async () => {
  const { path, store } = await played(true);
  const { failures, until } = working(store, false);
  const count = store.epochs.pruned?.epochs ?? 0;
  expect(count).toBe(2);
  await until(() => [0, 1].every((epoch) => isPruned(epochPath(path, epoch))));
  expect(failures).toEqual([]);
  const other = await played(true);
  flip(epochPath(other.path, 0), 9_000);
  const second = working(other.store, true);
  await second.until(() => second.failures.length > 0);
  expect(String(second.failures[0])).toMatch(/epoch 0 of the journal/);
  expect(second.damaged).toEqual([0]);
  expect(isPruned(epochPath(other.path, 0))).toBe(false);
});

test("the first file that cannot be read ends a verification on all cores", async () => {
  const { path, store } = await played();
  store.close();
  const ask = (): ReturnType<typeof journalTasks> =>
    journalTasks(path, { trust: null, witnesses: [], recordings: undefined });
  expect((await verifyOnCores(ask())).ok).toBe(true);
  const tasks = ask();
  for (const epoch of [0, 1, 2, 3]) writeFileSync(epochPath(path, epoch), "SQLite format 3\0 and no more");
  await expect(verifyOnCores(tasks)).rejects.toThrow(/journal/);
});
