import { describe, expect, it } from "vitest";
import type { WheelObservation } from "../../../../../src/table/wheel/observation.ts";
import { TICKS_PER_S, type Channel, type Edge } from "../../edge.ts";
import type { WheelSetup } from "../../wheel-setup.ts";
import { discTracker } from "./tracker.ts";

/**
 * An ideal disc of 20 cells: evenly slower, a pulse of the pointer around every divider, nothing else. Cell 0 is under the
 * pointer when the index is.
 */
const CELLS = 20;
const RING = Array.from({ length: CELLS }, (_, cell) => `c${cell}`);
const WHEEL_SETUP: WheelSetup = {
  kind: "disc",
  ring: RING,
  calibration: { sensorB: 100_000, sensorC: 220_000, zero: 0, dropLapUs: 0, marks: CELLS },
};

interface Ideal {
  /** Quarter steps clockwise from where the index is, at the start; and how far it goes, negative: back. */
  readonly from: number;
  readonly way: number;
  readonly without?: readonly Channel[];
  readonly stays?: "bent";
}

const START_S = 20;
/** Quarter steps/s². */
const SLOWING = 5;

function edgesOf({ from, way, without = [], stays }: Ideal): Edge[] {
  const sense = Math.sign(way);
  const length = Math.abs(way);
  const total = Math.sqrt((2 * length) / SLOWING);
  // Runs backwards in time from its stop: the way left is half the slowing times the square of the time left.
  const when = (gone: number): number => START_S + total - Math.sqrt((2 * (length - gone)) / SLOWING);
  const found: { at: number; channel: Channel; on: boolean }[] = [];
  const cross = (place: number, channel: Channel, on: boolean): void => {
    const gone = sense * (place - from);
    if (gone > 0 && gone < length) found.push({ at: when(gone), channel, on });
  };
  const low = Math.min(from, from + way) - 8;
  for (let cell = Math.floor(low / 4); cell * 4 < low + length + 16; cell++) {
    const middle = 4 * cell;
    // Marks: edges half a quarter step beside the middles, so that the middle of a bin is the middle of a cell.
    cross(middle - 0.5, "Q", sense > 0);
    cross(middle + 0.5, "R", sense > 0);
    cross(middle + 1.5, "Q", sense < 0);
    cross(middle + 2.5, "R", sense < 0);
    const divider = middle + 2;
    cross(divider - sense * 0.7, "T", true);
    cross(divider + sense * 0.9, "T", false);
    if (cell % CELLS === 0) {
      cross(middle, "I", sense > 0);
      cross(middle + 1.8, "I", sense < 0);
    }
  }
  found.sort((a, b) => a.at - b.at);
  // On a peg the pointer stays bent.
  if (stays === "bent") while (found.at(-1)?.channel === "T" && found.at(-1)?.on === false) found.pop();
  return found
    .filter(({ channel }) => !without.includes(channel))
    .map(({ at, channel, on }) => ({ tick: Math.round(at * TICKS_PER_S), channel, on, hole: 0 }));
}

/** Plays edges with heartbeats every quarter second, and what was said, with when (seconds). */
function played(
  edges: readonly Edge[],
  setup: WheelSetup = WHEEL_SETUP,
  active = "",
  until = 80,
  gapAt = Infinity,
): { s: number; seen: WheelObservation }[] {
  const tracker = discTracker(setup);
  const observations: { s: number; seen: WheelObservation }[] = [];
  let state = tracker.initial();
  let levels = active;
  let next = 0;
  for (let beat = 1; beat <= until * 4; beat++) {
    const tick = (beat * TICKS_PER_S) / 4;
    if (beat === Math.round(gapAt * 4))
      state = tracker.onGap(state, "line", (seen) => observations.push({ s: gapAt, seen }));
    for (let edge = edges[next]; edge !== undefined && edge.tick <= tick; edge = edges[++next]) {
      const { channel, on } = edge;
      const at = edge.tick;
      levels = on ? levels + channel : levels.replace(channel, "");
      state = tracker.handleEdge(state, edge, (seen) => observations.push({ s: at / TICKS_PER_S, seen }));
    }
    state = tracker.handleHeartbeat(state, tick, { active: levels, holesH: 0, holesG: 0 }, (seen) =>
      observations.push({ s: beat / 4, seen }),
    );
  }
  expect(tracker.stageOf(state)).toBe("betting");
  return observations;
}

const words = (observations: readonly { seen: WheelObservation }[]): string[] =>
  observations.flatMap(({ seen }) =>
    seen.o === "rotor" || seen.o === "drop-predicted" ? [] : [seen.o === "stage" ? seen.stage : seen.o],
  );
const last = <O extends WheelObservation["o"]>(observations: readonly { seen: WheelObservation }[], o: O) =>
  observations.map(({ seen }) => seen).findLast((seen) => seen.o === o) as
    | (WheelObservation & { o: O })
    | undefined;

// Q is active in the middle of a cell: at the start the disc stands in bin Q alone.
describe("an ideal disc", () => {
  it.each([
    ["clockwise", 0, 4 * (3 * CELLS + 7) + 0.2, 13, 3],
    ["clockwise, nearly four turns", 8, 4 * (4 * CELLS - 1) - 0.1, 19, 3],
    ["counter-clockwise", 0, -(4 * (5 * CELLS + 3) + 0.2), 3, 5],
    ["counter-clockwise, less than one", 0, -(4 * (CELLS - 2) + 0.2), null, 0],
  ] as const)("%s: its cell, its turns, its stages", (_, from, way, cell, turns) => {
    const observations = played(edgesOf({ from, way }), WHEEL_SETUP, "Q");
    expect(last(observations, "disc-turns")).toMatchObject({ atLeast: turns, atMost: turns });
    const stages = words(observations).filter((word) =>
      ["ball-in-rim", "no-more-bets", "result", "betting"].includes(word),
    );
    if (cell === null) {
      // It never passed the index since it was first heard: nobody knows where it is.
      expect(last(observations, "doubt")).toMatchObject({ code: "rotor-not-read", now: true });
      return;
    }
    expect(stages).toEqual(["ball-in-rim", "no-more-bets", "result", "betting"]);
    expect(last(observations, "number")).toEqual({
      o: "number",
      pocket: RING[cell],
      witnesses: ["marks", "pegs"],
      cell,
    });
    const rest = observations.find(({ seen }) => seen.o === "number")?.s ?? 0;
    const betting = observations.findLast(({ seen }) => seen.o === "stage" && seen.stage === "betting")?.s ?? 0;
    expect(betting - rest).toBeCloseTo(3, 0);
  });

  it("says between two cells when the pointer stays on a peg", () => {
    const observations = played(
      edgesOf({ from: 0, way: 4 * (3 * CELLS + 7) + 2.8, stays: "bent" }),
      WHEEL_SETUP,
      "Q",
    );
    expect(words(observations)).toContain("pointer-between-cells");
    expect(words(observations)).not.toContain("number");
  });

  it.each([
    ["no pulse of the pointer", ["T"], "sensors-differ"],
    ["no index", ["I"], "rotor-not-read"],
  ] as const)("%s: no number", (_, without, code) => {
    const observations = played(
      edgesOf({ from: 0, way: 4 * (3 * CELLS + 7) + 0.2, without }),
      WHEEL_SETUP,
      "Q",
    );
    expect(last(observations, "number")).toBeUndefined();
    expect(last(observations, "doubt")).toMatchObject({ code, now: true });
  });

  it.each([["Q"], ["R"]] as const)("no edge of %s: no number and no turns", (channel) => {
    const observations = played(
      edgesOf({ from: 0, way: 4 * (3 * CELLS + 7) + 0.2, without: [channel] }),
      WHEEL_SETUP,
      "Q",
    );
    expect(last(observations, "number")).toBeUndefined();
    expect(last(observations, "disc-turns")?.atMost ?? null).toBeNull();
    expect(words(observations)).toContain("doubt");
  });

  it("gives no number without a calibration", () => {
    const observations = played(
      edgesOf({ from: 0, way: 4 * (3 * CELLS + 7) + 0.2 }),
      { ...WHEEL_SETUP, calibration: null },
      "Q",
    );
    expect(last(observations, "number")).toBeUndefined();
    expect(last(observations, "doubt")).toMatchObject({ code: "not-calibrated", now: true });
  });

  it.each([21, 25, 30])(
    "edges that are missing after %i s leave the spin without a number and its turns open",
    (gapAt) => {
      for (const way of [4 * (3 * CELLS + 7) + 0.2, -(4 * (5 * CELLS + 3) + 0.2)]) {
        const observations = played(edgesOf({ from: 0, way }), WHEEL_SETUP, "Q", 80, gapAt);
        expect(last(observations, "number")).toBeUndefined();
        expect(last(observations, "disc-turns")?.atMost ?? null).toBeNull();
        expect(last(observations, "doubt")).toMatchObject({ code: "launch-not-seen", now: true });
        expect(words(observations).slice(-3)).toEqual(["result", "doubt", "betting"]);
      }
    },
  );

  it("takes a disc that is moved slowly by hand for no spin", () => {
    const slow: Edge[] = [];
    let tick = START_S * TICKS_PER_S;
    for (let cell = 0; cell < 12; cell++) {
      for (const [channel, on] of [
        ["R", true],
        ["Q", false],
        ["T", true],
        ["R", false],
        ["T", false],
        ["Q", true],
      ] as const) {
        slow.push({ tick, channel, on, hole: 0 });
        tick += 0.12 * TICKS_PER_S;
      }
    }
    expect(words(played(slow, WHEEL_SETUP, "Q"))).toEqual([]);
  });
});
