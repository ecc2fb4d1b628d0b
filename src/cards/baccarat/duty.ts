import { bancaCell, puntoCell, type Cell, type Tableau } from "./tableau.ts";
import type { Face } from "../card.ts";
import { outcomeOf, baccaratValue, isNatural, pointsOf, type Outcome } from "./points.ts";

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
export type DrawDuty =
  | { readonly is: "drew" | "stood" | "draws" }
  | { readonly is: "chooses"; readonly why: ChoiceWhy }
  | { readonly is: "breach"; readonly breach: Breach };

/** What binds a hand: a cell of the table, or nothing. */
export type Bound = Cell | "free";

/** A hand of two or three cards against what binds it and what its owner said. */
export function drawDutyOf(bound: Bound, cards: number, said: Said): DrawDuty {
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

/** One punto against the banca: punto y banca, Baccarat, chemin de fer. */
export type Side = "punto" | "banca";

/** What lies on the table, in the order it was given to each hand, and what was said. */
export interface Coup {
  readonly punto: readonly Face[];
  readonly banca: readonly Face[];
  /** Needed only where the table leaves a choice; saying what the table orders does no harm. */
  readonly said: Readonly<Record<Side, Said>>;
}

/**
 * What binds the two hands in this coup. `free` puntos are players who make banco with the Director's leave (Asturias, ll.
 * 152–165; Cantabria, ll. 2554–2558). A banker is bound when he asked for the table or an incident binds him;
 * `bound-optional-draws` is after the croupier exposed both cards of the punto (Asturias, C.2, ll. 406–410).
 */
export interface Regime {
  readonly punto: "bound" | "free";
  readonly banca: "bound" | "bound-optional-draws" | "free";
}

/** What binds the hands when nothing has happened. */
export const regimeOf = (tableau: Tableau): Regime => ({ punto: "bound", banca: tableau.bancaIs });

/** What has to happen next. */
export type Duty =
  /** One of the first four cards: punto, banca, punto, banca. */
  | { readonly duty: "initial-card"; readonly to: Side }
  /** A third card: carta para el jugador, carta para la banca. The banca may lay down a natural instead of giving it. */
  | { readonly duty: "card"; readonly to: Side; readonly mayLayDown: boolean }
  /** Somebody must say whether he takes a card. */
  | { readonly duty: "choice"; readonly who: Side; readonly why: ChoiceWhy }
  | { readonly duty: "settle"; readonly outcome: Outcome }
  /** The cards, or what was said, are against the rules. */
  | { readonly duty: "breach"; readonly who: Side; readonly breach: Breach };

/**
 * The next duty of a coup from the cards dealt so far. Throws RangeError for a joker. Where the tableau is the catalogue's,
 * its citation is in it; order of the first four cards: Chile, ll. 1764–1768; Asturias, ll. 330–336; País Vasco, l. 1630.
 */
export function due(tableau: Tableau, coup: Coup, regime: Regime = regimeOf(tableau)): Duty {
  const { punto, banca } = coup;
  const early = initialDuty(punto.length, banca.length);
  if (early !== null) return early;
  const natural = naturalDuty(tableau, coup);
  if (natural !== null) return natural;
  const puntoTurn = puntoTurnOf(tableau, coup, regime);
  if (puntoTurn.is === "breach") return { duty: "breach", who: "punto", breach: puntoTurn.breach };
  const bancaHasNatural = isNatural(banca);
  const waits = puntoTurn.is === "draws" || puntoTurn.is === "chooses";
  if (waits && banca.length === 3) return { duty: "breach", who: "banca", breach: "out-of-order" };
  if (puntoTurn.is === "draws") return { duty: "card", to: "punto", mayLayDown: bancaHasNatural };
  if (puntoTurn.is === "chooses") return { duty: "choice", who: "punto", why: puntoTurn.why };
  if (bancaHasNatural && puntoTurn.is === "stood") return settleDuty(tableau, coup);
  return bancaDuty(drawDutyOf(bancaBound(tableau, coup, regime), banca.length, coup.said.banca), tableau, coup);
}

/** By how many cards punto and banca have. */
const FIRST_FOUR: Readonly<Record<string, Side>> = {
  "0-0": "punto",
  "1-0": "banca",
  "1-1": "punto",
  "2-1": "banca",
};

function initialDuty(punto: number, banca: number): Duty | null {
  if (punto > 3 || banca > 3)
    return { duty: "breach", who: punto > 3 ? "punto" : "banca", breach: "too-many-cards" };
  if (punto >= 2 && banca >= 2) return null;
  const to = FIRST_FOUR[`${punto}-${banca}`];
  if (to !== undefined) return { duty: "initial-card", to };
  return { duty: "breach", who: punto > banca ? "punto" : "banca", breach: "out-of-order" };
}

/** Eight or nine with the first two cards ends the deal for both, but a banker who is a player must first lay them down. */
function naturalDuty(tableau: Tableau, coup: Coup): Duty | null {
  const puntoHas = isNatural(coup.punto.slice(0, 2));
  const bancaHas = isNatural(coup.banca.slice(0, 2));
  const third = coup.punto.length === 3 ? "punto" : coup.banca.length === 3 ? "banca" : null;
  const ends = puntoHas || (bancaHas && tableau.cardAfterBancaNatural === "never");
  if (ends && third !== null) return { duty: "breach", who: third, breach: "card-after-natural" };
  if (ends) return settleDuty(tableau, coup);
  if (coup.said.banca !== "lay-down") return null;
  if (!bancaHas || third !== null) return { duty: "breach", who: "banca", breach: "stood-on-draw" };
  return settleDuty(tableau, coup);
}

function puntoTurnOf(tableau: Tableau, coup: Coup, regime: Regime): DrawDuty {
  const bound = regime.punto === "free" ? "free" : puntoCell(tableau, pointsOf(coup.punto.slice(0, 2)));
  return drawDutyOf(bound, coup.punto.length, coup.said.punto);
}

/**
 * What binds the banca once the punto is done, by its points with two cards and the value of the punto's third card (null: he
 * stood). A free banker must draw with 0 (Asturias, ll. 165–169; Cantabria, ll. 2574–2576). A natural that he did not lay down
 * has no row in any table.
 */
export function boundOfBanca(
  tableau: Tableau,
  total: number,
  third: number | null,
  banca: Regime["banca"],
): Bound {
  if (total >= 8) return "U";
  if (banca === "free") return total === 0 ? "T" : "free";
  const cell = bancaCell(tableau, total, third);
  return cell === "O" && banca === "bound-optional-draws" ? "T" : cell;
}

function bancaBound(tableau: Tableau, coup: Coup, regime: Regime): Bound {
  const third = coup.punto[2];
  const value = third === undefined ? null : baccaratValue(third);
  return boundOfBanca(tableau, pointsOf(coup.banca.slice(0, 2)), value, regime.banca);
}

function bancaDuty(drawDuty: DrawDuty, tableau: Tableau, coup: Coup): Duty {
  switch (drawDuty.is) {
    case "breach":
      return { duty: "breach", who: "banca", breach: drawDuty.breach };
    case "draws":
      return { duty: "card", to: "banca", mayLayDown: false };
    case "chooses":
      return { duty: "choice", who: "banca", why: drawDuty.why };
    case "drew":
    case "stood":
      return settleDuty(tableau, coup);
  }
}

function settleDuty(tableau: Tableau, coup: Coup): Duty {
  return { duty: "settle", outcome: outcomeOf(coup.punto, coup.banca, tableau.twoCardEightWins) };
}
