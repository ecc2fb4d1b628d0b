import { ROLE_NAMES, type Role } from "../people/roles.ts";
import { adoptedOf, stepsAfter, verdictOf } from "./engine.ts";
import type { NextStep, Reason } from "./facts.ts";
import { type Call, citeText, type Pack, type Rule } from "./pack.ts";

export type DeclaredOutcome = "void" | "corrected" | "stands" | "person-decides";

/** What a person's word does to the round. */
export type Declaration =
  | {
      readonly ok: true;
      /** As the pack holds it: scope, effect and deem say what a `void` or `corrected` of cards reaches. */
      readonly rule: Rule;
      /**
       * `void`: the spin is annulled, or what the rule's scope says. `corrected`: a round of cards goes on as the rule has it.
       * `stands`: it stays valid. `person-decides`: the law only says who decides.
       */
      readonly outcome: DeclaredOutcome;
      readonly reason: Reason;
      readonly announce: Call | null;
      readonly then: readonly NextStep[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * A person declares a rule by key. Refused when the pack does not hold the rule or does not give it to this role.
 * The law is never stretched: what is not in the pack cannot be called under it.
 */
export function declare(pack: Pack, houseRules: readonly string[], ruleId: string, by: Role): Declaration {
  const rule = pack.rules.find((known) => known.id === ruleId);
  if (rule === undefined)
    return { ok: false, message: `${pack.jurisdiction}/${pack.game} has no rule "${ruleId}"` };
  const outcome = outcomeOf(rule, houseRules);
  if (rule.declaredBy === undefined || outcome === null) {
    return { ok: false, message: `nobody may declare "${ruleId}": see what it may be called` };
  }
  if (rule.declaredBy !== by) {
    return { ok: false, message: `"${ruleId}" is declared by the ${ROLE_NAMES[rule.declaredBy].en}` };
  }
  const reason: Reason = { rule: rule.id, cite: citeText(rule.cite), observed: { "declared-by": by } };
  return {
    ok: true,
    rule,
    outcome,
    reason,
    announce: callOf(rule, houseRules),
    then: stepsAfter(pack, [rule.id], houseRules),
  };
}

/** The rules that this role may call a void for, in the pack's order. */
export function callableVoids(pack: Pack, houseRules: readonly string[], by: Role): readonly Rule[] {
  return pack.rules.filter((rule) => rule.declaredBy === by && outcomeOf(rule, houseRules) === "void");
}

/** The incidents that somebody may attest and that do not void the spin, in the pack's order. */
export function attestable(pack: Pack, houseRules: readonly string[]): readonly Rule[] {
  return pack.rules.filter((rule) => {
    const outcome = outcomeOf(rule, houseRules);
    return rule.declaredBy !== undefined && outcome !== null && outcome !== "void";
  });
}

/** The words that go with a rule's verdict and who says them; null when the law prescribes none. */
export function callOf(rule: Rule, houseRules: readonly string[]): Call | null {
  return (adoptedOf(rule, houseRules) ?? rule).announce ?? null;
}

function outcomeOf(rule: Rule, houseRules: readonly string[]): DeclaredOutcome | null {
  const verdict = verdictOf(rule, houseRules);
  if (verdict === "deviation") return null;
  // The law lets a person decide and prescribes the words of the annulment: declaring it is deciding it.
  return verdict === "person-decides" && rule.announce !== undefined ? "void" : verdict;
}
