import { describe, expect, it, test } from "vitest";
import { sampleOfRun } from "../../support/volume.ts";
import { clientOf, playedRepository } from "./client.ts";
import { Repository, TARGETS_CHANGED } from "./repository.ts";
import { newSigner, renamed, SCHEMES, type Signer } from "./signer.ts";

/** Thresholds, kinds of keys, and one set of keys after the other. Titles: the names of the suite's cases. */

const SIGNERS: readonly Signer[] = Array.from({ length: 10 }, () => newSigner());
const pick = (places: readonly number[]): Signer[] => places.map((at) => SIGNERS[at]!);

/** Keys of a role by their places in {@link SIGNERS}, how many must sign, and who did. */
interface Keyed {
  readonly keys: readonly number[];
  readonly threshold: number;
  readonly by: readonly number[];
}
const keyed = (keys: readonly number[], threshold: number, by: readonly number[]): Keyed => ({
  keys,
  threshold,
  by,
});

const FIVE = [0, 1, 2, 3, 4];
const OTHER_FIVE = [0, 1, 3, 4, 5];

const ROOT_ROTATIONS: readonly (readonly [string, boolean, readonly Keyed[]])[] = [
  ["1-of-1-key-rotation", true, [keyed([1], 1, [1]), keyed([2], 1, [2, 1]), keyed([2], 1, [2])]],
  [
    "1-of-1-key-rotation-unused-signatures",
    true,
    [keyed([1], 1, [3, 1, 4]), keyed([2], 1, [3, 2, 1, 4]), keyed([2], 1, [3, 2, 4])],
  ],
  [
    "3-of-5-sign-with-different-keycombos",
    true,
    [
      keyed(FIVE, 3, [0, 2, 4]),
      keyed(FIVE, 3, [0, 4, 1]),
      keyed(FIVE, 3, [0, 1, 3]),
      keyed(FIVE, 3, [0, 1, 3]),
    ],
  ],
  ["3-of-5-one-key-rotated", true, [keyed(FIVE, 3, [0, 2, 4]), keyed(OTHER_FIVE, 3, [0, 4, 1])]],
  [
    "3-of-5-one-key-rotated-with-intermediate-step",
    true,
    [keyed(FIVE, 3, [0, 2, 4]), keyed(OTHER_FIVE, 3, [0, 2, 4, 5]), keyed(OTHER_FIVE, 3, [0, 4, 5])],
  ],
  [
    "3-of-5-all-keys-rotated-with-intermediate-step",
    true,
    [
      keyed(FIVE, 3, [0, 2, 4]),
      keyed([5, 6, 7, 8, 9], 3, [0, 2, 4, 5, 6, 7]),
      keyed([5, 6, 7, 8, 9], 3, [5, 6, 7]),
    ],
  ],
  ["1-of-3-threshold-increase-to-2-of-3", true, [keyed([1, 2, 3], 1, [1]), keyed([1, 2, 3], 2, [1, 2])]],
  [
    "2-of-3-threshold-decrease-to-1-of-3",
    true,
    [keyed([1, 2, 3], 2, [1, 2]), keyed([1, 2, 3], 1, [1, 2]), keyed([1, 2, 3], 1, [1])],
  ],
  ["1-of-2-threshold-increase-to-2-of-2", true, [keyed([1], 1, [1]), keyed([1, 2], 2, [1, 2])]],
  ["1-of-1-key-rotation-fail-not-signed-with-old-key", false, [keyed([1], 1, [1]), keyed([2], 1, [2, 3, 4])]],
  ["1-of-1-key-rotation-fail-not-signed-with-new-key", false, [keyed([1], 1, [1]), keyed([2], 1, [1, 3, 4])]],
  [
    "3-of-5-one-key-rotate-fails-not-signed-with-3-new-keys",
    false,
    [keyed(FIVE, 3, [0, 2, 4]), keyed(OTHER_FIVE, 3, [0, 2, 4])],
  ],
  [
    "3-of-5-one-key-rotate-fails-not-signed-with-3-old-keys",
    false,
    [keyed(FIVE, 3, [0, 2, 4]), keyed(OTHER_FIVE, 3, [0, 4, 5])],
  ],
  [
    "1-of-3-threshold-bump-to-2-of-3-fails-new-threshold-not-reached",
    false,
    [keyed([1, 2, 3], 1, [1]), keyed([1, 2, 3], 2, [2])],
  ],
  [
    "2-of-3-threshold-decr-to-1-of-3-fails-old-threshold-not-reached",
    false,
    [keyed([1, 2, 3], 2, [1, 2]), keyed([1, 2, 3], 1, [1])],
  ],
];

describe("root_rotation", () => {
  it.each(sampleOfRun(ROOT_ROTATIONS, 6, "root rotations"))("%s", async (_, isTrusted, roots) => {
    const repository = new Repository();
    repository.published.delete("root");
    for (const { keys, threshold, by } of roots) {
      repository.setKeys("root", pick(keys), threshold, pick(by));
      repository.publish("root");
    }
    const client = await clientOf(repository);
    await client.trust(repository.bytes("root", 1));
    expect(await client.refresh()).toBe(isTrusted);
    expect(client.trusted("root")).toEqual(repository.bytes("root", roots.length - (isTrusted ? 0 : 1)));
  });
});

const ROTATIONS: readonly (readonly [string, boolean, Keyed])[] = [
  ["1-of-1-key-rotation", true, keyed([2], 1, [2])],
  ["1-of-1-key-rotation-unused-signatures", true, keyed([1], 1, [3, 1, 4])],
  ["1-of-1-key-rotation-fail-not-signed-with-new-key", false, keyed([2], 1, [1, 3, 4])],
  ["3-of-5-one-key-signature-wrong-not-signed-with-3-expected-keys", false, keyed(OTHER_FIVE, 3, [0, 2])],
  ["2-of-5-one-key-signature-missing-threshold-not-reached", false, keyed(OTHER_FIVE, 3, [0, 4])],
  ["3-of-5-sign-first-combo", true, keyed(FIVE, 3, [0, 2, 4])],
  ["3-of-5-sign-second-combo", true, keyed(FIVE, 3, [0, 4, 1])],
  ["3-of-5-sign-third-combo", true, keyed(FIVE, 3, [0, 1, 3])],
  ["3-of-5-sign-fourth-combo", true, keyed(FIVE, 3, [1, 2, 3])],
  ["3-of-5-sign-fifth-combo", true, keyed(FIVE, 3, [2, 3, 4])],
];

describe("non_root_rotations", () => {
  it.each(sampleOfRun(ROTATIONS, 4, "rotations"))("%s", async (_, isTrusted, { keys, threshold, by }) => {
    const { repository, client } = await playedRepository();
    for (const role of ["timestamp", "snapshot", "targets"]) {
      repository.setKeys(role, pick(keys), threshold, pick(by));
      repository.publish("root", ...TARGETS_CHANGED);
      expect(await client.refresh()).toBe(isTrusted);
      if (isTrusted) expect(client.trusted(role)).toEqual(repository.bytes(role));
      else expect(client.trusted(role)).toBeNull();
    }
  });
});

test("root_has_keys_but_not_snapshot", async () => {
  const { repository, client } = await playedRepository();
  expect(await client.refresh()).toBe(true);
  repository.setKeys("snapshot", pick([0, 1, 2, 3]), 3, pick([0, 1, 2, 3]));
  repository.publish("root", "snapshot", "timestamp");
  expect([await client.refresh(), client.versions]).toMatchObject([true, { root: 2, snapshot: 2 }]);
  repository.setKeys("snapshot", pick([0, 1, 2, 3]), 4, pick([0, 1, 2]));
  repository.publish("root", "snapshot", "timestamp");
  expect([await client.refresh(), client.versions]).toMatchObject([false, { root: 3, snapshot: 2 }]);
});

test("snapshot_threshold", async () => {
  const { repository, client } = await playedRepository();
  expect(await client.refresh()).toBe(true);
  repository.setKeys("snapshot", pick(FIVE), 6, pick(FIVE));
  repository.publish("root", "snapshot", "timestamp");
  expect([await client.refresh(), client.versions["snapshot"]]).toEqual([false, 1]);
});

test("duplicate_keys_root", async () => {
  const { repository, client } = await playedRepository();
  const signer = repository.addKey("snapshot");
  const { keyids } = repository.keysOf("snapshot");
  for (let times = 0; times < 8; times++) keyids.push(signer.id);
  repository.keysOf("snapshot").threshold = 6;
  repository.publish("root", "snapshot", "timestamp");
  expect([await client.refresh(), client.trusted("snapshot")]).toEqual([false, null]);
});

test("duplicate_sig_keyids", async () => {
  const { repository, client } = await playedRepository();
  const [signer, other] = pick([0, 1]) as [Signer, Signer];
  repository.setKeys("timestamp", [signer, other], 2, [signer, signer]);
  repository.publish("root", "timestamp");
  expect([await client.refresh(), client.trusted("timestamp")]).toEqual([false, null]);
});

it("counts no signature under the name of another key", async () => {
  const { repository, client } = await playedRepository();
  const [signer, other] = pick([0, 1]) as [Signer, Signer];
  repository.setKeys("timestamp", [signer, other], 2, [signer, renamed(signer, other.id)]);
  repository.publish("root", "timestamp");
  expect([await client.refresh(), client.trusted("timestamp")]).toEqual([false, null]);
});

it.each(SCHEMES)("knows keys of %s, and what they did not sign", async (scheme) => {
  const { repository, client } = await playedRepository();
  const [signer, other] = [newSigner(scheme), newSigner(scheme)];
  repository.setKeys("timestamp", [signer], 1, [renamed(other, signer.id)]);
  repository.publish("root", "timestamp");
  expect([await client.refresh(), client.trusted("timestamp")]).toEqual([false, null]);
  repository.signers.set("timestamp", [signer]);
  repository.publish("timestamp");
  expect([await client.refresh(), client.versions["timestamp"]]).toEqual([true, 3]);
});
