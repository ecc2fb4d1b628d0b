import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../../src/time/random-source.ts";
import { SensorBank } from "./sensor-bank.ts";
import { errorRatesOf, type ErrorRates } from "./profiles.ts";

const CLEAN = errorRatesOf({ name: "clean", faultPerMille: 0 });
const sensors = (dirt: Partial<ErrorRates> = {}): SensorBank =>
  new SensorBank({ ...CLEAN, ...dirt }, randomFrom("bank"), randomFrom("worn"));
const text = (one: SensorBank, us = 1e12): string =>
  one
    .takeEdges(us)
    .map(({ pin, on }) => (on ? pin : pin.toLowerCase()))
    .join("");

function passings(one: SensorBank, pin: "A" | "X", count: number): void {
  for (let i = 0; i < count; i++) {
    one.setPresence(i * 100_000, pin, 1, true);
    one.setPresence(i * 100_000 + 9_000, pin, 1, false);
  }
}

describe("a sensor", () => {
  it("is active while anything at all is in front of it", () => {
    const one = sensors();
    expect(one.setPresence(0, "P", 1, true)).toBe(true);
    expect(one.setPresence(1_000, "P", 2, true)).toBe(false);
    expect(one.setPresence(2_000, "P", 1, false)).toBe(false);
    expect(one.setPresence(3_000, "P", 2, false)).toBe(true);
    expect(text(one)).toBe("Pp");
  });

  it("answers late by 250 µs, with the profile's jitter, and never gives an edge before its time", () => {
    const one = sensors({ jitterUs: 40 });
    passings(one, "A", 2_000);
    const late = one
      .takeEdges(1e12)
      .map(({ us, on }, i) => us - (Math.floor(i / 2) * 100_000 + (on ? 0 : 9_000)));
    const mean = late.reduce((a, b) => a + b, 0) / late.length;
    const sigma = Math.sqrt(late.reduce((sum, x) => sum + (x - mean) ** 2, 0) / late.length);
    expect(Math.abs(mean - 250)).toBeLessThan(3);
    expect(Math.abs(sigma - 40)).toBeLessThan(3);
    one.setPresence(1e9, "A", 1, true);
    expect(text(one, 1e9)).toBe("");
    expect(text(one, 1e9 + 1_000)).toBe("A");
  });

  it("misses and doubles pulses at the profile's rates", () => {
    const one = sensors({ missedBall: 100, doubled: 50 });
    passings(one, "A", 20_000);
    const edges = one.takeEdges(1e12);
    const starts = edges.filter(({ on }, i) => on && edges[i]!.us - (edges[i - 1]?.us ?? -1e9) > 10_000).length;
    expect(20_000 - starts).toBeGreaterThan(140);
    expect(20_000 - starts).toBeLessThan(260);
    const doubled = (edges.length - 2 * starts) / 2;
    expect(doubled / (2 * starts)).toBeGreaterThan(0.014);
    expect(doubled / (2 * starts)).toBeLessThan(0.026);
  });

  it("that is dead is silent, that is stuck is active, that is dirty misses half; and each comes back", () => {
    const one = sensors();
    one.setPresence(0, "A", 1, true);
    one.setHealth(10, "A", "dead");
    expect(text(one)).toBe("Aa");
    one.setHealth(20, "A", "stuck");
    one.setPresence(30, "A", 1, false);
    expect(text(one)).toBe("A");
    one.setHealth(40, "A", "ok");
    expect(text(one)).toBe("a");
    one.setHealth(50, "A", "dirty");
    passings(one, "A", 1_000);
    expect(Math.abs(text(one).length / 2 - 500)).toBeLessThan(60);
  });

  it("of the rim: dead it reads broken, stuck it sees nothing", () => {
    const one = sensors();
    one.setHealth(0, "X", "dead");
    expect(text(one)).toBe("X");
    one.setHealth(10, "X", "stuck");
    passings(one, "X", 10);
    expect(text(one)).toBe("x");
  });

  it("of the marks keeps its level when it is stuck, and trembles when the rotor nearly stands", () => {
    const one = sensors({ chatter: 1 });
    one.passMark(0, "Q", true, false);
    one.setHealth(10, "Q", "stuck");
    one.passMark(20, "Q", false, false);
    expect(text(one)).toBe("Q");
    one.passMark(1e6, "R", true, true);
    expect(text(one)).toMatch(/^R(rR){1,4}$/);
  });
});
