import { deviceFault } from "../device-fault.ts";
import { newDice } from "../dice/live.ts";
import { observeDice } from "../dice/observe.ts";
import { throwTick } from "../dice/settle.ts";
import type { TableInput, TableStep } from "../table.ts";
import type { Refusal } from "../keys.ts";
import { emit, type TableTurn } from "../turn.ts";
import { pressAtCards } from "./card-keys.ts";
import { dealOf, setDeal } from "./live.ts";
import { observeCards } from "./observe.ts";
import { openWhenReady } from "./rounds.ts";
import { takeSeal } from "./seal.ts";

/** One input of a card table. The turn is filled by {@link tableStep}. */
export function cardStep(turn: TableTurn, input: TableInput): TableStep {
  let refusal: Refusal | null = null;
  if (turn.dice !== null) throwTick(turn);
  switch (input.i) {
    case "cards":
      for (const seen of input.seen) observeCards(turn, seen);
      break;
    case "key":
      refusal = pressAtCards(turn, input.key, input.by);
      break;
    case "seal":
      takeSeal(turn, input.key);
      break;
    case "fault":
      deviceFault(turn, input);
      break;
    case "restarted":
      restarted(turn);
      break;
    case "auto-open":
      if (turn.durable.open) break;
      emit(turn, { kind: "phase", round: turn.durable.round, phase: "waiting" });
      openWhenReady(turn);
      break;
    case "dice":
      // A table without an eye has no use for what one tells.
      if (turn.dice !== null) for (const seen of input.seen) observeDice(turn, seen);
      break;
    case "tick":
    case "observations":
      break;
  }
  const deal = dealOf(turn);
  const dice = turn.dice === null ? {} : { dice: turn.dice };
  return {
    table: { durable: turn.durable, live: turn.live, deal, ...dice },
    records: turn.records,
    refusal,
    commands: turn.commands,
    sealDue: deal.sealDue,
  };
}

/**
 * The unit started. What the shoe holds was known to the judging process alone, and it is gone: a round that was dealt is given up,
 * and nothing is dealt on until the shoe is loaded anew.
 */
function restarted(turn: TableTurn): void {
  const { phase, round, open } = turn.durable;
  if (turn.dice !== null) turn.dice = newDice(turn.dice.has);
  if (phase === "dealing" || phase === "no-more-bets") {
    emit(turn, {
      kind: "aborted",
      round,
      cause: "restart",
      seen: { inside: turn.durable.deal?.counts?.inside ?? null },
    });
  }
  // The number of open bets is kept for the round that follows.
  setDeal(turn, { unused: phase === "betting" });
  if (open && phase === "betting") emit(turn, { kind: "phase", round, phase: "waiting" });
}
