import { describe, expect, it } from "vitest";
import { loadShoe } from "./shoe-account.ts";
import { judgeCount, judgeLevel } from "./shoe-recount.ts";
import { takeAll, decks } from "./shoe.test-help.ts";

describe("counts of a device", () => {
  it("a shuffler's count against the shoe's", () => {
    const shoe = takeAll(loadShoe(decks(6)), "As", "Ks");
    const count = { cards: 312, expected: 312, unknown: 0 };
    expect(judgeCount(shoe, count, "loaded")).toEqual({ verdict: "right", difference: 0 });
    expect(judgeCount(shoe, { ...count, cards: 311 }, "loaded")).toEqual({
      verdict: "count-wrong",
      difference: -1,
    });
    expect(judgeCount(shoe, { ...count, unknown: 1 }, "loaded").verdict).toBe("count-right-identity-wrong");
    expect(judgeCount(shoe, { ...count, expected: 416 }, "loaded").verdict).toBe("device-expects-otherwise");
    expect(judgeCount(shoe, { cards: 310, expected: 310, unknown: 0 }, "inside").verdict).toBe("right");
    expect(judgeCount(shoe, count, "inside")).toEqual({ verdict: "count-wrong", difference: 2 });
    expect(judgeLevel(shoe, { atLeast: 300, atMost: null })).toBe("possible");
    expect(judgeLevel(shoe, { atLeast: 311, atMost: null })).toBe("more-inside");
    expect(judgeLevel(shoe, { atLeast: 0, atMost: 309 })).toBe("fewer-inside");
  });
});
