import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Face } from "../../cards/card.ts";
import type { Move } from "../../people/keys.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** A card that is bought at Chile's Plus games out of a rest of the pack that was taken out of the machine in one go (l. 2080). */

const say = (played: PlayedDeal, who: string, move: Move, cards?: readonly number[]): PlayedDeal =>
  played.key({ key: "move", round: 1, who, move, ...(cards === undefined ? {} : { cards }) });
const name = (played: PlayedDeal, n: number, face: Face, role: "croupier" | "jefe-de-mesa"): PlayedDeal =>
  played.key({ key: "card-is", round: 1, n, face }, role);
const unread = (played: PlayedDeal): readonly (readonly [hand: string, n: number])[] =>
  (played.table.deal?.round?.deal.hands ?? []).flatMap(({ id, cards }) =>
    cards.filter(({ face, n }) => face === null && n > 10).map(({ n }) => [id, n] as const),
  );

describe.each(["cl/caribbean-poker-plus", "cl/caribbean-poker-plus-progresivo"])("%s", (game) => {
  /** Seat 1 has a pair of twos, the bank one of threes; three cards of the rest are told of. */
  const dealt = (): PlayedDeal =>
    new PlayedDeal(idealRules(game))
      .ready()
      .key({ key: "seats", seats: [1] })
      .noMoreBets()
      .cards("2h 3c 2c 3d 5h 9s 7d Js Kd Ac");
  /** The rest leaves, seat 1 bets and buys a card for its third one. */
  const bought = (): PlayedDeal =>
    say(say(dealt().cards("2d 4h 8h"), "seat-1", "bet"), "seat-1", "exchange", [2]);

  it("is one of the heap: nobody knows which until two people have named it", () => {
    const played = bought();
    expect(played.incidents()).toEqual(Array(3).fill("1 card-not-due corrected hold-rest"));
    expect(played.due()).toEqual(["turn bank"]);
    played.turn("bank").turn("seat-1");
    expect(unread(played)).toEqual([["seat-1", 11]]);
    expect(played.verdictTexts()).toEqual([]);
    name(played, 11, "8h", "croupier");
    expect(played.verdictTexts()).toEqual([]);
    name(played, 11, "8h", "jefe-de-mesa");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 loses reported manual-card"]);
  });

  it("decides by the face that they name, and is never certified", () => {
    const played = bought().turn("bank").turn("seat-1");
    name(name(played, 11, "2d", "croupier"), 11, "2d", "jefe-de-mesa");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins reported manual-card"]);
    played.collect();
    expect(played.phase).not.toBe("undecided");
  });

  it("is forgotten where the two name different cards", () => {
    const played = bought().turn("bank").turn("seat-1");
    name(name(played, 11, "2d", "croupier"), 11, "8h", "jefe-de-mesa");
    expect(played.verdictTexts()).toEqual([]);
    name(name(played, 11, "8h", "croupier"), 11, "8h", "jefe-de-mesa");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 loses reported manual-card"]);
  });

  it("is read and certified where the machine gives it by itself when it is due", () => {
    const played = say(say(dealt(), "seat-1", "bet"), "seat-1", "exchange", [2]);
    expect(played.due()).toEqual(["card seat-1 down"]);
    played.cards("2d").turn("bank").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });

  it("of a rest that nobody buys from changes nothing", () => {
    const played = say(say(dealt().cards("2d 4h 8h"), "seat-1", "bet"), "seat-1", "stand");
    played.turn("bank").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 loses certified"]);
  });
});
