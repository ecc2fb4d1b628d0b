import type { TableTurn } from "../turn.ts";
import { again, diceOf, setThrow } from "./live.ts";
import { askIfAnnounced } from "./touched.ts";

/**
 * Dice that lay at rest were touched, moved or taken up. Before the verdict the settled reading is kept and the fact goes to
 * the rules; after it a person may have to say whether the result had been announced.
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
  if ("faces" in verdict.result) askIfAnnounced(turn, verdict.round, verdict.result, what);
}
