import { statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InvalidArgumentError, type Command } from "commander";
import { printLine } from "../../cli/common.ts";
import { PLATFORMS, TARGETS, targetFile, unpackedBytes, type Platform } from "../releases/manifest.ts";
import { buildRelease } from "./build-release.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

interface BuildCommand {
  readonly for: Platform;
  readonly out: string;
  readonly return: boolean;
  readonly packages?: string;
}

/** `tirada release build`. */
export function addReleaseBuild(command: Command): void {
  command
    .requiredOption("--for <platform>", `the machine that it is for: ${PLATFORMS.join(", ")}`, platformOf)
    .requiredOption("--out <folder>", "where manifest and targets are written")
    .option("--no-return", "it writes what the release before it cannot read: there is no way back from it")
    .option(
      "--packages <folder>",
      "a folder whose node_modules npm made for this platform, instead of fetching",
    )
    .action(build);
}

export function platformOf(text: string): Platform {
  const found = PLATFORMS.find((one) => one === text);
  if (found === undefined) throw new InvalidArgumentError(`known: ${PLATFORMS.join(", ")}`);
  return found;
}

async function build(options: BuildCommand): Promise<void> {
  const out = resolve(options.out);
  // Node calls the function that takes the types away experimental; it is the one that it runs our files with.
  process.removeAllListeners("warning");
  const { manifest, digest } = await buildRelease({
    root: ROOT,
    platform: options.for,
    out,
    noReturn: !options.return,
    packages: options.packages === undefined ? null : resolve(options.packages),
  });
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  printLine(`release ${manifest.version} for ${manifest.platform}: ${digest}`);
  for (const name of TARGETS) {
    const file = targetFile(name, manifest.targets[name].sha256);
    printLine(`  ${name.padEnd(8)} ${megabytes(statSync(resolve(out, file)).size).padStart(8)}  ${file}`);
  }
  printLine(`  installed ${megabytes(unpackedBytes(manifest))} in ${manifest.files.length} files`);
}
