import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import type { WallMs } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { writeFileSync } from "../../files/disk.ts";
import { errorText, usageProblem } from "../../problem.ts";
import type { OptionsOf } from "../common.ts";
import { readRegularFile } from "../../files/read-file.ts";
import { TreeFetcher } from "../../delivery/update/fetcher.ts";
import { httpTree } from "../../delivery/update/http-tree.ts";
import { ROOT_MAX_BYTES } from "../../delivery/update/limits.ts";
import { TufUpdater } from "../../delivery/update/tuf-library.ts";

/** `tirada-tuf-client` with the words behind its name, by the machine's clock: status 0, or 1 with one line. */
export async function tufClient(args: readonly string[]): Promise<void> {
  const refusal = await runTufClient(args, null);
  if (refusal === null) return;
  process.stderr.write(`tirada-tuf-client: ${refusal}\n`);
  process.exitCode = 1;
}

/**
 * The client of The Update Framework that tirada updates with, alone, as an outside suite asks for it: one repository, any web
 * server. It has none of a unit's own rules (director, floor, times, way in) and installs nothing. `now` is what expiry is held
 * against; null: the machine's clock. Resolves with null, or with one line that says what was refused.
 */
export async function runTufClient(args: readonly string[], now: WallMs | null): Promise<string | null> {
  const program = declareClient(new Command("tirada-tuf-client"))
    .description("The update client of tirada against one repository, for outside test suites.")
    .helpOption("--help", "explain this command")
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  program
    .command("init <root>")
    .description("Trusts this root.")
    .action((root) => {
      writeFileSync(join(program.opts().metadataDir, "root.json"), readRegularFile(root, ROOT_MAX_BYTES));
    });
  program
    .command("refresh")
    .description("Brings the metadata up to date.")
    .action(() => withUpdater(program.opts(), now, (updater) => updater.refresh()));
  program
    .command("download")
    .description("Brings the metadata up to date, and fetches a target that is not there yet.")
    .action(() =>
      withUpdater(program.opts(), now, (updater) => download(updater, required(program.opts(), "targetName"))),
    );
  try {
    await program.parseAsync(["node", "tirada-tuf-client", ...args]);
    return null;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return null;
    return errorText(error).replace(/\s*\n\s*/g, " ");
  }
}

const declareClient = (program: Command) =>
  program
    .requiredOption("--metadata-dir <folder>", "where trusted metadata lie")
    .option("--metadata-url <url>", "address of the metadata")
    .option("--target-name <name>", "path of the target to download")
    .option("--target-base-url <url>", "address of the targets")
    .option("--target-dir <folder>", "where targets are downloaded to");

type ClientOptions = OptionsOf<typeof declareClient>;

function required(options: ClientOptions, name: keyof ClientOptions): string {
  const value = options[name];
  const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (value === undefined) throw usageProblem(`--${option} is missing`);
  return value;
}

async function download(updater: TufUpdater, name: string): Promise<void> {
  await updater.refresh();
  const target = await updater.find(name);
  if (target === undefined) throw usageProblem(`the repository has no target ${name}`);
  if ((await updater.findCached(target)) === undefined) await updater.download(target);
}

async function withUpdater(
  options: ClientOptions,
  now: WallMs | null,
  act: (updater: TufUpdater) => Promise<void>,
): Promise<void> {
  const url = required(options, "metadataUrl");
  const tls = { ca: null, cert: null, key: null };
  const tree = httpTree({ url, tls, clock: systemClock(), allowPlain: true });
  const part = mkdtempSync(join(tmpdir(), "tirada-tuf-"));
  const fetcher = new TreeFetcher(tree, join(part, "part"));
  try {
    const updater = new TufUpdater({
      metadataDir: options.metadataDir,
      metadataUrl: tree.url,
      targetUrl: options.targetBaseUrl ?? tree.url,
      targetDir: options.targetDir ?? options.metadataDir,
      fetcher,
      now,
    });
    await act(updater);
  } catch (error) {
    throw fetcher.failure ?? error;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
