import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseJson } from "../../../src/load/json.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { rfc3339, US_PER_S } from "../../../src/time/instant.ts";
import { NODE_OPTIONS } from "../../node-options.ts";

/** A program that makes a report of this table, as one JSON object on its standard output, and what it may take. */
export interface ReportProgram {
  /** Address of the module (`file:`). */
  readonly module: string;
  readonly argument: string | null;
  /** What it reads on standard input. */
  readonly input: string | null;
  /** How long it may take, and the least pause before the next one, µs. */
  readonly limitUs: number;
  readonly pauseUs: number;
  /** The longest report, bytes. */
  readonly reportMax: number;
  /** Old generation of its memory. */
  readonly megabytes: number;
}

/** An analysis may read a whole journal; its report is long. */
export const ANALYSIS = {
  input: null,
  limitUs: 600 * US_PER_S,
  pauseUs: 60 * US_PER_S,
  reportMax: 8 * 1024 * 1024,
  megabytes: 256,
} as const;
/** The doctor looks at this machine, and asks the unit what it says of itself. */
export const DOCTOR = {
  argument: null,
  limitUs: 60 * US_PER_S,
  pauseUs: 10 * US_PER_S,
  reportMax: 1024 * 1024,
  megabytes: 128,
} as const;

/** The last weeks are read from the journal, some 100,000 records. */
export const WEEKS = {
  input: "weeks",
  limitUs: 300 * US_PER_S,
  pauseUs: 300 * US_PER_S,
  reportMax: 2 * 1024 * 1024,
  megabytes: 128,
} as const;

/** The last spins are read from the recordings: a few megabytes. */
export const INSIDE = {
  input: "inside",
  limitUs: 60 * US_PER_S,
  pauseUs: 10 * US_PER_S,
  reportMax: 4 * 1024 * 1024,
  megabytes: 128,
} as const;
/** Rounds of the last weeks are read from the recordings: some ten megabytes. */
export const DRIFT = {
  input: "drift",
  limitUs: 300 * US_PER_S,
  pauseUs: 600 * US_PER_S,
  reportMax: 64 * 1024,
  megabytes: 192,
} as const;
export const INSIDE_RENEWED_US = 30 * US_PER_S;
/** After so long they are read again, where somebody looks. */
export const WEEKS_RENEWED_US = 1_800 * US_PER_S;

/** What a page that asks is told. */
export interface ReportState {
  readonly state: "none" | "running" | "done" | "failed";
  /** When it was begun, RFC 3339; null: never. */
  readonly at: string | null;
  /** The newest that was finished, as the program said it. */
  readonly report: unknown;
}

/** Has a report made on request: one at a time, in a process of its own, so that nothing of the table waits for it. */
export class ReportDesk {
  readonly #program: ReportProgram | null;
  readonly #clock: Clock;
  #state: ReportState = { state: "none", at: null, report: null };
  #child: ChildProcess | null = null;
  #limit: Timer | null = null;
  #endedAt: number | null = null;
  #isClosed = false;

  constructor(program: ReportProgram | null, clock: Clock) {
    this.#program = program;
    this.#clock = clock;
  }

  get state(): ReportState {
    return this.#state;
  }

  /** Begins one, unless one runs, the last has just ended, or the table has no such program. */
  start(): ReportState {
    const program = this.#program;
    if (program === null || this.#child !== null || this.#isClosed) return this.#state;
    if (this.#endedAt !== null && this.#clock.now() - this.#endedAt < program.pauseUs) return this.#state;
    const child = spawn(process.execPath, [...NODE_OPTIONS, ...argumentsOf(program)], {
      stdio: ["pipe", "pipe", "ignore"],
      env: {},
    });
    this.#child = child;
    this.#state = { ...this.#state, state: "running", at: rfc3339(this.#clock.wall()) };
    this.#limit = this.#clock.after(program.limitUs, "limit of a report", () => void child.kill("SIGKILL"));
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      if (text.length + piece.length > program.reportMax) child.kill("SIGKILL");
      else text += piece;
    });
    // A program that ends early does not take what it is told.
    child.stdin.on("error", () => undefined);
    child.stdin.end(program.input ?? "");
    child.once("error", () => this.#end(child, null));
    child.once("close", (status) => this.#end(child, status === 0 ? text : null));
    return this.#state;
  }

  /** The newest one; another is begun where that ended so long ago, µs. */
  renewed(afterUs: number): ReportState {
    const isOld = this.#endedAt === null || this.#clock.now() - this.#endedAt >= afterUs;
    return isOld ? this.start() : this.#state;
  }

  /** Ends what is under way; what somebody asks for while the screens end begins nothing any more. */
  close(): void {
    this.#isClosed = true;
    this.#child?.kill("SIGKILL");
  }

  #end(child: ChildProcess, text: string | null): void {
    if (this.#child !== child) return;
    this.#child = null;
    this.#limit?.cancel();
    this.#endedAt = this.#clock.now();
    const report = text === null ? null : (parseJson(text) ?? null);
    this.#state =
      report === null ? { ...this.#state, state: "failed" } : { ...this.#state, state: "done", report };
  }
}

const argumentsOf = ({ module, argument, megabytes }: ReportProgram): readonly string[] => [
  `--max-old-space-size=${megabytes}`,
  "--disable-warning=ExperimentalWarning",
  fileURLToPath(module),
  ...(argument === null ? [] : [argument]),
];
