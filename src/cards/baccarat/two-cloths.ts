import type { Face } from "../card.ts";
import { outcomeOf, baccaratValue, isNatural, pointsOf, type Outcome } from "./points.ts";
import { bancaCell, puntoCell, type Cell, type Tableau } from "./tableau.ts";
import { drawDutyOf, type Bound, type Breach, type ChoiceWhy, type Said } from "./duty.ts";

/**
 * Bacarrá a dos paños: two cloths against one banker. Cards go to the first cloth, the second, the banca, twice (Asturias,
 * Anexo II; Cantabria, A.12; País Vasco, 09). Each cloth is judged alone.
 */
export type Seat = "cloth-1" | "cloth-2" | "banca";

export interface TwoClothCoup {
  readonly cards: Readonly<Record<Seat, readonly Face[]>>;
  readonly said: Readonly<Record<Seat, Said>>;
}

/**
 * What binds in this coup. A cloth is `free` for the player who makes banco at the start (Asturias, ll. 771–781). The banker:
 * - `free`: may draw or stand, with 0 he draws;
 * - `tableau`: he asked for the table; it binds where it says the same for both cloths (Asturias, ll. 783–788; Cantabria, ll.
 *   3109–3115);
 * - `restored`: after an error of a player or the croupier; as `tableau` (Asturias, C.3, ll. 962–969);
 * - `restored-own-error`: where the table is split he draws with 5 or less and else stands (ll. 969–972).
 * Bound in any way, he follows the other cloth's row where one cloth has laid down, and draws in the optional cells (ll.
 * 955–960; Cantabria, ll. 3263–3284).
 */
export interface TwoClothRegime {
  readonly cloths: "bound" | "free";
  readonly banca: "free" | "tableau" | "restored" | "restored-own-error";
}

export type TwoClothDuty =
  | { readonly duty: "initial-card"; readonly to: Seat }
  | { readonly duty: "card"; readonly to: Seat; readonly mayLayDown: boolean }
  | { readonly duty: "choice"; readonly who: Seat; readonly why: ChoiceWhy }
  | { readonly duty: "settle"; readonly outcomes: Readonly<Record<Cloth, Outcome>> }
  | { readonly duty: "breach"; readonly who: Seat; readonly breach: Breach };

export type Cloth = "cloth-1" | "cloth-2";

const SEATS = ["cloth-1", "cloth-2", "banca"] as const;
const CLOTHS = ["cloth-1", "cloth-2"] as const;

/** The next duty from the cards dealt so far. Throws RangeError for a joker. */
export function nextTwoClothDuty(
  tableau: Tableau,
  coup: TwoClothCoup,
  regime: TwoClothRegime = { cloths: "bound", banca: "free" },
): TwoClothDuty {
  const early = initialDuty(coup);
  if (early !== null) return early;
  const laidDown = CLOTHS.filter((cloth) => isNatural(coup.cards[cloth].slice(0, 2)));
  const wrong = laidDown.find((cloth) => coup.cards[cloth].length === 3);
  if (wrong !== undefined) return { duty: "breach", who: wrong, breach: "card-after-natural" };
  const thirds = SEATS.filter((seat) => coup.cards[seat].length === 3);
  const bancaHas = isNatural(coup.cards.banca.slice(0, 2));
  const mayLayDown = bancaHas && thirds.length === 0;
  if (coup.said.banca === "lay-down")
    return mayLayDown ? settleDuty(tableau, coup) : { duty: "breach", who: "banca", breach: "stood-on-draw" };
  for (const cloth of CLOTHS.filter((one) => !laidDown.includes(one))) {
    const waits = clothDuty(tableau, coup, regime, cloth, mayLayDown);
    if (waits !== null) return waits;
  }
  if (mayLayDown) return settleDuty(tableau, coup);
  if (laidDown.length === 2) {
    const late = coup.cards.banca.length === 3;
    return late ? { duty: "breach", who: "banca", breach: "card-after-natural" } : settleDuty(tableau, coup);
  }
  return bancaDuty(tableau, coup, regime, laidDown);
}

/**
 * The duty while the first two cards are dealt: the number of cards that the three seats have together says who is next; null
 * when all have two.
 */
function initialDuty({ cards }: TwoClothCoup): TwoClothDuty | null {
  const over = SEATS.find((seat) => cards[seat].length > 3);
  if (over !== undefined) return { duty: "breach", who: over, breach: "too-many-cards" };
  if (SEATS.every((seat) => cards[seat].length >= 2)) return null;
  const given = SEATS.reduce((sum, seat) => sum + cards[seat].length, 0);
  const early = SEATS.find((seat, at) => cards[seat].length > Math.ceil((given - at) / 3));
  const to = SEATS[given % 3];
  if (early !== undefined || to === undefined)
    return { duty: "breach", who: early ?? "banca", breach: "out-of-order" };
  return { duty: "initial-card", to };
}

/** What the cloth still has to do; null when it is done. */
function clothDuty(
  tableau: Tableau,
  { cards, said }: TwoClothCoup,
  regime: TwoClothRegime,
  cloth: Cloth,
  mayLayDown: boolean,
): TwoClothDuty | null {
  const bound = regime.cloths === "free" ? "free" : puntoCell(tableau, pointsOf(cards[cloth].slice(0, 2)));
  const drawDuty = drawDutyOf(bound, cards[cloth].length, said[cloth]);
  if (drawDuty.is === "breach") return { duty: "breach", who: cloth, breach: drawDuty.breach };
  if (drawDuty.is === "drew" || drawDuty.is === "stood") return null;
  const later = SEATS.slice(SEATS.indexOf(cloth) + 1).find((seat) => cards[seat].length === 3);
  if (later !== undefined) return { duty: "breach", who: later, breach: "out-of-order" };
  if (drawDuty.is === "chooses") return { duty: "choice", who: cloth, why: drawDuty.why };
  return { duty: "card", to: cloth, mayLayDown };
}

function bancaDuty(
  tableau: Tableau,
  coup: TwoClothCoup,
  regime: TwoClothRegime,
  laidDown: readonly Cloth[],
): TwoClothDuty {
  const drawDuty = drawDutyOf(
    bancaBound(tableau, coup, regime, laidDown),
    coup.cards.banca.length,
    coup.said.banca,
  );
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

function bancaBound(
  tableau: Tableau,
  { cards }: TwoClothCoup,
  regime: TwoClothRegime,
  laidDown: readonly Cloth[],
): Bound {
  const thirds = CLOTHS.filter((cloth) => !laidDown.includes(cloth)).map((cloth) => {
    const third = cards[cloth][2];
    return third === undefined ? null : baccaratValue(third);
  });
  return boundByCloths(tableau, pointsOf(cards.banca.slice(0, 2)), thirds, regime.banca);
}

/**
 * What binds the banca once the cloths are done, by its points with two cards and, of each cloth that did not lay down, the
 * value of its third card (null: it stood).
 */
export function boundByCloths(
  tableau: Tableau,
  total: number,
  thirds: readonly (number | null)[],
  banca: TwoClothRegime["banca"],
): Bound {
  if (total >= 8) return "U";
  const unbound = total === 0 ? "T" : "free";
  if (banca === "free") return unbound;
  const [one, other] = thirds.map((third): Cell => bancaCell(tableau, total, third));
  if (one !== undefined && other === undefined) return one === "O" ? "T" : one;
  if (one !== undefined && one === other) return one;
  if (banca === "restored-own-error") return total <= 5 ? "T" : "P";
  return unbound;
}

function settleDuty(tableau: Tableau, { cards }: TwoClothCoup): TwoClothDuty {
  const outcome = (cloth: Cloth): Outcome => outcomeOf(cards[cloth], cards.banca, tableau.twoCardEightWins);
  return { duty: "settle", outcomes: { "cloth-1": outcome("cloth-1"), "cloth-2": outcome("cloth-2") } };
}
