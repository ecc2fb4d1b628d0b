import type { Face } from "../card.ts";
import type { Ranking } from "./ranking.ts";

/**
 * A second evaluator that shares nothing with the first: five faces at a time, by sorting and looking, jokers by trying every
 * card. It takes from a ranking only what the catalogue says (the order, the pack, the low ace).
 */

/** Place in the ranking's order, then what ties are broken by; compares like a word. */
export type Slow = readonly number[];

const VALUE: Record<string, number> = { J: 11, Q: 12, K: 13, A: 14 };
const valueOf = (face: string): number => VALUE[face.slice(0, -1)] ?? Number(face.slice(0, -1));
const LOWEST = { 52: 2, 32: 7, 28: 8 };

export function compareSlow(one: Slow, other: Slow): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : Math.sign((one[at] ?? 0) - (other[at] ?? 0));
}

export function slowWorth(ranking: Ranking, faces: readonly Face[]): Slow {
  const naturals = faces.filter((face) => face !== "joker");
  if (naturals.length === faces.length) return natural(ranking, faces);
  let best = natural(ranking, [...naturals, "A?"]);
  for (const suit of "cdhs") {
    for (const rank of ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]) {
      if (naturals.includes(`${rank}${suit}` as Exclude<Face, "joker">)) continue;
      const tried = natural(ranking, [...naturals, `${rank}${suit}`]);
      const name = ranking.order[tried[0] ?? 0] ?? "";
      if (/straight|flush/.test(name) && compareSlow(tried, best) > 0) best = tried;
    }
  }
  return best;
}

function natural(ranking: Ranking, faces: readonly string[]): Slow {
  const values = faces.map(valueOf).sort((a, b) => b - a);
  const groups = [...new Set(values)]
    .map((value) => ({ value, times: values.filter((one) => one === value).length }))
    .sort((a, b) => b.times - a.times || b.value - a.value);
  const shape = groups.map(({ times }) => times).join("");
  const grouped = groups.map(({ value }) => value);
  const isFlush = new Set(faces.map((face) => face.slice(-1))).size === 1;
  const straight = shape === "11111" ? straightTop(ranking, values) : 0;
  const [name, ...ties] = named(ranking, { values, grouped, shape, isFlush, straight });
  return [ranking.order.indexOf(name), ...ties];
}

/** 0 for none. A half where the catalogue puts the low ace's straight second. */
function straightTop(ranking: Ranking, values: readonly number[]): number {
  const [top = 0, second = 0] = values;
  if (top - (values[4] ?? 0) === 4) return top;
  const least = LOWEST[ranking.pack];
  const isLow = top === 14 && values.slice(1).join() === [least + 3, least + 2, least + 1, least].join();
  if (!isLow || ranking.lowAce === "not-stated") return 0;
  return ranking.lowAceStraight === "second-highest" ? 13.5 : second;
}

interface Seen {
  readonly values: readonly number[];
  readonly grouped: readonly number[];
  readonly shape: string;
  readonly isFlush: boolean;
  readonly straight: number;
}

type Named = readonly [Ranking["order"][number], ...number[]];

function named(ranking: Ranking, { values, grouped, shape, isFlush, straight }: Seen): Named {
  const [first = 0, second = 0] = grouped;
  if (shape === "5") return ["five-of-a-kind", first];
  if (straight === 14 && isFlush) return ["royal-flush", 14];
  if (straight > 0) return [isFlush ? "straight-flush" : "straight", straight];
  if (isFlush) return ["flush", ...values];
  if (shape === "41") return ["four-of-a-kind", ...grouped];
  if (shape === "32") return ["full-house", ...grouped];
  if (shape === "311") return ["three-of-a-kind", ...grouped];
  if ((shape === "221" || shape === "2111") && values.every((value) => value >= 11) && has(ranking, "figuras"))
    return ["figuras", first, ...without(values, first)];
  if (shape === "221") return ["two-pair", ...grouped];
  if (shape === "2111")
    return [first >= 11 && has(ranking, "pair-jacks-or-better") ? "pair-jacks-or-better" : "pair", ...grouped];
  return [first === 14 && second === 13 && has(ranking, "ace-king") ? "ace-king" : "high-card", ...values];
}

const has = (ranking: Ranking, name: Ranking["order"][number]): boolean => ranking.order.includes(name);

/** The values without the pair of `pair`. */
function without(values: readonly number[], pair: number): number[] {
  return values.filter((value) => value !== pair);
}
