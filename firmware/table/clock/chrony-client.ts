import { spawn, type ChildProcess } from "node:child_process";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { parseTracking, type Tracking } from "./chrony.ts";

/** chronyc answers within milliseconds; a daemon that does not answer makes it wait for seconds. */
export const ANSWER_AGE_MAX_US = 3 * US_PER_S;
/** A chronyc that ended is started again after this. */
export const CHRONYC_RESTART_US = 10 * US_PER_S;
/** A chronyc without an answer for this long is ended and started again: it may hold a socket of a daemon that is gone. */
export const CHRONYC_SILENT_US = 30 * US_PER_S;
/** The longest line of an answer, characters; longer ones are dropped. */
export const CHRONYC_LINE_MAX = 512;

/** How chronyc is started: a program and its arguments. */
export type ChronycCommand = readonly [program: string, ...args: readonly string[]];

/** Comma-separated answers, addresses not looked up. Without `-h` it asks the daemon of this machine. */
export const CHRONYC: ChronycCommand = ["chronyc", "-n", "-c"];

/**
 * Asks chrony for its tracking data through one chronyc that stays open: a new process each second would cost more than the
 * question. A missing, ended or silent chronyc is reported once by `onNotice`, and its last answer is dropped.
 */
export class ChronyClient {
  readonly #command: ChronycCommand;
  readonly #clock: Clock;
  readonly #onNotice: (line: string) => void;
  #child: ChildProcess | null = null;
  #restart: Timer | null = null;
  #text = "";
  #answer: { readonly tracking: Tracking; readonly at: MonoUs } | null = null;
  /** When it was started, or gave its newest answer. */
  #livedAt: MonoUs;
  #isReported = false;
  #isStopped = false;

  constructor(clock: Clock, onNotice: (line: string) => void, command: ChronycCommand = CHRONYC) {
    this.#clock = clock;
    this.#onNotice = onNotice;
    this.#command = command;
    this.#livedAt = clock.now();
    this.#start();
  }

  /** Asks; the answer comes later. */
  ask(): void {
    if (this.#clock.now() - this.#livedAt > CHRONYC_SILENT_US) this.#child?.kill("SIGKILL");
    if (this.#child?.stdin?.writable === true && this.#child.stdin.writableLength === 0)
      this.#child.stdin.write("tracking\n");
  }

  /** The newest answer, or null when none came for {@link ANSWER_AGE_MAX_US}. */
  get tracking(): Tracking | null {
    const answer = this.#answer;
    return answer !== null && this.#clock.now() - answer.at <= ANSWER_AGE_MAX_US ? answer.tracking : null;
  }

  stop(): void {
    this.#isStopped = true;
    this.#restart?.cancel();
    // It holds nothing that must be saved, and a chronyc that waits for its daemon ignores a request to end.
    this.#child?.kill("SIGKILL");
  }

  #start(): void {
    const [program, ...args] = this.#command;
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
    this.#child = child;
    this.#text = "";
    this.#livedAt = this.#clock.now();
    child.stdin.on("error", () => undefined);
    child.stdout.setEncoding("latin1").on("data", (text: string) => this.#handleText(text));
    child.on("error", (error: NodeJS.ErrnoException) =>
      this.#ended(error.code === "ENOENT" ? "is not installed" : error.message),
    );
    child.on("close", (status, signal) => this.#ended(`ended (${signal ?? `status ${status ?? "unknown"}`})`));
  }

  #ended(how: string): void {
    if (this.#child === null || this.#isStopped) return;
    this.#child = null;
    this.#answer = null;
    if (!this.#isReported)
      this.#onNotice(
        `clock: ${this.#command[0]} ${how}: nothing vouches for the time of day; install and start chrony`,
      );
    this.#isReported = true;
    this.#restart = this.#clock.after(CHRONYC_RESTART_US, "chronyc", () => this.#start());
  }

  #handleText(text: string): void {
    const lines = (this.#text + text).split("\n");
    this.#text = (lines.pop() ?? "").slice(0, CHRONYC_LINE_MAX);
    for (const line of lines) {
      const tracking = line.length > CHRONYC_LINE_MAX ? null : parseTracking(line);
      if (tracking === null) continue;
      this.#livedAt = this.#clock.now();
      this.#answer = { tracking, at: this.#livedAt };
      this.#isReported = false;
    }
  }
}
