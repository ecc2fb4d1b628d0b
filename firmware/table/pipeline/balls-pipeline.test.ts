import { describe, expect, it } from "vitest";
import { CARD, Hall, LOCUTOR, PRIZES, ROWS } from "../../../test/support/bingo-hall.ts";
import { ROLE_NAMES, type Person } from "../../../src/people/roles.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { replay } from "../../replay/replay.ts";
import { flatOptions } from "../setup/families.ts";

/** A game of bingo from the bytes of its reader and the keys of its people to signed lines. */

/** All numbers of the card, and one before them. */
const UP_TO_BINGO = [1, ...ROWS.flat()];

describe("a game of bingo", () => {
  it("is certified ball by ball, with its line and its bingo", () => {
    const hall = new Hall();
    expect(hall.begin().view).toMatchObject({
      phase: "dealing",
      series: [],
      balls: { stage: "running", last: null },
    });
    hall.draw(1, 4, 16, 30, 57, 73).must({ key: "interrupt" }, LOCUTOR).call("line");
    expect(hall.panel.checked).toMatchObject({ holds: true, ball: 73, since: 0, lacks: [] });
    expect(hall.panel.checked?.then.map(({ step }) => step)).toEqual(["ask-more-lines", "resume-game"]);
    hall.must({ key: "resume-game" }).draw(...ROWS[1], ...ROWS[2]);
    hall.call("bingo").must({ key: "end-game" });
    const last = hall.bodies.at(-1);
    expect(last).toMatchObject({
      kind: "result",
      result: {
        order: UP_TO_BINGO,
        line: [{ ...CARD, ball: 73, at: 6 }],
        bingo: [{ ...CARD, ball: 90, at: 16 }],
      },
      certainty: { level: "certified", because: [], witnesses: ["ball-reader"] },
      deviations: [],
    });
    expect(hall.durable.series).toMatchObject([{ round: 1, kind: "result", certified: true, balls: 16 }]);
    expect(hall.told.filter((one) => one.startsWith("line") || one.startsWith("bingo"))).toEqual([
      "line true line-right",
      "bingo true bingo-right",
    ]);
  });

  it("replays from its recording, line for line, and its options come back", () => {
    const hall = new Hall().begin().draw(1, 4, 16).call("line").must({ key: "resume-game" }).draw(30);
    const again = [
      ...replay({ own: {}, entries: hall.entries, isFormat1: false } as never, hall.setup, hall.head),
    ];
    expect(again.map(({ hash }) => hash)).toEqual(hall.records.map(({ hash }) => hash));
    expect(flatOptions(hall.setup)).toEqual({ reader: null, tags: null, extractor: "pneumatic" });
  });

  it("goes on after a wrong call, and a line that was given is given once", () => {
    const hall = new Hall("cl/bingo").begin().draw(4, 16, 30, 57).call("line");
    expect(hall.panel.checked).toMatchObject({ holds: false, lacks: [73] });
    hall.must({ key: "resume-game" }).draw(73).call("line").call("line", { card: 13, rows: ROWS });
    expect(hall.panel.winners.line.map(({ card }) => card)).toEqual([12, 13]);
    hall.must({ key: "resume-game" }).call("line", { card: 14, rows: ROWS });
    expect(hall.panel.checked).toMatchObject({ holds: null, why: { en: "the line has been given" } });
    expect(hall.panel.winners.line).toHaveLength(2);
    hall.call("bingo", { series: "B" }).call("bingo", { card: 201 });
    expect(hall.told.slice(-2)).toEqual(["bingo series-not-sold", "bingo card-not-sold"]);
  });

  it("says before it begins that a game has too few cards", () => {
    const warned = (rulebook: string, to: number) => {
      const hall = new Hall(rulebook).must({ key: "open-table" });
      hall.must({ key: "sell-cards", series: "A", size: 100, price: "2" }, LOCUTOR);
      return hall.must({ key: "cards-sold", sold: [{ series: "A", from: 1, to }], prizes: PRIZES }).panel
        .tooFewCards;
    };
    expect([warned("cl/bingo", 4), warned("cl/bingo", 5), warned("es-cb/bingo", 4)]).toEqual([5, null, null]);
  });

  it("takes a line of the same ball until the law has it lost, and none of a later ball", () => {
    const later = { card: 14, rows: [[1, 28, 34, 60, 85], [5, 17, 31, 58, 74], ROWS[2]] };
    const given = (rulebook: string, called: object, ...drawn: readonly number[]) => {
      const hall = new Hall(rulebook)
        .begin()
        .draw(...ROWS[0])
        .call("line");
      hall
        .must({ key: "resume-game" })
        .draw(...drawn)
        .call("line", called);
      return [hall.panel.checked?.holds, hall.panel.keys.find(({ key }) => key === "resume-game")?.asks];
    };
    const same = { card: 13, rows: ROWS };
    expect(given("cl/bingo", same)).toEqual([null, null]);
    expect(given("es-cb/bingo", same, 2)).toEqual([true, "more"]);
    expect(given("es-pv/bingo", same)).toEqual([true, "more"]);
    // A card that nobody knows may be read while no other ball is out.
    expect(given("es-cb/bingo", { card: 13 })).toEqual([null, undefined]);
    expect(given("es-cb/bingo", { card: 13 }, 2)).toEqual([null, null]);
    expect(given("es-cb/bingo", later, 1, 28, 34, 60, 85)).toEqual([null, null]);
  });

  it("does not go on after a bingo, whatever else is called and is wrong", () => {
    const hall = new Hall()
      .begin()
      .draw(...UP_TO_BINGO)
      .call("bingo");
    hall.call("bingo", { card: 13, rows: [[2, ...ROWS[0].slice(1)], ROWS[1], ROWS[2]] });
    expect(hall.panel.call?.say.es).toBe("El cartón A 13 no es correcto. ¿Algún bingo más?");
    expect(hall.panel.checked?.then.map(({ step }) => step)).toEqual(["ask-more-bingos", "end-game"]);
    hall.call("bingo", { card: 201 });
    expect(hall.panel.call?.say.es).toBe("El cartón A 201 no cuenta. ¿Algún bingo más?");
  });

  it("leaves a game without bingo to a decision in which nothing announced can stand", () => {
    const hall = new Hall().begin().draw(1, 4).must({ key: "end-game", early: true });
    expect(hall.view.tasks[0]?.resolve).toMatchObject({ outcomes: ["void", "otherwise"], announced: null });
    hall.press({ key: "resolve", round: 1, outcome: "stands" });
    expect(hall.refusal).toBe("not-now");
    hall.must({ key: "resolve", round: 1, outcome: "otherwise" });
  });

  it("has a card read by people that is in no file, and is then reported", () => {
    const hall = new Hall()
      .begin()
      .draw(...UP_TO_BINGO)
      .call("bingo", {});
    expect(hall.panel.waits?.text.en).toMatch(/^The card is in no file/);
    expect(hall.keys).toEqual(["card-holds", "misannounced", "draw-by-hand", "end-game"]);
    hall.press({ key: "end-game" });
    expect(hall.refusal).toBe("not-now");
    hall.must({ key: "card-holds", round: 1, holds: true }).must({ key: "end-game" });
    expect(hall.told.slice(-2)).toEqual(["bingo true bingo-right", "result reported card-not-checked"]);
  });

  it("keeps what a card that was read aloud has won, whatever a later ball turns out to be", () => {
    const hall = new Hall()
      .begin()
      .draw(...ROWS[0])
      .call("line", {});
    hall.must({ key: "card-holds", round: 1, holds: true }).must({ key: "resume-game" }).draw(88);
    const named = { key: "ball-is", round: 1, number: 89 } as const;
    hall.must({ ...named, n: 6 }).must({ ...named, n: 6 }, LOCUTOR);
    expect(hall.panel.winners.line.map(({ card }) => card)).toEqual([CARD.card]);
    // With another fifth ball nobody had the line.
    hall.must({ ...named, n: 5, number: 74 }).must({ ...named, n: 5, number: 74 }, LOCUTOR);
    expect(hall.panel.winners.line).toEqual([]);
  });

  it("waits for two people where a ball was not read, or came before", () => {
    const hall = new Hall().begin().draw(5);
    hall.reader.draw(hall.t, 7, { doubt: 1 });
    hall.play(300_000);
    expect(hall.panel).toMatchObject({ order: [5, null], last: null, waits: { n: 2 } });
    hall.press({ key: "call-card", round: 1, claim: "line", ...CARD });
    expect(hall.refusal).toBe("not-now");
    hall
      .must({ key: "ball-is", round: 1, n: 2, number: 7 }, LOCUTOR)
      .press({ key: "ball-is", round: 1, n: 2, number: 7 }, LOCUTOR);
    expect(hall.refusal).toBe("name-it-twice");
    hall.must({ key: "ball-is", round: 1, n: 2, number: 8 });
    expect(hall.panel.waits?.n).toBe(2);
    hall.must({ key: "ball-is", round: 1, n: 2, number: 8 }, LOCUTOR);
    expect(hall.panel).toMatchObject({ order: [5, 8], last: 8, waits: null });
    hall.draw(5);
    expect(hall.panel.waits).toMatchObject({
      n: 3,
      text: { en: expect.stringMatching(/came before/) as string },
    });
    // The first of the two was read wrongly.
    hall
      .must({ key: "ball-is", round: 1, n: 1, number: 6 })
      .must({ key: "ball-is", round: 1, n: 1, number: 6 }, LOCUTOR);
    expect(hall.panel).toMatchObject({ order: [6, 8, 5], waits: null });
    hall
      .draw(...ROWS.flat())
      .call("bingo")
      .must({ key: "end-game" });
    expect(hall.told.at(-1)).toBe("result reported ball-named");
  });

  it("is annulled by the jefe de mesa where the law says so, with its steps", () => {
    const hall = new Hall().begin().draw(5, 5).must({ key: "void", round: 1, rule: "ball-twice" });
    expect(hall.bodies.at(-1)).toMatchObject({
      kind: "void",
      then: [
        { step: "read-paragraph" },
        { step: "end-game" },
        { step: "return-cards" },
        { step: "return-price" },
      ],
    });
    expect(hall.view).toMatchObject({ phase: "void", voidName: { es: "partida anulada" } });
    expect(hall.keys).toContain("sell-cards");
  });

  it("leaves a number of no ball, a 91st and one that fell back to people", () => {
    const strange = new Hall().begin();
    strange.reader.draw(strange.t, 1, { number: 91 });
    strange.play(300_000);
    expect([strange.told, strange.panel.waits?.n]).toEqual([["1:91 no-ball"], 1]);
    const fallen = new Hall().begin().draw(5);
    fallen.reader.fallBack(fallen.t, 1);
    fallen.play(300_000);
    expect([fallen.told, fallen.panel.waits?.n]).toEqual([["1:5", "1:5 fell-back"], 1]);
    const many = new Hall("es-pv/bingo").begin();
    many.draw(...Array.from({ length: 90 }, (_, at) => at + 1));
    expect(many.keys).toContain("end-game");
    many.draw(90);
    expect([many.told.includes("91:90 ninety-first"), many.panel.waits?.n]).toEqual([true, 91]);
    many.press({ key: "end-game" });
    expect(many.refusal).toBe("not-now");
  });

  it("loses no ball with the power of the unit or the reader's cable", () => {
    const hall = new Hall().begin().draw(1, 4);
    hall.restart();
    hall.reader.draw(hall.t, 16);
    hall.play(4 * US_PER_S);
    expect(hall.panel).toMatchObject({ order: [1, 4, 16], stage: "interrupted", waits: null });
    hall.must({ key: "resume-game" });
    hall.reader.mute(hall.t, 2 * US_PER_S);
    hall.reader.draw(hall.t, 30);
    hall.play(5 * US_PER_S).draw(57);
    expect(hall.panel.order).toEqual([1, 4, 16, 30, 57]);
    hall
      .draw(73, ...ROWS[1], ...ROWS[2])
      .call("bingo")
      .must({ key: "end-game" });
    expect(hall.told.at(-1)).toBe("result certified");
  });

  it("goes on by hand where the reader lost its balls", () => {
    const hall = new Hall("es-cb/bingo", { forgets: true }).begin().draw(1, 4);
    hall.reader.power(false, hall.t);
    hall.play(3 * US_PER_S);
    hall.reader.power(true, hall.t);
    hall
      .play(3 * US_PER_S)
      .must({ key: "interrupt" }, LOCUTOR)
      .press({ key: "resume-game" });
    expect(hall.refusal).toBe("not-now");
    hall.must({ key: "declare", round: 1, rule: "breakdown-after-first-ball" }).must({ key: "draw-by-hand" });
    hall.must({ key: "resume-game" }).must({ key: "ball-drawn", number: 16 }, LOCUTOR);
    hall.press({ key: "ball-drawn", number: 4 }, LOCUTOR);
    expect(hall.refusal).toBe("no-such-outcome");
    for (const number of [30, 57, 73, ...ROWS[1], ...ROWS[2]])
      hall.must({ key: "ball-drawn", number }, LOCUTOR);
    hall.call("bingo").must({ key: "end-game" });
    expect(hall.told.at(-1)).toBe("result reported balls-by-hand");
  });

  it("is reported where the ninety were not counted or a count differs, and the breach is named", () => {
    const hall = new Hall();
    hall.must({ key: "open-table" }).begin();
    hall
      .draw(...UP_TO_BINGO)
      .call("bingo")
      .must({ key: "end-game" });
    expect(hall.bodies.at(-1)).toMatchObject({
      certainty: { level: "reported", because: ["balls-not-whole"] },
      deviations: [{ rule: "balls-not-counted" }],
    });
    hall.reader.refill(hall.t);
    hall.play(US_PER_S).must({ key: "balls-counted", count: 90 });
    hall.reader.takeOut(1);
    hall.play(US_PER_S);
    expect([hall.told.at(-1), hall.panel.set.whole]).toEqual(["count-differs", false]);
  });

  it("waits for the count of the ninety at the beginning of a session, and at its end", () => {
    const hall = new Hall().must({ key: "open-table" });
    const waits = (): readonly string[] => hall.view.tasks.map(({ id }) => id);
    const count = { key: "balls-counted", count: 90 } as const;
    expect(waits()).toEqual(["acknowledge/0/count-balls"]);
    hall.must({ ...count, count: 89 });
    expect(waits()).toHaveLength(1);
    hall.must(count);
    expect([waits(), hall.panel.set.whole]).toEqual([[], true]);
    hall.must({ key: "take-back", round: 0 });
    expect([waits().length, hall.panel.set.whole]).toEqual([1, false]);
    hall.must(count).must({ key: "close-table" });
    expect([waits(), hall.keys]).toEqual([["acknowledge/0/count-balls"], ["balls-counted"]]);
    hall.must(count);
    expect([waits(), hall.keys]).toEqual([[], []]);
    hall.press(count);
    expect(hall.refusal).toBe("table-closed");
    // What was counted at the end of a session is not the count of the next.
    hall.must({ key: "open-table" });
    expect([waits().length, hall.panel.set.whole]).toEqual([1, false]);
  });

  it("begins with all balls in the machine, and with the cards that may be sold", () => {
    const hall = new Hall();
    hall.must({ key: "open-table" }).must({ key: "sell-cards", series: "A", size: 100, price: "2" }, LOCUTOR);
    hall.press({ key: "cards-sold", sold: [{ series: "A", from: 1, to: 101 }], prizes: PRIZES });
    expect(hall.refusal).toBe("no-such-outcome");
    hall.must({ key: "cards-sold", sold: [{ series: "A", from: 1, to: 100 }], prizes: PRIZES });
    hall.draw(1);
    expect(hall.view.phase).toBe("dealing");
    hall.press({ key: "close-table" });
    expect(hall.refusal).toBe("spin-running");
    const early = new Hall();
    early.must({ key: "open-table" }).must({ key: "balls-counted", count: 90 }).draw(3);
    expect([early.told, early.panel.set.whole]).toEqual([["outside-game"], false]);
    early.must({ key: "sell-cards", series: "A", size: 100, price: "2" }, LOCUTOR);
    early.must({ key: "cards-sold", sold: [{ series: "A", from: 1, to: 9 }], prizes: PRIZES });
    early.press({ key: "start-game" });
    expect(early.refusal).toBe("not-now");
    early.reader.refill(early.t);
    early.play(US_PER_S).must({ key: "start-game" });
  });

  it("takes a word back, and keeps what was announced wrongly beside the ball", () => {
    const hall = new Hall().begin().draw(5, 8).call("line");
    hall.must({ key: "take-back", round: 1 }, LOCUTOR);
    expect(hall.panel).toMatchObject({ stage: "running", checked: null });
    hall.must({ key: "misannounced", round: 1, n: 2, said: 18 }, LOCUTOR);
    hall.must({ key: "declare", round: 1, rule: "announcer-error-mended" });
    expect(hall.panel.order).toEqual([5, 8]);
    hall.press({ key: "misannounced", round: 1, n: 2, said: 8 }, LOCUTOR);
    expect(hall.refusal).toBe("changes-nothing");
  });

  it("breaks the law after the game that was announced as the last", () => {
    const hall = new Hall();
    hall
      .must({ key: "open-table" })
      .must({ key: "balls-counted", count: 90 })
      .must({ key: "last-three-spins" });
    for (const round of [1, 2]) {
      hall.begin().draw(...UP_TO_BINGO);
      hall
        .must({ key: "call-card", round, claim: "bingo", ...CARD, rows: ROWS }, LOCUTOR)
        .must({ key: "end-game" });
      const last = hall.bodies.findLast(({ kind }) => kind === "result");
      expect(last?.kind === "result" ? last.deviations.map(({ rule }) => rule) : null).toEqual(
        round === 1 ? [] : ["game-after-last"],
      );
      hall.reader.refill(hall.t);
      hall.play(US_PER_S);
    }
  });

  it("has each key for whom its law has it, and no other", () => {
    const hall = new Hall().begin();
    for (const role of Object.keys(ROLE_NAMES) as Person["role"][]) {
      hall.press({ key: "start-game" }, { role, name: "X" });
      expect([role, hall.refusal]).toEqual([role, role === "jefe-de-mesa" ? "not-now" : "not-your-key"]);
    }
    for (const { key, for: roles } of hall.panel.keys)
      expect([key, roles.includes("jefe-de-mesa")]).toEqual([key, true]);
  });
});
