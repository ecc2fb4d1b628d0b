import { describe, expect, it } from "vitest";
import { nextTwoClothDuty } from "../../../cards/baccarat/two-cloths.ts";
import { TABLEAUX } from "../../../../hw-sim/people/cards/law/tableaux.test-help.ts";
import type { Face } from "../../../cards/card.ts";
import {
  advance,
  breachesOf,
  change,
  give,
  play,
  resultsOf,
  seatTable,
  totalsOf,
  type Table,
} from "./play.test-help.ts";
import { dosPanos } from "./table-games.test-help.ts";

const OF_VALUE: readonly Face[] = ["10h", "As", "2d", "3c", "4h", "5s", "6d", "7c", "8h", "9s"];
const card = (value: number): Face => OF_VALUE[value] ?? "joker";
const LAWS = ["es-as/dos-panos", "es-cb/dos-panos", "es-pv/dos-panos"] as const;
const ASTURIAS = dosPanos("es-as/dos-panos");
const SHOW = ["turn cloth-1", "turn cloth-2", "turn banca"];

/** 1 2 B 1 2 B with these points. */
function six(
  points: readonly [number, number, number],
  bound: readonly "banca"[] = [],
  game = ASTURIAS,
): Table {
  return [0, 0, 0, ...points].map(card).reduce(give, seatTable(game, [], { bound }));
}

describe("the order of two cloths", () => {
  it.each(LAWS)("%s: 1 2 B 1 2 B, then the first cloth, the second, the banker", (id) => {
    const table = six([3, 4, 5], [], dosPanos(id));
    expect(table.dealt).toEqual(["cloth-1", "cloth-2", "banca", "cloth-1", "cloth-2", "banca"]);
    expect(table.due).toEqual({
      card: { to: "cloth-1", up: true, packet: 1, means: { who: "cloth-1", move: "card" } },
      moves: [{ who: "cloth-1", moves: ["card", "stand"] }],
      turn: ["cloth-1"],
      duty: { code: "choice", hand: "cloth-1" },
    });
    const asked = play(table, "cloth-1 card");
    expect(asked.due).toMatchObject({
      card: { to: "cloth-1", means: null },
      moves: [{ who: "cloth-2", moves: ["card", "stand"] }],
      turn: ["cloth-2"],
    });
    // Both spoke before a card was given: the banker may lay down instead.
    const spoken = play(asked, "cloth-2 stand");
    expect(spoken.due).toMatchObject({ moves: [{ who: "banca", moves: ["lay-down"] }], turn: ["banca"] });
    const given = play(asked, "6d");
    expect(given.due).toMatchObject({
      card: { to: "cloth-2", means: { who: "cloth-2", move: "card" } },
      moves: [{ who: "cloth-2", moves: ["card", "stand"] }],
    });
    const both = play(given, "As");
    expect(both.dealt.slice(6)).toEqual(["cloth-1", "cloth-2"]);
    expect(both.due).toMatchObject({
      card: { to: "banca", means: { who: "banca", move: "card" } },
      moves: [{ who: "banca", moves: ["card", "stand"] }],
      turn: [],
    });
    expect(resultsOf(play(both, "4h", ...SHOW))).toEqual(["cloth-1 ties", "cloth-2 loses"]);
    expect(totalsOf(play(both, "banca stand", ...SHOW))).toEqual({ "cloth-1": 9, "cloth-2": 5, banca: 5 });
    const none = play(table, "cloth-1 stand", "cloth-2 stand");
    expect(none.due?.moves).toEqual([{ who: "banca", moves: ["card", "stand", "lay-down"] }]);
  });

  it("a cloth that lays down is done; two that do end the deal; the banker's natural ends it before a card", () => {
    const one = play(six([8, 4, 5]), "turn cloth-1");
    expect(one.due?.card).toMatchObject({ to: "cloth-2", means: { move: "card" } });
    const two = play(six([8, 9, 5]), "turn cloth-1", "turn cloth-2");
    expect(two.due).toMatchObject({ card: null, turn: ["banca"] });
    expect(resultsOf(play(two, "turn banca"))).toEqual(["cloth-1 wins", "cloth-2 wins"]);
    const laid = play(six([3, 4, 8]), "cloth-1 card", "cloth-2 card", "banca lay-down");
    expect(laid.due).toMatchObject({ card: null, turn: ["banca"] });
    expect(resultsOf(play(laid, "turn banca", "turn cloth-1", "turn cloth-2"))).toEqual([
      "cloth-1 loses",
      "cloth-2 loses",
    ]);
    const notSo = play(six([3, 4, 7]), "cloth-1 card", "cloth-2 card", "banca lay-down", "turn banca");
    expect(notSo.due?.card).toMatchObject({ to: "cloth-1", means: null });
  });

  it("passes a cloth by that a rule put out, and has no result for it", () => {
    const table = change(six([3, 4, 5]), "cloth-1", { state: "out" });
    expect(table.due?.card?.to).toBe("cloth-2");
    const end = play(table, "cloth-2 stand", "banca stand", "turn cloth-2", "turn banca");
    expect(resultsOf(end)).toEqual(["cloth-2 loses"]);
    expect(breachesOf(end)).toEqual([]);
    const none = change(change(six([3, 4, 5]), "cloth-1", { state: "out" }), "cloth-2", { state: "out" });
    expect(none.due).toMatchObject({ card: null, turn: ["banca"] });
  });

  it("two cards that count eight beat eight and nine of three", () => {
    const end = play(
      six([8, 3, 2]),
      "turn cloth-1",
      "cloth-2 card",
      "6d",
      "banca card",
      "7c",
      "turn cloth-2",
      "turn banca",
    );
    expect(totalsOf(end)).toEqual({ "cloth-1": 8, "cloth-2": 9, banca: 9 });
    expect(resultsOf(end)).toEqual(["cloth-1 wins", "cloth-2 ties"]);
  });

  it("respects what a rule has a hand count", () => {
    const nine = change(six([2, 4, 5]), "cloth-1", { deemed: "natural" });
    const end = play(nine, "cloth-2 stand", "banca card", "4h", ...SHOW);
    expect(resultsOf(end)).toEqual(["cloth-1 wins", "cloth-2 loses"]);
    const zero = change(six([5, 4, 5]), "banca", { deemed: 0 });
    const spoken = play(zero, "cloth-1 stand", "cloth-2 stand");
    expect(resultsOf(play(spoken, "banca stand", ...SHOW))).toEqual(["cloth-1 wins", "cloth-2 wins"]);
    expect(resultsOf(play(spoken, "banca card", "4h", ...SHOW))).toEqual(["open deemed-hand-drew"]);
    const lost = change(play(six([5, 4, 5]), "cloth-1 stand", "cloth-2 stand", "banca stand"), "cloth-1", {
      cards: [],
    });
    expect(resultsOf(play(lost, "turn cloth-2", "turn banca"))).toEqual(["open hand-not-complete"]);
  });
});

describe("the tables of two cloths", () => {
  it("turned up by an incident, the cards lead the deal as the tables say, bound or free", () => {
    for (let one = 0; one <= 9; one++)
      for (let two = 0; two <= 9; two += 3)
        for (let banca = 0; banca <= 7; banca++)
          for (const bound of [[], ["banca"]] as const) {
            let table = shown(six([one, two, banca], bound));
            for (const third of [0, 4, 6, 8]) {
              check(table, bound.length > 0);
              if (table.due?.card == null) break;
              table = give(table, card(third));
            }
          }
  });

  function check(table: Table, isBound: boolean): void {
    const faces = (id: string): Face[] =>
      table.deal.hands.find((hand) => hand.id === id)?.cards.flatMap(({ face }) => face ?? []) ?? [];
    const cards = { "cloth-1": faces("cloth-1"), "cloth-2": faces("cloth-2"), banca: faces("banca") };
    const duty = nextTwoClothDuty(
      TABLEAUX["es-as/dos-panos"],
      { cards, said: { "cloth-1": null, "cloth-2": null, banca: null } },
      { cloths: "bound", banca: isBound ? "tableau" : "free" },
    );
    const { card: next = null } = table.due ?? {};
    const found = next === null ? null : { to: next.to, must: next.means === null };
    const due =
      duty.duty === "card"
        ? { to: duty.to, must: true }
        : duty.duty === "choice"
          ? { to: duty.who, must: false }
          : null;
    expect(found, JSON.stringify({ cards, duty })).toEqual(due);
  }

  it("a natural that a cloth did not lay down ends nothing, even when it is seen", () => {
    const forgot = shown(play(six([8, 9, 5]), "cloth-1 stand", "cloth-2 stand"));
    expect(forgot.due?.card).toMatchObject({ to: "banca", means: { move: "card" } });
  });

  it("show when they are turned who broke them", () => {
    const end = (points: [number, number, number], bound: readonly "banca"[], ...script: string[]): string[] =>
      breachesOf(play(six(points, bound), ...script, ...SHOW));
    expect(end([4, 6, 7], [], "cloth-1 stand", "cloth-2 stand", "banca stand")).toEqual(["punto"]);
    expect(end([5, 6, 7], [], "cloth-1 stand", "cloth-2 card", "As", "banca stand")).toEqual(["punto"]);
    expect(end([5, 6, 7], [], "cloth-1 stand", "cloth-2 stand", "banca stand")).toEqual([]);
    expect(end([5, 6, 0], [], "cloth-1 stand", "cloth-2 stand", "banca stand")).toEqual(["banca"]);
    expect(end([5, 6, 4], [], "cloth-1 stand", "cloth-2 stand", "banca stand")).toEqual([]);
    expect(end([5, 6, 4], ["banca"], "cloth-1 stand", "cloth-2 stand", "banca stand")).toEqual(["banca"]);
    // The table says draw for the one and stand for the other: he is free.
    expect(end([5, 4, 4], ["banca"], "cloth-1 stand", "cloth-2 card", "As", "banca stand")).toEqual([]);
  });

  function shown(table: Table): Table {
    const hands = table.deal.hands.map((hand) => ({
      ...hand,
      cards: hand.cards.map(({ n }) => ({ n, up: true, face: table.faces[n - 1] ?? null })),
    }));
    return advance({ ...table, deal: { ...table.deal, hands } });
  }
});
