import { describe, expect, it } from "vitest";
import { Rotor } from "./rotor.ts";

const BEARING = { drag: 0.005, friction: 0.0004 };
const S = 1e6;

describe("a free rotor", () => {
  it("only loses speed, and comes to the stand that it said", () => {
    const turning = new Rotor(BEARING, 0.3);
    turning.release(0, 0.4);
    const stand = turning.stopsAt();
    let last = 0.4;
    for (let us = 0; us < stand; us += S) {
      const speed = turning.speed(us);
      expect(speed).toBeLessThanOrEqual(last);
      expect(speed).toBeGreaterThan(0);
      last = speed;
    }
    expect(turning.speed(stand)).toBe(0);
    expect(turning.angle(stand + S)).toBeCloseTo(turning.angle(stand), 12);
  });

  it("follows |v|' = −k|v| − c, by small steps", () => {
    const turning = new Rotor(BEARING, 0);
    turning.release(0, -0.3);
    let speed = 0.3;
    let way = 0;
    const dt = 1e-3;
    for (let i = 0; i < 30_000; i++) {
      const middle = speed - (dt / 2) * (BEARING.drag * speed + BEARING.friction);
      way += middle * dt;
      speed -= dt * (BEARING.drag * middle + BEARING.friction);
    }
    expect(-turning.speed(30 * S)).toBeCloseTo(speed, 8);
    expect(-turning.angle(30 * S)).toBeCloseTo(way, 7);
  });

  it.each([0.75, -0.75])("reaches each angle when it is there (%s turns/s)", (speed) => {
    const turning = new Rotor(BEARING, 0.1);
    turning.release(0, speed);
    const sense = speed > 0 ? 1 : -1;
    let us = 0;
    for (let k = 1; k < 2_000; k++) {
      const angle = 0.1 + (sense * k) / 152;
      us = turning.reachesAt(angle, us, sense);
      expect(Math.abs(turning.angle(us) - angle)).toBeLessThan(1e-9);
    }
    expect(turning.reachesAt(0, us, sense === 1 ? -1 : 1)).toBe(Number.POSITIVE_INFINITY);
  });

  it("never reaches an angle beyond its stand", () => {
    const turning = new Rotor(BEARING, 0);
    turning.release(0, 0.05);
    const end = turning.angle(turning.stopsAt());
    expect(turning.reachesAt(end * 1.000001, 0, 1)).toBe(Number.POSITIVE_INFINITY);
    expect(turning.reachesAt(end * 0.999, 0, 1)).toBeLessThan(turning.stopsAt());
  });
});

describe("a pulled rotor", () => {
  it("turns round: it meets an angle on the way there and again on the way back", () => {
    const turning = new Rotor(BEARING, 0);
    turning.release(0, 0.5);
    const ends = turning.pullTo(S, -0.5, 2 * S);
    const there = turning.reachesAt(turning.angle(S) + 0.1, S, 1);
    const back = turning.reachesAt(turning.angle(S) + 0.1, there, -1);
    expect(there).toBeGreaterThan(S);
    expect(back).toBeGreaterThan(2 * S);
    expect(back).toBeLessThan(ends);
    expect(turning.angle(there)).toBeCloseTo(turning.angle(back), 10);
  });
});
