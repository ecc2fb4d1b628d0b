import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { applyRecord } from "../kernel/durable/durable.ts";
import { cardPack } from "../../rules/pack.ts";
import { EMPTY_DEAL } from "./durable-deal.ts";
import { lastSpeaker } from "./said-words.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";
import { cardsView } from "./view-cards.ts";
import type { CardKeyView } from "./view-types.ts";

/** Cards that leave while something is still to be said, and what people say of them meanwhile. */

const JEFE = "jefe-de-mesa";
const STUCK = { o: "cards-stuck", atLeast: 2 } as const;
const seated = (game: string, seats: readonly number[] = [1, 2]): PlayedDeal =>
  new PlayedDeal(idealRules(game)).ready().key({ key: "seats", seats });
const say = (played: PlayedDeal, who: string, move: "first" | "stand" | "bet" | "fold"): PlayedDeal =>
  played.key({ key: "move", round: 1, who, move });
const keysOf = (played: PlayedDeal): readonly CardKeyView[] =>
  cardsView(played.table.durable, cardPack(played.rules.pack)).keys;
const putRight = (played: PlayedDeal, cards: readonly number[], to: string): PlayedDeal =>
  played.key({ key: "put-right", round: 1, cards, to }, JEFE);
const takeBack = (played: PlayedDeal): PlayedDeal => played.key({ key: "take-back", round: 1 }, JEFE);
const speakerOf = ({ table: { durable } }: PlayedDeal): string | null =>
  durable.open ? lastSpeaker(durable.deal ?? EMPTY_DEAL) : null;
const handsOf = (played: PlayedDeal): unknown =>
  played.table.durable.deal?.hands.map(({ id, cards }) => [id, ...cards.map(({ n }) => n)]);

describe.each(["es-cb", "es-pv"])("%s pai gow: a card leaves before it is said who is dealt first", (law) => {
  it("one too many, or the first of the first hand: nobody knows, and nothing of it is certified", () => {
    const played = say(seated(`${law}/pai-gow-poker`).noMoreBets().cards("Ah"), "seat-2", "first");
    expect(played.table.deal?.round?.doubts).toEqual(["card-outside-deal"]);
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 0, burnt: 1 });
  });
});

describe("a card behind «recoger»", () => {
  it("that was one too many at punto y banca annuls the pase that begins with it (cl 1885)", () => {
    const played = new PlayedDeal(idealRules("cl/punto-y-banca")).ready().noMoreBets().cards("9h Kd Ks 6c");
    played.collect().cards("4c");
    expect(played.incidents()).toEqual(["2 bets-call-open person-decides -"]);
    played.key({ key: "void", round: 2, rule: "extra-card-drawn-at-end" }, JEFE);
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified", "2 void extra-card-drawn-at-end"]);
  });
});

describe("the three cards of a war that leave before it is keyed (cl 3617)", () => {
  it("wait, are the war's once somebody says that they are nobody's yet, and the result rests on his word", () => {
    const played = seated("cl/war", [1]).cards("2c").noMoreBets().cards("Kh Kd 2d 3d 4d");
    expect(played.incidents()).toEqual(["1 law-silent person-decides -"]);
    expect(putRight(played, [3, 4, 5], "next").refusal).toBeNull();
    expect(played.due()).toEqual(["move seat-1 war surrender tie-bet"]);
    played.key({ key: "move", round: 1, who: "seat-1", move: "war" });
    expect(played.due()).toEqual(["card seat-1"]);
    expect(played.cards("9h 3s 4s 5s 8h").verdictTexts()).toEqual([
      "1 result seat-1 wins reported card-by-word",
    ]);
  });
});

describe("what a person decides twice in one round", () => {
  it("is answered each time by whom the law names then, and his are the keys", () => {
    const played = seated("es-cb/black-jack").cards("2c 3c 4c 5c 6c").noMoreBets().cards("7c 8c 9c");
    played.key({ key: "declare", round: 1, rule: "other-case" }, JEFE);
    played.key({ key: "resolve", round: 1, outcome: "goes-on" }, JEFE);
    played.observe({ o: "jam", where: "exit", during: "dealing" });
    const roles = new Set(keysOf(played).flatMap(({ key, by = [] }) => (key.key === "resolve" ? by : [])));
    expect(roles.size).toBeGreaterThan(0);
    for (const role of ["jefe-de-mesa", "inspector"] as const) {
      const answered = { ...played.table };
      played.key({ key: "resolve", round: 1, outcome: "goes-on" }, role);
      expect([role, played.refusal === null]).toEqual([role, roles.has(role)]);
      played.table = answered;
    }
  });
});

it("the bank's change at draw poker is asked for as many cards as the law has it change", () => {
  const played = seated("cl/draw-poker").noMoreBets();
  const [own, bank] = ["2c 4d 6h 8s 10c", "2h 2s 7d 9c Kh"].map((hand) => hand.split(" "));
  const dealt = played.due()[0] === "card seat-1 down" ? 15 : 0;
  expect(dealt).toBe(15);
  const other = ["3c", "5d", "7h", "9s", "Jc"];
  for (let card = 0; card < 15; card++) {
    const [to = ""] = played.due();
    const from = to.includes("bank") ? bank : to.includes("seat-1") ? own : other;
    played.cards(from?.shift() ?? "Ad");
  }
  say(say(played, "seat-1", "bet"), "seat-2", "fold");
  say(played, "seat-1", "stand").turn("bank");
  const offered = keysOf(played).find(({ key }) => key.key === "move" && key.move === "exchange");
  const [duty] = played.table.durable.deal?.due?.moves ?? [];
  expect(duty?.choose?.least).toBeGreaterThan(1);
  expect(offered).toMatchObject({ atLeast: duty?.choose?.least, atMost: duty?.choose?.most });
});

describe("stuck cards", () => {
  it("of which one is put right are burnt but for that one (cl 3442)", () => {
    const played = say(seated("cl/texas-holdem-sin-limites", [1, 2, 3, 4]), "seat-1", "first").noMoreBets();
    putRight(played.cards("2c 3c").observe(STUCK).cards("4c 5c"), [3], "seat-3");
    expect(played.refusal).toBeNull();
    expect(handsOf(played)).toEqual([["seat-1", 1], ["seat-2", 2], ["seat-3", 3], ["seat-4"]]);
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 3, burnt: 1 });
  });

  it("that begin with the one to be burnt leave the pase to a person: no hand can choose among them (cl 3435)", () => {
    const played = seated("cl/texas-holdem-plus").noMoreBets().cards("2c 3c 4c 5c 6c 7c");
    expect(played.due()).toEqual(["card burnt down"]);
    played.observe(STUCK).cards("8c 9c");
    expect(played.givenUp()).toEqual(["1 undecided stuck-card-choice"]);
    // Where the cards behind them lie nobody knows: none is told as a common card that lies open.
    expect(JSON.stringify(played.cards("10h 2h").records)).not.toMatch(/"(?:10h|2h)"/);
  });

  it("are counted as each of them leaves: no word said before the first is offered to be taken back", () => {
    const played = seated("cl/caribbean-poker")
      .noMoreBets()
      .cards("2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac 2d 3d");
    say(played, "seat-1", "fold");
    expect(speakerOf(played)).toBe("Ana");
    played.observe(STUCK).cards("4d");
    expect(speakerOf(played)).toBeNull();
    expect(takeBack(played).refusal).toBe("too-late-to-take-back");
  });
});

describe("a card that waits for a decision", () => {
  const asked = (): PlayedDeal =>
    seated("cl/black-jack")
      .cards("2c")
      .noMoreBets()
      .cards("5c 6c 7h 5d 6d")
      .key({ key: "declare", round: 1, rule: "player-disagreement" }, JEFE)
      .cards("9h");

  it("is not signed as put right where it waits for that already", () => {
    expect(putRight(asked(), [6], "next").refusal).toBe("changes-nothing");
  });

  it("is dealt behind one that waited for a name before it", () => {
    const played = new PlayedDeal(idealRules("cl/punto-y-banca"))
      .ready()
      .noMoreBets()
      .cards("2d 6s Ah")
      .unread();
    played
      .cards("5c")
      .observe({ o: "jam", where: "exit", during: "dealing" }, { o: "jam-cleared" })
      .cards("4c");
    const name = { key: "card-is", round: 1, n: 4, face: "Ks" } as const;
    played.key(name).key(name, JEFE).key({ key: "resolve", round: 1, outcome: "goes-on" }, JEFE);
    expect(handsOf(played)).toEqual([
      ["punto", 1, 3, 5],
      ["banca", 2, 4],
    ]);
  });

  it("and is burnt by word waits no more, and nobody is asked whose it is", () => {
    const played = putRight(asked(), [6], "burnt");
    expect(played.refusal).toBeNull();
    expect(played.table.durable.deal?.aside).toMatchObject([{ n: 6, to: "burnt" }]);
    expect(keysOf(played).filter(({ key }) => key.key === "put-right")).toEqual([]);
  });
});

it("a card that is out already is the hand's that asks for one (cl 1538)", () => {
  const played = seated("cl/black-jack").cards("2c").noMoreBets().cards("5c 6c 7h 5d 6d 9h");
  played.key({ key: "declare", round: 1, rule: "card-drawn-too-soon", card: 6 }, JEFE);
  say(played, "seat-1", "stand").key({ key: "move", round: 1, who: "seat-2", move: "card" });
  expect(handsOf(played)).toContainEqual(["seat-2", 2, 5, 6]);
  // Seat 2 has 21, seat 1 has 10, the bank 17.
  expect(played.cards("10c").verdictTexts()).toEqual(["1 result seat-1 loses seat-2 wins certified"]);
});

it("a word is not taken back once another card has left that waits for the bets to be closed (cl 3617)", () => {
  const played = new PlayedDeal(idealRules("cl/war")).ready();
  played.cards("2h 3h 4h 5h 6h").key({ key: "move", round: 1, who: "burnt", move: "burn" });
  expect(played.refusal).toBeNull();
  expect([speakerOf(played), speakerOf(played.cards("7h"))]).toEqual(["Ana", null]);
  expect(takeBack(played).refusal).toBe("too-late-to-take-back");
});

it("the words that close the bets behind a card that left too soon can be taken back, and it waits again", () => {
  const played = seated("cl/challenge-21").cards("2c 3c").noMoreBets();
  expect([played.incidents().length, speakerOf(played)]).toEqual([2, "Ana"]);
  expect(takeBack(played).refusal).toBeNull();
  expect([played.phase, played.due()]).toEqual(["betting", ["move burnt burn"]]);
});

it("a card of the burn that leaves behind closed bets ends what was said before it (cb 2143)", () => {
  const played = new PlayedDeal(idealRules("es-cb/punto-y-banca")).ready().cards("As 2s").noMoreBets();
  const { durable } = played.table;
  const counts = durable.deal?.counts ?? EMPTY_DEAL.counts;
  const burnt = {
    kind: "shoe",
    round: 1,
    event: "burnt",
    counts: counts!,
    detail: { left: 0, first: true },
  } as const;
  const after = applyRecord(durable, burnt, "", played.rules.family.reducer);
  expect([durable, after].map(({ deal }) => lastSpeaker(deal ?? EMPTY_DEAL))).toEqual(["Ana", null]);
});

describe("the cards left over at pai gow, counted out while the hands are set (cb 4353–4355)", () => {
  const setting = (): PlayedDeal => {
    const played = say(seated("es-cb/pai-gow-poker"), "seat-1", "first").noMoreBets();
    played.cards("Ah 2h 3h 4h 5h 6h 7h 8c 9c 10c Jc Qc Kc Ac 2s 3s 4s 5s 6s 7s 8s");
    return played.turn("bank").key({ key: "move", round: 1, who: "bank", move: "set", cards: [0, 1] });
  };

  it("end what was said before them, and nothing is offered to be taken back", () => {
    const played = setting();
    expect([played.refusal, speakerOf(played)]).toEqual([null, "Ana"]);
    expect(speakerOf(played.cards("9s"))).toBeNull();
    expect(takeBack(played).refusal).toBe("too-late-to-take-back");
  });

  it("leave a card that is put right behind them to be taken back", () => {
    const played = putRight(setting().cards("9s"), [22], "next");
    expect(speakerOf(played)).toBe("Luis");
    expect(takeBack(played).refusal).toBeNull();
  });
});

it("a card that leaves while the shoe is loaded in the round ends what was said, as every card does", () => {
  const played = new PlayedDeal(idealRules("cl/punto-y-banca")).ready().noMoreBets();
  played.observe({ o: "stage", stage: "loading" });
  expect(speakerOf(played)).toBe("Ana");
  expect(speakerOf(played.cards("2c"))).toBeNull();
  expect(takeBack(played).refusal).toBe("too-late-to-take-back");
});

it("a card of a packet that is not out yet and is burnt by word is told so, whole as its hand is then", () => {
  const played = new PlayedDeal(idealRules("cl/caribbean-poker"), undefined, null, "packets").ready();
  played
    .key({ key: "seats", seats: [1, 2] })
    .noMoreBets()
    .cards("2c 3c");
  putRight(played, [2], "burnt");
  expect(played.refusal).toBeNull();
  expect(played.table.durable.deal?.aside).toMatchObject([{ n: 2, to: "burnt", face: null }]);
});

it("the cut card that passes within a packet tells nothing of it before it is out, and what was said stays", () => {
  const played = new PlayedDeal(idealRules("cl/caribbean-poker"), undefined, null, "packets").ready();
  played
    .key({ key: "seats", seats: [1, 2] })
    .noMoreBets()
    .cards("2c 3c")
    .observe({ o: "cut-card", where: "passed" });
  const told = played.records.flatMap((body) =>
    body.kind === "shoe" ? [[body.event, body.counts.inside]] : [],
  );
  expect(told.at(-1)).toEqual(["cut-card", 52]);
  expect(speakerOf(putRight(played, [2], "burnt"))).toBe("Luis");
});

it("nothing is signed where a card that is nobody's is at once the same hand's again, which asks for one", () => {
  const played = seated("cl/black-jack").cards("2c").noMoreBets().cards("5c 2c 7h 5d 2d");
  say(played, "seat-1", "stand").cards("3h 3d").key({ key: "move", round: 1, who: "seat-2", move: "card" });
  expect(putRight(played, [7], "next").refusal).toBe("changes-nothing");
});

describe.each(["es-cb", "es-pv"])(
  "%s punto y banca: a third card before the banca is keyed as turned",
  (law) => {
    const JUDGE = law === "es-cb" ? JEFE : "inspector";

    it("is the punto's also where that is said once the deal goes on and the hand is turned", () => {
      const played = new PlayedDeal(idealRules(`${law}/punto-y-banca`)).ready().cards("As 2s");
      played.noMoreBets().cards("10d Ks 4h 10h").turn("punto").cards("7s");
      played.key({ key: "resolve", round: 1, outcome: "goes-on" }, JUDGE).turn("banca");
      expect(played.due()).toEqual(["card punto"]);
      expect(putRight(played, [5], "next").refusal).toBeNull();
      expect(played.due()).toEqual(["card banca"]);
      expect(played.cards("5s").verdictTexts()).toEqual(["1 result banca wins reported card-by-word"]);
    });
  },
);

describe("cl/stud-poker: words that are keyed behind the cards of the next round of bets", () => {
  it("whoever folded among them, what each of the others has rests on when he did", () => {
    const played = say(seated("cl/stud-poker", [2, 4, 5, 7]), "seat-2", "first");
    const equal = (): PlayedDeal => played.key({ key: "move", round: 1, who: "round", move: "bets-equal" });
    played.cards("7h Js Jc Jh 8s Kh 5c 10d");
    equal();
    // The bets are equal, nobody keys it, and all four have their cards before seat 4 folds.
    played.cards("Jd Qh 2h 8h 2c 10s 3d 3s");
    say(played, "seat-4", "fold");
    equal();
    played.cards("Ac 9c");
    equal();
    equal();
    played.turn("seat-2").turn("seat-7");
    say(played, "seat-5", "fold");
    expect(played.verdictTexts()).toEqual(["1 result seat-7 wins reported card-by-word"]);
  });
});

describe("a card leaves before it is said who has the button", () => {
  it("where the law has it be the next of the deal, the result rests on who says so", () => {
    const played = seated("cl/stud-poker", [1, 2]).cards("2h 3d");
    say(played, "seat-2", "first").cards("4h 5d");
    expect(handsOf(played)).toEqual([
      ["seat-2", 1, 3],
      ["seat-1", 2, 4],
    ]);
    say(played, "seat-1", "fold");
    expect(played.verdictTexts()).toEqual(["1 result seat-2 wins reported card-by-word"]);
  });
});

describe("es-pv/seven-card-stud: cards that leave before it is keyed that the bets are equal (14.VI.10)", () => {
  const equal = (played: PlayedDeal, move: "bets-equal" | "were-equal"): PlayedDeal =>
    played.key({ key: "move", round: 1, who: "round", move });
  const third = (): PlayedDeal =>
    seated("es-pv/seven-card-stud", [1, 2, 3, 4]).noMoreBets().cards("2c 3c 4c 5c 2d 3d 4d 5d 6c 7c 8c 9c");

  it("are burnt, or are dealt where it had been said before them, and the result rests on that word", () => {
    const played = third().cards("6h 7h");
    expect(handsOf(played)).toContainEqual(["seat-1", 1, 5, 9]);
    expect(equal(played, "were-equal").refusal).toBeNull();
    expect(handsOf(played)).toContainEqual(["seat-2", 2, 6, 10, 14]);
    expect(played.due()).toEqual(["card seat-3"]);
    equal(played.cards("8h 9h"), "bets-equal");
    for (const seat of ["seat-2", "seat-3", "seat-4"]) say(played.cards("Kh"), seat, "fold");
    expect(played.incidents().map((one) => one.split(" ")[1])).toContain("next-round-card-shown");
  });

  it("stay burnt where nobody says so, and nobody says so where none has left", () => {
    const played = equal(third().cards("6h"), "bets-equal");
    expect(played.refusal).toBeNull();
    expect(played.due()).toEqual(["card seat-1"]);
    expect(equal(third(), "were-equal").refusal).toBe("no-such-move");
  });

  it("is taken back like every word", () => {
    const played = equal(third().cards("6h"), "were-equal");
    expect(takeBack(played).refusal).toBeNull();
    expect(played.due().join()).toContain("were-equal");
    expect(handsOf(played)).toContainEqual(["seat-1", 1, 5, 9]);
  });
});
