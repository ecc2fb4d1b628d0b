import { base64, sha256, sha256Hex, strictBase64, utf8 } from "./bytes.ts";
import { canonical, isCanonical } from "./canonical.ts";
import { checkLogName, MAX_LINE_BYTES, readLine, type LineFacts } from "./chain.ts";
import { openCheckpoint } from "./checkpoint.ts";
import type { OpenedCheckpoint } from "./checkpoint.ts";
import { KeyError, parseVkey } from "./keys.ts";
import type { Verifier } from "./keys.ts";
import { leafHash, MAX_PROOF, verifyInclusion } from "./merkle.ts";
import { MAX_NOTE_BYTES, NoteError } from "./note.ts";
import { collectProblems, KEY_FROM_FILE } from "./report.ts";
import type { Problems, Report } from "./report.ts";
import { WitnessCount, witnessNotes } from "./witness-notes.ts";

const PROOF_HEADER = "c2sp.org/tlog-proof@v1";
/** A certificate's JSON holds one line, escaped once more, and little else. */
export const MAX_CERTIFICATE_BYTES = 2 * MAX_LINE_BYTES + 4_096;
export const MAX_PROOF_BYTES = MAX_NOTE_BYTES + MAX_PROOF * 45 + 256;

/** The two files handed out for one result: `result-N.json` and `result-N.tlog-proof`. */
export interface Certificate {
  readonly seq: number;
  /** Canonical JSON `{"line","sig","vkey"}` and a line feed. */
  readonly json: string;
  /** C2SP tlog-proof: the record's place in the tree and the signed checkpoint. */
  readonly proof: string;
}

/** One record with its signature (base64) and the key that is said to have made it. */
export interface SignedRecord {
  readonly line: string;
  readonly sig: string;
  readonly vkey: string;
}

/** A C2SP tlog-proof. */
export interface TlogProof {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** The checkpoint, verbatim. */
  readonly checkpoint: string;
}

/** A certificate or code that cannot be read. One line. */
export class CertificateError extends Error {
  override readonly name = "CertificateError";
}

export function formatRecord(record: SignedRecord): string {
  return `${canonical({ line: record.line, sig: record.sig, vkey: record.vkey })}\n`;
}

/** Reads `result-N.json`. Throws a CertificateError unless it is, byte for byte, what `formatRecord` writes. */
export function parseRecord(json: string): SignedRecord {
  if (utf8(json).length > MAX_CERTIFICATE_BYTES)
    throw new CertificateError(`it is over ${MAX_CERTIFICATE_BYTES} bytes: not the certificate of one record`);
  if (!json.endsWith("\n") || !isCanonical(json.slice(0, -1)))
    throw new CertificateError("it is not a certificate as tirada writes it (canonical JSON and a line feed)");
  const value = JSON.parse(json) as unknown;
  const { line, sig, vkey, ...rest } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (
    typeof line !== "string" ||
    typeof sig !== "string" ||
    typeof vkey !== "string" ||
    Object.keys(rest).length > 0
  )
    throw new CertificateError('it does not consist of "line", "sig" and "vkey"');
  return { line, sig, vkey };
}

export function formatProof(proof: TlogProof): string {
  return [PROOF_HEADER, `index ${proof.index}`, ...proof.hashes.map(base64), "", proof.checkpoint].join("\n");
}

/** Reads a C2SP tlog-proof. An `extra` line is refused: nothing signs it and tirada writes none. */
export function parseProof(source: string): TlogProof {
  if (utf8(source).length > MAX_PROOF_BYTES)
    throw new CertificateError(`the proof is over ${MAX_PROOF_BYTES} bytes`);
  const split = source.indexOf("\n\n");
  const [header, second, ...lines] = source.slice(0, Math.max(split, 0)).split("\n");
  if (header !== PROOF_HEADER) throw new CertificateError(`the proof does not begin with ${PROOF_HEADER}`);
  const [, digits] = /^index (0|[1-9][0-9]{0,15})$/.exec(second ?? "") ?? [];
  if (digits === undefined) throw new CertificateError("the proof's second line is not its index");
  const hashes = lines.map((line) => {
    const hash = strictBase64(line);
    if (hash?.length !== 32) throw new CertificateError("the proof has a line that is no SHA-256 in base64");
    return hash;
  });
  if (hashes.length > MAX_PROOF) throw new CertificateError(`the proof has over ${MAX_PROOF} hashes`);
  return { index: Number(digits), hashes, checkpoint: source.slice(split + 2) };
}

/**
 * Verifies one record offline: signature, and with a proof also its place under the log's signed root.
 * `given` is the key the inspector holds; without it the file's own key is used and the report says so.
 * Throws a CertificateError (or KeyError) when the files are not of this kind at all.
 */
export function verifyCertificate(
  files: { readonly json: string; readonly proof: string | null },
  given: Verifier | null,
  witnesses: readonly Verifier[] = [],
): Report {
  const record = parseRecord(files.json);
  const problems = collectProblems();
  let stated: Verifier | null = null;
  try {
    stated = parseVkey(record.vkey);
  } catch (error) {
    if (!(error instanceof KeyError) || given === null) throw error;
  }
  const verifier = given ?? stated;
  if (verifier === null) throw new CertificateError("it names no key");
  if (record.vkey !== verifier.vkey)
    problems.add(null, `the file says its key is ${record.vkey}, not ${verifier.vkey}`);
  const facts = judgeRecord(utf8(record.line), strictBase64(record.sig), verifier, problems);
  const seq = facts?.seq ?? null;
  const opened =
    files.proof === null
      ? null
      : judgeProof(files.proof, utf8(record.line), seq, verifier, witnesses, problems);
  const notes = given === null ? [KEY_FROM_FILE] : [];
  const count = new WitnessCount();
  if (opened !== null) count.checkpoint(opened);
  const totals = count.totals();
  const names = witnesses.map(({ name }) => name);
  if (files.proof === null) notes.push("no .tlog-proof beside it: its place in the log is not proven");
  return {
    subject: "record",
    log: verifier.name,
    mode: facts?.mode ?? null,
    vkey: verifier.vkey,
    keySource: given === null ? "file" : "given",
    records: 1,
    firstSeq: seq,
    lastSeq: seq,
    checkpoints: opened === null ? 0 : 1,
    covered: opened?.size ?? 0,
    witnessed: totals.witnessed,
    problems: problems.listed,
    moreProblems: problems.more(),
    notes: [...notes, ...witnessNotes(totals, names)],
    ok: problems.listed.length === 0,
  };
}

/** Judges a line and its signature; returns what it says, null when it is no line. */
function judgeRecord(
  line: Uint8Array,
  sig: Uint8Array | null,
  verifier: Verifier,
  problems: Problems,
): LineFacts | null {
  const read = readLine(line);
  const facts = typeof read === "string" ? null : read;
  const seq = facts?.seq ?? null;
  if (typeof read === "string") problems.add(null, read);
  else if (read.log !== verifier.name) problems.add(seq, `the line belongs to the log "${read.log}"`);
  if (sig === null || !verifier.verify(line, sig)) problems.add(seq, "the signature is not of this line");
  return facts;
}

function judgeProof(
  source: string,
  line: Uint8Array,
  seq: number | null,
  verifier: Verifier,
  witnesses: readonly Verifier[],
  problems: Problems,
): OpenedCheckpoint | null {
  try {
    const proof = parseProof(source);
    const opened = openCheckpoint(proof.checkpoint, verifier, witnesses);
    if (proof.index !== seq) problems.add(seq, `the proof is of record ${proof.index}`);
    if (!verifyInclusion(leafHash(line), proof.index, opened.size, proof.hashes, opened.root))
      problems.add(seq, "the proof does not lead from this line to the signed root");
    return opened;
  } catch (error) {
    if (!(error instanceof NoteError) && !(error instanceof CertificateError)) throw error;
    problems.add(seq, `the proof: ${error.message}`);
    return null;
  }
}

/** A code for a screen or a slip; `TIRADA1` and five parts with spaces between, at most 300 characters. */
export const MAX_CODE = 300;

/** What a code says: which line, and the table's signature over it. It proves a line that one already has. */
export interface Code {
  readonly log: string;
  readonly seq: number;
  /** SHA-256 of the line. */
  readonly hash: Uint8Array;
  readonly signature: Uint8Array;
}

/** The code of one record, for a QR: log, number, hash of the line and signature, both in base64url. */
export function formatCode(record: { readonly line: string; readonly sig: string }): string {
  const facts = readLine(utf8(record.line));
  const signature = strictBase64(record.sig);
  if (typeof facts === "string" || signature?.length !== 64)
    throw new CertificateError("only a signed line of a log has a code");
  const hash = sha256(utf8(record.line)).toString("base64url");
  const code = `TIRADA1 ${checkLogName(facts.log)} ${facts.seq} ${hash} ${signature.toString("base64url")}`;
  if (code.length > MAX_CODE)
    throw new CertificateError(`the code has ${code.length} characters; ${MAX_CODE} fit`);
  return code;
}

/** Reads a code. Throws a CertificateError. */
export function parseCode(text: string): Code {
  const parts = text.length > MAX_CODE ? null : CODE.exec(text);
  const [, log, seq, hash, signature] = parts ?? [];
  if (log === undefined || seq === undefined || hash === undefined || signature === undefined)
    throw new CertificateError("this is not a code of tirada");
  const code = { log, seq: Number(seq), hash: bytesOf(hash), signature: bytesOf(signature) };
  if (!Number.isSafeInteger(code.seq)) throw new CertificateError("the code's number is too large");
  return code;
}

/** Null when the code is of this line and the key signed it, or what is wrong. */
export function codeFault(code: Code, line: string, verifier: Verifier): string | null {
  const facts = readLine(utf8(line));
  if (typeof facts === "string") return facts;
  if (code.log !== verifier.name || facts.log !== code.log) return "the code is of another log";
  if (code.seq !== facts.seq) return `the code is of record ${code.seq}, the line of ${facts.seq}`;
  if (sha256Hex(utf8(line)) !== Buffer.from(code.hash).toString("hex")) return "the code is of another line";
  return verifier.verify(utf8(line), code.signature) ? null : "the signature in the code is not of this line";
}

const CODE = /^TIRADA1 ([a-z0-9._/-]{1,120}) (0|[1-9][0-9]{0,15}) ([A-Za-z0-9_-]{43}) ([A-Za-z0-9_-]{86})$/;

function bytesOf(text: string): Uint8Array {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.toString("base64url") !== text) throw new CertificateError("the code is damaged");
  return bytes;
}
