import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { fillText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { logOf, type Config } from "../../table/config/config.ts";
import { requireCaseTarget } from "../../journal/export/case-writer.ts";
import { JournalError } from "../../files/errors.ts";
import { requireActaTarget, requireExportTarget, type Given } from "../../journal/export/export.ts";
import { chooseStick, seenSticks, whyNoStickAt, type StickSeen } from "../../journal/export/choose-stick.ts";
import { asStickProblem, folderOnStick, requireReadBack } from "../../journal/export/write-on-stick.ts";
import { TargetFile } from "../../journal/export/target-file.ts";
import { writeRawRecord } from "../../journal/export/inspect.ts";
import { sealedNotes } from "../../evidence/verify/unseal.ts";
import { APPROVED_BYTES_MAX, readApproved } from "../../../src/record/approved-releases.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import { markOf, modeOfLog } from "../../../src/record/mode.ts";
import { markOfReport, type Report } from "../../../src/record/report.ts";
import { isAcceptance } from "../../evidence/verify/verify-acceptance.ts";
import { isDossier } from "../../evidence/verify/verify-dossier.ts";
import { isSelfExamination } from "../../evidence/verify/verify-self-examination.ts";
import { isActa, printActa } from "./print-acta.ts";
import { printAcceptance } from "./print-acceptance.ts";
import { printDossier } from "./print-dossier.ts";
import { printSelfExamination } from "./print-self-examination.ts";
import { readSmall } from "../../files/files.ts";
import { compareWithApproved } from "../../evidence/verify/verify-approved.ts";
import { verifyNamed } from "../../evidence/verify/verify-named.ts";
import { errorText, EXIT, Problem, usageProblem } from "../../problem.ts";
import { loadFamilyOf } from "../../table/setup/load-families.ts";
import { FILE_NAME, type ControlAnswer, type FileRequest } from "../../net/control.ts";
import { askForFile, type AskedFile } from "../../unit/control/ask-file.ts";
import { linesOfGiven, piecesFor } from "../../unit/control/control-answers.ts";
import { asProblem } from "../../unit/failure.ts";
import { LANGUAGE_OPTION, type OptionsOf, printFound, printLine, printLines, wholeNumber } from "../common.ts";
import { CONFIG_OPTION, namedTable, STORAGE_OPTION } from "../table-config.ts";
import { addTrustOptions, givenKeys } from "./evidence-options.ts";
import { withStoppedJournal } from "./stopped-journal.ts";

/** Folder of the recordings, beside the journal. */
const RECORDINGS = "recordings";
const { stick: STICK } = textsOf("acts");

/** `tirada verify`. */
export function addVerify(command: Command): void {
  declareVerify(command).action(verifyEvidence);
}

const declareVerify = (command: Command) =>
  addTrustOptions(command)
    .argument(
      "[file]",
      "a certificate (result-N.json), an export (.tirada-export), a case file, a journal (journal.db) or its storage folder; an acta (.pdf); the report of an acceptance (.html, .pdf), the outcome of a selftest, a laboratory's dossier",
    )
    .option("--witness <vkey...>", "keys of witnesses whose cosignatures count", [])
    .option("--recordings <folder>", "a journal's recordings, when they do not lie beside it")
    .option("--code <code>", "the text of a QR, or a file that holds it: is it of a record in <file>?")
    .option(
      "--against <export>",
      "an older export that the journal or export must continue; of an acta: the journal or export that it is made of",
    )
    .option(
      "--from <checkpoint>",
      "a checkpoint of an earlier verification: a journal is read again from there on",
    )
    .option("--approved <list>", "which records an approved program made, by this signed list of releases")
    .option("--approved-by <vkey>", "with --approved: the key of who signed it, maker or laboratory")
    .option("--json", "the whole report as one JSON object");

type VerifyOptions = OptionsOf<typeof declareVerify>;

/** `tirada export`. */
export function addExport(command: Command): void {
  declareExport(command).action(exportRecords);
}

const declareExport = (command: Command) =>
  command
    .argument(
      "[file]",
      "where to write, e.g. mesa-7.tirada-export, whose SSH signature goes beside it, or mesa-7.tirada-case.tar; with --stick its name there",
    )
    .option("--stick [id]", "onto the stick in this machine, or the one of several that is named; read back")
    .option("--case", "a case file: with recordings, pictures, rulebooks and calibrations, in one signed file")
    .option(
      "--acta",
      "the acta of a game of balls as a signed PDF (docs/inspector.md); without --round the whole newest session",
    )
    .option(
      "--round <n>",
      "with --case: the records of one round, which must be over; with --acta: its game",
      wholeNumber("--round"),
    )
    .option(
      "--edition <n>",
      "with --acta: how it stood before it was put right; the newest unless told",
      wholeNumber("--edition"),
    )
    .option(...LANGUAGE_OPTION)
    .option(...CONFIG_OPTION)
    .option(...STORAGE_OPTION)
    .option("--from <seq>", "first record; the first one that is kept unless told", wholeNumber("--from"))
    .option("--to <seq>", "last record; the newest unless told", wholeNumber("--to"))
    .option("--replace", "write over an older export");

type ExportOptions = OptionsOf<typeof declareExport>;

/** `tirada record`. */
export function addRecord(command: Command): void {
  command
    .argument("<journal>", "a journal.db")
    .argument("<seq>", "number of the record", wholeNumber("seq"))
    .argument("<folder>", "where rec, rec.sig and table.pub.pem go")
    .action((journal, seq, folder) => {
      try {
        const { rec, sig, pub, log } = writeRawRecord(journal, seq, folder);
        if (modeOfLog(log) === "test") printLine(`# ${markOf("test")}record ${seq} of ${log}`);
        printLine(`openssl pkeyutl -verify -pubin -inkey ${pub} -rawin -in ${rec} -sigfile ${sig}`);
      } catch (error) {
        throw asProblem(error);
      }
    });
}

async function verifyEvidence(file: string | undefined, options: VerifyOptions): Promise<void> {
  if (file !== undefined && isAcceptance(file)) {
    printAcceptance(file, options);
    return;
  }
  if (file !== undefined && isActa(file)) {
    await printActa(file, options);
    return;
  }
  if (file !== undefined && isDossier(file)) {
    printDossier(file, options);
    return;
  }
  if (file !== undefined && isSelfExamination(file)) {
    printSelfExamination(file, options);
    return;
  }
  let report: Awaited<ReturnType<typeof verifyNamed>>;
  try {
    const named = { file, code: options.code, against: options.against };
    const read = await verifyNamed(named, {
      witnesses: options.witness,
      ...givenKeys(options),
      ...(options.recordings === undefined ? {} : { recordings: options.recordings }),
      ...(options.from === undefined ? {} : { kept: options.from }),
    });
    const sealed =
      read.subject === "journal" && file !== undefined
        ? sealedNotes(options.recordings ?? recordingsOf(file))
        : [];
    const { played = [], ...found } = withApproved(read, file, options);
    // On the bench any edition may be tried.
    const days = read.mode === "test" || played.length === 0 ? [] : await playedIn(played);
    report = { ...found, notes: [...found.notes, ...sealed, ...days] };
  } catch (error) {
    if (error instanceof JournalError && error.code === "corrupt")
      throw new Problem(EXIT.notValid, error.message, { cause: error });
    throw usageProblem(errorText(error), error);
  }
  const { mode, ...rest } = report;
  printFound(options, { mode, ...rest, valid: report.ok }, () => [
    `${markOfReport(report)}${report.ok ? "VALID" : "NOT VALID"}  ${report.subject} of ${report.log}${modeText(mode)}: ${report.records} records`,
    ...[...keyNotes(report), ...report.notes].map((note) => `  note: ${note}`),
    ...report.problems.map(({ seq, what }) => `  record ${seq ?? "–"}: ${what}`),
  ]);
  if (!report.ok) process.exitCode = EXIT.notValid;
}

/** Holds a journal or an export against the list of approved releases, where one was named. */
function withApproved(report: Report, file: string | undefined, options: VerifyOptions): Report {
  const { approved, approvedBy } = options;
  if (approved === undefined && approvedBy === undefined) return report;
  if (approved === undefined || approvedBy === undefined)
    throw usageProblem("--approved and --approved-by go together: a list, and the key of who signed it");
  if (file === undefined || (report.subject !== "journal" && report.subject !== "export"))
    throw usageProblem("--approved is about a journal or an export: name one");
  const list = readSmall(approved, APPROVED_BYTES_MAX).toString("utf8");
  return compareWithApproved(report, file, readApproved(list, parseVkey(approvedBy)));
}

/** The law is read where there are verdicts alone. */
async function playedIn(played: NonNullable<Report["played"]>): Promise<readonly string[]> {
  const { playedNotes } = await import("../../table/rules/notes.ts");
  return playedNotes(played);
}

/** Live or test, as the records say; nothing where none of them does. */
const modeText = (mode: Report["mode"]): string => (mode === null ? "" : ` (${mode})`);

/** Where the log has had several keys. */
const keyNotes = ({ keys }: Report): string[] =>
  keys.length < 2
    ? []
    : keys.map(({ vkey, from }, at) => `key ${at + 1} signs from record ${from} on: ${vkey}`);

/** Beside the journal, which may be named by its folder. */
function recordingsOf(file: string): string {
  return join(statSync(file).isDirectory() ? file : dirname(file), RECORDINGS);
}

async function exportRecords(file: string | undefined, options: ExportOptions): Promise<void> {
  if (file === undefined && options.stick === undefined)
    throw usageProblem("say where to write: a file, or --stick; see tirada export --help");
  const { folder, config } = await namedTable(options);
  const stick = await stickOf(folder, config, options);
  const log = config === null ? basename(folder) : logOf(config);
  const path = await pathOf(file, stick, log, options);
  const request = requestOf(basename(path), options);
  if (config !== null) await loadFamilyOf(config);
  try {
    const target = { path, replace: options.replace === true };
    if (request.do === "export") requireExportTarget(target);
    else if (request.do === "case") requireCaseTarget(target);
    else requireActaTarget(target);
    const given = await writeFromTable(path, folder, request, config, stick);
    printLines(linesOfGiven(path, given));
    if (stick !== null) printLine(fillText(STICK.pull, { stick: stick.name }).en);
  } catch (error) {
    throw asProblem(stick === null ? error : asStickProblem(error, stick.name));
  }
  for (const note of sealedNotes(join(folder, RECORDINGS))) printLine(`note: ${note}`);
}

/** The stick that is meant; null: another place is. Rejects with a Problem where none can be used. */
async function stickOf(
  folder: string,
  config: Config | null,
  { stick }: ExportOptions,
): Promise<StickSeen | null> {
  if (stick === undefined) return null;
  const second = config?.storage.second?.folder;
  const seen = await seenSticks(second === undefined ? [folder] : [folder, second]);
  const chosen = chooseStick(seen, stick === true ? null : stick);
  if (!chosen.ok) throw usageProblem(chosen.why);
  return chosen.stick;
}

/** Where the file goes: onto the stick under the table's own folder, or where a path says. */
async function pathOf(
  file: string | undefined,
  stick: StickSeen | null,
  log: string,
  options: ExportOptions,
): Promise<string> {
  if (stick === null) {
    const path = resolve(file ?? "");
    const why = whyNoStickAt(path);
    if (why !== null) throw usageProblem(why);
    return path;
  }
  const at = rfc3339(systemClock().wall()).replaceAll(/[-:]|\..*/g, "");
  const name = file ?? nameAt(at, options);
  if (!FILE_NAME.test(name)) throw usageProblem("with --stick say a name alone, without a folder");
  return join(await folderOnStick(stick, log), name);
}

/** What a file on a stick is called where nobody says it. */
function nameAt(at: string, { acta, case: isCase }: ExportOptions): string {
  if (acta === true) return `acta-${at}.pdf`;
  return isCase === true ? `case-${at}.tirada-case.tar` : `export-${at}.tirada-export`;
}

function requestOf(file: string, options: ExportOptions): FileRequest {
  const { from = null, to = null, round = null } = options;
  if (!FILE_NAME.test(file))
    throw usageProblem("the name of a file has no control characters: name another one");
  if (options.acta === true) return actaRequest(file, options);
  if (options.edition !== undefined) throw usageProblem("--edition needs --acta");
  if (options.case !== true && round !== null)
    throw usageProblem(
      "--round needs --case or --acta: an export is a run of records, --from and --to choose them",
    );
  if (round !== null && (from !== null || to !== null || round === 0))
    throw usageProblem("say either --round, from 1, or --from and --to");
  return options.case === true ? { do: "case", round, from, to, file } : { do: "export", from, to, file };
}

function actaRequest(file: string, options: ExportOptions): FileRequest {
  const { round = null, edition = null, from, to } = options;
  if (options.case === true || from !== undefined || to !== undefined)
    throw usageProblem("--acta goes with --round, --edition and --lang alone");
  if (round === 0 || edition === 0) throw usageProblem("rounds and editions are counted from 1");
  if (edition !== null && round === null)
    throw usageProblem("--edition is of one game: say which with --round");
  return { do: "acta", round, edition, language: options.lang, file };
}

/** Writes the file here, with the rights of who gave the command; the running unit, or the journal of a stopped one, gives what is in it. */
async function writeFromTable(
  path: string,
  folder: string,
  request: FileRequest,
  config: Config | null,
  stick: StickSeen | null,
): Promise<Given> {
  const file = await TargetFile.open(path);
  let isWhole = false;
  let asked: AskedFile | null = null;
  try {
    asked = await askForFile(folder, request);
    const given =
      asked === null
        ? await withStoppedJournal(folder, async (journal) =>
            file.take(await piecesFor(journal, systemClock(), request, config)),
          )
        : await file.take(asked.pieces);
    await file.finish(given);
    isWhole = true;
    if (stick !== null) await requireReadBack(stick, path, { algorithm: "sha512", hex: given.sha512 });
    if (asked !== null) requireRecorded(path, await asked.tellDurable(given));
    return given;
  } finally {
    // However it ended: while the unit is held, this command does not end either.
    asked?.end();
    if (!isWhole) await file.discard();
  }
}

/** Throws a Problem where the unit did not keep the record of a file that is there. */
function requireRecorded(path: string, answer: ControlAnswer): void {
  if (!answer.ok)
    throw new Problem(
      answer.status ?? EXIT.storage,
      `${path} is whole, but the table did not record that it was made: ${answer.why}; make it again with --replace`,
    );
}
