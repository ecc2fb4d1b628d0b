import type { Cite } from "./pack.ts";
import { type DieFace, PIP_FACES } from "../dice/faces.ts";

/**
 * Whom the three dice of pai gow name: the place that is dealt the first hand. The sum is counted round the table from
 * whoever has the bank, whose own numbers are always 1, 8 and 15.
 */

/** `clockwise`: from the croupier's left on, the way of the boxes' numbers and of the deal. */
export type CountDirection = "clockwise" | "anticlockwise";

/** What a pack says of the count. */
export interface PaiGowCount {
  /** Numbers that are the bank's. That they are seven apart makes seven places: six boxes and the croupier (derived). */
  readonly bankAt: readonly number[];
  /** Which way the sum is counted; null: the text as read does not say, clockwise it says of the deal alone. */
  readonly counted: CountDirection | null;
  /** What the dice may be shaken in before they are thrown on the table. */
  readonly thrownFrom: readonly ("cup" | "shaker")[];
}

/** A pack's count with its paragraphs. */
export type PaiGowLaw = PaiGowCount & { readonly cite: Cite };

/** Three dice of one colour (Cantabria, A.14.3.II; País Vasco, art. 2, 13, l. 3124 eu), with pips. */
export const PAI_GOW_DICE = { dice: 3, faces: "pips", sideMm: [20, 25] } as const;

/** House rules: the way in which this house counts, where its law does not say. */
export const COUNT_HOUSE_RULES: Readonly<Record<string, CountDirection>> = {
  "first-clockwise": "clockwise",
  "first-anticlockwise": "anticlockwise",
};

/** The way that a house has adopted; null: none, or both, which is no way. */
export function countedBy(houseRules: readonly string[]): CountDirection | null {
  const ways = Object.entries(COUNT_HOUSE_RULES).filter(([rule]) => houseRules.includes(rule));
  return ways.length === 1 ? (ways[0]?.[1] ?? null) : null;
}

/** The table at the throw. */
export interface PaiGowTable {
  /** Who has the bank: a box from 1, 0 the croupier. */
  readonly banker: number;
  /** Boxes in play, from 1 at the croupier's left; the croupier always plays. */
  readonly seats: readonly number[];
  /** The way in which this house counts where its law does not say; null: it has not said either. */
  readonly counted: CountDirection | null;
}

export type PaiGowFirst =
  | {
      readonly ok: true;
      readonly total: number;
      /** 1 to 7, 1 the bank itself. */
      readonly position: number;
      /** The box that is dealt first; 0: the croupier. */
      readonly first: number;
      /** `derived`: from what the law states alone. `inferred`: counted the way that the house has adopted. */
      readonly basis: "derived" | "inferred";
      readonly cite: Cite;
    }
  | {
      readonly ok: false;
      /** Null: these are no three dice. */
      readonly total: number | null;
      /** 1 to 7 where it is known; the croupier counts it out. */
      readonly position: number | null;
      readonly why: PaiGowOpen;
      readonly cite: Cite | null;
    };

/**
 * Why nobody is named.
 * - `law-unknown`: the pack has no count.
 * - `not-three-dice`: not three faces of 1 to 6.
 * - `table-wrong`: banker or seats that the table does not have.
 * - `direction-not-stated`: neither law nor house says which way to count.
 * - `place-empty`: the count ends at a box that nobody plays; what then is not stated.
 */
export type PaiGowOpen =
  | "law-unknown"
  | "not-three-dice"
  | "table-wrong"
  | "direction-not-stated"
  | "place-empty";

/** Clockwise from the croupier's left; the croupier after the last box. */
const PLACES = [1, 2, 3, 4, 5, 6, 0] as const;

/**
 * Who is dealt first by a throw of three dice, `faces` in any order, as a certified reading has them. Never guesses: what
 * neither the law nor the house has settled is `ok: false`, with the count's number where that much is certain, and the
 * croupier says who is first.
 */
export function paiGowFirst(law: PaiGowLaw | null, faces: readonly DieFace[], table: PaiGowTable): PaiGowFirst {
  if (law === null) return { ok: false, total: null, position: null, why: "law-unknown", cite: null };
  const { cite } = law;
  const total = totalOf(faces);
  if (total === null) return { ok: false, total, position: null, why: "not-three-dice", cite };
  const position = ((total - 1) % PLACES.length) + 1;
  const open = (why: PaiGowOpen): PaiGowFirst => ({ ok: false, total, position, why, cite });
  if (!isTable(table)) return open("table-wrong");
  // The bank's own number needs no direction.
  if (law.bankAt.includes(total))
    return { ok: true, total, position, first: table.banker, basis: "derived", cite };
  const counted = law.counted ?? table.counted;
  if (counted === null) return open("direction-not-stated");
  const first = placeAt(table.banker, position, counted);
  if (first !== 0 && !table.seats.includes(first)) return open("place-empty");
  return { ok: true, total, position, first, basis: law.counted === null ? "inferred" : "derived", cite };
}

/** 3 to 18; null for anything but three faces of 1 to 6. */
function totalOf(faces: readonly DieFace[]): number | null {
  const spots = faces.map((face) => (PIP_FACES as readonly string[]).indexOf(face) + 1);
  return spots.length === 3 && spots.every((one) => one > 0) ? spots.reduce((sum, one) => sum + one, 0) : null;
}

/** Boxes that exist, each once, and a banker who plays. */
function isTable({ banker, seats }: PaiGowTable): boolean {
  const isBox = (seat: number): boolean => seat !== 0 && (PLACES as readonly number[]).includes(seat);
  const known = seats.every(isBox) && new Set(seats).size === seats.length;
  return known && (banker === 0 || seats.includes(banker));
}

/** The place `position` of a count that has `banker` as its first. */
function placeAt(banker: number, position: number, direction: CountDirection): number {
  const from = (PLACES as readonly number[]).indexOf(banker);
  const steps = direction === "clockwise" ? position - 1 : PLACES.length - (position - 1);
  return PLACES[(from + steps) % PLACES.length] ?? 0;
}
