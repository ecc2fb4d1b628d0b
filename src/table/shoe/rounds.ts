import { factsOf } from "../../rules/condition.ts";
import { verdictOf } from "../../rules/engine.ts";
import { FIRST_CARD_CLOSES } from "../../rules/house-outcome.ts";
import type { Phase } from "../kernel/phase.ts";
import { emitPhase } from "../kernel/context.ts";
import { emitVoid } from "../kernel/verdicts.ts";
import { advanceDeal, recordDeal, tellCount } from "./flow.ts";
import { startFold } from "./fold.ts";
import { reportFact, tellOpen } from "./incidents.ts";
import { countsOf, dealOf, gameOf, newRoundLive, setDeal, setRound } from "./live.ts";
import { markUncertain } from "./verdicts.ts";
import type { CardContext } from "./types.ts";

/** A round's beginning: when bets may open and when dealing begins. */

/** Opens the bets of the next round when the shoe is ready; otherwise says that the table waits for it. */
export function openWhenReady(context: CardContext): void {
  const { open, phase } = context.durable;
  const deal = dealOf(context);
  if (!open || (deal.round !== null && deal.round.cards > 0)) return;
  const ready = isReady(context);
  if (phase === "betting" && !ready) {
    setDeal(context, { round: null });
    return showPhase(context, waitingPhase(context));
  }
  if (phase !== "waiting" && phase !== "preparing") return;
  if (!ready) return showPhase(context, waitingPhase(context));
  openRound(context);
}

/** Cards may have left that no number will tell of: the round under way, or the next one, is left to people. */
export function leaveUncounted(context: CardContext): void {
  const { round, uncounted = null } = dealOf(context);
  if (uncounted === null || round === null || round.decided) return;
  markUncertain(context, uncounted);
  setDeal(context, { uncounted: null });
}

/** A shoe that is loaded, burnt from, and has nothing against it. */
export function isReady(context: CardContext): boolean {
  const { loaded, burning, barred, warnings, roundsLeft } = dealOf(context);
  return loaded && burning === null && barred === null && warnings.length === 0 && roundsLeft !== 0;
}

export function waitingPhase(context: CardContext): Phase {
  const { loaded, burning, stage } = dealOf(context);
  const isBusy = stage === "loading" || stage === "shuffling" || stage === "verifying";
  return (loaded && burning !== null) || isBusy ? "preparing" : "waiting";
}

function showPhase(context: CardContext, next: Phase): void {
  if (context.durable.phase !== next) emitPhase(context, next);
}

/** A round that was opened and had no card is opened again under its own number. */
export function openRound(context: CardContext): void {
  const deal = dealOf(context);
  const number = deal.unused ? context.durable.round : context.durable.round + 1;
  setDeal(context, { round: newRoundLive(number, deal.seats ?? [], gameOf(context).cards), unused: true });
  leaveUncounted(context);
  emitPhase(context, "betting", number);
  askBeforeFirstCard(context);
  // Cards that left while no round was there to tell of them.
  tellCount(context);
  startFold(context);
  const { nextVoid } = deal;
  if (nextVoid === null) return;
  // The law annuls this round for what happened at the end of the one before.
  setDeal(context, { nextVoid: null, unused: false });
  emitVoid(context, number, [nextVoid], "machine");
  setRound(context, { decided: true, due: null });
  // What leaves now leaves behind its verdict.
  startFold(context);
}

/**
 * What the deal waits for before any card, e.g. who is dealt first. Asked anew when the seats change; without them nothing can be
 * due to anybody.
 */
export function askBeforeFirstCard(context: CardContext): void {
  const { round, seats } = dealOf(context);
  if (round === null || round.decided || round.cards > 0) return;
  if (gameOf(context).cards.seats !== null && seats === null) return;
  // Dice that were thrown for other seats name nobody, and are not thrown twice.
  const onlyPeople = round.onlyPeople || round.firstBy === "dice";
  setRound(context, {
    ...newRoundLive(round.number, seats ?? [], gameOf(context).cards),
    doubts: round.doubts,
    onlyPeople,
  });
  advanceDeal(context);
  if ((dealOf(context).round?.due?.moves.length ?? 0) > 0) recordDeal(context, "said", []);
}

/** Fewer seats take part than a text forbids to play with. */
export function hasTooFewSeats(context: CardContext): boolean {
  const { seats } = dealOf(context);
  return seats !== null && seats.length < (gameOf(context).cards.seats?.least?.count ?? 0);
}

/** The first card, or the croupier's call, closes the bets. */
export function beginDealing(context: CardContext, isCalled = false): void {
  const { round, seats, roundsLeft, seal, isNewShoe } = dealOf(context);
  if (round === null || round.decided) return;
  if (isNewShoe) setRound(context, { isFirstOfShoe: true });
  if (isCalled) setRound(context, { isCalled: true });
  setDeal(context, { unused: false, isNewShoe: false });
  // Nothing could prove afterwards which cards lay face down.
  if (seal === null) markUncertain(context, "not-sealed");
  const { cards } = gameOf(context);
  // Nobody said which seats play: who is to have the cards cannot be known.
  if (cards.seats !== null && seats === null) markUncertain(context, "seats-unknown");
  // A round that the law forbids: no key lets it begin, but a card does.
  if (hasTooFewSeats(context)) markUncertain(context, "too-few-seats");
  if (roundsLeft === 0) markUncertain(context, "cards-behind-the-cut");
  emitPhase(context, isCalled ? "no-more-bets" : "dealing", round.number);
  advanceDeal(context);
}

/** Where the law goes on with a card that left too early nobody need be asked whether it did. */
export function askIfCalled(context: CardContext): void {
  const { pack, coverage } = context.rules;
  if (gameOf(context).cards.betsClose !== "call") return;
  const rules = pack.rules.filter((rule) => factsOf(rule.when).includes("early-card"));
  const goesOn = rules.length > 0 && rules.every((rule) => verdictOf(rule, coverage.houseRules) === "stands");
  if (goesOn) return reportFact(context, "early-card", true);
  if (coverage.houseRules.includes(FIRST_CARD_CLOSES)) return setRound(context, { isCalled: true });
  setRound(context, { isCallAsked: true });
  tellOpen(context, "bets-call-open", 1);
}

/** Poker and pai gow play every round from a pack shuffled for it; the others from a shoe until the cut card. */
export function isShuffledEveryRound(context: CardContext): boolean {
  const { outcome, cutCard } = gameOf(context).cards;
  const kind = outcome?.kind ?? "table-poker";
  return cutCard === null && (kind.endsWith("poker") || kind === "pai-gow");
}

/** Counts for a record of the shoe's life. */
export const cardCounts = (context: CardContext): ReturnType<typeof countsOf> => countsOf(dealOf(context));
