import type { Clock } from "../../../src/time/clock.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { printable } from "./arguments.ts";
import { keepAct, type KeepParts } from "./keep-act.ts";
import type { Run, Step } from "./steps.ts";
import { VERBS, type Facts } from "./verbs.ts";

/** What the helper does to the machine; tests have one of their own. */
export interface Machine {
  /** Runs a program with the terminal of who asked. @returns its exit status */
  readonly run: (asked: Run) => number;
  /** What a program says. */
  readonly hear: (asked: Run) => string;
  readonly write: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
  readonly give: (words: readonly string[], name: string) => void;
  readonly take: (path: string, most: number) => void;
}

export interface HelperParts extends KeepParts {
  readonly machine: Machine;
  readonly facts: Facts;
  readonly clock: Pick<Clock, "wall">;
}

/**
 * Does what a technician asks for, once every word of it was checked. A change is on the disk as begun before anything happens, and as
 * done or failed after it; the table makes records of both, now or with its next start. @returns the exit status @throws Problem
 */
export async function carryOut(words: readonly string[], parts: HelperParts): Promise<number> {
  const [name = "", ...rest] = words;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined)
    throw usageProblem(`${printable(name)}: no such verb; known: ${Object.keys(VERBS).join(", ")}`);
  const steps = verb.steps(rest, parts.facts);
  const { machine } = parts;
  if (!verb.isChange) return steps.reduce((status, step) => Math.max(status, statusOf(step, machine)), 0);
  await keepAct({ verb: name, arguments: rest.join(" ") }, parts, () => {
    for (const step of steps) doStep(step, machine);
  });
  return EXIT.done;
}

function statusOf(step: Step, machine: Machine): number {
  if (step.do === "run") return machine.run(step);
  doStep(step, machine);
  return EXIT.done;
}

function doStep(step: Step, machine: Machine): void {
  switch (step.do) {
    case "run":
      runOrThrow(step, machine);
      return;
    case "unless":
      if (machine.hear(step.run).trim() === step.says) throw usageProblem(step.why);
      return;
    case "write":
      machine.write(step.path, step.text);
      return;
    case "remove":
      machine.remove(step.path);
      return;
    case "give":
      machine.give(step.words, step.name);
      return;
    case "take":
      machine.take(step.path, step.most);
      try {
        runOrThrow(step.run, machine);
      } finally {
        machine.remove(step.path);
      }
  }
}

function runOrThrow(step: Run, machine: Machine): void {
  const status = machine.run(step);
  if (status !== 0 && step.isOptional !== true)
    throw new Problem(
      status >= EXIT.usage && status <= EXIT.release ? status : EXIT.internal,
      `${step.program} ${step.words.join(" ")} ended with status ${status}`,
    );
}
