import { describe, expect, it } from "vitest";
import type { Move } from "../../src/people/keys.ts";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import { idealRules } from "../support/ideal-rules.ts";

/** Rounds of Asturias, Galicia and País Vasco as their own packs have them, card by card and word by word. */

const at = (rulebook: string, seats: readonly number[] = []): PlayedDeal => {
  const played = new PlayedDeal(idealRules(rulebook)).ready();
  return seats.length > 0 ? played.key({ key: "seats", seats }) : played;
};
const say = (played: PlayedDeal, who: string, move: Move): PlayedDeal =>
  played.key({ key: "move", round: 1, who, move });
const declare = (played: PlayedDeal, rule: string, hand?: string): PlayedDeal =>
  played.key({ key: "declare", round: 1, rule, ...(hand !== undefined && { hand }) });
const annul = (played: PlayedDeal, rule: string, hand?: string): PlayedDeal =>
  played.key({ key: "void", round: 1, rule, ...(hand !== undefined && { hand }) }, "jefe-de-mesa");
const openExit = { o: "face-up", where: "exit" } as const;

describe.each(["es-as/chemin-de-fer", "es-pv/chemin-de-fer"])("%s", (rulebook) => {
  const dealt = (four: string): PlayedDeal => at(rulebook).noMoreBets().cards(four);

  it("is certified by words and turned cards", () => {
    const played = say(dealt("2c Ks 3d 4h"), "punto", "card").cards("3s");
    say(played, "banca", "stand").turn("punto").turn("banca");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("goes on with a card drawn before the bets were closed", () => {
    const played = at(rulebook).cards("9c Ks Kd 4h").turn("punto").turn("banca");
    expect(played.incidents()).toEqual(["1 card-drawn-before-bets-closed stands -"]);
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("annuls the round for cards that stick together", () => {
    const played = at(rulebook)
      .noMoreBets()
      .cards("9c")
      .observe({ o: "cards-stuck", atLeast: 2 })
      .cards("Ks Kd");
    expect(played.verdictTexts()).toEqual(["1 void cards-stuck-together"]);
  });

  it("takes a side that threw its cards away unseen for the loser", () => {
    const played = say(dealt("2c Ks 3d 9h"), "punto", "stand");
    declare(played, "banker-card-in-basket-before-seen", "banca").turn("punto");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("has a punto whose first card was dropped lay down nine", () => {
    const played = declare(dealt("2c Ks 3d 8h"), "punto-initial-card-dropped-in-basket", "punto");
    played.turn("punto").turn("banca");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("gives the banker the card that was announced against the punto's no", () => {
    const played = declare(dealt("2c Ks 4d 3h").cards("5s"), "croupier-announces-carta-when-punto-said-no");
    say(played, "punto", "stand").turn("banca").turn("punto");
    expect(played.verdictTexts()).toEqual(["1 result banca wins certified"]);
  });

  it("leaves a second third card of the punto to the inspector", () => {
    const played = say(dealt("2c Ks 4d 3h"), "punto", "card").cards("5s 9h");
    played.key({ key: "declare", round: 1, rule: "two-third-cards-to-punto" }, "inspector");
    expect(played.givenUp().at(-1)).toMatch(/^1 undecided/);
  });
});

describe.each(["es-as/bacarra-a-dos-panos", "es-pv/bacarra-a-dos-panos"])("%s", (rulebook) => {
  it("judges each cloth alone, and annuls for one cloth", () => {
    const played = at(rulebook).noMoreBets().cards("2c 9c Ks 3d Kd 4h");
    annul(played, "cloth-cards-dropped-in-basket", "cloth-1");
    say(played, "banca", "stand").turn("cloth-2").turn("banca");
    expect(played.verdictTexts()).toEqual(["1 result cloth-2 wins certified"]);
  });
});

describe("Galicia", () => {
  it("shows the bank's first card in poker without discard, and compares", () => {
    const played = at("es-ga/poker-sin-descarte", [2]).noMoreBets().cards("8h As 8d Kd Kc 9c 4s 5h 2d 3s");
    say(played, "seat-2", "bet").turn("bank").turn("seat-2");
    expect(played.verdictTexts()).toEqual(["1 result seat-2 wins certified"]);
  });

  it("ends it with a bank that does not qualify", () => {
    const played = at("es-ga/poker-sin-descarte", [2]).noMoreBets().cards("8h As 8d Qd Kc 9c 4s 5h 2d 3s");
    say(played, "seat-2", "bet").turn("bank");
    expect(played.verdictTexts()).toEqual(["1 result seat-2 bank-not-qualified certified"]);
  });

  it("voids Trijoker for a common card from the jack up only", () => {
    const played = at("es-ga/poker-trijoker", [1])
      .noMoreBets()
      .cards("Jh")
      .observe(openExit)
      .cards("9s 4c 10s 2d");
    played.turn("board").turn("board").turn("seat-1");
    expect(played.incidents()).toEqual(["1 common-card-exposed-low stands -"]);
    expect(played.verdictTexts()).toEqual(["1 result seat-1 loses certified"]);
    const high = at("es-ga/poker-trijoker", [1]).noMoreBets().cards("Jh").observe(openExit).cards("Qs");
    expect(high.verdictTexts()).toEqual(["1 void common-card-exposed-high"]);
  });
});

describe("País Vasco", () => {
  it("plays punto y banca by the table that binds both, after as many burnt cards as the first is worth", () => {
    const played = at("es-pv/punto-y-banca").cards("3s 2c 2d 2h").noMoreBets();
    played.cards("Kc 2s 5d Ah").turn("punto").turn("banca").cards("9s 6c");
    expect(played.verdictTexts()).toEqual(["1 result banca wins certified"]);
  });

  it("annuls treinta y cuarenta for the red card", () => {
    const played = at("es-pv/treinta-y-cuarenta").cards("Ks Qd").observe({ o: "cut-card", where: "passed" });
    expect(played.verdictTexts()).toEqual(["1 void red-card-appears"]);
  });

  it("calls the tie at 31 of treinta y cuarenta", () => {
    const played = at("es-pv/treinta-y-cuarenta").cards("Ks 10c 9s 2h Kd Qd Jc As");
    expect(played.verdictTexts()).toEqual(["1 result round tie-at-31 certified"]);
  });

  it("gives the bank of black jack its second card last", () => {
    const played = at("es-pv/black-jack", [1]).cards("2c 3c 4c 5c 6c 10h Ks 9c");
    say(played, "seat-1", "stand").cards("8d");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });

  it("turns the table cards of the sintético one by one", () => {
    const played = at("es-pv/poker-sintetico", [1, 2, 3, 4])
      .noMoreBets()
      .cards("Ah 8c 8d Ks 9h 9c 9d Kd Kh 10h 8h 10s Jc");
    for (const seat of ["seat-2", "seat-3"]) say(played, seat, "fold");
    for (let table = 0; table < 4; table++) say(played, "round", "bets-equal").turn("board");
    say(played, "round", "bets-equal").turn("seat-1").turn("seat-4");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });

  it("burns a card of seven card stud that nobody was to have", () => {
    const played = at("es-pv/seven-card-stud", [1, 2, 3, 4])
      .noMoreBets()
      .cards("2c Ks 5d 6d 3d Kd 7d 8d 4h 9s Jd Qd")
      .cards("Ah");
    expect(played.incidents()).toEqual(["1 next-round-card-shown corrected burn-card"]);
    say(played, "round", "bets-equal").cards("5c 6c 7c 8c");
    for (const seat of ["seat-2", "seat-3", "seat-4"]) say(played, seat, "fold");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });

  it("plays pai gow from the seat that the dice gave", () => {
    const played = say(at("es-pv/pai-gow-poker", [1]).noMoreBets(), "seat-1", "first");
    played.cards("As Ad Kh Kc 9s 5d 2c Qs Qd Jh 9c 8s 4d 3c").turn("bank");
    played.key({ key: "move", round: 1, who: "bank", move: "set", cards: [2, 3] }).turn("seat-1");
    played.key({ key: "move", round: 1, who: "seat-1", move: "set", cards: [2, 3] });
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });
});
