import type { Choice, Due, HandId, StepProgress, PublicDeal, PublicHand, StepPlay } from "./play.ts";
import type { Ranking } from "../../../cards/poker/ranking.ts";
import type { DealStep } from "../../../rules/card-game.ts";
import { drawBankChanges } from "./draw-bank.ts";
import { handOf, isTurned, onlyOneIn, saidBy, seatsIn, dueOf, cardTo } from "./hands.ts";

/** Whether a move may name these positions now: whole numbers, all different, within a hand of `handSize` cards. */
export function allowsPositions(choose: Choice, positions: readonly number[], handSize: number): boolean {
  const distinct = new Set(positions);
  if (distinct.size !== positions.length) return false;
  if (positions.length < choose.least || positions.length > choose.most) return false;
  if (!positions.every((at) => Number.isInteger(at) && at >= 0 && at < handSize)) return false;
  return (
    choose.oneOf === undefined ||
    choose.oneOf.some((only) => only.length === distinct.size && only.every((at) => distinct.has(at)))
  );
}

type ExchangeStep = DealStep & { readonly step: "exchange" };

/**
 * Draw poker: each seat in turn names the cards that it changes; the cards of all may be collected before the first new one is dealt,
 * which they are from the first seat on. At last the bank, where it changes too (Chile, III.3.5.2, ll. 2204–2212). A hand that changes
 * none stands (servido).
 */
export const exchangePlay: StepPlay<ExchangeStep> = {
  due(step, deal, here) {
    if (onlyOneIn(deal)) return null;
    const seats = seatsIn(deal);
    const asked = seats.find((who) => saidBy(here.said, who).length === 0);
    const next = asked === undefined ? null : exchangeDue(step.atMost, asked);
    const owed = seats.map((who) => replacementDue(who, false, here)).find((due) => due !== null);
    if (owed !== undefined) return { ...owed, moves: next?.moves ?? [] };
    return next ?? (step.bank === undefined ? null : bankDue(step.bank.ranking, deal, here));
  },
};

function exchangeDue(atMost: number, who: HandId): Due {
  const choose = { least: 1, most: atMost };
  return dueOf("exchange", who, { moves: [{ who, moves: ["exchange", "stand"], choose }] });
}

/** The next card for a hand that changed cards, while it has fewer new cards than it gave away. */
function replacementDue(who: HandId, up: boolean, here: StepProgress): Due | null {
  const given = saidBy(here.said, who).filter(({ move }) => move === "exchange");
  const owed = given.reduce((sum, { cards }) => sum + cards.length, 0);
  if (here.dealt.filter((to) => to === who).length >= owed) return null;
  return dueOf("replace", who, { card: cardTo(who, up) });
}

/** The croupier turns his cards up, changes what the rule says, and gets the new ones face up. */
function bankDue(ranking: Ranking, deal: PublicDeal, here: StepProgress): Due | null {
  const bank = handOf(deal, "bank");
  if (bank === null) return null;
  if (saidBy(here.said, bank.id).length > 0) return replacementDue(bank.id, true, here);
  if (!isTurned(bank)) return dueOf("turn", bank.id, { turn: [bank.id] });
  return dueOf("exchange", bank.id, { moves: bankMoves(ranking, bank) });
}

/** No moves until every face is known, nor with another number of cards than five, for which there is no rule. */
function bankMoves(ranking: Ranking, bank: PublicHand): Due["moves"] {
  const faces = bank.cards.map(({ face }) => face).filter((face) => face !== null);
  if (faces.length !== bank.cards.length || new Set(faces).size !== 5 || faces.includes("joker")) return [];
  const changes = drawBankChanges(ranking, faces);
  if (changes.every((change) => change.length === 0)) return [{ who: bank.id, moves: ["stand"] }];
  const sizes = changes.map((change) => change.length);
  const choose = { least: Math.min(...sizes), most: Math.max(...sizes), oneOf: changes };
  return [{ who: bank.id, moves: ["exchange"], choose }];
}
