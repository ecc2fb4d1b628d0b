import { totalOf, bankDraws, isSplittable, twentyOneValue, type Total } from "../../../cards/black-jack.ts";
import { rankOf, type Face } from "../../../cards/card.ts";
import type { Move } from "../../../people/keys.ts";
import { facesOf, handOf, saidBy, seatsInOrder, firstFace, dueOf, cardTo } from "./hands.ts";
import type { HandId, PublicDeal, Due, StepProgress, StepPlay } from "./play.ts";
import type { DealStep } from "../../../rules/card-game.ts";

/** A hand of black-jack and what became of it. Null faces: one is not known. */
export interface PlayerHand {
  readonly id: HandId;
  /** `seat-3` for `seat-3.2` too. */
  readonly seat: HandId;
  readonly faces: readonly Face[];
  readonly total: Total;
  /** One of several hands of its seat. */
  readonly isSplit: boolean;
  readonly isIn: boolean;
  readonly isSurrendered: boolean;
  readonly said: readonly Move[];
}

/**
 * The hands of a seat as they lie and are played. A hand that is split keeps its first card; its second is the first of a new
 * hand, named by the number of hands that the seat has then (`seat-3.2`, `seat-3.3` …). The new one comes to lie beside the one that was split. Which end that is, is
 * the catalogue's: `seat-3` is the one that is completed first (Canal 21, Chile, III.1.5.3: the left one).
 */
export function handsOfSeat({ said }: PublicDeal, seat: HandId): HandId[] {
  const hands = [seat];
  for (const { who, move } of said)
    if (move === "split" && hands.includes(who))
      hands.splice(hands.indexOf(who) + 1, 0, `${seat}.${hands.length + 1}`);
  return hands;
}

/** Every hand of every seat, in the order of play; `without`: that many of each hand's last cards do not count. */
export function playerHands(deal: PublicDeal, without: (id: HandId) => number = () => 0): PlayerHand[] {
  return seatsInOrder(deal).flatMap((seat) => {
    const ids = handsOfSeat(deal, seat);
    return ids.flatMap((id) => {
      const hand = handOf(deal, id);
      const all = facesOf(hand);
      if (hand === null || all === null) return [];
      const faces = all.slice(0, all.length - without(id));
      const said = saidBy(deal.said, id).map(({ move }) => move);
      const isSplit = ids.length > 1;
      return [
        {
          id,
          seat,
          faces,
          total: totalOf(faces, isSplit),
          isSplit,
          isIn: hand.state === "in",
          isSurrendered: hand.state === "surrendered" || said.includes("surrender"),
          said,
        },
      ];
    });
  });
}

/** Its black-jack was paid at once, one to one (Chile, III.1.5.1, l. 926; Cantabria, ll. 876–878). */
export const isPaidEven = ({ said }: PlayerHand): boolean => said.includes("even-money");

/** It still plays against the bank. */
export const isLive = (hand: PlayerHand): boolean =>
  hand.isIn && !hand.isSurrendered && !hand.total.bust && !isPaidEven(hand);

const timesIn = (dealt: readonly HandId[], id: HandId): number => dealt.filter((one) => one === id).length;

/**
 * Canal 21: hands of 21 against a bank of 21 with two cards, which may ask for the desempate (Chile, III.1.5.3, ll.
 * 1412–1420). Cards of the desempate itself, `dealt`, do not count.
 */
export function tieBreakHands(deal: PublicDeal, dealt: readonly HandId[]): HandId[] {
  const bank = facesOf(handOf(deal, "bank")) ?? [];
  if (!totalOf(bank.slice(0, bank.length - timesIn(dealt, "bank"))).blackJack) return [];
  return playerHands(deal, (id) => timesIn(dealt, id))
    .filter((hand) => isLive(hand) && hand.total.count === 21)
    .map(({ id }) => id);
}

type Players = Extract<DealStep, { step: "twenty-one-players" }>;
type Bank = Extract<DealStep, { step: "twenty-one-bank" }>;

const isAce = (face: Face | undefined): boolean => face !== undefined && rankOf(face) === "A";

/** One of two split aces that has got its one card. */
const isAceWithCard = (step: Players, { faces, isSplit }: PlayerHand): boolean =>
  isSplit && step.splitAcesOneCard && isAce(faces[0]) && faces.length >= 2;

/** Whether a hand of two equal cards may become two. */
function maySplit(step: Players, deal: PublicDeal, hand: PlayerHand): boolean {
  const [one, other] = hand.faces;
  if (hand.faces.length !== 2 || one === undefined || other === undefined) return false;
  if (!step.moves.includes("split") || !isSplittable(one, other)) return false;
  if (step.mostHands !== undefined && handsOfSeat(deal, hand.seat).length >= step.mostHands) return false;
  return !isAceWithCard(step, hand) || step.resplitAces === true;
}

/** Nothing more can be said or dealt for this hand. A hand of one card, after a split, waits for its second. */
function isDone(step: Players, deal: PublicDeal, hand: PlayerHand): boolean {
  const { faces, isIn, isSurrendered, said, total } = hand;
  if (!isIn || isSurrendered || faces.length === 0) return true;
  if (faces.length === 1) return !hand.isSplit;
  if (total.count >= 21 || said.includes("stand")) return true;
  if (said.includes("double") && faces.length > 2) return true;
  return isAceWithCard(step, hand) && !maySplit(step, deal, hand);
}

function mayDouble(step: Players, hand: PlayerHand): boolean {
  const { count, soft } = hand.total;
  if (!step.moves.includes("double") || hand.faces.length !== 2) return false;
  if (step.acesNotDoubled === true && hand.faces.every(isAce)) return false;
  return step.doubleOn === undefined || step.doubleOn.some((on) => on === count || (soft && on === count - 10));
}

function maySurrender(step: Players, bank: Face | undefined, hand: PlayerHand, isEarly: boolean): boolean {
  const { againstAce = false, afterSplit = false, until = "own-turn" } = step.surrender ?? {};
  if (!step.moves.includes("surrender") || hand.faces.length !== 2 || !isLive(hand)) return false;
  if ((isAce(bank) && !againstAce) || (hand.isSplit && !afterSplit)) return false;
  return until === "own-turn" || isEarly;
}

function mayInsure(step: Players, bank: Face | undefined, hand: PlayerHand, isEarly: boolean): boolean {
  const isOffered = isEarly || step.insuranceUntil === "bank-card";
  if (!isOffered || bank === undefined || !step.moves.includes("insurance") || !isLive(hand)) return false;
  const isAgainst = isAce(bank) || (step.insuranceOn === "ace-or-ten" && twentyOneValue(bank) === 10);
  return isAgainst && !hand.said.includes("insurance");
}

/** What may be said for the hand whose turn it is. */
function ownMoves(step: Players, deal: PublicDeal, hand: PlayerHand): Move[] {
  if (hand.faces.length < 2 || hand.said.includes("double")) return [];
  if (isAceWithCard(step, hand)) return ["stand", "split"];
  const moves: Move[] = (["card", "stand"] as const).filter((move) => step.moves.includes(move));
  if (mayDouble(step, hand)) moves.push("double");
  if (maySplit(step, deal, hand)) moves.push("split");
  return moves;
}

/**
 * The players of black-jack, hand by hand in the order of the deal. Who is asked may take a card: one that leaves is his. 21,
 * more than 21 and his word end his turn; a double has one card, and so have split aces.
 */
export const playersPlay: StepPlay<Players> = {
  due(step, deal, here): Due | null {
    const hands = playerHands(deal);
    const now = hands.find((hand) => !isDone(step, deal, hand));
    if (now === undefined) return null;
    const own = ownMoves(step, deal, now);
    return dueOf(own.length > 0 ? "choice" : "deal", now.id, {
      card: cardFor(now, own),
      moves: hands.flatMap((hand) => movesOf(step, deal, here, hand, hand === now ? own : [])),
    });
  },
};

function cardFor({ id }: PlayerHand, own: readonly Move[]): Due["card"] {
  if (own.length === 0) return cardTo(id);
  return own.includes("card") ? { ...cardTo(id), means: { who: id, move: "card" } } : null;
}

/** Seguro and retiro may be said out of turn, before the first player has his third card; seguro later where the law offers it so long. */
function movesOf(
  step: Players,
  deal: PublicDeal,
  here: StepProgress,
  hand: PlayerHand,
  own: readonly Move[],
): { who: HandId; moves: Move[] }[] {
  const bank = firstFace(handOf(deal, "bank")) ?? undefined;
  const isEarly = here.dealt.length === 0;
  const isAnyTime = step.surrender?.until === "first-card";
  const moves = [...own];
  if ((own.length > 0 || isAnyTime) && maySurrender(step, bank, hand, isEarly) && !hand.said.includes("double"))
    moves.push("surrender");
  if (mayInsure(step, bank, hand, isEarly)) moves.push("insurance");
  return moves.length === 0 ? [] : [{ who: hand.id, moves }];
}

/**
 * The bank draws by its rule once every hand is done, and not at all when no hand is left in. Its hand is its first card and
 * what it drew in this step.
 */
export const bankPlay: StepPlay<Bank> = {
  due(step, deal, here): Due | null {
    if (step.onlyIfBet === true && !deal.said.some(({ move }) => move === "bet")) return null;
    const [first, ...others] = facesOf(handOf(deal, "bank")) ?? [];
    if (first === undefined) return null;
    const drawn = here.dealt.filter((id) => id === "bank").length;
    const faces = [first, ...others.slice(others.length - drawn)];
    if (!bankMustDraw(step, deal, faces)) return null;
    const moves = faces.length === 1 ? lastWords(step, deal, first) : [];
    return dueOf("bank-draws", "bank", { card: cardTo("bank"), moves });
  },
};

/**
 * Before the bank's second card: who has a black-jack may be paid at once, and who says nothing waits for the bank's hand; who did not
 * insure may still do so where the law offers it so long.
 */
function lastWords(step: Bank, deal: PublicDeal, bank: Face): Due["moves"] {
  const isEven =
    step.evenMoney !== undefined &&
    (isAce(bank) || (step.evenMoney === "ace-or-ten" && twentyOneValue(bank) === 10));
  const isInsured = step.insurance === true && isAce(bank);
  return playerHands(deal).flatMap((hand) => {
    if (!isLive(hand) || hand.said.includes("insurance")) return [];
    const moves: Move[] = [];
    if (isEven && hand.total.blackJack) moves.push("even-money");
    if (isInsured) moves.push("insurance");
    return moves.length === 0 ? [] : [{ who: hand.id, moves }];
  });
}

function bankMustDraw(step: Bank, deal: PublicDeal, faces: readonly Face[]): boolean {
  const hands = playerHands(deal);
  const live = hands.filter((hand) => isLive(hand) && (step.onlyIfBet !== true || betsOn(deal, hand.seat)));
  const isRuled = bankDraws(faces, step.soft);
  if (step.shortcuts === undefined) return live.length > 0 && isRuled;
  const mayBlackJack = faces.length === 1 && [10, 11].includes(totalOf(faces).count);
  if (live.length === 0) return mayBlackJack && hands.some(({ said }) => said.includes("insurance"));
  if (!live.every(({ total }) => total.blackJack)) return isRuled;
  // Canal 21: against an ace or a ten the hands wait for the bank's whole hand, not for its second card alone.
  return step.shortcuts === "first-card" && faces.length > 1 ? isRuled : mayBlackJack;
}

/** A seat has a third stake (Challenge 21). */
export const betsOn = ({ said }: PublicDeal, seat: HandId): boolean =>
  said.some(({ who, move }) => who === seat && move === "bet");
