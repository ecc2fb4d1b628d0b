import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JournalError } from "../../firmware/files/errors.ts";
import { compareWithCode } from "../../firmware/evidence/verify/verify-code.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { CertificateError, parseCode } from "../../src/record/certificate.ts";
import type { InspectorCase } from "./inspector-cases.ts";

/** The files of a case, with their names. */
export const filesOf = ({ file, json, proof, code }: InspectorCase): readonly (readonly [string, Buffer])[] => [
  ...(file === undefined ? [] : ([["round-1.tar", file]] as const)),
  ...(file === undefined ? ([["result-1.json", json]] as const) : []),
  ...(proof === null || file !== undefined ? [] : ([["result-1.tlog-proof", proof]] as const)),
  ...(code === null || file !== undefined ? [] : ([["code.txt", Buffer.from(code)]] as const)),
];
/** What is pasted into the key field. */
export const keysOf = ({ vkey, witnesses }: InspectorCase): string => [vkey ?? "", ...witnesses].join("\n");

/** What `tirada verify` says of the same files, in the page's words. */
export function verdictOfVerify(one: InspectorCase): string {
  const folder = mkdtempSync(join(tmpdir(), "tirada-inspector-"));
  try {
    const path = join(folder, one.file === undefined ? "result-1.json" : "round-1.tar");
    writeFileSync(path, one.file ?? one.json);
    if (one.proof !== null) writeFileSync(join(folder, "result-1.tlog-proof"), one.proof);
    const report = verifyPath(path, {
      ...(one.vkey === null ? {} : one.vkey.includes(" ") ? { keys: one.vkey } : { vkey: one.vkey }),
      witnesses: one.witnesses,
    });
    const { ok } =
      one.code === null || one.file !== undefined ? report : compareWithCode(report, path, parseCode(one.code));
    return !ok ? "not-valid" : one.vkey === null ? "self" : "valid";
  } catch (error) {
    if (!(error instanceof JournalError) && !(error instanceof CertificateError)) throw error;
    return "unknown";
  } finally {
    rmSync(folder, { recursive: true });
  }
}
