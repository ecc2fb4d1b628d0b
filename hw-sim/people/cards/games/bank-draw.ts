import { rankOf, suitOf, type Face } from "../../../../src/cards/card.ts";
import { evaluatorFor } from "../../../../src/cards/poker/evaluator.ts";
import { placeOf } from "../../../../src/cards/poker/category.ts";
import { heightOf } from "./card-values.ts";
import { rankingOf } from "./poker-hands.ts";

/** What the bank of the Chilean draw poker changes (III.3.5.2, ll. 2226–2250), read once more, card by card. */

/** Places of the cards that go away, from 0; none: it stands. */
export function placesBankChanges(faces: readonly Face[]): readonly number[] {
  const ranking = rankingOf("cl/five-cards");
  const category = ranking.order[placeOf(evaluatorFor(ranking).worth(faces))];
  const all = faces.map((_, at) => at);
  const same = (at: number): number =>
    faces.filter((face) => rankOf(face) === rankOf(faces[at] ?? "joker")).length;
  const low = (from: readonly number[], many: number): readonly number[] =>
    [...from].sort((a, b) => heightOf(faces[a]) - heightOf(faces[b])).slice(0, many);
  switch (category) {
    case "two-pair":
    case "three-of-a-kind":
      return all.filter((at) => same(at) === 1);
    case "pair":
      return low(
        all.filter((at) => same(at) === 1),
        2,
      );
    case "high-card": {
      const odd = findOddCard(faces);
      return odd === null ? low(all, 2) : [odd];
    }
    default:
      return [];
  }
}

/** The card beside four of a suit; else the one beside four to a straight. */
function findOddCard(faces: readonly Face[]): number | null {
  for (const without of faces.keys()) {
    const four = faces.filter((_, at) => at !== without);
    if (new Set(four.map(suitOf)).size === 1) return without;
  }
  for (const without of faces.keys())
    if (isNearStraight(faces.filter((_, at) => at !== without))) return without;
  return null;
}

/** Four different ranks that one more card makes a straight; the ace stands high or low. */
function isNearStraight(four: readonly Face[]): boolean {
  const high = four.map(heightOf);
  const low = high.map((one) => (one === 12 ? -1 : one));
  return [high, low].some((ranks) => new Set(ranks).size === 4 && Math.max(...ranks) - Math.min(...ranks) <= 4);
}
