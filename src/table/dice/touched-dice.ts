import type { DiceObservation } from "../../dice/observation.ts";
import { factsOf } from "../../rules/condition.ts";
import type { Pack, Rule } from "../../rules/pack.ts";
import { emitRecord } from "../kernel/context.ts";
import type { Durable } from "../kernel/durable/durable.ts";
import { nextStepsOf } from "../kernel/verdicts.ts";
import type { DiceResult } from "./records.ts";
import { diceOf, discardReading, setThrow } from "./throw.ts";
import type { ThrowContext } from "./types.ts";

/**
 * Dice at rest that are touched before the result is announced: by the law of some games the throw is valid, winners win and
 * nobody loses (Cantabria A.9.V.2). The eye sees the touch but not the announcement, and a key that was not pressed does not
 * prove that nothing was announced: a person is asked. The key `announce` answers that it was announced, `declare` that it was
 * not.
 */

const TOUCHED = { "moved-after-rest": { is: "flag", value: true } } as const;

/** The rule of this game about such a touch; null: it has none. */
export function touchRuleOf(pack: Pack): Rule | null {
  if (pack.dice?.betsClose !== "announcement") return null;
  const isTouch = ({ verdict, when }: Rule): boolean =>
    verdict === "stands" && factsOf(when).includes("moved-after-rest");
  return pack.rules.find(isTouch) ?? null;
}

/** Whether a person still has to say of this round if it was announced before its dice were touched. */
export function isTouchAsked({ tasks }: Pick<Durable, "tasks">, pack: Pack, round: number): boolean {
  const rule = touchRuleOf(pack);
  return tasks.some((task) => task.kind === "decide" && task.round === round && task.about === rule?.id);
}

/** Asks once a round. A throw without a category has nothing to announce, so nothing is asked. */
export function askIfAnnounced(
  context: ThrowContext,
  round: number,
  { category }: DiceResult,
  what: string,
): void {
  const { pack } = context.rules;
  const rule = touchRuleOf(pack);
  if (rule === null || category === null || isTouchAsked(context.durable, pack, round)) return;
  const isKnown = context.durable.dice?.incidents.some(
    (one) => one.round === round && one.reason.rule === rule.id,
  );
  if (isKnown === true) return;
  const applying = context.rules.judge(TOUCHED, "running").applying.find((one) => one.rule.id === rule.id);
  if (applying === undefined) return;
  emitRecord(context, {
    kind: "throw-incident",
    round,
    reason: { ...applying.reason, observed: { ...applying.reason.observed, dice: what } },
    verdict: "person-decides",
    then: nextStepsOf(context, [rule.id]),
    calledBy: "machine",
  });
}

/**
 * Dice at rest were touched, moved or taken up. Before the verdict the reading remains valid and the touch is a fact for the
 * rules; after it a person may have to declare whether the result had been announced.
 */
export function handleDisturbance(
  context: ThrowContext,
  { what }: DiceObservation & { readonly o: "disturbed" },
): void {
  const { throw: current } = diceOf(context);
  if (current !== null) {
    if (current.made.running) discardReading(context);
    else if (current.read !== null) setThrow(context, { facts: { ...current.facts, ...TOUCHED } });
    return;
  }
  const { phase, dice, verdict } = context.durable;
  if (phase !== "result" || verdict?.kind !== "result" || dice === undefined || dice.announced) return;
  if ("faces" in verdict.result) askIfAnnounced(context, verdict.round, verdict.result, what);
}
