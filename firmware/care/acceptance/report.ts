import type { AcceptanceReport, ReportedStep } from "../../../src/record/acceptance-report.ts";
import { RELEASE_ID } from "../../release.ts";
import type { AcceptanceState, StepResult } from "./run-steps.ts";

/** All of a report but what the run itself gives. */
export type ReportHead = Omit<AcceptanceReport, "format" | "release" | "passed" | "steps">;

/** The report of a run that is over. A serial number that the person reads otherwise than the device says is no pass. */
export function reportOf(head: ReportHead, { results, end }: AcceptanceState): AcceptanceReport {
  const { said, told } = head.serial;
  const isOther = said !== null && told !== null && said.toUpperCase() !== told.toUpperCase();
  return {
    format: "tirada-acceptance/1",
    ...head,
    release: { version: RELEASE_ID.version, manifest: RELEASE_ID.manifest },
    passed: end === "passed" && !isOther && (said ?? told) !== null,
    steps: results.map(reportedStep),
  };
}

function reportedStep({ step, is, why, detail, seconds, seen, named, agreed }: StepResult): ReportedStep {
  return {
    step: step.step,
    count: step.count ?? null,
    is: is === "waiting" ? "not-reached" : is,
    why,
    detail,
    seconds,
    seen: { ...seen },
    named,
    agreed,
  };
}
