import type { Face } from "../../../cards/card.ts";
import type { Worth } from "../../../cards/poker/category.ts";
import { evaluatorFor, withLowAce, type Evaluator, bestOfTwoAndThree } from "../../../cards/poker/evaluator.ts";
import { categoryOf, compareHands, type Compared, type Ranking } from "../../../cards/poker/ranking.ts";
import { ThreeCardEvaluator } from "../../../cards/poker/three-cards.ts";
import type { HandFrom } from "../../../rules/card-game.ts";
import { handOf, isTurned, turnedHands } from "./hands.ts";
import type { DealOutcome, OpenOutcome, PublicDeal, PublicHand } from "./play.ts";
import type { CardReason } from "../../../codes/reasons.ts";

/** What hands of poker are worth by the cards that lie face up. */

/** How the outcome of a game makes hands of cards. */
export interface PokerHands {
  readonly from: HandFrom;
  readonly ranking: Ranking;
  /** Hands are compared to the last card. */
  readonly compareOn?: true | "house";
}

/** One reading of a catalogue's ranking. */
export interface RankingReading {
  readonly ranking: Ranking;
  /** Worth of a hand; null when it is not complete, not all up, or holds a card that its pack cannot have. */
  worth(hand: PublicHand | null): Worth | null;
  /** How one worth stands to another, and whether the catalogue, or the pack, says that it does. */
  compare(first: Worth, second: Worth): Compared;
}

const threes = new WeakMap<Ranking, ThreeCardEvaluator>();

function threeCardEvaluator(ranking: Ranking): ThreeCardEvaluator {
  const known = threes.get(ranking) ?? new ThreeCardEvaluator(ranking);
  threes.set(ranking, known);
  return known;
}

/** The ranking as its text stands; and, where the text is silent on a low ace, also as if it allowed one. */
export function rankingReadings(
  rule: PokerHands,
  deal: PublicDeal,
): readonly [RankingReading, ...RankingReading[]] {
  const { from, ranking } = rule;
  const board = from === "own" ? [] : facesOf(handOf(deal, "board"));
  if (ranking.cards === 3) {
    const evaluator = threeCardEvaluator(ranking);
    return [readingOf(rule, evaluator.ranking, (own) => (own.length === 3 ? evaluator.worth(own) : null))];
  }
  const evaluator = evaluatorFor(ranking);
  const first = readingOf(rule, evaluator.ranking, (own) => fiveCardWorth(evaluator, from, own, board));
  if (ranking.lowAce !== "not-stated") return [first];
  const twin = withLowAce(ranking);
  return [first, readingOf(rule, twin.ranking, (own) => fiveCardWorth(twin, from, own, board))];
}

/** Fills the tables of a ranking, under every reading. */
export function preparePoker(rule: PokerHands): void {
  rankingReadings(rule, { seats: [], isAmongSeats: false, first: null, hands: [], said: [], bound: [] });
}

function readingOf(
  { compareOn }: PokerHands,
  ranking: Ranking,
  judge: (own: readonly Face[]) => Worth | null,
): RankingReading {
  return {
    ranking,
    compare(first, second) {
      const { sign, stated } = compareHands(ranking, first, second);
      return { sign, stated: stated || compareOn === true };
    },
    worth(hand) {
      const own = facesOf(hand);
      if (own === null) return null;
      try {
        return judge(own);
      } catch (error) {
        // A card twice, or one that is not of the pack: the hand is no hand of this game.
        if (error instanceof RangeError) return null;
        throw error;
      }
    },
  };
}

function fiveCardWorth(
  evaluator: Evaluator,
  from: HandFrom,
  own: readonly Face[],
  board: readonly Face[] | null,
): Worth | null {
  const common = board ?? [];
  const all = [...own, ...common];
  switch (from) {
    case "own":
      return own.length === 5 ? evaluator.worth(own) : null;
    case "own-and-board":
      return all.length === 5 && board !== null ? evaluator.worth(all) : null;
    case "best-of-all":
      return all.length === 7 ? evaluator.worth(all) : null;
    case "two-own-three-board": {
      const isComplete = (own.length === 2 || own.length === 4) && common.length === 5;
      if (!isComplete || new Set(all).size !== all.length) return null;
      return bestOfTwoAndThree(evaluator, own, common);
    }
  }
}

/** Faces of a hand that lies face up and is read throughout; else null. */
export function facesOf(hand: PublicHand | null): readonly Face[] | null {
  if (hand === null || !isTurned(hand)) return null;
  const faces = hand.cards.map(({ face }) => face).filter((face) => face !== null);
  return faces.length === hand.cards.length ? faces : null;
}

/** Why a hand cannot be judged: an open code. */
export const whyNotJudged = (hand: PublicHand | null): CardReason =>
  isTurned(hand) ? "hand-not-complete" : "hand-not-turned";

/** Every hand of a seat or of the bank that was turned, with its combination where all readings give the same. */
export function pokerValues(rule: PokerHands, deal: PublicDeal): DealOutcome["values"] {
  const turned = turnedHands(deal);
  if (turned.length === 0) return [];
  const all = rankingReadings(rule, deal);
  return turned.map((hand) => {
    const names = all.map((one) => {
      const value = one.worth(hand);
      return value === null ? null : categoryOf(one.ranking, value);
    });
    const [category = null] = new Set(names);
    return { hand: hand.id, total: null, category: new Set(names).size === 1 ? category : null };
  });
}

/** What one reading makes of the deal: results and whether the bank opens, or why nobody can say. */
export type Decided = Pick<DealOutcome, "results" | "qualifies"> | OpenOutcome;

/** The outcome when all readings of the ranking come to the same; open, when it hangs on the low ace. */
export function underAllReadings(
  rule: PokerHands,
  deal: PublicDeal,
  decide: (one: RankingReading) => Decided,
): DealOutcome | OpenOutcome {
  const [first, ...others] = rankingReadings(rule, deal);
  const decided = decide(first);
  if ("open" in decided) return decided;
  if (others.some((other) => !isSame(decided, decide(other)))) return { open: ["low-ace-open"] };
  return { values: pokerValues(rule, deal), ...decided };
}

const isSame = (one: Decided, other: Decided): boolean => JSON.stringify(one) === JSON.stringify(other);
