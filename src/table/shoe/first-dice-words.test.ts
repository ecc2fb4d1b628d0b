import { describe, expect, it } from "vitest";
import { cardPack } from "../../rules/pack.ts";
import { LANGUAGES } from "../../text/language.ts";
import type { TableView } from "../kernel/view/view.ts";
import { viewOf } from "../kernel/view/view-of.ts";
import { closed, flat, LAW, PaiGow, RULES } from "../../../test/support/played-pai-gow.ts";
import { firstDiceText } from "./texts.ts";

/** The dice of pai gow beside the words of people, over the rounds and on the screens. */

describe("words against each other", () => {
  it("a second throw takes the first back: from then on a person says it", () => {
    const at = closed()
      .roll(flat("6", "1", "1"))
      .takeUp()
      .roll(flat("5", "4", "2"));
    expect(at.last).toMatchObject({ because: ["thrown-twice"], first: "seat-3", total: 11 });
    expect(at.due()).toContain("move seat-1 first bank");
    at.takeUp().roll(flat("5", "4", "2"));
    expect(at.last?.because).toEqual(["people-say-first"]);
    expect(at.first("bank").due()).toEqual(["card bank down"]);
    at.takeUp().roll(flat("5", "4", "2"));
    expect(at.due()).toEqual(["card bank down"]);
  });

  it("a second throw that could not be read does so too", () => {
    const at = closed()
      .roll(flat("6", "1", "1"))
      .takeUp()
      .roll(flat("5", "4"));
    expect(at.last?.because).toEqual(["dice-too-few", "thrown-twice"]);
    expect(at.due()).toContain("move bank first");
  });

  it("the bank that was said before them stays said", () => {
    const at = closed().key({ key: "move", round: 1, who: "seat-3", move: "bank" });
    at.roll(flat("6", "1", "1"))
      .takeUp()
      .roll(flat("5", "4", "2"));
    expect(at.due()).toContain("move seat-1 first");
    expect(at.due().filter((due) => due.endsWith(" bank"))).toEqual([]);
    expect(at.last?.banker).toBe("seat-3");
  });

  it("a person named somebody else while they rolled", () => {
    const at = closed().dice({ o: "arena", state: "moving" }).first("seat-4");
    at.dice({ o: "arena", state: "settling" }, at.read(flat("6", "1", "1")));
    expect(at.last).toMatchObject({ because: ["key-differs"], first: "bank" });
    expect(at.due()).toContain("move bank first");
    expect(at.first("seat-4").due()).toEqual(["card seat-4 down"]);
  });

  it("a person named the same", () => {
    const at = closed().dice({ o: "arena", state: "moving" }).first("bank");
    at.dice({ o: "arena", state: "settling" }, at.read(flat("6", "1", "1")));
    expect(at.last).toMatchObject({ because: [], first: "bank" });
    expect(at.due()).toEqual(["card bank down"]);
  });

  it("a person's word stands against dice that nobody could read", () => {
    const at = closed().dice({ o: "arena", state: "moving" }).first("seat-4");
    at.dice({ o: "arena", state: "settling" }, at.read(flat("6", "1")));
    expect(at.last?.because).toEqual(["dice-too-few"]);
    expect(at.due()).toEqual(["card seat-4 down"]);
  });

  it("a card has left: whoever is named then is told, and nothing is taken back", () => {
    const at = closed().dice({ o: "arena", state: "moving" }).first("seat-4").cards("2h");
    at.dice({ o: "arena", state: "settling" }, at.read(flat("6", "1", "1")));
    expect(at.last).toMatchObject({ because: ["dealt-already", "key-differs"] });
    expect(at.due()).toEqual(["card seat-4 down"]);
    at.takeUp().roll(flat("6", "1", "1"));
    expect(at.thrown).toHaveLength(1);
  });

  it("seats that change after the throw make another table of it", () => {
    const at = closed()
      .roll(flat("5", "4", "2"))
      .key({ key: "seats", seats: [1, 2, 3, 4] });
    expect(at.table.durable.deal?.firstDice).toBeUndefined();
    expect(at.due()).toContain("move seat-2 first bank");
    expect(at.takeUp().roll(flat("6", "1", "1")).last?.because).toEqual(["people-say-first"]);
    expect(at.first("seat-2").due()).toEqual(["card seat-2 down"]);
  });

  it("a round that is over takes no throw that began in it", () => {
    const at = closed().first("bank").dice({ o: "arena", state: "moving" });
    at.key({ key: "collect", round: 1 }, "jefe-de-mesa").wait(70_000_000);
    expect(at.thrown).toEqual([]);
    expect(at.table.dice?.throw).toBeNull();
  });

  it("nor does the round after it", () => {
    const at = closed().first("bank").dice({ o: "arena", state: "moving" });
    at.key({ key: "collect", round: 1 }, "jefe-de-mesa").ready().noMoreBets();
    expect(at.table.durable).toMatchObject({ phase: "no-more-bets", round: 2 });
    at.dice({ o: "arena", state: "settling" }, at.read(flat("6", "1", "1")));
    expect(at.thrown).toEqual([]);
    expect(at.due()).toContain("move bank first");
  });
});

describe("what outlives and what does not", () => {
  it("a restart forgets a throw that was under way, and the round is given up as ever", () => {
    const at = closed().dice({ o: "arena", state: "moving" }).feed({ i: "restarted" });
    expect(at.verdictTexts()).toEqual(["1 aborted restart"]);
    expect(at.table.dice).toMatchObject({ throw: null, clear: false, unwatched: null });
  });

  it("the next round begins without dice", () => {
    const at = closed()
      .roll(flat("6", "1", "1"))
      .key({ key: "collect", round: 1 }, "jefe-de-mesa");
    expect(at.verdictTexts()).toEqual(["1 undecided round-not-complete"]);
    at.ready();
    expect(at.phase).toBe("betting");
    expect(at.table.durable.deal?.firstDice).toBeUndefined();
    at.noMoreBets()
      .takeUp()
      .roll(flat("5", "4", "2"));
    expect(at.last).toMatchObject({ round: 2, because: [], first: "seat-3" });
  });

  it("a table without an eye knows no dice at all", () => {
    const at = new PaiGow(RULES.clockwise)
      .begun()
      .noMoreBets()
      .roll(flat("6", "1", "1"));
    expect(at.thrown).toEqual([]);
    expect(at.table.dice).toBeUndefined();
    expect(at.first("seat-4").due()).toEqual(["card seat-4 down"]);
  });
});

describe("on the screens", () => {
  const cardsOf = (at: PaiGow): TableView =>
    viewOf(at.table.durable, 1, null, {
      pack: cardPack(at.rules.pack),
      houseRules: at.rules.coverage.houseRules,
      table: "T",
      log: "l",
      rulebook: LAW,
      languages: LANGUAGES,
      test: false,
    });

  it("stand faces, total, place, whom they name, how it is counted and where that is written", () => {
    const at = closed();
    expect(cardsOf(at).cards?.firstDice).toBeNull();
    expect(cardsOf(at.roll(flat("5", "4", "2"))).cards?.firstDice).toMatchObject({
      faces: ["2", "4", "5"],
      total: 11,
      position: 4,
      first: { es: "plaza 3", en: "seat 3" },
      rule: { en: expect.stringMatching(/clockwise.*bank/) as string },
      cite: expect.stringContaining("A.14.3") as string,
      because: [],
    });
  });

  it("a throw that decides nothing names nobody, and says why", () => {
    const at = closed()
      .roll(flat("6", "1", "1"))
      .takeUp()
      .roll(flat("5", "4", "2"));
    const shown = cardsOf(at).cards?.firstDice;
    expect(shown).toMatchObject({ total: 11, first: null });
    expect(shown?.because[0]?.en).toContain("thrown again");
  });

  it("a fault of the eye is told as one of dice, and withholds no round of cards", () => {
    const at = closed().dice({ o: "fault", device: "eye", code: "port-gone", detail: {} });
    const { device } = cardsOf(at);
    expect(device.health).toBe("ok");
    expect(device.faults[0]?.text.en).toContain("camera");
  });

  it.each([
    ...[
      "throw-before-call",
      "foreign-contact",
      "hand-while-rolling",
      "moved-after-rest",
      "dice-not-all-thrown",
    ],
    ...[
      "dealt-already",
      "thrown-twice",
      "key-differs",
      "people-say-first",
      "direction-not-stated",
      "place-empty",
    ],
    ...[
      "table-wrong",
      "law-unknown",
      "not-three-dice",
      "dice-cocked",
      "dice-too-few",
      "eye-moved",
      "rest-missed",
    ],
    ...["no-rest", "thrower-not-seen", "port-gone"],
  ])("%s has a text in every language", (code) => {
    const text = firstDiceText(code);
    expect(new Set(LANGUAGES.map((language) => text[language])).size).toBeGreaterThan(2);
  });
});
