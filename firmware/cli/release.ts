import { join, resolve } from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { errorText, EXIT, Problem, usageProblem } from "../problem.ts";
import { INSTALLED_AT, RELEASE_ID, releaseText } from "../release.ts";
import { ReleaseError } from "../delivery/releases/errors.ts";
import {
  MANIFEST_FILE,
  PLATFORMS,
  TARGETS,
  unpackedBytes,
  type KnownManifest,
  type Platform,
} from "../delivery/releases/manifest.ts";
import {
  checkHandedOver,
  kindOfFolder,
  manifestsIn,
  platformHere,
  readManifestFile,
  requirePlatform,
} from "../delivery/releases/release-folder.ts";
import { requireInstalled } from "../delivery/releases/unpack.ts";
import { printLine } from "./common.ts";

interface ShowCommand {
  readonly json?: boolean;
}

interface CheckCommand {
  readonly for?: Platform;
}

/** `tirada release show`. */
export function addReleaseShow(command: Command): void {
  command
    .argument("[folder]", "a release, installed or handed over; left out: the one that runs")
    .option("--json", "manifest and digest as one JSON object a line")
    .action((folder: string | undefined, options: ShowCommand) => withStatus(() => show(folder, options)));
}

/** `tirada release check`. */
export function addReleaseCheck(command: Command): void {
  command
    .argument("[folder]", "a release, installed or handed over; left out: the one that runs")
    .option(
      "--for <platform>",
      `the machine that it must be for, when it is not this one: ${PLATFORMS.join(", ")}`,
      platformOf,
    )
    .action((folder: string | undefined, options: CheckCommand) => withStatus(() => check(folder, options)));
}

function platformOf(text: string): Platform {
  const found = PLATFORMS.find((one) => one === text);
  if (found === undefined) throw new InvalidArgumentError(`known: ${PLATFORMS.join(", ")}`);
  return found;
}

/** What is wrong with a release ends with the status of releases. */
async function withStatus(act: () => void | Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw error instanceof ReleaseError ? new Problem(EXIT.release, errorText(error), { cause: error }) : error;
  }
}

function show(folder: string | undefined, { json }: ShowCommand): void {
  const at = folder ?? INSTALLED_AT;
  if (at === null) {
    if (json === true) printLine(JSON.stringify({ digest: null, version: RELEASE_ID.version }));
    else printLine(`tirada ${releaseText(RELEASE_ID)}: no release, no digest`);
    return;
  }
  for (const known of releasesIn(resolve(at))) {
    if (json === true) printLine(JSON.stringify({ digest: known.digest, ...known.manifest }));
    else for (const line of linesOf(known)) printLine(line);
  }
}

/** Every release of a folder: the installed one, or all that are handed over in it. */
function releasesIn(folder: string): readonly KnownManifest[] {
  return kindOfFolder(folder, MANIFEST_FILE) === "installed"
    ? [readManifestFile(join(folder, MANIFEST_FILE))]
    : manifestsIn(folder).map((name) => readManifestFile(join(folder, name)));
}

function* linesOf({ manifest, digest }: KnownManifest): Generator<string> {
  const { version, platform, node, noReturn, formats, targets, files } = manifest;
  yield `tirada ${version} for ${platform}`;
  yield `  digest   ${digest}`;
  yield `  node     ${node}`;
  if (noReturn) yield "  no way back: it writes what the release before it cannot read";
  for (const name of TARGETS)
    yield `  ${name.padEnd(8)} ${targets[name].sha256}  ${megabytes(targets[name].bytes)} compressed`;
  yield `  files    ${files.length}, ${megabytes(unpackedBytes(manifest))} installed`;
  for (const [name, { reads, writes }] of Object.entries(formats))
    yield `  format   ${name}: reads ${reads.join(", ")}; writes ${writes.join(", ")}`;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function check(folder: string | undefined, options: CheckCommand): Promise<void> {
  const named = folder ?? INSTALLED_AT;
  if (named === null)
    throw usageProblem("this tirada runs from its source and is no release: name the folder of one");
  const at = resolve(named);
  const platform = options.for ?? platformHere();
  const all = releasesIn(at);
  const fitting = all.filter(({ manifest }) => manifest.platform === platform);
  const [first] = all;
  if (fitting.length === 0 && first !== undefined) requirePlatform(first, platform);
  for (const known of fitting) {
    if (kindOfFolder(at, MANIFEST_FILE) === "installed") requireInstalled(at, known);
    else await checkHandedOver(at, known, platform);
    const { version, files } = known.manifest;
    printLine(`in order: tirada ${version} for ${platform}, ${known.digest}, ${files.length} files`);
  }
}
