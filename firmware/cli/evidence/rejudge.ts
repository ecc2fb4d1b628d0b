import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { isThere } from "../../files/disk.ts";
import { isSameRelease, type ReleaseId } from "../../../src/record/chain.ts";
import { KeyError } from "../../../src/record/keys.ts";
import { markOfReport, type Report } from "../../../src/record/report.ts";
import { isCaseStart } from "../../evidence/case/case-contents.ts";
import { CaseReader } from "../../evidence/case/case-reader.ts";
import { JournalError } from "../../files/errors.ts";
import { readSmall, readStart } from "../../files/files.ts";
import { verifyCase } from "../../evidence/case/verify-case.ts";
import { errorText, EXIT, Problem, usageProblem } from "../../problem.ts";
import { RELEASE_ID, releaseText } from "../../release.ts";
import { ReleaseError } from "../../delivery/releases/errors.ts";
import { MANIFEST_FILE } from "../../delivery/releases/manifest.ts";
import { platformHere, readManifestFile, requirePlatform } from "../../delivery/releases/release-folder.ts";
import { requireInstalled } from "../../delivery/releases/unpack.ts";
import { rejudgeCase, RejudgeError, type Rejudged } from "../../replay/rejudge.ts";
import { readCodes } from "../../table/setup/shoe/codes.ts";
import { type OptionsOf, printFound } from "../common.ts";
import { addTrustOptions, readTrust, trustWords } from "./evidence-options.ts";
import "../../table/setup/every-family.ts";
import { NODE_OPTIONS } from "../../node-options.ts";

const PACKAGE_MAX = 65_536;

/** `tirada rejudge`. */
export function addRejudge(command: Command): void {
  declareRejudge(command).action(rejudge);
}

const declareRejudge = (command: Command) =>
  addTrustOptions(command)
    .argument("<file>", "a case file (tirada export FILE --case)")
    .option("--release <folder>", "the folder of the release that made the records, when it is not this one")
    .option("--codes <file>", "card readers: the table of codes, which is in no case file")
    .option("--json", "what was found as one JSON object");

type RejudgeCommand = OptionsOf<typeof declareRejudge>;

async function rejudge(file: string, options: RejudgeCommand): Promise<void> {
  const trust = readTrust(options);
  const reader = openCase(file);
  try {
    const report = verifyCase(reader, trust, []);
    if (!report.ok) {
      printNotValid(report, options);
      return;
    }
    if (options.release !== undefined && runRelease(reader, options.release, options)) return;
    const { codes: path } = options;
    const codes = path === undefined ? null : (device: string) => readCodes(path, device);
    printRejudged(report, await rejudgeCase(reader, { release: RELEASE_ID, codes }), options);
  } catch (error) {
    if (error instanceof RejudgeError) throw usageProblem(error.message, error);
    throw caseProblem(error);
  } finally {
    reader.close();
  }
}

function openCase(file: string): CaseReader {
  try {
    if (!isCaseStart(readStart(file, 64).toString("latin1")))
      throw usageProblem(`${file} is no case file: tirada export FILE --case writes one`);
    return CaseReader.open(file);
  } catch (error) {
    throw caseProblem(error);
  }
}

function caseProblem(error: unknown): unknown {
  if (!(error instanceof JournalError) && !(error instanceof KeyError)) return error;
  const isDamaged = error instanceof JournalError && error.code === "corrupt";
  return new Problem(isDamaged ? EXIT.notValid : EXIT.usage, errorText(error), { cause: error });
}

/** Lets another release judge. False: it is this one. */
function runRelease({ manifest, path }: CaseReader, folder: string, options: RejudgeCommand): boolean {
  const [made] = manifest.releases;
  if (made === undefined || manifest.releases.every((one) => isSameRelease(one, RELEASE_ID))) return false;
  if (manifest.releases.length > 1)
    throw usageProblem(
      `${path} holds records of several releases (${manifest.releases.map(releaseText).join(", ")}): export those of each by themselves`,
    );
  const at = resolve(folder);
  const found = releaseIn(at);
  if (!isSameRelease(found.id, made))
    throw usageProblem(
      `${folder} is release ${releaseText(found.id)}, and ${path} was made by ${releaseText(made)}`,
    );
  if (!isThere(found.program))
    throw usageProblem(`${folder} has no bin/tirada.mjs: name the folder of a release`);
  const { codes, json } = options;
  const words = [
    "rejudge",
    path,
    ...trustWords(options),
    ...(codes === undefined ? [] : ["--codes", codes]),
    ...(json === true ? ["--json"] : []),
  ];
  const { status } = spawnSync(found.node, [...NODE_OPTIONS, found.program, ...words], { stdio: "inherit" });
  process.exitCode = status ?? EXIT.internal;
  return true;
}

/** A release that can be run: its identity, its program, and the Node that runs it. */
interface RunnableRelease {
  readonly id: ReleaseId;
  readonly program: string;
  readonly node: string;
}

/** The release in a folder: an installed one, each file of which is as its manifest says, or a folder of the source. */
function releaseIn(folder: string): RunnableRelease {
  const own = packageIn(folder);
  const program = join(folder, "bin", "tirada.mjs");
  if (!own.isInstalled)
    return { id: { version: own.version, manifest: null }, program, node: process.execPath };
  try {
    const known = readManifestFile(join(folder, MANIFEST_FILE));
    requirePlatform(known, platformHere());
    requireInstalled(folder, known);
    const id = { version: known.manifest.version, manifest: known.digest };
    return { id, program, node: join(folder, "runtime", "bin", "node") };
  } catch (error) {
    throw error instanceof ReleaseError ? new Problem(EXIT.release, error.message, { cause: error }) : error;
  }
}

function packageIn(folder: string): { readonly version: string; readonly isInstalled: boolean } {
  try {
    const text = readSmall(join(folder, "package.json"), PACKAGE_MAX).toString("utf8");
    const { name, version, release } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (name === "tirada" && typeof version === "string")
      return { version, isInstalled: release !== undefined };
  } catch (error) {
    throw usageProblem(`${folder} is no folder of a release: ${errorText(error)}`, error);
  }
  throw usageProblem(`${folder} is no folder of a release of tirada`);
}

function printNotValid(report: Report, options: RejudgeCommand): void {
  const { log, mode, problems } = report;
  process.exitCode = EXIT.notValid;
  printFound(options, { mode, verdict: "not-valid", log, problems }, () => [
    `${markOfReport(report)}NOT VALID  case of ${log}: it was not judged again`,
    ...problems.map(({ seq, what }) => `  record ${seq ?? "–"}: ${what}`),
  ]);
}

function printRejudged(report: Report, done: Rejudged, options: RejudgeCommand): void {
  const { log, mode, vkey } = report;
  const { same, recordings, pictures, difference } = done;
  if (difference !== null) process.exitCode = EXIT.notValid;
  const notes = [...report.notes, ...done.notes];
  const verdict = difference === null ? "same" : "different";
  printFound(options, { mode, verdict, log, vkey, ...done, notes }, () => [
    `${markOfReport(report)}${verdict.toUpperCase()}  case of ${log} (${mode ?? "–"}): ${same} records judged again from ${recordings} recordings, ${pictures} pictures read again`,
    ...notes.map((note) => `  note: ${note}`),
    ...(difference === null ? [] : differenceLines(difference)),
  ]);
}

function differenceLines({
  seq,
  field,
  signed,
  judged,
  entry,
}: NonNullable<Rejudged["difference"]>): readonly string[] {
  const absent = (text: string): string => (text === "" ? "nothing" : text);
  return [
    `  record ${seq}: ${field}: signed ${absent(signed)}, judged again ${absent(judged)}`,
    ...(entry === null ? [] : [`  decided by ${entry.segment}, line ${entry.line}: ${entry.text}`]),
  ];
}
