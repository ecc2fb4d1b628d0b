import type { Command } from "commander";
import { isThere } from "../../files/disk.ts";
import { sameBytes } from "../../../src/record/bytes.ts";
import {
  cosignCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  type Checkpoint,
} from "../../../src/record/checkpoint.ts";
import { checkKeyName, KeyError, parseVkey, type Verifier } from "../../../src/record/keys.ts";
import { frontierRoot, grow, leafHash } from "../../../src/record/merkle.ts";
import { NoteError, parseNote } from "../../../src/record/note.ts";
import { markOfReport, vkeyAt, type Report } from "../../../src/record/report.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { cosignersOf } from "../../table/config/config.ts";
import { readSmall } from "../../files/files.ts";
import { loadOrCreateInspectorKey } from "../../journal/keys/keys.ts";
import { recordsOfExport } from "../../evidence/log/record-lines.ts";
import { writeWhole } from "../../journal/export/target-file.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";
import { requireWriteTarget } from "../../journal/export/write-target.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { askUnit, linesOf, type ControlAnswer } from "../../net/control.ts";
import { confirmFor } from "../../unit/control/control-answers.ts";
import { asProblem } from "../../unit/failure.ts";
import { readConfig } from "../../unit/configuration/read-config.ts";
import { withJournal } from "./stopped-journal.ts";
import { type OptionsOf, printLine, printLines } from "../common.ts";
import { requireJournal } from "../table-config.ts";
import { addTrustOptions, givenKeys, readTrust } from "./evidence-options.ts";

const RECEIPT_MAX = 3_000;

/** `tirada receipt`. */
export function addReceipt(command: Command): void {
  declareReceipt(command).action(async (file, options) => {
    try {
      await writeReceipt(file, options);
    } catch (error) {
      throw error instanceof KeyError ? usageProblem(error.message, error) : asProblem(error);
    }
  });
}

const declareReceipt = (command: Command) =>
  addTrustOptions(command)
    .argument("<export>", "a .tirada-export")
    .requiredOption("--key <file>", "the inspector's own signing key; made if it is not there")
    .requiredOption("--name <name>", "name of that key, e.g. dgoj.example/inspector-3")
    .option(
      "--after <receipt>",
      "for an export that does not begin with record 0: the receipt of the one before",
    );

type ReceiptOptions = OptionsOf<typeof declareReceipt>;

/** `tirada confirm`. */
export function addConfirm(command: Command): void {
  command
    .argument("<receipt>", "what `tirada receipt` wrote")
    .requiredOption("--config <file>", "configuration of the table")
    .action((file, { config }) => confirmReceipt(file, config));
}

/** Verifies an export and signs the checkpoint of its end: what it holds may be pruned at the table, in time. */
async function writeReceipt(file: string, { key, name, after, ...trust }: ReceiptOptions): Promise<void> {
  checkKeyName(name);
  if (readTrust(trust) === null)
    throw usageProblem("a receipt is for records of a known table: say whose, with --vkey or --keys");
  const report = verifyPath(file, givenKeys(trust));
  const [problem] = report.problems;
  if (!report.ok || report.subject !== "export")
    throw new Problem(
      EXIT.notValid,
      report.ok ? `${file} is no export` : `${file} is not valid and gets no receipt: ${problem?.what ?? ""}`,
    );
  const signer = loadOrCreateInspectorKey(key, name, !isThere(key));
  const same = report.keys.find(({ vkey }) => sameBytes(parseVkey(vkey).raw, signer.verifier.raw));
  if (same !== undefined)
    throw usageProblem(
      `${key} is the key of the table itself, ${report.log}: an inspector has a key of their own`,
    );
  const known = after === undefined ? null : receiptOf(after, report, signer.verifier);
  const note = checkpointGoingOn(file, known);
  const seconds = Math.floor(systemClock().wall() / 1_000);
  const path = `${file}.receipt`;
  requireWriteTarget({ path, what: "a receipt", isOlder: () => true, replace: "always" });
  await writeWhole(path, (target) => target.writeFile(cosignCheckpoint(note, signer, seconds)));
  printLine(
    `${markOfReport(report)}${path}: records ${report.firstSeq ?? 0}–${report.lastSeq ?? 0} of ${report.log}`,
  );
  printLine(`key     ${signer.verifier.vkey}`);
}

/** The checkpoint of an earlier receipt of one's own. Throws a Problem. */
function receiptOf(file: string, report: Report, own: Verifier): Checkpoint {
  try {
    const note = readSmall(file, RECEIPT_MAX).toString("utf8");
    const { size } = parseCheckpoint(parseNote(note).text);
    const opened = openCheckpoint(note, parseVkey(vkeyAt(report, size)), [own]);
    if (opened.witnessed.length > 0) return opened;
    throw new NoteError(`it is not signed by ${own.name}`);
  } catch (error) {
    if (error instanceof NoteError) throw usageProblem(`the receipt ${file}: ${error.message}`, error);
    throw error;
  }
}

/**
 * The checkpoint of an export's end. A receipt is of all records of the log: those before the export must be the ones of the receipt
 * before. Throws a Problem.
 */
function checkpointGoingOn(file: string, known: Checkpoint | null): string {
  const read = recordsOfExport(file);
  let tree = read.before;
  const first = tree.size;
  const isKnown = (): boolean =>
    known !== null && tree.size === known.size && sameBytes(frontierRoot(tree), known.root);
  let goesOn = first === 0 || isKnown();
  for (const line of read.lines) {
    tree = grow(tree, leafHash(line));
    goesOn ||= isKnown();
  }
  if (!goesOn)
    throw usageProblem(
      `${file} begins with record ${first}: name the receipt of the records before it with --after, or export from record 0`,
    );
  return read.checkpoint();
}

async function confirmReceipt(file: string, configFile: string): Promise<void> {
  const config = await readConfig(configFile);
  const { folder } = config.storage;
  requireJournal(folder);
  let answer: ControlAnswer;
  try {
    const note = readSmall(file, RECEIPT_MAX).toString("utf8");
    answer =
      (await askUnit(folder, { do: "confirm", note })) ??
      (await withJournal(folder, (journal) => confirmFor(journal, systemClock(), note), {
        days: null,
        cosigners: cosignersOf(config),
      }));
  } catch (error) {
    throw asProblem(error);
  }
  printLines(linesOf(answer));
}
