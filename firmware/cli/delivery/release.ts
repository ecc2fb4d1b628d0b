import { join, resolve } from "node:path";
import type { Command } from "commander";
import { errorText, EXIT, Problem, usageProblem } from "../../problem.ts";
import { INSTALLED_AT, RELEASE_ID, releaseText } from "../../release.ts";
import { ReleaseError } from "../../delivery/releases/errors.ts";
import {
  MANIFEST_FILE,
  PLATFORMS,
  TARGETS,
  unpackedBytes,
  type KnownManifest,
  type Platform,
} from "../../delivery/releases/manifest.ts";
import {
  checkHandedOver,
  kindOfFolder,
  manifestsIn,
  platformHere,
  readManifestFile,
  requirePlatform,
} from "../../delivery/releases/release-folder.ts";
import { sumOf } from "../../delivery/releases/installed-files.ts";
import { NONCE } from "../../../src/orders/order.ts";
import { requireInstalled } from "../../delivery/releases/unpack.ts";
import { tableLines } from "../../../src/text/table-lines.ts";
import { oneOf, printFound, printLine } from "../common.ts";

/** `tirada release show`. */
export function addReleaseShow(command: Command): void {
  command
    .argument("[folder]", "a release, installed or handed over; left out: the one that runs")
    .option("--json", "manifest and digest as one JSON object a line")
    .action((folder, options) => withStatus(() => show(folder, options)));
}

/** `tirada release check`. */
export function addReleaseCheck(command: Command): void {
  command
    .argument("[folder]", "a release, installed or handed over; left out: the one that runs")
    .option(
      "--for <platform>",
      `the machine that it must be for, when it is not this one: ${PLATFORMS.join(", ")}`,
      oneOf(PLATFORMS),
    )
    .option(
      "--nonce <word>",
      "the sum over every file that begins with this word, as the plain tools make it of an installed one (docs/inspector.md)",
      nonceOf,
    )
    .option(
      "--config <file>",
      "with --nonce: another sum, over this configuration of a table and the calibrations that it plays with",
    )
    .action((folder, options) => withStatus(() => check(folder, options)));
}

/** What is wrong with a release ends with the status of releases. */
async function withStatus(act: () => void | Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw error instanceof ReleaseError ? new Problem(EXIT.release, errorText(error), { cause: error }) : error;
  }
}

function show(folder: string | undefined, options: { readonly json?: true }): void {
  const at = folder ?? INSTALLED_AT;
  if (at === null)
    return printFound(options, { digest: null, version: RELEASE_ID.version }, () => [
      `tirada ${releaseText(RELEASE_ID)}: no release, no digest`,
    ]);
  for (const known of releasesIn(resolve(at)))
    printFound(options, { digest: known.digest, ...known.manifest }, () => linesOf(known));
}

/** Every release of a folder: the installed one, or all that are handed over in it. */
export function releasesIn(folder: string): readonly KnownManifest[] {
  return kindOfFolder(folder, MANIFEST_FILE) === "installed"
    ? [readManifestFile(join(folder, MANIFEST_FILE))]
    : manifestsIn(folder).map((name) => readManifestFile(join(folder, name)));
}

function linesOf({ manifest, digest }: KnownManifest): readonly string[] {
  const { version, platform, node, noReturn, formats, targets, files } = manifest;
  const rows = [
    ["digest", digest],
    ["node", node],
    ...TARGETS.map((name) => [name, `${targets[name].sha256}  ${megabytes(targets[name].bytes)} compressed`]),
    ["files", `${files.length}, ${megabytes(unpackedBytes(manifest))} installed`],
    ...Object.entries(formats).map(([name, { reads, writes }]) => [
      "format",
      `${name}: reads ${reads.join(", ")}; writes ${writes.join(", ")}`,
    ]),
  ];
  const lines = tableLines(rows, [{ width: 7 }]).map((line) => `  ${line}`);
  const warning = noReturn ? ["  no way back: it writes what the release before it cannot read"] : [];
  return [`tirada ${version} for ${platform}`, ...lines.slice(0, 2), ...warning, ...lines.slice(2)];
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

interface CheckOptions {
  readonly for?: Platform;
  readonly nonce?: string;
  readonly config?: string;
}

/** A word that nobody could have kept an answer to. */
function nonceOf(word: string): string {
  if (NONCE.test(word)) return word;
  throw usageProblem(
    `--nonce has ${word.length} characters: give 16 to 64 letters and digits that nobody knew before`,
  );
}

async function check(
  folder: string | undefined,
  { for: platform = platformHere() ?? undefined, nonce, config }: CheckOptions,
): Promise<void> {
  if (config !== undefined && nonce === undefined)
    throw usageProblem("--config goes with --nonce WORD: a sum that nobody could have kept ready");
  const named = folder ?? INSTALLED_AT;
  if (named === null)
    throw usageProblem("this tirada runs from its source and is no release: name the folder of one");
  const at = resolve(named);
  const all = releasesIn(at);
  const fitting = all.filter(({ manifest }) => manifest.platform === platform);
  const [first] = all;
  if (fitting.length === 0 && first !== undefined) requirePlatform(first, platform ?? null);
  for (const known of fitting) {
    if (kindOfFolder(at, MANIFEST_FILE) === "installed") requireInstalled(at, known);
    else await checkHandedOver(at, known, platform);
    const { version, files } = known.manifest;
    printLine(`in order: tirada ${version} for ${platform}, ${known.digest}, ${files.length} files`);
    // Each file was held against the manifest, installed or in its archive: its sum is the one that stands there.
    if (nonce !== undefined) printLine(sumOf(nonce, files));
  }
  if (config !== undefined && nonce !== undefined) await printTableSum(config, nonce);
}

/** The files that a table plays with besides its release, each with its sum, and the sum of all behind the word. */
async function printTableSum(config: string, nonce: string): Promise<void> {
  const { sumOfTable, tableFiles } = await import("../../unit/evidence/table-files.ts");
  const files = await tableFiles(resolve(config));
  for (const { path, sha256 } of files) printLine(`${sha256}  ${path}`);
  printLine(sumOfTable(nonce, files));
}
