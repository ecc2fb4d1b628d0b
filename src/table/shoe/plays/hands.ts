import type { Face } from "../../../cards/card.ts";
import type {
  HandId,
  PublicDeal,
  PublicHand,
  SaidMove,
  Duty,
  Due,
  CardDue,
  OutcomeWord,
  OpenOutcome,
} from "./play.ts";

/** What the plays ask of a deal again and again. */

/** The seat of a hand id, `seat-3` or `seat-3.2`; null for every other hand. */
export function seatOf(id: HandId): number | null {
  const [, seat] = /^seat-(\d+)(?:\.\d+)?$/.exec(id) ?? [];
  return seat === undefined ? null : Number(seat);
}

/** A hand beside others against one bank: of a seat, or of a cloth. */
export const isOneOfMany = (id: HandId): boolean => /^(?:seat|cloth)-/.test(id);

export const handOf = (deal: PublicDeal, id: HandId): PublicHand | null =>
  deal.hands.find((hand) => hand.id === id) ?? null;

/** In play and not given up; a seat that has no card yet is. */
export const isIn = (deal: PublicDeal, id: HandId): boolean => (handOf(deal, id)?.state ?? "in") === "in";

/** Hand ids of the seats in play, from the first to be dealt, whether they are still in or not. */
export function seatsInOrder(deal: PublicDeal): HandId[] {
  const from = deal.first ?? 0;
  return [...deal.seats.filter((seat) => seat >= from), ...deal.seats.filter((seat) => seat < from)].map(
    (seat) => `seat-${seat}`,
  );
}

/** Hand ids of the seats that are still in, from the first to be dealt. */
export const seatsIn = (deal: PublicDeal): HandId[] => seatsInOrder(deal).filter((id) => isIn(deal, id));

/** The bank and the seats in play round the table, the bank after the last seat, from the first to be dealt (0: the bank). */
export function placesInOrder(deal: PublicDeal): HandId[] {
  const ring = [...deal.seats.map((seat) => `seat-${seat}`), "bank"];
  const at = ring.indexOf(deal.first === 0 ? "bank" : `seat-${deal.first ?? ""}`);
  const from = Math.max(at, 0);
  return [...ring.slice(from), ...ring.slice(0, from)];
}

/** Everything in the hand lies face up; a hand without cards is not turned. */
export const isTurned = (hand: PublicHand | null): boolean =>
  hand !== null && hand.cards.length > 0 && hand.cards.every((card) => card.up);

/** What was said for one hand. */
export const saidBy = (declared: readonly SaidMove[], who: HandId): SaidMove[] =>
  declared.filter((word) => word.who === who);

/**
 * All but one folded, or lost their hand by a rule, at a table where seats play against each other (Chile III.3.6.4, l. 3450: what
 * they bet stays in the pot); or all folded against a bank. The round is over, what follows in the deal has nothing to do.
 */
export function onlyOneIn(deal: PublicDeal): boolean {
  // Who else plays the game says: a hand of which no card is dealt yet is not among the hands.
  const { isAmongSeats } = deal;
  const isGone = ({ state }: PublicHand): boolean =>
    state === "folded" || state === "lost" || (isAmongSeats && state === "out");
  return deal.hands.some(isGone) && seatsIn(deal).length <= (isAmongSeats ? 1 : 0);
}

/** The face of the first card of a hand, when it lies face up and is known. */
export function firstFace(hand: PublicHand | null): Face | null {
  const [card] = hand?.cards ?? [];
  return card?.up === true ? card.face : null;
}

/** The faces of a hand, when all lie face up and are known; none for a hand that has no cards yet. Else null. */
export function facesOf(hand: PublicHand | null): Face[] | null {
  const faces: Face[] = [];
  for (const { face, up } of hand?.cards ?? []) {
    if (!up || face === null) return null;
    faces.push(face);
  }
  return faces;
}

/** What the table waits for: this duty, and what goes with it. The fields stand in the order in which records have them. */
export const dueOf = (code: Duty["code"], hand: HandId | null, more: Partial<Omit<Due, "duty">> = {}): Due => ({
  card: null,
  moves: [],
  turn: [],
  ...more,
  duty: { code, hand },
});

/** One card that is simply due to a hand. */
export const cardTo = (to: HandId, up = true): CardDue => ({ to, up, packet: 1, means: null });

/** Hands of the seats and of the bank that lie face up. */
export const turnedHands = ({ hands }: PublicDeal): PublicHand[] =>
  hands.filter((hand) => (seatOf(hand.id) !== null || hand.id === "bank") && isTurned(hand));

/** What each of these hands comes to, or every reason why one of them is open. */
export function wordsOrOpen(
  ids: readonly HandId[],
  judge: (id: HandId) => OutcomeWord | OpenOutcome,
): ReadonlyMap<HandId, OutcomeWord> | OpenOutcome {
  const words = new Map<HandId, OutcomeWord>();
  const open = ids.flatMap((id) => {
    const word = judge(id);
    if (typeof word !== "string") return word.open;
    words.set(id, word);
    return [];
  });
  return open.length > 0 ? { open: [...new Set(open)] } : words;
}
