import type { Command } from "commander";
import { hashPin } from "../display/client.ts";
import { EXIT, Problem } from "../problem.ts";

/** `tirada pin`. */
export function addPin(command: Command): void {
  command.action(async () => {
    const pin = await firstLine();
    if (!/^\d{4,12}$/.test(pin))
      throw new Problem(EXIT.usage, "a PIN has 4 to 12 digits; type it, or pipe it in");
    process.stdout.write(`${await hashPin(pin)}\n`);
  });
}

async function firstLine(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes("\n") || text.length > 1_000) break;
  }
  return text.split("\n")[0]?.trim() ?? "";
}
