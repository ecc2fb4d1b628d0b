import { countDamagedLines } from "../../link/link.ts";
import type { ReaderState } from "./codes.ts";
import { rejectUnexpected, emitGap, LINK_RULES } from "./gaps.ts";
import type { ShoeMessage } from "./messages.ts";
import { countFigure, type SessionContext } from "./state.ts";

/** Cards that left, by their numbers. A face is told once, or not at all; none is ever guessed. */

/** Below this a reader is not sure enough, thousandths. */
export const CONFIDENCE_MIN = 900;
const LAST_NUMBER = 0xffff;

/** After the largest number comes 1: 0 stands for no card. */
export const numberAfter = (n: number): number => (n % LAST_NUMBER) + 1;

export function cardLeft(context: SessionContext, { card }: ShoeMessage & { readonly m: "card" }): void {
  if (!takeNumber(context, card.n)) return;
  const isSure = card.confidence >= (context.options.confidenceMin ?? CONFIDENCE_MIN);
  countFigure(context, isSure ? "cards" : "unread");
  context.out.push(isSure ? { o: "card", card } : { o: "card-unread", why: "low-confidence", n: card.n });
}

export function readerSays(context: SessionContext, state: ReaderState, n: number): void {
  switch (state) {
    case "pending":
    case "empty":
      return;
    case "suspected-repeat":
      // It has not left as a card of its own yet, and so its number is not used up.
      if (context.card !== null && n !== numberAfter(context.card)) return outOfOrder(context);
      context.status = { ...context.status, suspect: n };
      context.out.push({ o: "suspected-repeat", n });
      return;
    case "same-card":
      if (context.attached && n !== context.status.suspect) return outOfOrder(context);
      context.status = { ...context.status, suspect: 0 };
      context.out.push({ o: "suspected-repeat", n, settled: "same-card" });
      return;
    default:
      // Number 0: it could not read, and no card left.
      if (n === 0 || !takeNumber(context, n)) return;
      countFigure(context, "unread");
      context.out.push({ o: "card-unread", why: state, n });
  }
}

/** Takes the number of a card that left; false when no card may have it now. */
function takeNumber(context: SessionContext, n: number): boolean {
  const { card } = context;
  if (card !== null) {
    const ahead = (n - card + LAST_NUMBER) % LAST_NUMBER;
    if (ahead === 0 || ahead > LAST_NUMBER / 2) {
      outOfOrder(context);
      return false;
    }
    // No message is missing, and yet the device tells of no card between: it lost one itself.
    if (ahead !== 1) {
      countFigure(context, "missed", ahead - 1);
      emitGap(context, "device-garbled");
    }
  }
  context.card = n;
  context.status = { ...context.status, cards: n, suspect: 0 };
  return true;
}

/** A number that was used before, or a message about a card that is not there: two devices on the line, or one that is broken. */
function outOfOrder(context: SessionContext): void {
  countFigure(context, "strange");
  countDamagedLines(context, LINK_RULES);
  rejectUnexpected(context);
}
