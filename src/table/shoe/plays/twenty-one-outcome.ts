import {
  bankDraws,
  perfectPair,
  totalOf,
  twentyOneOutcome,
  type Total,
  type TwentyOneOutcome,
} from "../../../cards/black-jack.ts";
import type { Face } from "../../../cards/card.ts";
import { warOutcome } from "../../../cards/war.ts";
import type { OutcomeRule } from "../../../rules/card-game.ts";
import { facesOf, handOf, seatsInOrder } from "./hands.ts";
import type {
  DealOutcome,
  HandId,
  HandValue,
  OpenOutcome,
  OutcomePlay,
  OutcomeWord,
  PublicDeal,
} from "./play.ts";
import { betsOn, handsOfSeat, isLive, isPaidEven, playerHands, type PlayerHand } from "./twenty-one.ts";

type TwentyOne = Extract<OutcomeRule, { kind: "twenty-one" }>;
type Result = DealOutcome["results"][number];

const WORDS: Readonly<Record<TwentyOneOutcome, OutcomeWord>> = {
  win: "wins",
  "win-black-jack": "wins-black-jack",
  tie: "ties",
  lose: "loses",
};

/** The round as it is compared: cards of a desempate are none of the hands'. */
interface Round {
  readonly hands: readonly PlayerHand[];
  /** One, or three of Challenge 21, each with the bank's first card. */
  readonly banks: readonly (readonly Face[])[];
  /** The card of each hand in the desempate and the bank's against it. */
  readonly tieBreaks: Readonly<Record<HandId, readonly [Face, Face]>>;
}

function roundOf(rule: TwentyOne, deal: PublicDeal): Round | null {
  const bank = facesOf(handOf(deal, "bank"));
  if (bank === null || bank.length === 0) return null;
  const wars =
    rule.tieBreak === true ? deal.said.filter(({ move }) => move === "war").map(({ who }) => who) : [];
  const hands = playerHands(deal, (id) => (wars.includes(id) ? 1 : 0));
  const ids = seatsInOrder(deal).flatMap((seat) => handsOfSeat(deal, seat));
  if (hands.length !== ids.length || hands.some((hand) => hand.isIn && hand.faces.length < 2)) return null;
  if (wars.length > 0) {
    const tieBreaks = tieBreaksOf(
      deal,
      bank.slice(2),
      hands.filter(({ id }) => wars.includes(id)),
    );
    return tieBreaks === null ? null : { hands, banks: [bank.slice(0, 2)], tieBreaks };
  }
  return { hands, banks: rule.bankHands === undefined ? [bank] : banksOf(deal, bank, hands), tieBreaks: {} };
}

function tieBreaksOf(
  deal: PublicDeal,
  theirs: readonly Face[],
  hands: readonly PlayerHand[],
): Round["tieBreaks"] | null {
  if (theirs.length !== hands.length) return null;
  const pairs = hands.map(({ id }, at): [HandId, readonly [Face | undefined, Face | undefined]] => [
    id,
    [facesOf(handOf(deal, id))?.at(-1), theirs[at]],
  ]);
  const isWhole = (pair: (typeof pairs)[number]): pair is [HandId, readonly [Face, Face]] =>
    pair[1][0] !== undefined && pair[1][1] !== undefined;
  return pairs.every(isWhole) ? Object.fromEntries(pairs) : null;
}

/**
 * The bank's hands of Challenge 21 (Chile, III.1.5.2, ll. 1103–1121): each begins with its first card. Where only black-jacks or
 * insurances were left it took one card each at most (ll. 1149–1156).
 */
function banksOf(deal: PublicDeal, bank: readonly Face[], hands: readonly PlayerHand[]): Face[][] {
  const [first, ...drawn] = bank;
  if (first === undefined) return [];
  const live = hands.filter(isLive);
  const isShort = live.every(({ total }) => total.blackJack);
  const times = deal.said.some(({ move }) => move === "bet") ? 3 : 2;
  return Array.from({ length: times }, () => {
    const faces = [first];
    while (drawn.length > 0 && (isShort ? faces.length < 2 : bankDraws(faces, "stands")))
      faces.push(...drawn.splice(0, 1));
    return faces;
  });
}

const valueOf = (hand: HandId, { count, soft }: Total): { hand: HandId } & HandValue => ({
  hand,
  total: count,
  ...(soft ? { soft: true as const } : {}),
  category: null,
});

function values(rule: TwentyOne, deal: PublicDeal): DealOutcome["values"] {
  const bank = facesOf(handOf(deal, "bank")) ?? [];
  const hands = playerHands(deal).filter(({ faces }) => faces.length > 0);
  const round = rule.tieBreak === true || rule.bankHands !== undefined ? roundOf(rule, deal) : null;
  const own = round?.hands ?? hands;
  const banks = round?.banks ?? (bank.length > 0 ? [bank] : []);
  return [
    ...own.map(({ id, total }) => valueOf(id, total)),
    ...banks.map((faces) => valueOf("bank", totalOf(faces))),
  ];
}

/** Canal 21: who has 21 does not lose to a bank of 21 with two cards; the desempate decides, or the bet is null. */
function tieBreakWord(hand: PlayerHand, round: Round): OutcomeWord | null {
  const [bank] = round.banks;
  if (bank === undefined || !totalOf(bank).blackJack || hand.total.count !== 21) return null;
  const cards = round.tieBreaks[hand.id];
  if (cards === undefined) return "ties";
  return { win: "wins", lose: "loses", tie: "ties-after-war" }[warOutcome(...cards)] as OutcomeWord;
}

function wordOf(rule: TwentyOne, hand: PlayerHand, round: Round, bank: Total): OutcomeWord | null {
  if (hand.isSurrendered) return "surrendered";
  if (isPaidEven(hand)) return "wins";
  const decided = rule.tieBreak === true ? tieBreakWord(hand, round) : null;
  if (decided !== null) return decided;
  const outcome = twentyOneOutcome(hand.total, bank);
  if (rule.acesOfDoubled === "not-stated" && hand.said.includes("double") && hand.total.soft) {
    const asOne = { ...hand.total, count: hand.total.count - 10, soft: false };
    if (twentyOneOutcome(asOne, bank) !== outcome) return null;
  }
  return WORDS[outcome];
}

/** Perfect Pairs is decided by the seat's two first cards, whatever becomes of them. */
function pairOf(rule: TwentyOne, hand: PlayerHand, hands: readonly PlayerHand[]): Result[] {
  if (rule.perfectPairs !== true || hand.id !== hand.seat) return [];
  const [one, second] = hand.faces;
  const other = hand.isSplit ? hands.find(({ id }) => id === `${hand.seat}.2`)?.faces[0] : second;
  const is = one === undefined || other === undefined ? null : perfectPair(one, other);
  return is === null ? [] : [{ of: hand.id, is }];
}

/**
 * Hand by hand `wins`, `wins-black-jack`, `ties`, `loses` or `surrendered`, then its pair. Against three hands of the bank
 * (Challenge 21) all hands against the first, then against the second; against the third who bet on it.
 */
export const twentyOneOutcomePlay: OutcomePlay<TwentyOne> = {
  values,
  outcome(rule, deal): DealOutcome | OpenOutcome {
    const round = roundOf(rule, deal);
    if (round === null) return { open: ["hand-not-complete"] };
    const results: Result[] = [];
    for (const [at, faces] of round.banks.entries())
      for (const hand of round.hands) {
        if ((!hand.isIn && !hand.isSurrendered) || (at === 2 && !betsOn(deal, hand.seat))) continue;
        const is = wordOf(rule, hand, round, totalOf(faces));
        if (is === null) return { open: ["ace-of-doubled-hand"] };
        results.push({ of: hand.id, is }, ...(at === 0 ? pairOf(rule, hand, round.hands) : []));
      }
    return { values: values(rule, deal), results, qualifies: null };
  },
};
