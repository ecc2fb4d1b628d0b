import type { Command } from "commander";
import { coverageText } from "../../src/rules/coverage-text.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { DEVICES } from "../table/config/devices.ts";
import { coverageFor } from "../table/setup/table-setup.ts";
import { HOUSE_RULE_OPTION, PROTOCOL_OPTION, type Protocol } from "./common.ts";
import { languageNamed } from "./rulebook-options.ts";
import "../table/setup/every-family.ts";

/** `tirada rules coverage`. */
export function addRulesCoverage(command: Command): void {
  command
    .requiredOption("--rulebook <rulebook>", "jurisdiction/game, e.g. cl/ruleta-francesa")
    .requiredOption("--device <device>", `device type: ${DEVICES.map(({ name }) => name).join(", ")}`)
    .option(...PROTOCOL_OPTION)
    .option(...HOUSE_RULE_OPTION, [])
    .option("--language <language>", LANGUAGES.join(", "), "en")
    .option("--json", "one JSON object")
    .action((options: CoverageOptions) => printCoverage(options));
}

interface CoverageOptions {
  readonly rulebook: string;
  readonly device: string;
  readonly protocol: Protocol;
  readonly houseRule: readonly string[];
  readonly language: string;
  readonly json?: boolean;
}

function printCoverage(options: CoverageOptions): void {
  const { protocol } = options;
  const language = languageNamed(options.language);
  const known = coverageFor(options.rulebook, options.device, options.houseRule, { protocol });
  process.stdout.write(options.json ? `${JSON.stringify(known)}\n` : coverageText(known, language));
}
