import { describe, expect, it } from "vitest";
import { cleanWheel, pulses, readings, RING_37, RING_38, watch } from "./hand.test-help.ts";
import { handWheel } from "./wheel.ts";

describe("one spin, for whoever writes a tracker", () => {
  const wheel = cleanWheel("shape");
  const [first] = watch(wheel, 1);
  const { truth, edges } = first!;
  const of = (pin: string): { on: number; off: number }[] => pulses(edges, pin);

  it("is marks in quadrature, once a turn an index and a patch, three pulses of the ball a lap, hands over the rim", () => {
    const letters = edges
      .filter(({ us, pin }) => us > truth.endUs && "QR".includes(pin))
      .slice(0, 8)
      .map(({ pin, on }) => (on ? pin : pin.toLowerCase()))
      .join("");
    // A turn of the alphabet clockwise, or its mirror image.
    expect(["QRqr".repeat(4), "RQrq".repeat(4)].some((way) => way.includes(letters))).toBe(true);
    const ofRun = (pin: string): number =>
      of(pin).filter(({ on }) => on > truth.launchedUs && on < truth.endUs).length;
    const laps = Number(truth.facts["ball-laps"]);
    for (const pin of ["A", "B", "C"]) expect(Math.abs(ofRun(pin) - laps)).toBeLessThanOrEqual(1);
    const revolutions = of("I").length;
    expect(Math.abs(of("Q").length - 37 * revolutions)).toBeLessThanOrEqual(40);
    const overRim = of("X");
    expect(overRim.some(({ on, off }) => on < truth.launchedUs && off > truth.launchedUs)).toBe(true);
    expect(overRim.at(-1)!.on).toBeGreaterThan(truth.endUs);
  });

  it("keeps the order of instants and lets every pin alternate", () => {
    const level = new Map<string, boolean>();
    let last = 0;
    for (const { us, pin, on } of edges) {
      expect(us).toBeGreaterThanOrEqual(last);
      last = us;
      expect(level.get(pin) ?? false).toBe(!on);
      level.set(pin, on);
    }
  });
});

describe.each([
  ["37", RING_37],
  ["38", RING_38],
])("an onlooker with the calibration, %s pockets", (_, ring) => {
  const wheel = cleanWheel("onlooker", ring);
  const spins = watch(wheel, 40);

  it("reads the true pocket at every turn after the rest, and the patch on its half", () => {
    for (const { truth, edges } of spins) {
      const seen = readings(wheel, edges).filter(({ us }) => us > truth.endUs && us < truth.endUs + 8e6);
      const off = (place: number, from: number): number => {
        const raw = (((place - from) % ring.length) + ring.length) % ring.length;
        return Math.min(raw, ring.length - raw);
      };
      const balls = seen.filter(({ place }) => off(place, truth.cell!) < 0.25);
      const patches = seen.filter(({ place }) => off(place, 0.5) < 0.1);
      expect(balls.length).toBeGreaterThan(0);
      expect(balls.length + patches.length).toBe(seen.length);
      expect(ring[truth.cell!]).toBe(truth.pocket);
    }
  });

  it("sees the ball run against the rotor, which alternates", () => {
    for (const { truth } of spins) {
      expect(truth.facts["ball-direction"]).toBe("against-rotor");
      expect(truth.facts["rotor-alternated"]).toBe(true);
      expect(truth.spoiled).toBeNull();
      expect(truth.unseen).toEqual([]);
    }
  });
});

describe("a run", () => {
  it("is the same from the same seed, bit for bit, in whatever steps it is asked for", () => {
    const make = (): ReturnType<typeof handWheel> =>
      handWheel({ seed: "again", ring: RING_37, profile: { name: "rough", faultPerMille: 400 } });
    const [one, other] = [make(), make()];
    const whole = one.run(300e6);
    const parts = Array.from({ length: 3_001 }, (_, i) => other.run(i * 100_000));
    expect(parts.flatMap(({ edges }) => edges)).toEqual(whole.edges);
    expect(parts.flatMap(({ truth }) => truth)).toEqual(whole.truth);
    expect(other.lineTroubles()).toEqual(one.lineTroubles());
    expect(other.levels()).toEqual(one.levels());
  });

  it("differs from that of another seed", () => {
    expect(cleanWheel("one").run(30e6).edges).not.toEqual(cleanWheel("two").run(30e6).edges);
  });

  it("has the levels that its edges have left", () => {
    const wheel = cleanWheel("levels");
    const level: Record<string, boolean> = {};
    for (const { pin, on } of wheel.run(61e6).edges) level[pin] = on;
    const now = wheel.levels();
    for (const [pin, on] of Object.entries(level)) expect(now[pin]).toBe(on);
  });

  it("shows the ball where it is", () => {
    const wheel = cleanWheel("picture");
    const seen = new Set<string>();
    for (let us = 0; us < 60e6; us += 100_000) {
      wheel.run(us);
      const { ball, rotorAngle } = wheel.look(us);
      seen.add(ball?.where ?? "none");
      expect(rotorAngle).toBeGreaterThanOrEqual(0);
      expect(rotorAngle).toBeLessThan(1);
      if (ball !== null) expect(ball.radius).toBeGreaterThan(0.15);
    }
    for (const where of ["none", "track", "falling", "pocket"]) expect(seen).toContain(where);
  });

  it("refuses a ring that no roulette has, and a fault that it does not know", () => {
    expect(() => cleanWheel("x", ["1", "2"])).toThrow(/37 or 38 pockets, the ring given has 2/);
    expect(() => cleanWheel("x").inject("moon")).toThrow(/no fault "moon"/);
  });
});
