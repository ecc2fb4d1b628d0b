import type { Person } from "../../people/roles.ts";
import type { Declaration } from "../../rules/declare.ts";
import { verdictOf } from "../../rules/engine.ts";
import { emitRecord } from "../kernel/context.ts";
import type { KeyNamed } from "../kernel/people/key-of.ts";
import { isDecisionAbout, type Refusal } from "../kernel/people/keys.ts";
import { lateRound, voidLate } from "../kernel/late/late-verdict.ts";
import { isAboutCards, isOfCutCard, windowOf } from "../../rules/windows.ts";
import { dealOf } from "./live.ts";
import { takeCutCard } from "./loading.ts";
import type { CardContext } from "./types.ts";

/**
 * What people declare of a round of cards that has its verdict, whether its cards still lie there or not: it is annulled as a whole, or
 * its result is contested by a rule that leaves it to somebody. Nothing in it can be put right any more; what a rule does to the next
 * round, or to a card that waits for it, and what only notes a claim or a stake, goes on (`goes-on`) as long as the cards lie there.
 */
export function declareAfterVerdict(
  context: CardContext,
  key: KeyNamed<"void" | "declare">,
  { rule, reason, outcome }: Declaration & { readonly ok: true },
  by: Person,
): Refusal | null | "goes-on" {
  const { round } = dealOf(context);
  const late = lateRound(context, key.round);
  const lies = round?.number === key.round;
  // Words that the law prescribes for it are those of an annulment: who says them has decided.
  const isVoid = outcome === "void" || verdictOf(rule, context.rules.coverage.houseRules) === "void";
  const isOfRound = rule.scope === "round" || rule.scope === "shoe";
  const isOfNext = rule.scope === "next-round" || isAboutCards(rule.effect) || isOfCutCard(rule);
  // A claim, or a stake that lies there: noted, and nothing of the round is changed.
  const isNoted = outcome === "stands" && windowOf(rule).until === "collect";
  if (lies && (isNoted || (isOfNext && !(isOfRound && isVoid)))) return "goes-on";
  if (typeof late === "string") return late;
  if (!isOfRound) return "changes-nothing";
  if (!isVoid) return contestByRule(context, key, { rule, reason, outcome }, by, late.kind === "result");
  if (late.kind === "void") return "changes-nothing";
  const attests = { rule: rule.id, cite: reason.cite, outcome };
  emitRecord(context, { kind: "key", round: key.round, key, by, attests });
  if (lies && isOfCutCard(rule) && !dealOf(context).cutCardSeen) takeCutCard(context);
  return voidLate(context, key.round, [reason], by);
}

function contestByRule(
  context: CardContext,
  key: KeyNamed<"void" | "declare">,
  { rule, reason, outcome }: Pick<Declaration & { readonly ok: true }, "rule" | "reason" | "outcome">,
  by: Person,
  isResult: boolean,
): Refusal | null {
  const isOpen = isDecisionAbout(context.durable, key.round, rule.id);
  if (outcome !== "person-decides" || !isResult || isOpen) return "changes-nothing";
  const attests = { rule: rule.id, cite: reason.cite, outcome, decides: true as const };
  emitRecord(context, { kind: "key", round: key.round, key, by, attests });
  return null;
}
