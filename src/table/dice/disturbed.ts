import type { TableContext } from "../context.ts";
import { again, diceOf, setThrow } from "./live.ts";
import { askIfAnnounced } from "./touched.ts";

/**
 * Dice that lay at rest were touched, moved or taken up. Before the verdict the settled reading is kept and the fact goes to
 * the rules; after it a person may have to say whether the result had been announced.
 */
export function disturbed(context: TableContext, what: "hand" | "moved" | "taken"): void {
  const { throw: now } = diceOf(context);
  if (now !== null) {
    if (now.made.running) again(context);
    else if (now.read !== null)
      setThrow(context, { facts: { ...now.facts, "moved-after-rest": { is: "flag", value: true } } });
    return;
  }
  const { phase, dice, verdict } = context.durable;
  if (phase !== "result" || verdict?.kind !== "result" || dice === undefined || dice.announced) return;
  if ("faces" in verdict.result) askIfAnnounced(context, verdict.round, verdict.result, what);
}
