import type { Tableau } from "../../../cards/baccarat/tableau.ts";
import type { Breach, Said } from "../../../cards/baccarat/turn.ts";
import { baccaratValue, points } from "../../../cards/baccarat/value.ts";
import type { Face } from "../../../cards/card.ts";
import { handOf } from "./hands.ts";
import type { Due, HandId, PublicDeal } from "./play.ts";

/** A hand of baccarat as everybody may know it. */
export interface Side {
  readonly id: HandId;
  /** Points of the first two cards; null while one of them is not known. */
  readonly total: number | null;
  /** Eight or nine with the first two cards, as they lie face up. */
  readonly isNatural: boolean;
  /** One of the first two cards lies face down. */
  readonly isHidden: boolean;
  readonly third: "none" | "drawn";
  /** All its faces, when all lie face up and are known. */
  readonly faces: readonly Face[] | null;
  /** The face of its third card, when it has one that is known. */
  readonly thirdFace: Face | null;
  /** What was said for it last. */
  readonly word: Said;
  readonly deemed: number | "natural" | null;
}

/** Null for a hand that is not in, or has not got its two cards; one that a rule gives its count may have fewer. */
export function sideOf(deal: PublicDeal, id: HandId): Side | null {
  const hand = handOf(deal, id);
  if (hand === null || hand.state !== "in") return null;
  const { cards, deemed } = hand;
  if (cards.length < 2 && deemed === null) return null;
  const known = cards.flatMap(({ face, up }) => (up && face !== null ? [face] : []));
  const two = cards.slice(0, 2);
  const isKnown = two.length === 2 && two.every(({ face, up }) => up && face !== null);
  const total = isKnown ? points(known.slice(0, 2)) : null;
  const third = cards[2];
  return {
    id,
    total,
    isNatural: total !== null && total >= 8,
    isHidden: two.some(({ up }) => !up),
    third: third === undefined ? "none" : "drawn",
    faces: known.length === cards.length ? known : null,
    thirdFace: third?.up === true ? third.face : null,
    word: wordOf(deal, id),
    deemed,
  };
}

/** The last of carta, no and abate that was said for a hand. */
function wordOf({ said }: PublicDeal, id: HandId): Said {
  for (let at = said.length - 1; at >= 0; at--) {
    const { who, move } = said[at] ?? { who: "", move: "first" };
    if (who === id && (move === "card" || move === "stand" || move === "lay-down")) return move;
  }
  return null;
}

/** The value of its third card; null: it has none. */
export function thirdValue({ third, thirdFace }: Side): number | null | "unknown" {
  if (third === "none") return null;
  return thirdFace === null ? "unknown" : baccaratValue(thirdFace);
}

/** He says that he lays down, and his cards are not turned yet. */
export const laysDown = ({ word, isHidden }: Side): boolean => word === "lay-down" && isHidden;

/** Carta or no, for the tables of third cards: who laid down said neither. */
export const coupWord = ({ word }: Side): Said => (word === "lay-down" ? null : word);

export const toTurn = (hand: HandId): Due => ({
  card: null,
  moves: [],
  turn: [hand],
  duty: { code: "turn", hand },
});

/** It is to have a third card: these always lie face up (Asturias, ll. 169–170; Cantabria, ll. 2561–2563). */
export const mustDraw = ({ id }: Side): Due => ({
  card: { to: id, up: true, packet: 1, means: null },
  moves: [],
  turn: [],
  duty: { code: "third-card", hand: id },
});

/** It may have one: by word, or by the card that leaves. A hand that lies face down may be laid down. */
export const mayDraw = ({ id, isHidden }: Side): Due => ({
  card: { to: id, up: true, packet: 1, means: { who: id, move: "card" } },
  moves: [{ who: id, moves: ["card", "stand"] }],
  turn: isHidden ? [id] : [],
  duty: { code: "choice", hand: id },
});

/**
 * Whether it went against a table of third cards. A card after a natural is against the tables that bind everybody; where the
 * hands lie face down it is a natural that was not laid down, which the texts treat apart (Asturias, C.4, ll. 503–508).
 */
export function isTableBreach(breach: Breach, tableau: Tableau): boolean {
  if (breach === "card-after-natural") return tableau.cardAfterBancaNatural === "never";
  return breach !== "out-of-order" && breach !== "too-many-cards";
}
