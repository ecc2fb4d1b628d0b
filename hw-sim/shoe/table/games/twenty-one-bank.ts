import { rankOf, type Face } from "../../../../src/cards/card.ts";
import type { TableActions } from "../cloth.ts";
import type { TwentyOneRules } from "./twenty-one.ts";

/** Counts of black-jack, and what the bank does. */

export const pointsOfCard = (face: Face): number => {
  const rank = rankOf(face) ?? "";
  return rank === "A" ? 1 : /^\d+$/.test(rank) ? Number(rank) : 10;
};

interface HandCount {
  readonly total: number;
  readonly isSoft: boolean;
}

/** An ace counts eleven as long as the hand stays within 21. */
export function countHand(faces: readonly Face[]): HandCount {
  const low = faces.reduce((sum, face) => sum + pointsOfCard(face), 0);
  const isSoft = low <= 11 && faces.some((face) => rankOf(face) === "A");
  return { total: isSoft ? low + 10 : low, isSoft };
}

export interface PlayedHand {
  readonly name: string;
  readonly wasSplit: boolean;
  readonly isDoubled: boolean;
}

export const isBlackJack = (faces: readonly Face[], wasSplit: boolean): boolean =>
  faces.length === 2 && !wasSplit && countHand(faces).total === 21;

/** One hand of the bank: its first card, and what it draws now. */
export function playBank(
  acts: TableActions,
  rules: TwentyOneRules,
  hands: readonly PlayedHand[],
  insured: boolean,
): Face[] {
  const drawn: Face[] = acts.cloth.facesOf("bank").slice(0, 1);
  const live = hands.filter(
    ({ name }) => acts.cloth.isIn(name) && countHand(acts.cloth.facesOf(name)).total <= 21,
  );
  const [first] = drawn;
  const mayMake = first !== undefined && (rankOf(first) === "A" || pointsOfCard(first) === 10);
  const draw = (): void => {
    acts.dealCard("bank", true);
    drawn.push(...acts.cloth.facesOf("bank").slice(-1));
  };
  // The bank takes cards only against somebody (Cantabria, ll. 805–819; País Vasco, l. 782).
  if (live.length === 0) {
    if (rules.hasShortcuts && insured && mayMake) draw();
    return drawn;
  }
  const onlyBlackJacks = live.every(({ name, wasSplit }) => isBlackJack(acts.cloth.facesOf(name), wasSplit));
  if (rules.hasShortcuts && onlyBlackJacks && !(rules.completesAgainstBlackJacks && mayMake)) {
    if (mayMake) draw();
    return drawn;
  }
  while (mustBankDraw(drawn, rules)) draw();
  return drawn;
}

/** Player by player: one card to him, one to the bank, ace highest; who declines has his bet back. */
export function playTieBreaks(
  acts: TableActions,
  hands: readonly PlayedHand[],
  bank: readonly Face[],
): Map<string, string> {
  const words = new Map<string, string>();
  if (!isBlackJack(bank, false)) return words;
  for (const { name } of hands) {
    if (!acts.cloth.isIn(name) || countHand(acts.cloth.facesOf(name)).total !== 21) continue;
    if (acts.drawBelow(3) === 0) {
      acts.announce(name, "stand");
      words.set(name, "ties");
      continue;
    }
    acts.announce(name, "war");
    acts.dealCard(name, true);
    acts.dealCard("bank", true);
    const [mine, theirs] = [name, "bank"].map((hand) =>
      RANKED.indexOf(rankOf(acts.cloth.facesOf(hand).at(-1) ?? "joker") ?? ""),
    );
    words.set(
      name,
      (mine ?? 0) > (theirs ?? 0) ? "wins" : (mine ?? 0) < (theirs ?? 0) ? "loses" : "ties-after-war",
    );
  }
  return words;
}

const RANKED = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

function mustBankDraw(faces: readonly Face[], { drawsSoftSeventeen }: TwentyOneRules): boolean {
  const { total, isSoft } = countHand(faces);
  return total < 17 || (total === 17 && isSoft && drawsSoftSeventeen);
}
