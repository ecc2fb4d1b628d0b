import type { Pack } from "../rules/pack.ts";
import type { Text } from "../text/language.ts";
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
