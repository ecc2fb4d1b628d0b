import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { usageProblem } from "../../firmware/problem.ts";

/** Asks for a passphrase on the terminal, which shows nothing of what is typed. Throws a Problem without a terminal. */
export async function askPassphrase(question: string): Promise<string> {
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
