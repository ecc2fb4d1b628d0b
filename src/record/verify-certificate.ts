import { strictBase64, utf8, expectError } from "./bytes.ts";
import { CertificateError, parseProof, parseRecord, type SignedRecord } from "./certificate.ts";
import { readLine, type LineFacts } from "./chain.ts";
import { openCheckpoint, parseCheckpoint, type OpenedCheckpoint } from "./checkpoint.ts";
import { historyOf, KeyHistory } from "./key-history.ts";
import { KeyError, parseVkey, type Verifier } from "./keys.ts";
import { leafHash, verifyInclusion } from "./merkle.ts";
import { NoteError, parseNote } from "./note.ts";
import { collectProblems, KEY_FROM_FILE, type Problems, type Report } from "./report.ts";
import { trustFaults, trustOf, type Trust } from "./trust.ts";
import { WitnessCount, witnessNotes } from "./witness-notes.ts";

/**
 * Verifies one record offline: signature, and with a proof also its place under the log's signed root. The keys of the log are
 * followed from `given`, the key or keys that the inspector holds; without one the file's own are used and the report says so.
 * Throws a CertificateError (or KeyError) when the files are not of this kind at all.
 */
export function verifyCertificate(
  files: { readonly json: string; readonly proof: string | null },
  given: Verifier | Trust | null,
  witnesses: readonly Verifier[] = [],
): Report {
  const record = parseRecord(files.json);
  const problems = collectProblems();
  const trust = given === null || isTrust(given) ? given : trustOf(given);
  const history = historyIn(record, trust, problems);
  const facts = judgeRecord(record, history, problems);
  const seq = facts?.seq ?? null;
  const opened =
    files.proof === null ? null : judgeProof(files.proof, record, seq, history, witnesses, problems);
  const count = new WitnessCount();
  if (opened !== null) count.checkpoint(opened);
  const { witnessed } = count.totals();
  const found = {
    log: history.log,
    keys: history.stated(),
    stolen: history.stolen,
    firstSeq: seq,
    lastSeq: seq,
    coveredBy: opened === null ? [] : [{ vkey: history.keyAt(opened.size).vkey, size: opened.size }],
    witnessedSize: Math.max(0, ...witnessed.map(({ size }) => size)),
  };
  for (const what of trustFaults(found, trust)) problems.add(null, what);
  const names = witnesses.map(({ name }) => name);
  const notes = [
    ...(trust === null ? [KEY_FROM_FILE] : []),
    ...(files.proof === null ? ["no .tlog-proof beside it: its place in the log is not proven"] : []),
    ...witnessNotes(count.totals(), names),
  ];
  return {
    subject: "record",
    log: history.log,
    mode: facts?.mode ?? null,
    vkey: history.keyAt(seq ?? 0).vkey,
    keys: history.stated(),
    keySource: trust === null ? "file" : "given",
    records: 1,
    firstSeq: seq,
    lastSeq: seq,
    checkpoints: opened === null ? 0 : 1,
    covered: opened?.size ?? 0,
    witnessed,
    problems: problems.listed,
    moreProblems: problems.more(),
    notes,
    ok: problems.listed.length === 0,
  };
}

const isTrust = (given: Verifier | Trust): given is Trust => Array.isArray(given);

/** The keys that the certificate states, or, where it states none that can be read, the one that was given. */
function historyIn({ vkey, keys = [] }: SignedRecord, trust: Trust | null, problems: Problems): KeyHistory {
  let stated: Verifier;
  try {
    stated = parseVkey(vkey);
  } catch (error) {
    const only = trust?.[0]?.verifier;
    if (only === undefined) throw error;
    expectError(error, KeyError);
    problems.add(null, `the file says its key is ${vkey}, not ${only.vkey}`);
    stated = only;
  }
  const history = historyOf(keys, stated);
  if (typeof history !== "string") return history;
  problems.add(null, history);
  return KeyHistory.of(stated);
}

/** Judges a line and its signature; returns what it says, null when it is no line. */
function judgeRecord(record: SignedRecord, history: KeyHistory, problems: Problems): LineFacts | null {
  const [line, sig] = [utf8(record.line), strictBase64(record.sig)];
  const read = readLine(line);
  const facts = typeof read === "string" ? null : read;
  const seq = facts?.seq ?? null;
  if (typeof read === "string") problems.add(null, read);
  else if (read.log !== history.log) problems.add(seq, `the line belongs to the log "${read.log}"`);
  const verifier = history.keyAt(seq ?? 0);
  if (record.vkey !== verifier.vkey)
    problems.add(seq, `the file says its key is ${record.vkey}, not ${verifier.vkey}`);
  if (sig === null || !verifier.verify(line, sig)) problems.add(seq, "the signature is not of this line");
  return facts;
}

function judgeProof(
  source: string,
  record: SignedRecord,
  seq: number | null,
  history: KeyHistory,
  witnesses: readonly Verifier[],
  problems: Problems,
): OpenedCheckpoint | null {
  try {
    const proof = parseProof(source);
    const { size } = parseCheckpoint(parseNote(proof.checkpoint).text);
    const opened = openCheckpoint(proof.checkpoint, history.keyAt(size), witnesses);
    if (proof.index !== seq) problems.add(seq, `the proof is of record ${proof.index}`);
    if (!verifyInclusion(leafHash(utf8(record.line)), proof.index, opened.size, proof.hashes, opened.root))
      problems.add(seq, "the proof does not lead from this line to the signed root");
    return opened;
  } catch (error) {
    const { message } = error instanceof NoteError ? error : expectError(error, CertificateError);
    problems.add(seq, `the proof: ${message}`);
    return null;
  }
}
