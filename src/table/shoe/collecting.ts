import { emit, type TableTurn } from "../turn.ts";
import { clearedTable } from "./early-cards.ts";
import { dealOf, setDeal } from "./live.ts";
import { load } from "./loading.ts";
import { isReady, isShuffledEveryRound, openRound, openWhenReady, waitingPhase } from "./rounds.ts";
import { openRounds } from "./seal.ts";

/** Rounds in a row that may leave their secret to the next: a recording has its limit. */
const MOST_KEPT = 4;

/** The cards of a decided round are collected: its secret is opened, the next one begins when the shoe is ready. */
export function collect(turn: TableTurn, isClosing = false): void {
  const { round, roundsLeft, loadPending, burnAfterRound } = dealOf(turn);
  if (round === null) return;
  openSecrets(turn, round.number, isClosing);
  if (isClosing) setDeal(turn, { early: [] });
  setDeal(turn, {
    account: clearedTable(dealOf(turn)),
    round: null,
    unused: false,
    stuck: 0,
    suspect: null,
    burning: burnAfterRound > 0 ? { toGo: burnAfterRound } : null,
    burnAfterRound: 0,
    roundsLeft: roundsLeft === null ? null : Math.max(0, roundsLeft - 1),
  });
  if (loadPending) load(turn);
  else if (isShuffledEveryRound(turn)) setDeal(turn, { loaded: false });
  if (isClosing) return;
  if (isReady(turn)) openRound(turn);
  else emit(turn, { kind: "phase", round: round.number, phase: waitingPhase(turn) });
}

/**
 * The round's secret is published, and those that were kept with it. Of a round behind which a card left that is dealt in the next
 * it stays secret with that card: the next round has the same key.
 */
function openSecrets(turn: TableTurn, round: number, isClosing: boolean): void {
  const { keptSecret, early } = dealOf(turn);
  const rounds = [...keptSecret, round];
  const isKept = early.length > 0 && !isClosing && rounds.length < MOST_KEPT;
  if (isKept) return setDeal(turn, { keptSecret: rounds });
  openRounds(turn, rounds);
  setDeal(turn, { sealDue: true });
}

/** What lies on the table belongs to a round that a restart cut off: nothing is known of its cards any more. */
export function collectUnknown(turn: TableTurn): void {
  setDeal(turn, { unused: false });
  emit(turn, { kind: "phase", round: turn.durable.round, phase: waitingPhase(turn) });
  openWhenReady(turn);
}
