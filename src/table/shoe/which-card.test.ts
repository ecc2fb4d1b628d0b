import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Move } from "../../people/keys.ts";
import type { Role } from "../../people/roles.ts";
import type { Rule } from "../../rules/pack.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** Which card a word is about, and in which moment it may be said: what follows is derived anew from all that came before. */

const STUCK = { o: "cards-stuck", atLeast: 2 } as const;
const FACE_UP = { o: "face-up", where: "exit" } as const;
const JEFE = "jefe-de-mesa";

const at = (game: string, houseRules: readonly string[] = []): PlayedDeal =>
  new PlayedDeal(idealRules(game, houseRules)).ready();
const seated = (game: string, seats: readonly number[], burn = ""): PlayedDeal => {
  const played = at(game).key({ key: "seats", seats });
  return burn === "" ? played : played.cards(burn);
};
const say = (played: PlayedDeal, who: string, move: Move): PlayedDeal =>
  played.key({ key: "move", round: played.table.durable.round, who, move });
const declare = (played: PlayedDeal, rule: string, role: Role = "croupier", card?: number): PlayedDeal =>
  played.key(
    {
      key: "declare",
      round: played.table.durable.round,
      rule,
      ...(card === undefined ? {} : { card }),
    },
    role,
  );
const putRight = (played: PlayedDeal, cards: readonly number[], to: string, role: Role = JEFE): PlayedDeal =>
  played.key({ key: "put-right", round: played.table.durable.round, cards, to }, role);
const takeBack = (played: PlayedDeal, role: Role = "croupier"): PlayedDeal =>
  played.key({ key: "take-back", round: played.table.durable.round }, role);
const stand = (played: PlayedDeal): PlayedDeal =>
  say(say(played, "punto", "stand"), "banca", "stand")
    .turn("punto")
    .turn("banca");

describe.each(["es-as", "es-cb", "es-pv"])("%s chemin de fer", (law) => {
  const game = `${law}/chemin-de-fer`;
  const own = (spanish: string, cantabrian: string): string => (law === "es-cb" ? cantabrian : spanish);
  const carta = own("croupier-announces-carta-when-punto-said-no", "croupier-says-carta-for-no");
  const second = own("croupier-announces-carta-second-card", "croupier-says-carta-second-card");
  const error = own("punto-announcement-error-card-discarded", "punto-other-announcement-error");

  it("stuck cards behind the result annul nothing: they are the next round's (as 393–395)", () => {
    const played = stand(at(game).noMoreBets().cards("2h 7d 4c 2s")).observe(STUCK).cards("4s 5s");
    expect(played.verdictTexts()).toEqual(["1 result banca wins certified"]);
    expect(played.collect().noMoreBets().due()).toEqual(["card punto down"]);
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 2 });
  });

  it.each([[[carta]], [[carta, second]], [[second, carta]]])(
    "the first card of a carta that was not said is the banker's, the second is discarded: %j (as 416–423)",
    (rules) => {
      const played = at(game).noMoreBets().cards("2h Kd 4c 5c 3s 8h");
      for (const rule of rules) declare(played, rule);
      say(played, "punto", "stand").turn("banca").turn("punto");
      expect(played.verdictTexts()).toEqual(["1 result banca wins certified"]);
      expect(played.table.durable.deal?.counts).toMatchObject({ table: 5, burnt: 1 });
    },
  );

  it("a fifth card declared behind a sixth waits for the punto's word (as 425–430)", () => {
    const played = at(game).noMoreBets().cards("2h Kd 4c 5c 3s 8h");
    declare(played, own("card-drawn-in-excess-fifth-card", "bank-draws-fifth-card"));
    expect(played.due()).toContain("move punto card stand");
    say(say(played, "punto", "card"), "banca", "card")
      .turn("banca")
      .turn("punto");
    // 2h 4c 3s against Kd 5c 8h.
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("every card that left before the bets were closed is discarded at one word (as 379–385)", () => {
    const played = declare(at(game).cards("2h 7d"), "early-card-discarded", "inspector");
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 0, burnt: 2 });
    expect(declare(played, "early-card-discarded", "inspector").refusal).toBe("changes-nothing");
    say(played.cards("Kh 4d Ks 5s"), "banca", "lay-down").turn("punto").turn("banca");
    expect(played.verdictTexts()).toEqual(["1 result banca wins certified"]);
  });

  it("one that is discarded once others are dealt leaves those where they lie, and its hand gets the next (as 379–385)", () => {
    const dealt = (): PlayedDeal => at(game).cards("3h").noMoreBets().cards("9c 5h 2d");
    const played = declare(dealt(), "early-card-discarded", "inspector");
    expect([played.refusal, played.due()]).toEqual([null, ["card punto down"]]);
    say(say(played.cards("Kd"), "punto", "stand"), "banca", "stand")
      .turn("punto")
      .turn("banca");
    // 5h Kd against 9c 2d.
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
    const back = declare(dealt(), "early-card-discarded", "inspector");
    back.key({ key: "take-back", round: 1 }, "jefe-de-mesa");
    say(say(back, "punto", "stand"), "banca", "stand")
      .turn("punto")
      .turn("banca");
    expect(back.verdictTexts()).toEqual(["1 result punto wins certified"]);
    expect(declare(dealt().cards("4h"), "early-card-discarded", "inspector").refusal).toBe("not-now");
  });

  it("a card behind a void is the first of the next round (as 372–385)", () => {
    const played = at(game).noMoreBets().cards("2h").observe(STUCK).cards("7d 4c").cards("4s");
    stand(played.collect().noMoreBets().cards("Qd 5c 3d"));
    expect(played.verdictTexts()).toEqual(["1 void cards-stuck-together", "2 result punto wins certified"]);
    expect(played.table.durable.deal?.hands[0]?.cards[0]?.face).toBe("4s");
  });

  it("an error in saying one's game takes the cards that followed it, and none of the first four (as 510–518)", () => {
    const early = declare(at(game).noMoreBets().cards("2h Kd 4c 3c"), error);
    expect(early.refusal).toBe("not-now");
    const played = declare(at(game).noMoreBets().cards("2h Kd 3c 3c 9h 5s"), error);
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 4, burnt: 2 });
    expect(played.due()).toContain("move punto card stand");
  });

  it("there is no second card while none has left for a third one", () => {
    expect(declare(at(game).noMoreBets().cards("2h Kd 4c"), second).refusal).toBe("not-now");
  });

  it("the hand is the one that the rule names", () => {
    const basket = own("banker-card-in-basket-before-seen", "bank-card-in-cesta-before-seen");
    const played = at(game).noMoreBets().cards("2h 7d 4c Kc");
    played.key({ key: "declare", round: 1, rule: basket, hand: "punto" });
    expect(played.refusal).toBe("no-such-hand");
    say(declare(played, basket), "punto", "stand").turn("punto");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("what was read contradicts a word", () => {
    const third = own("punto-third-card-dropped-in-basket", "bank-drops-punto-third-card-in-cesta");
    expect(declare(at(game).noMoreBets().cards("2h Kd 4c 7c"), third).refusal).toBe("contradicts-cards");
    const nine = own("punto-nine-forgets-against-banker-eight", "punto-nine-forgotten-against-eight");
    expect(declare(at(game).noMoreBets().cards("4h Kd 5c 9c"), nine).refusal).toBe("turn-first");
  });

  it("a banker with seven has no right to a card against a lost third one (as 449–452)", () => {
    const third = own("punto-third-card-dropped-in-basket", "bank-drops-punto-third-card-in-cesta");
    const played = say(at(game).noMoreBets().cards("2h Kd 3c 7c"), "punto", "card").cards("4s");
    declare(played, third).cards("2h").turn("punto").turn("banca");
    expect(played.verdictTexts().join()).not.toMatch(/certified/);
  });
});

describe("a card that is another hand's", () => {
  const dealt = (): PlayedDeal =>
    seated("cl/black-jack", [1, 2], "2c").noMoreBets().cards("Kh 5c 6h 8d 10c 10d");
  const shown = (played: PlayedDeal): PlayedDeal =>
    say(say(played, "seat-1", "stand"), "seat-2", "stand").cards("9h");

  it("is the next card of the pase by the law's own rule, and the result is certified (cl 1538)", () => {
    const played = declare(dealt(), "card-drawn-too-soon", JEFE);
    expect(played.refusal).toBe("say-which-card");
    shown(declare(played, "card-drawn-too-soon", JEFE, 6));
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 wins certified"]);
  });

  it.each(["bank", "next"])("is put there by the jefe de mesa (%s), and the result is reported", (to) => {
    const played = shown(putRight(dealt(), [6], to));
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 wins reported card-by-word"]);
    expect(played.records).toContainEqual(
      expect.objectContaining({
        kind: "deal",
        what: "moved",
        cards: [expect.objectContaining({ n: 6, was: "seat-1" })],
      }),
    );
  });

  it("is refused where the game has no place for it, by a croupier, and where nothing changes", () => {
    expect(putRight(dealt(), [6], "punto").refusal).toBe("no-such-hand");
    expect(putRight(dealt(), [7], "seat-2").refusal).toBe("no-such-card");
    expect(putRight(dealt(), [4], "seat-1").refusal).toBe("changes-nothing");
    expect(putRight(dealt(), [6], "bank", "croupier").refusal).toBe("not-your-key");
  });

  it("is not shown by being put right", () => {
    const played = seated("cl/caribbean-poker", [1, 2]).noMoreBets().cards("2c 3d 4c 5s 6c 7d 8c 9s 10c Jd");
    putRight(played, [1], "burnt");
    expect(JSON.stringify(played.records)).not.toMatch(/"2c"/);
  });

  it("a card that lay face up is burnt, whichever left behind it (cl 1533, 3440)", () => {
    const texas = seated("cl/texas-holdem-plus", [1]).noMoreBets().cards("2c Qd 2d Qh 6c 7c 8d 9s 2h Jc");
    declare(texas, "fourth-flop-card-exposed", "croupier", 9).cards("3c");
    say(texas, "seat-1", "bet").turn("board").turn("bank").turn("seat-1");
    expect(texas.verdictTexts()).toEqual(["1 result seat-1 loses reported card-by-word"]);
    const jack = seated("cl/black-jack", [1], "2c").noMoreBets().cards("Kh 6c");
    say(declare(jack, "card-exposed-in-shoe", "croupier", 1).cards("9h 7d"), "seat-1", "stand").cards("8c");
    expect(jack.table.durable.deal?.hands[0]?.cards.map(({ face }) => face)).toEqual(["6c", "7d"]);
  });

  it.each(["es-cb", "es-pv"])(
    "%s: one burnt too many is the first of the round, and only of a new shoe",
    (law) => {
      const played = seated(`${law}/black-jack`, [1, 2], "2c 3c 4c 5c 6c").noMoreBets().cards("5h Kc");
      declare(played, "burnt-one-too-many").cards("9d 7d 10s 8s");
      say(say(played, "seat-1", "stand"), "seat-2", "stand").cards("10h");
      expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 ties certified"]);
      played.collect().noMoreBets().cards("5h");
      expect(declare(played, "burnt-one-too-many").refusal).toBe("contradicts-cards");
    },
  );
});

describe("a card of which it is in dispute whether a hand asked for it (cl 1543)", () => {
  const disputed = (played: PlayedDeal, hand: string, card?: number): PlayedDeal =>
    played.key(
      {
        key: "declare",
        round: 1,
        rule: "disputed-card-request",
        hand,
        ...(card === undefined ? {} : { card }),
      },
      JEFE,
    );
  const dealt = (more = ""): PlayedDeal =>
    seated("cl/black-jack", [1, 2], "2c").noMoreBets().cards(`Kh 5c 6h 2d 10c${more}`);

  it("is none of the two that everybody is dealt", () => {
    for (const hand of ["seat-1", "seat-2", "bank"])
      expect(disputed(dealt(), hand).refusal).toBe(hand === "bank" ? "no-such-hand" : "not-now");
    expect(disputed(dealt(" 3d"), "seat-2").refusal).toBe("not-now");
  });

  it("is the newest of the hand that is named, whoever had one since", () => {
    expect(disputed(dealt(" 3d"), "seat-1", 4).refusal).toBe("not-now");
    const played = say(dealt(" 3d"), "seat-1", "stand").cards("4d");
    expect(disputed(played, "seat-2", 6).refusal).toBe("not-now");
    expect(disputed(played, "seat-1", 6).refusal).toBeNull();
    expect(played.table.durable.deal?.hands.map(({ cards }) => cards.map(({ face }) => face))).toEqual([
      ["Kh", "2d"],
      ["5c", "10c", "4d"],
      ["6h"],
    ]);
  });

  it("of one hand is no card of another", () => {
    const played = seated("es-pv/seven-card-stud", [1, 2, 3, 4]).noMoreBets().cards("Ah 2h 3h 4h");
    const exposed = (card: number): string | null =>
      played.key({ key: "declare", round: 1, rule: "card-exposed-after-bets", hand: "seat-1", card }).refusal;
    expect([exposed(2), exposed(1)]).toEqual(["not-now", null]);
  });
});

describe("a rule that may be said until the next card", () => {
  const exposed = (cards: string, card: number): string | null => {
    const rules = idealRules("cl/black-jack", [], (rule): readonly Rule[] => [
      rule.id === "card-exposed-in-shoe" ? { ...rule, window: { from: "cards", until: "next-card" } } : rule,
    ]);
    const played = new PlayedDeal(rules)
      .ready()
      .key({ key: "seats", seats: [1] })
      .cards("2c");
    return declare(played.noMoreBets().cards(cards), "card-exposed-in-shoe", "croupier", card).refusal;
  };

  it("is refused of a card behind which another has left", () => {
    expect([exposed("Kh 7h", 2), exposed("Kh 7h", 1)]).toEqual([null, "not-now"]);
  });
});

describe("a moment in which a rule says nothing", () => {
  it("rules on cards behind the pase are refused in it (cl 1534, 1542, 1885)", () => {
    const jack = seated("cl/black-jack", [1], "2c").noMoreBets().cards("Kh 7h Kc");
    expect(declare(jack, "extra-card-drawn-at-end").refusal).toBe("not-now");
    expect(declare(jack, "dealer-overdraw").refusal).toBe("not-now");
    const punto = at("cl/punto-y-banca").noMoreBets().cards("9h Kd");
    punto.key({ key: "void", round: 1, rule: "extra-card-drawn-at-end" }, JEFE);
    expect(punto.refusal).toBe("not-now");
  });

  it("the pase that cards too many would have begun is not played out of a new shoe (cl 1885)", () => {
    const played = at("cl/punto-y-banca").observe({ o: "cut-card", where: "passed" }).noMoreBets();
    played.cards("9h Kd Ks 6c 5c").collect().key({ key: "new-shoe" });
    expect([played.phase, played.table.durable.deal?.nextVoid]).toEqual(["betting", false]);
  });

  it("a round has one void", () => {
    const played = at("cl/punto-y-banca").noMoreBets().cards("9h Kd Ks 6c");
    for (const rule of ["card-lost-in-discard-slot", "first-card-of-next-pase-exposed"])
      played.key({ key: "void", round: 1, rule }, JEFE);
    expect(played.verdictTexts()).toEqual([
      "1 result punto wins certified",
      "1 void card-lost-in-discard-slot",
    ]);
  });

  it("so has the round after it", () => {
    const played = at("cl/punto-y-banca").noMoreBets().cards("9h Kd Ks 6c");
    const extra = { key: "void", round: 1, rule: "extra-card-drawn-at-end" } as const;
    expect(played.key(extra, JEFE).refusal).toBeNull();
    expect(played.key(extra, JEFE).refusal).toBe("changes-nothing");
  });

  it("what the machine sees behind a result annuls nothing", () => {
    const poker = seated("es-cb/poker-sin-descarte", [1, 2]).noMoreBets();
    poker.cards("Ah 2c 3d 9h 8h 2d 3c 4s 5s 6s 7s 8s 9s 10s Js");
    say(say(poker, "seat-1", "bet"), "seat-2", "bet")
      .turn("bank")
      .observe(FACE_UP)
      .cards("Kd");
    expect(poker.verdictTexts()).toHaveLength(1);
    const stud = seated("es-pv/seven-card-stud", [1, 2, 3, 4]).noMoreBets();
    stud.cards("Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh");
    for (const seat of [1, 2, 3]) say(stud, `seat-${seat}`, "fold");
    stud.observe({ o: "count", cards: 39, unknown: 0, expected: 52 });
    expect(stud.verdictTexts()).toEqual(["1 result seat-4 wins certified"]);
  });
});

describe("a word that is taken back", () => {
  it("leaves the hand as it was before it was said", () => {
    const played = seated("es-cb/black-jack", [1, 2], "2c 3c 4c 5c 6c").noMoreBets().cards("5h Kc 7d 4s 7h");
    expect(takeBack(say(played, "seat-1", "stand")).refusal).toBeNull();
    expect(say(played, "seat-1", "card").cards("2c").due()[0]).toBe("card seat-1");
    expect(played.records).toContainEqual(
      expect.objectContaining({
        kind: "key",
        takesBack: { key: "move", round: 1, who: "seat-1", move: "stand" },
      }),
    );
  });

  it("brings a hand back that was given up by mistake", () => {
    const played = seated("cl/caribbean-poker", [1, 2]).noMoreBets();
    played.cards("2c 3d 4c 5s 6c 7d 8c 9s 10c Jd Kd Kh Qs Qd Js");
    takeBack(say(played, "seat-1", "fold"), JEFE);
    expect(played.table.durable.deal?.hands[0]?.state).toBe("in");
    expect(say(played, "seat-1", "bet").refusal).toBeNull();
  });

  it("can not be once another card has left; the card is put right then", () => {
    const played = at("es-as/chemin-de-fer").noMoreBets().cards("2h Kd 3c 4c");
    say(played, "punto", "stand").cards("4s");
    expect(takeBack(played).refusal).toBe("too-late-to-take-back");
    putRight(played, [5], "punto");
    expect(played.due()[0]).toBe("card banca");
  });

  it("is taken back by who said it or by the jefe de mesa", () => {
    const played = seated("es-cb/black-jack", [1], "2c 3c 4c 5c 6c").noMoreBets().cards("5h 7d 4s");
    say(played, "seat-1", "stand");
    expect(played.key({ key: "take-back", round: 1 }, "croupier", "Eva").refusal).toBe("not-your-key");
    expect(takeBack(played, JEFE).refusal).toBeNull();
    expect(takeBack(at("cl/punto-y-banca").noMoreBets(), JEFE).refusal).toBeNull();
  });
});

describe("a card outside the deal", () => {
  it("is told and asked for where no rule says whose it is (cb, pv punto y banca)", () => {
    const played = at("es-cb/punto-y-banca").cards("As 2s").noMoreBets().cards("2h 7d 4c 2s");
    played.turn("punto").turn("banca").cards("9c");
    expect(played.collect().refusal).toBe("say-whose-card");
    expect(putRight(played, [5], "next-round", "croupier").refusal).toBeNull();
    played.collect().noMoreBets().cards("7d 9d 2s").turn("punto").turn("banca");
    expect(played.verdictTexts().at(-1)).toBe("2 result banca wins reported card-by-word");
  });
});

describe("two cards outside the deal", () => {
  it.each([[[5, 6]], [[6, 5]]])("begin the next round as they left, said in the order %j", (order) => {
    const played = at("es-cb/punto-y-banca").cards("As 2s").noMoreBets().cards("2h 7d 4c 2s");
    played.turn("punto").turn("banca").cards("9c 8c");
    for (const card of order) putRight(played, [card], "next-round", "croupier");
    played.collect().noMoreBets().cards("2d Kd").turn("punto").turn("banca");
    expect(played.table.durable.deal?.hands.map(({ cards }) => cards.map(({ face }) => face))).toEqual([
      ["9c", "2d"],
      ["8c", "Kd"],
    ]);
  });
});

describe("a first card before «no va más» is keyed", () => {
  it("is booked, and the words are asked for", () => {
    const played = at("cl/punto-y-banca").cards("9h").noMoreBets().cards("Kd Ks 6c");
    expect(played.verdictTexts()).toEqual(["1 result punto wins reported bets-called-by-word"]);
    const open = at("cl/punto-y-banca").cards("9h Kd Ks 6c");
    expect(open.verdictTexts()).toEqual([]);
    open.key({ key: "no-more-bets", said: false });
    expect(open.verdictTexts().join()).not.toMatch(/result/);
    const nobody = at("cl/punto-y-banca").cards("9h Kd Ks 6c").collect(JEFE);
    expect(nobody.verdictTexts()).toEqual(["1 undecided bets-call-open round-not-complete"]);
  });

  it("closes the bets where the house has adopted that it does", () => {
    const played = at("cl/punto-y-banca", ["first-card-closes-bets"]).cards("9h Kd Ks 6c");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("stays in play where the law says so, and the key closes the bets behind it (as 372–385)", () => {
    const played = at("es-as/chemin-de-fer").cards("2h").noMoreBets();
    expect([played.refusal, played.phase]).toEqual([null, "no-more-bets"]);
  });

  it("is burnt when it is one too many of the pase before (cl 1534)", () => {
    const played = seated("cl/black-jack", [1], "2c").noMoreBets().cards("Kh 7h 9c");
    say(played, "seat-1", "stand").cards("10c").collect().cards("4c");
    declare(played, "extra-card-drawn-at-end").noMoreBets().cards("Kh 7h 9c");
    expect(played.table.durable.deal?.hands[0]?.cards.map(({ face }) => face)).toEqual(["Kh", "9c"]);
    say(played, "seat-1", "stand").cards("10c");
    expect(played.verdictTexts().at(-1)).toBe("2 result seat-1 wins certified");
  });
});
