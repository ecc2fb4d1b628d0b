import type { FactSheet } from "../../rules/facts.ts";
import { stepsAfter } from "../../rules/engine.ts";
import { emit, type TableTurn } from "../turn.ts";
import { again, diceOf, gameOf, setThrow } from "./live.ts";

/**
 * Dice that lay at rest were touched, moved or taken up. Before the verdict the settled reading is kept and the fact goes to
 * the rules; after it a rule may say what that changes (Cantabria A.9.V.2: winners win and nobody loses).
 */
export function disturbed(turn: TableTurn, what: "hand" | "moved" | "taken"): void {
  const { throw: now } = diceOf(turn);
  if (now !== null) {
    if (now.made.running) again(turn);
    else if (now.read !== null)
      setThrow(turn, { facts: { ...now.facts, "moved-after-rest": { is: "flag", value: true } } });
    return;
  }
  const { phase, dice, verdict } = turn.durable;
  if (phase !== "result" || verdict?.kind !== "result" || dice === undefined || dice.announced) return;
  // Where the law does not wait for a call, the result is public with its verdict, and dice are taken up after it.
  if (gameOf(turn).dice.betsClose !== "announcement") return;
  tell(turn, verdict.round, { "moved-after-rest": { is: "flag", value: true } }, what);
}

/** Rules that these facts alone settle, told once a round. */
function tell(turn: TableTurn, round: number, facts: FactSheet, what: string): void {
  const told = turn.durable.dice?.incidents.map(({ reason }) => reason.rule) ?? [];
  for (const { rule, verdict, reason } of turn.rules.judge(facts, "running").applying) {
    if (verdict !== "stands" && verdict !== "deviation" && verdict !== "person-decides") continue;
    if (told.includes(rule.id)) continue;
    emit(turn, {
      kind: "throw-incident",
      round,
      reason: { ...reason, observed: { ...reason.observed, dice: what } },
      verdict,
      then: stepsAfter(turn.rules.pack, [rule.id], turn.rules.coverage.houseRules),
      calledBy: "machine",
    });
  }
}
