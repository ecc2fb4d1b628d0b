import { moveAll } from "../../cards/shoe-account.ts";
import { emit, type TableTurn } from "../turn.ts";
import { dealOf, setDeal } from "./live.ts";
import { load } from "./loading.ts";
import { isReady, isShuffledEveryRound, openRound, openWhenReady, waitingPhase } from "./rounds.ts";

/** The cards of a decided round are collected: its secret is opened, the next one begins when the shoe is ready. */
export function collect(turn: TableTurn, isClosing = false): void {
  const { round, seal, account, roundsLeft, loadPending } = dealOf(turn);
  if (round === null) return;
  if (seal !== null) emit(turn, { kind: "opened", round: round.number, key: seal });
  setDeal(turn, {
    account: moveAll(account, "table", "discard"),
    round: null,
    unused: false,
    stuck: 0,
    suspect: null,
    sealDue: true,
    roundsLeft: roundsLeft === null ? null : Math.max(0, roundsLeft - 1),
  });
  if (loadPending) load(turn);
  else if (isShuffledEveryRound(turn)) setDeal(turn, { loaded: false });
  if (isClosing) return;
  if (isReady(turn)) openRound(turn);
  else emit(turn, { kind: "phase", round: round.number, phase: waitingPhase(turn) });
}

/** What lies on the table belongs to a round that a restart cut off: nothing is known of its cards any more. */
export function collectUnknown(turn: TableTurn): void {
  setDeal(turn, { unused: false });
  emit(turn, { kind: "phase", round: turn.durable.round, phase: waitingPhase(turn) });
  openWhenReady(turn);
}
