import { z } from "zod";
import { parseJson } from "../../../src/load/json.ts";
import { readTextFile } from "../../files/read-file.ts";
import { orUsageProblem, usageProblem } from "../../problem.ts";
import type { Checkout } from "./checkout.ts";

/** What a run of the tests leaves where `TIRADA_REPORT` names a file (`test/support/run-reporter.ts`). */
const count = z.int().min(0);
const shape = z.strictObject({
  format: z.literal("tirada-test-report/1"),
  commit: z.string(),
  seed: z.string(),
  /** `soak`: all volumes. */
  loop: z.string(),
  node: z.string(),
  files: z.array(
    z.strictObject({ file: z.string(), passed: count, failed: count, skipped: count, secondTries: count }),
  ),
});
export type TestReport = z.infer<typeof shape>;

const REPORT_MAX_BYTES = 4 * 1_024 * 1_024;

/** Reads a report. Throws a Problem: it is none, or of another commit. */
export function readTestReport(path: string, { commit }: Checkout): TestReport {
  const parsed = shape.safeParse(parseJson(orUsageProblem(() => readTextFile(path, REPORT_MAX_BYTES))));
  if (!parsed.success)
    throw usageProblem(
      `--tests ${path}: it is no report of the tests; TIRADA_REPORT=FILE npm run test:soak makes one`,
    );
  if (parsed.data.commit !== commit)
    throw usageProblem(
      `--tests ${path}: it is of commit ${parsed.data.commit.slice(0, 12)}, and this is ${commit.slice(0, 12)}; run the tests of this commit`,
    );
  return parsed.data;
}
