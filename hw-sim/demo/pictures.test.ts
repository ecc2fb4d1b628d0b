import { describe, expect, it } from "vitest";
import { wheelPack } from "../../src/rules/pack.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { PROFILES } from "../sim/profiles.ts";
import { simulatedWheel } from "../sim/wheels.ts";
import { DEMO_TABLES } from "./tables.ts";

/** What the bench draws as true must be the truth: a ring that is drawn turned would make every sensor look wrong. */

const STEP_US = 20_000;
const LONGEST_US = 300_000_000;

describe.each(["roulette-sensors", "fortune-wheel", "big-six"])("pictures of %s", (table) => {
  it.each(["1", "2", "3"])("seed %s: the ring stands where the truth says that it came to rest", (seed) => {
    const pack = wheelPack(loadPack(DEMO_TABLES[table]!.rulebook).pack);
    const wheel = simulatedWheel(pack, seed, PROFILES.clean);
    const cells = wheel.ring.length;
    for (let us = STEP_US; us < LONGEST_US; us += STEP_US) {
      const before = wheel.look(us - STEP_US);
      const [truth] = wheel.run(us).truth;
      if (truth?.cell === undefined || truth.cell === null) continue;
      // A roulette's ball lies in its pocket; a disc's cell is under the pointer, which is angle 0.
      const at = table === "roulette-sensors" ? (before.ball?.angle ?? 0) : 0;
      const place = (((at - before.rotorAngle) * cells) % cells) + cells;
      expect(Math.round(place) % cells).toBe(truth.cell);
      return;
    }
    throw new Error("no spin came to its end");
  });
});
