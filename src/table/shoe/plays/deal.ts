import type { DealStep, Portion, Receiver } from "../../../rules/card-game.ts";
import type { ShoeMode } from "../observation.ts";
import { rankOf } from "../../../cards/card.ts";
import { isIn, onlyOneIn, placesInOrder, seatOf, seatsIn, dueOf } from "./hands.ts";
import type { CardDue, Due, HandId, PublicDeal, PublicHand, StepPlay, StepProgress } from "./play.ts";

/**
 * The deal as a machine of this mode gives it. One that gives packets deals every step that says how (`ifPackets`) so: each
 * portion at once. Null: the catalogue does not have this game dealt in packets, a machine set to them must not be used. A
 * game whose cards leave in packets only (`packets`) is not dealt one by one: null too.
 */
export function stepsFor(deal: readonly DealStep[], mode: ShoeMode): readonly DealStep[] | null {
  if (mode === "sort") return null;
  const isPackets = mode === "packets";
  const deals = deal.filter((step) => step.step === "deal");
  if (isPackets && !deals.some((step) => step.ifPackets !== undefined || step.packets === true)) return null;
  if (!isPackets && deals.some((step) => step.packets === true)) return null;
  return deal.map((step) => {
    if (step.step !== "deal" || step.ifPackets === undefined) return step;
    const { ifPackets, ...rest } = step;
    return isPackets ? { ...rest, to: ifPackets, times: 1, packets: true } : rest;
  });
}

type Deal = Extract<DealStep, { step: "deal" }>;
type Turn = Extract<DealStep, { step: "turn" }>;

/** The hands of a receiver that may have a card now, in the order in which they get it. */
function receiversOf(hand: Receiver, deal: PublicDeal): readonly HandId[] {
  if (hand === "seats") return seatsIn(deal);
  if (hand === "places") return placesInOrder(deal).filter((id) => isIn(deal, id));
  return isIn(deal, hand) ? [hand] : [];
}

/** How many cards the step gives to this hand in all. */
const shareOf = (step: Deal, deal: PublicDeal, id: HandId): number =>
  step.to.reduce((sum, { hand, cards }) => sum + (receiversOf(hand, deal).includes(id) ? cards : 0), 0) *
  step.times;

/** Whether a hand's card of this number, from 0, lies face up. */
function isUp(step: Deal, deal: PublicDeal, id: HandId, up: Portion["up"], at: number): boolean {
  if (up === "first") return at === 0;
  if (up === "last") return at === shareOf(step, deal, id) - 1;
  return up === "all";
}

/** The first place in the row that has not got its card. Counted by hand: a card that was set aside is made good to its hand. */
function nextCard(step: Deal, deal: PublicDeal, dealt: readonly HandId[]): CardDue | null {
  const got: Record<HandId, number> = {};
  for (const id of dealt) got[id] = (got[id] ?? 0) + 1;
  const passed: Record<HandId, number> = {};
  for (let time = 0; time < step.times; time++)
    for (const { hand, cards, up } of step.to)
      for (const id of receiversOf(hand, deal)) {
        const before = passed[id] ?? 0;
        const after = before + cards;
        passed[id] = after;
        const at = got[id] ?? 0;
        if (at >= after) continue;
        const isPacket = step.packets === true;
        return {
          to: id,
          up: isUp(step, deal, id, up, at),
          packet: isPacket ? after - Math.max(at, before) : 1,
          means: null,
        };
      }
  return null;
}

/** The next card that the step gives to this very hand, out of its turn; null: it has got all that it is to have. */
export function dueTo(step: Deal, deal: PublicDeal, { dealt }: StepProgress, id: HandId): CardDue | null {
  const portion = step.to.find(({ hand }) => receiversOf(hand, deal).includes(id));
  const at = dealt.filter((one) => one === id).length;
  if (portion === undefined || at >= shareOf(step, deal, id)) return null;
  return { to: id, up: isUp(step, deal, id, portion.up, at), packet: 1, means: null };
}

const RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split(" ");

/** The seat that is dealt first where cards decide it, whether it is still in or not; null: the step says nothing of it. */
function firstSeatOf({ fromLowest }: Deal, { seats, hands }: PublicDeal): number | null | "unknown" {
  if (fromLowest === undefined) return null;
  let lowest: { readonly seat: number; readonly rank: number } | null = null;
  for (const seat of seats) {
    const hand = hands.find(({ id, state }) => id === `seat-${seat}` && state !== "out");
    const card = hand?.cards[fromLowest - 1];
    if (card === undefined) continue;
    const rank = card.face === null ? -1 : RANKS.indexOf(rankOf(card.face) ?? "");
    if (rank < 0) return "unknown";
    if (lowest === null || rank <= lowest.rank) lowest = { seat, rank };
  }
  return lowest?.seat ?? null;
}

/** Cards to the hands of the step that are in, in the order of the catalogue. */
export const dealPlay: StepPlay<Deal> = {
  due(step, deal, { dealt }): Due | null {
    if (onlyOneIn(deal)) return null;
    const first = firstSeatOf(step, deal);
    // Who comes first cannot be known before his card is.
    if (first === "unknown") return dueOf("deal", null);
    const card = nextCard(step, first === null ? deal : { ...deal, first }, dealt);
    if (card === null) return null;
    return dueOf(card.to === "burnt" ? "burn" : "deal", card.to, { card });
  },
};

/** The croupier turns up what lies face down in the hands of the step that are in, in any order. */
export const turnPlay: StepPlay<Turn> = {
  due(step, deal): Due | null {
    if (onlyOneIn(deal)) return null;
    const turn = deal.hands.filter((hand) => isToTurn(step, hand)).map(({ id }) => id);
    const [hand] = turn;
    if (hand === undefined) return null;
    const mayFold = step.orFold === true ? turn.filter((id) => seatOf(id) !== null) : [];
    const moves = mayFold.map((who) => ({ who, moves: ["fold"] as const }));
    const only = step.cards === undefined ? {} : { turnCards: step.cards };
    return dueOf("turn", hand, { moves, turn, ...only });
  },
};

function isToTurn(step: Turn, { id, state, cards }: PublicHand): boolean {
  const receiver = seatOf(id) === null ? [id] : ["seats", "places"];
  const isNamed = step.hands.some((hand) => receiver.includes(hand) || (id === "bank" && hand === "places"));
  return isNamed && state === "in" && cards.slice(0, step.cards).some((card) => !card.up);
}
