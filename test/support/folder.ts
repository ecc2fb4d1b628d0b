import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tirada-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder for all tests of a file, gone after the last one. */
export function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "tirada-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A disk of its own in memory, or null where mounting is not allowed. */
export function smallDisk(kib: number): string | null {
  const at = join(temporaryFolder(), "disk");
  mkdirSync(at);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kib}k`, "tmpfs", at]).status !== 0) return null;
  onTestFinished(() => void execFileSync("umount", ["-l", at]));
  return at;
}
