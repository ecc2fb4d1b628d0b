import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import type { Move } from "../../people/keys.ts";
import type { Rule } from "../../rules/pack.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** How a round of Chile or Cantabria goes on after something unusual: to whom every card goes then. */

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
const STUCK = { o: "cards-stuck", atLeast: 2 } as const;

describe("stuck cards of which the player chooses one to burn (Chile, ll. 1535, 3435)", () => {
  it("black-jack: the pase goes on with the other", () => {
    const played = seated("cl/black-jack", [1, 2], "2c").noMoreBets().cards("5c 6c 7h 5d 6d");
    say(played, "seat-1", "card").observe(STUCK).cards("2s 9s");
    expect(played.due()).toEqual(["move seat-1 burn"]);
    say(played, "seat-1", "burn", [0]);
    expect(played.refusal).toBe("no-such-card");
    // The 2s is burnt, the 9s is his: 19.
    say(played, "seat-1", "burn", [2]);
    say(say(played, "seat-1", "stand"), "seat-2", "stand").cards("10c");
    expect(played.incidents()).toEqual(["1 cards-stuck-together corrected choose-stuck"]);
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 loses certified"]);
    expect(played.table.durable.deal?.counts).toMatchObject({ burnt: 2 });
  });

  it("black-jack: of three the others follow", () => {
    const played = seated("cl/black-jack", [1, 2], "2c").noMoreBets().cards("5c");
    played.observe({ o: "cards-stuck", atLeast: 3 }).cards("Kh 7h 5d");
    say(played, "seat-2", "burn", [0]);
    // 7h is seat 2's, 5d the bank's.
    expect(played.due()).toEqual(["card seat-1"]);
    played.cards("6d Ks");
    say(say(played, "seat-1", "stand"), "seat-2", "stand").cards("10c 9c");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 wins certified"]);
  });

  it("Caribbean: a hidden card, which nobody sees while it is chosen", () => {
    const played = seated("cl/caribbean-poker", [1], "").noMoreBets();
    played.observe(STUCK).cards("Ah Kh");
    expect(played.due()).toEqual(["move seat-1 burn"]);
    say(played, "seat-1", "burn", [1]);
    expect(played.due()).toEqual(["card bank down"]);
    expect(JSON.stringify(played.records)).not.toMatch(/"(Ah|Kh)"/);
  });
});

describe("stuck cards that are all burnt (Chile, ll. 3442, 3798)", () => {
  it("Stud Poker: both, and both hands are dealt anew", () => {
    const played = say(seated("cl/stud-poker", [1, 2], ""), "seat-1", "first").noMoreBets();
    const [first = ""] = played.due();
    played.observe(STUCK).cards("Ah Kh");
    expect(played.due()).toEqual([first]);
    expect(played.table.durable.deal?.counts).toMatchObject({ table: 0, burnt: 2 });
  });

  it("treinta y cuarenta: the row goes on with the next card", () => {
    const played = new PlayedDeal(idealRules("cl/treinta-y-cuarenta")).ready().cards("2c 3c 4c 5c 6c");
    played.noMoreBets().cards("Kh 9c").observe(STUCK).cards("4h 5h");
    expect(played.due()).toEqual(["card row-black"]);
    // Black 31 without the two, red 33.
    played.cards("8h 4d Kd Ks Kc 3h");
    expect(played.incidents()).toEqual(["1 cards-stuck-together corrected burn-stuck"]);
    expect(played.verdictTexts()).toEqual(["1 result row-black wins round inverso certified"]);
    expect(played.table.durable.deal?.counts).toMatchObject({ burnt: 7 });
  });
});

describe("cards that lie face up in the shoe, counted by the law", () => {
  const EXIT = { o: "face-up", where: "exit" } as const;

  it("go on being counted where the law goes on with the round: here the third of them annuls it", () => {
    // Cantabria annuls it at the second (ll. 5267–5272); this made-up law has that one burnt as well, and noted.
    const rules = idealRules("es-cb/poker-texas-holdem-contrapartida", [], (rule): readonly Rule[] => {
      if (rule.id === "card-exposed-in-shoe-several")
        return [{ ...rule, when: { fact: "face-up-cards", atLeast: 3 } }];
      if (rule.id !== "card-exposed-in-shoe-one") return [rule];
      const second = { id: "second-exposed", when: { fact: "face-up-cards", atLeast: 2 } } as const;
      return [
        { ...rule, when: { fact: "card-face-up", is: "in-deal" } },
        { ...rule, ...second, verdict: "deviation", effect: "none" },
      ];
    });
    const played = new PlayedDeal(rules)
      .ready()
      .key({ key: "seats", seats: [1, 2] })
      .noMoreBets();
    played.cards("Ah").observe(EXIT).cards("2h").observe(EXIT).cards("3h");
    expect(played.incidents()).toEqual([
      "1 card-exposed-in-shoe-one corrected burn-card",
      "1 second-exposed deviation none",
      "1 card-exposed-in-shoe-one corrected burn-card",
    ]);
    expect(played.verdictTexts()).toEqual([]);
    played.observe(EXIT).cards("4h");
    expect(played.verdictTexts()).toEqual(["1 void card-exposed-in-shoe-several"]);
  });
});

describe("a hand that an incident closed (Chile, l. 1543)", () => {
  it("gets no further card: the next one is the next hand's", () => {
    const played = seated("cl/black-jack", [1, 2], "2c").noMoreBets().cards("5c 6c 7h 5d 6d 2s");
    played.key({ key: "declare", round: 1, rule: "disputed-card-request", hand: "seat-1" }, "jefe-de-mesa");
    expect(played.due()[0]).toBe("card seat-2");
    expect(played.due().join(" ")).not.toMatch(/seat-1/);
    say(played, "seat-2", "card").cards("9s 10c");
    // Seat 1 has 10, seat 2 21, the bank 17.
    expect(played.verdictTexts()).toEqual(["1 result seat-1 loses seat-2 wins certified"]);
  });
});

describe("a black-jack that takes even money (Chile, l. 926; Cantabria, ll. 876–878)", () => {
  it("cl/black-jack: has won, and a bank without another player draws no card", () => {
    const played = seated("cl/black-jack", [1], "2c").noMoreBets().cards("Kh As Ah");
    expect(played.due()).toEqual(["card bank", "move seat-1 even-money insurance"]);
    say(played, "seat-1", "even-money");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });

  it("es-cb/black-jack: has won, and a bank whose other player is over 21 draws no card", () => {
    const played = seated("es-cb/black-jack", [1, 2], "2c 3c 4c 5c 6c").noMoreBets().cards("Kh Kc As Ah 6d");
    say(played, "seat-2", "card").cards("9s");
    say(played, "seat-1", "even-money");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins seat-2 loses certified"]);
  });

  it("who says nothing waits for the bank's hand", () => {
    const played = seated("cl/black-jack", [1], "2c").noMoreBets().cards("Kh As Ah Kd");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 ties certified"]);
  });
});

describe("a tie at war on which the player had bet (Chile, l. 3555)", () => {
  it("is paid, and leaves him no choice to make", () => {
    const played = seated("cl/war", [1, 2], "2c").noMoreBets().cards("Kh 9c Kd");
    expect(played.due()).toEqual(["move seat-1 war surrender tie-bet"]);
    say(played, "seat-1", "tie-bet");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 ties seat-2 loses certified"]);
  });
});

describe("a waiting pase of treinta y cuarenta (Chile, ll. 3714, 3747–3761)", () => {
  const table = (): PlayedDeal =>
    new PlayedDeal(idealRules("cl/treinta-y-cuarenta")).ready().cards("2c 3c 4c 5c 6c");

  it("goes on from the new shuffle behind five burnt cards, with the cards of the table out of it", () => {
    const played = table().noMoreBets().cards("Kh 9c").observe({ o: "cut-card", where: "passed" });
    expect(played.due()).toEqual([]);
    expect(played.table.durable.deal?.due?.duty.code).toBe("shuffle");
    played.key({ key: "new-shoe" });
    const loaded = played.table.durable.deal?.counts?.loaded ?? 0;
    expect(played.table.durable.deal?.counts).toMatchObject({ inside: loaded - 2, table: 2, burnt: 0 });
    played.cards("2d 3d 4d 5d 6d");
    expect(played.due()).toEqual(["card row-black"]);
    // Black 10 9 + 10 3 = 32; red 10 10 10 5 = 35.
    played.cards("Kc 3s Kd 10h 10d 5s");
    expect(played.verdictTexts()).toEqual(["1 result row-black wins round inverso certified"]);
  });

  it("takes the machine's own loading for the new shuffle", () => {
    const played = table().noMoreBets().cards("Kh 9c").observe({ o: "cut-card", where: "passed" });
    played.observe({ o: "stage", stage: "loading" }, { o: "stage", stage: "ready" });
    expect(played.table.deal).toMatchObject({ burning: { toGo: 5 }, round: { waits: true } });
  });

  it("is left to a person when a card leaves before the shuffle", () => {
    const played = table().noMoreBets().cards("Kh").observe({ o: "cut-card", where: "passed" }).cards("9c");
    expect(played.givenUp().join()).toMatch(/undecided/);
  });
});

describe("a hand that is lost among players who play against each other (Chile, l. 3450)", () => {
  const loses = (played: PlayedDeal, hand: string): PlayedDeal =>
    played.key(
      { key: "void", round: played.table.durable.round, rule: "player-exposes-cards-again", hand },
      "jefe-de-mesa",
    );

  it("leaves the pot to the one who is left, who shows nothing, and no card is due", () => {
    const played = say(seated("cl/stud-poker", [1, 2], ""), "seat-1", "first")
      .noMoreBets()
      .cards("Kh 5c");
    loses(played, "seat-2");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
    expect(played.due()).toEqual([]);
    expect(played.records.find((body) => body.kind === "result")).toMatchObject({
      result: {
        cards: [
          { hand: "seat-1", faces: [null] },
          { hand: "seat-2", faces: [null] },
        ],
      },
    });
  });

  it("is passed over by the deal while two are left", () => {
    const played = say(seated("cl/stud-poker", [1, 2, 3], ""), "seat-1", "first")
      .noMoreBets()
      .cards("Kh 5c 7d");
    loses(played, "seat-2").cards("9d");
    expect(played.verdictTexts()).toEqual([]);
    expect(played.due()).toEqual(["card seat-3"]);
  });
});

describe("a shoe that ends without its cut card (Chile, ll. 1537, 3621, 3800)", () => {
  it.each([
    ["cl/black-jack", "cut-card-omitted"],
    ["cl/war", "cut-card-never-appeared"],
    ["cl/treinta-y-cuarenta", "cut-card-never-appeared"],
  ])("%s: is annulled by %s", (game, rule) => {
    const played = new PlayedDeal(idealRules(game)).ready();
    if (game !== "cl/treinta-y-cuarenta") played.key({ key: "seats", seats: [1] });
    played.noMoreBets().cards("Kh").observe({ o: "stage", stage: "empty" });
    expect(played.verdictTexts()).toEqual([`1 void ${rule}`]);
  });

  it("is another thing once the cut card was seen", () => {
    const played = seated("cl/war", [1], "2c").noMoreBets().cards("Kh");
    played.observe({ o: "cut-card", where: "passed" }, { o: "stage", stage: "empty" });
    expect(played.verdictTexts()).toEqual(["1 void not-enough-cards-last-pase"]);
  });
});

describe("the cut card behind a complete hand of Chile's punto y banca (ll. 1682, 1827)", () => {
  const shown = (houseRules: readonly string[]): PlayedDeal =>
    new PlayedDeal(idealRules("cl/punto-y-banca", houseRules))
      .ready()
      .noMoreBets()
      .cards("9h Kd 9s 6c")
      .observe({ o: "cut-card", where: "passed" })
      .collect();

  it("ends the shoe, unless the house has adopted that one more pase is played", () => {
    expect(shown([]).phase).toBe("waiting");
    const played = shown(["last-round-after-cut-card"]);
    expect(played.phase).toBe("betting");
    expect(played.noMoreBets().cards("9d Ks 9c 6h").collect().phase).toBe("waiting");
  });

  it("is offered where the text says both ways, and nowhere else", () => {
    expect(() => idealRules("cl/black-jack", ["last-round-after-cut-card"])).toThrow(/cannot be adopted/);
  });
});

describe("who is dealt the fourth card of Chile's seven stud (ll. 2705, 2732)", () => {
  const three = (up: string): PlayedDeal => {
    const played = seated("cl/seven-stud-poker", [1, 2, 3], "").noMoreBets();
    return played.cards(`Kh Qh 2c Kd Qd 2d ${up} 4s`);
  };

  it("is the seat with the lowest open card, and of equal ones the last", () => {
    expect(say(three("9s 10s 3s"), "round", "bets-equal").due()).toEqual(["card seat-3"]);
    expect(say(three("9s 3s 10s"), "round", "bets-equal").cards("Ah Ad").due()).toEqual(["card seat-1"]);
    expect(say(three("3c 3s 10s"), "round", "bets-equal").due()).toEqual(["card seat-2"]);
  });

  it("is the one after him when he has folded", () => {
    const played = say(three("9s 3s 10s"), "seat-2", "fold");
    expect(say(played, "round", "bets-equal").due()).toEqual(["card seat-3"]);
  });

  it("begins anew with the first seat for every other card", () => {
    const played = say(three("9s 10s 3s"), "round", "bets-equal").cards("Ah Ad Ac 5h");
    expect(say(played, "round", "bets-equal").due()).toEqual(["card seat-1"]);
  });
});

describe("a jam in the deal of a Chilean poker (ll. 3427–3428)", () => {
  const JAM = { o: "jam", where: "exit", during: "dealing" } as const;
  const CARDS = "Ah Kh Ac Kc Ad Kd As Ks Qh";
  const dealt = (cards: string): PlayedDeal => seated("cl/caribbean-poker", [1], "").noMoreBets().cards(cards);

  it("annuls the pase once the machine is opened or unloaded before the deal is complete", () => {
    const played = dealt(CARDS).observe(JAM);
    expect(played.verdictTexts()).toEqual([]);
    expect(played.observe({ o: "lid", open: true }).verdictTexts()).toEqual([
      "1 void shuffler-jam-during-deal",
    ]);
    const unloaded = dealt(CARDS).observe(JAM, { o: "stage", stage: "out-of-service" });
    expect(unloaded.verdictTexts()).toEqual(["1 void shuffler-jam-during-deal"]);
  });

  it("annuls nothing where the deal could be completed", () => {
    const played = dealt(CARDS).observe(JAM, { o: "jam-cleared" }).cards("2c");
    say(played, "seat-1", "bet").turn("bank").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });

  it("is over once it is cleared: what befalls the machine afterwards is another thing", () => {
    const played = dealt(CARDS).observe(JAM, { o: "jam-cleared" }, { o: "lid", open: true });
    expect(played.verdictTexts().join()).not.toMatch(/shuffler-jam/);
  });

  it("annuls nothing once every card of the deal is out", () => {
    const played = say(dealt(`${CARDS} 2c`).observe(JAM), "seat-1", "bet");
    played.turn("bank").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
  });

  it("may be called by the jefe de mesa, who says that it cannot be cleared", () => {
    const played = dealt(CARDS).observe(JAM);
    played.key({ key: "void", round: 1, rule: "shuffler-jam-during-deal" }, "jefe-de-mesa");
    expect(played.verdictTexts()).toEqual(["1 void shuffler-jam-during-deal"]);
  });
});

describe("a card too many of Cantabria's Trijoker (ll. 4127–4134)", () => {
  it("is no error of the distribution once all have their cards: the jefe de mesa decides (ll. 3938–3940)", () => {
    const played = seated("es-cb/poker-trijoker", [1], "").noMoreBets().cards("2c 3c 4c 5c 6c 9h");
    expect(played.givenUp()).toEqual(["1 undecided left-to-a-person"]);
  });
});

describe("the open card of the bank at poker", () => {
  it.each([
    ["cl/caribbean-poker", 9],
    ["es-cb/poker-sin-descarte", 9],
    ["es-pv/poker-sin-descarte", 9],
    ["es-ga/poker-sin-descarte", 1],
  ])("%s: lies face up by rule, card %i after it, and is no incident", (game, before) => {
    const faces = "Ah Kh Ac Kc Ad Kd As Ks Qh 2c".split(" ");
    const played = seated(game, [1], "").noMoreBets().cards(faces.slice(0, before).join(" "));
    expect(played.due()).toEqual(["card bank"]);
    played.observe({ o: "face-up", where: "exit" }).cards(faces.slice(before).join(" "));
    expect(played.incidents()).toEqual([]);
    expect(played.verdictTexts()).toEqual([]);
  });

  it("Chile: who burnt it instead, as every other one that comes face up, deals one more, and people say which is which (l. 3431)", () => {
    const played = seated("cl/caribbean-poker", [1], "").noMoreBets().cards("Ah Kh Ac 9c Ad 7d 5s 3s Qh");
    played.observe({ o: "face-up", where: "exit" }).cards("2c Kc");
    expect(played.incidents()).toEqual(["1 law-silent person-decides -"]);
    played.key({ key: "put-right", round: 1, cards: [10], to: "burnt" }, "jefe-de-mesa");
    say(played, "seat-1", "bet").turn("bank").turn("seat-1");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins reported card-by-word"]);
    expect(played.table.durable.deal?.hands.find(({ id }) => id === "bank")?.cards.map(({ n }) => n)).toEqual([
      2, 4, 6, 8, 11,
    ]);
  });

  it("Chile: a card of the flop is no other (III.3.5.7.2)", () => {
    const played = seated("cl/texas-holdem-plus", [1], "").noMoreBets().cards("Ah Kh Ac 9c 2d");
    played.observe({ o: "face-up", where: "exit" }).cards("7d 5s 3s Qh Jc");
    expect(played.incidents()).toEqual([]);
    expect(played.cards("10c").incidents()).toEqual(["1 law-silent person-decides -"]);
  });

  it("Asturias: a third card that lies face up in the shoe is set aside all the same", () => {
    const played = new PlayedDeal(idealRules("es-as/chemin-de-fer")).ready().noMoreBets().cards("2h Kd 2s 3c");
    say(played, "punto", "card").observe({ o: "face-up", where: "exit" }).cards("9c");
    expect(played.incidents()).toEqual(["1 card-exposed-in-shoe corrected burn-card"]);
  });
});

describe("the rest of the pack at Chile's draw poker (ll. 2194–2212)", () => {
  it("is kept for the exchange; people name what was dealt from it, and the result is reported", () => {
    const played = seated("cl/draw-poker", [1], "").noMoreBets().cards("2h 3c 2c 3d 5h 9s 7d Js Kd Ac");
    played.cards("2d 4h 8h Qs 6c");
    expect(played.table.deal?.round?.held).toHaveLength(5);
    say(say(played, "seat-1", "bet"), "seat-1", "exchange", [2, 3]);
    // Two of the heap, and nobody knows which.
    expect(played.due()).toEqual(["turn bank"]);
    played.turn("bank");
    // The bank holds a pair of threes and changes its two lowest others.
    say(played, "bank", "exchange", [2, 3]);
    const name = (n: number, face: "2d" | "4h" | "8h" | "Qs"): void => {
      played.key({ key: "card-is", round: 1, n, face });
      played.key({ key: "card-is", round: 1, n, face }, "jefe-de-mesa");
    };
    const unread = played.table.deal?.round?.deal.hands.flatMap(({ id, cards }) =>
      cards.filter(({ n }) => n > 10).map(({ n }) => [id, n] as const),
    );
    expect(unread?.map(([id]) => id)).toEqual(["seat-1", "seat-1", "bank", "bank"]);
    name(13, "8h");
    name(14, "Qs");
    played.turn("seat-1");
    name(11, "2d");
    name(12, "4h");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 bank-not-qualified reported manual-card"]);
  });
});

describe("the bank of black-jack that draws on 17 (Chile, l. 1542)", () => {
  it("has that card burnt by its own rule; one behind it is a surplus card", () => {
    const played = seated("cl/black-jack", [1], "2c").noMoreBets().cards("Kh 7h Kc");
    say(played, "seat-1", "stand").cards("10c");
    expect(played.verdictTexts()).toEqual(["1 result seat-1 wins certified"]);
    played.cards("4c 5c");
    expect(played.incidents()).toEqual([
      "1 dealer-overdraw corrected burn-card",
      "1 extra-card-drawn-at-end corrected burn-card",
    ]);
  });
});
