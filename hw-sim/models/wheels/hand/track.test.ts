import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../../src/time/random-source.ts";
import { drawUniform } from "../draws.ts";
import { makeWheelGeometry, tiltPull, type Geometry } from "./geometry.ts";
import { startSpeedFor, runOnTrack } from "./track.ts";

const TAU = 2 * Math.PI;

function wheel(seed: string, tiltDegrees: number | null): Geometry {
  return makeWheelGeometry(37, randomFrom(seed), tiltDegrees);
}

describe("the ball on the track", () => {
  it("follows dΩ/dt = −αΩ² + β − γ sin θ, by small steps (Runge-Kutta), to within 20 µs and 1e-5 of a turn", () => {
    for (const tilt of [0, 0.3]) {
      const g = wheel("steps", tilt);
      const run = runOnTrack(g, 0, 0.2, -1, 2.4, 1);
      const gamma = tiltPull(g.tilt);
      const slope = (omega: number, theta: number): number =>
        -g.drag * omega * omega + g.relief - gamma * Math.sin(theta);
      let theta = TAU * -1 * (0.2 - g.lowPoint);
      const start = theta;
      let omega = TAU * 2.4;
      const dt = 2e-4;
      const last = run.passings.at(-1)!;
      for (let t = 0; t < last.us / 1e6 - dt / 2; t += dt) {
        const h = Math.min(dt, last.us / 1e6 - t);
        const k1 = slope(omega, theta);
        const k2 = slope(omega + (h / 2) * k1, theta + (h / 2) * omega);
        const k3 = slope(omega + (h / 2) * k2, theta + (h / 2) * (omega + (h / 2) * k1));
        const k4 = slope(omega + h * k3, theta + h * (omega + (h / 2) * k2));
        theta += h * omega + ((h * h) / 6) * (k1 + k2 + k3);
        omega += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
      }
      expect(Math.abs((theta - start) / TAU - last.turns)).toBeLessThan(1e-4);
      expect(omega / TAU).toBeCloseTo(run.speedAt(last.turns), 4);
    }
  });

  it("only loses speed on a level track, and leaves it at the drop speed", () => {
    const g = wheel("level", 0);
    const run = runOnTrack(g, 0, 0, 1, 3, 1);
    let last = Number.POSITIVE_INFINITY;
    for (let revolutions = 0; revolutions <= run.turns; revolutions += 0.01) {
      expect(run.speedAt(revolutions)).toBeLessThan(last);
      last = run.speedAt(revolutions);
    }
    expect((TAU * run.speedAt(run.turns)) ** 2).toBeCloseTo(g.dropSquared, 6);
  });

  it("makes the laps that its start speed was chosen for", () => {
    const g = wheel("laps", 0);
    for (const laps of [0.5, 2.9, 3.1, 12.25]) {
      expect(runOnTrack(g, 0, 0.7, 1, startSpeedFor(g, laps), 1).turns).toBeCloseTo(laps, 6);
    }
  });

  it("runs for 8 to 25 laps and 8 to 30 s from the speeds at which croupiers launch", () => {
    for (let i = 0; i < 200; i++) {
      const lot = randomFrom(`plausible ${i}`);
      const run = runOnTrack(makeWheelGeometry(37, lot, null), 0, 0, 1, drawUniform(lot, 1.6, 3.2), 1);
      expect(run.turns).toBeGreaterThan(7);
      expect(run.turns).toBeLessThan(26);
      expect(run.dropUs).toBeGreaterThan(7e6);
      expect(run.dropUs).toBeLessThan(30e6);
    }
  });

  it("gives pulses of chord ÷ speed, in the order of the sensors", () => {
    const g = wheel("pulses", 0);
    const run = runOnTrack(g, 0, 0.9, 1, 2, 1);
    expect(run.passings.slice(0, 6).map(({ pin }) => pin)).toEqual(["A", "B", "C", "A", "B", "C"]);
    expect(
      runOnTrack(g, 0, 0.9, -1, 2, 1)
        .passings.slice(0, 3)
        .map(({ pin }) => pin),
    ).toEqual(["C", "B", "A"]);
    for (const { halfUs, turns: revolutions } of run.passings) {
      const metres = (2 * halfUs * run.speedAt(revolutions) * TAU * 0.242) / 1e6;
      expect(metres).toBeGreaterThan(0.0139);
      expect(metres).toBeLessThanOrEqual(0.01748);
    }
  });
});

/** Longest stretch of the rim, in turns, from which no ball fell in 1,500 launches at all speeds and places. */
function forbidden(tiltDegrees: number): number {
  const g = wheel("forbidden", tiltDegrees);
  const lot = randomFrom("launches");
  const drops: number[] = [];
  for (let i = 0; i < 1_500; i++) {
    const from = drawUniform(lot, 0, 1);
    const run = runOnTrack(g, 0, from, 1, drawUniform(lot, 1.6, 3.2), drawUniform(lot, 0.97, 1.03));
    drops.push((((from + run.turns - g.lowPoint) % 1) + 1) % 1);
  }
  drops.sort((a, b) => a - b);
  return Math.max(...drops.map((drop, i) => (drops[i + 1] ?? drops[0]! + 1) - drop));
}

describe("tilt", () => {
  it("of 0.2° forbids a quarter to a bit more than a third of the rim (Thorp; Eichberger)", () => {
    expect(forbidden(0.2)).toBeGreaterThan(0.24);
    expect(forbidden(0.2)).toBeLessThan(0.45);
  });

  it("of 0.4° forbids more, and a level wheel nothing", () => {
    expect(forbidden(0.4)).toBeGreaterThan(forbidden(0.2));
    expect(forbidden(0)).toBeLessThan(0.02);
  });
});
