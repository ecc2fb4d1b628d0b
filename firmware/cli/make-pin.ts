import type { Language } from "../../src/text/language.ts";
import { hashPin } from "../screens/server/client.ts";
import { Asking } from "../care/first-setup/asking.ts";
import { pinFault, pinText } from "../../src/people/pins.ts";
import { askPin } from "../care/first-setup/ask-pin.ts";
import { usageProblem } from "../problem.ts";
import type { PinOptions } from "./pin.ts";
import { printLine } from "./common.ts";
import { knownPerson, usualConfig } from "./table-config.ts";
import { openTerminal } from "./terminal.ts";

/** Prints the value of a PIN that somebody types, or that comes on standard input. Rejects with a Problem for one that is no secret. */
export async function printPin({ person, config = usualConfig(), lang }: PinOptions): Promise<void> {
  // Somebody who is not there has no PIN to change.
  if (person !== undefined && config !== undefined) await knownPerson(person, config);
  const pin = process.stdin.isTTY ? await typedPin(lang) : await pipedPin(lang);
  printLine(await hashPin(pin));
  if (person === undefined) return;
  const where = config ?? "the table's configuration";
  process.stderr.write(
    `Write it as pin of ${person} under people in ${where}, then restart the unit while the table is closed.\n`,
  );
}

/** Hidden, and twice: nobody sees what they type. */
async function typedPin(lang: Language): Promise<string> {
  const terminal = openTerminal();
  try {
    return await askPin(new Asking(terminal, lang), []);
  } finally {
    terminal.leave();
  }
}

async function pipedPin(lang: Language): Promise<string> {
  const pin = await firstLine();
  const fault = pinFault(pin);
  if (fault !== null) throw usageProblem(pinText(fault, lang));
  return pin;
}

async function firstLine(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes("\n") || text.length > 1_000) break;
  }
  return text.split("\n")[0]?.trim() ?? "";
}
