import { idealAbilities } from "../../../src/cases/run.ts";
import { factsOf } from "../../../src/rules/condition.ts";
import { coverageOf } from "../../../src/rules/coverage.ts";
import { evaluate, judge } from "../../../src/rules/engine.ts";
import type { FactSheet } from "../../../src/rules/facts.ts";
import type { DicePack, Rule } from "../../../src/rules/pack.ts";
import { factsOfThrow, type ThrowTruth } from "./truth.ts";

/** What the pack's own rules make of a throw when every fact is known exactly. */
export interface Expected {
  /** Rules that annul it, of which the machine could see the cause. */
  readonly voids: readonly string[];
  /** Rules that annul it for something that this table's devices cannot know. */
  readonly unseenVoids: readonly string[];
  /** Rules that leave it to a person, seen and not seen. */
  readonly decides: readonly string[];
  readonly unseenDecides: readonly string[];
  /** Rules by which it stands in another way than others: winners win and nobody loses. */
  readonly stands: readonly string[];
}

export function expectedOf(pack: DicePack, truth: ThrowTruth): Expected {
  const facts = factsOfThrow(truth, pack);
  const seen: FactSheet = Object.fromEntries(
    Object.entries(facts).filter(([name]) => !truth.unseen.includes(name)),
  );
  const { applying } = judge(pack, coverageOf(pack, idealAbilities(pack), []), facts, "rest");
  const ofThrow = applying.filter(({ rule }) => rule.scope === "throw" && factsOf(rule.when).length > 0);
  const by = (verdict: string, isSeen: boolean): readonly string[] =>
    ofThrow
      .filter((one) => one.verdict === verdict && (evaluate(one.rule.when, seen) === "true") === isSeen)
      .map(({ rule }) => rule.id);
  return {
    voids: by("void", true),
    unseenVoids: by("void", false),
    decides: by("person-decides", true),
    unseenDecides: by("person-decides", false),
    stands: by("stands", true),
  };
}

/** Whether somebody has to call before the throw: by a key, which closes the bets or only says that it was called. */
export function isCallOwed({ rules }: DicePack): boolean {
  return rules.some(({ when }) => factsOf(when).includes("throw-before-call"));
}

/** Whether declaring this rule annuls the throw. */
export function voidsWhenDeclared(rule: Rule): boolean {
  if (rule.scope !== "throw") return false;
  return rule.verdict === "void" || (rule.verdict === "person-decides" && rule.announce !== undefined);
}
