import type { TableContext } from "../context.ts";
import { courseOf } from "./policy.ts";
import { diceOf, NOT_MADE, setDice } from "./live.ts";
import type { DiceReason } from "../../codes/reasons.ts";

/** How a throw begins and ends, whatever it belongs to. */

/** Something is thrown. Nothing happens when a throw is under way already, or the table wants none now. */
export function beginThrow(context: TableContext): void {
  if (diceOf(context).throw !== null) return;
  const begun = courseOf(context).begin(context);
  if (begun === null) return;
  const { made, arena, unwatched } = diceOf(context);
  // Dice that were thrown unseen may lie there, or may be what moves now.
  const missed = unwatched === null ? [] : [unwatched];
  const unseen: readonly DiceReason[] = arena === "unknown" ? ["arena-not-seen"] : [];
  setDice(context, {
    clear: false,
    unwatched: null,
    lieSince: null,
    stood: null,
    made: NOT_MADE,
    throw: {
      round: begun.round,
      began: context.t,
      called: begun.called,
      doubts: [...new Set([...begun.doubts, ...missed, ...unseen])],
      facts: {},
      made,
      read: null,
      restAt: null,
      witness: { stage: "none", faces: null, why: null },
    },
  });
}

/** The throw has its verdict. What its devices still say belongs to no round. */
export function endThrow(context: TableContext): void {
  const { witness } = diceOf(context).throw ?? { witness: null };
  if (witness?.stage === "asked") context.commands.push({ c: "look-away" });
  setDice(context, { throw: null });
}
