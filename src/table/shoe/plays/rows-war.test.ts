import { describe, expect, it } from "vitest";
import { rowsOutcome, rowsPlay } from "./rows.ts";
import { change, give, handAt, play, resultsOf, say, seatTable, totalsOf, withHand } from "./play.test-help.ts";
import { rows, WAR } from "./table-games.test-help.ts";

describe("treinta y cuarenta", () => {
  it("deals the black row to 31, then the red one, all face up", () => {
    const table = play(seatTable(rows("cl")), "Ks Qd Jc Ah");
    expect(table.dealt).toEqual(["row-black", "row-black", "row-black", "row-black"]);
    expect(table.due?.card).toEqual({ to: "row-red", up: true, packet: 1, means: null });
    const end = play(table, "Kh Qc Js 3d");
    expect(end.due).toBeNull();
    expect(totalsOf(end)).toEqual({ "row-black": 31, "row-red": 33 });
    expect(() => give(end, "2c")).toThrow(/no card is due/);
  });

  it.each([
    ["es-cb", "Ks Qd Jc Ah Kh Qc Js 3d", ["row-black wins", "round color"]],
    ["es-cb", "Kd Qd Jc Ah Kh Qc Js 3d", ["row-black wins", "round inverso"]],
    ["es-pv", "Ks Qd Jc 3h Kh Qc Js Ad", ["row-red wins", "round inverso"]],
    ["cl", "Ks Qd Jc 3h Kh Qc Js Ad", ["row-red wins", "round color"]],
    ["cl", "Ks Qd Jc Ah Kh Qc Js Ad", ["round tie-at-31"]],
    ["cl", "Ks Qd Jc 2h Kh Qc Js 2d", ["round null"]],
  ] as const)("%s: %s", (law, cards, results) => {
    expect(resultsOf(play(seatTable(rows(law)), cards))).toEqual(results);
  });

  it("waits, and is not decided, while a card of a row is not known", () => {
    const { deal } = play(seatTable(rows("cl")), "Ks Qd");
    const black = handAt(deal, "row-black");
    const unread = withHand(deal, { ...black, cards: [...black.cards, { n: 3, face: null, up: true }] });
    const [step] = rows("cl").deal;
    const here = { dealt: [], said: [], turned: [] };
    expect(step?.step === "rows" && rowsPlay.due(step, unread, here)).toMatchObject({
      card: null,
      moves: [],
      turn: [],
    });
    const { outcome } = rows("cl");
    expect(outcome.kind === "treinta-y-cuarenta" && rowsOutcome.outcome(outcome, unread)).toEqual({
      open: ["hand-not-complete"],
    });
  });
});

describe("war", () => {
  it("compares one card each", () => {
    const end = play(seatTable(WAR, [1, 2]), "Kc 2d Qh");
    expect(end.dealt).toEqual(["seat-1", "seat-2", "bank"]);
    expect(resultsOf(end)).toEqual(["seat-1 wins", "seat-2 loses"]);
    expect(totalsOf(end)).toEqual({ "seat-1": 13, "seat-2": 2, bank: 12 });
  });

  it("burns three, the player's card, three, the bank's; several wars in the order of the seats", () => {
    const tied = play(seatTable(WAR, [1, 3, 5, 6]), "Kc Kd Kh 4s Ks");
    expect(tied.due).toMatchObject({
      card: null,
      moves: [1, 3, 5].map((seat) => ({ who: `seat-${seat}`, moves: ["war", "surrender", "tie-bet"] })),
      duty: { code: "choice", hand: "seat-1" },
    });
    // The last may speak first, but no card of his war leaves before those before him have spoken.
    const last = play(tied, "seat-5 war");
    expect(last.due?.card).toBeNull();
    const spoken = play(last, "seat-1 war", "seat-3 surrender");
    expect(spoken.due).toMatchObject({ card: { to: "burnt", up: false }, moves: [], duty: { code: "burn" } });
    const first = play(spoken, "2c 2c 2c 9h 2c 2c 2c 8d");
    expect(first.dealt.slice(5)).toEqual([
      "burnt",
      "burnt",
      "burnt",
      "seat-1",
      "burnt",
      "burnt",
      "burnt",
      "bank",
    ]);
    expect(first.due).toMatchObject({ card: { to: "burnt" } });
    const end = play(first, "2c 2c 2c 7h 2c 2c 2c 7d");
    expect(end.due).toBeNull();
    expect(resultsOf(end)).toEqual([
      "seat-1 wins",
      "seat-3 surrendered",
      "seat-5 ties-after-war",
      "seat-6 loses",
    ]);
  });

  it("deals a war as soon as all before it have spoken", () => {
    const tied = play(seatTable(WAR, [1, 2]), "Kc Kd Ks", "seat-1 war");
    expect(tied.due).toMatchObject({
      card: { to: "burnt" },
      moves: [{ who: "seat-2", moves: ["war", "surrender", "tie-bet"] }],
    });
    const between = play(tied, "2c 2c 2c 9h", "seat-2 war", "2c 2c 2c Qd 3c 3c 3c 9d 3c 3c 3c 4d");
    expect(resultsOf(between)).toEqual(["seat-1 loses", "seat-2 wins"]);
  });

  it("has no war for a seat that a rule put out, and no result", () => {
    const tied = play(seatTable(WAR, [1, 2]), "Kc Kd Ks", "seat-1 war", "seat-2 war");
    const out = change(tied, "seat-1", { state: "out" });
    const end = play(out, "2c 2c 2c 9h 2c 2c 2c 8d");
    expect(end.dealt[6]).toBe("seat-2");
    expect(resultsOf(end)).toEqual(["seat-2 wins"]);
    const after = change(play(tied, "2c 2c 2c 9h 2c 2c 2c 8d"), "seat-1", { state: "out" });
    expect(resultsOf(play(after, "2c 2c 2c 4h 2c 2c 2c 5d"))).toEqual(["seat-2 loses"]);
    const midway = change(play(tied, "2c 2c 2c"), "seat-2", { state: "out" });
    expect(resultsOf(play(midway, "9h 2c 2c 2c 8d"))).toEqual(["seat-1 wins"]);
  });

  it("is not decided when a card is missing or one is too many", () => {
    const tied = play(seatTable(WAR, [1]), "Kc Ks", "seat-1 war", "2c 2c 2c 9h 2c 2c 2c 8d");
    expect(resultsOf(change(tied, "bank", { cards: handAt(tied.deal, "bank").cards.slice(0, 1) }))).toEqual([
      "open hand-not-complete",
    ]);
    const plain = play(seatTable(WAR, [1]), "Kc Qs");
    const twice = { n: 9, up: true, face: "4c" } as const;
    expect(resultsOf(change(plain, "bank", { cards: [...handAt(plain.deal, "bank").cards, twice] }))).toEqual([
      "open hand-not-complete",
    ]);
    expect(() => say(plain, "seat-1", "war")).toThrow(/not offered/);
  });
});
