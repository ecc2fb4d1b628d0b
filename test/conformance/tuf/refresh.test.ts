import { expect, it, test } from "vitest";
import type { TestedClient } from "./client.ts";
import { clientOf, playedRepository } from "./client.ts";
import { dayText, daysFrom, Repository, TARGETS_CHANGED, TOP } from "./repository.ts";
import { newSigner, withFields } from "./signer.ts";

/** What a client asks for, what it trusts, and when what it trusts has expired. Titles: the names of the suite's cases. */

const FIRST_ASKED = ["2.root", "timestamp", "1.snapshot", "1.targets"];

/** Changes the JSON of published metadata after they were signed. */
function changed(bytes: Buffer, change: (value: Parsed) => void): Buffer {
  const value = JSON.parse(bytes.toString()) as Parsed;
  change(value);
  return Buffer.from(JSON.stringify(value));
}
interface Parsed {
  readonly signed: Record<string, unknown>;
  readonly signatures: { sig: string }[];
}

test("basic_refresh_requests, basic_refresh_trusted_data", async () => {
  const { repository, client } = await playedRepository();
  expect([await client.refresh(), repository.asked]).toEqual([true, FIRST_ASKED]);
  for (const role of TOP) expect(client.trusted(role)).toEqual(repository.bytes(role));
});

test("implicit_refresh", async () => {
  const { repository, client } = await playedRepository();
  expect([await client.download("nonexistent artifact"), repository.asked]).toEqual([false, FIRST_ASKED]);
  expect(client.refusal).toBe("the repository has no target nonexistent artifact");
  for (const role of TOP) expect(client.trusted(role)).toEqual(repository.bytes(role));
});

test.each([
  ["invalid_initial_root", ({ signed }: Parsed) => delete signed["version"]],
  ["unsigned_initial_root", ({ signatures: [one] }: Parsed) => one && (one.sig = `00${one.sig.slice(2)}`)],
])("%s", async (_, change) => {
  const repository = new Repository();
  const client = await clientOf(repository);
  await client.trust(changed(repository.bytes("root"), change));
  expect([await client.refresh(), repository.asked]).toEqual([false, []]);
});

test.each([
  ["root", { root: 1 }],
  ["timestamp", { root: 2 }],
  ["snapshot", { root: 2, timestamp: 2 }],
  ["targets", { root: 2, timestamp: 2, snapshot: 2 }],
])("unsigned_metadata: %s", async (role, trusted) => {
  const { repository, client } = await playedRepository();
  repository.signers.set(role, []);
  repository.publish("root", ...TARGETS_CHANGED);
  expect([await client.refresh(), client.versions]).toEqual([false, trusted]);
});

test.each([
  ["root", { root: 1 }],
  ["snapshot", { root: 2, timestamp: 2 }],
  ["targets", { root: 2, timestamp: 2, snapshot: 2 }],
])("url_and_metadata_version_mismatch: %s", async (role, trusted) => {
  const { repository, client } = await playedRepository();
  // The file is called 2.ROLE.json, and what is signed says 3.
  repository.of(role).version += 1;
  repository.publish("root", ...TARGETS_CHANGED);
  expect([await client.refresh(), client.versions]).toEqual([false, trusted]);
});

test("timestamp_content_changes", async () => {
  const { repository, client } = await playedRepository();
  expect(await client.refresh()).toBe(true);
  const before = client.trusted("timestamp");
  repository.beginAgain("timestamp");
  repository.of("timestamp").meta["snapshot.json"] = { version: 100 };
  repository.publish("timestamp");
  expect([await client.refresh(), repository.asked.at(-1)]).toEqual([true, "timestamp"]);
  expect(client.trusted("timestamp")).toEqual(before);
});

test.each([
  ["hash", { hashes: { sha256: "46".repeat(32) } }],
  ["length", { length: 10 }],
])("basic_metadata_hash_support: %s", async (_, wrong) => {
  const { repository, client } = await playedRepository();
  repository.hasHashes = true;
  repository.publish(...TARGETS_CHANGED);
  expect(await client.refresh()).toBe(true);
  repository.publish("targets");
  Object.assign(repository.of("snapshot").meta["targets.json"]!, wrong);
  repository.publish("snapshot", "timestamp");
  expect([await client.refresh(), client.versions]).toMatchObject([false, { snapshot: 3, targets: 2 }]);
});

test("metadata_bytes_match", async () => {
  const { repository, client } = await playedRepository();
  const bytes = Buffer.concat([repository.bytes("timestamp"), Buffer.from(" ")]);
  repository.published.set("timestamp", [bytes]);
  expect([await client.refresh(), client.trusted("timestamp")]).toEqual([true, bytes]);
});

test("new_targets_version_mismatch", async () => {
  const { repository, client } = await playedRepository();
  expect(await client.refresh()).toBe(true);
  repository.publish("targets");
  expect([await client.refresh(), client.versions["targets"]]).toEqual([true, 1]);
  expect(repository.asked.at(-1)).toBe("timestamp");
});

test("custom_fields", async () => {
  const { repository, client } = await playedRepository();
  expect(await client.refresh()).toBe(true);
  repository.addKey("root", withFields(newSigner(), { "extra-field": { a: 1, b: 2 } }));
  repository.root["custom-field"] = "value";
  repository.keysOf("root")["another-field"] = "value";
  repository.publish("root");
  expect([await client.refresh(), client.versions["root"]]).toEqual([true, 2]);
});

test("deprecated_keyid_hash_algorithms", async () => {
  const { repository, client } = await playedRepository();
  const signer = withFields(newSigner(), { keyid_hash_algorithms: "md5" });
  repository.setKeys("snapshot", [signer], 1, [signer]);
  repository.publish("root", "snapshot", "timestamp");
  expect([await client.refresh(), client.versions]).toMatchObject([true, { root: 2, snapshot: 2 }]);
});

test("snapshot_404, targets_404, timestamp_404", async () => {
  const { repository, client } = await playedRepository();
  expect(await client.refresh()).toBe(true);
  repository.of("timestamp").meta["snapshot.json"]!.version += 1;
  repository.publish("timestamp");
  expect([await client.refresh(), repository.asked.at(-1)]).toEqual([false, "2.snapshot"]);
  expect(client.versions).toEqual({ root: 1, timestamp: 2, snapshot: 1, targets: 1 });
  repository.of("snapshot").meta["targets.json"]!.version += 1;
  repository.publish("snapshot", "timestamp");
  expect([await client.refresh(), repository.asked.at(-1)]).toEqual([false, "2.targets"]);
  expect(client.versions).toEqual({ root: 1, timestamp: 3, snapshot: 2, targets: 1 });
  repository.published.delete("timestamp");
  expect([await client.refresh(), repository.asked.at(-1)]).toEqual([false, "timestamp"]);
});

test("incorrect_metadata_type", async () => {
  const { repository, client } = await playedRepository();
  // A snapshot that would do as a timestamp: the same key signs it, and it vouches for a snapshot.
  repository.addKey("snapshot", repository.signers.get("timestamp")![0]);
  repository.of("snapshot").meta = { "snapshot.json": { version: 1 } };
  repository.publish("root", "snapshot");
  repository.published.set("timestamp", [repository.bytes("snapshot")]);
  expect([await client.refresh(), client.versions]).toEqual([false, { root: 2 }]);
});

it("takes the time as it is told (faketime)", async () => {
  const { repository, client } = await playedRepository();
  repository.root.expires = dayText(7);
  repository.publish("root");
  expect(await client.refresh()).toBe(true);
  client.now = daysFrom(8);
  expect([await client.refresh(), client.refusal]).toEqual([false, "Final root.json is expired"]);
});

test("root_expired", async () => {
  const { repository, client } = await playedRepository();
  expect(await client.refresh()).toBe(true);
  repository.publish("root");
  expect(await client.refresh()).toBe(true);
  repository.root.expires = dayText(-1);
  repository.publish("root", "timestamp");
  // The root itself is followed: it may name those who sign the next one.
  expect([await client.refresh(), client.versions]).toMatchObject([false, { root: 3, timestamp: 1 }]);
});

test.each([
  ["timestamp", ["timestamp"], { root: 1, timestamp: 1, snapshot: 1, targets: 1 }],
  ["snapshot", ["snapshot", "timestamp"], { root: 1, timestamp: 2, snapshot: 1, targets: 1 }],
  ["targets", [...TARGETS_CHANGED], { root: 1, timestamp: 2, snapshot: 2, targets: 1 }],
])("%s_expired", async (role, published, trusted) => {
  const { repository, client } = await playedRepository();
  expect(await client.refresh()).toBe(true);
  repository.of(role).expires = dayText(-5);
  repository.publish(...published);
  expect([await client.refresh(), client.versions]).toEqual([false, trusted]);
});

test.each(["root", "timestamp"])("expired_local_%s", async (role) => {
  const { repository, client } = await playedRepository();
  repository.of(role).expires = dayText(7);
  repository.publish(role);
  expect(await client.refresh()).toBe(true);
  repository.of(role).expires = dayText(21);
  repository.publish(...new Set([role, ...TARGETS_CHANGED]));
  repository.publish(...TARGETS_CHANGED);
  client.now = daysFrom(18);
  // What has expired is still good for fetching the newest.
  expect([await client.refresh(), client.versions]).toMatchObject([true, { snapshot: 3, targets: 3 }]);
  client.now = daysFrom(22);
  expect(await client.refresh()).toBe(false);
});

test("a client that was told of no root asks for nothing", async () => {
  const repository = new Repository();
  const client: TestedClient = await clientOf(repository);
  expect([await client.refresh(), repository.asked]).toEqual([false, []]);
});
