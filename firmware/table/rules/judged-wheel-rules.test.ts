import { expect, it } from "vitest";
import { more, sampleInAll } from "../../../test/support/volume.ts";
import { FiredRules } from "../../../hw-sim/sim/fired.test-help.ts";
import { PROFILES } from "../../../hw-sim/sim/profiles.ts";
import { simulatedTable } from "../../../hw-sim/sim/wheels.ts";
import { coverageFor } from "../setup/table-setup.ts";
import { packIds } from "./library.ts";
import { loadPack } from "./load.ts";

/** A roulette takes thousands of spins; a run takes a bowl or a disc. */
const WHEELS = packIds().filter((id) => loadPack(id).pack.family === "wheel" && more(!/ruleta/.test(id), true));
/** Spins of one simulated wheel, and how many wheels at most. Seeds are fixed: whether a rule can fire is no matter of chance. */
const SPINS = 100;
const GOES = 30;

it.each(sampleInAll(WHEELS, 1, "judged-wheel-rules"))(
  "%s: each rule that the sensor board judges is true in some spin and false in some",
  (rulebook) => {
    const rules = coverageFor(rulebook, "sensor-board", [])
      .rules.filter(({ level }) => level === "judged")
      .map(({ rule }) => rule);
    const fired = new FiredRules();
    for (let go = 0; go < GOES && (go === 0 || fired.missing(rules).length > 0); go++) {
      const seed = `judged wheel ${go}`;
      const table = simulatedTable({ rulebook, seed, profile: PROFILES.rough, board: "fast" });
      for (let spins = 0; spins < SPINS;) {
        table.deliver(table.advance());
        const { records, truth } = table.drain();
        spins += truth.length;
        for (const { body } of records) fired.record(body);
      }
    }
    expect(fired.missing(rules)).toEqual([]);
  },
);
