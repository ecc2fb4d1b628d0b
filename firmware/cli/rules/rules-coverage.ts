import type { Command } from "commander";
import { coverageText } from "../../../src/rules/coverage-text.ts";
import { LANGUAGES, type Language } from "../../../src/text/language.ts";
import { DEVICES } from "../../table/config/devices.ts";
import { coverageFor } from "../../table/setup/table-setup.ts";
import { HOUSE_RULE_OPTION, type OptionsOf, PROTOCOL_OPTION } from "../common.ts";
import { languageNamed } from "./rulebook-options.ts";
import "../../table/setup/every-family.ts";

/** `tirada rules coverage`. */
export function addRulesCoverage(command: Command): void {
  declareRulesCoverage(command).action(printCoverage);
}

const declareRulesCoverage = (command: Command) =>
  command
    .requiredOption("--rulebook <rulebook>", "jurisdiction/game, e.g. cl/ruleta-francesa")
    .requiredOption("--device <device>", `device type: ${DEVICES.map(({ name }) => name).join(", ")}`)
    .option(...PROTOCOL_OPTION)
    .option(...HOUSE_RULE_OPTION, [])
    .option("--language <language>", LANGUAGES.join(", "), languageNamed, "en" as Language)
    .option("--json", "one JSON object");

type CoverageOptions = OptionsOf<typeof declareRulesCoverage>;

function printCoverage(options: CoverageOptions): void {
  const { rulebook, device, houseRule, protocol, language, json } = options;
  const known = coverageFor(rulebook, device, houseRule, { protocol });
  process.stdout.write(json ? `${JSON.stringify(known)}\n` : coverageText(known, language));
}
