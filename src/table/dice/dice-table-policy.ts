import type { ThrowPolicy } from "./policy.ts";
import { gameOf } from "./live.ts";
import { beginRound, isPlayed, openRound, openWhenSeen } from "./rounds.ts";
import { undecide } from "./undecide.ts";
import { judgeThrow } from "./verdicts.ts";

/** A dice table: every throw is a round, and comes to a verdict. */
export const DICE_COURSE: ThrowPolicy = {
  dice: (context) => gameOf(context).dice,
  begin: beginRound,
  seen: openWhenSeen,
  cleared: (context) => {
    if (gameOf(context).dice.betsOpen === "dice-taken-up" && isPlayed(context.durable.phase))
      openRound(context);
  },
  judge: judgeThrow,
  undecide,
};
