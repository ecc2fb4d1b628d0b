import { hasPassed, type ReadSelfExamination } from "../../../src/record/self-examination.ts";
import { verifySelfExamination } from "../../evidence/verify/verify-self-examination.ts";
import { JournalError } from "../../files/errors.ts";
import { errorText, EXIT, Problem, usageProblem } from "../../problem.ts";
import { printFound } from "../common.ts";
import { givenKeys } from "./evidence-options.ts";

type VerifyOutcomeOptions = Parameters<typeof givenKeys>[0] & { readonly json?: true };

/** The outcome of a self-examination: which table signed it, of which program, and what came out otherwise. */
export function printSelfExamination(file: string, options: VerifyOutcomeOptions): void {
  let verified: ReadSelfExamination;
  try {
    verified = verifySelfExamination(file, givenKeys(options));
  } catch (error) {
    if (error instanceof JournalError && error.code === "corrupt")
      throw new Problem(EXIT.notValid, error.message, { cause: error });
    throw usageProblem(errorText(error), error);
  }
  const { report, problems, notes } = verified;
  const isValid = problems.length === 0;
  const { release, parts, began, set, word } = report;
  const found = {
    subject: "self-examination",
    valid: isValid,
    passed: hasPassed(report),
    report,
    problems,
    notes,
  };
  printFound(options, found, () => [
    `${isValid ? "VALID" : "NOT VALID"}  self-examination of ${report.log}`,
    `  ${hasPassed(report) ? "PASSED" : "NOT PASSED"} ${began}, tirada ${release.version} (${release.manifest}), set ${set}`,
    ...(word === null ? [] : [`  word ${word}`]),
    ...parts.flatMap(({ part, tried, wrong, differences }) => [
      `  ${part}: ${tried} tried, ${wrong} otherwise`,
      ...differences.map((line) => `    ${line}`),
    ]),
    ...notes.map((note) => `  note: ${note}`),
    ...problems.map((problem) => `  ${problem}`),
  ]);
  if (!isValid || !hasPassed(report)) process.exitCode = EXIT.notValid;
}
