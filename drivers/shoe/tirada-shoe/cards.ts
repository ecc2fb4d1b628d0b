import { damaged } from "../../link/link.ts";
import type { ReaderState } from "./codes.ts";
import { doubtDevice, hole, LINK_RULES } from "./holes.ts";
import type { ShoeMessage } from "./messages.ts";
import { figure, type Turn } from "./state.ts";

/** Cards that left, by their numbers. A face is told once, or not at all; none is ever guessed. */

/** Below this a reader is not sure enough, thousandths. */
export const CONFIDENCE_MIN = 900;
const LAST_NUMBER = 0xffff;

/** Numbers go round without 0. */
export const numberAfter = (n: number): number => (n % LAST_NUMBER) + 1;

export function cardLeft(turn: Turn, { card }: ShoeMessage & { readonly m: "card" }): void {
  if (!passes(turn, card.n)) return;
  const isSure = card.confidence >= (turn.options.confidenceMin ?? CONFIDENCE_MIN);
  figure(turn, isSure ? "cards" : "unread");
  turn.out.push(isSure ? { o: "card", card } : { o: "card-unread", why: "low-confidence", n: card.n });
}

export function readerSays(turn: Turn, state: ReaderState, n: number): void {
  switch (state) {
    case "pending":
    case "empty":
      return;
    case "suspected-repeat":
      // It has not left as a card of its own yet, and so its number is not used up.
      if (turn.card !== null && n !== numberAfter(turn.card)) return outOfOrder(turn);
      turn.status = { ...turn.status, suspect: n };
      turn.out.push({ o: "suspected-repeat", n });
      return;
    case "same-card":
      if (turn.attached && n !== turn.status.suspect) return outOfOrder(turn);
      turn.status = { ...turn.status, suspect: 0 };
      turn.out.push({ o: "suspected-repeat", n, settled: "same-card" });
      return;
    default:
      // Number 0: it could not read, and no card left.
      if (n === 0 || !passes(turn, n)) return;
      figure(turn, "unread");
      turn.out.push({ o: "card-unread", why: state, n });
  }
}

/** Takes the number of a card that left; false when no card may have it now. */
function passes(turn: Turn, n: number): boolean {
  const { card } = turn;
  if (card !== null) {
    const ahead = (n - card + LAST_NUMBER) % LAST_NUMBER;
    if (ahead === 0 || ahead > LAST_NUMBER / 2) {
      outOfOrder(turn);
      return false;
    }
    // No message is missing, and yet the device tells of no card between: it lost one itself.
    if (ahead !== 1) {
      figure(turn, "missed", ahead - 1);
      hole(turn, "device-garbled");
    }
  }
  turn.card = n;
  turn.status = { ...turn.status, cards: n, suspect: 0 };
  return true;
}

/** A number that has been, or a word about a card that is not there: two devices, or one that is out of its senses. */
function outOfOrder(turn: Turn): void {
  figure(turn, "strange");
  damaged(turn, LINK_RULES);
  doubtDevice(turn);
}
