import { factsOf } from "../../rules/condition.ts";
import { stepsAfter } from "../../rules/engine.ts";
import type { Pack, Rule } from "../../rules/pack.ts";
import type { Durable } from "../durable.ts";
import { emitRecord, type TableContext } from "../context.ts";
import type { DiceResult } from "./records.ts";

/**
 * Dice at rest that are touched before the result is announced: by the law of some games the throw is valid, winners win and
 * nobody loses (Cantabria A.9.V.2). The eye sees the touch and hears no announcement, and a key that nobody pressed is no proof
 * that nothing was said: a person is asked. The key `announce` says that it was announced, `declare` that it was not.
 */

/** The rule of this game about such a touch; null: it has none. */
export function touchRule(pack: Pack): Rule | null {
  if (pack.dice?.betsClose !== "announcement") return null;
  const isTouch = ({ verdict, when }: Rule): boolean =>
    verdict === "stands" && factsOf(when).includes("moved-after-rest");
  return pack.rules.find(isTouch) ?? null;
}

/** Whether a person still has to say of this round if it was announced before its dice were touched. */
export function isTouchAsked({ tasks }: Durable, pack: Pack, round: number): boolean {
  const rule = touchRule(pack);
  return tasks.some((task) => task.kind === "decide" && task.round === round && task.about === rule?.id);
}

/** Asks, once a round. On a throw without category there was nothing to announce: nothing is asked. */
export function askIfAnnounced(
  context: TableContext,
  round: number,
  { category }: DiceResult,
  what: string,
): void {
  const { pack, coverage } = context.rules;
  const rule = touchRule(pack);
  if (rule === null || category === null || isTouchAsked(context.durable, pack, round)) return;
  if (context.durable.dice?.incidents.some(({ reason }) => reason.rule === rule.id) === true) return;
  const facts = { "moved-after-rest": { is: "flag", value: true } } as const;
  const applying = context.rules.judge(facts, "running").applying.find((one) => one.rule.id === rule.id);
  if (applying === undefined) return;
  emitRecord(context, {
    kind: "throw-incident",
    round,
    reason: { ...applying.reason, observed: { ...applying.reason.observed, dice: what } },
    verdict: "person-decides",
    then: stepsAfter(pack, [rule.id], coverage.houseRules),
    calledBy: "machine",
  });
}
