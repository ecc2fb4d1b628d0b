import { expect, test } from "vitest";
import { playedRepository } from "./client.ts";
import { TARGETS_CHANGED } from "./repository.ts";

/** Versions that go down, and how a repository gets over one that somebody set very high. Titles: the names of the suite's cases. */

const MANY = Array.from({ length: 99 });

test("simple_snapshot_rollback", async () => {
  const { repository, client } = await playedRepository();
  repository.publish("snapshot", "timestamp");
  expect(await client.refresh()).toBe(true);
  repository.publish("snapshot");
  // Nobody vouches for it: it is not even asked for.
  expect([await client.refresh(), client.versions["snapshot"]]).toEqual([true, 2]);
  expect(repository.asked.at(-1)).toBe("timestamp");
});

test("new_timestamp_version_rollback", async () => {
  const { repository, client } = await playedRepository();
  repository.publish("timestamp");
  expect([await client.refresh(), client.versions["timestamp"]]).toEqual([true, 2]);
  repository.beginAgain("timestamp");
  repository.publish("timestamp");
  expect([await client.refresh(), client.versions["timestamp"]]).toEqual([false, 2]);
  expect(repository.asked.at(-1)).toBe("timestamp");
});

test.each([false, true])("snapshot_rollback, with hashes: %s", async (hasHashes) => {
  const { repository, client } = await playedRepository();
  repository.hasHashes = hasHashes;
  repository.publish("snapshot", "timestamp");
  expect(await client.refresh()).toBe(true);
  repository.beginAgain("snapshot");
  repository.publish("snapshot", "timestamp");
  expect([await client.refresh(), client.versions]).toMatchObject([false, { timestamp: 2, snapshot: 2 }]);
  expect(repository.asked.at(-1)).toBe("timestamp");
});

test.each([false, true])("targets_rollback, with hashes: %s", async (hasHashes) => {
  const { repository, client } = await playedRepository();
  repository.hasHashes = hasHashes;
  repository.publish(...TARGETS_CHANGED);
  expect(await client.refresh()).toBe(true);
  repository.beginAgain("targets");
  repository.publish(...TARGETS_CHANGED);
  expect([await client.refresh(), client.versions]).toMatchObject([false, { snapshot: 2, targets: 2 }]);
});

test("root_rollback", async () => {
  const { repository, client } = await playedRepository();
  repository.publish("root");
  expect([await client.refresh(), client.versions["root"]]).toEqual([true, 2]);
  // In the place of version 3 lies version 1 again, and then version 2.
  for (const again of [1, 2]) {
    repository.published.set("root", [
      ...repository.published.get("root")!.slice(0, 2),
      repository.bytes("root", again),
    ]);
    expect([await client.refresh(), client.versions["root"]]).toEqual([false, 2]);
  }
});

test("new_snapshot_version_mismatch", async () => {
  const { repository, client } = await playedRepository();
  repository.publish("snapshot");
  repository.of("timestamp").meta["snapshot.json"]!.version -= 1;
  repository.publish("root", "timestamp");
  expect([await client.refresh(), client.versions]).toEqual([
    true,
    { root: 2, timestamp: 2, snapshot: 1, targets: 1 },
  ]);
});

test.each([
  // Who vouches for a role has a new key: what the old one said of versions counts no more.
  ["targets", ["snapshot"]],
  ["snapshot", ["snapshot", "timestamp"]],
  ["timestamp", ["timestamp"]],
])("new_%s_fast_forward_recovery", async (role, rotated) => {
  const { repository, client } = await playedRepository();
  for (const _ of MANY) repository.publish(role);
  repository.publish(...TARGETS_CHANGED.slice(TARGETS_CHANGED.indexOf(role as "targets") + 1));
  expect([await client.refresh(), client.versions[role]]).toEqual([true, 100]);
  repository.beginAgain(role);
  repository.publish(...TARGETS_CHANGED.slice(TARGETS_CHANGED.indexOf(role as "targets")));
  expect([await client.refresh(), client.versions[role]]).toEqual([false, 100]);

  for (const one of rotated) repository.rotate(one);
  repository.beginAgain(role);
  repository.publish("root", ...TARGETS_CHANGED);
  expect([await client.refresh(), client.versions[role]]).toEqual([true, 1]);
});
