import { FACES, type Face } from "../../cards/card.ts";
import type { RandomSource } from "../../time/random-source.ts";
import type { Shuffle } from "./shoe-orders.ts";

/** Shuffles by machines of which it is known what is wrong with them. */
export const BIASES = ["top card stays", "riffle clumps", "missing card", "doubled card", "short cut"] as const;
export type Bias = (typeof BIASES)[number];

export interface MadeMachine {
  readonly decks: number;
  readonly shuffles: number;
  /** Null: a fair one. */
  readonly bias: Bias | null;
}

/** The orders that a machine leaves, each made of the one before. */
export function madeShuffles({ decks, shuffles, bias }: MadeMachine, random: RandomSource): readonly Shuffle[] {
  const loaded = decks * FACES.length;
  let cards: readonly Face[] = shuffled(deckOf(decks, bias, random), random);
  return Array.from({ length: shuffles }, (_, at) => {
    if (at > 0) cards = next(cards, bias, random);
    return { number: at + 1, at: "", decks, loaded, cards };
  });
}

function deckOf(decks: number, bias: Bias | null, random: RandomSource): readonly Face[] {
  const cards: Face[] = Array.from({ length: decks }, () => FACES).flat();
  const at = random.below(cards.length);
  if (bias === "missing card") return cards.toSpliced(at, 1);
  if (bias === "doubled card") return cards.with(at, cards[(at + 7) % FACES.length] ?? "As");
  return cards;
}

function next(cards: readonly Face[], bias: Bias | null, random: RandomSource): readonly Face[] {
  switch (bias) {
    case "top card stays":
      return [...cards.slice(0, 1), ...shuffled(cards.slice(1), random)];
    case "riffle clumps":
      return riffled(riffled(riffled(cards, random), random), random);
    case "short cut": {
      // The cut leaves the last tenth as it lay.
      const cut = Math.floor(cards.length * 0.9);
      return [...shuffled(cards.slice(0, cut), random), ...cards.slice(cut)];
    }
    default:
      return shuffled(cards, random);
  }
}

function shuffled<T>(cards: readonly T[], random: RandomSource): readonly T[] {
  const mixed = [...cards];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    const [one, two] = [mixed[at], mixed[other]] as [T, T];
    [mixed[at], mixed[other]] = [two, one];
  }
  return mixed;
}

/** Two halves that fall into each other in packets of one to four cards. */
function riffled<T>(cards: readonly T[], random: RandomSource): readonly T[] {
  const half = cards.length >> 1;
  const [left, right] = [cards.slice(0, half), cards.slice(half)];
  const mixed: T[] = [];
  while (left.length > 0 || right.length > 0) {
    const from = right.length === 0 || (left.length > 0 && random.below(2) === 0) ? left : right;
    mixed.push(...from.splice(0, 1 + random.below(4)));
  }
  return mixed;
}
