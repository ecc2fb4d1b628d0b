import { describe, expect, it } from "vitest";
import { monoUs } from "../../src/time/instant.ts";
import {
  askIdentity,
  endIdentityQuestion,
  numberAfter,
  takeIdentityQuestion,
  type AskingContext,
  type IdentityQuestion,
} from "./identity-question.ts";

const S = 1_000_000;

function askingAt(
  t: number,
  asks: IdentityQuestion = { identityAt: null, tries: 0 },
): AskingContext<IdentityQuestion> {
  return { asks, t: monoUs(t) };
}

describe("the question who a device is", () => {
  it("goes out at once, four times a second apart, and every ten seconds from then on", () => {
    const first = askingAt(7 * S);
    askIdentity(first);
    const sent: number[] = [];
    let { asks } = first;
    for (let t = 7 * S; t <= 45 * S; t += S / 2) {
      const context = askingAt(t, asks);
      if (takeIdentityQuestion(context)) sent.push(t / S);
      ({ asks } = context);
    }
    expect(sent).toEqual([7, 8, 9, 10, 11, 21, 31, 41]);
    expect(asks.tries).toBe(8);
  });

  it("is not sent where nobody asks, nor before its time", () => {
    expect(takeIdentityQuestion(askingAt(S))).toBe(false);
    expect(takeIdentityQuestion(askingAt(S - 1, { identityAt: monoUs(S), tries: 1 }))).toBe(false);
    expect(takeIdentityQuestion(askingAt(S, { identityAt: monoUs(S), tries: 1 }))).toBe(true);
  });

  it("keeps its time when it is asked for once more, and other questions beside it", () => {
    const context = { asks: { identityAt: monoUs(3 * S), tries: 2, other: "kept" }, t: monoUs(S) };
    askIdentity(context);
    expect(context.asks).toEqual({ identityAt: 3 * S, tries: 2, other: "kept" });
    endIdentityQuestion(context);
    expect(context.asks).toEqual({ identityAt: null, tries: 0, other: "kept" });
    askIdentity(context);
    expect(context.asks).toEqual({ identityAt: S, tries: 0, other: "kept" });
    takeIdentityQuestion(context);
    expect(context.asks).toEqual({ identityAt: 2 * S, tries: 1, other: "kept" });
  });
});

describe("the host's next number", () => {
  it.each([
    [5, 5, 6, "the one that went out"],
    [5, 9, 10, "one ahead"],
    [5, 4, 5, "one of before"],
    [5, 0xffff, 5, "one long ago"],
    [0, 0xffff, 0, "the last before the turn"],
    [0xffff, 0xffff, 0, "the turn"],
    [0, 0x7ffe, 0x7fff, "the farthest that is ahead"],
    [0, 0x7fff, 0, "one that is as far behind as ahead"],
  ])("next %i, sent %i: %i, %s", (next, sent, then) => {
    expect(numberAfter(next, sent)).toBe(then);
  });
});
