import { EXIT, errorText, Problem } from "../../../problem.ts";
import type { StoreAddress } from "./client.ts";

/** What went wrong with a database, as one line that names it. */
export function storeProblem(error: unknown, { host, database }: StoreAddress): Problem {
  if (error instanceof Problem) return error;
  return new Problem(EXIT.storage, `the database ${database} at ${host}: ${errorText(error)}`, {
    cause: error,
  });
}
