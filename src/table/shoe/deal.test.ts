import { describe, expect, it } from "vitest";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { PlayedDeal } from "./played-deal.test-help.ts";

/** Rounds of Chile's punto y banca from the shoe to the verdict. */

const chile = idealRules("cl/punto-y-banca");
const table = (): PlayedDeal => new PlayedDeal(chile).ready();

describe("a round of punto y banca", () => {
  it("is certified by its cards alone", () => {
    const played = table().noMoreBets().cards("9h Kd 9s 6c");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
    expect(played.phase).toBe("result");
  });

  it("names the croupier's duty card by card", () => {
    const played = table().noMoreBets();
    expect(played.due()).toEqual(["card punto"]);
    played.cards("2h");
    expect(played.due()).toEqual(["card banca"]);
    played.cards("Kd 3s 4c");
    // 5 against 4: the punto draws.
    expect(played.due()).toEqual(["card punto"]);
    played.cards("Kh");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
  });

  it("goes on with the next one once the cards are collected", () => {
    const played = table().noMoreBets().cards("9h Kd 9s 6c").collect();
    expect(played.phase).toBe("betting");
    expect(played.table.durable.round).toBe(2);
    played.noMoreBets().cards("2d 2s 6h 6d");
    expect(played.verdictTexts().at(-1)).toBe("2 result round ties certified");
  });

  it("counts every card that left", () => {
    const played = table().noMoreBets().cards("9h Kd 9s 6c").collect();
    const { counts } = played.table.durable.deal ?? { counts: null };
    const loaded = counts?.loaded ?? 0;
    expect(counts).toMatchObject({ inside: loaded - 4, table: 4, discard: 0 });
    played.noMoreBets().card("2d");
    expect(played.table.durable.deal?.counts).toMatchObject({ inside: loaded - 5, table: 1, discard: 4 });
  });

  it("does not begin before a shoe is loaded", () => {
    const played = new PlayedDeal(chile).key({ key: "open-table" }, "jefe-de-mesa");
    expect(played.phase).toBe("waiting");
    played.cards("9h");
    expect(played.records.filter((body) => body.kind === "fault")).toMatchObject([
      { code: "card-outside-round" },
    ]);
    expect(played.verdictTexts()).toEqual([]);
  });
});

describe("what is not right in a round of punto y banca", () => {
  it("annuls the next pase for an extra card at the end of one", () => {
    const played = table().noMoreBets().cards("9h Kd 9s 6c Ah");
    expect(played.verdictTexts()).toEqual(["1 result punto wins certified"]);
    expect(played.incidents()).toHaveLength(1);
    played.collect();
    expect(played.verdictTexts().at(-1)).toMatch(/^2 void extra-card/);
    played.collect();
    expect(played.phase).toBe("betting");
    expect(played.table.durable.round).toBe(3);
  });

  it("is left to a person when messages were lost", () => {
    const played = table()
      .noMoreBets()
      .cards("9h Kd")
      .observe({ o: "gap", why: "device-silent" })
      .cards("9s 6c");
    expect(played.verdictTexts()).toEqual(["1 undecided device-silent"]);
  });

  it("is left to a person when a card's number is missing", () => {
    const played = table().noMoreBets().cards("9h Kd");
    played.observe({
      o: "card",
      card: { n: 4, face: "9s", back: null, deck: null, id: null, confidence: 999, at: "exit" },
    });
    played.observe({
      o: "card",
      card: { n: 5, face: "6c", back: null, deck: null, id: null, confidence: 999, at: "exit" },
    });
    expect(played.verdictTexts()).toEqual(["1 undecided cards-missed"]);
  });

  it("never believes one physical card twice", () => {
    const played = table().noMoreBets().card("9h", "17").card("Kd", "18").card("9h", "17");
    expect(played.verdictTexts()).toEqual(["1 undecided left-to-a-person"]);
    expect(played.table.durable.verdict).toMatchObject({ seen: { "duplicate-card": true } });
  });

  it("never believes a face more often than the decks have it", () => {
    const played = table();
    const decks = played.table.deal?.decks.length ?? 0;
    for (let round = 0; round <= decks && played.phase === "betting"; round++)
      played.noMoreBets().cards("9h Kd 9s 6c").collect();
    expect(played.verdictTexts().at(-1)).toMatch(/undecided/);
  });
});

describe("a restart", () => {
  it("gives up the round that was dealt, and asks for a new shoe", () => {
    const played = table().noMoreBets().cards("9h Kd");
    const { durable } = played.table;
    const after = new PlayedDeal(chile);
    after.table = { ...after.table, durable };
    after.feed({ i: "restarted" });
    expect(after.verdictTexts()).toEqual(["1 aborted restart"]);
    after.collect();
    expect(after.phase).toBe("waiting");
    after.key({ key: "new-shoe" });
    expect(after.phase).toBe("betting");
    expect(after.table.durable.round).toBe(2);
  });
});

describe("an unread card", () => {
  it("waits until two people have named it, and is never certified", () => {
    const played = table().noMoreBets().cards("9h Kd").unread().cards("6c");
    expect(played.verdictTexts()).toEqual([]);
    const name = (face: "9s" | "8s"): { key: "card-is"; round: number; n: number; face: "9s" | "8s" } => ({
      key: "card-is",
      round: 1,
      n: 3,
      face,
    });
    played.key(name("9s"));
    expect(played.verdictTexts()).toEqual([]);
    played.key(name("9s"));
    expect(played.refusal).toBe("name-it-twice");
    played.key(name("9s"), "jefe-de-mesa");
    expect(played.verdictTexts()).toEqual(["1 result punto wins reported manual-card"]);
  });

  it("can be named anew by whoever was wrong", () => {
    const played = table().noMoreBets().cards("9h Kd").unread().cards("6c");
    played.key({ key: "card-is", round: 1, n: 3, face: "9c" });
    played.key({ key: "card-is", round: 1, n: 3, face: "9s" });
    played.key({ key: "card-is", round: 1, n: 3, face: "9s" }, "jefe-de-mesa");
    expect(played.verdictTexts()).toEqual(["1 result punto wins reported manual-card"]);
  });

  it("does not say what is due: a card dealt meanwhile leaves the round to a person", () => {
    const played = table().noMoreBets().cards("2h Kd").unread().cards("6c Ah");
    played.key({ key: "card-is", round: 1, n: 3, face: "9s" });
    played.key({ key: "card-is", round: 1, n: 3, face: "9s" }, "jefe-de-mesa");
    expect(played.verdictTexts().join()).not.toMatch(/certified|void/);
  });

  it("is not believed when the two differ", () => {
    const played = table().noMoreBets().cards("9h Kd").unread().cards("6c");
    played.key({ key: "card-is", round: 1, n: 3, face: "9s" });
    played.key({ key: "card-is", round: 1, n: 3, face: "8s" }, "jefe-de-mesa");
    expect(played.refusal).toBeNull();
    // Both words are gone: neither can be the first one of another two.
    expect(played.table.durable.deal?.naming).toEqual([{ n: 3, said: null, differ: ["Ana", "Luis"] }]);
    played.key({ key: "card-is", round: 1, n: 3, face: "8s" });
    expect(played.verdictTexts()).toEqual([]);
    played.collect();
    expect(played.refusal).toBe("not-now");
    played.collect("jefe-de-mesa");
    expect(played.verdictTexts()).toEqual(["1 undecided round-not-complete"]);
  });
});

describe("a banker in chemin de fer whom the croupier's exposure binds (Asturias, C.2, ll. 406–410)", () => {
  const asturias = idealRules("es-as/chemin-de-fer");
  /** Punto 4 takes a nine; banker 3: a cell that leaves him the choice, unless both punto cards were exposed. */
  const dealt = (isExposed: boolean): PlayedDeal => {
    const played = new PlayedDeal(asturias).ready().noMoreBets().cards("2h Kd 2s 3c");
    if (isExposed) played.key({ key: "declare", round: 1, rule: "both-punto-cards-exposed-by-croupier" });
    played.key({ key: "move", round: 1, who: "punto", move: "card" }).cards("9c");
    return played.key({ key: "move", round: 1, who: "banca", move: "stand" }).turn("punto").turn("banca");
  };

  it("may stand on three against a nine when nothing happened", () => {
    expect(dealt(false).verdictTexts()).toEqual(["1 result round ties certified"]);
  });

  it("must draw there once both cards of the punto were exposed: a stand is not certified", () => {
    expect(dealt(true).verdictTexts().join()).not.toMatch(/certified/);
  });
});

describe("a seat that was passed over in the deal (Chile, III.1.7, l. 1539)", () => {
  const blackJack = idealRules("cl/black-jack");
  /** The croupier forgets seat 2: what the machine books to it lies before seat 3, and so on. */
  const dealt = (): PlayedDeal => {
    const played = new PlayedDeal(blackJack).ready();
    while (played.phase === "preparing") played.card("2h");
    return played
      .key({ key: "seats", seats: [1, 2, 3] })
      .noMoreBets()
      .cards("10h 9d 7c");
  };
  const hands = (played: PlayedDeal): string[] =>
    (played.table.durable.deal?.hands ?? []).map(
      (hand) => `${hand.id} ${hand.cards.map((card) => card.face).join(" ")}`,
    );

  it("takes no card of the hands after it", () => {
    const played = dealt();
    expect(hands(played)).toEqual(["seat-1 10h", "seat-2 9d", "seat-3 7c"]);
    played.key({ key: "declare", round: 1, rule: "player-not-dealt", hand: "seat-2" }, "jefe-de-mesa");
    expect(hands(played).filter((hand) => !hand.endsWith(" "))).toEqual(["seat-1 10h", "seat-3 9d", "bank 7c"]);
    expect(played.due()).toEqual(["card seat-1"]);
  });

  it("leaves the button where it was said to be", () => {
    const played = new PlayedDeal(idealRules("cl/texas-holdem-bonus"))
      .ready()
      .key({ key: "seats", seats: [1, 2, 3] })
      .noMoreBets()
      .key({ key: "move", round: 1, who: "seat-2", move: "first" })
      .cards("10h 9d 7c");
    played.key({ key: "void", round: 1, rule: "player-not-dealt", hand: "seat-3" }, "jefe-de-mesa");
    expect(played.refusal).toBeNull();
    const dealt = (played.table.durable.deal?.hands ?? []).map(({ id, cards }) => `${id} ${cards.length}`);
    expect(dealt.filter((hand) => !hand.endsWith(" 0"))).toEqual(["seat-2 1", "seat-1 1", "bank 1"]);
    expect(played.due()).toEqual(["card seat-2 down"]);
  });

  it("is left to a person once somebody has spoken", () => {
    const played = dealt().cards("8h 5d 5c 5h");
    const due = played.table.durable.deal?.due;
    const who = due?.moves[0]?.who ?? "";
    played.key({ key: "move", round: 1, who, move: "stand" });
    played.key({ key: "declare", round: 1, rule: "player-not-dealt", hand: "seat-2" }, "jefe-de-mesa");
    expect(played.verdictTexts()).toEqual(["1 undecided hand-cannot-be-skipped"]);
  });
});
