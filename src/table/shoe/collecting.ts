import { emitRecord, type TableContext } from "../context.ts";
import { clearedTable } from "./early-cards.ts";
import { dealOf, setDeal } from "./live.ts";
import { load } from "./loading.ts";
import { isReady, isShuffledEveryRound, openRound, openWhenReady, waitingPhase } from "./rounds.ts";
import { openRounds } from "./seal.ts";

/** Rounds in a row that may leave their secret to the next: a recording has its limit. */
const MOST_KEPT = 4;

/** The cards of a decided round are collected: its secret is opened, the next one begins when the shoe is ready. */
export function collect(context: TableContext, isClosing = false): void {
  const { round, roundsLeft, loadPending, burnAfterRound } = dealOf(context);
  if (round === null) return;
  openSecrets(context, round.number, isClosing);
  if (isClosing) setDeal(context, { early: [] });
  setDeal(context, {
    account: clearedTable(dealOf(context)),
    round: null,
    unused: false,
    stuck: 0,
    suspect: null,
    burning: burnAfterRound > 0 ? { toGo: burnAfterRound } : null,
    burnAfterRound: 0,
    roundsLeft: roundsLeft === null ? null : Math.max(0, roundsLeft - 1),
  });
  if (loadPending) load(context);
  else if (isShuffledEveryRound(context)) setDeal(context, { loaded: false });
  if (isClosing) return;
  if (isReady(context)) openRound(context);
  else emitRecord(context, { kind: "phase", round: round.number, phase: waitingPhase(context) });
}

/**
 * The round's secret is published, and those that were kept with it. Of a round behind which a card left that is dealt in the next
 * it stays secret with that card: the next round has the same key.
 */
function openSecrets(context: TableContext, round: number, isClosing: boolean): void {
  const { keptSecret, early } = dealOf(context);
  const rounds = [...keptSecret, round];
  const isKept = early.length > 0 && !isClosing && rounds.length < MOST_KEPT;
  if (isKept) return setDeal(context, { keptSecret: rounds });
  openRounds(context, rounds);
  setDeal(context, { sealDue: true });
}

/** What lies on the table belongs to a round that a restart cut off: nothing is known of its cards any more. */
export function collectUnknown(context: TableContext): void {
  setDeal(context, { unused: false });
  emitRecord(context, { kind: "phase", round: context.durable.round, phase: waitingPhase(context) });
  openWhenReady(context);
}
