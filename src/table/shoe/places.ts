import type { DealStep } from "../../rules/card-game.ts";
import { waitsForDecision } from "./decision.ts";
import { addMove, advanceDeal, bookCard, dealCard, handIn, recordDeal, recordedCard } from "./flow.ts";
import { carryToNextRound, setCardAside } from "./held-cards.ts";
import { dealOf, gameOf, setRound, stepsOf, type CardPlace, type RoundLive } from "./live.ts";
import { dueTo } from "./plays/deal.ts";
import { seatOf } from "./plays/hands.ts";
import { outcomePlay } from "./plays/index.ts";
import type { CardDue, HandId } from "./plays/play.ts";
import type { CardContext } from "./types.ts";

/** A card that leaves goes where a rule that was declared, or a person's word, has it go. */
export function placeCard(context: CardContext, n: number, place: CardPlace, isOpen: boolean): void {
  const { round } = dealOf(context);
  if (round === null) return;
  switch (place) {
    case "burnt":
      return setCardAside(context, n);
    case "next-round":
      return carryToNextRound(context, n);
    case "next":
    case "coup":
      // What is decided now is whose it is: it waits with the others, in their order.
      if (place === "next" && waitsForDecision(context, n, isOpen)) return;
      return setRound(context, { held: [...round.held, { n, until: place }] });
    default:
      return layIn(context, n, place, isOpen);
  }
}

function layIn(context: CardContext, n: number, hand: HandId, isOpen: boolean): void {
  const { round } = dealOf(context);
  if (round === null || round.decided) return;
  const due = round.due?.card ?? null;
  if (due?.to === hand) return dealCard(context, n, due, isOpen);
  const at = stepsOf(context)[round.step]?.step;
  // The bank of black-jack has drawn before its turn: the card is its next one.
  if (hand === "bank" && at === "twenty-one-players")
    return setRound(context, { held: [...round.held, { n, until: "next", to: hand }] });
  const place = placeIn(context, round, hand);
  if (place === null) return setRound(context, { isMisplaced: true });
  const step = stepsOf(context)[round.step];
  if (step !== undefined && step.step !== "deal") askedFor(context, hand);
  const card = bookCard(context, n, place, isOpen);
  advanceDeal(context);
  recordDeal(context, "dealt", [recordedCard(context, hand, card)]);
}

/** Whose a card is has asked for it: that he stood was said by mistake. */
function askedFor(context: CardContext, hand: HandId): void {
  const { round } = dealOf(context);
  if (round === null || !round.deal.said.some(({ who }) => who === hand)) return;
  const isStand = (word: { readonly who: HandId; readonly move: string }): boolean =>
    word.who === hand && word.move === "stand";
  setRound(context, {
    deal: { ...round.deal, said: round.deal.said.filter((word) => !isStand(word)) },
    here: { ...round.here, said: round.here.said.filter((word) => !isStand(word)) },
  });
  addMove(context, { who: hand, move: "card", after: round.cards - 1, cards: [] });
}

/** The place that a hand has for one card more; null: the game gives it none. */
function placeIn(context: CardContext, round: RoundLive, hand: HandId): CardDue | null {
  const step = stepsOf(context)[round.step];
  if (step?.step === "deal") return dueTo(step, round.deal, round.here, hand);
  if (step === undefined || !mayHaveMore(context, round, step, hand)) return null;
  return { to: hand, up: true, packet: 1, means: null };
}

/** Cards that a hand may have at all, where its count does not end it. */
const MOST_OF_BACCARAT = 3;

function mayHaveMore(context: CardContext, round: RoundLive, step: DealStep, hand: HandId): boolean {
  const { cards, state } = handIn(round.deal, hand);
  if (cards.length === 0 || state !== "in") return false;
  if (step.step === "third-card" || step.step === "third-card-two-cloths")
    return cards.length < MOST_OF_BACCARAT;
  if (!step.step.startsWith("twenty-one")) return false;
  const { outcome } = gameOf(context).cards;
  if (outcome === null || (hand !== "bank" && seatOf(hand) === null)) return false;
  const count = outcomePlay(outcome)
    .values(outcome, round.deal)
    .find((one) => one.hand === hand)?.total;
  return count == null || count < 21;
}
