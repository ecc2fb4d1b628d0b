import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Move } from "../../rules/card-game.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** A burn that is forgotten, too short or too long, and cards that leave before the bets are closed. */

const seated = (game: string, seats: readonly number[], burn: string): PlayedDeal => {
  const played = new PlayedDeal(idealRules(game)).ready().key({ key: "seats", seats });
  return burn === "" ? played : played.cards(burn);
};
const say = (played: PlayedDeal, who: string, move: Move, cards?: readonly number[]): PlayedDeal =>
  played.key({
    key: "move",
    round: played.table.durable.round,
    who,
    move,
    ...(cards === undefined ? {} : { cards }),
  });

describe("the burn of a new shoe (Chile, ll. 3534, 3617, 3714, 3796)", () => {
  it("that was forgotten is made up after the first pase, which is played", () => {
    const played = new PlayedDeal(idealRules("cl/treinta-y-cuarenta")).ready();
    expect(played.phase).toBe("preparing");
    played.noMoreBets().cards("Kh 9c Kc 3s Kd 10h 10d 5s");
    expect(played.told()).toEqual(["1 result row-black wins round inverso certified"]);
    expect(played.incidents()).toEqual(["1 burn-omitted-at-start corrected burn-missing"]);
    played.collect();
    expect(played.phase).toBe("preparing");
    played.cards("2c 3c 4c 5c 6c");
    expect(played.phase).toBe("betting");
  });

  it("that was short is made up by what is missing", () => {
    const played = new PlayedDeal(idealRules("cl/treinta-y-cuarenta")).ready().cards("2c 3c 4c");
    played.noMoreBets().cards("Kh 9c Kc 3s Kd 10h 10d 5s").collect();
    expect(played.phase).toBe("preparing");
    expect(played.cards("5c").phase).toBe("preparing");
    expect(played.cards("6c").phase).toBe("betting");
  });

  it("that was too long asks the croupier whether the card was burnt, and the pase stands", () => {
    const played = seated("cl/war", [1], "2c 3c");
    expect(played.phase).toBe("betting");
    expect(played.due()).toEqual(["move burnt burn"]);
    say(played, "burnt", "burn").noMoreBets().cards("Kh 9c");
    expect(played.incidents()).toEqual(["1 burnt-more-than-one stands -"]);
    expect(played.told()).toEqual(["1 result seat-1 wins certified"]);
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 2, burnt: 2 });
  });

  it("is none of a card that nobody says was burnt: it was dealt too soon, and people decide", () => {
    const played = seated("cl/war", [1], "2c 3c").noMoreBets().cards("Kh");
    expect(played.told()).toEqual(["1 undecided left-to-a-person"]);
    expect(played.incidents()).toEqual(["1 card-before-no-more-bets person-decides -"]);
  });

  it("waits for no word about a third card: so many nobody burns, the deal has begun", () => {
    const played = seated("cl/war", [1], "2c 3c 4c");
    expect([played.phase, played.due()]).toEqual(["betting", ["move burnt burn"]]);
    played.cards("5c");
    expect(played.phase).toBe("undecided");
    expect(played.due()).not.toContain("move burnt burn");
    expect(played.told()).toEqual(["1 undecided left-to-a-person"]);
    expect(played.incidents()).toEqual(["1 card-before-no-more-bets person-decides -"]);
    expect(played.collect().phase).toBe("betting");
  });

  it("lets nobody close the table or load a shoe while a card lies there of which nobody spoke", () => {
    const played = seated("cl/war", [1], "2c 3c");
    played.key({ key: "new-shoe" });
    expect(played.refusal).toBe("cards-on-table");
    played.key({ key: "close-table" }, "jefe-de-mesa");
    expect(played.refusal).toBe("cards-on-table");
    expect(played.key({ key: "seats", seats: [1, 2] }).refusal).toBe(null);
    say(played, "burnt", "burn").key({ key: "close-table" }, "jefe-de-mesa");
    expect([played.refusal, played.phase]).toEqual([null, "closed"]);
  });

  it("is told where its breach has no consequence: a deviation of the round", () => {
    const played = seated("cl/black-jack", [1], "").noMoreBets().cards("Kh 7h Kc");
    say(played, "seat-1", "stand").cards("10c");
    expect(played.told()).toEqual(["1 result seat-1 wins certified"]);
    expect(played.records.find((body) => body.kind === "result")).toMatchObject({
      deviations: [{ rule: "burn-not-as-stated", observed: { "burn-count": "short" } }],
    });
  });
});
