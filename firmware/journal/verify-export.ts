import { createHash } from "node:crypto";
import { strictBase64, utf8 } from "../../src/record/bytes.ts";
import type { LineFacts } from "../../src/record/chain.ts";
import { parseVkey, type Verifier } from "../../src/record/keys.ts";
import type { Report } from "../../src/record/report.ts";
import { EVIDENCE_NAMESPACE, MAX_SSHSIG, sshSignatureFault } from "../../src/record/sshsig.ts";
import { startVerification, type Verification } from "../../src/record/verify.ts";
import { witnessNotes } from "../../src/record/witness-notes.ts";
import { existsSync } from "../disk/disk.ts";
import { JournalError } from "./errors.ts";
import { MAX_EXPORT_LINE, readExportLine, readHead, type ExportEnd, type ExportHead } from "./export-lines.ts";
import { readLines, readSmall } from "./files.ts";
import { cardNotes, CardRounds } from "./verify-cards.ts";

/** Verifies an export line by line, whatever its size, and its SSH signature when that lies beside it. */
export function verifyExport(path: string, given: Verifier | null, witnesses: readonly Verifier[]): Report {
  const digest = createHash("sha512");
  const lines = readLines(path, MAX_EXPORT_LINE, (bytes) => void digest.update(bytes));
  return verifyExportLines(path, lines, {
    subject: "export",
    given,
    witnesses,
    atEnd: (verification, verifier) => checkSignature(verification, path, digest.digest(), verifier),
  });
}

/** How the lines of an export are verified. */
export interface ExportTask {
  readonly subject: Report["subject"];
  readonly given: Verifier | null;
  readonly witnesses: readonly Verifier[];
  /** Sees every record in its order, as it was read. */
  readonly onRecord?: (verification: Verification, facts: LineFacts | null) => void;
  /** After the last line. */
  readonly atEnd: (verification: Verification, verifier: Verifier, head: ExportHead) => void;
}

/** The same of lines from wherever they come. `path` is only a name for the messages. */
export function verifyExportLines(
  path: string,
  lines: Iterator<Buffer> & Iterable<Buffer>,
  { subject, given, witnesses, onRecord, atEnd }: ExportTask,
): Report {
  const first = lines.next();
  if (first.done === true) throw new JournalError("cannot-open", `${path} is empty`);
  const head = readHead(textOf(first.value, path, 1), path);
  const verifier = given ?? parseVkey(head.vkey);
  const verification = startVerification({
    subject,
    verifier,
    keySource: given === null ? "file" : "given",
    witnesses,
    start: { prev: head.prev, before: { size: head.from, peaks: head.before.map(hashOf) } },
  });
  if (head.vkey !== verifier.vkey)
    verification.problem(null, `the export says its key is ${head.vkey}, not ${verifier.vkey}`);
  if (head.log !== verifier.name) verification.problem(null, `the export is of the log "${head.log}"`);
  const end = readBody(path, lines, verification, onRecord ?? (() => undefined));
  checkEnd(verification, head, end);
  atEnd(verification, verifier, head);
  const report = verification.report();
  const names = witnesses.map(({ name }) => name);
  return { ...report, notes: [...report.notes, ...witnessNotes(verification.witnesses, names)] };
}

/** Feeds records and checkpoints to the end line; returns it, or null when the file stops before it. */
function readBody(
  path: string,
  lines: Iterable<Buffer>,
  verification: Verification,
  onRecord: NonNullable<ExportTask["onRecord"]>,
): ExportEnd | null {
  let number = 1;
  let end: ExportEnd | null = null;
  const cards = new CardRounds(verification);
  for (const bytes of lines) {
    number++;
    if (end !== null)
      throw new JournalError("cannot-open", `${path}, line ${number}: there is more after the end`);
    const line = readExportLine(textOf(bytes, path, number), `${path}, line ${number}`);
    if ("end" in line) end = line;
    else if ("line" in line) {
      const facts = verification.record(utf8(line.line), strictBase64(line.sig) ?? new Uint8Array(0));
      cards.record(facts);
      onRecord(verification, facts);
    } else verification.checkpoint(line.checkpoint);
  }
  for (const note of cardNotes(cards.totals())) verification.note(note);
  return end;
}

function checkEnd(verification: Verification, head: ExportHead, end: ExportEnd | null): void {
  const records = verification.frontier.size - head.from;
  if (records !== head.to - head.from + 1)
    verification.problem(
      null,
      `the export holds ${records} records, not ${head.from} to ${head.to} as it says`,
    );
  if (end === null) {
    verification.problem(null, "the export has no end: it was cut off");
    return;
  }
  if (end.end !== records) verification.problem(null, `the end counts ${end.end} records, not ${records}`);
  verification.laterCheckpoint(end.checkpoint, end.proof.map(hashOf));
}

function checkSignature(
  verification: Verification,
  path: string,
  sha512: Uint8Array,
  verifier: Verifier,
): void {
  const beside = `${path}.sig`;
  if (!existsSync(beside)) {
    verification.note("no .sig beside it: the file as a whole is not signed, only all that is in it");
    return;
  }
  const fault = sshSignatureFault(
    readSmall(beside, MAX_SSHSIG).toString("latin1"),
    sha512,
    EVIDENCE_NAMESPACE,
    verifier,
  );
  if (fault !== null) verification.problem(null, `the file's signature ${beside}: ${fault}`);
}

/** A hash, or bytes that are none and fit nowhere. */
function hashOf(text: string): Uint8Array {
  return strictBase64(text) ?? new Uint8Array(0);
}

function textOf(bytes: Buffer, path: string, number: number): string {
  const text = bytes.toString("utf8");
  if (!utf8(text).equals(bytes))
    throw new JournalError("cannot-open", `${path}, line ${number}: not text in UTF-8`);
  return text;
}
