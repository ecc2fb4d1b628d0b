import { spawn } from "node:child_process";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import type { Command } from "./commands.ts";

/** A program that writes bytes until it ends or is stopped. The only file that starts one for a camera. */
export interface Child {
  /** Asks it to end, and kills it when it does not. Resolves when it is gone; never rejects. */
  stop(): Promise<void>;
}

export interface ChildListener<Result = unknown> {
  onBytes(bytes: Uint8Array, t: MonoUs): Result;
  /** Once, when it is gone: why in one line, and its exit status (null: it was killed, or never began). */
  onEnd(detail: string, t: MonoUs, status: number | null): void;
}

/** What is kept of its complaints. */
export const STDERR_LINES = 4;
export const STDERR_LINE_MAX = 200;
/** A program that does not end when it is asked to is killed after this. */
const KILL_US = 2 * US_PER_S;

export function runChild(command: Command, clock: Clock, listener: ChildListener): Child {
  const { program, args } = command;
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
  const complaints = new Complaints();
  let isOver = false;
  let gone: () => void = () => undefined;
  const whenGone = new Promise<void>((resolve) => (gone = resolve));
  const end = (what: string, status: number | null): void => {
    if (isOver) return;
    isOver = true;
    gone();
    const text = complaints.last();
    listener.onEnd(text === "" ? `${program} ${what}` : `${program} ${what}: ${text}`, clock.now(), status);
  };
  child.stdout.on("data", (bytes: Buffer) => {
    if (!isOver) listener.onBytes(bytes, clock.now());
  });
  child.stderr.on("data", (bytes: Buffer) => complaints.add(bytes.toString("latin1")));
  // Its last bytes come before "close", never after.
  child.on("close", (status, signal) =>
    end(signal === null ? `ended with status ${status ?? "unknown"}` : `was ended by ${signal}`, status),
  );
  child.on("error", (error: NodeJS.ErrnoException) =>
    end(error.code === "ENOENT" ? "is not installed" : `cannot be run (${error.code ?? "error"})`, null),
  );
  return {
    stop: async () => {
      if (isOver) return;
      child.kill("SIGTERM");
      const timer = clock.after(KILL_US, `kill ${program}`, () => child.kill("SIGKILL"));
      await whenGone;
      timer.cancel();
    },
  };
}

/** The last lines of a program's complaints, printable, each at most so long. */
class Complaints {
  #lines: string[] = [];
  #partial = "";

  add(text: string): void {
    const parts = (this.#partial + text.slice(-4_096)).split(/[\r\n]+/);
    this.#partial = (parts.pop() ?? "").slice(-STDERR_LINE_MAX);
    this.#lines = [...this.#lines, ...parts.filter((line) => line.trim() !== "")].slice(-STDERR_LINES);
  }

  last(): string {
    const lines = this.#partial.trim() === "" ? this.#lines : [...this.#lines, this.#partial];
    return lines
      .slice(-STDERR_LINES)
      .map((line) => line.replace(/[^\x20-\x7e]/g, "?").slice(0, STDERR_LINE_MAX))
      .join(" | ");
  }
}
