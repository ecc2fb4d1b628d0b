import { rankOf, type Face } from "../../../../src/cards/card.ts";
import type { Acts } from "../hands.ts";
import type { TwentyOne } from "./twenty-one.ts";

/** Counts of black-jack, and what the bank does. */

export const worth = (face: Face): number => {
  const rank = rankOf(face) ?? "";
  return rank === "A" ? 1 : /^\d+$/.test(rank) ? Number(rank) : 10;
};

interface Count {
  readonly total: number;
  readonly isSoft: boolean;
}

/** An ace counts eleven as long as the hand stays within 21. */
export function count(faces: readonly Face[]): Count {
  const low = faces.reduce((sum, face) => sum + worth(face), 0);
  const isSoft = low <= 11 && faces.some((face) => rankOf(face) === "A");
  return { total: isSoft ? low + 10 : low, isSoft };
}

export interface OneHand {
  readonly name: string;
  readonly wasSplit: boolean;
  readonly isDoubled: boolean;
}

export const isBlackJack = (faces: readonly Face[], wasSplit: boolean): boolean =>
  faces.length === 2 && !wasSplit && count(faces).total === 21;

/** One hand of the bank: its first card, and what it draws now. */
export function bankPlays(acts: Acts, rules: TwentyOne, hands: readonly OneHand[], insured: boolean): Face[] {
  const drawn: Face[] = acts.cloth.faces("bank").slice(0, 1);
  const live = hands.filter(({ name }) => acts.cloth.isIn(name) && count(acts.cloth.faces(name)).total <= 21);
  const [first] = drawn;
  const mayMake = first !== undefined && (rankOf(first) === "A" || worth(first) === 10);
  const draw = (): void => {
    acts.card("bank", true);
    drawn.push(...acts.cloth.faces("bank").slice(-1));
  };
  // The bank takes cards only against somebody (Cantabria, ll. 805–819; País Vasco, l. 782).
  if (live.length === 0) {
    if (rules.hasShortcuts && insured && mayMake) draw();
    return drawn;
  }
  const onlyBlackJacks = live.every(({ name, wasSplit }) => isBlackJack(acts.cloth.faces(name), wasSplit));
  if (rules.hasShortcuts && onlyBlackJacks && !(rules.completesAgainstBlackJacks && mayMake)) {
    if (mayMake) draw();
    return drawn;
  }
  while (bankDraws(drawn, rules)) draw();
  return drawn;
}

/** Player by player: one card to him, one to the bank, ace highest; who declines has his bet back. */
export function tieBreaks(acts: Acts, hands: readonly OneHand[], bank: readonly Face[]): Map<string, string> {
  const words = new Map<string, string>();
  if (!isBlackJack(bank, false)) return words;
  for (const { name } of hands) {
    if (!acts.cloth.isIn(name) || count(acts.cloth.faces(name)).total !== 21) continue;
    if (acts.below(3) === 0) {
      acts.say(name, "stand");
      words.set(name, "ties");
      continue;
    }
    acts.say(name, "war");
    acts.card(name, true);
    acts.card("bank", true);
    const [mine, theirs] = [name, "bank"].map((hand) =>
      RANKED.indexOf(rankOf(acts.cloth.faces(hand).at(-1) ?? "joker") ?? ""),
    );
    words.set(
      name,
      (mine ?? 0) > (theirs ?? 0) ? "wins" : (mine ?? 0) < (theirs ?? 0) ? "loses" : "ties-after-war",
    );
  }
  return words;
}

const RANKED = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

function bankDraws(faces: readonly Face[], { drawsSoftSeventeen }: TwentyOne): boolean {
  const { total, isSoft } = count(faces);
  return total < 17 || (total === 17 && isSoft && drawsSoftSeventeen);
}
