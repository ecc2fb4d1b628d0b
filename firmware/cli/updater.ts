import { resolve } from "node:path";
import { Command } from "commander";
import { systemClock } from "../../src/time/system-clock.ts";
import { EXIT, Problem, usageProblem } from "../problem.ts";
import { ReleaseError } from "../releases/errors.ts";
import { manifestsIn, platformHere, readManifestFile } from "../releases/release-folder.ts";
import { readRoots, readUpdaterConfig } from "../updater/config.ts";
import { readPlan } from "../updater/plan.ts";
import { runUpdater, type RunningUpdater } from "../updater/run.ts";
import { readSlots } from "../updater/slots.ts";
import { initSlots } from "../updater/updater.ts";
import { asProblem } from "../unit/failure.ts";
import { printLine, stopSignal } from "./common.ts";
import { reportError } from "./main.ts";

/** `tirada-updater`: the program of the service, and what is done before its first start. */
export async function updaterProgram(args: readonly string[]): Promise<void> {
  const program = new Command("tirada-updater")
    .description("Installs releases for one table, tries them and goes back: see docs/technician.md, Updating.")
    .helpOption("--help", "explain this command")
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  const config = ["--config <file>", "configuration of the updater", "/etc/tirada/updater.yaml"] as const;
  program
    .command("run")
    .description("Runs until it is asked to stop.")
    .option(...config)
    .action(({ config: path }: Options) => run(path));
  program
    .command("init")
    .description(
      "Lays down the first release of a table, confirmed, from a folder with its manifest and archives.",
    )
    .option(...config)
    .requiredOption("--from <folder>", "the folder")
    .action(({ config: path, from }: Options & { readonly from: string }) => init(path, from));
  program
    .command("check-self")
    .description("Says whether this updater could run: configuration, roots and folder can be read.")
    .option(...config)
    .action(({ config: path }: Options) => checkSelf(path));
  try {
    await program.parseAsync(["node", "tirada-updater", ...args]);
  } catch (error) {
    process.exitCode = reportError(
      error instanceof ReleaseError ? new Problem(EXIT.release, error.message, { cause: error }) : error,
    );
  }
}

interface Options {
  readonly config: string;
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

async function init(path: string, from: string): Promise<void> {
  const config = readUpdaterConfig(path);
  const folder = resolve(from);
  const names = manifestsIn(folder);
  const here = platformHere();
  const known = names
    .map((name) => readManifestFile(`${folder}/${name}`))
    .filter(({ manifest }) => manifest.platform === here);
  const [first] = known;
  if (first === undefined || known.length > 1)
    throw usageProblem(
      `${folder} must hold one release for ${here ?? "this machine"}; it holds ${known.length}`,
    );
  const slot = await initSlots(config.folder, { from: folder, known: first, platform: here });
  printLine(`release ${first.manifest.version} (${first.digest}) is confirmed in ${slot}`);
}

function checkSelf(path: string): void {
  const config = readUpdaterConfig(path);
  readRoots(config);
  readSlots(config.folder);
  readPlan(config.folder);
  printLine("in order");
}
