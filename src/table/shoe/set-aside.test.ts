import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Move } from "../../people/keys.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** Cards that are set aside, held back or given to another hand under the laws of Cantabria, round by round. */

const at = (game: string): PlayedDeal => new PlayedDeal(idealRules(`es-cb/${game}`)).ready();

/** The croupier keys what somebody said. */
const say = (played: PlayedDeal, who: string, move: Move): PlayedDeal =>
  played.key({ key: "move", round: 1, who, move });
const declare = (played: PlayedDeal, rule: string): PlayedDeal =>
  played.key({ key: "declare", round: 1, rule });
const openExit = { o: "face-up", where: "exit" } as const;

describe("chemin de fer in Cantabria", () => {
  const dealt = (four: string): PlayedDeal => at("chemin-de-fer").noMoreBets().cards(four);

  it("is certified by words and turned cards", () => {
    const played = dealt("3c Qs 4d 6h");
    say(say(played, "punto", "stand"), "banca", "stand")
      .turn("punto")
      .turn("banca");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("holds a fifth card that nobody asked for until the punto has spoken: the banker takes it", () => {
    const played = dealt("3c Qs 4d 6h").cards("2h");
    // Taken for a card that the punto asked for, until the croupier says that he did not.
    expect(played.due()).not.toContain("move punto card stand");
    declare(played, "bank-draws-fifth-card");
    expect(played.due()).toContain("move punto card stand");
    say(say(played, "punto", "stand"), "banca", "card")
      .turn("punto")
      .turn("banca");
    expect(played.verdictTexts()).toEqual(["1 result banca wins certified"]);
  });

  it("gives the held card to a punto who asks for one", () => {
    const played = declare(dealt("3c Qs 2d 6h").cards("4h"), "bank-draws-fifth-card");
    say(say(played, "punto", "card"), "banca", "stand")
      .turn("punto")
      .turn("banca");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("discards cards drawn for a carta that the punto never said", () => {
    const played = dealt("3c Qs 4d 6h").cards("3h 8h");
    declare(played, "croupier-says-carta-second-card");
    declare(played, "croupier-says-carta-for-no");
    say(played, "punto", "stand").turn("banca").turn("punto");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 4, burnt: 2 });
  });

  it("leaves a second card after the banker's third to the inspector", () => {
    const played = dealt("3c Qs 4d 2h");
    say(say(played, "punto", "stand").cards("3h 9h"), "banca", "asked");
    expect(played.givenUp()).toEqual(["1 undecided left-to-a-person"]);
    expect(played.incidents()).toEqual(["1 card-in-excess person-decides -"]);
  });

  it("goes on without a card that came out face up", () => {
    const played = at("chemin-de-fer").noMoreBets().cards("3c").observe(openExit).cards("9s Qs 4d 6h");
    say(say(played, "punto", "stand"), "banca", "stand")
      .turn("punto")
      .turn("banca");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
    expect(played.incidents()).toEqual(["1 card-exposed-in-shoe corrected burn-card"]);
  });

  it("lets a card stand that was drawn before the bets were closed", () => {
    const played = at("chemin-de-fer").cards("3c Qs 4d 6h");
    say(say(played, "punto", "stand"), "banca", "stand")
      .turn("punto")
      .turn("banca");
    expect(played.incidents()).toEqual(["1 card-drawn-before-bets-closed stands -"]);
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });
});

describe("a common card of Trijoker that lies face up", () => {
  const first = (face: string): PlayedDeal => {
    const played = at("poker-trijoker");
    played.key({ key: "seats", seats: [1] });
    return played.noMoreBets().cards("Jh").observe(openExit).cards(face);
  };

  it("stands below a jack", () => {
    const played = first("10d").cards("4c 10s 2d").turn("board").turn("seat-1");
    expect(played.incidents()).toEqual(["1 common-card-exposed-below-j stands -"]);
    expect(played.verdictTexts()).toEqual(["1 result seat-1 loses certified"]);
  });

  it.each(["Jd", "Qd", "Kd", "Ad"])("voids the hand when it is %s", (face) => {
    expect(first(face).verdictTexts()).toEqual(["1 void common-card-exposed-j-or-higher"]);
  });

  it("is left to a person when it could not be read", () => {
    const played = at("poker-trijoker")
      .key({ key: "seats", seats: [1] })
      .noMoreBets()
      .cards("Jh")
      .observe(openExit)
      .unread();
    expect(played.givenUp()).toEqual(["1 undecided left-to-a-person"]);
  });

  it("is another thing than a player's card", () => {
    const played = at("poker-trijoker")
      .key({ key: "seats", seats: [1] })
      .noMoreBets()
      .observe(openExit)
      .cards("2c");
    expect(played.verdictTexts()).toEqual(["1 void card-exposed-wrongly"]);
  });
});

describe("Hold'em against the bank", () => {
  const seated = (): PlayedDeal =>
    at("poker-texas-holdem-bonus")
      .key({ key: "seats", seats: [1] })
      .noMoreBets();

  it("discards one card that lies face up, and voids the hand for a second", () => {
    const played = seated().observe(openExit).cards("2c 3c");
    expect(played.incidents()).toEqual(["1 card-exposed-in-shoe-one corrected burn-card"]);
    played.observe(openExit).cards("4c");
    expect(played.verdictTexts()).toEqual(["1 void card-exposed-in-shoe-several"]);
  });

  it("uses a card that was drawn by mistake as the next one", () => {
    const played = seated().cards("Ah Kc Ad Kd 2c");
    expect(played.incidents()).toEqual(["1 card-drawn-by-mistake-unseen corrected hold-card"]);
    // The held one is burnt before the flop.
    say(played, "seat-1", "bet").cards("3c 5s 9h 4d Js 4c Qh").turn("bank").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });
});

describe("the cut card", () => {
  it("annuls a game of treinta y cuarenta", () => {
    const played = at("treinta-y-cuarenta")
      .noMoreBets()
      .cards("Ks Qd")
      .observe({ o: "cut-card", where: "passed" });
    expect(played.verdictTexts()).toEqual(["1 void cut-card-mid-hand"]);
  });

  it("makes the hand of black-jack the last one", () => {
    const played = at("black-jack")
      .key({ key: "seats", seats: [1, 2] })
      .cards("2c 3c 4c 5c 6c");
    played.cards("Kh 8h 9d").observe({ o: "cut-card", where: "passed" }).cards("Qs 8c");
    say(say(played, "seat-1", "stand"), "seat-2", "stand").cards("10c");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 loses certified"]);
    expect(played.collect().phase).toBe("waiting");
  });
});
