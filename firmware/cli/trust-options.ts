import type { Command } from "commander";
import { KeyError } from "../../src/record/keys.ts";
import { MAX_TRUST_BYTES, type Trust } from "../../src/record/trust.ts";
import { JournalError } from "../files/errors.ts";
import { readSmall } from "../files/files.ts";
import { givenTrust, type VerifyOptions } from "../evidence/verify/verify-file.ts";
import { usageProblem } from "../problem.ts";
import type { OptionsOf } from "./common.ts";

/** How a command is told whose signature counts: one key, or the inspector's file of keys. */
export const addTrustOptions = (command: Command) =>
  command
    .option("--vkey <vkey>", "the table's verification key as the inspector enrolled it")
    .option("--keys <file>", "the inspector's file of keys instead of one (see tirada key enrol)");

type TrustOptions = OptionsOf<typeof addTrustOptions>;

/** The same with the file read, as verification takes it; nothing where neither was given. Throws a JournalError. */
export function givenKeys({ vkey, keys }: TrustOptions): Pick<VerifyOptions, "vkey" | "keys"> {
  return {
    ...(vkey === undefined ? {} : { vkey }),
    ...(keys === undefined ? {} : { keys: readSmall(keys, MAX_TRUST_BYTES).toString("utf8") }),
  };
}

/** The keys that count; null: none were given. Throws a usage Problem for what is none. */
export function readTrust(options: TrustOptions): Trust | null {
  try {
    return givenTrust(givenKeys(options));
  } catch (error) {
    if (error instanceof KeyError || error instanceof JournalError) throw usageProblem(error.message, error);
    throw error;
  }
}

/** As words of a command that another release runs. */
export const trustWords = ({ vkey, keys }: TrustOptions): string[] => [
  ...(vkey === undefined ? [] : ["--vkey", vkey]),
  ...(keys === undefined ? [] : ["--keys", keys]),
];
