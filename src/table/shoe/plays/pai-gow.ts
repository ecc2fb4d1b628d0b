import type { Move } from "../../../people/keys.ts";
import type { DealStep, OutcomeRule } from "../../../rules/card-game.ts";
import type {
  StepPlay,
  Choice,
  HandId,
  PublicDeal,
  DealOutcome,
  OpenOutcome,
  OutcomePlay,
  OutcomeWord,
  PublicHand,
} from "./play.ts";
import { handOf, isTurned, placesInOrder, isIn, dueOf, wordsOrOpen, turnedHands } from "./hands.ts";
import type { Face } from "../../../cards/card.ts";
import { evaluatorFor } from "../../../cards/poker/evaluator.ts";
import { isWellSet, lowWorth, paiGowWord, type Against, type SetHand } from "../../../cards/poker/pai-gow.ts";
import { categoryOf, compareHands, type Ranking } from "../../../cards/poker/ranking.ts";
import type { Worth } from "../../../cards/poker/category.ts";
import { facesOf, whyNotJudged } from "./poker-values.ts";
import type { CardReason } from "../../../codes/reasons.ts";

/**
 * The croupier says who is dealt first: what the dice tell, counted from whoever has the bank (Cantabria, A.14.3.VI, ll.
 * 4335–4355; País Vasco, ll. 3256–3268 eu), or where the button lies. With dice a seat may have the bank; then that is said
 * before.
 */
export const firstSeatPlay: StepPlay<DealStep & { readonly step: "first-seat" }> = {
  due(step, deal, here) {
    const isButton = step.by === "button";
    const isSaid = (what: Move): boolean => here.said.some(({ move }) => move === what);
    if (deal.first !== null || isSaid("first") || (isButton && deal.seats.length < 2)) return null;
    const words: readonly Move[] = isButton || isSaid("bank") ? ["first"] : ["first", "bank"];
    const seats = deal.seats.map((seat) => ({ who: `seat-${seat}`, moves: words }));
    return dueOf("first-seat", null, {
      moves: isButton ? seats : [...seats, { who: "bank", moves: ["first"] }],
    });
  },
};

const TWO: Choice = { least: 2, most: 2 };

/**
 * Every hand that is in, the bank's among them, is turned up as its player laid it, and the croupier names the two cards of
 * its low hand (Cantabria, A.14.3.VI, ll. 4369–4417; País Vasco, ll. 3272–3276 eu). The bank's is the first duty; hands may
 * be turned in any order.
 */
export const setPlay: StepPlay<DealStep & { readonly step: "set" }> = {
  due(_step, deal) {
    const open = handsToSet(deal);
    const [next = null] = open;
    if (next === null) return null;
    const turned = open.filter((id) => isTurned(handOf(deal, id)));
    return dueOf(turned.includes(next) ? "set" : "turn", next, {
      moves: turned.map((who) => ({ who, moves: ["set"], choose: TWO })),
      turn: open.filter((id) => !turned.includes(id)),
    });
  },
};

/** Hands that are in and whose low hand is not named, the bank's first. */
function handsToSet(deal: PublicDeal): HandId[] {
  const places = placesInOrder(deal);
  return ["bank", ...places.filter((id) => id !== "bank")].filter((id) => {
    const hand = handOf(deal, id);
    return hand?.state === "in" && hand.cards.length > 0 && hand.low === null;
  });
}

type PaiGow = OutcomeRule & { readonly kind: "pai-gow" };

const WORDS = { win: "wins", push: "ties", lose: "loses" } as const;

/**
 * Pai gow poker: every hand against that of whoever has the bank. When a seat has it (move `bank`), the croupier's hand, `bank`,
 * is compared first, like a player's (Cantabria, A.14.3.VI, ll. 4380–4417; País Vasco, ll. 3276, 3344 eu).
 */
export const paiGowOutcome: OutcomePlay<PaiGow> = {
  values: (rule, deal) => valuesOf(rule.ranking, deal),
  prepare: (rule) => void evaluatorFor(rule.ranking),
  outcome(rule, deal) {
    const banker = deal.said.findLast(({ move }) => move === "bank")?.who ?? "bank";
    const bank = setHandOf(handOf(deal, banker));
    if (typeof bank === "string") return { open: [bank] };
    if (!isWellSet(rule.ranking, bank)) return { open: ["bank-badly-set"] };
    const others = ["bank", ...deal.seats.map((seat) => `seat-${seat}`)].filter(
      (id) => id !== banker && isIn(deal, id),
    );
    const words = wordsOrOpen(others, (id) => compareWithBank(rule, handOf(deal, id), bank));
    if ("open" in words) return words;
    const results = [...words].map(([of, is]) => ({ of, is }));
    return { values: valuesOf(rule.ranking, deal), results, qualifies: null };
  },
};

/** The hand as it was set; else an open code. One with a card twice is not complete. */
function setHandOf(hand: PublicHand | null): SetHand | CardReason {
  const faces = facesOf(hand);
  const low = hand?.low ?? null;
  if (faces === null) return whyNotJudged(hand);
  if (low === null || faces.length !== 7 || new Set(faces).size !== 7) return "hand-not-complete";
  const split: SetHand = {
    high: faces.filter((_face, at) => !low.includes(at)),
    low: low.map((at) => faces[at]).filter((face): face is Face => face !== undefined),
  };
  return split.high.length === 5 && split.low.length === 2 ? split : "hand-not-complete";
}

function compareWithBank(rule: PaiGow, hand: PublicHand | null, bank: SetHand): OutcomeWord | OpenOutcome {
  const { ranking } = rule;
  const player = setHandOf(hand);
  if (typeof player === "string") return { open: [player] };
  if (!isWellSet(ranking, player)) return "badly-set";
  const evaluator = evaluatorFor(ranking);
  const highs = possibleOrders(rule, evaluator.worth(player.high), evaluator.worth(bank.high));
  const lows = possibleOrders(rule, lowWorth(ranking, player.low), lowWorth(ranking, bank.low));
  const words = new Set(highs.flatMap((high) => lows.map((low) => WORDS[paiGowWord(high, low)])));
  const [word] = words;
  return words.size === 1 && word !== undefined ? word : { open: ["ranks-beyond-text"] };
}

/** How two hands may stand to each other; a difference that the catalogue does not say it compares may also be a tie. */
function possibleOrders({ ranking, compareOn }: PaiGow, mine: Worth, theirs: Worth): readonly Against[] {
  const { sign, stated } = compareHands(ranking, mine, theirs);
  return stated || compareOn === true ? [sign] : [sign, 0];
}

function valuesOf(ranking: Ranking, deal: PublicDeal): DealOutcome["values"] {
  return turnedHands(deal).map((hand) => {
    const split = setHandOf(hand);
    if (typeof split === "string") return { hand: hand.id, total: null, category: null };
    const evaluator = evaluatorFor(ranking);
    return {
      hand: hand.id,
      total: null,
      category: categoryOf(evaluator.ranking, evaluator.worth(split.high)),
      low: categoryOf(evaluator.ranking, lowWorth(ranking, split.low)),
    };
  });
}
