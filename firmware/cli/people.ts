import type { Command } from "commander";
import { hashPin } from "../display/client.ts";
import { usageProblem } from "../problem.ts";
import { printLine } from "./common.ts";

/** `tirada pin`. */
export function addPin(command: Command): void {
  command.action(async () => {
    const pin = await firstLine();
    if (!/^\d{4,12}$/.test(pin)) throw usageProblem("a PIN has 4 to 12 digits; type it, or pipe it in");
    printLine(await hashPin(pin));
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
