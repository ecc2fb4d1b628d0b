import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { until } from "./screen-line.ts";
import { TIRADA } from "./table-process.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";

/** A command of tirada at a terminal of its own, and somebody who types. */
export interface TypedTerminal {
  /** Everything that the terminal showed. */
  readonly shown: () => string;
  /** Waits until these words are shown, after what was waited for before. */
  reads(words: string): Promise<void>;
  type(line: string): void;
  /** Ctrl-C. */
  interrupt(): void;
  readonly ended: Promise<number | null>;
}

const LIMIT_MS = 90_000;

/** Starts it behind a pseudo-terminal, which socat makes; it is gone after the test. */
export function atTerminal(args: readonly string[]): TypedTerminal {
  const command = [process.execPath, ...NODE_OPTIONS, TIRADA, ...args].join(" ");
  const child = spawn("socat", ["STDIO", `EXEC:"${command}",pty,setsid,ctty,stderr,echo=0`]);
  let shown = "";
  let readTo = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => (shown += text));
  child.stdin.on("error", () => undefined);
  const ended = new Promise<number | null>((resolve) => child.once("close", (status) => resolve(status)));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    shown: () => shown,
    reads: async (words) => {
      await until(words, () => shown.includes(words, readTo), LIMIT_MS).catch((error: unknown) => {
        throw new Error(`${String(error)}; shown: ${shown.slice(-400)}`);
      });
      readTo = shown.indexOf(words, readTo) + words.length;
    },
    type: (line) => void child.stdin.write(`${line}\n`),
    interrupt: () => void child.stdin.write("\x03"),
    ended,
  };
}
