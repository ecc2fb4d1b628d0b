import { describe, expect, it } from "vitest";
import type { DiceGame } from "./dice-game.ts";
import type { DieFace } from "../dice/faces.ts";
import { CITE, diceGame, everyThrow, PHASES, suerte } from "../dice/game.test-help.ts";
import { payOf, throwOutcome } from "./throw-outcome.ts";
import type { CrapsState, DiceOutcome } from "../dice/outcome-types.ts";

const all = (game: DiceGame, craps: CrapsState | null): readonly DiceOutcome[] =>
  everyThrow(game.dice, game.faces).map((faces) => throwOutcome(game, faces, craps));
const is = (outcome: DiceOutcome, id: string): string | null =>
  outcome.suertes.find((one) => one.suerte === id)?.is ?? null;
const what = (outcome: DiceOutcome, id: string): readonly string[] =>
  outcome.suertes.find((one) => one.suerte === id)?.what ?? [];
const times = (outcomes: readonly DiceOutcome[], so: (one: DiceOutcome) => boolean): number =>
  outcomes.filter(so).length;
/** Totals of 36 throws of two dice: 1 way to throw 2, 6 to throw 7. */
const ways = (totals: readonly number[]): number =>
  totals.reduce((sum, total) => sum + 6 - Math.abs(7 - total), 0);
const POINTS = [4, 5, 6, 8, 9, 10];
const from = (least: number, most: number): number[] =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index);

describe("sic bo, all 216 throws", () => {
  const game = diceGame(3, [
    suerte("small", { on: "total", totals: from(4, 10), notTriple: true }),
    suerte("big", { on: "total", totals: from(11, 17), notTriple: true }),
    suerte("any-triple", { on: "equal", dice: 3, face: "any" }),
    suerte("triple", { on: "equal", dice: 3, face: "chosen" }),
    suerte("double", { on: "equal", dice: 2, face: "chosen" }),
    suerte("total", { on: "chosen-total", from: 4, to: 17 }),
    suerte("pair", { on: "pair" }),
    suerte("single", { on: "shows" }),
  ]);
  const outcomes = all(game, null);

  it("wins as often as combinatorics says", () => {
    const wins = (id: string): number => times(outcomes, (one) => is(one, id) === "wins");
    expect([wins("small"), wins("big"), wins("any-triple"), wins("triple")]).toEqual([105, 105, 6, 6]);
    // One face at least twice: 16 of 216 throws each.
    for (const face of ["1", "2", "3", "4", "5", "6"]) {
      expect(times(outcomes, (one) => what(one, "double").includes(face))).toBe(16);
      expect(times(outcomes, (one) => what(one, "triple").includes(face))).toBe(1);
      // 75 throws with one, 15 with two, 1 with three of it.
      for (const [dice, count] of [
        [1, 75],
        [2, 15],
        [3, 1],
      ] as const)
        expect(times(outcomes, (one) => what(one, "single").includes(`${face}x${dice}`))).toBe(count);
    }
    // Two different chosen faces: 30 of 216.
    expect(times(outcomes, (one) => what(one, "pair").includes("1-4"))).toBe(30);
    expect(times(outcomes, (one) => what(one, "pair").length === 0)).toBe(6);
    const counts = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1];
    for (const [index, count] of counts.entries()) {
      expect(times(outcomes, ({ total }) => total === index + 3)).toBe(count);
      const chosen = index === 0 || index === 15 ? 0 : count;
      expect(times(outcomes, (one) => what(one, "total").includes(String(index + 3)))).toBe(chosen);
    }
  });

  it("never lets small or big win on a triple", () => {
    for (const one of outcomes.filter(({ equal }) => equal === "triple"))
      expect([is(one, "small"), is(one, "big"), is(one, "any-triple")]).toEqual(["loses", "loses", "wins"]);
    expect(times(outcomes, ({ equal }) => equal === "double")).toBe(90);
    expect(times(outcomes, ({ equal }) => equal === "none")).toBe(120);
  });

  it("does not mind in which order the dice lie", () => {
    expect(throwOutcome(game, ["6", "1", "4"], null)).toEqual(throwOutcome(game, ["1", "4", "6"], null));
    expect(throwOutcome(game, ["6", "1", "4"], null).faces).toEqual(["1", "4", "6"]);
    expect(what(throwOutcome(game, ["4", "6", "4"], null), "pair")).toEqual(["4-6"]);
  });
});

describe("banca francesa, all 216 throws", () => {
  const game = diceGame(
    3,
    [
      suerte("ases", { on: "total", totals: [3] }, { group: "category" }),
      suerte("pequeno", { on: "total", totals: [5, 6, 7] }, { group: "category" }),
      suerte("grande", { on: "total", totals: [14, 15, 16] }, { group: "category" }),
    ],
    { noCategory: { rule: { es: "x", eu: "x", gl: "x", en: "x" }, basis: "inferred", cite: CITE } },
  );
  const outcomes = all(game, null);

  it("is ases once, pequeño and grande 31 times, nothing 153 times", () => {
    const named = (id: string | null): number => times(outcomes, ({ category }) => category === id);
    expect([named("ases"), named("pequeno"), named("grande"), named(null)]).toEqual([1, 31, 31, 153]);
  });

  it("decides all three where one wins, and none where none does", () => {
    for (const one of outcomes) {
      expect(one.suertes).toHaveLength(one.category === null ? 0 : 3);
      expect(times([one], () => one.category !== null && is(one, one.category) !== "wins")).toBe(0);
    }
    const undecided = all({ ...game, noCategory: null }, null);
    expect(times(undecided, ({ suertes }) => suertes.filter(({ is: so }) => so === "loses").length === 3)).toBe(
      153,
    );
  });
});

describe("symbols", () => {
  const game = diceGame(
    3,
    [suerte("symbol", { on: "shows" }, { pays: { "1": "1:1", "2": "2:1", "3": "3:1" } })],
    {
      faces: "symbols",
    },
  );

  it("have no total, and name what shows in the order of the set", () => {
    const one = throwOutcome(game, ["spade", "anchor", "spade"], null);
    expect(one).toMatchObject({ faces: ["anchor", "spade", "spade"], total: null, equal: "double" });
    expect(what(one, "symbol")).toEqual(["anchorx1", "spadex2"]);
    expect(what(one, "symbol").map((choice) => payOf(game.suertes[0]!, one, choice))).toEqual(["1:1", "2:1"]);
    expect(all(game, null)).toHaveLength(216);
  });
});

describe("craps, all 36 throws of every phase", () => {
  const game = diceGame(
    2,
    [
      suerte("pass", { on: "line", side: "right" }),
      suerte("dont-pass", { on: "line", side: "wrong" }),
      suerte("come", { on: "come", side: "right" }),
      suerte("dont-come", { on: "come", side: "wrong" }),
      suerte(
        "odds",
        { on: "odds", side: "right" },
        { pays: { "4": "2:1", "5": "3:2", "6": "6:5", "8": "6:5", "9": "3:2", "10": "2:1" } },
      ),
      suerte("right", { on: "number", numbers: POINTS, side: "right" }),
      suerte("wrong", { on: "number", numbers: POINTS, side: "wrong" }),
      suerte("hard-8", { on: "hard", total: 8 }),
      suerte("hard-4-off", { on: "hard", total: 4, only: "point" }),
      suerte("big-6", { on: "standing", totals: [6] }),
      suerte(
        "field",
        { on: "total", totals: [2, 3, 4, 9, 10, 11, 12] },
        {
          pays: { "2": "2:1", "3": "1:1", "4": "1:1", "9": "1:1", "10": "1:1", "11": "1:1", "12": "2:1" },
        },
      ),
    ],
    { craps: PHASES, thrownFrom: "hand", thrower: { who: "shooter" }, betsClose: "call" },
  );
  const out: CrapsState = { phase: "come-out" };
  const on = (point: number): CrapsState => ({ phase: "point", point });
  const count = (outcomes: readonly DiceOutcome[], id: string): readonly number[] =>
    ["wins", "loses", "push", null].map((so) => times(outcomes, (one) => is(one, id) === so));

  it("comes out: 8 wins, 4 craps, 24 points, and twelve barred", () => {
    const outcomes = all(game, out);
    const calls = (call: string): number => times(outcomes, ({ craps }) => craps?.call === call);
    expect([calls("natural"), calls("craps"), calls("point-set")]).toEqual([8, 4, 24]);
    expect(count(outcomes, "pass")).toEqual([8, 4, 0, 24]);
    expect(count(outcomes, "dont-pass")).toEqual([3, 8, 1, 24]);
    for (const id of ["come", "dont-come", "odds", "hard-4-off"])
      expect(count(outcomes, id), id).toEqual([0, 0, 0, 36]);
    expect(count(outcomes, "field")).toEqual([16, 20, 0, 0]);
    expect(count(outcomes, "big-6")).toEqual([5, 6, 0, 25]);
    expect(count(outcomes, "hard-8")).toEqual([1, 10, 0, 25]);
    for (const { total, craps } of outcomes)
      expect(craps?.after).toEqual(POINTS.includes(total!) ? on(total!) : out);
  });

  it.each(POINTS)("goes on a point of %i until it or seven comes", (point) => {
    const outcomes = all(game, on(point));
    const made = ways([point]);
    expect(count(outcomes, "pass")).toEqual([made, 6, 0, 30 - made]);
    expect(count(outcomes, "dont-pass")).toEqual([6, made, 0, 30 - made]);
    expect(count(outcomes, "odds")).toEqual([made, 6, 0, 30 - made]);
    expect(count(outcomes, "come")).toEqual([8, 4, 0, 24]);
    expect(count(outcomes, "dont-come")).toEqual([3, 8, 1, 24]);
    expect(count(outcomes, "right")).toEqual([24, 6, 0, 6]);
    expect(count(outcomes, "wrong")).toEqual([6, 24, 0, 6]);
    expect(count(outcomes, "hard-4-off")).toEqual([1, 8, 0, 27]);
    for (const { total, craps } of outcomes) {
      const ends = total === point || total === 7;
      const call = total === point ? "point-made" : "seven-out";
      expect(craps).toEqual({
        before: on(point),
        call: ends ? call : "goes-on",
        after: ends ? out : on(point),
      });
    }
  });

  it("names the numbers of a place bet: the one that came, or all on seven", () => {
    const thrown = (faces: readonly DieFace[]): DiceOutcome => throwOutcome(game, faces, on(4));
    expect(what(thrown(["3", "5"]), "right")).toEqual(["8"]);
    expect(what(thrown(["3", "5"]), "wrong")).toEqual(["8"]);
    expect([is(thrown(["3", "4"]), "right"), is(thrown(["3", "4"]), "wrong")]).toEqual(["loses", "wins"]);
    expect(what(thrown(["3", "4"]), "right")).toEqual(POINTS.map(String));
  });

  it("pays by point, by total", () => {
    const [odds, field] = [game.suertes[4]!, game.suertes[10]!];
    expect(payOf(odds, throwOutcome(game, ["2", "3"], on(5)), undefined)).toBe("3:2");
    expect(payOf(odds, throwOutcome(game, ["2", "3"], out), undefined)).toBeNull();
    expect(payOf(field, throwOutcome(game, ["1", "1"], out))).toBe("2:1");
    expect(payOf(field, throwOutcome(game, ["1", "2"], out))).toBe("1:1");
    expect(payOf(game.suertes[0]!, throwOutcome(game, ["3", "4"], out))).toBeNull();
  });

  it("counts a hard total as a double only", () => {
    const hard = (faces: readonly DieFace[]): string | null => is(throwOutcome(game, faces, out), "hard-8");
    expect([hard(["4", "4"]), hard(["2", "6"]), hard(["3", "5"]), hard(["1", "6"]), hard(["3", "3"])]).toEqual([
      "wins",
      "loses",
      "loses",
      "loses",
      null,
    ]);
  });

  it.each([
    [["1"], out, "1 faces"],
    [["1", "2", "3"], out, "3 faces"],
    [["1", "heart"], out, '"heart" is no face'],
    [["1", "2"], null, "without its phase"],
    [["1", "2"], on(7), "7 is no point"],
    [["1", "2"], on(1), "1 is no point"],
  ] as const)("refuses what cannot be thrown: %j %j", (faces, craps, message) => {
    expect(() => throwOutcome(game, faces as readonly DieFace[], craps)).toThrow(message);
  });

  it("refuses a phase in any other game", () => {
    expect(() => throwOutcome(diceGame(3, [suerte("a", { on: "shows" })]), ["1", "2", "3"], out)).toThrow(
      "only craps has a phase",
    );
  });
});
