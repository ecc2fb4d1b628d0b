import { colourOfFace, type Face, rankOf, suitOf } from "../../../../src/cards/card.ts";
import {
  liveSeatHandsOf,
  resultWordOf,
  type Game,
  type Outcome,
  type Result,
  type TableActions,
} from "../cloth.ts";
import { heightOf, pointsOfCard } from "./card-values.ts";

/** Black-jack and its kin, read from the catalogues once more. */

export interface TwentyOneRules {
  readonly source: string;
  /** Hands that a seat may make out of one; Infinity: as many as it gets cards of one value (País Vasco, l. 818). */
  readonly mostHands: number;
  /** Totals of two cards on which doubling is allowed; null: any below 21. */
  readonly doubleOn: readonly number[] | null;
  /** A pair of aces is not doubled (Cantabria, ll. 911–916). */
  readonly noDoubleOnAces: boolean;
  /** Whether the bank draws on an ace that makes seventeen (Canal 21, ll. 1344–1353). */
  readonly drawsSoftSeventeen: boolean;
  /** Who gives up gets half back: at his own turn, or only before anybody has his third card. */
  readonly surrender: "own-turn" | "early" | null;
  /** Retiro is possible against an ace, and after a split (Canal 21). */
  readonly surrenderIsWide: boolean;
  /** Cards of the bank against which an insurance is offered. */
  readonly insuredAgainst: "ace" | "ace-or-ten";
  /** Split aces may be split again. */
  readonly resplitsAces: boolean;
  /** Chile: against black-jacks alone the bank takes a card only if it may make one itself (ll. 918–936). */
  readonly hasShortcuts: boolean;
  /** Canal 21: against an ace or ten the bank completes its hand for black-jacks alone too (l. 1340). */
  readonly completesAgainstBlackJacks: boolean;
  readonly perfectPairs: boolean;
  /** Hands of the bank, each begun with its first card; the third is only for who bet on it (Challenge 21, ll. 1103–1121). */
  readonly bankHands: 1 | 3;
  /** Canal 21: who has 21 against a bank of 21 with two cards may ask for the desempate (ll. 1412–1420). */
  readonly tieBreak: boolean;
  /** País Vasco, l. 842: the croupier warns who doubles that the ace counts one; whether it then does, no rule says. */
  readonly doubledAceIsOpen: boolean;
}

export const BLACK_JACK: Omit<TwentyOneRules, "source"> = {
  mostHands: 4,
  doubleOn: [9, 10, 11],
  noDoubleOnAces: false,
  drawsSoftSeventeen: false,
  surrender: "own-turn",
  surrenderIsWide: false,
  insuredAgainst: "ace",
  resplitsAces: false,
  hasShortcuts: true,
  completesAgainstBlackJacks: false,
  perfectPairs: false,
  bankHands: 1,
  tieBreak: false,
  doubledAceIsOpen: false,
};

export function twentyOneGame(rules: TwentyOneRules): Game {
  const play = (acts: TableActions): Outcome => {
    const seats = liveSeatHandsOf(acts);
    const third = rules.bankHands === 3 ? seats.filter((seat) => decideThirdBet(acts, seat)) : [];
    for (const seat of seats) acts.dealCard(seat, true);
    acts.dealCard("bank", true);
    for (const seat of seats) acts.dealCard(seat, true);
    const insured = playBeforeThirdCards(acts, rules, seats);
    const hands: PlayedHand[] = [];
    for (const seat of seats) hands.push(...playSeat(acts, rules, seat));
    const banks: Face[][] = [];
    for (let at = 0; at < rules.bankHands; at++) {
      if (at === 2 && third.length === 0) break;
      const against = hands.filter(({ name }) => at < 2 || third.includes(seatOf(name)));
      banks.push(playBank(acts, rules, against, insured));
    }
    if (rules.doubledAceIsOpen && banks.some((bank) => hands.some((hand) => dependsOnAce(acts, hand, bank))))
      return { open: "ace-of-doubled-hand" };
    const breaks = rules.tieBreak ? playTieBreaks(acts, hands, banks[0] ?? []) : new Map<string, string>();
    const results = banks.flatMap((bank, at) =>
      hands
        .filter(({ name }) => at < 2 || third.includes(seatOf(name)))
        .flatMap((hand) =>
          resultsOf(acts, rules, hand, { bank, isFirst: at === 0, broken: breaks.get(hand.name) }),
        ),
    );
    return { results, qualifies: null };
  };
  return { source: rules.source, hasSeats: true, noCardAtTurns: true, play };
}

const seatOf = (name: string): string => name.split(".")[0] ?? name;

/** A third stake against the bank's third hand (Challenge 21, ll. 1087–1091). */
function decideThirdBet(acts: TableActions, seat: string): boolean {
  const bets = acts.drawBelow(2) === 0;
  acts.announce(seat, bets ? "bet" : "check");
  return bets;
}

/** Before the first player who asks has his third card: insurances, and where it is so, who gives up. */
function playBeforeThirdCards(acts: TableActions, rules: TwentyOneRules, seats: readonly string[]): boolean {
  const [bank] = acts.cloth.facesOf("bank");
  if (bank === undefined) return false;
  const isOffered =
    rankOf(bank) === "A" || (rules.insuredAgainst === "ace-or-ten" && pointsOfCard(bank) === 10);
  let insured = false;
  for (const seat of seats) {
    if (!isOffered || !acts.cloth.isIn(seat) || acts.drawBelow(4) !== 0) continue;
    acts.announce(seat, "insurance");
    insured = true;
  }
  if (rules.surrender === "early" && rankOf(bank) !== "A")
    for (const seat of seats) {
      // Nobody gives up a hand of 21; where every hand is one, no card is asked for, and the time for it has passed.
      const { total } = countHand(acts.cloth.facesOf(seat));
      if (!acts.cloth.isIn(seat) || total >= 21 || acts.drawBelow(15) !== 0) continue;
      acts.announce(seat, "surrender");
      acts.foldHand(seat, "surrendered");
    }
  return insured;
}

/** One seat's turn; its hands in the order in which they are finished. */
function playSeat(acts: TableActions, rules: TwentyOneRules, seat: string): PlayedHand[] {
  const names = [seat];
  const doubled = new Set<string>();
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? seat;
    if (acts.cloth.isIn(name)) playHand(acts, rules, name, { names, doubled });
  }
  return names.map((name) => ({ name, wasSplit: names.length > 1, isDoubled: doubled.has(name) }));
}

interface SeatHands {
  /** The hands that it made so far, in their order. */
  readonly names: string[];
  readonly doubled: Set<string>;
}

function playHand(
  acts: TableActions,
  rules: TwentyOneRules,
  name: string,
  { names, doubled }: SeatHands,
): void {
  const bank = acts.cloth.facesOf("bank")[0];
  for (;;) {
    const faces = acts.cloth.facesOf(name);
    const isFromSplit = names.length > 1;
    // A hand that a split left with one card gets its second one first.
    if (faces.length === 1) {
      acts.dealCard(name, true);
      // Split aces get one card each; where they may be split again, only that is left.
      if (rankOf(faces[0] ?? "joker") === "A") {
        const [, other] = acts.cloth.facesOf(name);
        const maySplit =
          rules.resplitsAces && names.length < rules.mostHands && rankOf(other ?? "joker") === "A";
        if (!maySplit) return;
        if (acts.drawBelow(2) === 0) return acts.announce(name, "stand");
        splitHand(acts, name, names);
      }
      continue;
    }
    const { total } = countHand(faces);
    if (total >= 21) return;
    const isFirst = faces.length === 2;
    const [one, two] = faces;
    const isPair = isFirst && one !== undefined && two !== undefined && pointsOfCard(one) === pointsOfCard(two);
    if (isPair && names.length < rules.mostHands && acts.drawBelow(2) === 0) {
      splitHand(acts, name, names);
      continue;
    }
    const isBarred = rules.noDoubleOnAces && faces.every((face) => rankOf(face) === "A");
    if (isFirst && !isBarred && (rules.doubleOn?.includes(total) ?? true) && acts.drawBelow(3) === 0) {
      acts.announce(name, "double");
      doubled.add(name);
      acts.dealCard(name, true);
      return;
    }
    const isWide = rules.surrenderIsWide;
    const mayGiveUp = isFirst && (isWide || (!isFromSplit && rankOf(bank ?? "joker") !== "A"));
    if (rules.surrender === "own-turn" && mayGiveUp && acts.drawBelow(12) === 0) {
      acts.announce(name, "surrender");
      return acts.foldHand(name, "surrendered");
    }
    // Some players ask on anything, some never: most by the bank's card.
    const wanted =
      acts.drawBelow(8) === 0
        ? 20
        : pointsOfCard(bank ?? "joker") >= 7 || rankOf(bank ?? "joker") === "A"
          ? 17
          : 13;
    if (total >= wanted) return acts.announce(name, "stand");
    if (acts.drawBelow(4) === 0) acts.announce(name, "card");
    acts.dealCard(name, true);
    acts.allowCorrection("asked", name);
    if (acts.cloth.handOf(name).isClosed === true) return acts.announce(name, "stand");
  }
}

function splitHand(acts: TableActions, name: string, names: string[]): void {
  const next = `${names[0] ?? name}.${names.length + 1}`;
  acts.announce(name, "split");
  acts.moveCard(name, 1, next);
  names.splice(names.indexOf(name) + 1, 0, next);
}

interface BankResult {
  readonly bank: readonly Face[];
  readonly isFirst: boolean;
  /** What the desempate made of it. */
  readonly broken: string | undefined;
}

/** A doubled hand with an ace that would fare otherwise if the ace counted one. */
function dependsOnAce(acts: TableActions, { name, isDoubled }: PlayedHand, bank: readonly Face[]): boolean {
  const { total, isSoft } = countHand(acts.cloth.facesOf(name));
  if (!isDoubled || !isSoft || !acts.cloth.isIn(name)) return false;
  return resultAgainstBank(total, false, bank) !== resultAgainstBank(total - 10, false, bank);
}

function resultsOf(
  acts: TableActions,
  rules: TwentyOneRules,
  { name, wasSplit }: PlayedHand,
  { bank, isFirst, broken }: BankResult,
): Result[] {
  const { state } = acts.cloth.handOf(name);
  if (state === "out") return [];
  const faces = acts.cloth.facesOf(name);
  const word =
    state === "surrendered"
      ? "surrendered"
      : (broken ?? resultAgainstBank(countHand(faces).total, isBlackJack(faces, wasSplit), bank));
  const results: Result[] = [[name, word]];
  const pair = rules.perfectPairs && isFirst && !name.includes(".") ? pairOf(acts, name) : null;
  if (pair !== null) results.push([name, pair]);
  return results;
}

function resultAgainstBank(own: number, isOwnBlackJack: boolean, bank: readonly Face[]): string {
  const theirs = countHand(bank).total;
  if (own > 21) return "loses";
  if (isOwnBlackJack) return isBlackJack(bank, false) ? "ties" : "wins-black-jack";
  if (isBlackJack(bank, false)) return "loses";
  return theirs > 21 ? "wins" : resultWordOf(own, theirs);
}

/** Perfect Pairs goes by the two first cards of the seat, whatever becomes of them (Chile, ll. 938–946, 1048–1053). */
function pairOf(acts: TableActions, name: string): string | null {
  const own = acts.cloth.facesOf(name)[0];
  const other = acts.cloth.hands.has(`${name}.2`)
    ? acts.cloth.facesOf(`${name}.2`)[0]
    : acts.cloth.facesOf(name)[1];
  if (own === undefined || other === undefined || rankOf(own) !== rankOf(other)) return null;
  if (suitOf(own) === suitOf(other)) return "perfect-pairs";
  return colourOfFace(own) === colourOfFace(other) ? "par-de-color" : "par-mezclado";
}

interface HandCount {
  readonly total: number;
  readonly isSoft: boolean;
}

/** An ace counts eleven as long as the hand stays within 21. */
function countHand(faces: readonly Face[]): HandCount {
  const low = faces.reduce((sum, face) => sum + pointsOfCard(face), 0);
  const isSoft = low <= 11 && faces.some((face) => rankOf(face) === "A");
  return { total: isSoft ? low + 10 : low, isSoft };
}

interface PlayedHand {
  readonly name: string;
  readonly wasSplit: boolean;
  readonly isDoubled: boolean;
}

const isBlackJack = (faces: readonly Face[], wasSplit: boolean): boolean =>
  faces.length === 2 && !wasSplit && countHand(faces).total === 21;

/** One hand of the bank: its first card, and what it draws now. */
function playBank(
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
function playTieBreaks(
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
    const [mine, theirs] = [name, "bank"].map((hand) => heightOf(acts.cloth.facesOf(hand).at(-1)));
    words.set(name, resultWordOf(mine ?? 0, theirs ?? 0, "ties-after-war"));
  }
  return words;
}

function mustBankDraw(faces: readonly Face[], { drawsSoftSeventeen }: TwentyOneRules): boolean {
  const { total, isSoft } = countHand(faces);
  return total < 17 || (total === 17 && isSoft && drawsSoftSeventeen);
}
