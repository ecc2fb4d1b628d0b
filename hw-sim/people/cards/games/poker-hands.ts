import type { Face } from "../../../../src/cards/card.ts";
import { comparedRanks, placeOf } from "../../../../src/cards/poker/category.ts";
import { Evaluator } from "../../../../src/cards/poker/evaluator.ts";
import { compareHands, type Ranking } from "../../../../src/cards/poker/ranking.ts";
import { ThreeCardEvaluator } from "../../../../src/cards/poker/three-cards.ts";
import { RANKINGS, THREE_CARD_RANKINGS, type RankingId, type ThreeCardRankingId } from "../law/rankings.ts";
import type { Outcome } from "../cloth.ts";

/**
 * The ranks of poker hands. The arithmetic of single hands is that of `src/cards`, which is proven against every hand there is;
 * which cards make a hand, and what a bank needs, is read from the catalogue again here and computed by trying everything.
 */
export type AnyRankingId = RankingId | ThreeCardRankingId;

const evaluators = new Map<string, Evaluator | ThreeCardEvaluator>();

export function rankingOf(id: AnyRankingId): Ranking {
  return id in THREE_CARD_RANKINGS ? THREE_CARD_RANKINGS[id as ThreeCardRankingId] : RANKINGS[id as RankingId];
}

/** Worth of a complete hand of three or five cards. `lowAce`: the ace may stand below the lowest card, whatever is not stated. */
function worthOf(id: AnyRankingId, faces: readonly Face[], lowAce: boolean): number {
  const key = `${id}/${String(lowAce)}`;
  const known = evaluators.get(key);
  if (known !== undefined) return known.worth(faces);
  const ranking: Ranking = lowAce ? { ...rankingOf(id), lowAce: "below-lowest" } : rankingOf(id);
  const made = id in THREE_CARD_RANKINGS ? new ThreeCardEvaluator(ranking) : new Evaluator(ranking);
  evaluators.set(key, made);
  return made.worth(faces);
}

/**
 * Where the catalogue does not say whether the ace may stand below the lowest card, the round is judged both ways; only what comes
 * out the same is law.
 */
export function judgeBothWays(id: AnyRankingId, judged: (lowAce: boolean) => Outcome): Outcome {
  const one = judged(false);
  if (rankingOf(id).lowAce !== "not-stated") return one;
  return JSON.stringify(one) === JSON.stringify(judged(true)) ? one : { open: "law-open" };
}

export type HandSource = "own" | "own-and-board" | "best-of-all" | "two-own-three-board";

/** A pack with one card too many, and that one among them: they make no hand, and the round comes to nothing. */
const isTwice = (faces: readonly Face[]): boolean => {
  const cards = faces.filter((face) => face !== "joker");
  return new Set(cards).size < cards.length;
};

/** The best hand that these cards make, by trying every one; -1: none. */
export function bestWorth(
  id: AnyRankingId,
  from: HandSource,
  own: readonly Face[],
  board: readonly Face[],
  lowAce = false,
): number {
  if (isTwice([...own, ...board])) return -1;
  const size = id in THREE_CARD_RANKINGS ? 3 : 5;
  let best = -1;
  if (from === "two-own-three-board") {
    for (const two of combinationsOf(own, 2))
      for (const rest of combinationsOf(board, 3))
        best = Math.max(best, worthOf(id, [...two, ...rest], lowAce));
    return best;
  }
  const all = from === "own" ? own : [...own, ...board];
  for (const five of combinationsOf(all, size)) best = Math.max(best, worthOf(id, five, lowAce));
  return best;
}

function combinationsOf<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, at) =>
    combinationsOf(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]),
  );
}

/** Chile, III.3.5.1, ll. 2100–2127: only hands equal in all five cards tie, so what the text names first is not all that counts. */
const COMPARES_ON: readonly AnyRankingId[] = ["cl/five-cards", "cl/three-cards"];

/** 1, 0 or -1; null: they differ only in cards that the catalogue does not say it compares. */
export function compareWorth(id: AnyRankingId, mine: number, theirs: number): 1 | 0 | -1 | null {
  const { sign, stated } = compareHands(rankingOf(id), mine, theirs);
  return stated || COMPARES_ON.includes(id) ? sign : null;
}

/** How a bank opens its game, or from where on a hand wins without one; words of the catalogues. */
export type OpeningHand = "ace-king" | "queen" | "pair-of-4" | "pair-of-8" | "pair-of-10" | "pair-of-jacks";

const LEAST_PAIR: Readonly<Record<Exclude<OpeningHand, "ace-king" | "queen">, number>> = {
  "pair-of-4": 4,
  "pair-of-8": 8,
  "pair-of-10": 10,
  "pair-of-jacks": 11,
};

/** Whether a hand of this worth opens the game: an ace is 14, a king 13, a queen 12. */
export function isOpening(how: OpeningHand, id: AnyRankingId, worth: number): boolean {
  const category = rankingOf(id).order[placeOf(worth)] ?? "high-card";
  const [first = 0, second = 0] = comparedRanks(worth);
  if (category !== "high-card" && category !== "pair") return true;
  if (how === "ace-king") return category === "pair" || (first === 14 && second === 13);
  if (how === "queen") return category === "pair" || first >= 12;
  return category === "pair" && first >= LEAST_PAIR[how];
}
