import { describe, expect, it } from "vitest";
import { Pipeline, type BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import {
  mercuryModel,
  type MercuryFault,
  type MercurySpin,
} from "../../hw-sim/models/wheels/mercury-360/model.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { monoUs } from "../../src/time/instant.ts";
import { bodies } from "../support/replayed.ts";
import { runSeed, sampleOfRun, volume } from "../support/volume.ts";
import { resultText } from "../../src/table/every-family/results.ts";

/**
 * A Mercury 360 that behaves by its maker's guide, on a whole table in simulated time: what the table said against what really
 * happened. The unit only listens to this wheel.
 */

const GAME_MODE = 0x1f;
const FAULTS: Readonly<Partial<Record<MercuryFault, number>>> = {
  "weak-launch": 15,
  "with-rotor": 15,
  "ball-left": 30,
  "rotor-fast": 30,
  "rotor-slow": 30,
  level: 30,
  "dealer-lock": 30,
};
const SPINS = volume(300, 3_000);

interface Played {
  readonly records: readonly BuiltRecord[];
  readonly spins: readonly MercurySpin[];
}

function play(rulebook: string, protocol: "advanced" | "extended", faults: typeof FAULTS): Played {
  const setup = tableSetup(rulebook, "cammegh-mercury-360", [], { protocol, gameMode: GAME_MODE });
  const pipeline = new Pipeline(setup, newTableHead(setup, "test", []));
  const seed = runSeed(`mercury ${protocol}`);
  const model = mercuryModel({ seed, protocol, gameMode: GAME_MODE, faults: { oneIn: faults } });
  const [records, spins]: [BuiltRecord[], MercurySpin[]] = [[], []];
  const feed = (entry: Entry): void => {
    const { records: made, writes } = pipeline.feed(entry);
    records.push(...made);
    expect(writes).toEqual([]);
  };
  model.power(true, 0);
  feed({ k: "auto-open", t: monoUs(0) });
  feed({ k: "open", t: monoUs(0), port: "wheel", name: "model" });
  for (let t = 0; spins.length < SPINS;) {
    const { bytes, truth, wakeAt } = model.step(t, "");
    spins.push(...truth.flatMap((event) => (event.e === "spin" ? [event.spin] : [])));
    const deadline = pipeline.wakeAt();
    if (deadline !== null && deadline <= t) feed({ k: "tick", t: monoUs(t) });
    if (bytes !== "") feed({ k: "in", t: monoUs(t), port: "wheel", bytes });
    t = Math.max(t + 1, Math.min(wakeAt ?? Infinity, pipeline.wakeAt() ?? Infinity));
  }
  return { records, spins };
}

/** Each run takes one of them. */
const PLAYED = [
  ["cl/ruleta-francesa", "extended"],
  ["es-cb/ruleta-francesa", "extended"],
  ["es-cb/ruleta-francesa", "advanced"],
] as const;

describe.each(sampleOfRun(PLAYED, 1, "modelled Mercury 360"))(
  "a modelled Mercury 360 under %s, on its %s port",
  (rulebook, protocol) => {
    it("certifies the numbers of spins with nothing wrong, in order, and no others", () => {
      const { records, spins } = play(rulebook, protocol, {});
      const results = bodies(records, "result").filter(({ certainty }) => certainty.level === "certified");
      const really = spins.filter(({ end }) => end === "result").map(({ pocket }) => pocket);
      const told = results.map(({ result }) => resultText(result));
      expect(told.length).toBeGreaterThan(0.95 * SPINS);
      // The first spin may have begun before the table looked; the last one may still run.
      const from = really.findIndex((_, at) => told.every((pocket, place) => really[at + place] === pocket));
      expect(from).toBeGreaterThanOrEqual(0);
      expect(from).toBeLessThan(3);
    });

    it("gives no number that was not in the wheel when one launch in three has a fault", () => {
      const { records, spins } = play(rulebook, protocol, FAULTS);
      const met = new Set(spins.map(({ fault }) => fault));
      for (const fault of Object.keys(FAULTS)) expect(met).toContain(fault);
      const really = spins.filter(({ end }) => end === "result").map(({ pocket }) => pocket);
      let at = 0;
      for (const { round, result } of bodies(records, "result")) {
        const found = really.indexOf(resultText(result), at);
        expect(found, `round ${round}`).toBeGreaterThanOrEqual(0);
        expect(found - at, `numbers left out before round ${round}`).toBeLessThan(25);
        at = found + 1;
      }
      expect(bodies(records, "result").length).toBeGreaterThan(SPINS / 3);
      // Chilean law annuls most of these launches, Cantabrian law few of them.
      if (rulebook === "cl/ruleta-francesa")
        expect(bodies(records, "void").length + bodies(records, "undecided").length).toBeGreaterThan(
          SPINS / 30,
        );
    });
  },
);

it("on an advanced port, which counts no laps, no spin is certified under Chilean law: it may have been too short", () => {
  const { records } = play("cl/ruleta-francesa", "advanced", {});
  expect(bodies(records, "result")).toEqual([]);
  const undecided = bodies(records, "undecided");
  expect(undecided.length).toBeGreaterThan(0.95 * SPINS);
  for (const { because } of undecided) expect(because).toEqual(["rule-not-judged"]);
});
