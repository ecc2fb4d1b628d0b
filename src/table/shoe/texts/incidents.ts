import type { CardPack } from "../../../rules/pack.ts";
import type { Text } from "../../../text/language.ts";
import { CARD_BECAUSE } from "./because.ts";
import { sameText } from "../../../text/every-language.ts";

/** An incident in one sentence: the rule's own, or that the law is silent. */
export function becauseOfRule(pack: CardPack, rule: string): Text {
  return pack.rules.find((one) => one.id === rule)?.text ?? CARD_BECAUSE[rule] ?? sameText(rule);
}
