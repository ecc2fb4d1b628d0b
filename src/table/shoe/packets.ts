import { advanceDeal, dealCard, handIn, recordedCard, setHand, recordDeal } from "./flow.ts";
import { reportFact } from "./incidents.ts";
import { dealOf, setRound, stepsOf } from "./live.ts";
import type { CardDue, HandId } from "./plays/play.ts";
import type { CardContext } from "./types.ts";

/**
 * Cards that a machine gives in packets. Whose a card is, and whether it lies face up there, is only known once the machine has said
 * that its packet is out: until then the cards of a packet are booked to nobody and told to nobody.
 */

export function isPacketStep(context: CardContext): boolean {
  const { round } = dealOf(context);
  const step = stepsOf(context)[round?.step ?? 0];
  return step?.step === "deal" && step.packets === true;
}

export function addToPacket(context: CardContext, n: number, isOpen: boolean): void {
  const { round } = dealOf(context);
  if (round !== null) setRound(context, { packet: [...round.packet, { n, isOpen }] });
}

/** The machine says that a packet is out: it must be the one that the game asked for. */
export function handlePacket(context: CardContext, cards: number): void {
  const { round } = dealOf(context);
  const due = round?.due?.card ?? null;
  if (round === null || round.decided || due === null || !isPacketStep(context)) return;
  const { packet } = round;
  setRound(context, { packet: [] });
  if (cards === due.packet && packet.length === cards) {
    for (const { n, isOpen } of packet) {
      const next = dealOf(context).round?.due?.card ?? null;
      if (next !== null) dealCard(context, n, next, isOpen);
    }
    return;
  }
  bookWrongPacket(context, due, packet);
  const whose = due.to === "board" ? "board" : due.to === "bank" ? "bank" : "player";
  const way = packet.length > due.packet ? "over" : "short";
  reportFact(context, "hand-count", `${whose}-${way}`, { hand: due.to, n: null });
}

/** The cards lie with the hand that was to have them, none of them turned; the deal goes on with the hand after it. */
function bookWrongPacket(
  context: CardContext,
  due: CardDue,
  packet: readonly { readonly n: number; readonly isOpen: boolean }[],
): void {
  const { round } = dealOf(context);
  if (round === null) return;
  const before = handIn(round.deal, due.to).cards;
  const cards = packet.map(({ n }) => ({ n, face: null, up: false }));
  setHand(context, due.to, { cards: [...before, ...cards] });
  const now = dealOf(context).round ?? round;
  const given: HandId[] = Array.from({ length: due.packet }, () => due.to);
  setRound(context, { here: { ...now.here, dealt: [...now.here.dealt, ...given] } });
  advanceDeal(context);
  recordDeal(
    context,
    "dealt",
    cards.map((card) => recordedCard(context, due.to, card)),
  );
}
