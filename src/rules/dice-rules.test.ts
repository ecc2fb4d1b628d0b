import { describe, expect, it } from "vitest";
import { GOOD_CRAPS, GOOD_SHAKER, problemsOf } from "./dice-pack.test-help.ts";

type Wrong = readonly [from: string, to: string, message: string];

/** Changes a text that stands there exactly once. */
function changed(text: string, from: string, to: string): string {
  expect(text.split(from), from).toHaveLength(2);
  return text.replace(from, to);
}

describe("a game of dice that is right", () => {
  it("has no problems", () => expect([problemsOf(GOOD_CRAPS), problemsOf(GOOD_SHAKER)]).toEqual([[], []]));
});

describe("craps whose parts contradict each other says where", () => {
  const wrong: readonly Wrong[] = [
    ["win: [7, 11]", "win: [7]", "19:5: 11 stands there 0 times: each total once"],
    ["lose: [2, 3, 12]", "lose: [2, 3, 12, 7]", "7 stands there 2 times: each total once"],
    ["win: [7, 11]", "win: [7, 11, 13]", "two dice cannot throw 13"],
    ["pointLoses: [7]", "pointLoses: [6]", "6 is a point, or no total at all"],
    ["pointLoses: [7]", "pointLoses: [7, 7]", 'total "7" is there twice'],
    ["barred: [12]", "barred: [11]", "11 does not lose on the come-out: nothing is barred on it"],
    ["totals: [2, 3]", "totals: [2, 3, 13]", "2 pips cannot throw 13"],
    ["totals: [2, 3]", "totals: [2, 3, 3]", 'total "3" is there twice'],
    ["totals: [2, 3]", "totals: [2, 3], notTriple: true", "two dice show no triple"],
    ["totals: [2, 3]", "totals: [2, 3, 4]", 'what "4" pays is missing'],
    ['"3": "1:1"', '"3": "1:1", "4": "1:1"', 'nothing makes "4" here'],
    ['pays: "1:1", basis', 'pays: { "1": "1:1" }, basis', '"line" pays one and the same'],
    ['pays: "1:1", basis', "pays: one to one, basis", "must be what is paid for how much"],
    ["on: hard, total: 8", "on: hard, total: 12", "12 is not made both as a double and without one"],
    ["on: hard, total: 8", "on: hard, total: 7", "7 is not made both as a double and without one"],
    ["numbers: [4, 5]", "numbers: [4, 7]", "7 cannot win and lose"],
    ["on: standing, totals: [6]", "on: standing, totals: [7]", "7 cannot win and lose"],
    ["id: hard, group", "id: win, group", 'suerte "win" is there twice'],
    ["on: line, side", "on: lime, side", "suertes.0.win"],
    ["who: shooter", "who: shooter, reliefMinutes: 30", "only a croupier is relieved"],
    ["thrownFrom: hand", "thrownFrom: cup", "a shooter throws by hand, not from a cup"],
    ["betsClose: call", "betsClose: shake", "a throw by hand is not shaken: call or announcement"],
    ["counts: [6]", "counts: [6, 6]", 'number of dice "6" is there twice'],
    ["sideMm: [20, 25]", "sideMm: [25, 20]", "the larger side comes before the smaller"],
    ["sets: 1", "sets: 1, rotateMinutes: 60", "one set alone cannot take turns"],
    ["announce: [total]", "announce: [total, total]", 'part "total" is there twice'],
    ["announce: [total]", "announce: [category]", "categories are announced where there are some"],
    ["noCategory: null", "noCategory: { rule: *text, basis: text, cite: *cite }", "or the game has none"],
    ["verdict: void", "verdict: corrected", "only in card games the round goes on corrected"],
    ["scope: throw", "scope: bet", "a void rule annuls the throw: scope must be throw"],
    ["then: []", "then: []\n    effect: none", '"effect" is for card games'],
    ["then: []", "then: []\n    asks: hand", '"asks" is for card games'],
    ["die-off-table, is: true", "die-of-table, is: true", 'unknown fact "die-of-table"'],
    ["die-off-table, is: true", "shake, is: none", '"shake" is asked, and no shaker throws these dice'],
    ["fact: die-off-table, is: true", "fact: cage-turns, fewerThan: 2", "no cage throws these dice"],
    ["die-off-table, is: true", "die-retained, is: true", "no cup throws these dice"],
    ["die-off-table, is: true", "set-rotation-late, is: true", "set.rotateMinutes does not say when"],
    ["die-off-table, is: true", "thrower-relief-late, is: true", "thrower.reliefMinutes does not say when"],
  ];
  it.each(wrong)("%s -> %s", (from, to, message) => {
    expect(problemsOf(changed(GOOD_CRAPS, from, to)).join("\n")).toContain(message);
  });

  it("and a duty has no other scope than a throw, a bet and a session", () => {
    const duty = GOOD_CRAPS.replace("voidName: *text\n", "").replace(/ {2}- { phase: void.*\n/, "");
    const other = changed(
      duty,
      "verdict: void\n    scope: throw\n    announce: { say: *text, by: stickman }",
      "verdict: deviation\n    scope: spin",
    );
    expect(problemsOf(other).join("\n")).toContain('"spin" is no scope of dice: throw, bet, session');
    expect(problemsOf(other.replace("scope: spin", "scope: session"))).toEqual([]);
  });
});

describe("three dice whose parts contradict each other say where", () => {
  const wrong: readonly Wrong[] = [
    ["totals: [4, 5], notTriple: true", "totals: [3, 4, 5]", "1 1 1 is both low and triple"],
    ["to: 17", "to: 19", "suertes.3.win.to"],
    ["from: 4, to: 17", "from: 2, to: 17", "3 pips cannot throw 2"],
    ["from: 4, to: 17", "from: 17, to: 4", "the larger total comes before the smaller"],
    [
      "group: bet, name: *text, win: { on: shows }",
      "group: category, name: *text, win: { on: shows }",
      '"shows" names no throw',
    ],
    ["on: equal, dice: 3, face: any", "on: line, side: right", '"line" is a bet of craps'],
    ["change: free", "change: not-in-series", "only craps has series"],
    ["counts: [6]", "counts: [2]", "a set of 2 dice is too small to throw 3"],
    ["announce: [faces, category]", "announce: [faces]", "categories are announced where there are some"],
    ["fact: die-off-table, is: true", "fact: wall-contacts, fewerThan: 2", "nobody throws these dice by hand"],
    ["faces: pips", "faces: symbols", "3 symbols cannot throw 4"],
  ];
  it.each(wrong)("%s -> %s", (from, to, message) => {
    expect(problemsOf(changed(GOOD_SHAKER, from, to)).join("\n")).toContain(message);
  });

  it("no throw comes before a call where the announcement of the throw closes the bets", () => {
    const early = changed(GOOD_SHAKER, "die-off-table, is: true", "throw-before-call, is: true");
    const closing = /betsClose: \w+/;
    expect(early).toMatch(closing);
    expect(problemsOf(early.replace(closing, "betsClose: announcement")).join("\n")).toContain(
      "no call closes the bets",
    );
  });

  it("symbols have no total to announce", () => {
    const symbols = GOOD_SHAKER.replace("faces: pips", "faces: symbols").replace(
      "[faces, category]",
      "[total, category]",
    );
    expect(problemsOf(symbols).join("\n")).toContain("symbols have no total");
  });

  it("a category for every throw leaves nothing to say of a throw of none", () => {
    const all = changed(
      GOOD_SHAKER,
      "totals: [4, 5], notTriple: true",
      "totals: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18], notTriple: true",
    );
    expect(problemsOf(all).join("\n")).toContain("every throw belongs to a category, or the game has none");
  });
});

describe("other families", () => {
  it("have no throws", () => {
    expect(problemsOf(GOOD_CRAPS.replace("family: dice", "family: wheel")).join("\n")).toContain(
      'unknown key "dice"',
    );
  });
});
