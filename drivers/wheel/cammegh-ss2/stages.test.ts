import { describe, expect, it } from "vitest";
import { LineWriter } from "./line-writer.test-help.ts";

/** How the wheel goes from state to state and from game to game. */

const wheel = (pockets = 37): LineWriter => new LineWriter(pockets).betting().fresh();

describe("the game number", () => {
  it.each([
    [256, 1],
    [256, 0],
    [11, 12],
  ])("goes from %i to %i", (from, to) => {
    const w = new LineWriter();
    w.fields = { ...w.fields, game: from };
    w.betting().fresh().rim().closed().bare("23").result("23");
    w.fields = { ...w.fields, game: to, direction: 0 };
    w.status(2, 4).rim().closed().bare("4").result("4");
    expect([w.numbers(), w.contradictions()]).toEqual([["23", "4"], []]);
  });

  it.each([
    [11, 13],
    [11, 10],
    [255, 0],
    [255, 1],
  ])("that goes from %i to %i is a jump", (from, to) => {
    const w = new LineWriter();
    w.fields = { ...w.fields, game: from };
    w.betting().rim().closed().bare("23").result("23").fresh();
    w.fields = { ...w.fields, game: to };
    expect(w.status(2, 4).contradictions()).toEqual(["state-jump"]);
  });

  it("that rises in the open bets makes the spin a contradiction of its own", () => {
    const w = wheel();
    w.fields = { ...w.fields, game: 12 };
    w.rim().closed().bare("23").result("23");
    expect([w.numbers(), w.contradictions()]).toEqual([[], ["state-jump"]]);
    const order = w.seen.map((one) => one.o);
    expect(order.indexOf("contradiction")).toBeGreaterThan(order.indexOf("stage"));
  });

  it("that has had its result gets no second one", () => {
    const w = wheel().rim().closed().bare("23").result("23").status(6, 2).status(1, 2).status(2, 2);
    w.rim().closed().bare("7").result("7");
    expect([w.numbers(), w.contradictions()]).toEqual([["23"], ["game-repeated"]]);
  });

  it("may come again when the wheel was switched off and on too fast for a silence", () => {
    const w = new LineWriter();
    w.fields = { ...w.fields, game: 1, number: "  " };
    w.betting().rim().closed().bare("23").result("23");
    w.fields = { ...w.fields, number: "  " };
    w.status(6, 3).status(1, 3).status(2, 3).rim().closed().bare("8").result("8");
    expect([w.numbers(), w.contradictions()]).toEqual([["23", "8"], []]);
  });

  it("may come again after a power cycle, when the number is blank", () => {
    const w = new LineWriter();
    w.fields = { ...w.fields, game: 1, number: "  " };
    w.betting().rim().closed().bare("23").result("23").wait(5_000_000);
    w.fields = { ...w.fields, number: "  ", rpm: 0, flags: "0" };
    w.status(6, 4).status(1, 4);
    w.fields = { ...w.fields, rpm: 170 };
    w.status(2, 4).rim().closed().bare("8").result("8");
    expect([w.numbers(), w.contradictions()]).toEqual([["23", "8"], []]);
  });
});

describe("other orders of the states", () => {
  it("mode 1024: 5, 1, 2", () => {
    const w = wheel().rim().closed().bare("23").result("23").status(1, 4);
    w.fields = { ...w.fields, game: 12 };
    w.status(2, 4).rim().closed().bare("9").result("9");
    expect([w.numbers(), w.contradictions()]).toEqual([["23", "9"], []]);
    expect(w.of("stage").map((one) => one.stage)).toContain("starting");
  });

  it.each([11, 12])("aborted from 4 to 6, counted as game %i", (game) => {
    const w = wheel().rim().closed();
    w.fields = { ...w.fields, game };
    w.status(6, 4);
    expect(w.of("aborted")).toEqual([{ o: "aborted", from: "no-more-bets", cause: "stopped" }]);
    expect([w.numbers(), w.contradictions()]).toEqual([[], []]);
  });

  it("aborted from 3, and from 7", () => {
    expect(wheel().rim().status(6, 3).of("aborted")[0]?.from).toBe("ball-in-rim");
    expect(wheel().rim().status(2, 3).of("aborted")[0]?.from).toBe("ball-in-rim");
    expect(wheel().rim().closed().status(7, 3).status(6, 3).of("aborted")[0]?.from).toBe("ball-not-in-track");
  });

  it("from state 5 nothing is aborted", () => {
    expect(wheel().rim().closed().bare("23").result("23").status(6, 4).of("aborted")).toEqual([]);
  });

  it("state 7 between 4 and 5, and back to 4", () => {
    const w = wheel().rim().closed().status(7, 3).status(4, 3).status(7, 3).bare("23").result("23");
    expect([w.numbers(), w.contradictions()]).toEqual([["23"], []]);
  });

  it.each([
    ["1 to 3", 1, 3],
    ["2 to 4", 2, 4],
    ["2 to 5", 2, 5],
    ["3 to 5", 3, 5],
    ["3 to 7", 3, 7],
    ["4 to 3", 4, 3],
    ["4 to 2", 4, 2],
    ["6 to 3", 6, 3],
    ["6 to 4", 6, 4],
    ["6 to 5", 6, 5],
    ["6 to 7", 6, 7],
    ["7 to 3", 7, 3],
  ])("%s is a jump, and no number follows", (_, from, to) => {
    const w = wheel();
    const way: Record<number, number[]> = { 1: [6, 1], 2: [], 3: [3], 4: [3, 4], 6: [6], 7: [3, 4, 7] };
    for (const state of way[from] ?? []) w.status(state, 3);
    w.fresh().status(to, 2);
    expect(w.contradictions()).toEqual(["state-jump"]);
    if (to !== 2) {
      for (const state of [3, 4].filter((next) => next > to)) w.status(state, 3);
      expect(w.bare("23").result("23", 8).next().numbers()).toEqual([]);
    }
  });

  it("one line of another state or game is damage, not a change", () => {
    const w = wheel().rim().closed(4).status(5, 1).status(4, 2).status(6, 1).status(4, 2);
    w.status(4, 1, { game: 12 }).status(4, 2).bare("23").result("23");
    expect([w.numbers(), w.contradictions(), w.of("aborted")]).toEqual([["23"], [], []]);
    expect(w.state.noise.total).toBe(3);
  });

  it("a single damaged state 5 that shows the old number ends nothing, even beside a bare number", () => {
    const w = wheel().rim().closed(4).status(5, 1).status(4, 4).bare("23").result("23");
    expect(w.of("number")).toEqual([{ o: "number", pocket: "23", witnesses: ["bare-number", "state-5"] }]);
  });
});
