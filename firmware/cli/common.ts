import { InvalidArgumentError, Option, type Command } from "commander";
import { LANGUAGES, type Language } from "../../src/text/language.ts";
import { shownText, usageProblem } from "../problem.ts";

/** What commands share: how their options are read and typed, and how they print. */

/** The values of the options that `declare` adds to a command: `OptionsOf<typeof declareFind>`. */
export type OptionsOf<Declare extends (command: Command) => { opts(): unknown }> = ReturnType<
  ReturnType<Declare>["opts"]
>;

/** Reads one of these words. */
export const oneOf =
  <const Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const found = words.find((one) => one === text);
    if (found === undefined) throw new InvalidArgumentError(`known: ${words.join(", ")}`);
    return found;
  };

/** Reads a whole number. `of`: the option or argument, as its refusal names it. */
export const wholeNumber =
  (of: string, least = 0, most?: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= (most ?? Number.MAX_SAFE_INTEGER)) return value;
    const upTo = most === undefined ? "" : ` to ${most}`;
    throw usageProblem(`${of} ${text}: must be a whole number from ${least}${upTo}`);
  };

/** An option with a number of which one is usual, which the help shows as it is typed. */
export const numberOption = <Flags extends string>(
  flags: Flags,
  about: string,
  usual: number,
  read: (text: string) => number,
) => new Option(flags, about).default(usual, `"${usual}"`).argParser(read);

/** Collects the values of an option that may be given more than once. */
export const collect =
  <T>(read: (text: string) => T) =>
  (text: string, before: readonly T[] = []): readonly T[] => [...before, read(text)];

/** `--lang`. */
export const LANGUAGE_OPTION = [
  "--lang <language>",
  `language of the texts: ${LANGUAGES.join(", ")}`,
  oneOf(LANGUAGES),
  "es" as Language,
] as const;

/** The output protocols of a Mercury 360 port. */
export const PROTOCOLS = ["basic", "advanced", "extended"] as const;

/** `--protocol`. */
export const PROTOCOL_OPTION = [
  "--protocol <protocol>",
  "Mercury 360: basic, advanced or extended",
  oneOf(PROTOCOLS),
  "extended" as (typeof PROTOCOLS)[number],
] as const;

/** `--house-rule`. */
export const HOUSE_RULE_OPTION = [
  "--house-rule <rule...>",
  "readings of the law that the house has adopted",
] as const;

export const printLine = (line: string): void => void process.stdout.write(`${shownText(line)}\n`);

export function printLines(lines: Iterable<string>): void {
  for (const line of lines) printLine(line);
}

/** What was found: as one JSON object with `--json`, else as lines for people. */
export function printFound(
  { json = false }: { readonly json?: boolean },
  found: unknown,
  lines: () => Iterable<string>,
): void {
  if (json) printLine(JSON.stringify(found));
  else printLines(lines());
}

/** Ctrl-C, or the service manager; what is still starting stops when it has started. */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve(signal));
  });
}
