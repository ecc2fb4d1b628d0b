import { describe, expect, it } from "vitest";
import { five, G, mercuryHarness, only, running } from "./mercury-harness.test-help.ts";
import type { SyntheticLine } from "./synthetic-wheel.test-support.ts";

/** How the wheel goes from state to state and from game to game. */

type Wheel = ReturnType<typeof mercuryHarness>;
const contradictions = (wheel: Wheel): unknown[] =>
  only(wheel.news(), "contradiction").map((one) => "what" in one && one.what);

const lineIn = (state: number, change: Partial<SyntheticLine> = {}): SyntheticLine => ({
  ...(state === 5 ? five : { ...G, state }),
  ...(state === 2 ? { events: 0x0092 } : {}),
  ...change,
});

/** A wheel that was seen in open bets, and went on to this state by what the guide knows. */
function wheelIn(state: number): Wheel {
  const wheel = mercuryHarness();
  wheel.say(3, lineIn(2));
  const way: Readonly<Record<number, readonly number[]>> = {
    1: [6, 1],
    2: [],
    3: [3],
    4: [3, 4],
    5: [3, 4, 5],
    6: [6],
    7: [3, 4, 7],
  };
  for (const next of way[state] ?? []) wheel.say(4, lineIn(next));
  expect(contradictions(wheel)).toEqual([]);
  return wheel;
}

/** What may follow each state in the same game; after a result the next game's numbers are another matter. */
const FOLLOWS: Readonly<Record<number, readonly number[]>> = {
  1: [2, 6],
  2: [1, 3, 6],
  3: [2, 4, 6],
  4: [2, 5, 6, 7],
  6: [1, 2],
  7: [2, 5, 6],
};

describe("a step from state to state", () => {
  const steps = [1, 2, 3, 4, 6, 7].flatMap((from) =>
    [1, 2, 3, 4, 5, 6, 7].filter((to) => to !== from).map((to) => [from, to] as const),
  );
  it.each(steps)("from %i to %i", (from, to) => {
    const wheel = wheelIn(from);
    wheel.say(1, lineIn(to));
    expect(contradictions(wheel)).toEqual([]);
    wheel.say(1, lineIn(to));
    expect(contradictions(wheel)).toEqual(FOLLOWS[from]?.includes(to) === true ? [] : ["state-jump"]);
  });

  it.each([1, 2, 3, 4, 7])("to another game in state %i is a jump", (state) => {
    const wheel = wheelIn(state);
    wheel.say(2, lineIn(state, { game: 9 }));
    expect(contradictions(wheel)).toEqual(["state-jump"]);
  });

  it("that does not follow gives the spin no number, whatever comes", () => {
    const wheel = wheelIn(2);
    wheel.say(3, lineIn(4));
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(8, five);
    expect(only(wheel.news(), "number")).toEqual([]);
  });

  it("says what it was seen in and from", () => {
    const wheel = wheelIn(1);
    wheel.say(2, lineIn(4));
    expect(only(wheel.news(), "contradiction")).toEqual([
      { o: "contradiction", what: "state-jump", seen: ["state 1 game 4", "state 4 game 4"] },
    ]);
  });
});

describe("the game number", () => {
  /** One game, whose result is shown under `result`, and the open bets of the next under `next`. */
  const play = (wheel: Wheel, games: readonly [game: number, result: number, next: number]): Wheel => {
    const [game, result, next] = games;
    wheel.say(3, lineIn(2, { game }));
    wheel.say(3, lineIn(3, { game, laps: 5 }));
    wheel.say(4, lineIn(4, { game, laps: 9 }));
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(4, { ...five, game: result });
    wheel.say(3, lineIn(1, { game: next, last: "17", pocket: "17", events: 0x0112 }));
    return wheel;
  };

  it.each([
    ["with the result", [4, 5, 5], [5, 6, 6]],
    ["with the next game", [4, 4, 5], [5, 5, 6]],
    ["with the result, over 255", [255, 0, 0], [0, 1, 1]],
    ["with the next game, over 255", [255, 255, 0], [0, 0, 1]],
  ] as const)("may go up %s", (_, first, second) => {
    const wheel = play(play(mercuryHarness(), first), second);
    const news = wheel.news();
    expect(only(news, "number")).toHaveLength(2);
    expect(only(news, "contradiction")).toEqual([]);
  });

  it.each([
    ["a wheel that counts with the result", [4, 5, 5], 5],
    ["a wheel that counts with the next game", [4, 4, 5], 6],
  ] as const)("of %s is known from then on: a result under the other one is a jump", (_, first, result) => {
    const wheel = play(mercuryHarness(), first);
    wheel.news();
    wheel.say(3, lineIn(2, { game: 5, last: "17" }));
    wheel.say(3, lineIn(3, { game: 5, last: "17", laps: 5 }));
    wheel.say(4, lineIn(4, { game: 5, last: "17", laps: 9 }));
    wheel.bytes(wheel.now() + 250, "16\r\n");
    wheel.say(6, { ...five, last: "16", pocket: "16", game: result });
    const news = wheel.news();
    expect(only(news, "number")).toEqual([]);
    expect(only(news, "contradiction")).toMatchObject([{ what: "state-jump" }]);
  });

  it.each([2, 3])("that goes up by %i is a jump", (more) => {
    const wheel = running();
    wheel.say(3, { ...five, game: G.game + more });
    const news = wheel.news();
    expect(only(news, "contradiction")).toMatchObject([{ what: "state-jump" }]);
    expect(only(news, "number")).toEqual([]);
  });

  it("is cleared when the wheel is closed", () => {
    const wheel = running();
    wheel.say(2, lineIn(6, { game: 0, last: "  " }));
    expect(contradictions(wheel)).toEqual([]);
    const other = running();
    other.say(2, lineIn(6, { game: 3 }));
    expect(contradictions(other)).toEqual(["state-jump"]);
  });
});

describe("a spin that is given up", () => {
  it.each([
    [3, 2, "ball-in-rim", "respin"],
    [4, 2, "no-more-bets", "respin"],
    [7, 2, "dealer-lock", "respin"],
    [3, 6, "ball-in-rim", "stopped"],
    [4, 6, "no-more-bets", "stopped"],
    [7, 6, "dealer-lock", "stopped"],
  ] as const)("from %i to %i", (from, to, stage, cause) => {
    const wheel = wheelIn(from);
    wheel.news();
    wheel.say(2, lineIn(to));
    expect(only(wheel.news(), "aborted")).toEqual([{ o: "aborted", from: stage, cause }]);
  });

  it("is none when it has its number", () => {
    const wheel = running();
    wheel.bytes(wheel.now() + 250, "17\r\n");
    wheel.say(3, five);
    wheel.say(3, lineIn(6, { game: 5, last: "17" }));
    expect(only(wheel.news(), "aborted")).toEqual([]);
  });
});
