import { totalOf, type Total } from "../../../cards/black-jack.ts";
import type { Face } from "../../../cards/card.ts";
import type { Move } from "../../../people/moves.ts";
import { facesOf, handOf, saidBy, seatsInOrder } from "./hands.ts";
import type { HandId, PublicDeal } from "./play.ts";

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
