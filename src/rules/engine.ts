import { factsOf } from "./condition.ts";
import type { CoveredRules } from "./coverage.ts";
import type { Fact, FactSheet, NextStep, Reason } from "./facts.ts";
import {
  citeText,
  type Adoption,
  type Condition,
  type HouseReading,
  type Pack,
  type Rule,
  type RuleVerdict,
} from "./pack.ts";

/** Kleene's three values: what is not known is neither true nor false. */
export type Truth = "true" | "false" | "unknown";

/** `running`: the ball runs or cards are dealt, only what is already certain counts. `rest`: the round is played out. */
export type Moment = "running" | "rest";

/** A rule of which the machine says nothing in this round. */
export interface Unjudged {
  readonly rule: string;
  readonly cite: string;
  /** What the rule would have done. `void`: the round must not be certified. */
  readonly verdict: RuleVerdict;
  /** `left-to-a-person`: its case is certain, and the law has a person decide. `rule-not-judged`: the table should be able to judge it, and its facts were not settled. */
  readonly because: "left-to-a-person" | "rule-not-judged";
  readonly observed: Reason["observed"];
}

/** A rule whose condition is certain now, and what it does at this table. */
export interface Applying {
  /** As the pack holds it, with scope, effect and deem. */
  readonly rule: Rule;
  /** After the house rules. */
  readonly verdict: RuleVerdict;
  readonly reason: Reason;
}

export interface Judgement {
  /** Every rule that applies, whatever it does, at either moment, in the pack's order. */
  readonly applying: readonly Applying[];
  /** Rules that void the whole round. Not empty: the round is void. */
  readonly voids: readonly Reason[];
  readonly unjudged: readonly Unjudged[];
  readonly deviations: readonly Reason[];
  /** Rules that the table can judge and that definitely did not apply. */
  readonly held: readonly string[];
}

/** Scopes whose void is that of the round at hand. */
const OF_ROUND: readonly Rule["scope"][] = ["spin", "round", "throw"];

/** Answers a condition from the facts. A fact that is missing, of another kind or impossible is unknown. */
export function evaluate(condition: Condition, facts: FactSheet): Truth {
  if ("all" in condition) return conjunction(condition.all.map((inner) => evaluate(inner, facts)));
  if ("any" in condition) return not(conjunction(condition.any.map((inner) => not(evaluate(inner, facts)))));
  if ("not" in condition) return not(evaluate(condition.not, facts));
  // Nobody but the person named can answer; `declare` is how they do.
  if ("declared" in condition) return "unknown";
  const fact = Object.hasOwn(facts, condition.fact) ? facts[condition.fact] : undefined;
  if (fact === undefined) return "unknown";
  if ("fewerThan" in condition) return not(reaches(fact, condition.fewerThan));
  if ("atLeast" in condition) return reaches(fact, condition.atLeast);
  if (fact.is === "count" || typeof fact.value !== typeof condition.is) return "unknown";
  return fact.value === condition.is ? "true" : "false";
}

/**
 * Judges a round by every rule of the pack. At rest a void rule that is certain voids the round, a broken duty is a
 * deviation, and a rule that the coverage calls judged or bounded must be certain either way, or it is `unjudged`.
 * A rule that only people can see counts as soon as the facts settle it, and is never unjudged.
 */
export function judge(pack: Pack, coverage: CoveredRules, facts: FactSheet, moment: Moment): Judgement {
  const applying: Applying[] = [];
  const unjudged: Unjudged[] = [];
  const deviations: Reason[] = [];
  const held: string[] = [];
  for (const rule of pack.rules) {
    const verdict = verdictOf(rule, coverage.houseRules);
    const truth = evaluate(rule.when, facts);
    if (truth === "true") applying.push({ rule, verdict, reason: reasonFor(rule, facts) });
    if (moment === "running") continue;
    // A rule that this coverage does not speak of must be certain too: refuse by default.
    const level = coverage.rules.find((covered) => covered.rule === rule.id)?.level ?? "judged";
    const judgeable = level === "judged" || level === "bounded";
    if (verdict === "deviation" && truth === "true") deviations.push(reasonFor(rule, facts));
    if (verdict === "person-decides" && truth === "true")
      unjudged.push({ ...reasonFor(rule, facts), verdict, because: "left-to-a-person" });
    if (judgeable && truth === "unknown") unjudged.push(notSettled(rule, verdict, facts));
    if (judgeable && truth === "false") held.push(rule.id);
  }
  const voids = applying.filter(({ rule, verdict }) => verdict === "void" && OF_ROUND.includes(rule.scope));
  return { applying, voids: voids.map(({ reason }) => reason), unjudged, deviations, held };
}

/** Whether a rule that could not be judged keeps the round from being certified: it could have voided or changed it. */
export function blocks({ verdict }: Unjudged): boolean {
  return verdict === "void" || verdict === "person-decides" || verdict === "corrected";
}

/** Why a person decides about a round with these rules: each code once. */
export function becauseOf(unjudged: readonly Unjudged[]): readonly Unjudged["because"][] {
  return [...new Set(unjudged.map(({ because }) => because))];
}

/** What a rule does at a table whose house has adopted `houseRules`. */
export function verdictOf(rule: Rule, houseRules: readonly string[]): RuleVerdict {
  return adoptedOf(rule, houseRules)?.verdict ?? rule.verdict;
}

/** What the house has made of a rule that the law leaves open; null: nothing. */
export function adoptedOf(rule: Rule, houseRules: readonly string[]): Adoption | HouseReading | null {
  if (rule.adopts !== undefined && houseRules.includes(rule.id)) return rule.adopts;
  return rule.readings?.find(({ id }) => houseRules.includes(id)) ?? null;
}

/** Why a rule applied, with the facts that decided it. */
export function reasonFor(rule: Rule, facts: FactSheet): Reason {
  return {
    rule: rule.id,
    cite: citeText(rule.cite),
    observed: flatten(deciding(rule.when, facts, "true"), facts),
  };
}

/**
 * What follows when these rules void a round: their steps in order, each once.
 * Rule ids that the pack does not hold are ignored.
 */
export function stepsAfter(
  pack: Pack,
  ruleIds: readonly string[],
  houseRules: readonly string[],
): readonly NextStep[] {
  const ids = new Set<string>();
  for (const rule of pack.rules) {
    if (!ruleIds.includes(rule.id)) continue;
    for (const step of (adoptedOf(rule, houseRules) ?? rule).then) ids.add(step);
  }
  return [...ids].flatMap((id) => {
    const step = pack.steps.find((known) => known.id === id);
    return step === undefined ? [] : [{ step: step.id, who: step.who }];
  });
}

/** What follows on every void of a whole spin or throw under this law, whatever its cause. Empty for cards, where the cause says it. */
export function stepsOfEveryVoid(pack: Pack, houseRules: readonly string[]): readonly NextStep[] {
  if (pack.cards !== undefined) return [];
  const lists = pack.rules
    .filter((rule) => rule.verdict === "void" && OF_ROUND.includes(rule.scope))
    .map((rule) => stepsAfter(pack, [rule.id], houseRules));
  const [first = [], ...others] = lists;
  return first.filter(({ step }) => others.every((list) => list.some((one) => one.step === step)));
}

/** Facts as a record shows them: words and flags as they are, a count as `4`, `4..?` or `4..6`, null for unknown. */
export function flatten(names: readonly string[], facts: FactSheet): Reason["observed"] {
  const flat: Record<string, string | number | boolean | null> = {};
  for (const name of names) flat[name] = flatFact(Object.hasOwn(facts, name) ? facts[name] : undefined);
  return flat;
}

function flatFact(fact: Fact | undefined): string | number | boolean | null {
  if (fact === undefined) return null;
  if (fact.is !== "count") return fact.value;
  if (fact.atLeast === fact.atMost) return fact.atLeast;
  return `${fact.atLeast}..${fact.atMost ?? "?"}`;
}

function notSettled(rule: Rule, verdict: RuleVerdict, facts: FactSheet): Unjudged {
  const open = deciding(rule.when, facts, "unknown");
  const observed = flatten(open.length > 0 ? open : factsOf(rule.when), facts);
  return { rule: rule.id, cite: citeText(rule.cite), verdict, because: "rule-not-judged", observed };
}

/** The facts that gave a condition this value: for `any` the branches that have it, for `all` those that make it. */
function deciding(condition: Condition, facts: FactSheet, value: Truth): readonly string[] {
  if (evaluate(condition, facts) !== value) return [];
  if ("not" in condition) return deciding(condition.not, facts, not(value));
  if ("declared" in condition) return [];
  if ("fact" in condition) return [condition.fact];
  const parts = "all" in condition ? condition.all : condition.any;
  return [...new Set(parts.flatMap((part) => deciding(part, facts, value)))];
}

/** The table of {@link Truth} for `and`: one false makes it false, one unknown leaves it unknown. */
function conjunction(parts: readonly Truth[]): Truth {
  if (parts.includes("false")) return "false";
  return parts.includes("unknown") ? "unknown" : "true";
}

function not(truth: Truth): Truth {
  if (truth === "unknown") return "unknown";
  return truth === "true" ? "false" : "true";
}

/** Whether a count is at least `bound`. Bounds that contradict each other settle nothing. */
function reaches(fact: Fact, bound: number): Truth {
  if (fact.is !== "count" || (fact.atMost !== null && fact.atMost < fact.atLeast)) return "unknown";
  if (fact.atLeast >= bound) return "true";
  return fact.atMost !== null && fact.atMost < bound ? "false" : "unknown";
}
