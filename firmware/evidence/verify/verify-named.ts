import { CertificateError } from "../../../src/record/certificate.ts";
import { KeyError } from "../../../src/record/keys.ts";
import type { Report } from "../../../src/record/report.ts";
import { JournalError } from "../../files/errors.ts";
import { compareWithOlder } from "./verify-against.ts";
import { isCodeFile, readCode, verifyCodeAlone, compareWithCode } from "./verify-code.ts";
import { givenTrust, verifyPath, verifyPathOnCores, type VerifyOptions } from "./verify-file.ts";

/** What a person names to be verified. */
export interface Named {
  /** A record, an export, a journal, or a file that holds the text of a code. */
  readonly file?: string | undefined;
  /** The text of a QR, or a file that holds it. */
  readonly code?: string | undefined;
  /** An older export that the journal or export must continue. */
  readonly against?: string | undefined;
}

/** Verifies what is named, together where more is named, a journal on all cores. Rejects with a JournalError of one line when it cannot be read. */
export async function verifyNamed(named: Named, options: VerifyOptions = {}): Promise<Report> {
  try {
    return await verifyAll(named, options);
  } catch (error) {
    if (error instanceof CertificateError)
      throw new JournalError("cannot-open", `the code: ${error.message}`, { cause: error });
    if (error instanceof KeyError) throw new JournalError("key", error.message, { cause: error });
    throw error;
  }
}

async function verifyAll({ file, code: text, against }: Named, options: VerifyOptions): Promise<Report> {
  const fromFile = file !== undefined && text === undefined && isCodeFile(file);
  const given = fromFile ? file : text;
  const code = given === undefined ? null : readCode(given);
  if (file === undefined || fromFile) {
    if (against !== undefined)
      throw new JournalError("cannot-open", "--against compares a journal or an export: name one");
    if (code === null)
      throw new JournalError("cannot-open", "name a record, an export or a journal, or a code with --code");
    return verifyCodeAlone(code, givenTrust(options));
  }
  let report = await verifyPathOnCores(file, options);
  if (code !== null) report = compareWithCode(report, file, code);
  if (against !== undefined) {
    // With what was given; without a key both must have those of the newer one.
    const { vkey, keys, witnesses = [] } = options;
    const own = { vkey: report.keys[0]?.vkey ?? report.vkey };
    const whole: VerifyOptions = {
      witnesses,
      ...(keys !== undefined ? { keys } : vkey !== undefined ? { vkey } : own),
    };
    report = compareWithOlder(report, file, verifyPath(against, whole), against);
  }
  return report;
}
