import type { Command } from "commander";
import { LANGUAGE_OPTION, type OptionsOf } from "./common.ts";

/** `tirada pin`. */
export function addPin(command: Command): void {
  declarePin(command).action(async (options) => (await import("./make-pin.ts")).printPin(options));
}

const declarePin = (command: Command) =>
  command
    .option("--person <name>", "whose PIN it is: says where the value goes")
    .option("--config <file>", "with --person: the configuration that has this person")
    .option(...LANGUAGE_OPTION);

export type PinOptions = OptionsOf<typeof declarePin>;
