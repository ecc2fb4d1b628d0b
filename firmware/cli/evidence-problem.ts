import { JournalError } from "../files/errors.ts";
import { EXIT, Problem, usageProblem } from "../problem.ts";

/** What reading evidence that somebody named failed with, as one line with its exit status. */
export function evidenceProblem(error: unknown): unknown {
  if (!(error instanceof JournalError)) return error;
  if (error.code === "corrupt") return new Problem(EXIT.notValid, error.message, { cause: error });
  return usageProblem(error.message, error);
}
