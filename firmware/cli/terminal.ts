import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { usageProblem } from "../problem.ts";
import { printLine } from "./common.ts";
import { AT_TERMINAL, progressText, type AskedTechnician } from "../table/acts/technician.ts";

/** Lines that may wait for their question; further lines are dropped. */
const LINES_MAX = 100;
const LINE_MAX = 10_000;
/** A paste comes in pieces: nothing came for so long when it is over. */
const QUIET_US = 60 * US_PER_MS;
/** A terminal that never stops is not waited for. */
const QUIET_TRIES = 50;
const CTRL_C = "\x03";
/** What a shell reports for a program that Ctrl-C ended. */
const EXIT_INTERRUPTED = 130;

/** Somebody who reads lines and types answers. */
export interface Terminal {
  say(line: string): void;
  /** What they type before Enter, without blanks around it; rejects when they go away. */
  ask(prompt: string): Promise<string>;
  /** Resolves when they press Enter. */
  ready(prompt: string): Promise<void>;
  leave(): void;
}

/** A technician at this terminal: everything but Enter alone is a no. */
export const technicianAt = (terminal: Terminal): AskedTechnician => ({
  words: AT_TERMINAL,
  say: (line) => terminal.say(line.en),
  progress: (done, of) => terminal.say(progressText(done, of).en),
  ready: (prompt) => terminal.ready(prompt.en),
  ask: async (prompt) => ((await terminal.ask(prompt.en)) === "" ? "" : "no"),
});

/** Prompts on the terminal; Ctrl-C and the end of the input end it with `stopped`, what that leaves. */
export function openTerminal(stopped = "stopped; nothing was written"): Terminal {
  const { stdin } = process;
  const typed = new TypedLines();
  const gone = usageProblem(stopped);
  const interrupt = (): void => {
    process.stderr.write(`\ntirada: ${stopped}\n`);
    process.exit(EXIT_INTERRUPTED);
  };
  const onData = (text: string): void => {
    if (stdin.isTTY && text.includes(CTRL_C)) interrupt();
    typed.take(text);
  };
  const onEnd = (): void => typed.end();
  stdin.setEncoding("utf8").on("data", onData).once("end", onEnd).once("error", onEnd);
  process.once("SIGINT", interrupt);
  const ask = async (prompt: string): Promise<string> => {
    // What was typed or pasted at a terminal before the question is no answer to it; a script's lines are.
    if (stdin.isTTY) await typed.discard(stdin);
    process.stdout.write(`${prompt}\n> `);
    const line = await typed.next();
    if (line === null) throw gone;
    return line.trim();
  };
  return {
    say: printLine,
    ask,
    ready: async (prompt) => {
      await ask(prompt);
    },
    leave: () => {
      stdin.off("data", onData).off("end", onEnd).off("error", onEnd).pause();
      process.off("SIGINT", interrupt);
    },
  };
}

/** Lines that come from an input, in their order. */
class TypedLines {
  readonly #lines: string[] = [];
  #partial = "";
  #pieces = 0;
  #isOver = false;
  #wake: (() => void) | null = null;

  take(text: string): void {
    this.#pieces++;
    const lines = `${this.#partial}${text}`.split("\n");
    this.#partial = (lines.pop() ?? "").slice(0, LINE_MAX);
    this.#lines.push(...lines.slice(0, LINES_MAX - this.#lines.length));
    this.#wake?.();
  }

  end(): void {
    if (this.#partial !== "") this.#lines.push(this.#partial);
    this.#isOver = true;
    this.#wake?.();
  }

  /** The next line; null: there is none any more. */
  async next(): Promise<string | null> {
    while (this.#lines.length === 0) {
      if (this.#isOver) return null;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#lines.shift() ?? "";
  }

  /** Throws away what came, also what the terminal holds of a line that has not ended: without its line discipline it gives that too. */
  async discard(input: NodeJS.ReadStream): Promise<void> {
    const clock = systemClock();
    input.setRawMode(true);
    for (let tries = 0, before = -1; tries < QUIET_TRIES && before !== this.#pieces; tries++) {
      before = this.#pieces;
      await clock.sleep(QUIET_US);
    }
    input.setRawMode(false);
    this.#lines.length = 0;
    this.#partial = "";
  }
}
