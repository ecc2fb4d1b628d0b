import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { AnalysisReport, AnalysisState } from "../../../src/analysis/report.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { rfc3339, US_PER_S } from "../../../src/time/instant.ts";
import { NODE_OPTIONS } from "../../node-options.ts";

/** How long an analysis may take, the least pause before the next one, µs, and the longest report, bytes. */
export const ANALYSIS_US = 600 * US_PER_S;
export const AGAIN_US = 60 * US_PER_S;
export const REPORT_MAX = 8 * 1024 * 1024;
/** Old generation of its memory, megabytes. */
export const ANALYSIS_MEGABYTES = 256;

/** Which program analyses which storage folder. */
export interface AnalysisProgram {
  /** Address of the module (`file:`). */
  readonly module: string;
  readonly storage: string;
}

/** Runs the analysis of this table on request: one at a time, in its own process. */
export class AnalysisDesk {
  readonly #program: AnalysisProgram | null;
  readonly #clock: Clock;
  #state: AnalysisState = { state: "none", at: null, report: null };
  #child: ChildProcess | null = null;
  #limit: Timer | null = null;
  #endedAt: number | null = null;

  constructor(program: AnalysisProgram | null, clock: Clock) {
    this.#program = program;
    this.#clock = clock;
  }

  get state(): AnalysisState {
    return this.#state;
  }

  /** Begins one, unless one runs, the last has just ended, or the table has no storage. */
  start(): AnalysisState {
    const isSoon = this.#endedAt !== null && this.#clock.now() - this.#endedAt < AGAIN_US;
    if (this.#program === null || this.#child !== null || isSoon) return this.#state;
    const { module, storage } = this.#program;
    const child = spawn(
      process.execPath,
      [
        ...NODE_OPTIONS,
        `--max-old-space-size=${ANALYSIS_MEGABYTES}`,
        "--disable-warning=ExperimentalWarning",
        fileURLToPath(module),
        storage,
      ],
      { stdio: ["ignore", "pipe", "ignore"], env: {} },
    );
    this.#child = child;
    this.#state = { ...this.#state, state: "running", at: rfc3339(this.#clock.wall()) };
    this.#limit = this.#clock.after(ANALYSIS_US, "limit of an analysis", () => void child.kill("SIGKILL"));
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      if (text.length + piece.length > REPORT_MAX) child.kill("SIGKILL");
      else text += piece;
    });
    child.once("error", () => this.#end(child, null));
    child.once("close", (status) => this.#end(child, status === 0 ? text : null));
    return this.#state;
  }

  close(): void {
    this.#child?.kill("SIGKILL");
  }

  #end(child: ChildProcess, text: string | null): void {
    if (this.#child !== child) return;
    this.#child = null;
    this.#limit?.cancel();
    this.#endedAt = this.#clock.now();
    const report = text === null ? null : parseReport(text);
    this.#state =
      report === null ? { ...this.#state, state: "failed" } : { ...this.#state, state: "done", report };
  }
}

/** Null for a text that is no report. */
function parseReport(text: string): AnalysisReport | null {
  try {
    return JSON.parse(text) as AnalysisReport;
  } catch {
    return null;
  }
}
