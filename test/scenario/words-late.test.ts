import { describe, expect, it } from "vitest";
import { PlayedDeal } from "../../src/table/shoe/played-deal.test-help.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { idealRules } from "../support/ideal-rules.ts";
import { die, PlayedDice } from "../support/played-dice.ts";

/** What people say of a round that runs, of one whose table is closed, and behind a result, alike at wheels, cards and dice. */

const JEFE = "jefe-de-mesa";
const FAR = { half: "far", wall: true, rolled: true } as const;
const CONTEST = { key: "contest", round: 1 } as const;
const dispute = { key: "dispute", round: 1, words: "Una ficha en el 17" } as const;
const resolve = (outcome: "upheld" | "void") => ({ key: "resolve", round: 1, outcome }) as const;
const wheel = (): PlayedTable => new PlayedTable(idealRules("cl/ruleta-francesa")).open().betting();

/** Punto y banca: punto 9, banca 6. */
const punto = (): PlayedDeal =>
  new PlayedDeal(idealRules("cl/punto-y-banca")).ready().noMoreBets().cards("9h Kd Ks 6c");

/** Black-jack of one player, who wins: 20 against 17. */
function blackJack(): PlayedDeal {
  const played = new PlayedDeal(idealRules("cl/black-jack")).ready().key({ key: "seats", seats: [1] });
  played.cards("2c").noMoreBets().cards("Kh 7h Kc");
  return played.key({ key: "move", round: 1, who: "seat-1", move: "stand" }).cards("10c");
}

describe("what is declared behind the result of a spin or a throw", () => {
  it("is taken back by who said it or the jefe de mesa until the next round, what was said before it is not", () => {
    const back = { key: "take-back", round: 1 } as const;
    const defect = { key: "declare", round: 1, rule: "ball-or-equipment-defect" } as const;
    const spin = wheel().launch();
    expect(spin.press(defect, "croupier")).toBeNull();
    expect(spin.press(back)).toBeNull();
    expect(spin.noMoreBets().result({ pocket: "17" }).press(back)).toBe("too-late-to-take-back");
    expect(spin.press(defect, "croupier")).toBeNull();
    expect(spin.durable.tasks).toHaveLength(1);
    expect([spin.press(back), spin.durable.tasks]).toEqual([null, []]);
    spin.press(defect, "croupier");
    expect(spin.next().press(back)).toBe("no-such-round");

    const horn = { key: "declare", round: 1, rule: "throw-not-through-horn" } as const;
    const thrown = new PlayedDice("es-cb/banca-francesa").open().press({ key: "no-more-bets" });
    thrown.roll(["1", "2", "3"]).press(horn, JEFE);
    expect([thrown.refusal, thrown.durable.tasks.length]).toEqual([null, 1]);
    expect(thrown.press(back).refusal).toBe("not-your-key");
    expect([thrown.press(back, JEFE).refusal, thrown.durable.tasks]).toEqual([null, []]);
    expect(thrown.press(back, JEFE).refusal).toBe("too-late-to-take-back");
  });
});

describe("a closed table", () => {
  it("takes the void of a round that is over, and what contests its result, at tables of every family", () => {
    const close = { key: "close-table" } as const;
    const cards = punto().collect().key(close, JEFE);
    const lost = { key: "void", round: 1, rule: "card-lost-in-discard-slot" } as const;
    expect(cards.key({ ...lost, round: 2 }, JEFE).refusal).toBe("table-closed");
    expect(cards.key(lost, JEFE).refusal).toBeNull();
    expect(cards.verdictTexts().at(-1)).toBe("1 void card-lost-in-discard-slot");
    expect(cards.key(lost, JEFE).refusal).toBe("changes-nothing");
    const told = blackJack().collect().key(close, JEFE);
    expect(told.key({ key: "declare", round: 1, rule: "player-disagreement" }, JEFE).refusal).toBeNull();
    expect(told.table.durable.tasks).toMatchObject([{ kind: "decide", about: "player-disagreement" }]);

    const spin = wheel().launch().noMoreBets().result({ pocket: "17" });
    spin.press(close);
    const object = { key: "void", round: 1, rule: "foreign-object-in-cylinder" } as const;
    expect(spin.press({ ...object, round: 2 })).toBe("table-closed");
    expect([spin.press(object), spin.reportedOf().at(-1)]).toEqual([null, "1 void foreign-object-in-cylinder"]);

    const thrown = new PlayedDice("cl/chuck-a-luck").open().press({ key: "no-more-bets" });
    thrown.roll([die("1", FAR), die("2", FAR), die("3", FAR)]).press(close, JEFE);
    const cocked = { key: "void", round: 1, rule: "die-cocked" } as const;
    expect(thrown.press({ ...cocked, round: 2 }, JEFE).refusal).toBe("table-closed");
    expect([thrown.press(cocked, JEFE).refusal, thrown.said]).toEqual([null, "void die-cocked"]);

    for (const { open, phase } of [cards.table.durable, spin.durable, thrown.durable])
      expect([open, phase]).toEqual([false, "closed"]);
  });
});

describe("a dispute", () => {
  it("of a round that runs waits for its result, and has its end then, at tables of every family", () => {
    const spin = wheel().launch();
    expect([spin.press(CONTEST), spin.press(dispute), spin.press(resolve("void"))]).toEqual([
      "not-now",
      null,
      "no-such-round",
    ]);
    expect(spin.noMoreBets().result({ pocket: "17" }).reportedOf()).toEqual(["1 result 17 certified"]);
    expect(spin.durable.tasks).toMatchObject([{ kind: "decide", about: "disputed" }]);
    expect(spin.press(resolve("upheld"))).toBeNull();
    expect(spin.durable.tasks).toEqual([]);

    const cards = new PlayedDeal(idealRules("cl/punto-y-banca")).ready().noMoreBets().cards("9h Kd");
    expect([cards.key(CONTEST, JEFE).refusal, cards.key(dispute, JEFE).refusal]).toEqual(["not-now", null]);
    expect(cards.cards("Ks 6c").verdictTexts()).toEqual(["1 result punto wins certified"]);
    expect(cards.table.durable.tasks).toMatchObject([{ kind: "decide", about: "disputed" }]);
    expect(cards.key(resolve("void"), JEFE).refusal).toBeNull();
    expect(cards.table.durable.tasks).toEqual([]);

    const thrown = new PlayedDice("cl/craps").open().press({ key: "no-more-bets" }).arena("moving");
    expect([thrown.press(CONTEST).refusal, thrown.press(dispute, JEFE).refusal]).toEqual(["not-now", null]);
    thrown.roll([die("3", FAR), die("4", FAR)]);
    expect(thrown.said).toBe("result 3-4");
    expect(thrown.durable.tasks).toMatchObject([{ kind: "decide", about: "disputed" }]);
  });

  it("of a round that runs and stays undecided is one question with it", () => {
    const cards = new PlayedDeal(idealRules("cl/punto-y-banca")).ready().noMoreBets().cards("9h Kd");
    cards.key(dispute, JEFE).givenUp();
    expect(cards.table.durable.tasks).toMatchObject([{ kind: "decide", about: "round-not-complete" }]);
  });
});
