import { deviceFault } from "../device-fault.ts";
import type { MonoUs } from "../../time/instant.ts";
import type { Refusal } from "../keys.ts";
import type { TableInput, TableStep } from "../table.ts";
import { emit, type TableTurn } from "../turn.ts";
import { pressAtDice } from "./dice-keys.ts";
import { clockTick, startClocks } from "./clocks.ts";
import { diceOf, gameOf, newDice, type DiceLive } from "./live.ts";
import { observeDice } from "./observe.ts";
import { openWhenSeen } from "./rounds.ts";
import { throwTick, throwWakeAt } from "./settle.ts";
import { beforeRestart } from "./stood.ts";
import { callableByAnybody } from "./undecide.ts";

/** One input of a dice table. The turn is filled by `tableStep`. */
export function diceStep(turn: TableTurn, input: TableInput): TableStep {
  let refusal: Refusal | null = null;
  clockTick(turn);
  throwTick(turn);
  switch (input.i) {
    case "dice":
      for (const seen of input.seen) observeDice(turn, seen);
      break;
    case "key":
      refusal = pressAtDice(turn, input.key, input.by);
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
      startClocks(turn);
      openWhenSeen(turn);
      break;
    case "tick":
    case "observations":
    case "cards":
    case "seal":
      break;
  }
  return {
    table: { durable: turn.durable, live: turn.live, dice: diceOf(turn) },
    records: turn.records,
    refusal,
    commands: turn.commands,
    sealDue: false,
  };
}

/** When a table with dice must be woken although nothing comes, or null. */
export function diceWakeAt(dice: DiceLive): MonoUs | null {
  const due = throwWakeAt(dice);
  const { clockDue } = dice;
  return due === null || (clockDue !== null && clockDue < due) ? clockDue : due;
}

/**
 * The unit started. A throw that was under way is never completed from memory; where the dice lie now is seen anew, and
 * dice that no throw explains were thrown unseen.
 */
function restarted(turn: TableTurn): void {
  const { phase, round, open } = turn.durable;
  turn.dice = { ...newDice(diceOf(turn).has), ...beforeRestart(turn) };
  if (open) startClocks(turn);
  if (phase !== "throwing" && phase !== "no-more-bets") return;
  if (gameOf(turn).dice.craps === null) emit(turn, { kind: "aborted", round, cause: "restart", seen: {} });
  // The dice of a series were thrown all the same: somebody has to say what they were, or where it stands.
  else
    emit(turn, {
      kind: "undecided",
      round,
      because: ["restart"],
      seen: {},
      mayBeCalled: callableByAnybody(turn),
    });
}
