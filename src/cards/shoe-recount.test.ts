import { describe, expect, it } from "vitest";
import { FACES, type Face } from "./card.ts";
import { loadShoe, moveAll, returnBlind, takeUnread, type ShoeAccount } from "./shoe-account.ts";
import { insideOf, judgeCount, judgeLevel, judgeRecount } from "./shoe-recount.ts";
import { takeAll, deck, decks, accountAfter } from "./shoe.test-help.ts";

describe("recounts", () => {
  const inside = (account: ShoeAccount): Face[] =>
    FACES.flatMap((face) => Array.from({ length: insideOf(account, face).atLeast }, () => face));

  it("after a jam: what is inside is what the account has", () => {
    const now = takeAll(loadShoe(decks(6)), "As", "Ks", "As");
    const found = inside(now);
    expect(found).toHaveLength(309);
    expect(judgeRecount(now, { faces: found, unread: 0 })).toEqual({
      verdict: "right",
      expected: 309,
      found: 309,
      surplus: [],
      missing: [],
      unexplained: 0,
    });
    expect(judgeRecount(now, { faces: found.slice(1), unread: 0 })).toMatchObject({
      verdict: "count-wrong",
      unexplained: 1,
    });
    expect(judgeRecount(now, { faces: found.slice(1), unread: 1 })).toMatchObject({
      verdict: "right",
      unexplained: 0,
    });
    expect(() => judgeRecount(now, { faces: [], unread: -1 })).toThrow(RangeError);
  });

  it("the count is right but a card is not of the decks", () => {
    const now = takeAll(loadShoe([deck("1")]), "As");
    const exchanged = inside(now).with(0, "Kd");
    expect(judgeRecount(now, { faces: exchanged, unread: 0 })).toMatchObject({
      verdict: "count-right-identity-wrong",
      surplus: [["Kd", 1]],
      unexplained: 1,
    });
    const foreign = inside(now).with(0, "As");
    expect(judgeRecount(now, { faces: foreign, unread: 0 })).toMatchObject({
      verdict: "count-right-identity-wrong",
      surplus: [["As", 1]],
    });
    const joker = inside(now).with(0, "joker");
    expect(judgeRecount(now, { faces: joker, unread: 0 })).toMatchObject({ surplus: [["joker", 1]] });
  });

  it("an unread card that left explains one that is missing", () => {
    const now = accountAfter(takeUnread(loadShoe([deck("1")])));
    const found = FACES.filter((face) => face !== "7c");
    expect(judgeRecount(now, { faces: found, unread: 0 })).toMatchObject({
      verdict: "right",
      missing: [["7c", 1]],
      unexplained: 0,
    });
    expect(insideOf(now, "7c")).toEqual({ atLeast: 0, atMost: 1 });
  });

  it("cards that came back blind may be found, but not more than came back", () => {
    const settled = moveAll(takeAll(loadShoe([deck("1")]), "As", "Ks", "Qs"), "table", "discard");
    const now = accountAfter(returnBlind(settled, 1));
    const rest = FACES.filter((face) => !["As", "Ks", "Qs"].includes(face));
    expect(judgeRecount(now, { faces: [...rest, "Ks"], unread: 0 })).toMatchObject({ verdict: "right" });
    expect(judgeRecount(now, { faces: [...rest.slice(1), "Ks", "As"], unread: 0 })).toMatchObject({
      verdict: "count-right-identity-wrong",
    });
  });

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
