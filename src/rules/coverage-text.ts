import { ROLE_NAMES } from "../people/roles.ts";
import type { Language, Text } from "../text/language.ts";
import { type Coverage, type Level, LEVELS, type RuleCoverage } from "./coverage.ts";
import type { RuleVerdict } from "./pack.ts";

export const LEVEL_NAMES: Readonly<Record<Level, Text>> = {
  judged: { es: "juzgada", eu: "epaitua", gl: "xulgada", en: "judged" },
  bounded: { es: "acotada", eu: "mugatua", gl: "acoutada", en: "bounded" },
  attested: { es: "declarada", eu: "aitortua", gl: "declarada", en: "attested" },
  "not-observable": { es: "no observable", eu: "behaezina", gl: "non observable", en: "not observable" },
};

export const VERDICT_NAMES: Readonly<Record<RuleVerdict, Text>> = {
  void: { es: "nula", eu: "baliogabea", gl: "nula", en: "void" },
  deviation: { es: "desviación", eu: "desbideratzea", gl: "desviación", en: "deviation" },
  "person-decides": {
    es: "decide una persona",
    eu: "pertsona batek erabaki",
    gl: "decide unha persoa",
    en: "a person decides",
  },
  corrected: { es: "se corrige", eu: "zuzentzen da", gl: "corríxese", en: "corrected" },
  stands: { es: "la jugada vale", eu: "jokaldiak balio du", gl: "a xogada vale", en: "the round stands" },
};

const WORDS = {
  rulebook: { es: "Reglamento", eu: "Araudia", gl: "Regulamento", en: "Rulebook" },
  houseRules: { es: "Reglas de la casa", eu: "Etxeko arauak", gl: "Regras da casa", en: "House rules" },
  none: { es: "ninguna", eu: "bat ere ez", gl: "ningunha", en: "none" },
  noRules: {
    es: "Este reglamento no nombra ninguna causa que anule: no hay nada que observar.",
    eu: "Araudi honek ez du baliogabetzen duen arrazoirik aipatzen: ez dago ezer behatzeko.",
    gl: "Este regulamento non nomea ningunha causa que anule: non hai nada que observar.",
    en: "This rulebook names no cause that annuls: there is nothing to observe.",
  },
  coverage: { es: "Cobertura", eu: "Estaldura", gl: "Cobertura", en: "Coverage" },
} as const satisfies Record<string, Text>;

/**
 * The coverage as a plain-text table for a terminal: one rule a line, below it what the rule
 * says and, in English as in the device's sheet, how each fact is known. Ends with the counts and the digest.
 */
export function coverageText(coverage: Coverage, language: Language): string {
  const cells = coverage.rules.map((rule) => [
    rule.rule,
    VERDICT_NAMES[rule.verdict][language],
    levelText(rule, language),
    rule.cite,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...cells.map((row) => (row[column] ?? "").length)));
  const lines = [
    `${WORDS.rulebook[language]}: ${coverage.rulebook}`,
    `${WORDS.houseRules[language]}: ${coverage.houseRules.join(", ") || WORDS.none[language]}`,
    "",
  ];
  if (coverage.rules.length === 0) lines.push(WORDS.noRules[language]);
  for (const [index, rule] of coverage.rules.entries()) {
    const row = cells[index] ?? [];
    lines.push(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
    lines.push(`    ${rule.text[language]}`);
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
