import { statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { oneOf, type OptionsOf, printLine, printLines } from "../../cli/common.ts";
import { tableLines } from "../../../src/text/table-lines.ts";
import { PLATFORMS, TARGETS, targetFile, unpackedBytes } from "../releases/manifest.ts";
import { buildRelease } from "./build-release.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** `tirada release build`. */
export function addReleaseBuild(command: Command): void {
  declareReleaseBuild(command).action(build);
}

const declareReleaseBuild = (command: Command) =>
  command
    .requiredOption("--for <platform>", `the machine that it is for: ${PLATFORMS.join(", ")}`, oneOf(PLATFORMS))
    .requiredOption("--out <folder>", "where manifest and targets are written")
    .option("--no-return", "it writes what the release before it cannot read: there is no way back from it")
    .option(
      "--packages <folder>",
      "a folder whose node_modules npm made for this platform, instead of fetching",
    );

async function build(options: OptionsOf<typeof declareReleaseBuild>): Promise<void> {
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
  const rows = TARGETS.map((name) => {
    const file = targetFile(name, manifest.targets[name].sha256);
    return [name, megabytes(statSync(resolve(out, file)).size), file];
  });
  const table = tableLines(rows, [{ width: 7 }, { width: 7, align: "right" }]);
  printLines(table.map((line) => `  ${line}`));
  printLine(`  installed ${megabytes(unpackedBytes(manifest))} in ${manifest.files.length} files`);
}
