/** What pages of a unit verify one certificate with, built into one script: `npm run build:inspector`. */
import "./page-buffer.ts";
import { parseRecord } from "../../../../src/record/certificate.ts";
import { fingerprintText, parseVkey } from "../../../../src/record/keys.ts";
import { verifyCertificate } from "../../../../src/record/verify-certificate.ts";
import { judgeWithSignatures } from "./signatures.ts";

/** What a certificate came to: by the key that it names itself, which whoever reads has to compare with the table's own. */
export interface Verified {
  readonly isGood: boolean;
  /** The name of the table's key, and its fingerprint as people read it aloud. */
  readonly key: string;
  readonly fingerprint: string;
  /** What is wrong, one line each. */
  readonly problems: readonly string[];
}

declare global {
  /** What a page of the unit calls; undefined: this script could not be loaded. */
  var verifyFiles: ((json: string, proof: string) => Promise<Verified>) | undefined;
}

globalThis.verifyFiles = verifyOne;

/** Verifies a certificate with its proof. Never rejects: what cannot be read is a problem. */
async function verifyOne(json: string, proof: string): Promise<Verified> {
  try {
    const { vkey } = parseRecord(json);
    const report = await judgeWithSignatures(() => verifyCertificate({ json, proof }, null));
    const verifier = parseVkey(vkey);
    return {
      isGood: report.ok,
      key: verifier.name,
      fingerprint: fingerprintText(verifier),
      problems: report.problems.map(({ what }) => what),
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { isGood: false, key: "", fingerprint: "", problems: [problem] };
  }
}
