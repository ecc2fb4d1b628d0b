import type { DealStep } from "../../../rules/card-game.ts";
import { handOf, isTurned, placesInOrder } from "./hands.ts";
import type { Choice, HandId, PublicDeal, StepPlay } from "./play.ts";

const TWO: Choice = { least: 2, most: 2 };

/**
 * Every hand that is in, the bank's among them, is turned up as its player laid it, and the croupier names the two cards of
 * its low hand (Cantabria, A.14.3.VI, ll. 4369–4417; País Vasco, ll. 3272–3276 eu). The bank's is the first duty; hands may
 * be turned in any order.
 */
export const set: StepPlay<DealStep & { readonly step: "set" }> = {
  due(_step, deal) {
    const open = unset(deal);
    const [next = null] = open;
    if (next === null) return null;
    const turned = open.filter((id) => isTurned(handOf(deal, id)));
    return {
      card: null,
      moves: turned.map((who) => ({ who, moves: ["set"], choose: TWO })),
      turn: open.filter((id) => !turned.includes(id)),
      duty: { code: turned.includes(next) ? "set" : "turn", hand: next },
    };
  },
};

/** Hands that are in and whose low hand is not named, the bank's first. */
function unset(deal: PublicDeal): HandId[] {
  const places = placesInOrder(deal);
  return ["bank", ...places.filter((id) => id !== "bank")].filter((id) => {
    const hand = handOf(deal, id);
    return hand?.state === "in" && hand.cards.length > 0 && hand.low === null;
  });
}
