import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Key } from "../../people/keys.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** What is said of a hand that the rule cannot be about, and what a reader sees that is about no hand any more. */

const JEFE = "jefe-de-mesa";
const DEAL = "Ah 2c 3d 9h 8h 2d 3c 4s 5s 6s 7s 8s 9s 10s Js";
const FACE_UP = { o: "face-up", where: "exit" } as const;
const STUCK = { o: "cards-stuck", atLeast: 2 } as const;

const dealt = (game: string, cards: string, seats: readonly number[] = []): PlayedDeal => {
  const played = new PlayedDeal(idealRules(game)).ready();
  return (seats.length === 0 ? played : played.key({ key: "seats", seats })).noMoreBets().cards(cards);
};
const says = (played: PlayedDeal, who: string, move: "bet" | "stand"): PlayedDeal =>
  played.key({ key: "move", round: 1, who, move });
const declare = (rule: string, hand?: string): Key => ({
  ...{ key: "declare", round: 1, rule },
  ...(hand === undefined ? {} : { hand }),
});

describe.each([
  ["es-as", "punto-initial-card-dropped-in-basket", "player-cards-in-basket-before-seen"],
  ["es-cb", "bank-drops-punto-card-in-cesta", "punto-throws-cards-in-cesta"],
  ["es-pv", "punto-initial-card-dropped-in-basket", "player-cards-in-basket-before-seen"],
])("%s chemin de fer", (law, dropped, thrown) => {
  const game = `${law}/chemin-de-fer`;

  it("a card of the punto that the bank dropped counts for the punto alone (cb 2813–2815)", () => {
    const played = dealt(game, "2h Kd 4c 9c").key(declare(dropped, "banca"));
    expect([played.refusal, played.incidents()]).toEqual(["no-such-hand", []]);
    played.key(declare(dropped)).turn("punto").turn("banca");
    expect(played.verdictTexts().join()).not.toMatch(/banca wins/);
  });

  it("cards that the punto threw away are not the banker's", () => {
    const played = dealt(game, "2h Kd 4c 6c").key(declare(thrown, "banca"));
    expect([played.refusal, played.incidents()]).toEqual(["no-such-hand", []]);
    expect(played.key(declare(thrown, "punto")).turn("banca").verdictTexts()).toEqual([
      "1 result banca wins certified",
    ]);
  });
});

describe("what only a player can do", () => {
  it("is said of no bank (cb sin descarte, Texas)", () => {
    const talk = dealt("es-cb/poker-sin-descarte", DEAL, [1, 2]).key(declare("players-talk-or-show", "bank"));
    expect([talk.refusal, talk.incidents()]).toEqual(["no-such-hand", []]);
    const texas = dealt("es-cb/poker-texas-holdem-contrapartida", "Ah 2c 3d 9h 8h 2d", [1, 2]);
    texas.key({ key: "void", round: 1, rule: "wrong-card-count-player", hand: "bank" }, JEFE);
    expect([texas.refusal, texas.incidents()]).toEqual(["no-such-hand", []]);
  });

  it("is signed of no hand that has its result", () => {
    const texas = dealt("es-cb/poker-texas-holdem-contrapartida", "Ah 2c 3d 9h 8h 2d", [1, 2]);
    says(says(texas, "seat-1", "bet"), "seat-2", "bet").cards("Kd 4d 5d 6h 7c Js 9c Qs");
    texas.turn("bank").turn("seat-1").turn("seat-2");
    const before = texas.records.length;
    texas.key({ key: "void", round: 1, rule: "wrong-card-count-player", hand: "seat-1" }, JEFE);
    expect([texas.refusal, texas.records.length]).toEqual(["changes-nothing", before]);
  });
});

describe("what the machine sees behind a result annuls nothing", () => {
  it.each(["es-as", "es-cb", "es-pv"])("%s bacarrá a dos paños: two stuck cards", (law) => {
    const played = dealt(`${law}/bacarra-a-dos-panos`, "2h 2d 7d 4c 4d 2s");
    for (const hand of ["cloth-1", "cloth-2", "banca"]) says(played, hand, "stand");
    played.turn("cloth-1").turn("cloth-2").turn("banca");
    const verdicts = ["1 result cloth-1 loses cloth-2 loses certified"];
    expect(played.verdictTexts()).toEqual(verdicts);
    expect(played.observe(STUCK).cards("4s 5s").verdictTexts()).toEqual(verdicts);
  });

  it.each(["es-cb", "es-ga"])("%s trijoker: a card of the rest lies face up", (law) => {
    const played = dealt(`${law}/poker-trijoker`, "Ah 2c 3d 9h 8h 2d 3c 4s", [1, 2]);
    played.turn("board").turn("board").turn("seat-1").turn("seat-2");
    const verdicts = ["1 result seat-1 loses seat-2 loses certified"];
    expect(played.verdictTexts()).toEqual(verdicts);
    expect(played.observe(FACE_UP).cards("Kd").verdictTexts()).toEqual(verdicts);
  });
});
