import { describe, expect, it } from "vitest";
import { Hall, LOCUTOR, PRIZES, ROWS } from "../../../test/support/bingo-hall.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { unitFamily } from "../setup/families.ts";
import type { FlatOptions } from "../setup/recorded-head.ts";
import { tableSetup } from "../setup/table-setup.ts";

/** What the laws of bingo have people say, count and wait for, from the bytes of the reader and the keys of the hall. */

/** All numbers of the card, and one before them; its first row alone. */
const UP_TO_BINGO = [1, ...ROWS.flat()];
const UP_TO_LINE = [1, ...ROWS[0]];

describe("a hall of bingo", () => {
  it("lets no ball come before the takings are said where the law has it so, and elsewhere leaves them to the acta", () => {
    const prizes = { line: "1", bingo: "2" };
    const sold = { key: "cards-sold", sold: [{ series: "A", from: 1, to: 200 }], prizes } as const;
    const hall = new Hall().must({ key: "open-table" });
    hall.must({ key: "sell-cards", series: "A", size: 6_000, price: "2,00" }, LOCUTOR).press(sold);
    expect([hall.refusal, hall.panel.asksTakings]).toEqual(["no-such-outcome", true]);
    expect(new Hall("cl/bingo").begin(prizes).panel).toMatchObject({ asksTakings: false, stage: "running" });
  });

  it("holds a called card against the balls that were out when it was called: one that comes meanwhile is announced later", () => {
    const hall = new Hall().begin().draw(...UP_TO_LINE.slice(0, -1));
    hall.must({ key: "interrupt" }, LOCUTOR).draw(UP_TO_LINE.at(-1) ?? 0);
    expect(hall.panel).toMatchObject({ heldBack: 1, last: UP_TO_LINE.at(-2), waits: null });
    hall.call("line");
    expect(hall.told.at(-1)).toBe("line false call-wrong");
    expect(hall.panel.checked?.lacks).toEqual([UP_TO_LINE.at(-1)]);
    hall.must({ key: "resume-game" });
    expect(hall.panel).toMatchObject({ heldBack: 0, last: UP_TO_LINE.at(-1), checked: null });
    expect(hall.call("line").told.at(-1)).toBe("line true line-right");
    // A word that stopped the game and is taken back stopped nothing.
    const other = new Hall().begin().draw(4).must({ key: "interrupt" }, LOCUTOR);
    other.must({ key: "take-back", round: 1 }, LOCUTOR).draw(16);
    expect(other.panel).toMatchObject({ heldBack: 0, last: 16, stage: "running" });
    // Behind a restart nobody had stopped it for a card.
    expect(
      new Hall()
        .begin()
        .draw(4)
        .restart()
        .play(3 * US_PER_S)
        .draw(16).panel,
    ).toMatchObject({ heldBack: 0, last: 16 });
  });

  it("is drawn by hand from its first ball on where the law has it so, and elsewhere from its beginning", () => {
    const hall = new Hall().begin();
    hall.press({ key: "draw-by-hand" });
    expect([hall.refusal, hall.keys.includes("draw-by-hand")]).toEqual(["not-now", false]);
    hall.draw(4).must({ key: "draw-by-hand" });
    new Hall("cl/bingo").begin().must({ key: "draw-by-hand" });
  });

  it("begins with card one or behind the last that was sold of its series, and says where it does not", () => {
    const hall = new Hall().begin().draw(4).must({ key: "end-game", early: true });
    hall.must({ key: "resolve", round: 1, outcome: "otherwise" });
    hall.reader.refill(hall.t);
    hall.play(US_PER_S).must({ key: "sell-cards", series: "A", size: 6_000, price: "2,00" }, LOCUTOR);
    const sold = (from: number): Hall =>
      hall.must({ key: "cards-sold", sold: [{ series: "A", from, to: 400 }], prizes: PRIZES });
    expect(sold(300).panel.oddFirst).toEqual({ to: 200 });
    expect(sold(1).panel.oddFirst).toBeNull();
    expect(sold(201).panel.oddFirst).toBeNull();
    sold(300).must({ key: "start-game" });
    hall
      .draw(...UP_TO_BINGO)
      .call("bingo", { rows: ROWS, card: 312 })
      .must({ key: "end-game" });
    expect(hall.bodies.at(-1)).toMatchObject({ deviations: [{ rule: "first-card-odd" }] });
  });

  it("asks for the count of another set, and takes no Visto for a count", () => {
    const hall = new Hall().must({ key: "open-table" }).must({ key: "balls-counted", count: 90 });
    hall.must({ key: "change-balls", why: "unsound" });
    const [task] = hall.view.tasks;
    expect(task).toMatchObject({ id: "acknowledge/0/count-balls", awaitsAnswer: true });
    hall.press({ key: "acknowledge", what: task?.id ?? "" });
    expect(hall.refusal).toBe("not-now");
    hall.must({ key: "balls-counted", count: 90 });
    expect(hall.view.tasks).toEqual([]);
    // The text of País Vasco has nobody count them.
    const other = new Hall("es-pv/bingo")
      .must({ key: "open-table" })
      .must({ key: "change-balls", why: "worn" });
    expect(other.view.tasks).toEqual([]);
  });

  it("counts the games of a set against the law of its own machine", () => {
    const of = (extractor: string) =>
      tableSetup("cl/bingo", "ball-reader-line", [], { extractor } as never).pack;
    expect(of("pneumatic")).toMatchObject({ balls: { setGames: { most: 1_000 } } });
    expect(of("drum")).toMatchObject({ balls: { setGames: null } });
    const recorded = (flat: FlatOptions) => unitFamily("balls").recorded(flat, null);
    expect(recorded({ reader: null, extractor: "drum" })).toMatchObject({ extractor: "drum" });
    expect(() => recorded({ reader: null })).toThrow(/extractor is null: it must be one of pneumatic, drum/);
  });

  it("takes ninety balls in a second as they came, and is over with the last one", () => {
    const hall = new Hall().begin();
    const order = Array.from({ length: 90 }, (_, at) => ((at * 7) % 90) + 1);
    for (const number of order) {
      hall.reader.draw(hall.t, number);
      hall.play(10_000);
    }
    hall.play(3 * US_PER_S);
    expect(hall.durable.balls?.game?.balls.map(({ number }) => number)).toEqual(order);
    expect(hall.panel.waits).toBeNull();
    hall.must({ key: "end-game" });
    expect(hall.told.at(-1)).toBe("result certified");
  });
});
