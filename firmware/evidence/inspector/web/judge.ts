/**
 * What files and keys together prove. Files are known by what they begin with, not by their names; one that begins as none does and is
 * named as a proof is a damaged proof, as for `tirada verify`.
 */
import {
  CertificateError,
  codeFault,
  isCodeStart,
  MAX_CERTIFICATE_BYTES,
  MAX_CODE,
  parseCode,
  parseProof,
  parseRecord,
} from "../../../../src/record/certificate.ts";
import { verifyCertificate } from "../../../../src/record/verify-certificate.ts";
import { readLine, type LineFacts } from "../../../../src/record/chain.ts";
import { KeyError, parseVkey, type Verifier } from "../../../../src/record/keys.ts";
import { modeOfLog } from "../../../../src/record/mode.ts";
import { vkeyAt, type Report } from "../../../../src/record/report.ts";
import { parseLine, withKey, type Trust } from "../../../../src/record/trust.ts";
import { JournalError } from "../../../files/errors.ts";
import { judgeCase, MOST_CASE_BYTES, type JudgedCase } from "./case.ts";
import { codeInPicture, isPicture, MOST_PICTURE_BYTES } from "./picture.ts";
import { judgeWithSignatures } from "./signatures.ts";

export interface GivenFile {
  readonly name: string;
  /** It begins as a case file does. */
  readonly isCase: boolean;
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
  | "case-alone"
  | "large-case"
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
      /** A case file; null: it is one record. */
      readonly inCase: JudgedCase | null;
      /** A code was given with it, and signs this record. Absent: none was, or it does not. */
      readonly signsCode?: true;
    }
  | { readonly verdict: "unknown"; readonly why: Unknown; readonly says: string; readonly log?: string };

/** What was judged is of a test table, as its log's name and its records say. */
export function isOfTest(judged: Judged): boolean {
  const log = judged.verdict === "unknown" ? (judged.log ?? "") : judged.report.log;
  return modeOfLog(log) === "test" || (judged.verdict !== "unknown" && judged.report.mode === "test");
}

/** Nothing that this page reads is larger than a case file. */
export const MOST_FILE_BYTES = MOST_CASE_BYTES;
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
  ['{"keys":', "certificate"],
  ["c2sp.org/tlog-proof@", "proof"],
];

const PROOF_ENDING = ".tlog-proof";

/**
 * Judges files and the lines of the key field: the table's key or keys, as a line of `tirada key enrol` has them or as a vkey alone,
 * and those of witnesses.
 */
export async function judgeFiles(files: readonly GivenFile[], keyText: string): Promise<Judged> {
  const [first] = files;
  if (files.some(({ isCase }) => isCase))
    return first === undefined || files.length > 1 ? unknown("case-alone") : judgeCaseFile(first, keyText);
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

/** A case file holds all that belongs to it. */
async function judgeCaseFile({ name, bytes }: GivenFile, keyText: string): Promise<Judged> {
  if (bytes === null) return unknown("large-case", name);
  try {
    return await judgeWithSignatures(() => {
      const { trust, witnesses } = readKeys(keyText);
      const inCase = judgeCase(name, bytes, trust, witnesses);
      const { report } = inCase;
      const verdict = !report.ok ? "not-valid" : trust === null ? "self" : "valid";
      return { verdict, report, facts: null, inCase };
    });
  } catch (error) {
    if (error instanceof KeyError) return unknown("bad-key", error.message);
    if (error instanceof JournalError) return unknown("bad-file", error.message);
    throw error;
  }
}

async function readFile({ name, bytes }: GivenFile): Promise<{ kind: Kind; text: string } | Unknown> {
  if (bytes === null || bytes.length > MOST_PICTURE_BYTES) return "too-large";
  if (isPicture(bytes)) {
    const text = await codeInPicture(bytes);
    return text !== null && isCodeStart(text) ? { kind: "code", text } : "no-code";
  }
  const start = Array.from(bytes.subarray(0, 64), (byte) => String.fromCharCode(byte)).join("");
  const elsewhere = ELSEWHERE.find(([beginning]) => start.startsWith(beginning));
  if (elsewhere !== undefined) return elsewhere[1];
  const kind = kindOf(name, start);
  if (kind === undefined) return "not-known";
  if (bytes.length > (kind === "code" ? 2 * MAX_CODE : MAX_CERTIFICATE_BYTES)) return "too-large";
  try {
    return { kind, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return "not-known";
  }
}

function kindOf(name: string, start: string): Kind | undefined {
  if (isCodeStart(start)) return "code";
  const begun = STARTS.find(([beginning]) => start.startsWith(beginning))?.[1];
  return begun ?? (name.endsWith(PROOF_ENDING) ? "proof" : undefined);
}

interface Keys {
  /** Null: none was given. */
  readonly trust: Trust | null;
  readonly witnesses: readonly Verifier[];
}

function readKeys(text: string): Keys {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length > MOST_KEYS) throw new KeyError(`over ${MOST_KEYS} keys`);
  const keys = lines.filter((line) => !line.startsWith("#")).map(parseLine);
  const witnesses = keys.map(({ verifier }) => verifier).filter(({ use }) => use === "cosignature");
  const tables = keys.filter(({ verifier }) => verifier.use === "note");
  // A key that is only looked at is enrolled nowhere: a test's own is taken, and what it signed is said to be a test.
  const trust = tables.reduce<Trust>(
    (all, key) => withKey(all, key, modeOfLog(key.verifier.name) === "test"),
    [],
  );
  return { trust: trust.length === 0 ? null : trust, witnesses };
}

function judgeParts(parts: ReadonlyMap<Kind, string>, { trust, witnesses }: Keys): Judged {
  const json = parts.get("certificate");
  const proof = parts.get("proof") ?? null;
  const code = parts.get("code");
  if (json === undefined) {
    if (code !== undefined) return codeAlone(code, trust);
    if (proof !== null) parseProof(proof);
    return unknown("proof-alone");
  }
  const report = verifyCertificate({ json, proof }, trust, witnesses);
  const { line } = parseRecord(json);
  const read = readLine(new TextEncoder().encode(line));
  const compared = code === undefined ? report : withCode(report, line, code);
  const verdict = !compared.ok ? "not-valid" : trust === null ? "self" : "valid";
  const judged = {
    verdict,
    report: compared,
    facts: typeof read === "string" ? null : read,
    inCase: null,
  } as const;
  return code !== undefined && compared === report ? { ...judged, signsCode: true } : judged;
}

/** A code signs a record's line and does not hold it. */
function codeAlone(text: string, trust: Trust | null): Judged {
  const { log, seq } = parseCode(text.trim());
  const isOther = trust !== null && !trust.some(({ verifier }) => verifier.name === log);
  const judged = isOther
    ? unknown("bad-file", `the code is of another log: record ${seq} of ${log}`)
    : unknown("code-alone", `${log} ${seq}`);
  return { ...judged, log } as Judged;
}

/** The report, and that the code is of something else where it is. */
function withCode(report: Report, line: string, text: string): Report {
  const code = parseCode(text.trim());
  const what = codeFault(code, line, parseVkey(vkeyAt(report, code.seq)));
  if (what === null) return report;
  return { ...report, ok: false, problems: [...report.problems, { seq: code.seq, what }] };
}
