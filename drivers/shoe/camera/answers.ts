import { RANKS, type Face, type Suit } from "../../../src/cards/card.ts";

/** The camera's questions and its one-byte answers (docs/devices/card-camera.md, "Bytes"). */
export const CAPTURE = "\xfe";
export const IDENTIFY = "\xfc";

export const PENDING = 255;
export const EMPTY = 254;
export const FAILED = 253;
export const USED = 252;
const FACES_MAX = 51;

/** How a camera counts its cards; neither is told by the camera, so both are set and never guessed. */
export interface CardOrder {
  /** Suits from 0 on: clubs, diamonds, hearts, spades by their letters. */
  readonly suits: keyof typeof SUIT_ORDERS;
  /** What rank 0 is; with `two-first` the ace is 12. */
  readonly ranks: "two-first" | "ace-first";
}

export const SUIT_ORDERS = {
  cdhs: ["c", "d", "h", "s"],
  shdc: ["s", "h", "d", "c"],
  shcd: ["s", "h", "c", "d"],
  hdcs: ["h", "d", "c", "s"],
  dchs: ["d", "c", "h", "s"],
} as const satisfies Record<string, readonly Suit[]>;

/** An answer as it counts: a byte that is none of the known ones is a failed picture. */
export function answerOf(byte: number): number {
  return byte <= FACES_MAX || byte >= USED ? byte : FAILED;
}

export const isCard = (answer: number): boolean => answer <= FACES_MAX;

/** The face of an answer 0 to 51. */
export function faceOf(answer: number, { suits, ranks }: CardOrder): Face {
  const suit = SUIT_ORDERS[suits][Math.floor(answer / RANKS.length)];
  const place = answer % RANKS.length;
  const rank = RANKS[ranks === "ace-first" ? place : (place + 1) % RANKS.length];
  if (suit === undefined || rank === undefined) throw new RangeError("not the answer of a card");
  return `${rank}${suit}`;
}
