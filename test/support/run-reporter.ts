import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
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

/**
 * The files that a worker left unfinished, where nothing else went wrong in the whole run and V8 itself crashed each worker that was lost:
 * one of V8's own checks failed (SIGTRAP; known: `jit_page.has_value()`, nodejs/node 64500).
 */
export function leftByV8(
  files: readonly { readonly file: string; readonly state: string }[],
  errors: number,
  ends: readonly string[],
): readonly string[] {
  const isAlone = ends.length > 0 && errors === ends.length && ends.every((how) => how === "SIGTRAP");
  if (!isAlone || files.some(({ state }) => state === "failed")) return [];
  return files.filter(({ state }) => state !== "passed" && state !== "skipped").map(({ file }) => file);
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
  /** How workers ended that should not have. */
  readonly #ends: string[] = [];

  onInit(): void {
    watchWorkers((how) => {
      this.#ends.push(how);
      process.stdout.write(`\ntirada: a worker of the tests ended with ${how}\n`);
    });
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

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[] = []): void {
    process.stdout.write(`\ntirada: ${groupLine(this.#groups)}\n`);
    const states = modules.map((module) => ({ file: module.relativeModuleId, state: module.state() }));
    const left = leftByV8(states, errors.length, this.#ends);
    const list = process.env["TIRADA_LEFT"];
    // scripts/test.mjs runs the files that it names once more.
    if (list !== undefined && left.length > 0) writeFileSync(list, left.join("\n"));
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
