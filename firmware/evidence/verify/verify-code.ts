import { z } from "zod";
import {
  parseCode,
  codeFault,
  isCertificate,
  isCodeStart,
  MAX_CERTIFICATE_BYTES,
  MAX_CODE,
  parseRecord,
  type Code,
} from "../../../src/record/certificate.ts";
import { MAX_LINE_BYTES, readLine } from "../../../src/record/chain.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import type { Trust } from "../../../src/record/trust.ts";
import { vkeyAt, type Report } from "../../../src/record/report.ts";
import { statSync } from "../../files/disk.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { readSmall, readStart } from "../../files/files.ts";
import { journalEpochs, recordsOfExport } from "../log/record-lines.ts";
import { resultText } from "../../../src/table/every-family/results.ts";

/** By so many bytes a file that holds a code is known. */
const START_BYTES = 16;
const PROOF = ".tlog-proof";

/** A file that holds the text of a code, as a phone saves what it read. */
export function isCodeFile(path: string): boolean {
  const isFile = onDisk("reading", path, () => statSync(path).isFile());
  return isFile && isCodeStart(readStart(path, START_BYTES).toString("latin1"));
}

/** The code that `given` is, or that the file of this name holds. Throws a JournalError or a CertificateError of one line. */
export function readCode(given: string): Code {
  const text = isCodeStart(given) ? given : readSmall(given, 2 * MAX_CODE).toString("utf8");
  return parseCode(text.trim());
}

/**
 * What a code alone proves: whether it is of the table's log. It signs the record's line and does not hold it, so alone it
 * never proves anything: throws a JournalError that says what to name besides.
 */
export function verifyCodeAlone(code: Code, trust: Trust | null): Report {
  const sha256 = Buffer.from(code.hash).toString("hex");
  const what = `record ${code.seq} of ${code.log} (SHA-256 ${sha256})`;
  const verifier = trust?.[0]?.verifier ?? null;
  if (verifier === null || trust?.some((one) => one.verifier.name === code.log) === true)
    throw new JournalError(
      "cannot-open",
      `the code is of ${what}; it signs that record's line and does not hold it: name the journal, export or certificate that does`,
    );
  return {
    subject: "record",
    log: verifier.name,
    mode: null,
    vkey: verifier.vkey,
    keys: [],
    keySource: "given",
    records: 0,
    firstSeq: null,
    lastSeq: null,
    checkpoints: 0,
    covered: 0,
    witnessed: [],
    problems: [{ seq: code.seq, what: `the code is of another log: ${what}` }],
    moreProblems: 0,
    notes: [],
    ok: false,
  };
}

/** A verified file's report, with whether the code is of a record in it and what that record says. */
export function compareWithCode(report: Report, path: string, code: Code): Report {
  const line = lineOf(report, path, code.seq);
  const fault =
    line === null
      ? `the code's record is not in it: it holds ${report.firstSeq ?? "no"} to ${report.lastSeq ?? "record"}`
      : codeFault(code, line, parseVkey(vkeyAt(report, code.seq)));
  if (line === null || fault !== null)
    return { ...report, problems: [...report.problems, { seq: code.seq, what: fault ?? "" }], ok: false };
  return { ...report, notes: [...report.notes, `the code is of record ${code.seq}: ${recordText(line)}`] };
}

/** The line of a record in whatever was verified; null: it is not in it. */
function lineOf(report: Report, path: string, seq: number): string | null {
  if (report.subject === "journal") return lineInJournal(path, seq);
  if (report.subject === "export") return lineInExport(path, seq);
  const file = path.endsWith(PROOF) ? `${path.slice(0, -PROOF.length)}.json` : path;
  const text = readSmall(file, MAX_CERTIFICATE_BYTES).toString("utf8");
  return isCertificate(text) ? parseRecord(text).line : text.slice(0, MAX_LINE_BYTES);
}

function lineInJournal(path: string, seq: number): string | null {
  const epochs = journalEpochs(path);
  try {
    const [row] = onDisk("reading the journal", path, () => epochs.rows(seq, 1));
    return row?.seq === seq ? Buffer.from(row.line).toString("utf8") : null;
  } finally {
    epochs.release();
  }
}

function lineInExport(path: string, seq: number): string | null {
  const { head, lines } = recordsOfExport(path);
  let at = head.from;
  for (const line of lines) if (at++ === seq) return Buffer.from(line).toString("utf8");
  return null;
}

const shownSchema = z.looseObject({
  kind: z.string(),
  round: z.int().nullish(),
  certainty: z.looseObject({ level: z.enum(["certified", "reported"]) }).optional(),
  result: z
    .union([
      z.object({ pocket: z.string(), suertes: z.array(z.string()).default([]) }),
      z.object({ faces: z.array(z.string()), total: z.number().nullable() }).loose(),
      z.object({ results: z.array(z.object({ of: z.string(), is: z.string() })) }).loose(),
    ])
    .optional(),
});

/** `round 7, result 17, certified`; a record that is no result: its kind. */
function recordText(line: string): string {
  const facts = readLine(Buffer.from(line, "utf8"));
  const read = typeof facts === "string" ? null : shownSchema.safeParse(facts.fields);
  if (read?.success !== true) return "a record of a kind that this release does not know";
  const { kind, round, result, certainty } = read.data;
  const parts = [
    ...(round == null ? [] : [`round ${round}`]),
    result === undefined ? kind : `${kind} ${resultText(result as Parameters<typeof resultText>[0])}`,
    ...(certainty === undefined ? [] : [certainty.level]),
  ];
  return parts.join(", ");
}
