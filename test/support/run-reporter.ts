import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { rmSync, writeFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { BUDGET_MS, loopOfRun, ONLY_ALL, SLOW, type Loop } from "./loops.ts";
import { notedTimes, type Measured } from "./processor-time.ts";
import { seedOfRun, treeOfRun } from "./run-seed.ts";

/** Milliseconds of processor time and the file, dearest first, a line each. */
const lines = (files: readonly Measured[]): string[] =>
  files.toSorted((a, b) => b.ms - a.ms).map(({ file, ms }) => `${(ms / 1_000).toFixed(1)} s  ${file}`);

/** The files over the budget that nobody has named, dearest first. */
export function overBudget(
  files: readonly Measured[],
  named: readonly string[] = [...SLOW, ...ONLY_ALL],
): string[] {
  return lines(
    files.filter(({ file, ms }) => ms > BUDGET_MS && !named.some((glob) => matchesGlob(file, glob))),
  );
}

const DEAREST = 10;

const VOLUMES: Readonly<Record<Loop, string>> = {
  quick: "files that are not named slow",
  run: "each kind once",
  rest: "what test:all has more",
  all: "every kind",
  soak: "all volumes",
};

/**
 * The pool only says that a worker ended unexpectedly. With the signal one can tell the kernel out of memory (SIGKILL), a file that
 * was cut under a mapping (SIGBUS) and a defect of a native library (SIGSEGV, SIGABRT) from each other. The pool itself ends workers
 * with SIGTERM.
 */
function watchWorkers(endedWith: (how: string) => void): void {
  subscribe("child_process", (message) => {
    const { process: child } = message as { readonly process: ChildProcess };
    child.once("exit", (status, signal) => {
      const isUnexpected = signal === null ? status !== 0 && status !== null : signal !== "SIGTERM";
      if (isUnexpected && child.spawnargs.some((arg) => arg.includes("vitest")))
        endedWith(signal ?? `status ${status}`);
    });
  });
}

/** So many tests may need their second try; with more of them the run is red. */
export const SECOND_TRIES_MAX = 3;

/** Every test that failed and then passed, with its first error: a line each. */
function secondTries(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => test.diagnostic()?.flaky === true)
      .map(
        (test) =>
          `${module.relativeModuleId} > ${test.fullName}: ${test.result().errors?.[0]?.message.split("\n")[0] ?? "no error"}`,
      ),
  );
}

/** What a dossier tells of a run (`firmware/office/dossier/test-report.ts`): each file with what passed in it, and of which commit. */
function reportOf(modules: readonly TestModule[]): string {
  const files = modules.map((module) => {
    const tests = [...module.children.allTests()];
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    // A file that did not load, or failed outside its tests, is a failure of its own.
    const isBroken = count("failed") === 0 && !module.ok();
    return {
      file: module.relativeModuleId,
      passed: count("passed"),
      failed: count("failed") + (isBroken ? 1 : 0),
      skipped: count("skipped"),
      secondTries: tests.filter((test) => test.diagnostic()?.flaky === true).length,
    };
  });
  const report = {
    format: "tirada-test-report/1",
    commit: treeOfRun(),
    seed: seedOfRun(),
    loop: loopOfRun(),
    node: process.version,
    files: files.toSorted((one, other) => (one.file < other.file ? -1 : 1)),
  };
  return `${JSON.stringify(report)}\n`;
}

/**
 * Says first with what seed the statistical tests try, and how to repeat it. Says last what took most processor time, and which files
 * are over the budget; nothing fails for that. `TIRADA_REPORT` names a file for the report that a dossier takes.
 */
export default class RunReporter implements Reporter {
  #list: string | undefined;

  onInit(vitest: Vitest): void {
    this.#list = vitest.config.env["TIRADA_TIMES"];
    watchWorkers((how) => process.stdout.write(`\ntirada: a worker of the tests ended with ${how}\n`));
    const seed = seedOfRun();
    process.stdout.write(`\ntirada: seed ${seed}, ${VOLUMES[loopOfRun()]}; TIRADA_SEED=${seed} repeats it\n`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { TIRADA_REPORT: report } = process.env;
    if (report !== undefined) writeFileSync(report, reportOf(modules));
    const twice = secondTries(modules);
    if (twice.length > 0)
      process.stdout.write(
        `\ntirada: ${twice.length} passed at the second try (at most ${SECOND_TRIES_MAX} may; find out why):\n` +
          twice.map((line) => `  ${line}\n`).join(""),
      );
    if (twice.length > SECOND_TRIES_MAX) process.exitCode = 1;
    const times = this.#list === undefined ? [] : notedTimes(this.#list);
    const dearest = lines(times).slice(0, DEAREST);
    process.stdout.write(`\nmost processor time:\n${dearest.map((line) => `  ${line}\n`).join("")}`);
    const over = overBudget(times);
    if (over.length > 0)
      process.stdout.write(
        `\nover ${BUDGET_MS / 1_000} s and not in test/support/loops.ts (make them cheaper, or name them there):\n` +
          over.map((line) => `  ${line}\n`).join(""),
      );
    // scripts/test.mjs names a list of its own, adds what is no test, and prints the sum.
    if (process.env["TIRADA_TIMES"] === undefined && this.#list !== undefined)
      rmSync(this.#list, { force: true });
  }
}
