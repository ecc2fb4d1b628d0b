import type { TableTurn } from "../turn.ts";
import { advance, dealTo, handIn, recorded, setHand, tell } from "./flow.ts";
import { happen } from "./incidents.ts";
import { dealOf, setRound, stepsOf } from "./live.ts";
import type { CardDue, HandId } from "./plays/play.ts";

/**
 * Cards that a machine gives in packets. Whose a card is, and whether it lies face up there, is only known once the machine has said
 * that its packet is out: until then the cards of a packet are booked to nobody and told to nobody.
 */

export function isPacketStep(turn: TableTurn): boolean {
  const { round } = dealOf(turn);
  const step = stepsOf(turn)[round?.step ?? 0];
  return step?.step === "deal" && step.packets === true;
}

export function intoPacket(turn: TableTurn, n: number, isOpen: boolean): void {
  const { round } = dealOf(turn);
  if (round !== null) setRound(turn, { packet: [...round.packet, { n, isOpen }] });
}

/** The machine says that a packet is out: it must be the one that the game asked for. */
export function packetOut(turn: TableTurn, cards: number): void {
  const { round } = dealOf(turn);
  const due = round?.due?.card ?? null;
  if (round === null || round.decided || due === null || !isPacketStep(turn)) return;
  const { packet } = round;
  setRound(turn, { packet: [] });
  if (cards === due.packet && packet.length === cards) {
    for (const { n, isOpen } of packet) {
      const next = dealOf(turn).round?.due?.card ?? null;
      if (next !== null) dealTo(turn, n, next, isOpen);
    }
    return;
  }
  wrongPacket(turn, due, packet);
  const whose = due.to === "board" ? "board" : due.to === "bank" ? "bank" : "player";
  const way = packet.length > due.packet ? "over" : "short";
  happen(turn, "hand-count", `${whose}-${way}`, { hand: due.to, n: null });
}

/** The cards lie with the hand that was to have them, none of them turned; the deal goes on with the hand after it. */
function wrongPacket(
  turn: TableTurn,
  due: CardDue,
  packet: readonly { readonly n: number; readonly isOpen: boolean }[],
): void {
  const { round } = dealOf(turn);
  if (round === null) return;
  const before = handIn(round.deal, due.to).cards;
  const cards = packet.map(({ n }) => ({ n, face: null, up: false }));
  setHand(turn, due.to, { cards: [...before, ...cards] });
  const now = dealOf(turn).round ?? round;
  const given: HandId[] = Array.from({ length: due.packet }, () => due.to);
  setRound(turn, { here: { ...now.here, dealt: [...now.here.dealt, ...given] } });
  advance(turn);
  tell(
    turn,
    "dealt",
    cards.map((card) => recorded(turn, due.to, card)),
  );
}
