import {
  COMPARE_ON,
  contradictions,
  countRules,
  FIRST_CARD_CLOSES,
  UNKEYED_CARD_ASKED,
  LAST_ROUND,
  offersCompareOn,
  offersFirstCardCloses,
  offersUnkeyedCardAsked,
  offersLastRound,
  readingIds,
} from "./house-outcome.ts";
import type { Role } from "../people/roles.ts";
import type { Text } from "../text/language.ts";
import { factsOf } from "./condition.ts";
import { digestOf, inSpanish, lawDigest } from "./law.ts";
import { verdictOf } from "./engine.ts";
import { didYouMean } from "./nearest.ts";
import type { Abilities, Ability } from "./facts.ts";
import { citeText, type Condition, type Pack, type Rule, type RuleVerdict, rulebookName } from "./pack.ts";
import { ruledOut } from "./ruled-out.ts";
import { factSpec } from "./families.ts";

/**
 * - `judged`: the machine can always settle the rule.
 * - `bounded`: in some cases it can tell that the rule applies, in some that it does not; the notes say which.
 * - `attested`: the machine cannot settle it; a person says that it applies, and the law says who.
 * - `not-observable`: neither the machine nor a key can settle it at this table.
 *
 * The machine may see some cases of the last two (the facts say which). What it sees counts; that it sees nothing proves nothing.
 */
export const LEVELS = ["judged", "bounded", "attested", "not-observable"] as const;
export type Level = (typeof LEVELS)[number];

export interface RuleCoverage {
  readonly rule: string;
  readonly cite: string;
  readonly text: Text;
  /** After the house rules. */
  readonly verdict: RuleVerdict;
  readonly level: Level;
  /** Who may declare it, also beside the machine; null: nobody. */
  readonly by: Role | null;
  /** How well each fact of the rule is known, and why. */
  readonly facts: readonly ({ readonly fact: string } & Ability)[];
}

/** What a table with its installed devices can say of each rule. Fixed when the table starts. */
export interface Coverage {
  readonly rulebook: string;
  /** Digest of the pack. */
  readonly pack: string;
  readonly houseRules: readonly string[];
  readonly rules: readonly RuleCoverage[];
  readonly counts: Readonly<Record<Level, number>>;
  /** Hex SHA-256 of the canonical JSON of all of the above but the translations; goes into every record. */
  readonly digest: string;
}

export type CoveredRules = Pick<Coverage, "houseRules" | "rules">;

type Grade = Ability["level"];

/**
 * What a table can judge of a pack. `abilities` are the installed device's; facts of the table's own are always known.
 * Throws a RangeError for a house rule that the pack does not offer: check with {@link houseRuleProblems} first.
 */
export function coverageOf(pack: Pack, abilities: Abilities, houseRules: readonly string[]): Coverage {
  const { houseRules: known, rules } = coveredRules(pack, abilities, houseRules);
  const counts = { judged: 0, bounded: 0, attested: 0, "not-observable": 0 };
  for (const rule of rules) counts[rule.level] += 1;
  const body = { rulebook: rulebookName(pack), pack: lawDigest(pack), houseRules: known, rules, counts };
  return { ...body, digest: digestOf(inSpanish(body)) };
}

/** The part of a coverage that rules are judged by. Throws as {@link coverageOf} does. */
export function coveredRules(pack: Pack, abilities: Abilities, houseRules: readonly string[]): CoveredRules {
  const problems = houseRuleProblems(pack, houseRules);
  if (problems.length > 0) throw new RangeError(problems.join("; "));
  const known = [...new Set(houseRules)].sort();
  return { houseRules: known, rules: pack.rules.map((rule) => ruleCoverage(pack, rule, abilities, known)) };
}

/** The house rules that a pack leaves to the house, by their ids. */
export function offeredHouseRules(pack: Pack): readonly string[] {
  return [
    ...pack.rules.filter((rule) => rule.adopts !== undefined).map((rule) => rule.id),
    ...readingIds(pack),
    ...(offersCompareOn(pack) ? [COMPARE_ON] : []),
    ...(offersLastRound(pack) ? [LAST_ROUND] : []),
    ...(offersFirstCardCloses(pack) ? [FIRST_CARD_CLOSES] : []),
    ...(offersUnkeyedCardAsked(pack) ? [UNKEYED_CARD_ASKED] : []),
    ...countRules(pack),
  ];
}

/** One line for each configured house rule that the pack does not offer, or that contradicts another. */
export function houseRuleProblems(pack: Pack, houseRules: readonly string[]): readonly string[] {
  const offered = offeredHouseRules(pack);
  const refused = houseRules
    .filter((id) => !offered.includes(id))
    .map((id) => {
      const choice = offered.length > 0 ? `it offers ${offered.join(", ")}` : "it offers none";
      return `house rule "${id}" cannot be adopted under ${rulebookName(pack)}: ${choice}${didYouMean(id, offered)}`;
    });
  return [...refused, ...contradictions(pack, houseRules)];
}

/** The ids of the rules at one level, in the pack's order. */
export function rulesAt(coverage: Coverage, level: Level): readonly string[] {
  return coverage.rules.filter((rule) => rule.level === level).map((rule) => rule.rule);
}

function ruleCoverage(
  pack: Pack,
  rule: Rule,
  abilities: Abilities,
  houseRules: readonly string[],
): RuleCoverage {
  const abilityOf = (fact: string): Ability => {
    if (factSpec(pack.family, fact)?.from === "table") {
      return { level: "measured", note: "the table knows it from its own records" };
    }
    const ability = Object.hasOwn(abilities, fact) ? abilities[fact] : undefined;
    return ability ?? { level: "none", note: "no installed device speaks of it" };
  };
  const never = ruledOut(pack, rule);
  return {
    rule: rule.id,
    cite: citeText(rule.cite),
    text: rule.text,
    verdict: verdictOf(rule, houseRules),
    level: levelOf(never === null ? gradeOf(rule.when, abilityOf) : "none", rule.declaredBy ?? null),
    by: rule.declaredBy ?? null,
    facts: factsOf(rule.when).map((fact) => {
      const { level, note } = abilityOf(fact);
      return never === null ? { fact, level, note } : { fact, level: "none", note: never };
    }),
  };
}

/**
 * How well a condition can be settled. A table that can only ever find it true leaves every ordinary round open; one that can only
 * ever find it false would sign a rule as judged that could not have fired. Neither settles it.
 */
function gradeOf(condition: Condition, abilityOf: (fact: string) => Ability): Grade {
  if (!canFind(condition, true, abilityOf) || !canFind(condition, false, abilityOf)) return "none";
  return factsOf(condition).every((fact) => abilityOf(fact).level === "measured") ? "measured" : "bounded";
}

/** Whether a table can ever find a condition to be `truth`, in some round. `all` and `any` are each other's mirror. */
function canFind(condition: Condition, truth: boolean, abilityOf: (fact: string) => Ability): boolean {
  if ("not" in condition) return canFind(condition.not, !truth, abilityOf);
  if ("declared" in condition) return false;
  if ("fact" in condition) {
    const { level, silence } = abilityOf(condition.fact);
    return level !== "none" && (truth || silence !== "tells-nothing");
  }
  const isAll = "all" in condition;
  const parts = isAll ? condition.all : condition.any;
  const can = (part: Condition): boolean => canFind(part, truth, abilityOf);
  return isAll === truth ? parts.every(can) : parts.some(can);
}

function levelOf(grade: Grade, declaredBy: Role | null): Level {
  if (grade === "measured") return "judged";
  if (grade === "bounded") return "bounded";
  return declaredBy === null ? "not-observable" : "attested";
}
