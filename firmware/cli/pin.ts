import type { Command } from "commander";
import type { Language } from "../../src/text/language.ts";
import { LANGUAGE_OPTION } from "./language-option.ts";

export interface PinOptions {
  readonly person?: string;
  readonly config?: string;
  readonly lang: Language;
}

/** `tirada pin`. */
export function addPin(command: Command): void {
  command
    .option("--person <name>", "whose PIN it is: says where the value goes")
    .option("--config <file>", "with --person: the configuration that has this person")
    .option(...LANGUAGE_OPTION)
    .action(async (options: PinOptions) => (await import("./pin.ts")).printPin(options));
}
