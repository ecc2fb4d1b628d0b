import type { Command } from "commander";
import { coverageText } from "../../src/rules/coverage-text.ts";
import { LANGUAGES, type Language } from "../../src/text/language.ts";
import { DEVICES } from "../config/devices.ts";
import { EXIT, Problem } from "../problem.ts";
import { coverageFor } from "../setup/table-setup.ts";
import { protocolOption, type Protocol } from "./options.ts";
import "../setup/every-family.ts";

/** `tirada rules coverage`. */
export function addRulesCoverage(command: Command): void {
  command
    .requiredOption("--rulebook <rulebook>", "jurisdiction/game, e.g. cl/ruleta-francesa")
    .requiredOption("--device <device>", `device type: ${DEVICES.map(({ name }) => name).join(", ")}`)
    .option(
      "--protocol <protocol>",
      "Mercury 360: basic, advanced or extended",
      protocolOption,
      "extended" as const,
    )
    .option("--house-rule <rule...>", "readings of the law that the house has adopted", [])
    .option("--language <language>", LANGUAGES.join(", "), "en")
    .option("--json", "one JSON object")
    .action((options: CoverageOptions) => coverage(options));
}

interface CoverageOptions {
  readonly rulebook: string;
  readonly device: string;
  readonly protocol: Protocol;
  readonly houseRule: readonly string[];
  readonly language: string;
  readonly json?: boolean;
}

function coverage(options: CoverageOptions): void {
  const { protocol, language } = options;
  if (!isLanguage(language))
    throw new Problem(EXIT.usage, `no language "${language}"; known: ${LANGUAGES.join(", ")}`);
  const known = coverageFor(options.rulebook, options.device, options.houseRule, { protocol });
  process.stdout.write(options.json ? `${JSON.stringify(known)}\n` : coverageText(known, language));
}

function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}
