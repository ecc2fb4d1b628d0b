import type { KeyNamed, KeyOf } from "../people/key-of.ts";
import type { TableFamily } from "../family.ts";
import type { Rule } from "../../../rules/pack.ts";
import { sameText } from "../../../text/every-language.ts";
import type { Text } from "../../../text/language.ts";
import type { NextStep, Reason } from "../../../rules/facts.ts";
import type { Role } from "../../../people/roles.ts";
import type { RuleView, StepView } from "./view.ts";
import type { AnyPack } from "../family-types.ts";

/**
 * A rule of the pack as people read it, with the paragraph that the record names. `inferred` where the text is silent and the rule
 * is a reading of it: screens say so. `text`: what is shown of an id that the pack does not hold as a rule.
 */
export function ruleView(pack: AnyPack, id: string, cite: string, text: Text): RuleView {
  const rule = pack.rules.find((one) => one.id === id);
  return {
    rule: id,
    text: rule?.text ?? text,
    cite,
    ...(rule?.basis === "inferred" ? { inferred: true } : {}),
  };
}

/** The rule of a reason, as people read it. */
export function reasonView({ rule, cite }: Reason, pack: AnyPack): RuleView {
  return ruleView(pack, rule, cite, stepText(pack, rule));
}

export function ruleOf(pack: AnyPack, id: string): Rule | undefined {
  return pack.rules.find((rule) => rule.id === id);
}

/** A step's words; an id that the pack does not hold stands for itself. */
export function stepText(pack: AnyPack, id: string): Text {
  return pack.steps.find((step) => step.id === id)?.text ?? sameText(id);
}

/** What follows, step by step, as people read it. `done`: a step's words as it is done at this table. */
export const stepViews = (
  then: readonly NextStep[],
  pack: AnyPack,
  done: (text: Text, next: NextStep) => Text = (text) => text,
): readonly StepView[] =>
  then.map((next) => {
    const { hands: _hands, ...shown } = next;
    return { ...shown, text: done(stepText(pack, next.step), next) };
  });

/** What is called aloud, and by whom. */
type Call = { readonly say: Text; readonly by: Role };

/** What the law has called aloud in a phase; null: nothing. */
export function callFor({ announcements }: AnyPack, phase: string): Call | null {
  const found = announcements.find((one) => one.phase === phase);
  return found === undefined ? null : { say: found.say, by: found.by };
}

/** The notice of the last rounds; of the last game, where this law has no other. */
export const lastCall = (pack: AnyPack): Call | null =>
  callFor(pack, "last-three-spins") ?? callFor(pack, "last-game");

/** The notice of the last game, where the law has it beside that of the last rounds. */
export const lastGameCall = (pack: AnyPack): Call | null =>
  callFor(pack, "last-three-spins") === null ? null : callFor(pack, "last-game");

/** The words of the notice that a key said. */
export const noticeText = (pack: AnyPack, { key, notice }: KeyNamed<"last-three-spins">): Text =>
  (notice === undefined ? lastCall(pack) : callFor(pack, "last-game"))?.say ?? sameText(key);

/** What a word said that can be taken back: a notice, what was declared, or what the law has called. */
export function saidText(said: KeyOf, pack: AnyPack, { view }: Pick<TableFamily, "view">): Text {
  if (said.key === "last-three-spins") return noticeText(pack, said);
  if (said.key === "declare") return ruleOf(pack, said.rule)?.text ?? sameText(said.rule);
  return callFor(pack, said.key)?.say ?? view.wordText?.(said) ?? sameText(said.key);
}
