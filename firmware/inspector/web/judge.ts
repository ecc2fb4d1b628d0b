/** What files and keys together prove. Files are known by what they begin with, not by their names. */
import {
  CertificateError,
  codeFault,
  MAX_CERTIFICATE_BYTES,
  MAX_CODE,
  parseCode,
  parseProof,
  parseRecord,
  verifyCertificate,
} from "../../../src/record/certificate.ts";
import { readLine, type LineFacts } from "../../../src/record/chain.ts";
import { KeyError, parseVkey, type Verifier } from "../../../src/record/keys.ts";
import type { Report } from "../../../src/record/report.ts";
import { codeInPicture, isPicture, MOST_PICTURE_BYTES } from "./picture.ts";
import { judgeWithSignatures } from "./signatures.ts";

export interface GivenFile {
  readonly name: string;
  /** Null: larger than anything that this page reads. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

/** Why nothing can be said yet; each has a text of its own. */
export type Unknown =
  | "empty"
  | "too-large"
  | "not-known"
  | "export"
  | "journal"
  | "archive"
  | "no-code"
  | "code-alone"
  | "proof-alone"
  | "twice"
  | "bad-key"
  | "bad-file";

export type Judged =
  | {
      readonly verdict: "valid" | "self" | "not-valid";
      readonly report: Report;
      readonly facts: LineFacts | null;
    }
  | { readonly verdict: "unknown"; readonly why: Unknown; readonly says: string };

/** Nothing that this page reads is larger than the largest picture. */
export const MOST_FILE_BYTES = MOST_PICTURE_BYTES;
const MOST_KEYS = 33;

type Kind = "certificate" | "proof" | "code";
const unknown = (why: Unknown, says = ""): Judged => ({ verdict: "unknown", why, says });

/** Files that this page does not read, by their beginnings, and what is said of each. A kind that it learns to read leaves this list. */
const ELSEWHERE: readonly (readonly [start: string, why: Unknown])[] = [
  ['{"before":[', "export"],
  ["SQLite format 3\0", "journal"],
  ["PK\u0003\u0004", "archive"],
  ["\u001f\u008b", "archive"],
];

const STARTS: readonly (readonly [start: string, kind: Kind])[] = [
  ['{"line":', "certificate"],
  ["c2sp.org/tlog-proof@", "proof"],
  ["TIRADA1 ", "code"],
];

/** Judges files and the lines of the key field: the table's vkey, and those of witnesses. */
export async function judgeFiles(files: readonly GivenFile[], keyText: string): Promise<Judged> {
  const parts = new Map<Kind, string>();
  for (const file of files) {
    const read = await readFile(file);
    if (typeof read === "string") return unknown(read, file.name);
    if (parts.has(read.kind)) return unknown("twice", file.name);
    parts.set(read.kind, read.text);
  }
  if (files.length === 0) return unknown("empty");
  try {
    return await judgeWithSignatures(() => judgeParts(parts, readKeys(keyText)));
  } catch (error) {
    if (error instanceof KeyError) return unknown("bad-key", error.message);
    if (error instanceof CertificateError) return unknown("bad-file", error.message);
    throw error;
  }
}

async function readFile({ bytes }: GivenFile): Promise<{ kind: Kind; text: string } | Unknown> {
  if (bytes === null) return "too-large";
  if (isPicture(bytes)) {
    const text = await codeInPicture(bytes);
    return text?.startsWith("TIRADA1 ") === true ? { kind: "code", text } : "no-code";
  }
  const start = Array.from(bytes.subarray(0, 64), (byte) => String.fromCharCode(byte)).join("");
  const elsewhere = ELSEWHERE.find(([beginning]) => start.startsWith(beginning));
  if (elsewhere !== undefined) return elsewhere[1];
  const kind = STARTS.find(([beginning]) => start.startsWith(beginning))?.[1];
  if (kind === undefined) return "not-known";
  if (bytes.length > (kind === "code" ? 2 * MAX_CODE : MAX_CERTIFICATE_BYTES)) return "too-large";
  try {
    return { kind, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return "not-known";
  }
}

interface Keys {
  readonly table: Verifier | null;
  readonly witnesses: readonly Verifier[];
}

function readKeys(text: string): Keys {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length > MOST_KEYS) throw new KeyError(`over ${MOST_KEYS} keys`);
  const keys = lines.map(parseVkey);
  const [table = null, second] = keys.filter(({ use }) => use === "note");
  if (second !== undefined) throw new KeyError("two keys of tables: give one");
  return { table, witnesses: keys.filter(({ use }) => use === "cosignature") };
}

function judgeParts(parts: ReadonlyMap<Kind, string>, { table, witnesses }: Keys): Judged {
  const json = parts.get("certificate");
  const proof = parts.get("proof") ?? null;
  const code = parts.get("code");
  if (json === undefined) {
    if (code !== undefined) return codeAlone(code, table);
    if (proof !== null) parseProof(proof);
    return unknown("proof-alone");
  }
  const report = verifyCertificate({ json, proof }, table, witnesses);
  const { line } = parseRecord(json);
  const read = readLine(new TextEncoder().encode(line));
  const compared = code === undefined ? report : withCode(report, line, code);
  const verdict = !compared.ok ? "not-valid" : table === null ? "self" : "valid";
  return { verdict, report: compared, facts: typeof read === "string" ? null : read };
}

/** A code signs a record's line and does not hold it. */
function codeAlone(text: string, table: Verifier | null): Judged {
  const { log, seq } = parseCode(text.trim());
  if (table !== null && table.name !== log)
    return unknown("bad-file", `the code is of another log: record ${seq} of ${log}`);
  return unknown("code-alone", `${log} ${seq}`);
}

function withCode(report: Report, line: string, text: string): Report {
  const code = parseCode(text.trim());
  const what = codeFault(code, line, parseVkey(report.vkey));
  if (what === null) return { ...report, notes: [...report.notes, `the code is of record ${code.seq}`] };
  return { ...report, ok: false, problems: [...report.problems, { seq: code.seq, what }] };
}
