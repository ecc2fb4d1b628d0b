import { describe, expect, it } from "vitest";
import { BOULE_RING } from "../disc/rings.test-help.ts";
import type { PinEdge, Profile } from "../sensed/sensed-wheel.ts";
import { BOWL_FAULTS } from "./faults.ts";
import { DROP_LAP_US } from "./flight.ts";
import { bowlWheel } from "./wheel.ts";

const CLEAN: Profile = { name: "clean", faultPerMille: 0 };
const wheelOf = (seed: string): ReturnType<typeof bowlWheel> =>
  bowlWheel({ seed, ring: BOULE_RING, profile: CLEAN });

function alternates(edges: readonly PinEdge[]): void {
  const levels = new Map<string, boolean>();
  let last = -1;
  for (const { us, pin, on, hole } of edges) {
    expect(us).toBeGreaterThanOrEqual(last);
    expect(levels.get(`${pin}${hole}`) ?? false).not.toBe(on);
    levels.set(`${pin}${hole}`, on);
    last = us;
  }
}

describe("a boule bowl", () => {
  it("has 18 holes", () => {
    expect(() => bowlWheel({ seed: "x", ring: BOULE_RING.slice(1), profile: CLEAN })).toThrow(RangeError);
    expect(BOULE_RING.toSorted().join("")).toBe("112233445566778899");
  });

  it("is the same from the same seed, in one step or in many", () => {
    const one = wheelOf("same");
    const whole: PinEdge[] = [];
    for (let n = 0; n < 5; n++) whole.push(...one.run(one.nextUs()).edges);
    const many = wheelOf("same");
    const parts: PinEdge[] = [];
    for (let us = 0; parts.length < whole.length; us += 300_000) parts.push(...many.run(us).edges);
    expect(parts.slice(0, whole.length)).toEqual(whole);
    alternates(whole);
  });

  it("lets the ball run ever slower past the sensors, and lights both sensors of the hole where it lies", () => {
    const wheel = wheelOf("run");
    const holes = new Set<number | null>();
    for (let n = 0; n < 300; n++) {
      const { edges, truth } = wheel.run(wheel.nextUs());
      const [spin] = truth;
      const passings = edges.filter(({ pin, on }) => pin === "A" && on).map(({ us }) => us);
      const laps = passings.slice(1).map((us, i) => us - (passings[i] ?? 0));
      laps.forEach((lap, i) => i > 0 && expect(lap).toBeGreaterThan(laps[i - 1] ?? 0));
      expect(laps.at(-1)).toBeLessThan(1.03 * DROP_LAP_US);
      expect(passings.length).toBeGreaterThanOrEqual(Number(spin?.facts["ball-laps"]));
      expect(passings.length).toBeLessThanOrEqual(Number(spin?.facts["ball-laps"]) + 1);
      const hole = ((spin?.cell ?? 0) + wheel.calibration.zero) % 18;
      for (const pin of ["H", "G"]) {
        const mine = edges.filter(
          (edge) => edge.pin === pin && edge.hole === hole && edge.us <= (spin?.endUs ?? 0),
        );
        expect(mine.at(-1)?.on).toBe(true);
      }
      holes.add(spin?.cell ?? null);
      // Taken out at the end.
      expect(Object.entries(wheel.levels()).filter(([, on]) => on)).toEqual([]);
    }
    expect(holes.size).toBe(18);
  });

  it.each(BOWL_FAULTS)("%s can be asked for, and leaves what was seen as it was", (fault) => {
    const wheel = wheelOf(`fault/${fault}`);
    const plain = wheelOf(`fault/${fault}`);
    wheel.run(wheel.nextUs());
    plain.run(plain.nextUs());
    const middle = wheel.nextUs() - 22e6;
    const before = wheel.run(middle).edges;
    expect(before).toEqual(plain.run(middle).edges);
    wheel.inject(fault);
    const second = wheel.run(wheel.nextUs());
    const third = wheel.run(wheel.nextUs());
    const all = [...second.edges, ...third.edges];
    for (let i = 1; i < all.length; i++) expect(all[i]!.us).toBeGreaterThanOrEqual(all[i - 1]!.us);
    expect([...second.truth, ...third.truth].map((one) => one.fault)).toContain(fault);
    expect(() => wheel.inject("no such fault")).toThrow(RangeError);
  });

  it("shows where the ball is", () => {
    const wheel = wheelOf("look");
    const seen = new Set<string>();
    const end = wheel.nextUs();
    for (let us = 0; us < end; us += 200_000) {
      const { ball } = wheel.look(us);
      seen.add(ball?.where ?? "none");
      if (ball !== null) expect(ball.radius).toBeLessThanOrEqual(0.7);
    }
    expect([...seen].toSorted()).toEqual(["hole", "holes", "none", "slope", "track"]);
  });
});
