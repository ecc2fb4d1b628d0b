import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { allCosignatures } from "../../evidence/log/cosignatures.ts";
import { openForReading, type Database } from "../../evidence/log/database.ts";
import { commitMany, freshFolder, openTestStore, tamper } from "../store/journal.fixture.ts";
import { endOf, someCheckpoints, storedSnapshot } from "../../evidence/log/rows.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";
import { EpochFollower } from "./copy-epoch.ts";

/** An epoch that takes records, followed by its second copy. */

const follower = (from: string, to: string): EpochFollower => {
  const made = new EpochFollower(from, to, () => undefined);
  onTestFinished(() => {
    made.close();
  });
  return made;
};

/** A journal of so many records, and a copy of its file. */
function copied(count: number): { from: string; to: string; store: ReturnType<typeof openTestStore> } {
  const [from, to] = [join(freshFolder(), "journal.db"), join(freshFolder(), "journal.db")];
  const store = openTestStore(from);
  commitMany(store, count, 3);
  store.tidy(true);
  store.tidy(true);
  cpSync(from, to);
  return { from, to, store };
}

test("what is new comes over, in pages, with checkpoints, state and each cosignature once", () => {
  const { from, to, store } = copied(70);
  const following = follower(from, to);
  expect(following.next).toBe(70);
  let steps = 0;
  following.follow(() => {
    steps++;
  });
  expect(steps).toBe(0);
  commitMany(store, 2_005, 7);
  const checkpoint = store.signCheckpointNow();
  following.follow(() => {
    steps++;
  });
  expect([steps, following.next]).toEqual([2, 2_075]);
  for (const [at, line] of ["— a AAAA\n", "— b AAAA\n", "— c AAAA\n"].entries()) {
    store.cosign({ size: checkpoint?.size ?? 0, line, at: `2026-01-0${at + 1}T00:00:00Z` });
    following.follow();
    following.follow();
  }
  const db = openForReading(to);
  expect(allCosignatures(db).map(({ line }) => line)).toEqual(["— a AAAA\n", "— b AAAA\n", "— c AAAA\n"]);
  const own = openForReading(from);
  for (const read of [endOf, storedSnapshot, (one: Database) => someCheckpoints(one, 0, 9_999)])
    expect(read(db)).toEqual(read(own));
  for (const one of [db, own]) one.close();
});

test.each([
  ["one that is missing", "DELETE FROM record WHERE seq = 70"],
  ["another line", "UPDATE record SET line = replace(line, 'result', 'resalt') WHERE seq = 71"],
  ["a line that is none", "UPDATE record SET line = '{}' WHERE seq = 71"],
  ["another hash", "UPDATE record SET hash = zeroblob(32) WHERE seq = 71"],
  ["no signature", "UPDATE record SET sig = 'AAAA' WHERE seq = 71"],
  [
    "another one's line and hash",
    "UPDATE record SET line = (SELECT line FROM record WHERE seq = 3), hash = (SELECT hash FROM record WHERE seq = 3) WHERE seq = 71",
  ],
])("%s is not copied, and nothing of what comes with it", (_, change) => {
  const { from, to, store } = copied(70);
  commitMany(store, 5);
  store.close();
  tamper(from, change);
  const following = follower(from, to);
  expect(() => following.follow()).toThrow(
    /was read otherwise than it was written: it is not copied; look at the/,
  );
  expect(verifyPath(to)).toMatchObject({ ok: true, records: 70 });
});

test("a line of another history is not copied, though its number and hash are right", () => {
  const { from, to, store } = copied(10);
  const other = copied(0);
  commitMany(other.store, 12, 5);
  commitMany(store, 2);
  store.close();
  other.store.close();
  cpSync(other.from, from);
  expect(() => follower(from, to).follow()).toThrow(/record 10 of the journal .* was read otherwise/);
});

test("a copy that cannot be opened leaves the first as it was", () => {
  const { from, store } = copied(1);
  expect(() => new EpochFollower(from, join(freshFolder(), "none", "journal.db"), () => undefined)).toThrow();
  expect(() => commitMany(store, 1)).not.toThrow();
});
