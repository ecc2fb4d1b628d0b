import { dealWaitingInOrder, reportLeftOver } from "./card-out.ts";
import { reportBreach } from "./incidents.ts";
import { tellBarred } from "./loading.ts";
import { decideRound, leaveUnanswerable } from "./verdicts.ts";
import type { CardContext } from "./types.ts";

/** What follows from whatever has just come, be it a card or a word. */
export function settle(context: CardContext): void {
  dealWaitingInOrder(context);
  reportBreach(context);
  decideRound(context);
  leaveUnanswerable(context);
  reportLeftOver(context);
  tellBarred(context);
}
