import { moveAll } from "../../cards/shoe-account.ts";
import { emitPhase } from "../kernel/context.ts";
import { dealFromNewShoe } from "./observe.ts";
import { accountAfterCollecting } from "./early-cards.ts";
import { dealOf, setDeal } from "./live.ts";
import { startNewShoe } from "./loading.ts";
import { isReady, isShuffledEveryRound, openRound, openWhenReady, waitingPhase } from "./rounds.ts";
import { publishSecrets } from "./seal.ts";
import type { CardContext } from "./types.ts";

/** Rounds in a row that may leave their secret to the next: a recording has its limit. */
const MOST_KEPT = 4;

/** The cards of a decided round are collected: its secret is opened, the next one begins when the shoe is ready. */
export function collectCards(context: CardContext, isClosing = false): void {
  const { round, roundsLeft, reloaded, loadPending, burning, burnAfterRound } = dealOf(context);
  if (round === null) return;
  publishOrKeepSecrets(context, round.number, isClosing);
  if (isClosing) setDeal(context, { early: [] });
  setDeal(context, {
    account: accountAfterCollecting(dealOf(context)),
    round: null,
    unused: false,
    stuck: 0,
    suspect: null,
    // A shoe that was loaded before the first card of this round is still to be burnt from.
    burning: burnAfterRound > 0 ? { toGo: burnAfterRound } : burning,
    burnAfterRound: 0,
    roundsLeft: roundsLeft === null ? null : Math.max(0, roundsLeft - 1),
  });
  if (loadPending) startNewShoe(context);
  else if (reloaded || isShuffledEveryRound(context)) setDeal(context, { loaded: false });
  if (!isClosing) {
    if (isReady(context)) openRound(context);
    else emitPhase(context, waitingPhase(context), round.number);
  }
  dealFromNewShoe(context);
}

/**
 * The round's secret is published, and those that were kept with it. Of a round behind which a card left that is dealt in the next
 * it stays secret with that card: the next round has the same key.
 */
function publishOrKeepSecrets(context: CardContext, round: number, isClosing: boolean): void {
  const { keptSecret, early } = dealOf(context);
  const rounds = [...keptSecret, round];
  const isKept = early.length > 0 && !isClosing && rounds.length < MOST_KEPT;
  if (isKept) return setDeal(context, { keptSecret: rounds });
  publishSecrets(context, rounds);
  setDeal(context, { sealDue: true });
}

/** The table is closed: cards that were to begin the next round are collected, and the secrets that were kept with them are told. */
export function collectWaitingCards(context: CardContext): void {
  const { early, keptSecret, account } = dealOf(context);
  if (early.length === 0) return;
  publishSecrets(context, keptSecret);
  setDeal(context, { early: [], account: moveAll(account, "table", "discard"), sealDue: true });
}

/** What lies on the table belongs to a round that a restart cut off: nothing is known of its cards any more. */
export function collectUnknownCards(context: CardContext): void {
  setDeal(context, { unused: false });
  emitPhase(context, waitingPhase(context));
  openWhenReady(context);
}
