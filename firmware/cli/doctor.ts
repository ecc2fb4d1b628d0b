import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { rfc3339 } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { examineTable, reportOn } from "../care/doctor/examine.ts";
import { finding } from "../care/doctor/finding.ts";
import { lookAtTable, placeOfFolder } from "../care/doctor/look.ts";
import { DOCTOR_STATUS, reportOf, reportText, type DoctorReport } from "../care/doctor/report.ts";
import { accessSync, constants, writeFileSync } from "../files/disk.ts";
import { JournalError } from "../files/errors.ts";
import { errorText, EXIT, Problem, rightRefused, usageProblem } from "../problem.ts";
import { RELEASE } from "../release.ts";
import type { Config } from "../table/config/config.ts";
import { readConfigInForce } from "../unit/configuration/ordered-configuration.ts";
import { readConfig } from "../unit/configuration/read-config.ts";
import { asProblem } from "../unit/failure.ts";
import { LANGUAGE_OPTION, type OptionsOf, printFound, printLine } from "./common.ts";
import { CONFIG_OPTION, namedConfig, STORAGE_OPTION } from "./table-config.ts";

/** Files that are not in a bundle, of which the screen says the names. */
const MISSING_SHOWN = 3;

interface Examined {
  /** Null: it cannot be used. */
  readonly config: Config | null;
  readonly report: DoctorReport;
}

/** `tirada doctor`. */
export function addDoctor(command: Command): void {
  declareDoctor(command).action(async (options) => {
    if (options.newKey !== undefined) return makeKey(options.newKey);
    if (options.open !== undefined) return openAndPrint(options.open, options);
    await examineAndPrint(options);
  });
}

const declareDoctor = (command: Command) =>
  command
    .option(...CONFIG_OPTION)
    .option(...STORAGE_OPTION)
    .option(...LANGUAGE_OPTION)
    .option("--json", "the report as one JSON object, with the texts in every language")
    .option(
      "--bundle <file>",
      "writes a bundle for somebody far away: report, log, figures, recordings of closed rounds",
    )
    .option("--to <recipient>", "with --bundle: who alone can read it, age1…")
    .option("--open <file>", "opens a bundle and checks it, anywhere")
    .option("--key <file>", "with --open: the file of the person's own key")
    .option("--vkey <vkey>", "with --open: the table's key, as it was enrolled")
    .option("--out <folder>", "with --open: lays its files into a new folder")
    .option("--new-key <file>", "makes a person's key, and prints its public part for --to");

type DoctorOptions = OptionsOf<typeof declareDoctor>;

async function examineAndPrint(options: DoctorOptions): Promise<void> {
  if ((options.bundle === undefined) !== (options.to === undefined))
    throw usageProblem("a bundle needs both --bundle FILE and --to age1…");
  const { report, config } = await examine(options);
  printFound(options, report, () => reportText(report, options.lang));
  const { bundle: path, to: recipient } = options;
  if (path === undefined || recipient === undefined) {
    process.exitCode = DOCTOR_STATUS[report.verdict];
    return;
  }
  if (config === null) throw usageProblem("a bundle needs --config, and a configuration that can be used");
  const { makeBundle } = await import("../care/doctor/make-bundle.ts");
  const made = await makeBundle({ config, report, path, recipient }).catch((error: unknown) => {
    throw asProblem(error, config.storage.folder);
  });
  if (options.json === true) return;
  printLine(`${made.path}: ${made.files} files, ${made.bytes} bytes, for ${recipient} alone`);
  for (const { name, why } of made.missing.slice(0, MISSING_SHOWN))
    printLine(`note: ${name} is not in it: ${why}`);
}

async function openAndPrint(path: string, options: DoctorOptions): Promise<void> {
  const { key, vkey, out } = options;
  if (key === undefined)
    throw usageProblem("--open needs --key FILE: the key of the person that the bundle is for");
  const { readBundle, unpackBundle } = await import("../care/doctor/read-bundle.ts");
  const opened = await readBundle(path, key);
  const { manifest, files } = opened;
  if (vkey !== undefined && manifest.vkey !== vkey)
    throw new Problem(EXIT.notValid, `${path}: signed with ${manifest.vkey}, not with ${vkey}`);
  if (out !== undefined) unpackBundle(opened, out);
  printFound(options, { valid: true, ...manifest }, () => [
    `${manifest.log} · tirada ${manifest.release} · ${manifest.at}`,
    `signed with ${manifest.vkey}${vkey === undefined ? ", which you compare with the enrolled key (--vkey)" : ""}`,
    ...files.map(({ name, bytes }) => `  ${name}  ${bytes.length} bytes`),
    ...manifest.missing.map(({ name, why }) => `note: ${name} is not in it: ${why}`),
    ...(out === undefined ? [] : [`its files are in ${out}`]),
  ]);
}

async function makeKey(path: string): Promise<void> {
  const { makeIdentity } = await import("../care/bundle/age.ts");
  const { file, recipient } = await makeIdentity();
  try {
    writeFileSync(path, file, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw usageProblem(
      `cannot write ${path}: ${errorText(error)}; name a new file in a folder of yours`,
      error,
    );
  }
  printLine(recipient);
}

/** Who may not look into a table is told so: nothing that they do not see is a finding. */
function requireRight(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    if (rightRefused(error) !== null) throw error;
  }
}

async function examine(options: DoctorOptions): Promise<Examined> {
  const at = rfc3339(systemClock().wall());
  const { storage } = options;
  const path = namedConfig(options);
  requireRight(path ?? storage ?? ".");
  if (path === undefined && storage !== undefined) {
    await import("../table/setup/every-family.ts");
    const report = reportOn(await lookAtTable(await placeOfFolder(storage)), at, null);
    return { config: null, report };
  }
  if (path === undefined) throw usageProblem("name the table: --config FILE, or --storage FOLDER");
  let config: Config;
  try {
    // A storage folder that cannot be looked into is a finding of its own.
    config = await readConfigInForce(path).catch((error: unknown) => {
      if (error instanceof JournalError) return readConfig(path);
      throw error;
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const wrong = finding(
      "config-unusable",
      { why: error.message },
      undefined,
      error.words === null ? {} : { why: error.words },
    );
    return { config: null, report: reportOf([wrong], { at, table: null, release: RELEASE }) };
  }
  requireRight(config.storage.folder);
  return { config, report: await examineTable(config, at, dirname(resolve(path))) };
}
