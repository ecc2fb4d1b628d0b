import { dueOf } from "./hands.ts";
import { boundOfBanca, due, regimeOf, type Regime, type Bound } from "../../../cards/baccarat/duty.ts";
import { puntoCell, type Tableau } from "../../../cards/baccarat/tableau.ts";
import type { DealStep } from "../../../rules/card-game.ts";
import {
  coupWord,
  forgotNine,
  laysDown,
  mayDraw,
  mustDraw,
  sideOf,
  thirdValue,
  toTurn,
  isTableBreach,
  type Side,
  orLayDown,
  bancaDue,
} from "./baccarat.ts";
import type { Due, PublicDeal, StepPlay } from "./play.ts";

type ThirdCard = Extract<DealStep, { step: "third-card" }>;

/**
 * One punto against the banca: punto y banca, mini, midi, Baccarat, chemin de fer. Where a hand lies face down its table cannot
 * be asked: its owner says carta or no, and a card that leaves without a word is a card that he asked for. Only what lies face
 * up is ever looked at.
 */
export const thirdCardPlay: StepPlay<ThirdCard> = {
  due(step, deal): Due | null {
    const { tableau } = step;
    const punto = sideOf(deal, "punto");
    const banca = sideOf(deal, "banca");
    if (punto === null || banca === null || isOver(tableau, punto, banca)) return null;
    if (laysDown(banca)) return toTurn(banca.id);
    const mayLayDown =
      tableau.cardAfterBancaNatural === "forfeits-laying-down" && banca.isHidden && punto.third === "none";
    const isRestored = deal.bound.includes("banca-shows") && punto.word === null;
    if (isRestored) return saysNo(punto);
    return puntoDue(tableau, punto, banca, mayLayDown) ?? bancaAfter(tableau, deal, punto, banca, mayLayDown);
  },

  /** Behind a punto who stood a banker who stood, too, shows his cards as one does who lays down: who wins hangs on which it was. */
  lastWord({ tableau }, deal): Due | null {
    const punto = sideOf(deal, "punto");
    const banca = sideOf(deal, "banca");
    if (punto?.word !== "stand" || banca === null || banca.word !== null) return null;
    if (!forgotNine(tableau, punto, banca)) return null;
    return dueOf("laid-down", banca.id, { moves: [{ who: banca.id, moves: ["lay-down", "stand"] }] });
  },

  /**
   * The turned hands against their tables, from the cards and all that was said: null while one lies face down, so it is to be
   * asked again at the end of the step that turns them. Of a punto it supposes that his table binds him: one who makes banco may
   * be free of it (Asturias, ll. 152–165), and that nobody told the machine.
   */
  breach(step, deal): "punto" | "banca" | null {
    const { tableau } = step;
    const punto = sideOf(deal, "punto");
    const banca = sideOf(deal, "banca");
    if (punto === null || banca === null || banca.deemed !== null) return null;
    // Against a punto that counts nine for a lost third card he has no right to one on seven (Asturias, C.3, ll. 449–452).
    if (typeof punto.deemed === "number") return banca.total === 7 && banca.third === "drawn" ? "banca" : null;
    if (punto.deemed !== null) return null;
    if (punto.faces === null || banca.faces === null) return null;
    // What he drew for a punto who then stood he had to take.
    if (deal.bound.includes("banca-takes") && punto.third === "none") return null;
    const said = { punto: coupWord(punto), banca: coupWord(banca) };
    const duty = due(tableau, { punto: punto.faces, banca: banca.faces, said }, regimeOfDeal(tableau, deal));
    return duty.duty === "breach" && isTableBreach(duty.breach, tableau) ? duty.who : null;
  },
};

const regimeOfDeal = (tableau: Tableau, { bound }: PublicDeal): Regime => ({
  punto: "bound",
  banca: bound.includes("banca-draws")
    ? "bound-optional-draws"
    : bound.includes("banca") || bound.includes("banca-shows")
      ? "bound"
      : regimeOf(tableau).banca,
});

/** A natural that lies face up ends the coup; one of a banker who gave a card all the same has lost that right. */
function isOver(tableau: Tableau, punto: Side, banca: Side): boolean {
  if (punto.deemed === "natural" || banca.deemed === "natural") return true;
  if (punto.isNatural && punto.third === "none" && punto.word === null) return true;
  if (!banca.isNatural || banca.third === "drawn") return false;
  return tableau.cardAfterBancaNatural === "never" || punto.third === "none";
}

function puntoDue(tableau: Tableau, punto: Side, banca: Side, mayLayDown: boolean): Due | null {
  if (punto.third === "drawn" || punto.deemed !== null || punto.word === "stand") return null;
  const bound = punto.total === null || punto.total >= 8 ? "free" : puntoCell(tableau, punto.total);
  if (punto.word === "card" || bound === "T") {
    // The banker with a natural lays it down instead of giving the card.
    return mayLayDown ? orLayDown(mustDraw(punto), banca) : mustDraw(punto);
  }
  return bound === "P" ? null : mayDraw(punto);
}

/** He said no, and the croupier announced a card: nothing else can be keyed for him. */
const saysNo = ({ id }: Side): Due => dueOf("choice", id, { moves: [{ who: id, moves: ["stand"] }] });

/** The banker's turn, as an incident may have left it. */
function bancaAfter(
  tableau: Tableau,
  deal: PublicDeal,
  punto: Side,
  banca: Side,
  mayLayDown: boolean,
): Due | null {
  const { bound } = deal;
  if (bound.includes("banca-shows") && banca.isHidden) return toTurn(banca.id);
  const isHis = bound.includes("banca-takes") && punto.third === "none" && banca.third === "none";
  if (isHis && (banca.word === "card" || !banca.isHidden)) return mustDraw(banca);
  // He may still lay down a natural; without one it is his.
  if (isHis) return { ...mayDraw(banca), moves: [{ who: banca.id, moves: ["card", "lay-down"] }] };
  return bancaDue(banca, () => bancaBound(tableau, regimeOfDeal(tableau, deal), punto, banca), mayLayDown);
}

/** What binds the banca by what lies face up; `free` also where a card that its table asks for is not known. */
function bancaBound(tableau: Tableau, bound: Regime, punto: Side, banca: Side): Bound {
  // Counted as nothing for having taken too many cards, he may still ask for one (Asturias, C.3, ll. 432–435).
  if (banca.total === null || banca.deemed !== null) return "free";
  // Against a punto that counts nine for a lost third card he may draw, but not on seven (Asturias, C.3, ll. 449–452).
  if (punto.deemed !== null) return banca.total === 7 ? "P" : "free";
  const third = thirdValue(punto);
  return third === "unknown" ? "free" : boundOfBanca(tableau, banca.total, third, bound.banca);
}
