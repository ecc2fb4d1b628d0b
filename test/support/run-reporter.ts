import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { matchesGlob } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { systemClock } from "../../src/time/system-clock.ts";
import { seedOfRun } from "./run-seed.ts";
import { BUDGET_MS, SLOW } from "./slow-files.ts";
import { SOAK } from "./volume.ts";

const clock = systemClock();

/** The files over the budget that nobody has named slow, slowest first, one line each. */
export function overBudget(
  files: readonly { readonly file: string; readonly ms: number }[],
  slow: readonly string[] = SLOW,
): string[] {
  return files
    .filter(({ file, ms }) => ms > BUDGET_MS && !slow.some((glob) => matchesGlob(file, glob)))
    .sort((a, b) => b.ms - a.ms)
    .map(({ file, ms }) => `${(ms / 1_000).toFixed(1)} s  ${file}`);
}

/**
 * The pool only says that a worker ended unexpectedly. With the signal one can tell the kernel out of memory (SIGKILL), a file that
 * was cut under a mapping (SIGBUS) and a defect of a native library (SIGSEGV, SIGABRT) from each other. The pool itself ends workers
 * with SIGTERM.
 */
function sayHowWorkersEnd(): void {
  subscribe("child_process", (message) => {
    const { process: child } = message as { readonly process: ChildProcess };
    child.once("exit", (status, signal) => {
      const isUnexpected = signal === null ? status !== 0 && status !== null : signal !== "SIGTERM";
      if (isUnexpected && child.spawnargs.some((arg) => arg.includes("vitest")))
        process.stdout.write(`\ntirada: a worker of the tests ended with ${signal ?? `status ${status}`}\n`);
    });
  });
}

/** Microseconds. */
interface GroupTime {
  readonly began: number;
  ended: number;
  files: number;
}

/** `worked 300 s (330 files) · browser 200 s (19 files)`, in the order in which the groups ran. */
export function groupLine(groups: ReadonlyMap<string, GroupTime>): string {
  return [...groups]
    .map(([name, { began, ended, files }]) => `${name} ${Math.round((ended - began) / 1e6)} s (${files} files)`)
    .join(" · ");
}

/**
 * Says first with what seed the statistical tests try, and how to repeat it; and warns at the end of files that have become slow.
 * A busy machine makes any file slow, so that nothing fails for it. Last, how long each group took by the clock.
 */
export default class RunReporter implements Reporter {
  readonly #groups = new Map<string, GroupTime>();

  onInit(): void {
    sayHowWorkersEnd();
    const seed = seedOfRun();
    const volumes = SOAK ? "all volumes" : "the volumes of every run";
    process.stdout.write(`\ntirada: seed ${seed}, ${volumes}; TIRADA_SEED=${seed} repeats it\n`);
  }

  onTestModuleStart({ project }: TestModule): void {
    const now = clock.now();
    const group = this.#groups.get(project.name);
    if (group === undefined) this.#groups.set(project.name, { began: now, ended: now, files: 1 });
    else group.files++;
  }

  onTestModuleEnd({ project }: TestModule): void {
    const group = this.#groups.get(project.name);
    if (group !== undefined) group.ended = clock.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    process.stdout.write(`\ntirada: ${groupLine(this.#groups)}\n`);
    const over = overBudget(
      modules.map((module) => ({ file: module.relativeModuleId, ms: module.diagnostic().duration })),
    );
    if (over.length === 0) return;
    const limit = `${BUDGET_MS / 1_000} s`;
    process.stdout.write(
      `\nslower than ${limit} and not in test/support/slow-files.ts (make them faster, or name them there):\n` +
        `${over.map((line) => `  ${line}\n`).join("")}\n`,
    );
  }
}
