import { verifyDossier, type VerifiedDossier } from "../../evidence/verify/verify-dossier.ts";
import { JournalError } from "../../files/errors.ts";
import { errorText, EXIT, Problem, usageProblem } from "../../problem.ts";
import { printFound } from "../common.ts";
import { givenKeys } from "./evidence-options.ts";

type VerifyDossierOptions = Parameters<typeof givenKeys>[0] & { readonly json?: true };

/** A laboratory's dossier: who signed it, and every file of it held against its list. */
export function printDossier(folder: string, options: VerifyDossierOptions): void {
  let verified: VerifiedDossier;
  try {
    verified = verifyDossier(folder, givenKeys(options));
  } catch (error) {
    if (error instanceof JournalError && error.code === "corrupt")
      throw new Problem(EXIT.notValid, error.message, { cause: error });
    throw usageProblem(errorText(error), error);
  }
  const { files, signer, problems, notes } = verified;
  const isValid = problems.length === 0;
  printFound(options, { subject: "dossier", valid: isValid, ...verified }, () => [
    `${isValid ? "VALID" : "NOT VALID"}  dossier of ${files} files, signed by ${signer}`,
    ...notes.map((note) => `  note: ${note}`),
    ...problems.map((problem) => `  ${problem}`),
  ]);
  if (!isValid) process.exitCode = EXIT.notValid;
}
