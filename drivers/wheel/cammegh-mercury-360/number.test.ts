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

describe("a state-5 line", () => {
  const confirmed = (part: object, before: object = {}): number => {
    const wheel = running();
    wheel.say(1, { ...G, state: 4, laps: 9, ...before });
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(1, { ...five, ...part });
    return only(wheel.news(), "number").length;
  };

  it("confirms the bare number from a rotor that could be the same", () => {
    expect(confirmed({})).toBe(1);
    expect(confirmed({ rpm10: 250 })).toBe(1);
    expect(confirmed({ rpm10: 251 })).toBe(0);
    expect(confirmed({ rpm10: 150 })).toBe(1);
    expect(confirmed({ rpm10: 149 })).toBe(0);
    // 000 says nothing of the speed.
    expect(confirmed({ rpm10: 0, events: 0x0141 })).toBe(1);
    expect(confirmed({ rpm10: 400 }, { rpm10: 0, events: 0x0041 })).toBe(1);
  });

  it("on an extended port names the pocket that the ball lies in, or is no witness", () => {
    expect(confirmed({ pocket: "??" })).toBe(0);
    expect(confirmed({ last: "  " })).toBe(0);
    const wheel = running();
    wheel.say(9, { ...five, pocket: "??" });
    expect(only(wheel.news(), "number")).toEqual([]);
    wheel.say(3, five);
    expect(only(wheel.news(), "number")).toHaveLength(1);
  });

  it("confirms within 1.5 s of the bare number", () => {
    const after = (ms: number): number => {
      const wheel = running();
      wheel.bytes(wheel.now() + 250, "17\r\n");
      wheel.bytes(wheel.now() + ms, `${extended(five)}\r\n`);
      return only(wheel.news(), "number").length;
    };
    expect(after(1_500)).toBe(1);
    expect(after(1_501)).toBe(0);
  });

  it("is one of five that a spin needs that was not watched, and of two beside a bare number", () => {
    const joined = () => {
      const wheel = mercuryHarness();
      wheel.say(4, { ...G, state: 4, laps: 9 });
      return wheel;
    };
    const alone = joined();
    // The first two are those that show the state.
    alone.say(4, five);
    expect(only(alone.news(), "number")).toEqual([]);
    alone.say(1, five);
    expect(only(alone.news(), "number")).toMatchObject([
      { witnesses: ["state-5", "state-5", "state-5", "pocket"] },
    ]);
    const beside = joined();
    beside.bytes(beside.now() + 250, "17\r\n");
    beside.say(1, five);
    expect(only(beside.news(), "number")).toEqual([]);
    beside.say(1, five);
    expect(only(beside.news(), "number")).toMatchObject([{ witnesses: ["bare-number", "state-5", "pocket"] }]);
  });
});

describe("the bare number beside state-5 lines", () => {
  it("that differs from them is a contradiction, that agrees says nothing new", () => {
    const wheel = running();
    wheel.say(2, five);
    wheel.bytes(wheel.now() + 100, "17\r\n");
    expect(only(wheel.news(), "number-announced")).toEqual([]);
    wheel.bytes(wheel.now() + 100, "16\r\n");
    wheel.say(5, five);
    const news = wheel.news();
    expect(only(news, "contradiction")).toEqual([
      { o: "contradiction", what: "bare-number-differs", seen: ["17", "16"] },
    ]);
    expect(only(news, "number")).toEqual([]);
  });

  it("says nothing of a number that was given, nor of a game that the wheel voided", () => {
    const wheel = running();
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(3, five);
    wheel.news();
    wheel.bytes(wheel.now() + 100, "16\r\n");
    expect(wheel.news()).toEqual([]);
    const dead = running();
    dead.say(2, { ...G, state: 4, laps: 9, flags: 8 });
    dead.news();
    dead.bytes(dead.now() + 100, "17\r\n");
    expect(dead.news()).toEqual([]);
  });
});

it("a hole in the result does not give the number a second time", () => {
  const wheel = running();
  wheel.bytes(wheel.now() + 250, "17\r\n");
  wheel.say(3, five);
  wheel.give(wheel.now() + 10, { i: "lost", why: "unplugged" });
  wheel.give(wheel.now() + 3_000, { i: "opened" });
  wheel.bytes(wheel.now() + 10, "\r\n");
  wheel.say(12, five);
  expect(only(wheel.news(), "number")).toHaveLength(1);
  // Another number in its place takes it back.
  wheel.give(wheel.now() + 10, { i: "lost", why: "unplugged" });
  wheel.give(wheel.now() + 3_000, { i: "opened" });
  wheel.bytes(wheel.now() + 10, "\r\n");
  wheel.say(12, { ...five, last: "16", pocket: "16" });
  const news = wheel.news();
  expect(only(news, "number")).toEqual([]);
  expect(only(news, "contradiction")).toMatchObject([{ what: "number-changed", seen: ["17", "16"] }]);
});

it("a result that was there before the unit shows its number, where two lines agree on it", () => {
  const shown = (...lasts: readonly string[]): unknown => {
    const wheel = mercuryHarness();
    wheel.bytes(1, "\r\n");
    for (const last of lasts) wheel.say(1, { ...five, last, pocket: last === "  " ? "??" : last });
    return only(wheel.news(), "attached");
  };
  expect(shown("17", "17")).toEqual([{ o: "attached", during: "result", deviceGame: 5, shows: "17" }]);
  expect(shown("17", "16")).toEqual([{ o: "attached", during: "result", deviceGame: 5 }]);
  expect(shown("  ", "  ")).toEqual([{ o: "attached", during: "result", deviceGame: 5 }]);
  const closed = mercuryHarness();
  closed.say(3, { ...G, state: 1 });
  expect(only(closed.news(), "attached")).toEqual([{ o: "attached", during: "starting", deviceGame: 4 }]);
});
