import type { CardGame, DealStep } from "./card-game.ts";
import { factsOf } from "./condition.ts";
import type { CardPack, Condition, Pack, Rule } from "./pack.ts";

/**
 * Rules whose case cannot come about at a table of their game, because of the way in which its cards are dealt: no device can settle
 * them there, and nothing is signed as judged by them. Gives the reason, one English sentence for `tirada rules coverage`; null: it can.
 */
export function ruledOut(pack: Pack, { when }: Pick<Rule, "when">): string | null {
  if (pack.cards === undefined || "declared" in when) return null;
  const reasons = new Set<string>();
  const canBe = (condition: Condition): boolean => {
    if ("all" in condition) return condition.all.every(canBe);
    if ("any" in condition) return condition.any.some(canBe);
    if ("not" in condition || "declared" in condition) return true;
    const reason = reasonAgainst(pack, condition, factsOf(when));
    if (reason !== null) reasons.add(reason);
    return reason === null;
  };
  return canBe(when) ? null : [...reasons].join("; ");
}

function reasonAgainst(
  pack: CardPack,
  condition: Condition & { readonly fact: string },
  asked: readonly string[],
): string | null {
  const { cards } = pack;
  const word = "is" in condition ? condition.is : null;
  switch (condition.fact) {
    case "extra-card":
      return word === "in-deal" && !cards.deal.some((step) => mayPause(step))
        ? "a card is due until the deal ends: one too many leaves behind the last one, and is told as that"
        : null;
    case "tableau-broken":
      return isBound(cards)
        ? "the table says itself to whom the third card goes, and waits for one that is owed: people choose nothing"
        : null;
    case "cards-run-out":
      return cards.cutCard?.then === "not-stated" && !asked.includes("cut-card")
        ? "behind the cut card a round waits for the new shuffle, and a shoe that ends without one has a rule of its own"
        : null;
    default:
      return null;
  }
}

/** Steps in which no card may be due while the deal is not over: people say, turn or choose something. */
function mayPause(step: DealStep): boolean {
  switch (step.step) {
    case "say":
    case "turn":
    case "set":
    case "exchange":
    case "first-seat":
      return true;
    case "third-card":
    case "third-card-two-cloths":
      return step.tableau.bancaIs === "free";
    default:
      return false;
  }
}

/** The table of third cards binds both sides. */
const isBound = ({ deal }: CardGame): boolean =>
  deal.every(
    (step) =>
      (step.step !== "third-card" && step.step !== "third-card-two-cloths") || step.tableau.bancaIs !== "free",
  );
