import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Move } from "../../people/keys.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

const say = (played: PlayedDeal, who: string, move: Move): PlayedDeal =>
  played.key({ key: "move", round: played.table.durable.round, who, move });

/** Two seats against an ace of the bank; the first has its third card. */
const against = (game: string, burn: string): PlayedDeal => {
  const played = new PlayedDeal(idealRules(game)).ready().key({ key: "seats", seats: [1, 2] });
  return say(played.cards(burn).noMoreBets().cards("5c 6c Ah 6d 5d"), "seat-1", "card").cards("9h");
};

describe.each(["cl/black-jack", "cl/black-jack-perfect-pairs"])("insurance at %s", (game) => {
  it("is offered until the bank's second card, which is turned though all are over 21", () => {
    const played = say(against(game, "2c"), "seat-2", "insurance");
    expect(played.refusal).toBeNull();
    say(played, "seat-1", "card").cards("Ks");
    say(say(played, "seat-2", "card").cards("9s Kc"), "seat-2", "asked");
    expect(played.due()).toEqual(["card bank"]);
    expect(played.cards("Kd").verdictTexts()).toEqual(["1 result seat-1 loses seat-2 loses certified"]);
    expect(played.incidents()).toEqual([]);
  });

  it("is offered when nobody wants a card any more, and no longer once the bank has two", () => {
    const played = say(say(against(game, "2c"), "seat-1", "stand"), "seat-2", "stand");
    expect(played.due()).toEqual(["card bank", "move seat-1 insurance", "move seat-2 insurance"]);
    expect(say(played, "seat-1", "insurance").due()).toEqual(["card bank", "move seat-2 insurance"]);
    expect(say(played.cards("2h"), "seat-2", "insurance").refusal).toBe("no-such-hand");
  });

  it("is not for a hand over 21, nor for who was paid at once", () => {
    const bust = say(against(game, "2c"), "seat-1", "card").cards("Ks");
    expect(say(bust, "seat-1", "insurance").refusal).toBe("no-such-hand");
    const paid = new PlayedDeal(idealRules(game))
      .ready()
      .key({ key: "seats", seats: [1, 2] })
      .cards("2c");
    say(paid.noMoreBets().cards("Kc 6c Ah Ad 5d"), "seat-2", "card").cards("9h");
    say(paid, "seat-2", "stand");
    expect(paid.due()).toContain("move seat-1 even-money insurance");
    expect(say(say(paid, "seat-1", "even-money"), "seat-1", "insurance").refusal).toBe("no-such-hand");
  });
});

it.each([
  ["cl/challenge-21", "2c"],
  ["cl/canal-21", "2c"],
  ["es-cb/black-jack", "2c 3c 4c 5c 6c"],
  ["es-pv/black-jack", "2c 3c 4c 5c 6c"],
])("at %s it ends with the first player's third card", (game, burn) => {
  const played = say(against(game, burn), "seat-2", "insurance");
  expect(played.refusal).toMatch(/no-such/);
});
