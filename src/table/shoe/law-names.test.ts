import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { cardPack } from "../../rules/pack.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";
import { cardsView } from "./view-cards.ts";

/** The bank holds no combination. */
const CARDS = "Ah 3d As 5s 6c 7d 8c 9s 10c Jd";

/** What the tablet and the display say of the deal: its keys, then its combinations, in Spanish. */
function wordsOf(deal: PlayedDeal, rules: ReturnType<typeof idealRules>): string {
  const { keys, hands } = cardsView(deal.table.durable, cardPack(rules.pack));
  return [...keys.map(({ text }) => text.es), ...hands.map(({ category }) => category?.es ?? "-")].join(", ");
}

describe("a law that has names of its own is spoken in them", () => {
  it.each([
    ["cl/caribbean-poker", "plaza 1: voy, plaza 1: no voy", "carta alta"],
    ["es-ga/poker-sin-descarte", "plaza 1: voy, plaza 1: paso", "carta más alta"],
    ["es-cb/poker-texas-holdem-bonus", "plaza 1: apuesta, plaza 1: abandona", null],
  ])("%s: what a player says, and what a bank of nothing holds", (game, said, highest) => {
    const rules = idealRules(game);
    const deal = new PlayedDeal(rules)
      .ready()
      .key({ key: "seats", seats: [1] })
      .noMoreBets();
    const cards = highest === null ? CARDS.split(" ").slice(0, 4).join(" ") : CARDS;
    expect(wordsOf(deal.cards(cards), rules)).toContain(said);
    if (highest === null) return;
    deal.key({ key: "move", round: 1, who: "seat-1", move: "bet" }).turn("bank").turn("seat-1");
    expect(wordsOf(deal, rules)).toContain(highest);
  });
});
