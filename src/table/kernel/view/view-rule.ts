import type { Key } from "../../../people/keys.ts";
import type { Pack, Rule } from "../../../rules/pack.ts";
import { inEveryLanguage, sameText } from "../../../text/every-language.ts";
import type { Language, Text } from "../../../text/language.ts";
import { handName } from "../../shoe/texts.ts";
import type { NextStep, Reason } from "../../../rules/facts.ts";
import type { Role } from "../../../people/roles.ts";
import type { RuleView, StepView } from "./view.ts";

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

/** What follows, step by step, as people read it. */
export const stepViews = (then: readonly NextStep[], pack: Pack): readonly StepView[] =>
  then.map(({ hands, ...next }) => {
    const text = stepText(pack, next.step);
    const names = (hands ?? []).map(handName);
    const named = (language: Language): string => names.map((name) => name[language]).join(", ");
    const whole = inEveryLanguage((language) => `${text[language]} (${named(language)})`);
    return { ...next, text: names.length === 0 ? text : whole };
  });

/** What is called aloud, and by whom. */
type Call = { readonly say: Text; readonly by: Role };

/** What the law has called aloud in a phase; null: nothing. */
export function callFor({ announcements }: Pack, phase: string): Call | null {
  const found = announcements.find((one) => one.phase === phase);
  return found === undefined ? null : { say: found.say, by: found.by };
}

/** The notice of the last rounds; of the last game, where this law has no other. */
export const lastCall = (pack: Pack): Call | null =>
  callFor(pack, "last-three-spins") ?? callFor(pack, "last-game");

/** The notice of the last game, where the law has it beside that of the last rounds. */
export const lastGameCall = (pack: Pack): Call | null =>
  callFor(pack, "last-three-spins") === null ? null : callFor(pack, "last-game");

/** The words of the notice that a key said. */
export const noticeText = (pack: Pack, { key, notice }: Key & { key: "last-three-spins" }): Text =>
  (notice === undefined ? lastCall(pack) : callFor(pack, "last-game"))?.say ?? sameText(key);
