import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { usageProblem } from "../../problem.ts";
import { readPassphrase } from "./key-file.ts";

export const PASSPHRASE = [
  "--passphrase-file <file>",
  "a file whose first line is the passphrase; without it, it is asked for",
] as const;

export interface PassphraseOption {
  readonly passphraseFile?: string;
}

/** The passphrase from its file, or as somebody types it. Throws a Problem. */
export const passphraseOf = (options: PassphraseOption, question: string): Promise<string> =>
  options.passphraseFile === undefined
    ? askPassphrase(question)
    : Promise.resolve(readPassphrase(options.passphraseFile));

/** Asks for a passphrase on the terminal, which shows nothing of what is typed. Throws a Problem without a terminal. */
async function askPassphrase(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) throw usageProblem("no terminal to ask for the passphrase on: name --passphrase-file");
  stderr.write(`${question}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const input = createInterface({ input: stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      input.once("line", resolve);
      input.once("close", () => reject(usageProblem("stopped; nothing was signed")));
      input.once("SIGINT", () => input.close());
    });
  } finally {
    input.removeAllListeners("close");
    input.close();
    stderr.write("\n");
  }
}
