import { utf8 } from "../../../src/record/bytes.ts";
import {
  CertificateError,
  formatRecord,
  isCertificate,
  MAX_CERTIFICATE_BYTES,
  MAX_PROOF_BYTES,
} from "../../../src/record/certificate.ts";
import { verifyCertificate } from "../../../src/record/verify-certificate.ts";
import { MAX_LINE_BYTES, readLine } from "../../../src/record/chain.ts";
import { KeyError, parseVkey, type Verifier } from "../../../src/record/keys.ts";
import { parseTrust, trustedAt, trustOf, type Trust } from "../../../src/record/trust.ts";
import type { Report } from "../../../src/record/report.ts";
import { isThere, statSync } from "../../files/disk.ts";
import { isCaseStart } from "../case/case-contents.ts";
import { CaseReader } from "../case/case-reader.ts";
import { journalIn } from "../log/record-lines.ts";
import { SQLITE_MAGIC } from "../log/database.ts";
import { diskFailure, JournalError, onDisk } from "../../files/errors.ts";
import { readSmall, readStart } from "../../files/files.ts";
import { verifyCase } from "../case/verify-case.ts";
import { verifyExport } from "./verify-export.ts";
import { verifyOnCores } from "./verify-cores.ts";
import { journalTasks, verifyJournal, type JournalTasks } from "./verify-journal.ts";

export interface VerifyOptions {
  /** The table's key as the inspector holds it from enrolment. Without it nothing proves whose records these are. */
  readonly vkey?: string;
  /** Text of a file of such keys, instead of one: see `src/record/trust.ts`. */
  readonly keys?: string;
  /** vkeys (type 4) of the witnesses whose cosignatures count. */
  readonly witnesses?: readonly string[];
  /** A journal's recordings, when they do not lie beside it in `recordings`; pictures are looked for beside that folder. */
  readonly recordings?: string;
  /** File with a checkpoint of an earlier verification: what lies before it in a journal is not read again. */
  readonly kept?: string;
}

const PROOF = ".tlog-proof";

/**
 * Verifies offline whatever `path` is: a certificate (`result-N.json` with its `.tlog-proof` beside it, or that
 * proof), one record (`rec` with `rec.sig` beside it; needs the vkey), an export (its `.sig` is checked when it lies
 * beside it), a case file, or a journal, running or copied, or the storage folder that it lies in; the recordings and pictures that are there are
 * held against a journal's records. Nothing is changed. Throws a JournalError of one line when it is
 * none of these or cannot be read; all else is in the report.
 */
export function verifyPath(path: string, options: VerifyOptions = {}): Report {
  return readable(path, () => {
    const read = verifyKnown(path, options);
    return "tasks" in read ? verifyJournal(read) : read;
  });
}

/** Verifies what a path leads to as {@link verifyPath} does, the files of a journal on all cores. Rejects as that one throws. */
export async function verifyPathOnCores(path: string, options: VerifyOptions = {}): Promise<Report> {
  const read = readable(path, () => verifyKnown(path, options));
  return "tasks" in read ? verifyOnCores(read) : read;
}

function readable<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof KeyError || error instanceof CertificateError)
      throw new JournalError(error instanceof KeyError ? "key" : "cannot-open", `${path}: ${error.message}`, {
        cause: error,
      });
    throw diskFailure(error, "reading", path) ?? error;
  }
}

/** Anything but a journal is verified at once. */
function verifyKnown(named: string, options: VerifyOptions): Report | JournalTasks {
  const trust = givenTrust(options);
  const witnesses = (options.witnesses ?? []).map(parseVkey);
  const table = witnesses.find(({ use }) => use !== "cosignature");
  if (table !== undefined) throw new KeyError(`${table.name} is the key of a table, not of a witness`);
  const path = onDisk("reading", named, () => journalIn(named));
  if (!onDisk("reading", path, () => statSync(path)).isFile())
    throw new JournalError("cannot-open", `${path} is not a file: name a record, an export or a journal`);
  const start = readStart(path, 64).toString("latin1");
  if (start.startsWith(SQLITE_MAGIC)) {
    const { recordings, kept } = options;
    const checkpoint = kept === undefined ? undefined : readSmall(kept, MAX_PROOF_BYTES).toString("utf8");
    return journalTasks(path, { trust, witnesses, recordings, checkpoint, isFolder: path !== named });
  }
  if (options.kept !== undefined)
    throw new JournalError(
      "cannot-open",
      `${path} is no journal: only one goes on from a checkpoint that was kept`,
    );
  if (start.startsWith("c2sp.org/tlog-proof@")) {
    if (!path.endsWith(PROOF))
      throw new JournalError("cannot-open", `${path}: a proof is named <result>${PROOF}`);
    return verifyCertificateFile(`${path.slice(0, -PROOF.length)}.json`, trust, witnesses);
  }
  if (isCaseStart(start)) return verifyCaseFile(path, trust, witnesses);
  if (start.startsWith('{"before":[')) return verifyExport(path, trust, witnesses);
  if (isThere(`${path}.sig`)) return verifyRawRecord(path, trust, witnesses);
  if (isCertificate(start)) return verifyCertificateFile(path, trust, witnesses);
  throw new JournalError(
    "cannot-open",
    `${path} is not a record, an export, a case file or a journal of tirada`,
  );
}

/** The keys that the inspector holds; null: none were given. Throws a KeyError. */
export function givenTrust({ vkey, keys }: Pick<VerifyOptions, "vkey" | "keys">): Trust | null {
  if (vkey !== undefined && keys !== undefined)
    throw new KeyError("give one key or a file of keys, not both: --vkey or --keys");
  if (keys !== undefined) return parseTrust(keys);
  if (vkey === undefined) return null;
  const given = parseVkey(vkey);
  if (given.use === "cosignature") throw new KeyError(`${given.name} is the key of a witness, not of a table`);
  return trustOf(given);
}

function verifyCaseFile(path: string, trust: Trust | null, witnesses: readonly Verifier[]): Report {
  const reader = CaseReader.open(path);
  try {
    return verifyCase(reader, trust, witnesses);
  } finally {
    reader.close();
  }
}

function verifyCertificateFile(path: string, trust: Trust | null, witnesses: readonly Verifier[]): Report {
  const json = textOf(path, readSmall(path, MAX_CERTIFICATE_BYTES));
  const beside = path.replace(/\.json$/, "") + PROOF;
  const proof = isThere(beside) ? textOf(beside, readSmall(beside, MAX_PROOF_BYTES)) : null;
  return verifyCertificate({ json, proof }, trust, witnesses);
}

/** A line as it was signed, and its 64 bytes of signature: what `openssl pkeyutl -verify` takes. */
function verifyRawRecord(path: string, trust: Trust | null, witnesses: readonly Verifier[]): Report {
  if (trust === null)
    throw new JournalError("key", `${path} carries no key: give the table's vkey to verify this record`);
  const line = readSmall(path, MAX_LINE_BYTES);
  const sig = readSmall(`${path}.sig`, MAX_LINE_BYTES);
  const facts = readLine(line);
  if (typeof facts === "string")
    throw new JournalError("cannot-open", `${path} is not a record, an export or a journal of tirada`);
  const key = trustedAt(trust, facts.log, facts.seq) ?? trust[0]?.verifier;
  if (key === undefined) throw new JournalError("key", `${path}: no key is enrolled`);
  const json = formatRecord({ line: textOf(path, line), sig: sig.toString("base64"), vkey: key.vkey });
  return verifyCertificate({ json, proof: null }, trust, witnesses);
}

/** UTF-8 that decodes and encodes to the same bytes; anything else is not ours. */
function textOf(path: string, bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!utf8(text).equals(bytes)) throw new JournalError("cannot-open", `${path} is not text in UTF-8`);
  return text;
}
