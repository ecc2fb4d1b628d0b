import { puntoCell, type Tableau } from "../../../cards/baccarat/tableau.ts";
import type { Bound } from "../../../cards/baccarat/duty.ts";
import { boundByCloths, nextTwoClothDuty, type TwoClothRegime } from "../../../cards/baccarat/two-cloths.ts";
import type { DealStep } from "../../../rules/card-game.ts";
import {
  coupWord,
  isTableBreach,
  laysDown,
  mayDraw,
  mustDraw,
  sideOf,
  thirdValue,
  toTurn,
  type Side,
  bancaDue,
  orLayDown,
} from "./baccarat.ts";
import type { Due, PublicDeal, StepPlay } from "./play.ts";

type TwoCloths = Extract<DealStep, { step: "third-card-two-cloths" }>;

/**
 * Two cloths against one banker. The cloths speak in their order and before the banker (Asturias, Anexo II B, ll. 868–871); the
 * second may speak before the first has its card. A cloth that is out is passed over.
 */
export const twoClothsPlay: StepPlay<TwoCloths> = {
  due(step, deal): Due | null {
    const { tableau } = step;
    const cloths = clothsOf(deal);
    const banca = sideOf(deal, "banca");
    if (banca === null || cloths.length === 0) return null;
    const noThirds = [...cloths, banca].every(({ third }) => third === "none");
    if (banca.isNatural && noThirds) return null;
    if (laysDown(banca)) return toTurn(banca.id);
    const waiting = cloths.filter((cloth) => turnOf(tableau, cloth) !== "done");
    const mayLayDown =
      banca.isHidden && noThirds && waiting.every((cloth) => turnOf(tableau, cloth) === "draws");
    const [first, second] = waiting;
    if (first !== undefined) return clothDue(tableau, first, second ?? null, mayLayDown ? banca : null);
    if (cloths.every(isLaidDown)) return null;
    return bancaDue(banca, () => bancaBound(tableau, regime(deal), cloths, banca), mayLayDown);
  },

  /** As for one punto; a breach of either cloth is the puntos'. Null while a hand lies face down, or a cloth is out. */
  breach(step, deal): "punto" | "banca" | null {
    const { tableau } = step;
    const [one, two] = clothsOf(deal);
    const banca = sideOf(deal, "banca");
    if (one === undefined || two === undefined || banca === null) return null;
    if ([one, two, banca].some(({ deemed }) => deemed !== null)) return null;
    if (one.faces === null || two.faces === null || banca.faces === null) return null;
    const duty = nextTwoClothDuty(
      tableau,
      {
        cards: { "cloth-1": one.faces, "cloth-2": two.faces, banca: banca.faces },
        said: { "cloth-1": coupWord(one), "cloth-2": coupWord(two), banca: coupWord(banca) },
      },
      { cloths: "bound", banca: regime(deal) },
    );
    if (duty.duty !== "breach" || !isTableBreach(duty.breach, tableau)) return null;
    return duty.who === "banca" ? "banca" : "punto";
  },
};

const clothsOf = (deal: PublicDeal): Side[] => ["cloth-1", "cloth-2"].flatMap((id) => sideOf(deal, id) ?? []);

const regime = ({ bound }: PublicDeal): TwoClothRegime["banca"] =>
  bound.includes("banca") || bound.includes("banca-draws") ? "tableau" : "free";

const isLaidDown = ({ deemed, isNatural, third, word }: Side): boolean =>
  deemed === "natural" || (isNatural && third === "none" && word === null);

/** Where a cloth stands in its turn to speak. */
function turnOf(tableau: Tableau, cloth: Side): "done" | "draws" | "chooses" {
  if (cloth.third === "drawn" || cloth.deemed !== null || cloth.word === "stand" || isLaidDown(cloth))
    return "done";
  if (cloth.word === "card") return "draws";
  // The tableau's own letters: tira (draws), se planta (stands).
  const bound = cloth.total === null || cloth.total >= 8 ? "free" : puntoCell(tableau, cloth.total);
  return bound === "T" ? "draws" : bound === "P" ? "done" : "chooses";
}

/** The first cloth that waits has the next card; a second one may speak once the first has. */
function clothDue(tableau: Tableau, first: Side, second: Side | null, layingDown: Side | null): Due {
  if (turnOf(tableau, first) === "chooses") return mayDraw(first);
  const due = mustDraw(first);
  if (layingDown !== null) return orLayDown(due, layingDown);
  if (second === null || turnOf(tableau, second) !== "chooses") return due;
  const { moves, turn } = mayDraw(second);
  return { ...due, moves, turn };
}

/** As for one punto, by what lies face up. */
function bancaBound(
  tableau: Tableau,
  bound: TwoClothRegime["banca"],
  cloths: readonly Side[],
  banca: Side,
): Bound {
  if (banca.total === null || banca.deemed !== null) return "free";
  const thirds: (number | null)[] = [];
  for (const cloth of cloths.filter((one) => !isLaidDown(one))) {
    const third = thirdValue(cloth);
    if (third === "unknown" || cloth.deemed !== null) return "free";
    thirds.push(third);
  }
  return boundByCloths(tableau, banca.total, thirds, bound);
}
