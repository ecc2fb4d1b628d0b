import { expect, it, test } from "vitest";
import { clientOf, playedRepository } from "./client.ts";
import { Repository, TARGETS_CHANGED } from "./repository.ts";

/** Files as they were signed, and no others. Titles: the names of the suite's cases. */

test.each(["target_file.txt", "path/to/a/target_file.txt"])(
  "client_downloads_expected_file, in_sub_dir: %s",
  async (path) => {
    const { repository, client } = await playedRepository();
    repository.addFile("targets", path, "target file contents");
    repository.publish(...TARGETS_CHANGED);
    expect([await client.refresh(), client.downloads]).toEqual([true, []]);
    expect([await client.download(path), client.downloads]).toEqual([true, ["target file contents"]]);
  },
);

test("repository_substitutes_target_file", async () => {
  const { repository, client } = await playedRepository();
  repository.addFile("targets", "one", "contents");
  repository.addFile("targets", "other", "other contents");
  repository.publish(...TARGETS_CHANGED);
  expect([await client.download("one"), client.downloads]).toEqual([true, ["contents"]]);
  // Of the same length, longer and shorter.
  for (const malicious of ["malicious data", "malicious data that is longer", "bad"]) {
    for (const name of ["one", "other"]) repository.files.set(name, Buffer.from(malicious));
    await client.download("one");
    expect(client.downloads).toEqual(["contents"]);
    expect([await client.download("other"), client.downloads]).toEqual([false, ["contents"]]);
  }
});

it("does not fetch again what is there as it was signed (findCachedTarget)", async () => {
  const { repository, client } = await playedRepository();
  repository.addFile("targets", "file", "contents");
  repository.publish(...TARGETS_CHANGED);
  expect(await client.download("file")).toBe(true);
  expect([await client.download("file"), repository.askedFiles.length]).toEqual([true, 1]);
  repository.addFile("targets", "file", "other contents");
  repository.publish(...TARGETS_CHANGED);
  expect([await client.download("file"), repository.askedFiles.length]).toEqual([true, 2]);
  expect(client.downloads).toEqual(["other contents"]);
});

test("multiple_changes_to_target", async () => {
  const { repository, client } = await playedRepository();
  const there: string[] = [];
  for (let change = 0; change < 11; change++) {
    repository.addFile("targets", "file", `file ${change}`);
    repository.addFile("targets", `new-${change}`, `new file ${change}`);
    repository.publish(...TARGETS_CHANGED);
    if (change % 5 !== 0) continue;
    for (const name of ["file", `new-${change}`]) expect(await client.download(name)).toBe(true);
    there.push(`new file ${change}`);
    expect(client.downloads).toEqual([`file ${change}`, ...there].sort());
    repository.files.set("file", Buffer.from("malicious"));
    repository.publish(...TARGETS_CHANGED);
    await client.download("file");
    expect(client.downloads).toEqual([`file ${change}`, ...there].sort());
  }
});

test.each([[["sha256"]], [["sha512"]], [["sha256", "sha512"]]])(
  "download_with_hash_algorithms: %s",
  async (hashes) => {
    const { repository, client } = await playedRepository();
    repository.addFile("targets", "file", "contents", hashes);
    repository.publish(...TARGETS_CHANGED, "root");
    expect([await client.download("file"), client.downloads]).toEqual([true, ["contents"]]);
    const named = Object.values(repository.of("targets").targets["file"]!.hashes);
    expect(repository.askedFiles).toHaveLength(1);
    expect(named.map((hash) => `${hash}.file`)).toContain(repository.askedFiles[0]);
  },
);

test.each([
  ["alone", (sha256: string) => ({ "unknown-hash": sha256 })],
  ["beside a known one", (sha256: string) => ({ sha256, "unknown-hash": sha256 })],
  ["none at all", () => ({})],
])("download_with_unknown_hash_algorithm: %s", async (_, hashesOf) => {
  const { repository, client } = await playedRepository();
  repository.addFile("targets", "file", "contents");
  const info = repository.of("targets").targets["file"]!;
  info.hashes = hashesOf(info.hashes["sha256"]!);
  repository.publish(...TARGETS_CHANGED);
  expect([await client.download("file"), client.downloads]).toEqual([false, []]);
  expect([client.refusal, repository.askedFiles]).toEqual([expect.stringMatching(/^file: .* hash/), []]);
});

it("asks for no versions and no hashes where a repository says that it has none (consistent_snapshot)", async () => {
  const repository = new Repository();
  repository.root.consistent_snapshot = false;
  repository.addFile("targets", "file", "contents");
  repository.delegate("targets", "A", { paths: ["a/*"] });
  repository.addFile("A", "a/file", "contents of A");
  repository.publish("root", "A", ...TARGETS_CHANGED);
  const client = await clientOf(repository);
  await client.trust(repository.bytes("root"));
  for (const name of ["file", "a/file"]) expect(await client.download(name)).toBe(true);
  expect(client.downloads).toEqual(["contents", "contents of A"]);
  expect(repository.asked.slice(0, 4)).toEqual(["3.root", "timestamp", "snapshot", "targets"]);
  expect(repository.asked).toContain("A");
  expect(repository.askedFiles).toEqual(["file", "a/file"]);
});
