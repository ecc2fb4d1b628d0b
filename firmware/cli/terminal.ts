import { createInterface } from "node:readline";
import { usageProblem } from "../problem.ts";
import { printLine } from "./common.ts";
import type { AskedTechnician } from "../dice/calibrate.ts";

/** Lines that may wait for their question; further lines are dropped. */
const LINES_MAX = 100;

/** Prompts on the terminal; Ctrl-C and the end of the input end it with `stopped`, what that leaves. */
export function openTerminal(stopped = "stopped; nothing was written"): AskedTechnician & { leave(): void } {
  const { stdin } = process;
  const input = createInterface({ input: stdin });
  const gone = usageProblem(stopped);
  const lines: string[] = [];
  let isClosed = false;
  let wake: (() => void) | null = null;
  input.on("line", (line) => {
    if (lines.length < LINES_MAX) lines.push(line);
    wake?.();
  });
  input.once("close", () => {
    isClosed = true;
    wake?.();
  });
  input.once("SIGINT", () => input.close());
  const ask = async (prompt: string): Promise<string> => {
    // What was typed at a terminal before the question is no answer to it; a script's lines are.
    if (stdin.isTTY) lines.length = 0;
    process.stdout.write(`${prompt}\n> `);
    while (lines.length === 0) {
      if (isClosed) throw gone;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    return (lines.shift() ?? "").trim();
  };
  return {
    say: printLine,
    ask,
    ready: async (prompt) => {
      await ask(prompt);
    },
    leave: () => input.close(),
  };
}
