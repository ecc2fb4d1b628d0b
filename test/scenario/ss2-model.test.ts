import { describe, expect, it } from "vitest";
import type { SpinTruth } from "../../hw-sim/models/wheels/ss2/model.ts";
import { bodies } from "../support/replayed.ts";
import { runModel, type ModelRun } from "../support/model-table.ts";
import { sampleInAll } from "../support/volume.ts";
import { resultText } from "../../src/table/every-family/results.ts";

/** A modelled wheel with ground truth: what the table said against what really happened. */

const FAULTS = {
  "launch-failed": 15,
  "with-rotor-launch": 30,
  "with-rotor-rim": 30,
  "run-away": 40,
  "ball-out": 40,
  "unseen-line": 10,
  "sensor-stuck": 40,
  "motor-dead": 20,
  abort: 40,
  "power-loss": 60,
  "rotor-stopped": 30,
  "number-contradicted": 30,
} as const;

function spinsOf(run: ModelRun): SpinTruth[] {
  return run.truth.flatMap((event) => (event.e === "spin" ? [event.spin] : []));
}

describe.each(
  sampleInAll(["cl/ruleta-francesa", "es-cb/ruleta-francesa", "es-pv/ruleta-americana"], 1, "modelled wheels"),
)("1,500 modelled spins under %s", (rulebook) => {
  const run = runModel({
    rulebook,
    model: { seed: `model/${rulebook}`, faults: { oneIn: FAULTS } },
    spins: 1_500,
  });
  const spins = spinsOf(run);
  const results = bodies(run.records, "result");
  const clean = spins.filter((spin) => spin.end === "result");

  it("meets every kind of fault", () => {
    const met = new Set(spins.map((spin) => spin.fault));
    for (const fault of Object.keys(FAULTS).filter((name) => name !== "motor-dead"))
      expect(met).toContain(fault);
  });

  it("gives no number that is not in the wheel, and gives them in order", () => {
    const really = clean.map((spin) => spin.pocket);
    let at = 0;
    for (const result of results) {
      const found = really.indexOf(resultText(result.result), at);
      expect(found, `round ${result.round}`).toBeGreaterThanOrEqual(0);
      expect(found - at, `numbers left out before round ${result.round}`).toBeLessThan(25);
      at = found + 1;
    }
  });

  it("certifies every spin in which nothing went wrong", () => {
    const faultless = clean.filter(
      (spin) => spin.fault === null || spin.fault === "unseen-line" || spin.fault === "launch-failed",
    );
    const certified = results.filter((result) => result.certainty.level === "certified");
    expect(certified.length).toBeGreaterThanOrEqual(faultless.length);
  });

  it("leaves every contradicted number to a person", () => {
    const contradicted = spins.filter((spin) => spin.fault === "number-contradicted").length;
    const undecided = bodies(run.records, "undecided").filter((one) =>
      one.because.includes("bare-number-differs"),
    );
    expect(undecided).toHaveLength(contradicted);
  });

  it("does what its catalogue says of a ball that ran with the rotor", () => {
    const inRim = spins.filter((spin) => spin.fault === "with-rotor-rim").length;
    const called = bodies(run.records, "void").filter((one) =>
      one.reasons.some((reason) => reason.rule === "ball-same-direction-as-rotor"),
    );
    const noted = results.filter((one) =>
      one.deviations.some((reason) => reason.rule === "ball-same-direction-as-rotor"),
    );
    if (rulebook.startsWith("cl/")) {
      expect(called.length).toBeGreaterThanOrEqual(inRim);
      expect(noted).toEqual([]);
    } else {
      expect(called).toEqual([]);
      expect(noted).toHaveLength(inRim);
    }
  });

  it("does what its catalogue says of a rotor that was stopped by hand", () => {
    const stopped = spins.filter((spin) => spin.fault === "rotor-stopped").length;
    const voids = bodies(run.records, "void");
    const byRotor = voids.filter((one) => one.reasons.some((reason) => reason.rule.startsWith("rotor-")));
    if (rulebook.startsWith("cl/")) expect(byRotor.length).toBeGreaterThanOrEqual(stopped);
    else expect(byRotor).toEqual([]);
  });

  it("ends each round exactly once", () => {
    const ended = run.records
      .map((record) => record.body)
      .filter((body) => ["result", "void", "undecided", "aborted"].includes(body.kind));
    const rounds = ended.map((body) => ("round" in body ? body.round : null));
    expect(new Set(rounds).size).toBe(rounds.length);
  });
});

describe("what the wheel says of itself", () => {
  it("is asked once a connection, and a wheel in order has no complaint", () => {
    const run = runModel({
      rulebook: "cl/ruleta-francesa",
      model: { seed: "ask", parameters: { m: "2.0" } },
      spins: 5,
      ask: true,
    });
    expect(run.sent.map((bytes) => bytes.trim())).toEqual([
      "*S",
      "*V",
      "*o",
      "*O",
      "*T Z",
      "*T M",
      "*T N",
      "*T G",
    ]);
    expect(bodies(run.records, "fault")).toEqual([]);
    expect(bodies(run.records, "result").every((one) => one.certainty.level === "certified")).toBe(true);
    expect(bodies(run.records, "result").length).toBeGreaterThanOrEqual(4);
  });

  it("a double-zero wheel under a single-zero rulebook certifies nothing", () => {
    const run = runModel({
      rulebook: "cl/ruleta-francesa",
      model: { seed: "38", pockets: 38 },
      spins: 12,
      ask: true,
    });
    expect(bodies(run.records, "fault").map((one) => one.code)).toContain("wheel-pockets");
    expect(bodies(run.records, "result")).toEqual([]);
  });

  it("a double-zero wheel under its own rulebook gives 00 its own name", () => {
    const run = runModel({
      rulebook: "cl/ruleta-americana-doble-cero",
      model: { seed: "00", pockets: 38, parameters: { m: "2.0" } },
      spins: 150,
      ask: true,
    });
    const pockets = bodies(run.records, "result").map((one) => resultText(one.result));
    expect(pockets).toContain("00");
    expect(pockets).toContain("0");
    expect(bodies(run.records, "fault")).toEqual([]);
  });
});
