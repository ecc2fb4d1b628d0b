import { emit, type TableTurn } from "../turn.ts";
import { dealOf, setDeal, setRound } from "./live.ts";

/**
 * A new secret for what follows. One that comes before the cards of a round were collected gives the round up: its recording
 * has reached its limit, and is opened with the secret that it was under.
 */
export function takeSeal(turn: TableTurn, key: string): void {
  const { round, seal, sealDue, keptSecret } = dealOf(turn);
  const isRunning = turn.durable.phase === "dealing" || turn.durable.phase === "no-more-bets";
  if (seal !== null && !sealDue && round !== null && (isRunning || round.cards > 0)) {
    const { number, cards } = round;
    if (isRunning) emit(turn, { kind: "aborted", round: number, cause: "recording-limit", seen: { cards } });
    setRound(turn, { decided: true, due: null });
    openRounds(turn, [...keptSecret, number]);
  }
  setDeal(turn, { seal: key, sealDue: false });
}

/** The secret of these rounds is published: from here on anybody can prove their cards. */
export function openRounds(turn: TableTurn, rounds: readonly number[]): void {
  const { seal } = dealOf(turn);
  for (const round of rounds) if (seal !== null) emit(turn, { kind: "opened", round, key: seal });
  setDeal(turn, { keptSecret: [] });
}
