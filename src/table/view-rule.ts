import type { Pack, Rule } from "../rules/pack.ts";
import { sameText } from "../text/every-language.ts";
import type { Text } from "../text/language.ts";
import type { Reason } from "../rules/reason.ts";
import type { RuleView } from "./view.ts";

/**
 * A rule of the pack as people read it, with the paragraph that the record names. `inferred` where the text is silent and the rule
 * is a reading of it: screens say so. `text`: what is shown of an id that the pack does not hold as a rule.
 */
export function ruleView(pack: Pack, id: string, cite: string, text: Text): RuleView {
  const rule = pack.rules.find((one) => one.id === id);
  return {
    rule: id,
    text: rule?.text ?? text,
    cite,
    ...(rule?.basis === "inferred" ? { inferred: true } : {}),
  };
}

/** The rule of a reason, as people read it. */
export function reasonView({ rule, cite }: Reason, pack: Pack): RuleView {
  return ruleView(pack, rule, cite, stepText(pack, rule));
}

export function ruleOf(pack: Pack, id: string): Rule | undefined {
  return pack.rules.find((rule) => rule.id === id);
}

/** A step's words; an id that the pack does not hold stands for itself. */
export function stepText(pack: Pack, id: string): Text {
  return pack.steps.find((step) => step.id === id)?.text ?? sameText(id);
}
