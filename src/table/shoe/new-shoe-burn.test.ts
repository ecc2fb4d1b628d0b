import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Move } from "../../people/keys.ts";
import { cardPack } from "../../rules/pack.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";
import { cardsView } from "./view-cards.ts";

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

describe.each([
  ["es-cb/punto-y-banca"],
  ["es-cb/mini-punto-y-banca"],
  ["es-cb/midi-punto-y-banca"],
  ["es-pv/punto-y-banca"],
])(
  "%s: a burn of as many cards as the first is worth (Cantabria, ll. 2143–2148; País Vasco, l. 1626)",
  (game) => {
    const shown = (cards: string): PlayedDeal => new PlayedDeal(idealRules(game)).ready().cards(cards);
    const deviations = (played: PlayedDeal): unknown =>
      played.records.flatMap((body) => (body.kind === "result" ? [body.deviations] : []));
    const PASE = "9h 2d Kc Kd";
    const reported = (played: PlayedDeal): PlayedDeal => {
      played.cards(PASE);
      for (const hand of ["punto", "banca"]) if (played.due().includes(`turn ${hand}`)) played.turn(hand);
      return played;
    };

    it("is whole with the card shown or without it: the text does not say", () => {
      const without = shown("3c 4c 5c 6c");
      expect(without.phase).toBe("betting");
      expect(deviations(reported(without.noMoreBets()))).toEqual([[]]);
      const among = shown("3c 4c 5c");
      expect(among.phase).toBe("preparing");
      expect(among.noMoreBets().refusal).toBe(null);
      expect(deviations(reported(among))).toEqual([[]]);
      expect(among.verdictTexts()).toEqual(without.verdictTexts());
      expect(among.table.durable.deal?.counts).toMatchObject({ burnt: 3 });
      expect(shown("Ac").noMoreBets().refusal).toBe(null);
    });

    it("is over when the machine takes its cards back, and no bets can be closed in its place", () => {
      const closing = (played: PlayedDeal): boolean =>
        cardsView(played.table.durable, cardPack(played.rules.pack)).keys.some(
          ({ key }) => key.key === "no-more-bets",
        );
      const begun = (): PlayedDeal => new PlayedDeal(idealRules(game)).ready();
      for (const [played, isOffered] of [
        [begun(), true],
        [begun().cards("3c 4c 5c"), true],
        // A first card that was not read does not say how many follow.
        [begun().unread(), false],
      ] as const) {
        expect(closing(played)).toBe(isOffered);
        played.observe({ o: "stage", stage: "loading" });
        expect(closing(played)).toBe(false);
        expect(played.noMoreBets().refusal).toBe("not-now");
        played.observe({ o: "stage", stage: "ready" });
        expect(closing(played)).toBe(true);
      }
    });

    it("is a deviation of the round where it is any other number", () => {
      const short = reported(shown("3c 4c").noMoreBets());
      const over = shown("3c 4c 5c 6c 7c");
      expect(over.due()).toEqual(["move burnt burn"]);
      reported(say(over, "burnt", "burn").noMoreBets());
      for (const [played, observed] of [
        [short, "short"],
        [over, "over"],
      ] as const) {
        expect(played.verdictTexts()).toEqual([expect.stringContaining("certified")]);
        expect(deviations(played)).toEqual([
          [expect.objectContaining({ rule: "burn-count-wrong", observed: { "burn-count": observed } })],
        ]);
      }
    });
  },
);

describe.each(["es-cb/black-jack", "es-pv/black-jack"])("%s: five cards burnt", (game) => {
  const play = (played: PlayedDeal): PlayedDeal => {
    const { round } = played.table.durable;
    played.cards("Kh 8h 9c Kd 9d");
    for (const who of ["seat-1", "seat-2"]) played.key({ key: "move", round, who, move: "stand" });
    return played.cards("10c");
  };

  it("fewer are a deviation of the round, which the croupier deals", () => {
    const played = play(seated(game, [1, 2], "2c 3c 4c").noMoreBets());
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 loses certified"]);
    expect(played.incidents()).toEqual(["1 burn-count-wrong deviation -"]);
  });

  it("one too many the croupier says: it is none of the deal, which begins with the next", () => {
    const played = seated(game, [1, 2], "2c 3c 4c 5c 6c 7c");
    expect([played.phase, played.due()]).toEqual(["dealing", ["card seat-2"]]);
    played.key({ key: "declare", round: 1, rule: "burnt-one-too-many" });
    expect(played.refusal).toBe(null);
    expect(played.due()).toEqual(["card seat-1"]);
    play(played);
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 loses certified"]);
    expect(played.incidents()).toEqual(["1 burnt-one-too-many corrected burn-card"]);
    expect(played.table.durable.deal?.counts).toMatchObject({ burnt: 6 });
  });
});

describe("the burn of a new shoe (Chile, ll. 3534, 3617, 3714, 3796)", () => {
  it("that was forgotten is made up after the first pase, which is played", () => {
    const played = new PlayedDeal(idealRules("cl/treinta-y-cuarenta")).ready();
    expect(played.phase).toBe("preparing");
    played.noMoreBets().cards("Kh 9c Kc 3s Kd 10h 10d 5s");
    expect(played.verdictTexts()).toEqual(["1 result row-black wins round inverso certified"]);
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
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 2, burnt: 2 });
  });

  it("is none of a card that nobody says was burnt: it was dealt too soon, and whether bets were closed is asked", () => {
    const played = seated("cl/war", [1], "2c 3c").noMoreBets().cards("Kh");
    expect(played.verdictTexts()).toEqual([]);
    expect(played.incidents()).toEqual(["1 bets-call-open person-decides -"]);
  });

  it("waits for no word about a fifth card: so many nobody burns, the deal has begun", () => {
    const played = seated("cl/war", [1], "2c 3c 4c 5c 6c");
    expect([played.phase, played.due()]).toEqual(["betting", ["move burnt burn"]]);
    played.cards("7c");
    expect(played.due()).not.toContain("move burnt burn");
    // Two of them were dealt; of the others the law says nothing.
    expect(played.table.durable.deal?.due?.duty.code).toBe("decision");
    expect(played.givenUp()).toEqual(["1 undecided law-silent"]);
    expect(played.phase).toBe("betting");
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

  it("holds no table whose round has its verdict, and no shoe: nobody is asked about that card any more", () => {
    const undecided = (): PlayedDeal => {
      const played = seated("cl/black-jack", [1], "2c 3c");
      // A card of no loaded deck: the round is left to a person, and the shoe may not be played on.
      played.observe({ o: "card-unread", n: 3, why: "unknown-code" });
      expect(played.givenUp()).toEqual(["1 undecided left-to-a-person"]);
      return played;
    };
    const closed = undecided().key({ key: "close-table" }, "jefe-de-mesa");
    expect([closed.refusal, closed.phase]).toEqual([null, "closed"]);
    const later = undecided().collect();
    expect(later.phase).toBe("waiting");
    later.key({ key: "close-table" }, "jefe-de-mesa");
    expect([later.refusal, later.phase]).toEqual([null, "closed"]);
    const reloaded = undecided().collect().key({ key: "new-shoe" });
    expect([reloaded.refusal, reloaded.phase]).toEqual([null, "preparing"]);
    expect(reloaded.table.durable.deal?.counts?.table).toBe(0);
  });

  it("is told where its breach has no consequence: a deviation of the round", () => {
    const played = seated("cl/black-jack", [1], "").noMoreBets().cards("Kh 7h Kc");
    say(played, "seat-1", "stand").cards("10c");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
    expect(played.records.find((body) => body.kind === "result")).toMatchObject({
      deviations: [{ rule: "burn-not-as-stated", observed: { "burn-count": "short" } }],
    });
  });
});

describe("bets are closed though the burn was forgotten", () => {
  const closed = (): PlayedDeal => new PlayedDeal(idealRules("es-cb/punto-y-banca")).ready().noMoreBets();

  it("a card is put right, and the bets stay closed", () => {
    const played = closed().cards("9h 2d Kc");
    played.key({ key: "put-right", round: 1, cards: [3], to: "burnt" }, "jefe-de-mesa");
    expect(played.refusal).toBe(null);
    expect(played.table.durable.deal?.isCallAsked).toBe(undefined);
    expect(played.phase).toBe("no-more-bets");
    expect(played.due()[0]).toBe("card punto down");
  });

  it("a shoe that is loaded behind them is burnt from before the first card, as every new one", () => {
    const played = closed().observe({ o: "stage", stage: "loading" });
    const shown = () => cardsView(played.table.durable, cardPack(played.rules.pack));
    expect([shown().duty?.en, shown().shoe.ready, played.phase]).toEqual([
      "shuffle and cut",
      false,
      "no-more-bets",
    ]);
    expect(shown().keys.map(({ key }) => key.key)).toEqual(["new-shoe"]);
    played.observe({ o: "stage", stage: "ready" });
    expect(shown().duty?.en).toBe("burn a card");
    // The 2c shows how many follow it.
    played.cards("2c 9h 8d").cards("9h 2d Kc");
    expect(played.due()[0]).toBe("card banca down");
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 3, burnt: 3 });
    played.key({ key: "put-right", round: 1, cards: [3], to: "burnt" }, "jefe-de-mesa");
    expect(played.refusal).toBe(null);
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 2, burnt: 4 });
  });

  it("certifies no round that a card of the burn began", () => {
    const played = seated("cl/black-jack", [1], "2c").noMoreBets();
    played.observe({ o: "stage", stage: "loading" }, { o: "stage", stage: "ready" });
    played.cards("2h Kh 6h 9h");
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 3, burnt: 1 });
    say(played, "seat-1", "stand").cards("10c");
    expect(played.table.durable.deal?.due?.duty.code).toBe("bank-draws");
    expect(played.cards("5c").verdictTexts()).toEqual(["1 result seat-1 loses certified"]);
  });

  it("takes a shoe that people load then as well", () => {
    const played = seated("cl/black-jack", [1], "2c").noMoreBets().key({ key: "new-shoe" });
    expect(played.table.durable.deal?.due?.duty.code).toBe("burn");
    expect(played.cards("2h").due()).toEqual(["card seat-1"]);
  });
});
