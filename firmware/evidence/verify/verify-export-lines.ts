import { strictBase64, utf8 } from "../../../src/record/bytes.ts";
import { readLine, type LineFacts } from "../../../src/record/chain.ts";
import { historyOf, KeyHistory, type SignedLine } from "../../../src/record/key-history.ts";
import { parseVkey, type Verifier } from "../../../src/record/keys.ts";
import { joinPlayed, PlayedDays } from "../../../src/record/played-days.ts";
import type { Report } from "../../../src/record/report.ts";
import { trustFaults, type Trust } from "../../../src/record/trust.ts";
import { startVerification, type Verification } from "../../../src/record/verify.ts";
import { refusedFaults, witnessNotes } from "../../../src/record/witness-notes.ts";
import { JournalError } from "../../files/errors.ts";
import { readExportLine, readHead, type ExportEnd, type ExportHead } from "../log/export-lines.ts";
import { cardNotes, CardRounds } from "./verify-cards.ts";

/** How the lines of an export are verified. */
export interface ExportTask {
  readonly subject: Report["subject"];
  readonly trust: Trust | null;
  readonly witnesses: readonly Verifier[];
  /** Sees every record in its order, as it was read. */
  readonly onRecord?: (verification: Verification, facts: LineFacts | null) => void;
  /** After the last line; `verifier`: the key of the record that would follow, which signs what was handed out. */
  readonly atEnd: (verification: Verification, verifier: Verifier, head: ExportHead) => void;
}

/** Verifies the lines of an export, wherever they come from. `path` is only a name for the messages. */
export function verifyExportLines(
  path: string,
  lines: Iterator<Uint8Array> & Iterable<Uint8Array>,
  { subject, trust, witnesses, onRecord, atEnd }: ExportTask,
): Report {
  const first = lines.next();
  if (first.done === true) throw new JournalError("cannot-open", `${path} is empty`);
  const head = readHead(textOf(first.value, path, 1), path);
  const { before, later } = rotationsOf(head);
  const history = historyOf(before, parseVkey(head.vkey));
  const keys = typeof history === "string" ? KeyHistory.of(parseVkey(head.vkey)) : history;
  const verification = startVerification({
    subject,
    keys,
    keySource: trust === null ? "file" : "given",
    witnesses,
    start: { prev: head.prev, before: { size: head.from, peaks: head.before.map(hashOf) } },
  });
  if (typeof history === "string") verification.problem(null, history);
  if (keys.keyAt(head.from).vkey !== head.vkey || (keys.periods.at(-1)?.from ?? 0) > head.from)
    verification.problem(null, `the export says that ${head.vkey} signs its record ${head.from}`);
  if (head.log !== keys.log) verification.problem(null, `the export is of the log "${head.log}"`);
  const played = new PlayedDays();
  const end = readBody(path, lines, verification, (of, facts) => {
    played.record(facts);
    onRecord?.(of, facts);
  });
  for (const one of later) verification.laterRotation(one);
  checkEnd(verification, head, end);
  atEnd(verification, verification.keys.current, head);
  judgeKeys(verification, trust);
  const vkeys = witnesses.map(({ vkey }) => vkey);
  for (const { seq, what } of refusedFaults(verification.witnesses, vkeys)) verification.problem(seq, what);
  const report = verification.report();
  const names = witnesses.map(({ name }) => name);
  const notes = [...report.notes, ...witnessNotes(verification.witnesses, names)];
  return { ...report, played: joinPlayed([played.totals()]), notes };
}

/** The rotations that the head holds: those before the range, and those after it. */
function rotationsOf({ keys = [], from }: ExportHead): Record<"before" | "later", readonly SignedLine[]> {
  const isBefore = ({ line }: SignedLine): boolean => {
    const facts = readLine(utf8(line));
    return typeof facts === "string" || facts.seq < from;
  };
  return { before: keys.filter(isBefore), later: keys.filter((one) => !isBefore(one)) };
}

/** Holds the keys of the log, as far as the export follows them, against those that the inspector holds. */
function judgeKeys(verification: Verification, trust: Trust | null): void {
  const { log, firstSeq, lastSeq, witnessed } = verification.report();
  const { keys, coveredBy } = verification;
  const witnessedSize = Math.max(0, ...witnessed.map(({ size }) => size));
  const found = {
    log,
    keys: keys.stated(),
    stolen: keys.stolen,
    firstSeq,
    lastSeq,
    coveredBy,
    witnessedSize,
  };
  for (const what of trustFaults(found, trust)) verification.problem(null, what);
}

/** Feeds records and checkpoints to the end line; returns it, or null when the file stops before it. */
function readBody(
  path: string,
  lines: Iterable<Uint8Array>,
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

/** A hash, or bytes that are none and fit nowhere. */
function hashOf(text: string): Uint8Array {
  return strictBase64(text) ?? new Uint8Array(0);
}

function textOf(bytes: Uint8Array, path: string, number: number): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (!utf8(text).equals(bytes))
    throw new JournalError("cannot-open", `${path}, line ${number}: not text in UTF-8`);
  return text;
}
