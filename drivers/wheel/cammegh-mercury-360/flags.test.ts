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
