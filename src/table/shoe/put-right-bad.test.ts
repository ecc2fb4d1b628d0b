import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { cardPack } from "../../rules/pack.ts";
import type { Role } from "../../people/roles.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";
import { cardsView } from "./view-cards.ts";

/** Corrections of cards that can not be: refused by name, and the table plays on. */

const JEFE = "jefe-de-mesa";
const jack = (): PlayedDeal =>
  new PlayedDeal(idealRules("cl/black-jack"))
    .ready()
    .key({ key: "seats", seats: [1, 2] })
    .cards("2c")
    .noMoreBets()
    .cards("Kh 5c 6h 8d 10c 2d");
const putRight = (
  played: PlayedDeal,
  cards: readonly number[],
  to: string,
  role: Role = JEFE,
  name = "Luis",
  round = played.table.durable.round,
): PlayedDeal => played.key({ key: "put-right", round, cards, to }, role, name);

/** Refused, and nothing of the table is another. */
function refused(played: PlayedDeal, press: (played: PlayedDeal) => PlayedDeal): string | null {
  const [before, records] = [JSON.stringify(played.table), played.records.length];
  const { refusal } = press(played);
  expect(played.records).toHaveLength(records);
  expect(JSON.stringify(played.table)).toBe(before);
  return refusal;
}

const certify = (played: PlayedDeal): readonly string[] =>
  played
    .key({ key: "move", round: 1, who: "seat-1", move: "stand" })
    // Nobody had keyed that it asked for its third one.
    .key({ key: "move", round: 1, who: "seat-1", move: "asked" })
    .key({ key: "move", round: 1, who: "seat-2", move: "stand" })
    .cards("Jd 5d")
    .verdictTexts();

describe("a correction of cards is refused by name, and the table plays on", () => {
  it("of a round that is over, or that nobody remembers, or is to come", () => {
    for (const round of [0, 2, 400]) {
      const played = jack();
      expect(refused(played, (at) => putRight(at, [6], "burnt", JEFE, "Luis", round))).toBe("no-such-round");
      expect(certify(played)).toEqual(["1 result seat-1 loses seat-2 loses certified"]);
    }
    // Its cards are gone from the table, whatever the journal still has of it.
    const over = new PlayedDeal(idealRules("cl/punto-y-banca")).ready();
    for (let round = 1; round <= 3; round++) over.noMoreBets().cards("9h Kd Ks 6c").collect();
    over.noMoreBets().cards("2h");
    expect(refused(over, (at) => putRight(at, [1], "burnt", JEFE, "Luis", 1))).toBe("no-such-round");
    expect(over.cards("3d 6s 4c").verdictTexts().at(-1)).toMatch(/^4 result .* certified$/);
  });

  it("of a card that lies face down, and would come to lie open: its face is told to nobody", () => {
    const poker = (): PlayedDeal =>
      new PlayedDeal(idealRules("cl/caribbean-poker"))
        .ready()
        .key({ key: "seats", seats: [1, 2] })
        .noMoreBets()
        .cards("2c 3d 4c 5s 6c 7d 8c 9s 10c Jd Kd Kh Qs Qd Js");
    const open = poker().table.durable.deal?.hands.flatMap(({ cards }) => cards.filter(({ up }) => up)) ?? [];
    expect(open).toHaveLength(1);
    const played = poker();
    expect(refused(played, (at) => putRight(at, [14], "bank"))).toBe("card-face-down");
    const told = JSON.stringify([played.records, cardsView(played.table.durable, cardPack(played.rules.pack))]);
    for (const face of ["2c", "3d", "4c", "5s", "6c", "10c", "Qd"]) expect(told).not.toContain(`"${face}"`);
  });

  it.each([[7], [8], [9], [10], [11]])(
    "of card %i, behind which the burnt card that nobody saw would come to lie on the board",
    (card) => {
      const played = new PlayedDeal(idealRules("es-cb/poker-texas-holdem-contrapartida"))
        .ready()
        .key({ key: "seats", seats: [1, 2] })
        .noMoreBets()
        .cards("2c 3d 4c 5s 6c 7d");
      for (const who of ["seat-1", "seat-2"]) played.key({ key: "move", round: 1, who, move: "bet" });
      played.cards("8c 9s 10c Jd Kd");
      expect(played.due()).toEqual(["card board"]);
      const to = card === 11 ? "board" : "burnt";
      expect(refused(played, (at) => putRight(at, [card], to))).toBe("card-face-down");
    },
  );

  it("of a card that somebody else has put right: he, or the jefe de mesa, says it anew", () => {
    const played = putRight(jack(), [6], "burnt", "inspector", "Bea");
    expect(played.refusal).toBeNull();
    expect(refused(played, (at) => putRight(at, [6], "seat-2", "inspector", "Iker"))).toBe(
      "put-right-by-another",
    );
    expect(putRight(played, [6], "seat-2", "inspector", "Bea").refusal).toBeNull();
    expect(putRight(played, [6], "burnt").refusal).toBeNull();
    expect(refused(played, (at) => putRight(at, [6], "seat-2", "inspector", "Bea"))).toBe(
      "put-right-by-another",
    );
    // The same word twice changes nothing, whoever says it.
    expect(refused(played, (at) => putRight(at, [6], "burnt"))).toBe("changes-nothing");
    // Taken back, it is anybody's to say again.
    played.key({ key: "take-back", round: 1 }, JEFE);
    expect(putRight(played, [6], "burnt", "inspector", "Bea").refusal).toBeNull();
  });

  it("that leads to a hand of nine cards, where no hand has so many", () => {
    const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const poker = new PlayedDeal(idealRules("cl/caribbean-poker")).ready().key({ key: "seats", seats: [1, 2] });
    poker.noMoreBets().cards("2c 3d 4c 5s 6c 7d 8c 9s 10c");
    expect(refused(poker, (at) => putRight(at, nine, "seat-1"))).toBe("no-such-hand");
    const chemin = new PlayedDeal(idealRules("es-as/chemin-de-fer")).ready().noMoreBets();
    chemin.cards("2h Kd 3c 3c 9h");
    expect(refused(chemin, (at) => putRight(at, [1, 2, 3, 4, 5], "punto"))).toBe("no-such-hand");
    const twentyOne = jack();
    expect(refused(twentyOne, (at) => putRight(at, [1, 2, 3, 4, 5, 6], "seat-1"))).toBe("no-such-hand");
  });

  it("to a place that no card of a round under way has, of no card, or of one card twice", () => {
    const played = jack();
    for (const to of ["next-round", "discard", "held", "seat-9", "board", "nobody"])
      expect(
        refused(played, (at) => putRight(at, [6], to)),
        to,
      ).toBe("no-such-hand");
    for (const cards of [[7], [0], [6, 6]])
      expect(refused(played, (at) => putRight(at, cards, "burnt"))).toBe("no-such-card");
  });
});
