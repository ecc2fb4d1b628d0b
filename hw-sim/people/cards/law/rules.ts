import { factsOf } from "../../../../src/rules/condition.ts";
import { evaluate } from "../../../../src/rules/engine.ts";
import type { Fact, FactSheet } from "../../../../src/rules/facts.ts";
import type { CardPack, Rule } from "../../../../src/rules/pack.ts";
import { SHOE_FACTS } from "../../../../src/rules/vocabulary/shoe.ts";
import type { TrueFacts } from "../truth.ts";

/** Facts of a round known exactly: what is not named had its ordinary value. */
export function sheetOf(facts: TrueFacts): FactSheet {
  const sheet: Record<string, Fact> = {};
  for (const [name, spec] of Object.entries(SHOE_FACTS)) {
    sheet[name] =
      spec.is === "word"
        ? { is: "word", value: spec.words[0] }
        : spec.is === "flag"
          ? { is: "flag", value: false }
          : { is: "count", atLeast: 0, atMost: 0 };
  }
  for (const [name, value] of Object.entries(facts)) {
    sheet[name] =
      typeof value === "number"
        ? { is: "count", atLeast: value, atMost: value }
        : typeof value === "string"
          ? { is: "word", value }
          : { is: "flag", value };
  }
  return sheet;
}

/** The rules of the pack that truly apply because of this fact, in the pack's order. */
export function rulesOn(pack: CardPack, facts: TrueFacts, name: string): readonly Rule[] {
  const sheet = sheetOf(facts);
  return pack.rules.filter(
    (rule) => factsOf(rule.when).includes(name) && evaluate(rule.when, sheet) === "true",
  );
}

/** Some rule of the pack asks for this fact. */
export const asksFor = ({ rules }: CardPack, name: string): boolean =>
  rules.some((rule) => factsOf(rule.when).includes(name));

/** Some cards of a deal lie open among hidden ones, as the bank's of poker: one of these that lies face up is where it belongs. */
export const laysSomeOpen = ({ cards }: CardPack): boolean =>
  cards.deal.some((step) => step.step === "deal" && step.to.some(({ up }) => up !== "all")) &&
  !cards.deal.some(({ step }) => step === "third-card");

/** It annuls the round that is played. */
export const voidsRound = (rule: Rule): boolean =>
  rule.verdict === "void" && (rule.scope === "round" || rule.scope === "shoe");

/** A card was laid to another hand than due: put right, annulled, or left to a person, as far as the pack has such a rule. */
const WRONG_HAND =
  /^(misdeal|irregular-d|croupier-(other-)?dealing-fault|croupier-fault|dealing-error|deal-order-wrong|card-to-wrong-cloth)/;

export function wrongHandRules(pack: CardPack): readonly Rule[] {
  return declarable(pack).filter(({ id, asks }) => WRONG_HAND.test(id) && asks === undefined);
}

/** The rule on a player who was passed over in the deal. */
export function forgottenRule(pack: CardPack): Rule | null {
  return declarable(pack).find(({ effect }) => effect === "skip-hand") ?? null;
}

/** Rules that some person may declare by key, with nothing that a machine sees. */
export function declarable(pack: CardPack): readonly Rule[] {
  return pack.rules.filter((rule) => "declared" in rule.when && rule.declaredBy !== undefined);
}
