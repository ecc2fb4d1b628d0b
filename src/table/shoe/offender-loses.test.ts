import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** The rule on a player who shows his cards, or speaks of them, by the game: he loses his whole stake. */
const OFFENCES = [
  ["es-cb/poker-sin-descarte", "players-talk-or-show"],
  ["es-ga/poker-sin-descarte", "cards-shared-or-shown-early"],
  ["es-pv/poker-sin-descarte", "players-exchanged-information"],
] as const;

function dealt(game: string, seats: readonly number[], cards: string): PlayedDeal {
  const played = new PlayedDeal(idealRules(game)).ready().key({ key: "seats", seats });
  return played.noMoreBets().cards(cards);
}

const offends = (played: PlayedDeal, rule: string, hand: string): PlayedDeal =>
  played.key({ key: "declare", round: 1, rule, hand });

const bets = (played: PlayedDeal, who: string): PlayedDeal =>
  played.key({ key: "move", round: 1, who, move: "bet" });

describe.each(OFFENCES)("at %s who offends by %s", (game, rule) => {
  it("loses, and the result says so, whoever else plays", () => {
    const played = dealt(game, [1, 2], "Ah 2c As 9h 8h Ks 3c 4s 9d 5s 6s 5h 7s 8c 3s");
    offends(played, rule, "seat-1");
    bets(played, "seat-2").turn("bank").turn("seat-2");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 loses seat-2 wins certified"]);
    const hands = played.table.durable.deal?.hands ?? [];
    expect(hands.find(({ id }) => id === "seat-1")?.state).toBe("lost");
  });

  it("loses though nobody else plays: the round is over", () => {
    const played = dealt(game, [1], "Ah 2c 3d 9h 8h 2d 3c 4s 5s 6s");
    expect(offends(played, rule, "seat-1").verdictTexts()).toEqual(["1 result seat-1 loses certified"]);
  });

  it("loses beside one who said paso", () => {
    const played = dealt(game, [1, 2], "Ah 2c As 9h 8h Ks 3c 4s 9d 5s 6s 5h 7s 8c 3s");
    played.key({ key: "move", round: 1, who: "seat-1", move: "fold" });
    expect(offends(played, rule, "seat-2").verdictTexts()).toEqual([
      "1 result seat-1 folded seat-2 loses certified",
    ]);
  });
});
