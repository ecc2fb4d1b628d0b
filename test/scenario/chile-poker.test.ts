import { describe, expect, it } from "vitest";
import type { Move } from "../../src/people/keys.ts";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import { idealRules } from "../support/ideal-rules.ts";

/** Rounds of the seventeen pokers of Chile as their own packs have them, card by card and word by word. */

const at = (game: string, ...seats: readonly number[]): PlayedDeal =>
  new PlayedDeal(idealRules(`cl/${game}`)).ready().key({ key: "seats", seats });
const say = (played: PlayedDeal, who: string, move: Move, cards: readonly number[] = []): PlayedDeal =>
  played.key({ key: "move", round: 1, who, move, ...(cards.length > 0 && { cards }) });
const equal = (played: PlayedDeal): PlayedDeal => say(played, "round", "bets-equal");
const openExit = { o: "face-up", where: "exit" } as const;
const jam = (during: "shuffling" | "dealing") => ({ o: "jam", where: "exit", during }) as const;

describe.each([
  "caribbean-poker",
  "caribbean-poker-plus",
  "caribbean-poker-progresivo",
  "caribbean-poker-plus-progresivo",
])("cl/%s", (game) => {
  const FIVE = "9h Ac 9s Kh Kd 8d 4c 6s 2d 3s";
  const dealt = (cards = FIVE): PlayedDeal => at(game, 1).noMoreBets().cards(cards);
  const bet = (played: PlayedDeal): PlayedDeal => {
    say(played, "seat-1", "bet");
    return game.includes("plus") ? say(played, "seat-1", "stand") : played;
  };

  it("shows the croupier's last card alone until the bets are made", () => {
    const played = dealt();
    const shown = played.table.durable.deal?.hands.map(({ id, cards }) => [id, cards.map(({ face }) => face)]);
    expect(shown).toEqual([
      ["seat-1", [null, null, null, null, null]],
      ["bank", [null, null, null, null, "3s"]],
    ]);
    bet(played).turn("bank").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });

  it("ends with a bank of ace and queen; with a pot the hands are looked at all the same", () => {
    const played = bet(dealt(FIVE.replace("Kh", "Qh"))).turn("bank");
    if (game.endsWith("progresivo")) {
      expect(played.verdictTexts()).toEqual([]);
      played.turn("seat-1");
    }
    expect(played.verdictTexts()).toEqual(["1 result seat-1 bank-not-qualified certified"]);
  });

  it("goes on after a card that came out face up is burnt", () => {
    const played = at(game, 1)
      .noMoreBets()
      .cards("9h")
      .observe(openExit)
      .cards("Jd Ac 9s Kh Kd 8d 4c 6s 2d 3s");
    expect(played.incidents()).toEqual(["1 card-exposed-in-shoe corrected burn-card"]);
    bet(played).turn("bank").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });

  it("goes on once the player has said which of two cards that stuck together is burnt", () => {
    const stuck = (): PlayedDeal =>
      at(game, 1).noMoreBets().cards("9h Jd").observe({ o: "cards-stuck", atLeast: 2 }).cards("7c 9s");
    const played = stuck().key({ key: "move", round: 1, who: "seat-1", move: "burn", cards: [1] });
    bet(played.cards("Kh Kd 8d 4c 6s 2d 3s"));
    expect(played.incidents()).toEqual(["1 cards-stuck-together corrected choose-stuck"]);
    expect(played.table.durable.deal?.counts).toMatchObject({ burnt: 1 });
    expect(stuck().cards("Kh").verdictTexts()).toEqual(["1 undecided stuck-card-choice"]);
    const again = stuck().observe({ o: "cards-stuck", atLeast: 2 }).cards("Kh Kd");
    expect(again.verdictTexts()).toEqual(["1 undecided stuck-card-choice"]);
  });

  it("is annulled when the machine jams in the deal, or when people say that cards were seen", () => {
    const jammed = at(game, 1).noMoreBets().cards("9h Ac").observe(jam("dealing"));
    expect(jammed.verdictTexts()).toEqual([]);
    expect(jammed.observe({ o: "lid", open: true }).verdictTexts()).toEqual([
      "1 void shuffler-jam-during-deal",
    ]);
    const seen = dealt().key({ key: "void", round: 1, rule: "dealer-hidden-card-seen" }, "jefe-de-mesa");
    expect(seen.verdictTexts()).toEqual(["1 void dealer-hidden-card-seen"]);
  });

  it("sets aside the rest of the deck and a card after the pase", () => {
    const played = bet(dealt().cards("7d 7h")).turn("bank").turn("seat-1").cards("7s");
    // Of a game in which a card may be bought the rest is kept for that.
    const effect = game.includes("plus") ? "hold-rest" : "burn-card";
    expect(played.incidents()).toEqual([
      `1 card-not-due corrected ${effect}`,
      `1 card-not-due corrected ${effect}`,
      "1 extra-card-drawn-at-end corrected burn-card",
    ]);
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });

  it("leaves a card before no más apuestas to the jefe de mesa", () => {
    const played = at(game, 1).cards("9h").key({ key: "no-more-bets", said: false });
    expect(played.incidents()).toContain("1 card-before-no-more-bets person-decides -");
    expect(played.givenUp()[0]).toMatch(/^1 undecided/);
  });
});

describe.each(["caribbean-poker-plus", "caribbean-poker-plus-progresivo"])(
  "cl/%s: the purchase of a card",
  (game) => {
    it("puts the new one at the end of the hand, and the old one away", () => {
      const played = at(game, 1).noMoreBets().cards("9h Ac 4c Kh Kd 8d Qs 6s 2d 3s");
      say(say(played, "seat-1", "bet"), "seat-1", "exchange", [4])
        .cards("9s")
        .turn("bank")
        .turn("seat-1");
      expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
    });
  },
);

describe.each(["draw-poker", "draw-poker-progresivo"])("cl/%s", (game) => {
  it("changes cards, and has the croupier change by his rule", () => {
    const played = at(game, 1).noMoreBets().cards("9h 8h 9s 8s Kd Qd 4c 5c 2d 3d");
    say(say(played, "seat-1", "bet"), "seat-1", "exchange", [3, 4])
      .cards("9c 7h")
      .turn("bank");
    say(played, "bank", "exchange", [0, 1]);
    expect(played.refusal).not.toBeNull();
    say(played, "bank", "exchange", [3, 4]).cards("8d 2s").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });
});

describe("three cards", () => {
  it("opens with a queen, and has a straight beat a flush", () => {
    const played = at("poker-tres-cartas", 1, 2).noMoreBets().cards("5h 2c Qc 6s 9c 7h 7d Kc 2d");
    say(say(played, "seat-1", "bet"), "seat-2", "bet")
      .turn("bank")
      .turn("seat-1")
      .turn("seat-2");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 wins certified"]);
  });
});

describe.each(["go-poker", "go-poker-progresivo"])("cl/%s", (game) => {
  it("pays from a pair of tens, with the common cards turned one after the other", () => {
    const played = at(game, 1, 2).noMoreBets().cards("10h 9d 10s 4c 5c 9h 2d 3s");
    played.turn("board").turn("board").turn("seat-1").turn("seat-2");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 paid-by-table seat-2 loses certified"]);
  });
});

describe.each(["texas-holdem-plus", "texas-holdem-plus-progresivo"])("cl/%s", (game) => {
  const CARDS = "As Kc 9d 10d 5s Ah Kh 7d 7c 2s";
  it("deals everything before the bet, the last two common cards hidden", () => {
    const played = at(game, 1).noMoreBets().cards(CARDS);
    expect(played.due()).toEqual(["move seat-1 bet fold"]);
    say(played, "seat-1", "bet").turn("board").turn("bank").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });
  it("burns a fourth card of the flop when the croupier says so, and deals another", () => {
    const played = at(game, 1).noMoreBets().cards("As Kc 9d 10d 5s Ah Kh 7d 3c");
    played.key({ key: "declare", round: 1, rule: "fourth-flop-card-exposed" }).cards("7c 2s");
    say(played, "seat-1", "bet").turn("board").turn("bank").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });
});

describe("cl/texas-holdem-bonus", () => {
  it("plays with any hand of the bank, and deals on after a card that came too soon", () => {
    const played = say(at("texas-holdem-bonus", 1, 3).noMoreBets(), "seat-3", "first");
    played.cards("Qc As Kc Jc 9d 10d");
    say(played, "seat-1", "bet").cards("5s");
    expect(played.incidents()).toEqual(["1 card-not-due corrected hold-card"]);
    say(played, "seat-3", "fold").cards("Ah Kh 7d 3c 9c 4c 2s").turn("bank").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-3 folded certified"]);
  });
});

describe.each(["texas-holdem-con-limites", "texas-holdem-sin-limites"])("cl/%s", (game) => {
  const start = (): PlayedDeal => say(at(game, 2, 10).noMoreBets(), "seat-10", "first").cards("Ks Ah Qs 9d");
  it("is played with three burnt cards, and whoever does not want to show gives up", () => {
    const played = equal(start()).cards("5s Ac 9h 7d");
    equal(equal(equal(played).cards("6s 4s")).cards("8s 2c"));
    expect(played.due()).toEqual(["move seat-10 fold", "move seat-2 fold", "turn seat-10", "turn seat-2"]);
    played.turn("seat-2");
    say(played, "seat-10", "fold");
    expect(played.verdictTexts()).toEqual(["1 result seat-2 wins certified"]);
  });
  it("leaves a card that lay turned in the machine to the jefe de mesa, who may annul", () => {
    const played = say(at(game, 2, 10).noMoreBets(), "seat-2", "first")
      .observe(openExit)
      .cards("Ks");
    expect(played.table.durable.deal?.due?.duty.code).toBe("decision");
    played.key({ key: "void", round: 1, rule: "player-card-seen" }, "jefe-de-mesa");
    expect(played.verdictTexts().at(-1)).toBe("1 void player-card-seen");
  });
  it("has no rule for a jam: it goes the general way", () => {
    expect(start().observe(jam("dealing")).incidents()).toEqual(["1 machine-fault person-decides -"]);
  });
});

describe("cl/omaha-poker", () => {
  it("counts exactly two of the four own cards", () => {
    const played = say(at("omaha-poker", 1, 2).noMoreBets(), "seat-1", "first");
    equal(played.cards("Ah 9c Ad 8d Ac 2h As 3s")).cards("5c Kh 9h 8s");
    equal(equal(equal(played).cards("6c 4d")).cards("7c 2c"))
      .turn("seat-1")
      .turn("seat-2");
    expect(played.verdictTexts()).toEqual(["1 result seat-2 wins certified"]);
  });
});

describe("cl/stud-poker and cl/seven-stud-poker", () => {
  it("one hidden card and four open ones", () => {
    const played = say(at("stud-poker", 1, 2).noMoreBets(), "seat-1", "first").cards("Kh Kd 9s 9c");
    equal(equal(equal(equal(played).cards("7d 7h")).cards("4c 4s")).cards("2d 2h"));
    played.turn("seat-1").turn("seat-2");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 ties seat-2 ties certified"]);
  });
  it("seven cards, one set aside after each deal; a card that was seen is left to people", () => {
    const played = at("seven-stud-poker", 1, 2).noMoreBets().cards("9h Ah 2h As Kd 8d 5d");
    equal(equal(equal(equal(played).cards("8c 4h 6d")).cards("2d 3h 7d")).cards("Jh Qc 10d")).cards("6h 5s 4s");
    equal(played).turn("seat-1").turn("seat-2");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
    const seen = at("seven-stud-poker", 1, 2).noMoreBets().observe(openExit).cards("9h");
    expect(seen.givenUp()[0]).toMatch(/^1 undecided/);
    expect(seen.incidents()).toEqual(["1 hidden-card-seen person-decides -"]);
  });
});
