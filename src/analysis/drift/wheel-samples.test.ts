import { expect, it } from "vitest";
import type { ChannelTrace, SpinTrace } from "../wheel-trace.ts";
import { DriftWatch } from "./drift-report.ts";
import { wheelSamples } from "./wheel-samples.ts";

/** Spins of a wheel under the sensor board as their pulses are written down: tenths of a millisecond. */

/** Where the sensors of the track stand, parts of it. */
const PLACES = { A: 0, B: 100 / 360, C: 220 / 360 } as const;
const LAP = 7_000;

interface Wheel {
  /** For which share of its turn the index sees its mark. */
  readonly index?: number;
  /** Breaks of the curtain, each this long. */
  readonly curtain?: readonly number[];
  /** By how much later than on a level wheel the ball comes to B, parts of a lap. */
  readonly late?: number;
}

function spinOf({ index = 0.015, curtain = [], late = 0 }: Wheel): SpinTrace {
  const begins = Array.from({ length: 9 }, (_, lap) => LAP * lap + 40 * lap ** 2);
  const track = Object.entries(PLACES).map(([channel, at]): ChannelTrace => {
    const pulses = begins.slice(0, -1).map((begin, lap): readonly [number, number] => {
      const long = (begins[lap + 1] ?? begin) - begin;
      return [Math.round(begin + long * (at + (channel === "B" ? late : 0))), 60];
    });
    return { channel, pulses };
  });
  const turns = Array.from({ length: 6 }, (_, turn): readonly [number, number] => [
    20_000 * turn,
    20_000 * index,
  ]);
  const X = curtain.map((width, at): readonly [number, number] => [3_000 * at, width]);
  const channels = [...track, { channel: "I", pulses: turns }, { channel: "X", pulses: X }];
  return {
    round: 1,
    at: "",
    end: "result",
    outcome: "7",
    span: 100_000,
    channels,
    rotor: [],
    laps: [],
    stages: [],
  };
}

const valueOf = (wheel: Wheel, measure: string, part: string): number | undefined =>
  wheelSamples(spinOf(wheel), false).find((one) => one.measure === measure && one.part === part)?.value;

it("counts what breaks the curtain for less long than a hand", () => {
  expect(valueOf({ curtain: [6_000, 9_000] }, "curtain", "X")).toBe(0);
  expect(valueOf({ curtain: [6_000, 40, 150] }, "curtain", "X")).toBe(20);
});

it("measures how long a mark of the rotor is seen", () => {
  expect(valueOf({}, "mark-width", "I")).toBe(150);
  expect(valueOf({ index: 0.0075 }, "mark-width", "I")).toBe(75);
});

it("sees a wheel that is not level between the pair that it lies across, and tells the clearest alone", () => {
  const level = ["A–B", "B–C", "C–A"].map((part) => valueOf({}, "lap-shape", part) ?? 0);
  const sunk = ["A–B", "B–C", "C–A"].map((part) => valueOf({ late: 0.002 }, "lap-shape", part) ?? 0);
  const moved = sunk.map((value, at) => Math.round(value - (level[at] ?? 0)));
  expect(moved).toEqual([20, -20, 0]);
  const watch = new DriftWatch();
  for (let round = 0; round < 120; round++)
    watch.addRound("2026-11-30T03:00:00Z", wheelSamples(spinOf({ late: round < 70 ? 0 : 0.002 }), false));
  const shapes = watch.report("").hints.filter(({ measure }) => measure === "lap-shape");
  expect(shapes).toHaveLength(1);
});
