import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sumOf } from "../../delivery/releases/installed-files.ts";
import type { ReleaseManifest } from "../../delivery/releases/manifest.ts";
import { platformHere } from "../../delivery/releases/release-folder.ts";
import { writeSmallRelease } from "../../delivery/releases/small-release.fixture.ts";
import { unpackRelease } from "../../delivery/releases/unpack.ts";
import { verifyRelease } from "./verify-release.ts";

const NONCE = "2f7kqPzW90bnXc41";
const MANUAL = readFileSync(new URL("../../../docs/inspector.md", import.meta.url), "utf8");
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tirada-sum-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The commands of the manual that end in a sum behind the word. */
const RECIPES = MANUAL.split("\n").flatMap((line) =>
  /^\$ \{ echo "\$NONCE";/.test(line) ? [line.slice(2)] : [],
);

test("the sum is what public tools make of the files, and of the manifest alone", () => {
  expect(RECIPES).toHaveLength(2);
  const names = ["bin/a.mjs", "bin/B.mjs", "a-b/c.txt", "a/c.txt", "a b.txt", "z.json"];
  const files = names.map((path) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), `content of ${path}\n`);
    const sha256 = createHash("sha256").update(`content of ${path}\n`).digest("hex");
    return { path, sha256, mode: "0644", bytes: 1, target: "app", of: "x" };
  });
  writeFileSync(join(folder, "release.json"), JSON.stringify({ files }));
  for (const recipe of RECIPES) {
    const env = { PATH: process.env["PATH"], NONCE };
    const said = execFileSync("bash", ["-c", recipe], { cwd: folder, env, encoding: "utf8" });
    expect(said).toBe(`${sumOf(NONCE, files as never)}  -\n`);
  }
  expect(sumOf("another0another0", files as never)).not.toBe(sumOf(NONCE, files as never));
});

test("an installed release is read anew: its sum is that of the tools, and a changed file has none", async () => {
  const change = (manifest: ReleaseManifest) => ({ ...manifest, platform: platformHere() ?? "linux-x64" });
  const known = writeSmallRelease(join(folder, "from"), { change });
  const slot = await unpackRelease(join(folder, "rel"), { from: join(folder, "from"), known, platform: null });
  const release = { version: "1.2.3", manifest: known.digest };
  const [recipe = ""] = RECIPES;
  const env = { PATH: process.env["PATH"], NONCE };
  const said = execFileSync("bash", ["-c", recipe], { cwd: slot, env, encoding: "utf8" });
  expect(await verifyRelease(NONCE, release, slot)).toEqual({
    outcome: "done",
    why: null,
    result: { nonce: NONCE, ...release, files: known.manifest.files.length, sum: said.slice(0, 64) },
  });
  writeFileSync(join(slot, known.manifest.files[0]?.path ?? ""), "process.exit(1);\n");
  expect(await verifyRelease(NONCE, release, slot)).toMatchObject({ outcome: "failed", result: null });
});

test("a release that differs, or is none, is no sum", async () => {
  const release = { version: "0.8.0", manifest: "ab".repeat(32) };
  expect(await verifyRelease(NONCE, release, folder)).toMatchObject({ outcome: "failed", result: null });
  expect(await verifyRelease(NONCE, { ...release, manifest: null }, null)).toMatchObject({
    outcome: "failed",
    why: expect.stringContaining("from its source") as string,
  });
});
