import { createHash } from "node:crypto";
import type { Verifier } from "../../../src/record/keys.ts";
import type { Report } from "../../../src/record/report.ts";
import { EVIDENCE_NAMESPACE, MAX_SSHSIG, sshSignatureFault } from "../../../src/record/sshsig.ts";
import type { Trust } from "../../../src/record/trust.ts";
import type { Verification } from "../../../src/record/verify.ts";
import { isThere } from "../../files/disk.ts";
import { MAX_EXPORT_LINE } from "../log/export-lines.ts";
import { readLines, readSmall } from "../../files/files.ts";
import { verifyExportLines } from "./verify-export-lines.ts";

/** Verifies an export line by line, whatever its size, and its SSH signature when that lies beside it. */
export function verifyExport(path: string, trust: Trust | null, witnesses: readonly Verifier[]): Report {
  const digest = createHash("sha512");
  const lines = readLines(path, MAX_EXPORT_LINE, (bytes) => void digest.update(bytes));
  return verifyExportLines(path, lines, {
    subject: "export",
    trust,
    witnesses,
    atEnd: (verification) => checkSignature(verification, path, digest.digest()),
  });
}

/** The key of the next record signs the file, as it signs the checkpoint at its end. */
function checkSignature(verification: Verification, path: string, sha512: Uint8Array): void {
  const beside = `${path}.sig`;
  if (!isThere(beside)) {
    verification.note("no .sig beside it: the file as a whole is not signed, only all that is in it");
    return;
  }
  const fault = sshSignatureFault(
    readSmall(beside, MAX_SSHSIG).toString("latin1"),
    sha512,
    EVIDENCE_NAMESPACE,
    verification.keys.current,
  );
  if (fault !== null) verification.problem(null, `the file's signature ${beside}: ${fault}`);
}
