import { describe, expect, it } from "vitest";
import type { PinEdge, Profile } from "../sensed/sensed-wheel.ts";
import { randomFrom } from "../../../../src/time/random-source.ts";
import { DISC_FAULTS } from "./faults.ts";
import { cellAt, makeDisc } from "./geometry.ts";
import { coastDisc, energyBefore, PEG_WORK, type Motion } from "./motion.ts";
import { CANTABRIA_RING, CHILE_RING, PAIS_VASCO_RING } from "./rings.test-help.ts";
import { swingToRest } from "./settle.ts";
import { discWheel } from "./wheel.ts";
import { more } from "../../../../test/support/volume.ts";

const CLEAN: Profile = { name: "clean", faultPerMille: 0 };
const wheelOf = (seed: string): ReturnType<typeof discWheel> =>
  discWheel({ seed, ring: CHILE_RING, profile: CLEAN });

describe("rings of the catalogues", () => {
  it.each([
    ["Cantabria", CANTABRIA_RING, { "1": 32, "2": 16, "5": 8, "10": 4, "20": 2, "40": 2 }],
    ["País Vasco", PAIS_VASCO_RING, { "24": 24, "15": 15, "7": 7, "4": 4, "2": 2, joker: 2 }],
    ["Chile", CHILE_RING, { "1": 24, "2": 15, "5": 7, "10": 4, "20": 2, "40-a": 1, "40-b": 1 }],
  ] as const)("%s: as many cells of each as the law says, none beside its like", (_, ring, counts) => {
    for (const [name, count] of Object.entries(counts))
      expect(ring.filter((one) => one === name)).toHaveLength(count);
    ring.forEach((name, cell) => expect(name).not.toBe(ring[(cell + 1) % ring.length]));
  });

  it("Cantabria: opposite cells are alike, and every sector has four 1, two 2 and one 5", () => {
    CANTABRIA_RING.forEach((name, cell) => expect(CANTABRIA_RING[(cell + 32) % 64]).toBe(name));
    for (let sector = 0; sector < 8; sector++) {
      const cells = CANTABRIA_RING.slice(8 * sector, 8 * sector + 8).toSorted();
      expect(cells.slice(0, 4)).toEqual(["1", "1", "1", "1"]);
      expect(cells.filter((name) => name === "2")).toHaveLength(2);
      expect(cells.filter((name) => name === "5")).toHaveLength(1);
      expect(cells.includes("10")).toBe(sector % 2 === 0 ? false : cells.includes("10"));
    }
  });
});

describe("how a disc runs", () => {
  const disc = makeDisc(CHILE_RING, randomFrom("test"));

  it("loses energy at every peg and stops where the reckoning back says", () => {
    for (let n = 0; n < 20; n++) {
      const end = 900 + n * 1.7;
      const motion: Motion = { way: 40, energy: energyBefore(disc, disc.clockwise, end, end - 40), seconds: 0 };
      expect(motion.energy).toBeGreaterThan(((end - 40) / 4) * 1.5 * PEG_WORK);
      expect(coastDisc(disc, disc.clockwise, motion, 0, {}, () => undefined)).toBe("stands");
      expect(Math.abs((motion.stop ?? 0) - end)).toBeLessThan(0.15);
    }
  });

  it("swings back from the peg that it cannot pass, and keeps its cell", () => {
    for (const speed of [2, 4, 5, 5.8]) {
      const from = (disc.pegs[10] ?? 0) + 1.2;
      const rest = swingToRest(disc, from, speed, 0, () => undefined, 1, false);
      expect(rest.bent).toBe(false);
      expect(rest.angle).toBeGreaterThan((disc.pegs[10] ?? 0) + 0.6);
      expect(rest.angle).toBeLessThan((disc.pegs[11] ?? 0) - 0.6);
      expect(rest.furthest).toBeGreaterThanOrEqual(rest.angle - 1e-9);
      expect(cellAt(disc, rest.angle)).toBe(cellAt(disc, from));
    }
  });

  it("passes the peg that it has the energy for", () => {
    const from = (disc.pegs[10] ?? 0) + 1.2;
    const rest = swingToRest(disc, from, 7.5, 0, () => undefined, 1, false);
    expect(rest.angle).toBeGreaterThan(disc.pegs[11] ?? 0);
  });
});

function alternates(edges: readonly PinEdge[]): void {
  const levels = new Map<string, boolean>();
  let last = -1;
  for (const { us, pin, on } of edges) {
    expect(us).toBeGreaterThanOrEqual(last);
    expect(levels.get(pin)).not.toBe(on);
    levels.set(pin, on);
    last = us;
  }
}

describe("a wheel and its people", () => {
  it("is the same from the same seed, in one step or in many", () => {
    const one = wheelOf("same");
    const whole: PinEdge[] = [];
    for (let n = 0; n < 4; n++) whole.push(...one.run(one.nextUs()).edges);
    const many = wheelOf("same");
    const parts: PinEdge[] = [];
    for (let us = 0; parts.length < whole.length; us += 700_000) parts.push(...many.run(us).edges);
    expect(parts.slice(0, whole.length)).toEqual(whole);
    alternates(whole);
  });

  it("tells every spin's truth once, and stops in every cell in turn", () => {
    const wheel = wheelOf("truth");
    const cells = new Set<number | null>();
    for (let n = 1; n <= more(150, 400); n++) {
      const { truth } = wheel.run(wheel.nextUs());
      expect(truth.map(({ spin }) => spin)).toEqual([n]);
      const [{ cell, pocket, facts, endUs, launchedUs } = truth[0]!] = truth;
      expect(pocket).toBe(cell === null ? null : CHILE_RING[cell]);
      expect(facts["pointer-between-cells"] === true).toBe(cell === null);
      expect(facts["disc-turns"]).toBeGreaterThanOrEqual(3);
      expect(endUs - launchedUs).toBeGreaterThan(10e6);
      cells.add(cell);
    }
    expect(cells.size).toBeGreaterThan(more(40, 50));
  });

  it.each(DISC_FAULTS)("%s can be asked for, and leaves what was seen as it was", (fault) => {
    const wheel = wheelOf(`fault/${fault}`);
    const plain = wheelOf(`fault/${fault}`);
    wheel.run(wheel.nextUs());
    plain.run(plain.nextUs());
    // In the middle of the second spin.
    const middle = wheel.nextUs() - 25e6;
    const before = wheel.run(middle).edges;
    expect(before).toEqual(plain.run(middle).edges);
    wheel.inject(fault);
    const rest = [...wheel.run(wheel.nextUs()).edges, ...wheel.run(wheel.nextUs()).edges];
    alternates([...before, ...rest]);
    expect(rest[0]?.us ?? Infinity).toBeGreaterThan(middle);
    const faults = [wheel.run(wheel.nextUs())].flatMap(({ truth }) => truth.map((one) => one.fault));
    expect(faults).toEqual([null]);
    expect(() => wheel.inject("no such fault")).toThrow(RangeError);
  });

  it("shows where the disc is", () => {
    const wheel = wheelOf("look");
    const { truth } = wheel.run(wheel.nextUs() - 1);
    expect(truth).toEqual([]);
    const end = wheel.nextUs() - 5e6;
    expect(wheel.look(end)).toMatchObject({ rotorRpm: 0, ball: null, spin: 1 });
    const fast = wheel.look(end - 30e6);
    expect(fast.rotorAngle).toBeGreaterThanOrEqual(0);
    expect(fast.rotorAngle).toBeLessThan(1);
  });
});
