import { expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** País Vasco, art. 2, 11, ll. 2522, 2598: the ace is the highest card, and no sentence makes it the lowest of a straight. */

/** Dealt to the first seat and the bank by turns, bet on, and turned: the bank first. */
function played(cards: string): PlayedDeal {
  const deal = new PlayedDeal(idealRules("es-pv/poker-sin-descarte")).ready();
  deal
    .key({ key: "seats", seats: [1] })
    .noMoreBets()
    .cards(cards);
  deal.key({ key: "move", round: deal.table.durable.round, who: "seat-1", move: "bet" });
  return deal.turn("bank").turn("seat-1");
}

it("A-2-3-4-5 against a pair of kings is left to a person, and no result is told", () => {
  expect(played("Ah Ks 2c Kd 3d 9c 4s 6h 5h 2s").verdictTexts()).toEqual(["1 undecided low-ace-open"]);
});

it("2-3-4-5-6 wins, like every other straight", () => {
  expect(played("6d Ks 2c Kd 3d 9c 4s 6h 5h 2s").verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
});
