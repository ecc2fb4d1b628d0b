import { describe, expect, it } from "vitest";
import { five, G, only, mercuryHarness, running } from "./mercury-harness.test-help.ts";

describe("flags and fields", () => {
  it("flag 1 is a rotor fault, once an episode", () => {
    const wheel = running();
    wheel.news();
    wheel.say(5, { ...G, state: 4, laps: 9, flags: 1 });
    wheel.say(5, { ...G, state: 4, laps: 9 });
    expect(wheel.news()).toEqual([
      { o: "fault", code: "rotor-limits", detail: { rpm10: 200 } },
      { o: "fault-cleared", code: "rotor-limits", detail: {} },
    ]);
  });

  it("flag 2 in state 3 is the ball's direction; a relaunch in state 3 is a new spin whose laps begin anew", () => {
    const wheel = mercuryHarness();
    wheel.say(3, { ...G, state: 2, events: 0x0092 });
    wheel.news();
    wheel.say(4, { ...G, state: 3, flags: 2, ball: 0, laps: 7 });
    wheel.say(3, { ...G, state: 3, laps: 9 });
    const news = wheel.news();
    expect(news.slice(news.findIndex(({ o }) => o === "ball-direction"))).toEqual([
      { o: "ball-direction", sense: "with-rotor" },
      { o: "aborted", from: "ball-in-rim", cause: "respin" },
      { o: "stage", stage: "ball-in-rim", deviceGame: 4 },
      { o: "ball-on-track" },
      { o: "ball-laps", atLeast: 1, atMost: null, how: "state 3: the ball was seen for one lap" },
    ]);
    wheel.say(3, { ...G, state: 4, laps: 12 });
    expect(wheel.news()).toContainEqual({
      o: "ball-laps",
      atLeast: 0,
      atMost: null,
      how: "field SS: laps in the outer track",
    });
  });

  it("flag 4 while the ball runs is a doubt and a fault", () => {
    const wheel = running();
    wheel.news();
    wheel.say(3, { ...G, state: 4, laps: 9, flags: 4 });
    expect(wheel.news()).toEqual([
      { o: "fault", code: "wheel-component", detail: { flag: 4, state: 4 } },
      { o: "ball-not-seen", forUs: 1_000_000 },
    ]);
  });

  it.each([
    ["a ball that left", 4, { events: 0x0092, pocket: "??" }, "void-ball-left", 1],
    ["a weak launch", 3, { ticks: 43_000 }, "void-weak-launch", 0],
    ["something else", 4, {}, "void", 0],
  ])("flag 8 for %s gives the spin up, and no number comes of it", (_what, state, part, cause, left) => {
    const wheel = mercuryHarness();
    wheel.say(3, { ...G, state: 2, events: 0x0092 });
    wheel.say(3, { ...G, state: 3, laps: 5, ticks: 20_000 });
    if (state === 4) wheel.say(3, { ...G, state: 4, laps: 9 });
    wheel.news();
    wheel.say(3, { ...G, state, flags: 8, laps: 9, ...part });
    const news = wheel.news();
    expect(only(news, "ball-left-cylinder")).toHaveLength(left);
    expect(only(news, "aborted")).toEqual([
      { o: "aborted", from: state === 3 ? "ball-in-rim" : "no-more-bets", cause },
    ]);
    wheel.say(2, { ...G, state: 4, laps: 9 });
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(6, five);
    expect(only(wheel.news(), "number")).toEqual([]);
  });

  it("no ball in the wheel for 2 s without flag 8 is a ball that left", () => {
    const wheel = running();
    wheel.news();
    wheel.say(3, { ...G, state: 4, laps: 9, events: 0x0092 });
    expect(wheel.news()).toEqual([]);
    wheel.say(2, { ...G, state: 4, laps: 9, events: 0x0092 });
    expect(wheel.news()).toEqual([{ o: "ball-left-cylinder" }]);
  });

  it("the ball's direction is field B against the rotor, and flag 2 against B is a contradiction", () => {
    const wheel = mercuryHarness();
    wheel.say(3, { ...G, state: 2, events: 0x0092 });
    wheel.say(2, { ...G, state: 3, ball: 0, laps: 1 });
    expect(only(wheel.news(), "ball-direction")).toEqual([{ o: "ball-direction", sense: "with-rotor" }]);
    const other = running();
    other.say(3, { ...G, state: 4, laps: 9, flags: 2 });
    expect(only(other.news(), "contradiction")).toEqual([
      { o: "contradiction", what: "ball-direction", seen: ["against-rotor", "with-rotor"] },
    ]);
  });

  it("one damaged lap count adds no lap", () => {
    const wheel = running();
    wheel.say(1, { ...G, state: 4, laps: 0x89 });
    wheel.say(1, { ...G, state: 4, laps: 9 });
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(1, five);
    expect(only(wheel.news(), "ball-laps").at(-1)).toMatchObject({ atLeast: 9, atMost: 9 });
  });

  it("rotor stopped, reversed or jerked: each once, on two lines", () => {
    const wheel = running();
    wheel.news();
    wheel.say(1, { ...G, state: 4, laps: 9, rpm10: 260 });
    wheel.say(1, { ...G, state: 4, laps: 9 });
    expect(wheel.news()).toEqual([]);
    wheel.say(3, { ...G, state: 4, laps: 9, rpm10: 260 });
    wheel.say(3, { ...G, state: 4, laps: 9, rpm10: 200, rotor: 1 });
    wheel.say(3, { ...G, state: 4, laps: 9, rpm10: 0, events: 0x0041 });
    expect(wheel.news()).toEqual([
      { o: "rotor-irregular", from: 200, to: 260, what: "speed" },
      { o: "fault", code: "rotor-irregular", detail: { from: 200, to: 260, what: "speed" } },
      { o: "rotor-irregular", from: 200, to: 200, what: "reversal" },
      { o: "rotor-stopped" },
    ]);
  });

  it("an advanced port knows against-rotor only in a game mode that shows flag 2", () => {
    for (const [gameMode, count] of [
      [null, 0],
      [0x20, 0],
      [0x3f, 0],
      [0x00, 1],
      [0x1f, 1],
    ] as const) {
      expect(only(running({ protocol: "advanced", gameMode }).news(), "ball-direction")).toHaveLength(count);
    }
  });

  it("a slow launch that is in state 3 for one line is followed", () => {
    const wheel = mercuryHarness();
    wheel.say(3, { ...G, state: 2, events: 0x0092 });
    wheel.say(1, { ...G, state: 3, laps: 1 });
    wheel.say(3, { ...G, state: 4, laps: 3 });
    const news = wheel.news();
    expect(only(news, "stage").map((one) => "stage" in one && one.stage)).toEqual([
      "ball-in-rim",
      "no-more-bets",
    ]);
    expect(only(news, "contradiction")).toEqual([]);
  });

  it("a ball taken from the track is aborted, a jump of states a contradiction", () => {
    const wheel = running();
    wheel.say(2, { ...G, state: 2, events: 0x0092 });
    expect(wheel.news().slice(-2)).toEqual([
      { o: "aborted", from: "no-more-bets", cause: "respin" },
      { o: "stage", stage: "betting", deviceGame: 4 },
    ]);
    wheel.say(6, five);
    const news = wheel.news();
    expect(only(news, "contradiction")).toMatchObject([{ what: "state-jump" }]);
    expect(only(news, "number")).toEqual([]);
  });
});

/** A flag on these lines (1: it is there), one after the other in a state of a running spin. */
function flagged(state: number, flags: number, lines: string, part: object = {}) {
  const wheel = mercuryHarness();
  wheel.say(3, { ...G, state: 2, events: 0x0092 });
  for (const before of [3, 4, 7].filter((one) => one <= state)) wheel.say(3, { ...G, state: before, laps: 5 });
  wheel.news();
  for (const one of lines) wheel.say(1, { ...G, state, laps: 5, flags: one === "1" ? flags : 0, ...part });
  return wheel.news();
}
const names = (news: ReturnType<typeof flagged>): string[] =>
  news.map((one) =>
    one.o === "fault" || one.o === "fault-cleared" ? `${one.o === "fault" ? "+" : "-"}${one.code}` : one.o,
  );

describe("a flag counts on two lines running, and is over when two have it no more", () => {
  it.each([
    [1, "+rotor-limits", "-rotor-limits"],
    [4, "+wheel-component", "-wheel-component"],
  ])("flag %i", (flag, raised, cleared) => {
    const only = (lines: string) => names(flagged(4, flag, lines)).filter((one) => /^[-+]/.test(one));
    expect(only("1010101")).toEqual([]);
    expect(only("0110")).toEqual([raised]);
    expect(only("0110100")).toEqual([raised, cleared]);
    expect(only("11111010111")).toEqual([raised]);
    expect(only("110011")).toEqual([raised, cleared, raised]);
  });

  it("flag 4 is a doubt once a spin, while the ball runs, and none where the dealer has it", () => {
    expect(names(flagged(3, 4, "110011"))).toEqual([
      "+wheel-component",
      "ball-not-seen",
      "-wheel-component",
      "+wheel-component",
    ]);
    expect(names(flagged(7, 4, "111"))).toEqual(["+wheel-component"]);
    const closed = mercuryHarness();
    closed.say(3, { ...G, state: 6, game: 0, last: "  ", rpm10: 0, events: 0x0041 });
    closed.news();
    closed.say(3, { ...G, state: 6, game: 0, last: "  ", rpm10: 0, events: 0x0041, flags: 15 });
    // Without a spin nothing else counts.
    expect(names(closed.news())).toEqual(["+rotor-limits", "+wheel-component"]);
  });

  it.each([3, 4, 7])("flags 2 and 8 in state %i", (state) => {
    expect(names(flagged(state, 2, "10101")).filter((one) => one !== "ball-direction")).toEqual([]);
    expect(names(flagged(state, 8, "10101"))).toEqual([]);
    expect(flagged(state, 8, "11111")).toMatchObject([{ o: "aborted", cause: "void" }]);
  });

  it("flags 2 and 8 say nothing of a result", () => {
    const wheel = running();
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(2, five);
    wheel.news();
    wheel.say(5, { ...five, flags: 10 });
    expect(wheel.news()).toEqual([]);
  });
});

describe("why the wheel voided", () => {
  const cause = (state: number, part: object): unknown =>
    flagged(state, 8, "111", part).flatMap((one) => (one.o === "aborted" ? [one.cause] : []))[0];

  it("a launch slower than 50 rpm, in state 3", () => {
    expect(cause(3, { ticks: 39_321 })).toBe("void");
    expect(cause(3, { ticks: 39_322 })).toBe("void-weak-launch");
    expect(cause(3, { ticks: null })).toBe("void");
    expect(cause(4, { ticks: 43_000 })).toBe("void");
  });

  it("a rotor that was jerked or turned before", () => {
    for (const part of [{ rpm10: 260 }, { rotor: 1, events: 0x0022 }] as const) {
      const wheel = running();
      wheel.say(2, { ...G, state: 4, laps: 9, ...part });
      wheel.news();
      wheel.say(2, { ...G, state: 4, laps: 9, ...part, flags: 8 });
      expect(only(wheel.news(), "aborted")).toMatchObject([{ cause: "void-rotor-changed" }]);
    }
  });
});

describe("what the extended lines watch", () => {
  it("a ball that is gone counts after 2 s, in states 3, 4 and 7; one that comes back began anew", () => {
    const gone = (state: number, lines: string): number => {
      const wheel = mercuryHarness();
      wheel.say(3, { ...G, state: 2, events: 0x0092 });
      for (const before of [3, 4, 7].filter((one) => one <= state))
        wheel.say(3, { ...G, state: before, laps: 5 });
      for (const one of lines) wheel.say(1, { ...G, state, laps: 5, events: one === "1" ? 0x0092 : 0x0012 });
      return only(wheel.news(), "ball-left-cylinder").length;
    };
    for (const state of [3, 4, 7]) {
      expect(gone(state, "1110111")).toBe(0);
      expect(gone(state, "1111")).toBe(1);
      expect(gone(state, "1111111101111")).toBe(1);
    }
  });

  it("a ball that the dealer takes after a demanded respin has not left by itself", () => {
    const wheel = running();
    wheel.say(2, { ...G, state: 4, laps: 9, flags: 8 });
    wheel.say(8, { ...G, state: 4, laps: 9, events: 0x0092 });
    expect(only(wheel.news(), "ball-left-cylinder")).toEqual([]);
  });

  it("field D against the direction bits, on two lines running, while the rotor turns", () => {
    const differs = (lines: string, part: object = {}): unknown[] => {
      const wheel = running();
      for (const one of lines)
        wheel.say(1, { ...G, state: 4, laps: 9, ...(one === "1" ? { events: 0x0022, ...part } : {}) });
      return only(wheel.news(), "contradiction").flatMap((one) =>
        one.o === "contradiction" ? [[one.what, one.seen]] : [],
      );
    };
    expect(differs("10101")).toEqual([]);
    expect(differs("111")).toEqual([["rotor-direction-differs", ["D cw", "EEEE ccw"]]]);
    expect(differs("111", { rpm10: 0 })).toEqual([]);
    // Unknown on the one side is no word against the other.
    expect(differs("111", { events: 0x0042 })).toEqual([]);
  });

  it.each([
    [1, 0x0012, "with-rotor"],
    [0, 0x0012, "against-rotor"],
    ["?", 0x0012, null],
    [1, 0x0042, null],
  ] as const)("field B %s against event bits %i", (ball, events, sense) => {
    const wheel = mercuryHarness();
    wheel.say(3, { ...G, state: 2, events: 0x0092 });
    wheel.say(1, { ...G, state: 3, laps: 1, ball: ball === 1 ? 0 : ball === 0 ? 1 : "?", events });
    expect(only(wheel.news(), "ball-direction")).toEqual([]);
    wheel.say(3, { ...G, state: 3, laps: 1, ball: ball === 1 ? 0 : ball === 0 ? 1 : "?", events });
    expect(only(wheel.news(), "ball-direction")).toEqual(
      sense === null ? [] : [{ o: "ball-direction", sense }],
    );
  });

  it("field B counts on two lines running that say the same", () => {
    const wheel = mercuryHarness();
    wheel.say(3, { ...G, state: 2, events: 0x0092 });
    for (const ball of [0, 1, 0, 1] as const) wheel.say(1, { ...G, state: 3, laps: 1, ball });
    expect(only(wheel.news(), "ball-direction")).toEqual([]);
  });

  it("a count of laps is known to be the last only where two lines say it, below 255", () => {
    const laps = (...counts: readonly number[]): unknown => {
      const wheel = running();
      for (const count of counts) wheel.say(1, { ...G, state: 4, laps: count });
      wheel.bytes(wheel.now() + 250, "17\r\n");
      wheel.say(1, { ...five, laps: counts.at(-1) ?? 0 });
      return only(wheel.news(), "ball-laps").at(-1);
    };
    expect(laps(12, 12)).toMatchObject({ atLeast: 12, atMost: 12 });
    expect(laps(11, 12)).toMatchObject({ atLeast: 12, atMost: 12 });
    expect(laps(254, 254)).toMatchObject({ atLeast: 254, atMost: 254 });
    expect(laps(255, 255)).toMatchObject({ atLeast: 255, atMost: null });
  });
});

describe("the rotor's speed", () => {
  const seen = (
    rpms: readonly number[],
    options: { protocol?: "advanced" } = {},
    part: object = {},
  ): string[] => {
    const wheel = running(options);
    wheel.news();
    for (const rpm10 of rpms) wheel.say(1, { ...G, state: 4, laps: 9, rpm10, ...(rpm10 === 0 ? part : {}) });
    return names(wheel.news()).filter((one) => /rotor/.test(one));
  };
  const JERK = ["rotor-irregular", "+rotor-irregular"];

  it("may change by 3.0 rpm from line to line, and not by more on two", () => {
    expect(seen([230, 230, 260, 260])).toEqual([]);
    expect(seen([231, 200, 231])).toEqual([]);
    expect(seen([231, 231])).toEqual(JERK);
    expect(seen([169, 169])).toEqual(JERK);
    // Told once a spin.
    expect(seen([260, 260, 200, 200, 260, 260])).toEqual(JERK);
  });

  it("of 000 is a rotor that came to rest where it was slow before, on an advanced port", () => {
    const slow = [180, 160, 140, 120];
    expect(seen([...slow, 99, 0, 0], { protocol: "advanced" })).toEqual(["rotor-stopped"]);
    expect(seen([...slow, 100, 0, 0], { protocol: "advanced" })).toEqual(JERK);
    expect(seen([...slow, 99, 0], { protocol: "advanced" })).toEqual([]);
    expect(seen([0, 0], { protocol: "advanced" })).toEqual(JERK);
  });

  it("on an extended port stands when the wheel says so", () => {
    expect(seen([180, 160, 140, 120, 99, 0, 0], {}, { events: 0x0041 })).toEqual(["rotor-stopped"]);
    expect(seen([180, 160, 140, 120, 99, 0, 0], {}, { events: 0x0048 })).toEqual([]);
  });

  it("is told only where it is known: 000 may be below 2 rpm or above 60", () => {
    const told = (protocol: "advanced" | "extended", rpms: readonly number[], events?: number): unknown[] => {
      const wheel = running({ protocol });
      wheel.seen.length = 0;
      for (const rpm10 of rpms)
        wheel.say(1, {
          ...G,
          state: 4,
          laps: 9,
          rpm10,
          ...(events === undefined || rpm10 > 0 ? {} : { events }),
        });
      return only(wheel.seen, "rotor").map((one) => one.o === "rotor" && [one.rpm10, one.direction]);
    };
    expect(told("advanced", [99, 0])).toEqual([
      [99, "cw"],
      [0, null],
    ]);
    expect(told("advanced", [100, 0])).toEqual([[100, "cw"]]);
    expect(told("extended", [99, 0], 0x0041)).toEqual([
      [99, "cw"],
      [0, null],
    ]);
    expect(told("extended", [99, 0], 0x0044)).toEqual([[99, "cw"]]);
  });
});
