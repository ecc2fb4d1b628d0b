import type { Phase } from "../phase.ts";
import { emit, type TableTurn } from "../turn.ts";
import { stepsAfter } from "../../rules/engine.ts";
import { advance, tell } from "./flow.ts";
import { happen } from "./incidents.ts";
import { countsOf, dealOf, gameOf, newRound, setDeal, setRound } from "./live.ts";
import { doubt } from "./verdicts.ts";

/** A round's beginning: when bets may open and when dealing begins. */

/** Opens the bets of the next round when the shoe is ready; otherwise says that the table waits for it. */
export function openWhenReady(turn: TableTurn): void {
  const { open, phase } = turn.durable;
  const deal = dealOf(turn);
  if (!open || (deal.round !== null && deal.round.cards > 0)) return;
  const ready = isReady(turn);
  if (phase === "betting" && !ready) {
    setDeal(turn, { round: null });
    return show(turn, waitingPhase(turn));
  }
  if (phase !== "waiting" && phase !== "preparing") return;
  if (!ready) return show(turn, waitingPhase(turn));
  openRound(turn);
}

/** A shoe that is loaded, burnt from, and has nothing against it. */
export function isReady(turn: TableTurn): boolean {
  const { loaded, burning, barred, warnings, roundsLeft } = dealOf(turn);
  return loaded && burning === null && barred === null && warnings.length === 0 && roundsLeft !== 0;
}

export function waitingPhase(turn: TableTurn): Phase {
  const { loaded, burning, stage } = dealOf(turn);
  const isBusy = stage === "loading" || stage === "shuffling" || stage === "verifying";
  return (loaded && burning !== null) || isBusy ? "preparing" : "waiting";
}

function show(turn: TableTurn, next: Phase): void {
  if (turn.durable.phase !== next) emit(turn, { kind: "phase", round: turn.durable.round, phase: next });
}

/** A round that was opened and had no card is opened again under its own number. */
export function openRound(turn: TableTurn): void {
  const deal = dealOf(turn);
  const number = deal.unused ? turn.durable.round : turn.durable.round + 1;
  setDeal(turn, { round: newRound(number, deal.seats ?? [], gameOf(turn).cards), unused: true });
  emit(turn, { kind: "phase", round: number, phase: "betting" });
  begin(turn);
  const { nextVoid } = deal;
  if (nextVoid === null) return;
  // The law annuls this round for what happened at the end of the one before.
  setDeal(turn, { nextVoid: null, unused: false });
  const then = stepsAfter(turn.rules.pack, [nextVoid.rule], turn.rules.coverage.houseRules);
  emit(turn, { kind: "void", round: number, reasons: [nextVoid], then, calledBy: "machine" });
  setRound(turn, { decided: true, due: null });
}

/**
 * What the deal waits for before any card, e.g. who is dealt first. Asked anew when the seats change; without them nothing can be
 * due to anybody.
 */
export function begin(turn: TableTurn): void {
  const { round, seats } = dealOf(turn);
  if (round === null || round.decided || round.cards > 0) return;
  if (gameOf(turn).cards.seats !== null && seats === null) return;
  // Dice that were thrown for other seats name nobody, and are not thrown twice.
  const onlyPeople = round.onlyPeople || round.firstBy === "dice";
  setRound(turn, {
    ...newRound(round.number, seats ?? [], gameOf(turn).cards),
    doubts: round.doubts,
    onlyPeople,
  });
  advance(turn);
  if ((dealOf(turn).round?.due?.moves.length ?? 0) > 0) tell(turn, "said", []);
}

/** Fewer seats take part than a text forbids to play with. */
export function areTooFew(turn: TableTurn): boolean {
  const { seats } = dealOf(turn);
  return seats !== null && seats.length < (gameOf(turn).cards.seats?.least?.count ?? 0);
}

/** The first card, or the croupier's call, closes the bets. */
export function beginDealing(turn: TableTurn, isCalled = false): void {
  const { round, seats, roundsLeft, seal } = dealOf(turn);
  if (round === null || round.decided) return;
  setDeal(turn, { unused: false, isNewShoe: false });
  // Nothing could prove afterwards which cards lay face down.
  if (seal === null) doubt(turn, "not-sealed");
  const { cards } = gameOf(turn);
  // Nobody said which seats play: who is to have the cards cannot be known.
  if (cards.seats !== null && seats === null) doubt(turn, "seats-unknown");
  // A round that the law forbids: no key lets it begin, but a card does.
  if (areTooFew(turn)) doubt(turn, "too-few-seats");
  if (roundsLeft === 0) doubt(turn, "cards-behind-the-cut");
  emit(turn, { kind: "phase", round: round.number, phase: isCalled ? "no-more-bets" : "dealing" });
  advance(turn);
  if (!isCalled && cards.betsClose === "call") happen(turn, "early-card", true);
}

/** Poker and pai gow play every round from a pack shuffled for it; the others from a shoe until the cut card. */
export function isShuffledEveryRound(turn: TableTurn): boolean {
  const { outcome, cutCard } = gameOf(turn).cards;
  const kind = outcome?.kind ?? "table-poker";
  return cutCard === null && (kind.endsWith("poker") || kind === "pai-gow");
}

/** Counts for a record of the shoe's life. */
export const counts = (turn: TableTurn): ReturnType<typeof countsOf> => countsOf(dealOf(turn));
