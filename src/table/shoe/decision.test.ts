import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { cardPack } from "../../rules/pack.ts";
import { cardsView } from "./view-cards.ts";
import type { Role } from "../../people/roles.ts";
import { viewOf } from "../kernel/view/view-of.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** What the law leaves to a person in mid-round holds the deal; the round goes on to its result once he has decided. */

const JEFE = "jefe-de-mesa";
const STUCK = { o: "cards-stuck", atLeast: 2 } as const;

const seated = (game: string, seats: readonly number[], burn = ""): PlayedDeal => {
  const played = new PlayedDeal(idealRules(game)).ready();
  if (seats.length > 0) played.key({ key: "seats", seats });
  return burn === "" ? played : played.cards(burn);
};
const resolve = (played: PlayedDeal, outcome: "goes-on" | "void", role: Role = JEFE): PlayedDeal =>
  played.key({ key: "resolve", round: 1, outcome }, role);
const stand = (played: PlayedDeal, who: string): PlayedDeal =>
  played.key({ key: "move", round: 1, who, move: "stand" });
const duty = (played: PlayedDeal): string | undefined => played.table.durable.deal?.due?.duty.code;

it("a disputed round waits for one decision: what turns up behind its result is seen, and decided with the dispute", () => {
  const played = seated("cl/punto-y-banca", []).noMoreBets().cards("9h Kd");
  played.key({ key: "dispute", round: 1, words: "se movió una carta" }, JEFE).cards("Ks 6c");
  // A card of this shoe that lies on the table already.
  played.cards("9h 9h 9h 9h 9h 9h 9h 9h 9h");
  const waits = played.table.durable.tasks.map(({ kind, about }) => `${kind} ${about}`);
  expect(waits.filter((one) => one.startsWith("decide"))).toEqual(["decide disputed"]);
  expect(waits).toContain("acknowledge faulty-material");
});

describe("a disagreement in the course of a pase (cl 1544)", () => {
  const disputed = (): PlayedDeal => {
    const played = seated("cl/black-jack", [1, 2], "2c").noMoreBets().cards("5c 6c 7h 5d 6d");
    return played.key({ key: "declare", round: 1, rule: "player-disagreement" }, JEFE);
  };

  it("knows which of the cards that left meanwhile stuck together", () => {
    const played = disputed().cards("2h").observe(STUCK).cards("3h 4h");
    expect(resolve(played, "goes-on").due()).toEqual(["move seat-1 burn"]);
    // Of 5c 5d 2h 3h 4h only the last two can be burnt.
    const choose = [{ who: "seat-1", moves: ["burn"], choose: { least: 1, most: 1, oneOf: [[3], [4]] } }];
    expect(played.table.durable.deal?.due?.moves).toEqual(choose);
    // The second one leaves behind the decision.
    const between = resolve(disputed().cards("2h").observe(STUCK).cards("3h"), "goes-on").cards("4h");
    expect(between.table.durable.deal?.due?.moves).toEqual(choose);
  });

  it("holds the deal: cards that leave are nobody's until the jefe de mesa has decided, and the pase goes on", () => {
    const played = disputed().cards("9h");
    expect([duty(played), played.verdictTexts()]).toEqual(["decision", []]);
    expect(stand(played, "seat-1").refusal).toBe("no-such-hand");
    expect(resolve(played, "goes-on", "croupier").refusal).toBe("not-your-key");
    resolve(played, "goes-on");
    stand(played, "seat-1").key({ key: "move", round: 1, who: "seat-1", move: "asked" });
    stand(played, "seat-2").cards("10c");
    // Seat 1 has 19, seat 2 12, the bank 17.
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 loses reported left-to-a-person"]);
    // What was decided is not open about the result; who doubts that says so anew.
    const open = (): readonly string[] =>
      played.table.durable.tasks.filter(({ kind }) => kind === "decide").map(({ about }) => about);
    expect(open()).toEqual([]);
    expect(resolve(played, "void").refusal).not.toBeNull();
    played.key({ key: "declare", round: 1, rule: "player-disagreement" }, JEFE);
    expect([played.refusal, open()]).toEqual([null, ["player-disagreement"]]);
    expect(resolve(played, "goes-on").refusal).toBe("not-now");
    expect(resolve(played, "void").verdictTexts().at(-1)).toBe("1 void player-disagreement");
  });

  it("waits for its answer: that it was seen takes nobody's decision away", () => {
    const played = disputed();
    const [task] = played.table.durable.tasks;
    played.key({ key: "acknowledge", what: task?.id ?? "" }, JEFE);
    expect([played.refusal, played.table.durable.tasks]).toEqual(["not-now", [task]]);
    const { pack } = played.rules;
    const view = viewOf(played.table.durable, 1, null, {
      ...{
        pack,
        rulebook: "cl/black-jack",
        houseRules: [],
        table: "T",
        log: "t",
        languages: ["es"],
        test: false,
      },
    });
    expect(view.tasks.map(({ id, awaitsAnswer }) => [id, awaitsAnswer])).toEqual([[task?.id, true]]);
  });

  it("is asked of its own round alone: a word on the round before it is none of its words", () => {
    const played = seated("cl/punto-y-banca", []).noMoreBets().cards("9h Kd Ks 6c").collect().noMoreBets();
    played.cards("2h 3d").key({ key: "void", round: 1, rule: "card-lost-in-discard-slot" }, JEFE);
    expect(played.refusal).toBeNull();
    expect(played.key({ key: "take-back", round: 2 }, JEFE).refusal).toBe("too-late-to-take-back");
    played.cards("4s 5c 3h 6s");
    expect(played.verdictTexts().filter((text) => text.startsWith("1 void"))).toHaveLength(1);
  });

  it("the card that left meanwhile is whose he says", () => {
    const played = disputed().cards("9h");
    played.key({ key: "put-right", round: 1, cards: [6], to: "burnt" }, JEFE);
    expect(resolve(played, "goes-on").due()[0]).toBe("card seat-1");
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 5, burnt: 2 });
  });

  it("annuls the pase, or one hand of it", () => {
    expect(resolve(disputed(), "void").verdictTexts()).toEqual(["1 void player-disagreement"]);
    const played = disputed();
    played.key({ key: "resolve", round: 1, outcome: "void", hand: "seat-1" }, JEFE);
    expect(played.due()[0]).toBe("card seat-2");
    expect(played.table.durable.deal?.hands.find(({ id }) => id === "seat-1")?.state).toBe("out");
  });

  it("is answered by whom the law names: it goes on, one hand is void, or the pase, or the card is somebody's", () => {
    const keys = (played: PlayedDeal): readonly unknown[] =>
      cardsView(played.table.durable, cardPack(played.rules.pack))
        .keys.filter(({ by }) => by !== undefined)
        .map(({ key, asks, by }) => [key.key, "outcome" in key ? key.outcome : null, asks, by?.join(" ")]);
    expect(keys(disputed())).toEqual([
      ["resolve", "goes-on", null, JEFE],
      ["resolve", "void", "hand", JEFE],
      ["resolve", "void", null, JEFE],
    ]);
    expect(keys(disputed().cards("9h")).at(-1)).toEqual(["put-right", null, "places", `${JEFE} inspector`]);
    // Who is offered an answer may give it; the bank has no hand that is annulled by itself.
    expect(resolve(disputed(), "void", "inspector").refusal).toBe("not-your-key");
    const bank = disputed().key({ key: "resolve", round: 1, outcome: "void", hand: "bank" }, JEFE);
    expect(bank.refusal).toBe("no-such-hand");
  });

  it("is told on the screens where the law is silent, and the inspector may answer too", () => {
    const played = new PlayedDeal(idealRules("es-cb/pai-gow-poker")).ready();
    played.key({ key: "seats", seats: [1, 2] }).key({ key: "move", round: 1, who: "seat-1", move: "first" });
    played.noMoreBets().cards("Ah 2h").observe(STUCK).cards("3h 4h");
    expect(duty(played)).toBe("decision");
    expect(played.incidents()).toEqual(["1 law-silent person-decides -"]);
    expect(resolve(played, "goes-on", "inspector").refusal).toBeNull();
  });

  it("is taken back when it was keyed by mistake, and with it what was to be decided", () => {
    const played = disputed().key({ key: "take-back", round: 1 }, JEFE);
    expect([duty(played), played.table.durable.tasks]).toEqual(["choice", []]);
    expect(played.table.durable.deal?.incidents).toEqual([]);
  });

  it("leaves the pase undecided when nobody decides and its cards are collected", () => {
    expect(disputed().givenUp()).toEqual(["1 undecided left-to-a-person"]);
  });
});

describe("what decides in the law's own words", () => {
  it("a hand with another number of cards is annulled, and the deal goes on with the next (cl 3436)", () => {
    const played = new PlayedDeal(idealRules("cl/caribbean-poker"), undefined, null, "packets").ready();
    played.key({ key: "seats", seats: [1, 2] }).noMoreBets();
    played.cards("2c 3c 4c 5c").observe({ o: "packet", cards: 4 });
    expect(duty(played)).toBe("decision");
    played.key({ key: "void", round: 1, rule: "wrong-card-count-not-reordered", hand: "seat-1" }, JEFE);
    expect(played.due()).toEqual(["card seat-2 down"]);
  });

  it("a card that no hand is to have waits for the decision while players think (cb sin descarte)", () => {
    const played = seated("es-cb/poker-sin-descarte", [1, 2]).noMoreBets();
    played.cards("Ah 2c 3d 9h 8h 2d 3c 4s 5s 6s 7s 8s 9s 10s Js Kd");
    expect([duty(played), played.verdictTexts()]).toEqual(["decision", []]);
    expect(resolve(played, "goes-on").due()).toContain("move seat-1 bet fold exchange");
  });

  it("what breaks the shoe ends the round as before", () => {
    const played = seated("es-as/chemin-de-fer", []).noMoreBets().cards("2h");
    played.observe({ o: "lid", open: true });
    expect(played.verdictTexts()).toEqual(["1 undecided left-to-a-person"]);
  });
});

describe.each(["es-cb", "es-pv"])("%s pai gow: the cards left over (cb 4353–4355, pv 3264)", (law) => {
  it("are counted out while the hands are set, and the round goes on", () => {
    const played = seated(`${law}/pai-gow-poker`, [1, 2]);
    played.key({ key: "move", round: 1, who: "seat-1", move: "first" }).noMoreBets();
    played.cards("Ah 2h 3h 4h 5h 6h 7h 8c 9c 10c Jc Qc Kc Ac 2s 3s 4s 5s 6s 7s 8s");
    const due = played.due();
    expect(played.cards("9s 10s").due()).toEqual(due);
    expect(played.incidents()).toEqual([
      "1 cards-left-over corrected burn-card",
      "1 cards-left-over corrected burn-card",
    ]);
    expect(played.verdictTexts()).toEqual([]);
  });
});

describe("a card that lies face up at the machine (pv seven card stud, 3246, 3270)", () => {
  const openExit = { o: "face-up", where: "exit" } as const;
  const begun = (cards: string): PlayedDeal =>
    seated("es-pv/seven-card-stud", [1, 2, 3, 4]).noMoreBets().cards(cards);
  const betsEqual = (played: PlayedDeal): PlayedDeal =>
    played.key({ key: "move", round: 1, who: "round", move: "bets-equal" });

  it("before anybody was asked a word annuls the hand; a card that is dealt open is no incident", () => {
    expect(begun("Ah").observe(openExit).cards("2h").verdictTexts()).toEqual([
      "1 void card-exposed-before-bets",
    ]);
    const third = begun("Ah 2h 3h 4h 5h 6h 7h 8h").observe(openExit).cards("9h");
    expect([third.incidents(), third.verdictTexts()]).toEqual([[], []]);
  });

  it("as the last one, which should lie face down, stays where it is: nobody bets any more, and the hands are compared", () => {
    const played = betsEqual(begun("Ah 2h 3h 4h As 5s 6s 7s Kd 9c Jd 8c"));
    for (const street of ["Kc 9d 3c 2d", "Ks 4d Js 8d", "Qc 5c 6d 7d"]) betsEqual(played.cards(street));
    played.observe(openExit).cards("2c");
    expect(played.incidents()).toEqual(["1 last-down-card-shown corrected use-card"]);
    betsEqual(played.cards("4c 10c 10d"));
    for (const hand of ["seat-1", "seat-2", "seat-3", "seat-4"]) played.key({ key: "turn", round: 1, hand });
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });
});

describe("stuck cards", () => {
  it("of which the first is due and the second is one too many are put into their order (cl 1886)", () => {
    const played = seated("cl/punto-y-banca", []).noMoreBets().cards("9h Kd Ks").observe(STUCK).cards("6c 5c");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
    expect(played.table.durable.deal?.nextVoid).toBe(true);
  });

  it("that only the croupier saw: he says which is burnt, and the pase goes on (cl 1535)", () => {
    const played = seated("cl/black-jack", [1], "2c").noMoreBets().cards("5c 7h");
    played.key({ key: "declare", round: 1, rule: "cards-stuck-together", card: 2 });
    stand(played.cards("9h 6c"), "seat-1").cards("10c");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 loses certified"]);
  });
});

describe("stuck cards that are all burnt, which only the croupier saw", () => {
  const stuck = (played: PlayedDeal, card?: number): string | null => {
    const named = card === undefined ? {} : { card };
    return played.key({ key: "declare", round: 1, rule: "cards-stuck-together", ...named }).refusal;
  };

  it("treinta y cuarenta: he names each, and the row goes on without them (cl 3798)", () => {
    const played = seated("cl/treinta-y-cuarenta", [], "2c 3c 4c 5c 6c").noMoreBets().cards("Kd 5d 7h");
    expect([stuck(played), stuck(played, 3), stuck(played, 2)]).toEqual(["say-which-card", null, null]);
    expect([stuck(played, 2), stuck(played, 4)]).toEqual(["not-now", "not-now"]);
    const effect = "1 cards-stuck-together corrected burn-stuck";
    expect(played.incidents()).toEqual([effect, effect]);
    played.cards("9c Qd 4s Kc 9d 8d Jh");
    expect(played.table.durable.deal?.hands.map(({ cards }) => cards.map(({ face }) => face))).toEqual([
      ["Kd", "9c", "Qd", "4s"],
      ["Kc", "9d", "8d", "Jh"],
    ]);
    expect(played.verdictTexts().join()).toMatch(/^1 result .* reported card-by-word$/);
  });

  it("treinta y cuarenta: of one that was named alone nothing is certified, for two cards stick at least", () => {
    const played = seated("cl/treinta-y-cuarenta", [], "2c 3c 4c 5c 6c").noMoreBets().cards("Kd 5d");
    expect(stuck(played, 2)).toBeNull();
    played.cards("9c Qd 4s Kc 9d 8d Jh");
    expect(played.verdictTexts().join()).toMatch(/^1 result .* reported card-by-word$/);
  });

  it("stud poker: a hidden card is burnt unseen, and its hand is dealt anew (cl 3442)", () => {
    const played = seated("cl/stud-poker", [1, 2]).key({ key: "move", round: 1, who: "seat-1", move: "first" });
    const dealt = played.noMoreBets().cards("5d 7h");
    expect(stuck(dealt, 2)).toBeNull();
    expect(dealt.due()).toEqual(["card seat-2 down"]);
    expect(dealt.table.durable.deal?.counts).toMatchObject({ table: 1, burnt: 1 });
    expect(JSON.stringify(dealt.records)).not.toMatch(/"7h"/);
  });

  it("are named by nobody where the device told that they stuck", () => {
    const played = seated("cl/treinta-y-cuarenta", [], "2c 3c 4c 5c 6c").noMoreBets().cards("Kd");
    expect(stuck(played.observe(STUCK).cards("5d"), 2)).toBe("not-now");
    expect(played.cards("7h").table.durable.deal?.counts).toMatchObject({ table: 1, burnt: 7 });
  });
});

describe("a jam in the deal of Cantabria (ll. 670–679)", () => {
  const jammed = (): PlayedDeal => {
    const played = new PlayedDeal(idealRules("es-cb/punto-y-banca")).ready().cards("As 2s").noMoreBets();
    return played.cards("2h").observe({ o: "jam", during: "dealing", where: "exit" });
  };
  const says = (played: PlayedDeal, rule: string): PlayedDeal =>
    played.key({ key: "declare", round: 1, rule }, "inspector");

  it("has no cause before the inspector says so", () => {
    expect(jammed().incidents()).toEqual(["1 shoe-jam person-decides -"]);
  });

  it("by a card that lay badly: it is laid right, and the hand goes on", () => {
    const played = says(jammed(), "shoe-jam-misplaced-card").cards("7d 4c 2s").turn("punto").turn("banca");
    expect(played.verdictTexts().join()).toMatch(/^1 result banca wins/);
  });

  it("by anything else: the sabot is replaced, and nothing of the hand in course is certified", () => {
    const played = says(jammed(), "shoe-jam-other");
    expect(played.verdictTexts()).toEqual(["1 undecided machine-removed"]);
    played.cards("7d 4c 2s").turn("punto").turn("banca");
    expect(played.verdictTexts()).toHaveLength(1);
  });
});

describe("five cards burnt where one was due (cl 3617)", () => {
  it("wait for the croupier's word", () => {
    expect(seated("cl/war", [], "2h 3h 4h 5h 6h").due()).toEqual(["move burnt burn"]);
  });
});

describe("insurance of Chile's black-jack (cl 952)", () => {
  it("is offered until the bank takes its second card", () => {
    const played = seated("cl/black-jack", [1, 2], "2c").noMoreBets().cards("5c 6c Ah 6d 5d 2s");
    expect(played.due().join()).toMatch(/seat-2 insurance/);
  });
});
