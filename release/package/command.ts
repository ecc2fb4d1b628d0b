import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { printLine } from "../../firmware/cli/common.ts";
import { usageProblem } from "../../firmware/problem.ts";
import { PLATFORMS, type Platform } from "../../firmware/releases/manifest.ts";
import { platformOf } from "../build/command.ts";
import { buildRelease } from "../build/build-release.ts";
import { buildPackage } from "./build-package.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LEVEL = 6;

interface PackageCommand {
  readonly for?: Platform;
  readonly out: string;
}

/** `tirada release package`. */
export function addReleasePackage(command: Command): void {
  command
    .option(
      "--for <platform>",
      `the machine that it is for: ${PLATFORMS.join(", ")}; without it, all`,
      platformOf,
    )
    .option("--out <folder>", "where the packages are written", "dist")
    .action(packAll);
}

async function packAll(options: PackageCommand): Promise<void> {
  process.removeAllListeners("warning");
  const out = resolve(options.out);
  const epoch = secondOfCommit();
  for (const platform of options.for === undefined ? PLATFORMS : [options.for]) {
    const release = mkdtempSync(join(tmpdir(), "tirada-release-"));
    try {
      const known = await buildRelease({
        ...{ root: ROOT, platform, out: release, noReturn: false, packages: null },
      });
      const file = await buildPackage({ root: ROOT, release, known, out, epoch, level: LEVEL });
      printLine(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB, release ${known.digest.slice(0, 16)}`);
    } finally {
      rmSync(release, { recursive: true, force: true });
    }
  }
}

/** When the commit that is packed was made, so that it gives the same bytes whenever it is packed. */
export function secondOfCommit(): number {
  try {
    return Number(execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: ROOT, encoding: "utf8" }));
  } catch (error) {
    throw usageProblem("a package is built in a checkout: git says when its commit was made", error);
  }
}
