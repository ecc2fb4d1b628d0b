import { describe, expect, it } from "vitest";
import type { WheelObservation } from "../../../../../src/table/wheel/observation.ts";
import { TICKS_PER_S, type Edge } from "../../edge.ts";
import { NEW_READER, handleReaderEdge } from "./reader.ts";
import { NEW_ROTOR } from "./rotor.ts";
import {
  handed,
  numberIn,
  PLAIN,
  plainEdges,
  WHEEL_SETUP,
  saidOf,
  spoken,
  without,
  withPulse,
  type Plain,
} from "./synthetic.test-support.ts";
import { rouletteTracker } from "./tracker.ts";
import { more } from "../../../../../test/support/volume.ts";

/** Spins that once were told wrong, or could be: each as short as it can be made. */

const saidBy = (plain: Plain): WheelObservation[] => saidOf(handed(plainEdges(plain), plain));
const words = (observations: readonly WheelObservation[]): string[] =>
  spoken(observations).map((one) => (one.o === "doubt" ? `${one.o} ${one.code}` : one.o));

/** Three passings, A C B, a little faster than the lap at which a ball falls. */
const WEAK: Plain = { ...PLAIN, lapsPerS: 0.64, slowing: 0.02, dropAt: 6.4, restAt: 8.5, until: 25 };

describe("a launch of less than a lap", () => {
  const edges = plainEdges(WEAK);

  it("is a spin with its few laps, told when the ball is seen in its pocket", () => {
    const observations = spoken(saidOf(handed(edges, WEAK)));
    expect(observations.slice(0, 6)).toEqual([
      { o: "stage", stage: "ball-in-rim", deviceGame: null },
      { o: "ball-on-track" },
      { o: "ball-direction", sense: "against-rotor" },
      { o: "ball-laps", atLeast: 0, atMost: 1, how: "sensor-passings" },
      { o: "stage", stage: "no-more-bets", deviceGame: null },
      { o: "stage", stage: "result", deviceGame: null },
    ]);
    expect(numberIn(observations)).toBe("17");
  });

  it("is nothing without the croupier's hand at the launch", () => {
    expect(spoken(saidOf(edges))).toEqual([]);
  });

  it("is nothing when a hand came since, which may have laid the ball into the pocket", () => {
    expect(spoken(saidOf(withPulse(handed(edges, WEAK), "X", 7.5, 400)))).toEqual([]);
  });

  it("is nothing when the ball lay in the pocket before, or lies in none", () => {
    expect(spoken(saidBy({ ...WEAK, restAt: 1 }))).toEqual([]);
    expect(spoken(saidBy({ ...WEAK, restAt: 100 }))).toEqual([]);
    // Much too late for its fall.
    expect(spoken(saidBy({ ...WEAK, restAt: 18, until: 30 }))).toEqual([]);
  });

  it("is nothing when the ball is rolled more slowly than any that holds itself on the track", () => {
    expect(spoken(saidBy({ ...WEAK, lapsPerS: 0.45, dropAt: 7 }))).toEqual([]);
  });

  it("is nothing with two passings", () => {
    expect(spoken(saidBy({ ...WEAK, dropAt: 6 }))).toEqual([]);
  });
});

describe("another ball", () => {
  it("that lay in a pocket before the launch is never the number", () => {
    // Its third sighting comes just after the ball of the game has left the track.
    const observations = saidBy({ ...PLAIN, rpm: 9, rotorLoss: 0.01, restAt: 6.5 });
    expect(numberIn(observations)).toBeNull();
    expect(words(observations)).toContain("doubt two-balls");
  });

  it("that still runs after the verdict is not the next launch", () => {
    const other: Plain = { ...PLAIN, launchAt: 15, lapsPerS: 1.1, restAt: 100, dropAt: 30 };
    const second = plainEdges(other).filter(({ channel }) => "ABC".includes(channel));
    const all = [...handed(plainEdges({ ...PLAIN, dropAt: 17.5, restAt: 20 }), PLAIN), ...second];
    const edges = withPulse(all, "X", 14.7, 3_600);
    const texts = words(saidOf(edges));
    expect(texts.filter((word) => word === "ball-on-track")).toHaveLength(1);
    expect(texts).toContain("foreign-object");
    expect(texts).toContain("doubt two-balls");
  });
});

describe("a ball that is lost on the track and found again", () => {
  it("has run nobody knows how many laps, and its number comes all the same", () => {
    let edges: readonly Edge[] = handed(plainEdges(PLAIN), PLAIN);
    for (const channel of ["A", "B", "C"] as const) edges = without(edges, channel, 9, 11.5);
    const observations = saidOf(edges);
    expect(observations.filter((one) => one.o === "ball-laps" && one.atMost !== null)).toEqual([]);
    expect(words(observations).filter((word) => word === "ball-on-track")).toHaveLength(1);
    expect(numberIn(observations)).toBe("17");
  });
});

describe("a reader that does not see its patch", () => {
  it("sees no number", () => {
    const blind = without(handed(plainEdges(PLAIN), PLAIN), "P", 15, 60, 0, 15);
    expect(numberIn(saidOf(blind))).toBeNull();
    expect(words(saidOf(blind))).toContain("doubt sensor-blind");
  });

  it("tells of what passes while no position is good", () => {
    const rotor = { ...NEW_ROTOR, index: { ...NEW_ROTOR.index, origin: 0 } };
    const events: string[] = [];
    const on = handleReaderEdge(NEW_READER, rotor, 0, 37, TICKS_PER_S, true, ({ e }) => void events.push(e));
    handleReaderEdge(on, rotor, 0, 37, 1.02 * TICKS_PER_S, false, ({ e }) => void events.push(e));
    expect(events).toEqual(["unread"]);
  });
});

describe("a ball that was not seen in its pocket", () => {
  const SLOW: Plain = { ...PLAIN, rpm: 9, rotorLoss: 0.01, until: 70 };
  const slow = handed(plainEdges(SLOW), SLOW);

  it("once is not suspended: the reader may have missed it", () => {
    const observations = saidOf(without(slow, "P", 22, 28, 30));
    expect(words(observations)).not.toContain("ball-suspended");
    expect(numberIn(observations)).toBe("17");
  });

  it("again is not suspended: it was on the rotor, and a hand has come", () => {
    const seenOnce = without(handed(plainEdges(PLAIN), PLAIN), "P", 24.7, 60, 8);
    const texts = words(saidOf(withPulse(seenOnce, "X", 28, 800)));
    expect(texts).not.toContain("ball-suspended");
    expect(texts).not.toContain("number");
  });

  it("for two turns and more is", () => {
    expect(words(saidBy({ ...PLAIN, restAt: 100, until: 60 }))).toContain("ball-suspended");
  });
});

describe("what happened after the rest", () => {
  const good = handed(plainEdges(PLAIN), PLAIN);

  it("does not count, although the reader saw something else once in between", () => {
    // A chip falls in when the ball has been seen in its pocket; a pulse of the reader where nothing lies.
    const chip = withPulse(withPulse(good, "X", 24.8, 8), "P", 25.6, 20);
    expect(words(saidOf(chip))).not.toContain("foreign-object");
  });

  it("or before it, which nobody knows, is held against the number", () => {
    const texts = words(saidBy({ ...PLAIN, push: { at: 22.3, by: 1.25 }, until: 50 }));
    expect(texts).toContain("doubt rotor-disturbed");
    expect(texts).not.toContain("rotor-irregular");
  });
});

describe("a push of the rotor", () => {
  const pushed = handed(plainEdges({ ...PLAIN, push: { at: 12, by: 1.15 } }), PLAIN);

  it("is noticed", () => {
    expect(words(saidOf(pushed))).toContain("rotor-irregular");
  });

  it("is noticed although marks are missed at the same time", () => {
    const missing = without(without(pushed, "Q", 12, 12.03), "R", 12.3, 12.33);
    expect(missing.length).toBeLessThan(pushed.length);
    expect(words(saidOf(missing))).toContain("rotor-irregular");
  });

  it("is not invented when marks are missed", () => {
    const missing = without(handed(plainEdges(PLAIN), PLAIN), "Q", 12, 12.03);
    expect(words(saidOf(missing))).not.toContain("rotor-irregular");
  });
});

describe("a rotor that is turned round", () => {
  const turned = (edges: readonly Edge[], atS: number): Edge[] =>
    edges.map((edge) => {
      if (edge.tick < atS * TICKS_PER_S || (edge.channel !== "Q" && edge.channel !== "R")) return edge;
      return { ...edge, channel: edge.channel === "Q" ? "R" : "Q" };
    });
  const good = handed(plainEdges(PLAIN), PLAIN);

  it("is irregular while the ball runs", () => {
    expect(words(saidOf(turned(good, 12)))).toContain("rotor-irregular");
  });

  it("is nothing after a hole, while the ball has not been found again", () => {
    const tracker = rouletteTracker(WHEEL_SETUP);
    const observations: WheelObservation[] = [];
    const emit = (seen: WheelObservation): void => void observations.push(seen);
    let state = tracker.initial();
    let before = state;
    for (const edge of turned(good, 12).filter(({ tick }) => tick < 15 * TICKS_PER_S)) {
      const after = edge.tick > 10 * TICKS_PER_S;
      if (after && state === before) state = tracker.onGap(state, "line", emit);
      // The ball is not found again.
      if (!after || !"ABC".includes(edge.channel)) state = tracker.handleEdge(state, edge, emit);
      if (!after) before = state;
    }
    expect(words(observations)).not.toContain("rotor-irregular");
    expect(words(observations)).not.toContain("rotor-stopped");
  });
});

describe("a rotor whose marks are silent", () => {
  const silent = handed(plainEdges(PLAIN), PLAIN).filter(
    ({ channel, tick }) => tick < 12 * TICKS_PER_S || (channel !== "Q" && channel !== "R"),
  );

  it("still turns when its index comes by", () => {
    const texts = words(saidOf(silent));
    expect(texts).toContain("doubt rotor-not-read");
    expect(texts).not.toContain("rotor-stopped");
  });

  it("has been stopped when nothing comes by", () => {
    const dead = silent.filter(({ channel, tick }) => tick < 12 * TICKS_PER_S || "ABC".includes(channel));
    expect(words(saidOf(dead))).toContain("rotor-stopped");
  });
});

describe("a hand that slows the rotor down before the launch", () => {
  it("is no disturbance of the spin, and its decay is not taken for the rotor's own", () => {
    for (let at = 2; at < 4.5; at += more(0.2, 0.1)) {
      const plain: Plain = { ...PLAIN, rpm: 9, rotorLoss: 0.005, push: { at, by: 0.9 }, until: 20 };
      expect(words(saidBy(plain))).not.toContain("rotor-irregular");
    }
  });
});

describe("after the board was without power", () => {
  /** Fed up to `upTo`, then a hole, then the edges from `from` on in a time that begins anew (or goes on). */
  function holed(why: readonly ("port" | "reset" | "line")[], upTo: number, from: number): WheelObservation[] {
    const tracker = rouletteTracker(WHEEL_SETUP);
    const observations: WheelObservation[] = [];
    const emit = (seen: WheelObservation): void => void observations.push(seen);
    let state = tracker.initial();
    const anew = why.includes("reset") ? from * TICKS_PER_S : 0;
    const feed = (edge: Edge): void => void (state = tracker.handleEdge(state, edge, emit));
    const edges = handed(plainEdges(PLAIN), PLAIN);
    for (const edge of edges) if (edge.tick < upTo * TICKS_PER_S) feed(edge);
    for (const one of why) state = tracker.onGap(state, one, emit);
    for (const edge of edges) if (edge.tick >= from * TICKS_PER_S) feed({ ...edge, tick: edge.tick - anew });
    return observations;
  }

  it("what lies in a pocket is not the number of the spin that ran before", () => {
    const observations = holed(["port", "reset"], 20, 21);
    expect(numberIn(observations)).toBeNull();
    expect(words(observations)).toContain("doubt ball-stuck-or-gone");
  });

  it("nor when the port was gone for so long that another launch fits into it", () => {
    expect(numberIn(holed(["port"], 20, 30))).toBeNull();
  });

  it("but after a short hole it is", () => {
    expect(numberIn(holed(["line"], 20, 20.5))).toBe("17");
    expect(numberIn(holed(["reset"], 20, 20.5))).toBe("17");
  });

  it("a launch after the hole is a new one", () => {
    const tracker = rouletteTracker(WHEEL_SETUP);
    const observations: WheelObservation[] = [];
    const emit = (seen: WheelObservation): void => void observations.push(seen);
    let state = tracker.initial();
    const edges = handed(plainEdges({ ...PLAIN, restAt: 100 }), PLAIN);
    for (const edge of edges) if (edge.tick < 20 * TICKS_PER_S) state = tracker.handleEdge(state, edge, emit);
    state = tracker.onGap(state, "reset", emit);
    const next: Plain = { ...PLAIN, launchAt: 8 };
    for (const edge of handed(plainEdges(next), next)) state = tracker.handleEdge(state, edge, emit);
    expect(words(observations).filter((word) => word === "ball-on-track")).toHaveLength(2);
    expect(observations.some((one) => one.o === "rotor-irregular")).toBe(false);
  });
});

describe("a ball that nobody saw again behind a hole", () => {
  /** The ball is taken out behind the hole, and launched again no faster than it ran. */
  const launchedAt = (launchAt: number): string[] => {
    const tracker = rouletteTracker(WHEEL_SETUP);
    const observations: WheelObservation[] = [];
    const emit = (seen: WheelObservation): void => void observations.push(seen);
    const anew: Plain = { ...PLAIN, launchAt, lapsPerS: 1.3, dropAt: launchAt + 12, restAt: 60, until: 40 };
    let state = tracker.initial();
    for (const edge of handed(plainEdges(PLAIN), PLAIN))
      if (edge.tick < 8 * TICKS_PER_S) state = tracker.handleEdge(state, edge, emit);
    state = tracker.onGap(state, "line", emit);
    for (const edge of handed(plainEdges(anew), anew))
      if (edge.tick > 8.1 * TICKS_PER_S) state = tracker.handleEdge(state, edge, emit);
    return words(observations);
  };
  const launches = (said: readonly string[]): number => said.filter((word) => word === "ball-on-track").length;

  it("is launched anew by a hand that comes six seconds later: the spin that was lost has no number", () => {
    const said = launchedAt(15);
    expect([launches(said), said]).toEqual([2, expect.arrayContaining(["doubt ball-stuck-or-gone"])]);
  });

  it("is the same ball where a hand was there sooner", () => {
    expect(launches(launchedAt(11))).toBe(1);
  });
});

describe("lines that are lost at the end of a spin, until behind the next launch", () => {
  const next: Plain = { ...PLAIN, launchAt: 40, dropAt: 54, restAt: 57, pocket: 5, until: 75 };

  /** Two spins, with a hole of 30 ms each second from `fromS` on up to `toS`, and the edges between them that `keeps` lets through. */
  function holedSpins(fromS: number, toS: number, keeps: (edge: Edge) => boolean): WheelObservation[] {
    const tracker = rouletteTracker(WHEEL_SETUP);
    const observations: WheelObservation[] = [];
    const emit = (seen: WheelObservation): void => void observations.push(seen);
    let state = tracker.initial();
    let holes = 0;
    const first = handed(plainEdges(PLAIN), PLAIN).filter(({ tick }) => tick < 30 * TICKS_PER_S);
    const second = handed(plainEdges(next), next).filter(({ tick }) => tick >= 30 * TICKS_PER_S);
    for (const edge of [...first, ...second]) {
      const at = edge.tick / TICKS_PER_S;
      if (at > fromS && at < toS) {
        if (at - Math.floor(at) < 0.03 || !keeps(edge)) continue;
        if (Math.floor(at) > holes) state = tracker.onGap(state, "line", emit);
        holes = Math.floor(at);
      }
      state = tracker.handleEdge(state, edge, emit);
    }
    return observations;
  }

  const story = (observations: readonly WheelObservation[]): string[] =>
    observations.flatMap((one) =>
      one.o === "stage"
        ? [one.stage]
        : one.o === "number"
          ? [`number ${one.pocket}`]
          : one.o === "doubt" && one.now
            ? [one.code]
            : [],
    );

  it("end that spin without a number, and the launch begins its own", () => {
    const seen = story(holedSpins(17, 44, ({ channel }) => channel !== "P" && channel !== "X"));
    // The hand of the second launch is among what is missing.
    expect(seen).toEqual(["ball-in-rim", "ball-stuck-or-gone", "betting", "ball-in-rim", "sensor-blind"]);
  });

  it("and the next ball's number is that of its own launch, whose hand was seen", () => {
    const seen = story(holedSpins(17, 37, ({ channel }) => channel !== "P"));
    expect(seen).toEqual([
      "ball-in-rim",
      "ball-stuck-or-gone",
      "betting",
      "ball-in-rim",
      "no-more-bets",
      "result",
      "number 5",
    ]);
  });

  it("many small holes are one long one: what is seen behind them may be of the time after that spin", () => {
    const seen = story(holedSpins(17, 90, ({ tick }) => Math.floor((2 * tick) / TICKS_PER_S) % 2 === 0));
    expect(seen).toContain("ball-stuck-or-gone");
    expect(seen.some((one) => one.startsWith("number"))).toBe(false);
  });
});
