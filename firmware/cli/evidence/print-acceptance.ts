import type { AcceptanceReport } from "../../../src/record/acceptance-report.ts";
import { verifyAcceptance, type VerifiedAcceptance } from "../../evidence/verify/verify-acceptance.ts";
import { JournalError } from "../../files/errors.ts";
import { errorText, EXIT, Problem, usageProblem } from "../../problem.ts";
import { printFound } from "../common.ts";
import { givenKeys } from "./evidence-options.ts";

type VerifyReportOptions = Parameters<typeof givenKeys>[0] & { readonly json?: true };

/** The report of a device that was accepted in the workshop. */
export function printAcceptance(file: string, options: VerifyReportOptions): void {
  let verified: VerifiedAcceptance;
  try {
    verified = verifyAcceptance(file, givenKeys(options));
  } catch (error) {
    if (error instanceof JournalError && error.code === "corrupt")
      throw new Problem(EXIT.notValid, error.message, { cause: error });
    throw usageProblem(errorText(error), error);
  }
  const { report, signer, problems, notes } = verified;
  const isValid = problems.length === 0;
  printFound(options, { subject: "acceptance", valid: isValid, ...verified }, () => [
    `${isValid ? "VALID" : "NOT VALID"}  acceptance${report === null ? "" : ` of ${report.device} ${report.serial.told ?? report.serial.said ?? "without a number"}`}, signed by ${signer}`,
    ...(report === null ? [] : acceptanceLines(report)),
    ...notes.map((note) => `  note: ${note}`),
    ...problems.map((problem) => `  ${problem}`),
  ]);
  if (!isValid) process.exitCode = EXIT.notValid;
}

const acceptanceLines = ({
  passed,
  at,
  release,
  firmware,
  simulated,
  steps,
}: AcceptanceReport): readonly string[] => [
  `  ${passed ? "PASSED" : "NOT PASSED"} ${at}, tirada ${release.version}${firmware === null ? "" : `, firmware ${firmware}`}`,
  ...(simulated === null ? [] : [`  simulated: ${simulated}; no device was accepted`]),
  ...steps.map(
    ({ step, is, why, detail }) =>
      `  ${step}: ${is}${why === null ? "" : ` (${why}${detail === "" ? "" : `: ${detail}`})`}`,
  ),
];
