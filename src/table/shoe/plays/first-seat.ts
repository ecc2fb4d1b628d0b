import type { DealStep } from "../../../rules/card-game.ts";
import type { StepPlay } from "./play.ts";

/**
 * The croupier says who is dealt first: what the dice tell, counted from whoever has the bank (Cantabria, A.14.3.VI, ll.
 * 4335–4355; País Vasco, ll. 3256–3268 eu), or where the button lies. With dice a seat may have the bank; then that is said
 * before.
 */
export const firstSeat: StepPlay<DealStep & { readonly step: "first-seat" }> = {
  due(step, deal, here) {
    const isKnown = deal.first !== null || here.said.some(({ move }) => move === "first");
    if (isKnown || (step.by === "button" && deal.seats.length < 2)) return null;
    const seats = deal.seats.map((seat) => `seat-${seat}`);
    if (step.by === "button") {
      const moves = seats.map((who) => ({ who, moves: ["first" as const] }));
      return { card: null, moves, turn: [], duty: { code: "first-seat", hand: null } };
    }
    const isBankGiven = here.said.some(({ move }) => move === "bank");
    const moves = seats.map((who) => ({
      who,
      moves: isBankGiven ? (["first"] as const) : (["first", "bank"] as const),
    }));
    return {
      card: null,
      moves: [...moves, { who: "bank", moves: ["first"] }],
      turn: [],
      duty: { code: "first-seat", hand: null },
    };
  },
};
