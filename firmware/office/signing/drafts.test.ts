import { expect, it } from "vitest";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { ReleaseTree } from "../../../test/support/release-tree.ts";

/** The manifest of a release as far as a repository reads it, under the name that its digest gives it. */
const manifest = (version: string, digit: string): Readonly<Record<string, string>> => ({
  [`release-${digit.repeat(64)}.json`]: JSON.stringify({ version, of: digit }),
});

it("refuses one version with two digests: a changed program has another version", () => {
  const tree = new ReleaseTree();
  tree.release(2, manifest("2.0.0", "a"));
  // The same release again, under the same bytes, and the same under another number.
  tree.release(2, manifest("2.0.0", "a"));
  expect(() => tree.release(3, manifest("2.0.0", "b"))).toThrow(
    /^version 2\.0\.0 for linux-x64 is published already as release 2, with another digest: a changed program/,
  );
  tree.release(3, manifest("2.0.1", "b"));
  const { targets } = tree.at("image").newestTargets()!.signed;
  expect(Object.values(targets).flatMap(({ custom }) => custom["version"] ?? [])).toEqual(["2.0.0", "2.0.1"]);
});

it("takes what is called a manifest and is none as a file without a version", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "x"), "");
  const tree = new ReleaseTree(folder);
  tree.release(2, { [`release-${"c".repeat(64)}.json`]: "no JSON" });
  expect(Object.keys(tree.at("image").newestTargets()!.signed.targets)).toContain(
    `2/linux-x64/release-${"c".repeat(64)}.json`,
  );
});
