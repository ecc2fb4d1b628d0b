import { describe, expect, it } from "vitest";
import type { WheelObservation } from "../../../src/table/wheel/observation.ts";
import { extended } from "./synthetic-wheel.test-support.ts";
import { five, G, only, mercuryHarness, running } from "./mercury-harness.test-help.ts";

describe("agreement on the number", () => {
  const numbers = (wheel: ReturnType<typeof mercuryHarness>): readonly WheelObservation[] =>
    wheel.news().filter(({ o }) => o === "number" || o === "contradiction");

  it("needs three state-5 lines without a bare number, and takes a repeated line for one", () => {
    const wheel = running();
    const text = `${extended(five)}\r\n`;
    wheel.bytes(wheel.now() + 500, text.repeat(6));
    expect(numbers(wheel)).toEqual([]);
    wheel.say(1, five);
    expect(numbers(wheel)).toEqual([]);
    wheel.say(1, five);
    expect(numbers(wheel)).toEqual([
      { o: "number", pocket: "17", witnesses: ["state-5", "state-5", "state-5", "pocket"] },
    ]);
  });

  it("needs a second line when the number is the one shown all along", () => {
    const wheel = running();
    wheel.bytes(wheel.now() + 250, "31\r\n");
    wheel.say(1, { ...five, last: "31", pocket: "31" });
    expect(numbers(wheel)).toEqual([]);
    wheel.say(1, { ...five, last: "31", pocket: "31" });
    expect(numbers(wheel)).toHaveLength(1);
  });

  it.each([
    ["the bare number", "16\r\n", {}],
    ["the pocket", "17\r\n", { pocket: "16" }],
    ["the status line", "17\r\n", { last: "16" }],
  ])("a disagreement of %s is a contradiction, and never a number in that game", (_what, unframed, part) => {
    const wheel = running();
    wheel.bytes(wheel.now() + 250, unframed);
    wheel.say(2, { ...five, ...part });
    wheel.say(8, five);
    expect(numbers(wheel)).toMatchObject([{ o: "contradiction" }]);
  });

  it("a second, different bare number is a contradiction", () => {
    const wheel = running();
    wheel.bytes(wheel.now() + 200, "17\r\n16\r\n");
    wheel.say(8, five);
    expect(numbers(wheel)).toEqual([{ o: "contradiction", what: "bare-number-differs", seen: ["17", "16"] }]);
  });

  it("a bare number that was not confirmed in 1.5 s is no witness", () => {
    const wheel = running();
    wheel.bytes(wheel.now() + 100, "17\r\n");
    wheel.say(4, { ...G, state: 4, laps: 9 });
    wheel.say(2, five);
    expect(numbers(wheel)).toEqual([]);
    wheel.say(1, five);
    expect(numbers(wheel)).toMatchObject([
      { o: "number", witnesses: ["state-5", "state-5", "state-5", "pocket"] },
    ]);
  });

  it.each([2, 4, 8])("lines with flag %i are no result, flag 1 does not matter", (flags) => {
    const wheel = running();
    wheel.say(8, { ...five, flags });
    expect(numbers(wheel)).toEqual([]);
    const other = running();
    other.say(4, { ...five, flags: 1 });
    expect(numbers(other)).toHaveLength(1);
  });

  it("a bare number outside states 4, 7 and 5 is damage, and the tail of a cut line is no number", () => {
    const wheel = mercuryHarness();
    wheel.bytes(10, "17\r\n");
    wheel.say(3, { ...G, state: 2, events: 0x0092 });
    wheel.bytes(wheel.now() + 100, "17\r\n");
    expect(only(wheel.news(), "number-announced")).toEqual([]);
  });

  it("takes a number back only when two lines running say another", () => {
    const wheel = running();
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(2, five);
    wheel.news();
    wheel.say(1, { ...five, last: "16" });
    wheel.say(1, five);
    expect(wheel.news()).toEqual([]);
    wheel.say(3, { ...five, last: "16" });
    expect(wheel.news()).toEqual([{ o: "contradiction", what: "number-changed", seen: ["17", "16"] }]);
  });

  it("one damaged state digit neither closes bets nor ends a spin", () => {
    const wheel = running();
    wheel.news();
    wheel.say(1, { ...five, last: "31", pocket: "31" });
    wheel.say(1, { ...G, state: 2 });
    wheel.say(2, { ...G, state: 4, laps: 9 });
    expect(wheel.news()).toEqual([]);
  });

  it("waits for the dealer in state 7", () => {
    const wheel = running();
    wheel.say(20, { ...G, state: 7, laps: 9, pocket: "17", events: 0x0112 });
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(1, five);
    const news = wheel.news();
    expect(news).toContainEqual({ o: "stage", stage: "dealer-lock", deviceGame: 4 });
    expect(only(news, "number")).toHaveLength(1);
  });

  it("needs a second line while the line is noisy: the same digit may be damaged twice", () => {
    const wheel = running();
    wheel.bytes(wheel.now() + 100, "*X;4;0\r\n");
    wheel.bytes(wheel.now() + 150, "16\r\n");
    wheel.say(1, { ...five, last: "16", pocket: "16" });
    expect(numbers(wheel)).toEqual([]);
    wheel.say(5, five);
    expect(numbers(wheel)).toMatchObject([{ o: "contradiction" }]);
  });

  it("takes no bare number in state 3", () => {
    const wheel = mercuryHarness();
    wheel.say(3, { ...G, state: 2, events: 0x0092 });
    wheel.say(3, { ...G, state: 3, laps: 5 });
    wheel.bytes(wheel.now() + 100, "17\r\n");
    expect(only(wheel.news(), "number-announced")).toEqual([]);
  });

  it("a bare number from before a hole is no witness after it", () => {
    const wheel = running();
    const from = wheel.now();
    wheel.bytes(from + 10, "17\r\n");
    wheel.give(from + 20, { i: "lost", why: "unplugged" });
    wheel.give(from + 30, { i: "opened" });
    const four = `${extended({ ...G, state: 4, laps: 9 })}\r\n`;
    for (const ms of [40, 440]) wheel.bytes(from + ms, four);
    for (const ms of [840, 1_240, 1_640, 2_040]) wheel.bytes(from + ms, `${extended(five)}\r\n`);
    expect(numbers(wheel)).toEqual([]);
    wheel.bytes(from + 2_440, `${extended(five)}\r\n`);
    expect(numbers(wheel)).toMatchObject([
      { o: "number", witnesses: ["state-5", "state-5", "state-5", "pocket"] },
    ]);
  });

  it("gives the same number of the same game number again when the wheel was closed in between", () => {
    const wheel = running();
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(3, five);
    wheel.say(3, { ...five, state: 6, game: 0, last: "  ", rpm10: 0, events: 0x0141 });
    wheel.say(2, { ...G, state: 1 });
    wheel.say(3, { ...G, state: 2, events: 0x0092 });
    wheel.say(3, { ...G, state: 3, laps: 5 });
    wheel.say(3, { ...G, state: 4, laps: 9 });
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(3, five);
    expect(only(wheel.news(), "number")).toHaveLength(2);
  });
});
