import type { ThrowCourse } from "./course.ts";
import { gameOf } from "./live.ts";
import { beginRound, isPlayed, openRound, openWhenSeen } from "./rounds.ts";
import { undecide } from "./undecide.ts";
import { judgeThrow } from "./verdicts.ts";

/** A dice table: every throw is a round, and comes to a verdict. */
export const DICE_COURSE: ThrowCourse = {
  dice: (turn) => gameOf(turn).dice,
  begin: beginRound,
  seen: openWhenSeen,
  cleared: (turn) => {
    if (gameOf(turn).dice.betsOpen === "dice-taken-up" && isPlayed(turn.durable.phase)) openRound(turn);
  },
  judge: judgeThrow,
  undecide,
};
