import { base64, sha256, sha256Hex, strictBase64, utf8 } from "./bytes.ts";
import { canonical, isCanonical } from "./canonical.ts";
import { checkLogName, MAX_LINE_BYTES, readLine } from "./chain.ts";
import { KEYS_MAX, type SignedLine } from "./key-history.ts";
import type { Verifier } from "./keys.ts";
import { MAX_PROOF } from "./merkle.ts";
import { modeOfLog, TEST_MARK, type Mode } from "./mode.ts";
import { MAX_NOTE_BYTES } from "./note.ts";

const PROOF_HEADER = "c2sp.org/tlog-proof@v1";
/** A line of a rotation, its signature and what is around them; a log has few. */
const MAX_ROTATION_BYTES = 2_048;
/** A certificate's JSON holds one line, escaped once more, and little else. */
export const MAX_CERTIFICATE_BYTES = 2 * MAX_LINE_BYTES + 4_096 + KEYS_MAX * MAX_ROTATION_BYTES;
export const MAX_PROOF_BYTES = MAX_NOTE_BYTES + MAX_PROOF * 45 + 256;

/** The two files handed out for one result: `result-N.json` and `result-N.tlog-proof`, a test's `TEST-result-N.json` and so on. */
export interface Certificate {
  readonly seq: number;
  readonly mode: Mode;
  /** Canonical JSON `{"line","sig","vkey"}`, of a log with several keys with `"keys"` too, and a line feed. */
  readonly json: string;
  /** C2SP tlog-proof: the record's place in the tree and the signed checkpoint. */
  readonly proof: string;
}

/** One record with its signature (base64) and the key that is said to have made it. */
export interface SignedRecord extends SignedLine {
  readonly vkey: string;
  /** The rotations of the log's key; absent: it has had one key only. */
  readonly keys?: readonly SignedLine[];
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

/** What the JSON of a certificate begins with, without rotations of the key and with them. */
export const isCertificate = (start: string): boolean =>
  start.startsWith('{"line":') || start.startsWith('{"keys":[{"line":');

export function formatRecord({ line, sig, vkey, keys = [] }: SignedRecord): string {
  const rotations = keys.length === 0 ? {} : { keys: keys.map((one) => ({ line: one.line, sig: one.sig })) };
  return `${canonical({ ...rotations, line, sig, vkey })}\n`;
}

/** Reads `result-N.json`. Throws a CertificateError unless it is, byte for byte, what `formatRecord` writes. */
export function parseRecord(json: string): SignedRecord {
  if (utf8(json).length > MAX_CERTIFICATE_BYTES)
    throw new CertificateError(`it is over ${MAX_CERTIFICATE_BYTES} bytes: not the certificate of one record`);
  if (!json.endsWith("\n") || !isCanonical(json.slice(0, -1)))
    throw new CertificateError("it is not a certificate as tirada writes it (canonical JSON and a line feed)");
  const value = JSON.parse(json) as unknown;
  const { line, sig, vkey, keys, ...rest } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (
    typeof line !== "string" ||
    typeof sig !== "string" ||
    typeof vkey !== "string" ||
    Object.keys(rest).length > 0
  )
    throw new CertificateError('it does not consist of "line", "sig" and "vkey"');
  if (keys === undefined) return { line, sig, vkey };
  const isList = Array.isArray(keys) && keys.length > 0 && keys.length < KEYS_MAX && keys.every(isSignedLine);
  if (!isList) throw new CertificateError('its "keys" are no rotations of a key');
  return { line, sig, vkey, keys };
}

function isSignedLine(value: unknown): value is SignedLine {
  const { line, sig, ...rest } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof line === "string" && typeof sig === "string" && Object.keys(rest).length === 0;
}

export function formatProof(proof: TlogProof): string {
  return [PROOF_HEADER, `index ${proof.index}`, ...proof.hashes.map(base64), "", proof.checkpoint].join("\n");
}

/** Reads a C2SP tlog-proof. An `extra` line is read over: nothing signs it, it says nothing of the record, and tirada writes none. */
export function parseProof(source: string): TlogProof {
  if (utf8(source).length > MAX_PROOF_BYTES)
    throw new CertificateError(`the proof is over ${MAX_PROOF_BYTES} bytes`);
  const split = source.indexOf("\n\n");
  const [header, ...rest] = source.slice(0, Math.max(split, 0)).split("\n");
  if (header !== PROOF_HEADER) throw new CertificateError(`the proof does not begin with ${PROOF_HEADER}`);
  const [second, ...lines] = isExtra(rest[0]) ? rest.slice(1) : rest;
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

const isExtra = (line = ""): boolean =>
  line.startsWith("extra ") && (strictBase64(line.slice(6))?.length ?? 0) > 0;

/** A code for a screen or a slip; `TIRADA1` and four parts with spaces between, `TEST` before them where it is a test's. */
export const MAX_CODE = 300;
const CODE_START = "TIRADA1 ";
const TEST_CODE_START = `${TEST_MARK} ${CODE_START}`;

/** Whether a text begins as a code does. */
export const isCodeStart = (text: string): boolean =>
  text.startsWith(CODE_START) || text.startsWith(TEST_CODE_START);

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
  const start = modeOfLog(facts.log) === "test" ? TEST_CODE_START : CODE_START;
  return `${start}${checkLogName(facts.log)} ${facts.seq} ${hash} ${signature.toString("base64url")}`;
}

/** Reads a code. Throws a CertificateError. */
export function parseCode(text: string): Code {
  const parts = text.length > MAX_CODE ? null : CODE.exec(text);
  const [, log, seq, hash, signature] = parts ?? [];
  if (log === undefined || seq === undefined || hash === undefined || signature === undefined)
    throw new CertificateError("this is not a code of tirada");
  const code = { log, seq: Number(seq), hash: bytesOf(hash), signature: bytesOf(signature) };
  if (!Number.isSafeInteger(code.seq)) throw new CertificateError("the code's number is too large");
  if (text.startsWith(TEST_CODE_START) !== (modeOfLog(log) === "test"))
    throw new CertificateError("the code does not say of its log whether it is a test");
  return code;
}

/** Null when the code is of this line and the key signed it, or what is wrong. */
export function codeFault(code: Code, line: string, verifier: Verifier): string | null {
  const facts = readLine(utf8(line));
  if (typeof facts === "string") return facts;
  if (code.log !== verifier.name || facts.log !== code.log) return "the code is of another log";
  if (code.seq !== facts.seq) return `the code is of record ${code.seq}, the line of ${facts.seq}`;
  if (sha256Hex(line) !== Buffer.from(code.hash).toString("hex")) return "the code is of another line";
  return verifier.verify(utf8(line), code.signature) ? null : "the signature in the code is not of this line";
}

const CODE =
  /^(?:TEST )?TIRADA1 ([a-z0-9._/-]{1,120}) (0|[1-9][0-9]{0,15}) ([A-Za-z0-9_-]{43}) ([A-Za-z0-9_-]{86})$/;

function bytesOf(text: string): Uint8Array {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.toString("base64url") !== text) throw new CertificateError("the code is damaged");
  return bytes;
}
