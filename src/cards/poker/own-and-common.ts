import type { Face } from "../card.ts";
import type { Worth } from "./category.ts";
import type { Evaluator } from "./evaluator.ts";

/**
 * Best hand of exactly two own cards and exactly three common ones: Omaha (Galicia, art. 32, ll. 754–756; Chile, III.3.5.8,
 * ll. 3305–3343) and Sintético (Galicia, art. 40, l. 810; País Vasco, ll. 2726, 2854). `own` has two to four faces, `common`
 * three to five. Throws RangeError for other numbers, and as `Evaluator.worth` does.
 */
export function bestOfTwoAndThree(evaluator: Evaluator, own: readonly Face[], common: readonly Face[]): Worth {
  if (own.length < 2 || own.length > 4 || common.length < 3 || common.length > 5)
    throw new RangeError(
      `${own.length} own and ${common.length} common cards: give two to four and three to five, of which two and three play`,
    );
  let best: Worth = -1;
  for (const [a, b] of pairs(own)) {
    for (const [c, d, e] of threes(common)) best = Math.max(best, evaluator.worth([a, b, c, d, e]));
  }
  return best;
}

function* pairs(faces: readonly Face[]): Generator<[Face, Face]> {
  for (const [at, a] of faces.entries()) for (const b of faces.slice(at + 1)) yield [a, b];
}

function* threes(faces: readonly Face[]): Generator<[Face, Face, Face]> {
  for (const [at, a] of faces.entries()) for (const [b, c] of pairs(faces.slice(at + 1))) yield [a, b, c];
}
