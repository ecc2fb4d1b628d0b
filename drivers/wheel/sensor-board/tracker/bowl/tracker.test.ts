import { describe, expect, it } from "vitest";
import type { WheelObservation } from "../../../../../src/table/wheel/observation.ts";
import { TICKS_PER_S, type Channel, type Edge } from "../../edge.ts";
import type { WheelSetup } from "../../wheel-setup.ts";
import { bowlTracker } from "./tracker.ts";

const RING = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
const WHEEL_SETUP: WheelSetup = {
  kind: "bowl",
  ring: RING,
  calibration: { sensorB: 100_000, sensorC: 220_000, zero: 4, dropLapUs: 3_400_000, marks: 0 },
};

/** Seconds, channel, on, hole. */
type Blip = readonly [number, Channel, boolean, number?];
const ANGLES = [0, 100, 220] as const;
const SENSORS = ["A", "B", "C"] as const;

/** A ball that passes the sensors clockwise, slower by a fiftieth a sensor, under a hand at first. */
function launch(at: number, passings: number): { blips: Blip[]; off: number } {
  const blips: Blip[] = [
    [at - 1, "X", true],
    [at + 0.8, "X", false],
  ];
  let s = at;
  let lap = 1.1;
  for (let n = 0; n < passings; n++) {
    blips.push([s, SENSORS[n % 3] ?? "A", true], [s + 0.012 * lap, SENSORS[n % 3] ?? "A", false]);
    const gap = ((ANGLES[(n + 1) % 3] ?? 0) - (ANGLES[n % 3] ?? 0) + 360) % 360;
    s += (lap * gap) / 360;
    lap *= 1.042;
  }
  return { blips, off: s };
}

const both = (s: number, hole: number, on: boolean): Blip[] => [
  [s, "H", on, hole],
  [s + 0.004, "G", on, hole],
];

function played(blips: readonly Blip[], until: number, setup: WheelSetup = WHEEL_SETUP): WheelObservation[] {
  const edges = blips
    .toSorted((a, b) => a[0] - b[0])
    .map(([s, channel, on, hole = 0]): Edge => ({ tick: Math.round(s * TICKS_PER_S), channel, on, hole }));
  const tracker = bowlTracker(setup);
  const observations: WheelObservation[] = [];
  let state = tracker.initial();
  let active = "";
  const holes = { H: 0, G: 0 };
  let next = 0;
  for (let beat = 1; beat <= until * 4; beat++) {
    const tick = (beat * TICKS_PER_S) / 4;
    for (let edge = edges[next]; edge !== undefined && edge.tick <= tick; edge = edges[++next]) {
      const { channel, on, hole } = edge;
      if (channel === "H" || channel === "G")
        holes[channel] = on ? holes[channel] | (1 << hole) : holes[channel] & ~(1 << hole);
      else active = on ? active + channel : active.replace(channel, "");
      state = tracker.handleEdge(state, edge, (seen) => observations.push(seen));
    }
    state = tracker.handleHeartbeat(state, tick, { active, holesH: holes.H, holesG: holes.G }, (seen) =>
      observations.push(seen),
    );
  }
  return observations;
}

const words = (observations: readonly WheelObservation[]): string[] =>
  observations.flatMap((seen) => (seen.o === "stage" ? [seen.stage] : seen.o === "doubt" ? [seen.code] : []));
const number = (observations: readonly WheelObservation[]): WheelObservation | undefined =>
  observations.find((seen) => seen.o === "number");

describe("a ball in a boule bowl", () => {
  const { blips, off } = launch(20, 24);
  const hops = [
    ...both(off + 2, 3, true),
    ...both(off + 2.05, 3, false),
    ...both(off + 2.3, 11, true),
    ...both(off + 2.34, 11, false),
  ];
  const lies = [...blips, ...hops, ...both(off + 3, 7, true)];
  const lifted: Blip[] = [[off + 9, "X", true], ...both(off + 9.4, 7, false), [off + 10, "X", false]];

  it("is a number when both sensors of one hole have seen it for two seconds", () => {
    const observations = played([...lies, ...lifted], off + 20);
    expect(words(observations)).toEqual(["ball-in-rim", "no-more-bets", "result", "betting"]);
    expect(number(observations)).toEqual({
      o: "number",
      pocket: "4",
      witnesses: ["hole-sensor-1", "hole-sensor-2"],
      cell: 3,
    });
    const laps = observations.findLast((seen) => seen.o === "ball-laps");
    expect(laps).toMatchObject({ atLeast: 7, atMost: 8 });
  });

  it.each([
    [
      "only one sensor sees it",
      lies.filter(([, channel, , hole]) => channel !== "G" || hole !== 7),
      "sensors-differ",
    ],
    ["another hole is lit too", [...lies, ...both(off + 2.9, 12, true)], "two-balls"],
    ["one sensor of another hole is stuck", [...lies, [1, "H", true, 15] as Blip], "sensor-stuck"],
    ["it is nowhere", [...blips, ...hops], "ball-stuck-or-gone"],
    [
      "a hand takes it out at once",
      [...lies, [off + 3.6, "X", true] as Blip, ...both(off + 4, 7, false), [off + 4.5, "X", false] as Blip],
      "ball-lifted",
    ],
    ["nobody saw it run", [...hops, ...both(off + 3, 7, true)], "launch-not-seen"],
  ] as const)("is no number when %s", (_, what, code) => {
    const observations = played(what, off + 30);
    expect(number(observations)).toBeUndefined();
    expect(words(observations)).toContain(code);
  });

  it("is held against the number when something crossed the rim", () => {
    const observations = played([...lies, [off - 2, "X", true], [off - 1.996, "X", false]], off + 8);
    expect(number(observations)).toBeDefined();
    expect(words(observations)).toContain("rim-crossed");
  });

  it("is gone when it crossed the rim and no hole has it", () => {
    const observations = played([...blips, [off + 0.5, "X", true], [off + 0.508, "X", false]], off + 20);
    expect(observations.map((seen) => seen.o)).toContain("ball-left-cylinder");
    expect(number(observations)).toBeUndefined();
  });

  const moved: Blip[] = [...both(off + 9, 7, false), ...both(off + 9.6, 2, true)];
  const changed = (blips: readonly Blip[]): WheelObservation[] =>
    played(blips, off + 20).filter((seen) => seen.o === "contradiction");

  it("that lies in another hole after its number was given has another number, told once", () => {
    // Hole 2 is two before the ring's first pocket, which lies at hole 4.
    expect(changed([...lies, ...moved])).toEqual([
      { o: "contradiction", what: "number-changed", seen: ["4", "8"] },
    ]);
    const again: Blip[] = [...both(off + 13, 2, false), ...both(off + 13.6, 7, true)];
    expect(changed([...lies, ...moved, ...again])).toHaveLength(1);
    expect(changed([...lies, ...both(off + 9, 7, false), ...both(off + 9.6, 7, true)])).toEqual([]);
  });

  it("that a hand takes from hole to hole has not changed its number", () => {
    const hand: Blip[] = [
      [off + 8.8, "X", true],
      [off + 9.8, "X", false],
    ];
    expect(changed([...lies, ...hand, ...moved])).toEqual([]);
  });

  it("means nothing when a hand lays it into a hole", () => {
    const laid: Blip[] = [
      [5, "X", true],
      ...both(5.4, 7, true),
      [6, "X", false],
      [9, "X", true],
      ...both(9.3, 7, false),
      [10, "X", false],
    ];
    expect(played(laid, 20)).toEqual([]);
  });
});
