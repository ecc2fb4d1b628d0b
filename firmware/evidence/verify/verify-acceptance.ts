import { createHash } from "node:crypto";
import {
  ACCEPTANCE_NAMESPACE,
  ACCEPTANCE_START,
  MAX_ACCEPTANCE_BYTES,
  readAcceptance,
  type ReadAcceptance,
} from "../../../src/record/acceptance-report.ts";
import { MAX_SSHSIG, sshSignatureFault } from "../../../src/record/sshsig.ts";
import type { Trust } from "../../../src/record/trust.ts";
import { isThere, statSync } from "../../files/disk.ts";
import { JournalError } from "../../files/errors.ts";
import { readSmall, readStart } from "../../files/files.ts";
import { givenTrust, type VerifyOptions } from "./verify-file.ts";

const MAX_PDF_BYTES = 32 * 1024 * 1024;
const START_BYTES = 64;

/** What a report of an acceptance comes to; `report`: null of a PDF whose page is not beside it. */
export interface VerifiedAcceptance extends Omit<ReadAcceptance, "report" | "signer"> {
  readonly report: ReadAcceptance["report"] | null;
  readonly signer: string;
}

/** Whether a file is a report of an acceptance: its page, or a PDF of one. */
export function isAcceptance(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const start = readStart(path, START_BYTES).toString("latin1");
  return start.startsWith(ACCEPTANCE_START) || (start.startsWith("%PDF-") && isThere(`${path}.sig`));
}

/** Verifies a report. Throws a JournalError of one line where it is none. */
export function verifyAcceptance(path: string, options: VerifyOptions): VerifiedAcceptance {
  const trust = givenTrust(options);
  if (readStart(path, START_BYTES).toString("latin1").startsWith("%PDF-")) return verifyPdf(path, trust);
  return verifyPage(path, trust);
}

function verifyPage(path: string, trust: Trust | null): VerifiedAcceptance {
  const read = readAcceptance(readSmall(path, MAX_ACCEPTANCE_BYTES).toString("utf8"), trust);
  if (typeof read === "string") throw new JournalError("corrupt", `${path}: ${read}`);
  return { ...read, signer: read.signer.name };
}

/** A PDF has its signature beside it, and its page says what it shows. */
function verifyPdf(path: string, trust: Trust | null): VerifiedAcceptance {
  const page = path.replace(/\.pdf$/i, ".html");
  const read = isThere(page)
    ? readAcceptance(readSmall(page, MAX_ACCEPTANCE_BYTES).toString("utf8"), trust)
    : null;
  const own = read === null || typeof read === "string" ? [] : [read.signer];
  const signers = [...(trust ?? []).map(({ verifier }) => verifier), ...own];
  if (signers.length === 0)
    throw new JournalError("key", `${path}: whose signature it is, its page says (${page}), or --keys`);
  const sha512 = createHash("sha512").update(readSmall(path, MAX_PDF_BYTES)).digest();
  const armoured = readSmall(`${path}.sig`, MAX_SSHSIG).toString("utf8");
  const faults = signers.map(
    (signer) => [signer, sshSignatureFault(armoured, sha512, ACCEPTANCE_NAMESPACE, signer)] as const,
  );
  const [signer] = faults.find(([, fault]) => fault === null) ?? [];
  const why = faults.map(([, fault]) => fault).join("; ");
  const problems = signer === undefined ? [`the signature: ${why}`] : [];
  if (read === null || typeof read === "string")
    return { report: null, signer: signer?.name ?? "nobody", problems, notes: ["its page is not beside it"] };
  return { ...read, signer: signer?.name ?? "nobody", problems: [...problems, ...read.problems] };
}
