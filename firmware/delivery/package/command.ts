import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { oneOf, type OptionsOf, printLine } from "../../cli/common.ts";
import { usageProblem } from "../../problem.ts";
import { PLATFORMS } from "../releases/manifest.ts";
import { buildRelease } from "../build/build-release.ts";
import { buildFloorPackage, buildOfficePackage, buildPackage } from "./build-package.ts";
import { makeOffline, signerOfOffline, sizeOf } from "./offline.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const LEVEL = 6;

/** `tirada release package`. */
export function addReleasePackage(command: Command): void {
  declareReleasePackage(command).action(packWanted);
}

const declareReleasePackage = (command: Command) =>
  command
    .option(
      "--for <platform>",
      `the machine that it is for: ${PLATFORMS.join(", ")}; without it, all`,
      oneOf(PLATFORMS),
    )
    .option("--out <folder>", "where the packages are written", "dist")
    .option("--offline", "beside each a folder that installs it, with all that it needs, without a network")
    .option("--package <file>", "makes that folder of a package that is built already; with --offline")
    .option("--office <file>", "with --package: the package for machines of the office, which lies beside it")
    .option("--key <file>", "with --offline: the OpenPGP secret key that signs the list of packages")
    .option("--passphrase-file <file>", "a file with the passphrase of that key")
    .option("--with <package...>", "with --offline: further packages of Debian, such as chrony")
    .option("--sources <file>", "with --offline: sources of apt in place of this machine's");

type PackageCommand = OptionsOf<typeof declareReleasePackage>;

async function packWanted(options: PackageCommand): Promise<void> {
  const { package: built, offline = false } = options;
  if (options.office !== undefined && built === undefined)
    throw usageProblem("--office belongs to --package: without it both packages are built");
  if (!offline && (built ?? options.key ?? options.with ?? options.sources) !== undefined)
    throw usageProblem("--package, --key, --with and --sources belong to --offline");
  if (offline && options.key === undefined)
    throw usageProblem("--offline needs --key, the OpenPGP key that signs the list of packages");
  if (built === undefined) await packAll(options);
  else putOffline({ ...options, package: built });
}

/** A folder that installs a package without a network. */
function putOffline({
  package: deb,
  key = "",
  out,
  with: more = [],
  ...rest
}: PackageCommand & { readonly package: string }): void {
  const { office = null, sources = null, passphraseFile = null } = rest;
  const folder = makeOffline({
    root: ROOT,
    package: deb,
    office,
    out: resolve(out),
    with: more,
    sources,
    key,
    passphraseFile,
  });
  printLine(`${folder}  ${(sizeOf(folder) / 1e6).toFixed(1)} MB, signed by ${signerOfOffline(folder)}`);
  printLine(`install it with: sudo sh ${basename(folder)}/install`);
  if (office !== null)
    printLine(`on a machine of the office with: sudo sh ${basename(folder)}/install --office`);
}

async function packAll(options: PackageCommand): Promise<void> {
  process.removeAllListeners("warning");
  const out = resolve(options.out);
  const epoch = secondOfCommit();
  for (const platform of options.for === undefined ? PLATFORMS : [options.for]) {
    const release = mkdtempSync(join(tmpdir(), "tirada-release-"));
    try {
      const known = await buildRelease({
        root: ROOT,
        platform,
        out: release,
        noReturn: false,
        packages: null,
      });
      const file = await buildPackage({ root: ROOT, release, known, out, epoch, level: LEVEL });
      printLine(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB, release ${known.digest.slice(0, 16)}`);
      const office = await buildOfficePackage({ root: ROOT, known, out, epoch, level: LEVEL });
      printLine(`${office}  for machines of the office, beside it`);
      const floor = await buildFloorPackage({ root: ROOT, known, out, epoch, level: LEVEL });
      printLine(`${floor}  for machines of the casino's floor, beside it`);
      if (options.offline === true) putOffline({ ...options, package: file, office });
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
