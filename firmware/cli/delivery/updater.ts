import { join, resolve } from "node:path";
import { Command } from "commander";
import { systemClock } from "../../../src/time/system-clock.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { isThere } from "../../files/disk.ts";
import { ReleaseError } from "../../delivery/releases/errors.ts";
import { MANIFEST_FILE, type KnownManifest, type Platform } from "../../delivery/releases/manifest.ts";
import { manifestsIn, platformHere, readManifestFile } from "../../delivery/releases/release-folder.ts";
import { copyRelease, unpackRelease } from "../../delivery/releases/unpack.ts";
import { readRoots, readUpdaterConfig } from "../../delivery/updater/config.ts";
import { readPlan } from "../../delivery/updater/plan.ts";
import { runUpdater, type RunningUpdater } from "../../delivery/updater/run.ts";
import { readSlots } from "../../delivery/updater/slots.ts";
import { initSlots } from "../../delivery/updater/updater.ts";
import { asProblem } from "../../unit/failure.ts";
import { printLine, stopSignal } from "../common.ts";
import { reportError } from "../run-commands.ts";

/** `tirada-updater`: the program of the service, and what is done before its first start. */
export async function updaterProgram(args: readonly string[]): Promise<void> {
  const program = new Command("tirada-updater")
    .description("Installs releases for one table, tries them and goes back: see docs/technician/updating.md.")
    .helpOption("--help", "explain this command")
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  const config = ["--config <file>", "configuration of the updater", "/etc/tirada/updater.yaml"] as const;
  program
    .command("run")
    .description("Runs until it is asked to stop.")
    .option(...config)
    .action(({ config: path }) => run(path));
  program
    .command("init")
    .description(
      "Lays down the first release of a table, confirmed, from a folder with its manifest and archives or with the release itself.",
    )
    .option(...config)
    .option("--folder <folder>", "where releases are kept, for a table whose updater has no configuration yet")
    .requiredOption("--from <folder>", "the folder")
    .action(init);
  program
    .command("check-self")
    .description("Says whether this updater could run: configuration, roots and folder can be read.")
    .option(...config)
    .action(({ config: path }) => checkSelf(path));
  try {
    await program.parseAsync(["node", "tirada-updater", ...args]);
  } catch (error) {
    process.exitCode = reportError(
      error instanceof ReleaseError ? new Problem(EXIT.release, error.message, { cause: error }) : error,
    );
  }
}

async function run(path: string): Promise<void> {
  const stopped = stopSignal();
  const config = readUpdaterConfig(path);
  let updater: RunningUpdater;
  try {
    updater = await runUpdater({ config, configPath: path, clock: systemClock(), say: printLine });
  } catch (error) {
    throw asProblem(error, config.folder);
  }
  printLine(`updater of ${config.table}, releases in ${config.folder}`);
  const end = await Promise.race([updater.failed, stopped]);
  await updater.stop();
  if (end instanceof Problem) throw end;
}

async function init(options: {
  readonly config: string;
  readonly from: string;
  readonly folder?: string;
}): Promise<void> {
  const root =
    options.folder === undefined ? readUpdaterConfig(options.config).folder : resolve(options.folder);
  const from = resolve(options.from);
  const here = platformHere();
  const isUnpacked = isThere(join(from, MANIFEST_FILE));
  const known = isUnpacked ? readManifestFile(join(from, MANIFEST_FILE)) : onlyRelease(from, here);
  const put = isUnpacked ? copyRelease : unpackRelease;
  const slot = await initSlots(root, put, { from, known, platform: here });
  printLine(`release ${known.manifest.version} (${known.digest}) is confirmed in ${slot}`);
}

/** The one release for this machine in a folder of manifests and archives. */
function onlyRelease(folder: string, here: Platform | null): KnownManifest {
  const known = manifestsIn(folder)
    .map((name) => readManifestFile(`${folder}/${name}`))
    .filter(({ manifest }) => manifest.platform === here);
  const [first] = known;
  if (first === undefined || known.length > 1)
    throw usageProblem(
      `${folder} must hold one release for ${here ?? "this machine"}; it holds ${known.length}`,
    );
  return first;
}

function checkSelf(path: string): void {
  const config = readUpdaterConfig(path);
  readRoots(config);
  readSlots(config.folder);
  readPlan(config.folder);
  printLine("in order");
}
