import { describe, expect, it } from "vitest";
import type { DealStep } from "../../../rules/card-game.ts";
import { dealPlay, turnPlay } from "./deal.ts";
import { advance, change, give, play, seatTable, turn, type Game, type Table } from "./play.test-help.ts";
import { rows } from "./table-games.test-help.ts";

const cite = { section: "test", lines: [1, 1] } as const;
type Deal = Extract<DealStep, { step: "deal" }>;
const game = (...deal: DealStep[]): Game => ({ ...rows("cl"), deal });
const step = (patch: Partial<Deal> & Pick<Deal, "to">): Deal => ({ step: "deal", times: 1, cite, ...patch });
/** Deals until nothing is due: whom each card went to, `*` where it lies face up. */
function order(from: Table): string {
  let table = from;
  const to: string[] = [];
  while (table.due?.card != null) {
    to.push(`${table.due.card.to}${table.due.card.up ? "*" : ""}`);
    table = give(table, "2c");
  }
  return to.join(" ");
}

describe("cards to the hands", () => {
  const blackJack = game(
    step({
      to: [
        { hand: "seats", cards: 1, up: "all" },
        { hand: "bank", cards: 1, up: "none" },
      ],
      times: 2,
    }),
  );

  it("go round from the first seat to be dealt, as often as the step says", () => {
    expect(order(seatTable(blackJack, [1, 3, 6]))).toBe(
      "seat-1* seat-3* seat-6* bank seat-1* seat-3* seat-6* bank",
    );
    expect(order(seatTable(blackJack, [1, 3, 6], { first: 3 }))).toBe(
      "seat-3* seat-6* seat-1* bank seat-3* seat-6* seat-1* bank",
    );
  });

  it("pass a hand that is out by", () => {
    const begun = play(seatTable(blackJack, [1, 2]), "2c 3c 4c");
    expect(order(change(begun, "seat-1", { state: "out" }))).toBe("seat-2* bank");
  });

  it("are made good to the hand whose card was set aside", () => {
    const begun = play(seatTable(blackJack, [1, 2]), "2c 3c");
    const aside = change(begun, "seat-2", { cards: [] });
    const again = advance({ ...aside, here: { ...aside.here, dealt: ["seat-1"] } });
    expect(order(again)).toBe("seat-2* bank seat-1* seat-2* bank");
  });

  it("lie up as the portion says, over all cards of the step", () => {
    const to = (up: "first" | "last"): Game => game(step({ to: [{ hand: "seats", cards: 1, up }], times: 3 }));
    expect(order(seatTable(to("first"), [1, 2]))).toBe("seat-1* seat-2* seat-1 seat-2 seat-1 seat-2");
    expect(order(seatTable(to("last"), [1, 2]))).toBe("seat-1 seat-2 seat-1 seat-2 seat-1* seat-2*");
    expect(order(seatTable(game(step({ to: [{ hand: "bank", cards: 5, up: "last" }] }))))).toBe(
      "bank bank bank bank bank*",
    );
  });

  it("burn a card and lay the board", () => {
    const flop = step({
      to: [
        { hand: "burnt", cards: 1, up: "none" },
        { hand: "board", cards: 3, up: "all" },
      ],
    });
    const table = seatTable(game(flop), [1]);
    expect(table.due?.duty).toEqual({ code: "burn", hand: "burnt" });
    expect(order(table)).toBe("burnt board* board* board*");
  });

  it("come in packets, each portion at once", () => {
    const packets = step({
      to: [
        { hand: "seats", cards: 3, up: "none" },
        { hand: "bank", cards: 2, up: "first" },
      ],
      packets: true,
    });
    const table = seatTable(game(packets), [1, 4]);
    const sizes = [];
    for (let now = table; now.due?.card != null; now = give(now, "2c")) sizes.push(now.due.card.packet);
    expect(sizes).toEqual([3, 2, 1, 3, 2, 1, 2, 1]);
    expect(order(table)).toBe("seat-1 seat-1 seat-1 seat-4 seat-4 seat-4 bank* bank");
  });

  it("go round with the bank in its place (pai gow)", () => {
    const places = game(step({ to: [{ hand: "places", cards: 1, up: "none" }] }));
    expect(order(seatTable(places, [1, 2, 5], { first: 5 }))).toBe("seat-5 bank seat-1 seat-2");
    expect(order(seatTable(places, [1, 2, 5], { first: 0 }))).toBe("bank seat-1 seat-2 seat-5");
  });

  it("end when only one is left", () => {
    const hands = [1, 2].map((seat) => ({
      id: `seat-${seat}`,
      cards: [],
      state: seat === 1 ? ("folded" as const) : ("in" as const),
      low: null,
      deemed: null,
    }));
    const deal = { seats: [1, 2], isAmongSeats: true, first: null, hands, said: [], bound: [] };
    const here = { dealt: [], said: [], turned: [] };
    expect(dealPlay.due(step({ to: [{ hand: "board", cards: 3, up: "all" }] }), deal, here)).toBeNull();
    expect(turnPlay.due({ step: "turn", hands: ["seats"], cite }, deal, here)).toBeNull();
  });
});

describe("turning up", () => {
  const hidden = (...last: DealStep[]): Game =>
    game(
      step({
        to: [
          { hand: "seats", cards: 2, up: "none" },
          { hand: "bank", cards: 2, up: "first" },
          { hand: "board", cards: 1, up: "none" },
        ],
      }),
      ...last,
    );

  it("waits for every named hand that is in and has a card face down, in any order", () => {
    const table = play(
      seatTable(hidden({ step: "turn", hands: ["seats", "board"], cite }), [1, 2, 3]),
      "2c 3c 4c 5c 6c 7c 8c 9c 10c",
    );
    expect(table.due).toMatchObject({ card: null, moves: [], turn: ["seat-1", "seat-2", "seat-3", "board"] });
    const out = change(table, "seat-2", { state: "out" });
    expect(out.due?.turn).toEqual(["seat-1", "seat-3", "board"]);
    const last = turn(turn(out, "board"), "seat-3");
    expect(last.due?.turn).toEqual(["seat-1"]);
    expect(turn(last, "seat-1").due).toBeNull();
  });

  it("of so many cards, and with leave to throw the hand in", () => {
    const some = seatTable(hidden({ step: "turn", hands: ["bank"], cards: 1, cite }), [1]);
    expect(play(some, "2c 3c 4c 5c 6c").due).toBeNull();
    const fold = play(
      seatTable(hidden({ step: "turn", hands: ["seats", "bank"], orFold: true, cite }), [1, 2]),
      "2c 3c 4c 5c 6c 7c 8c",
    );
    expect(fold.due).toMatchObject({ turn: ["seat-1", "seat-2", "bank"] });
    expect(fold.due?.moves).toEqual([
      { who: "seat-1", moves: ["fold"] },
      { who: "seat-2", moves: ["fold"] },
    ]);
    expect(play(fold, "seat-1 fold").due?.turn).toEqual(["seat-2", "bank"]);
  });
});
