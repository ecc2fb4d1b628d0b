import type { Cell } from "./tableau.ts";

/** What a person said where he may choose: he asks for a card (carta), stands (no), or lays his cards down (abate). */
export type Said = "card" | "stand" | "lay-down" | null;

/** Why a hand's owner may choose: nothing binds him, the table leaves the cell open, or the catalogue does not decide. */
export type ChoiceWhy = "free" | "optional" | "unclear";

/** What went against the rules. The cards stay as they lie; what follows is the game's own rule of errors. */
export type Breach =
  | "out-of-order"
  | "too-many-cards"
  | "card-after-natural"
  | "drew-on-stand"
  | "drew-after-standing"
  | "asked-on-stand"
  | "stood-on-draw";

/** Where one hand stands in its turn to take a third card. */
export type Turn =
  | { readonly is: "drew" | "stood" | "draws" }
  | { readonly is: "chooses"; readonly why: ChoiceWhy }
  | { readonly is: "breach"; readonly breach: Breach };

/** What binds a hand: a cell of the table, or nothing. */
export type Bound = Cell | "free";

/** A hand of two or three cards against what binds it and what its owner said. */
export function turnOf(bound: Bound, cards: number, said: Said): Turn {
  if (bound === "T") {
    if (said === "stand") return { is: "breach", breach: "stood-on-draw" };
    return { is: cards === 3 ? "drew" : "draws" };
  }
  if (bound === "P") {
    if (cards === 3) return { is: "breach", breach: "drew-on-stand" };
    return said === "card" ? { is: "breach", breach: "asked-on-stand" } : { is: "stood" };
  }
  if (cards === 3) return said === "stand" ? { is: "breach", breach: "drew-after-standing" } : { is: "drew" };
  if (said === "card") return { is: "draws" };
  if (said === "stand") return { is: "stood" };
  return { is: "chooses", why: bound === "free" ? "free" : bound === "O" ? "optional" : "unclear" };
}
