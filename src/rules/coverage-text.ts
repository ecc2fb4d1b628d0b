import { textsOf } from "../text/text-of.ts";
import { ROLE_NAMES } from "../people/roles.ts";
import type { Language, Text } from "../text/language.ts";
import { tableLines } from "../text/table-lines.ts";
import { type Coverage, type Level, LEVELS, type RuleCoverage } from "./coverage.ts";
import type { RuleVerdict } from "./pack.ts";

export const LEVEL_NAMES: Readonly<Record<Level, Text>> = textsOf("coverage.levels");

export const VERDICT_NAMES: Readonly<Record<RuleVerdict, Text>> = textsOf("coverage.verdicts");

const WORDS = textsOf("coverage.words");

/**
 * The coverage as a plain-text table for a terminal: one rule a line, below it what the rule
 * says and, in English as in the device's sheet, how each fact is known. Ends with the counts and the digest.
 */
export function coverageText(coverage: Coverage, language: Language): string {
  const rows = tableLines(
    coverage.rules.map((rule) => [
      rule.rule,
      VERDICT_NAMES[rule.verdict][language],
      levelText(rule, language),
      rule.cite,
    ]),
  );
  const lines = [
    `${WORDS.rulebook[language]}: ${coverage.rulebook}`,
    `${WORDS.houseRules[language]}: ${coverage.houseRules.join(", ") || WORDS.none[language]}`,
    "",
  ];
  if (coverage.rules.length === 0) lines.push(WORDS.noRules[language]);
  for (const [index, rule] of coverage.rules.entries()) {
    lines.push(rows[index] ?? "", `    ${rule.text[language]}`);
    for (const { fact, level, note } of rule.facts) lines.push(`    ${fact} (${level}): ${note}`);
  }
  const counts = LEVELS.map((level) => `${LEVEL_NAMES[level][language]} ${coverage.counts[level]}`).join(", ");
  lines.push("", `${WORDS.coverage[language]}: ${counts}`, `SHA-256 ${coverage.digest}`);
  return `${lines.join("\n")}\n`;
}

function levelText(rule: RuleCoverage, language: Language): string {
  const name = LEVEL_NAMES[rule.level][language];
  return rule.level === "attested" && rule.by !== null ? `${name} (${ROLE_NAMES[rule.by][language]})` : name;
}
