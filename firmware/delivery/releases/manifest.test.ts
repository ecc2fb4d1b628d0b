import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import {
  isReleasePath,
  MANIFEST_BYTES_MAX,
  readManifest,
  RELEASE_BYTES_MAX,
  RELEASE_FILES_MAX,
  RELEASE_PATH_MAX,
  splitPath,
  TARGET_BYTES_MAX,
  type ReleaseManifest,
} from "./manifest.ts";
import { manifestsIn, readManifestFile } from "./release-folder.ts";
import { fileOf, SMALL_FILES, smallFile, smallManifest, writeSmallRelease } from "./small-release.fixture.ts";

/** A folder that the tests of this file share. */
function temporaryFolderOnce(): string {
  return join(process.env["TMPDIR"] ?? "/tmp", `tirada-small-release-${process.pid}`);
}

describe("a manifest", () => {
  const text = smallManifest(temporaryFolderOnce(), SMALL_FILES);
  const changed = (change: (manifest: ReleaseManifest) => unknown): string =>
    smallManifest(temporaryFolderOnce(), SMALL_FILES, {}, change);
  const withFile = (file: Partial<ReturnType<typeof fileOf>>): string =>
    changed((manifest) => ({
      ...manifest,
      files: [{ ...fileOf(smallFile({})), path: "0", ...file }, ...manifest.files],
    }));

  test("has one text, and its hash", () => {
    expect(readManifest(text, "m").digest).toMatch(/^[0-9a-f]{64}$/);
    expect(() => readManifest(` ${text}`, "m")).toThrow(
      "m: is not written in canonical form; take the release again",
    );
    expect(() => readManifest("{", "m")).toThrow("m: is not JSON");
  });

  test.each([
    ["an unknown key", changed((manifest) => ({ ...manifest, more: 1 })), "manifest"],
    ["another format", changed((manifest) => ({ ...manifest, format: "tirada-release/2" })), "manifest"],
    ["another platform", changed((manifest) => ({ ...manifest, platform: "linux-arm" })), "manifest"],
    ["no target", changed((manifest) => ({ ...manifest, targets: {} })), "manifest"],
    [
      "a target that is too large",
      changed((manifest) => ({
        ...manifest,
        targets: { ...manifest.targets, app: { bytes: TARGET_BYTES_MAX + 1, sha256: "0".repeat(64) } },
      })),
      "manifest",
    ],
    ["rights of another", withFile({ mode: "0666" as "0644" }), "manifest"],
    ["set-user-id", withFile({ mode: "4755" as "0755" }), "manifest"],
    ["too many bytes", withFile({ bytes: RELEASE_BYTES_MAX }), "too-large"],
    [
      "a name twice",
      changed((manifest) => ({ ...manifest, files: [...manifest.files.slice(0, 1), ...manifest.files] })),
      "duplicate",
    ],
    [
      "a file that is a folder",
      changed((manifest) => ({
        ...manifest,
        files: [{ ...fileOf(smallFile({})), path: "bin" }, ...manifest.files],
      })),
      "duplicate",
    ],
    [
      "files out of order",
      changed((manifest) => ({ ...manifest, files: manifest.files.toReversed() })),
      "manifest",
    ],
    ["its own name", withFile({ path: "release.json" }), "manifest"],
  ] as const)("with %s is refused", (_name, made, fault) => {
    expect(() => readManifest(made, "m")).toThrow(expect.objectContaining({ fault }) as Error);
  });

  test("names no path that leads out, hides, or cannot be packed", () => {
    for (const path of [
      "/a",
      "a/../b",
      "..",
      ".a",
      "a/.b",
      "a//b",
      "a/",
      "-a",
      "a b",
      "a\\b",
      "a\n",
      "",
      "ñ",
      "a/-rf",
    ])
      expect([path, isReleasePath(path)]).toEqual([path, false]);
    for (const path of ["node_modules/@img/x/lib/a.so.8.18.7", "A/_b/c+d.node"])
      expect(isReleasePath(path)).toBe(true);
    const long = `${"a".repeat(139)}/${"b".repeat(100)}`;
    expect([long.length, isReleasePath(long)]).toEqual([RELEASE_PATH_MAX, true]);
    expect(splitPath(long)).toEqual({ folder: "a".repeat(139), name: "b".repeat(100) });
    expect(isReleasePath(`a${long}`)).toBe(false);
    expect(isReleasePath(`${"a".repeat(60)}/${"b".repeat(101)}`)).toBe(false);
  });

  test("has no more files and no more bytes than a release has", () => {
    const files = Array.from({ length: RELEASE_FILES_MAX + 1 }, (_, at) => ({
      ...fileOf(smallFile({})),
      path: `f${String(at).padStart(6, "0")}`,
    }));
    const many = (count: number): string =>
      changed((manifest) => ({ ...manifest, files: files.slice(0, count) }));
    expect(readManifest(many(1_000), "m").manifest.files).toHaveLength(1_000);
    expect(() => readManifest(many(RELEASE_FILES_MAX + 1), "m")).toThrow(/files/);
    const folder = temporaryFolder();
    writeFileSync(join(folder, "release.json"), " ".repeat(MANIFEST_BYTES_MAX + 1));
    expect(() => readManifestFile(join(folder, "release.json"))).toThrow(/at most 4194304 make sense/);
  });

  test("lies under the name of its hash", () => {
    const folder = temporaryFolder();
    const { digest } = writeSmallRelease(folder);
    const [name = ""] = manifestsIn(folder);
    expect(readManifestFile(join(folder, name)).digest).toBe(digest);
    const other = join(folder, `release-${"0".repeat(64)}.json`);
    writeFileSync(other, readFileSync(join(folder, name)));
    expect(() => readManifestFile(other)).toThrow(/its name is not the hash of its bytes/);
  });
});
