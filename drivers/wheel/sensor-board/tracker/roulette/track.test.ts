import { describe, expect, it } from "vitest";
import { TICKS_PER_S } from "../../edge.ts";
import { handleBallEdge, checkBallTime, NEW_BALL, findWeakBall, type Ball, type BallEvent } from "./ball.ts";
import {
  lapTicks,
  nextSensor,
  trackAfterPassing,
  rhythmFits,
  trackAfterEmptyWindow,
  trackOfPulses,
  type Pulse,
  type Sense,
  type SensorNo,
} from "./track.ts";

const ANGLES = [0, 100_000, 220_000] as const;

/** Passings of a ball that starts at sensor A with `laps` a second and loses `loss` of its speed a lap. */
function passings(sense: Sense, laps: number, loss: number, count: number): Pulse[] {
  const pulses: Pulse[] = [];
  let at = TICKS_PER_S;
  let speed = laps;
  let sensor: SensorNo = 0;
  for (let i = 0; i < count; i++) {
    pulses.push({ sensor, at: Math.round(at), width: TICKS_PER_S / 200 });
    const next = nextSensor(sensor, sense);
    const gap = (((sense * (ANGLES[next] - ANGLES[sensor])) % 360_000) + 360_000) % 360_000;
    speed *= 1 - (loss * gap) / 360_000;
    at += ((gap / 360_000) * TICKS_PER_S) / speed;
    sensor = next;
  }
  return pulses;
}

describe("rhythm of a ball", () => {
  it.each([1, -1] as const)("fits its own sense and not the other (%i)", (sense) => {
    const pulses = passings(sense, 2, 0.08, 5);
    expect(rhythmFits(ANGLES, pulses, sense)).toBe(true);
    expect(rhythmFits(ANGLES, pulses, sense === 1 ? -1 : 1)).toBe(false);
  });

  it.each([0, 1, 2] as const)("tells the sense with sensor %i blind", (blind) => {
    const pulses = passings(-1, 1.8, 0.08, 9).filter(({ sensor }) => sensor !== blind);
    expect(rhythmFits(ANGLES, pulses, -1)).toBe(true);
    expect(rhythmFits(ANGLES, pulses, 1)).toBe(false);
  });

  it("is too fast for pulses that are long: fingers", () => {
    const long = passings(1, 0.7, 0.08, 4).map((pulse) => ({ ...pulse, width: 0.06 * TICKS_PER_S }));
    expect(rhythmFits(ANGLES, long, 1)).toBe(false);
  });

  it("is followed to the end, a passing may be missed, and the lap is known", () => {
    const pulses = passings(1, 2, 0.08, 40);
    let track = trackOfPulses(ANGLES, pulses.slice(0, 4), 1);
    for (const [i, pulse] of pulses.slice(4).entries()) {
      expect(track.next).toBe(pulse.sensor);
      expect(pulse.at).toBeGreaterThan(track.from);
      expect(pulse.at).toBeLessThan(track.until);
      track = i % 11 === 5 ? trackAfterEmptyWindow(track, ANGLES) : trackAfterPassing(track, pulse, ANGLES);
    }
    const last = pulses.at(-1)?.at ?? 0;
    expect(lapTicks(track) / (last - (pulses.at(-4)?.at ?? 0))).toBeCloseTo(1, 1);
  });
});

describe("ball sensors", () => {
  const run = (pulses: readonly Pulse[], extra = 0): BallEvent[] => {
    const events: BallEvent[] = [];
    let ball: Ball = NEW_BALL;
    const emit = (event: BallEvent): void => void events.push(event);
    for (const { sensor, at, width } of pulses) {
      ball = handleBallEdge(ball, ANGLES, sensor, at - width / 2, true, emit);
      ball = handleBallEdge(ball, ANGLES, sensor, at + width / 2, false, emit);
    }
    const end = (pulses.at(-1)?.at ?? 0) + extra;
    checkBallTime(ball, ANGLES, end, emit);
    return events;
  };

  it("confirm a launch with the fourth passing, and tell when it is off the track", () => {
    const events = run(passings(1, 2, 0.08, 20), 3 * TICKS_PER_S).map(({ e }) => e);
    expect(events.filter((e) => e === "launched")).toHaveLength(1);
    expect(events.indexOf("launched")).toBe(4 + 3 - 4 + 1);
    expect(events.at(-1)).toBe("off");
  });

  // B, C and A of a ball that runs clockwise; with A a fifth of a second before, a faster one that runs the other way.
  const THREE: readonly (readonly [SensorNo, number, number])[] = [
    [1, 0.217, 5.9],
    [2, 0.427, 5.8],
    [0, 0.667, 5.8],
  ];
  const edgesOf = (pulses: readonly (readonly [SensorNo, number, number])[]): BallEvent[] => {
    const events: BallEvent[] = [];
    const edges = pulses.flatMap(([sensor, s, ms]) => [
      { sensor, s: 1 + s - ms / 2_000, on: true },
      { sensor, s: 1 + s + ms / 2_000, on: false },
    ]);
    let ball: Ball = NEW_BALL;
    for (const { sensor, s, on } of edges.sort((one, other) => one.s - other.s))
      ball = handleBallEdge(
        ball,
        ANGLES,
        sensor,
        Math.round(s * TICKS_PER_S),
        on,
        (event) => void events.push(event),
      );
    return events;
  };

  it("take four passings for a ball of the other sense when the first is as long as the others", () => {
    expect(edgesOf([[0, 0, 5], ...THREE])).toContainEqual(
      expect.objectContaining({ e: "launched", track: expect.objectContaining({ sense: -1 }) as unknown }),
    );
  });

  it("but not when it is too short for it: stray light", () => {
    expect(edgesOf([[0, 0, 1.5], ...THREE]).filter(({ e }) => e === "launched")).toEqual([]);
  });

  it("nor when all sensors saw it: a flash", () => {
    const flash = [
      [0, 0, 4.5],
      [1, 0, 4.6],
      [2, 0, 4.7],
    ] as const;
    const events = edgesOf([...flash, ...THREE]);
    expect(events.map(({ e }) => e)).toEqual(["odd", "odd", "odd"]);
  });

  it("call a sensor blind that a ball passed three times", () => {
    const seen = passings(1, 2, 0.05, 24).filter(({ sensor }, i) => sensor !== 1 || i < 5);
    expect(run(seen)).toContainEqual({ e: "blind", sensor: 1 });
  });

  it("call no sensor blind that misses now and then", () => {
    const seen = passings(1, 2, 0.03, 40).filter(
      ({ sensor }, i) => sensor !== 1 || ![7, 16, 25, 34].includes(i),
    );
    expect(run(seen).filter(({ e }) => e === "blind" || e === "off")).toEqual([]);
  });

  it("wait for a whole lap before a ball that was just launched is off the track", () => {
    const seen = passings(1, 2, 0.03, 16).filter((_, i) => i !== 4 && i !== 5);
    expect(run(seen).map(({ e }) => e)).not.toContain("off");
  });

  it("see three passings as less than a launch, and only of three sensors", () => {
    expect(findWeakBall({ ...NEW_BALL, loose: passings(1, 0.7, 0.05, 3) }, ANGLES)?.sense).toBe(1);
    expect(findWeakBall({ ...NEW_BALL, loose: passings(1, 0.7, 0.05, 2) }, ANGLES)).toBeNull();
    const two = passings(1, 0.7, 0.05, 5)
      .filter(({ sensor }) => sensor !== 2)
      .slice(0, 3);
    expect(findWeakBall({ ...NEW_BALL, loose: two }, ANGLES)).toBeNull();
  });

  it("see a second ball by its own rhythm", () => {
    const second = passings(1, 1.3, 0.05, 9).map((pulse) => ({ ...pulse, at: pulse.at + 1.3 * TICKS_PER_S }));
    const both = [...passings(1, 2.2, 0.08, 30), ...second].sort((a, b) => a.at - b.at);
    expect(run(both).map(({ e }) => e)).toContain("second");
  });

  it("take a sensor that stays active for a stuck one, and noise for nothing", () => {
    const events: BallEvent[] = [];
    const emit = (event: BallEvent): void => void events.push(event);
    let ball = handleBallEdge(NEW_BALL, ANGLES, 0, 0, true, emit);
    ball = handleBallEdge(ball, ANGLES, 0, 300, false, emit);
    ball = handleBallEdge(ball, ANGLES, 2, 1_000, true, emit);
    checkBallTime(ball, ANGLES, 4 * TICKS_PER_S, emit);
    expect(events).toEqual([{ e: "stuck", sensor: 2 }]);
  });
});
