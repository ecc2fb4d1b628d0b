import { describe, expect, it } from "vitest";
import { CupModel, type CupModelOptions } from "../../../hw-sim/models/dice/devices/cup.ts";
import { lineOf } from "../../../hw-sim/models/dice/devices/line-device.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { DiceLineHarness, firstBytesOf } from "../line/dice-line-harness.test-help.ts";
import { cupSession } from "./session.ts";

const S = 1_000_000;

function setUp(options: Partial<CupModelOptions> = {}) {
  const model = new CupModel({ device: 9, ...options });
  const harness = new DiceLineHarness(cupSession({ device: null }));
  model.power(true, 0);
  harness.opened().bytes("\n").play(model, S);
  return { model, harness };
}

function powered(): CupModel {
  const model = new CupModel({ device: 9 });
  model.power(true, 0);
  return model;
}

testLineLosses({ session: cupSession({ device: null }), silenceUs: S, sound: firstBytesOf(powered()) });

describe("cup and horn", () => {
  it("tells dice that go in one after the other, and those that leave", () => {
    const { model, harness } = setUp();
    expect(harness.takeObservations()).toEqual(["attached", "cup loaded 0"]);
    for (const at of [2, 3, 4]) model.load(at * S, 1);
    model.throw(5 * S);
    harness.play(model, 10 * S);
    expect(harness.takeObservations()).toEqual([
      "cup loaded 1",
      "cup loaded 2",
      "cup loaded 3",
      "cup thrown 3",
    ]);
  });

  it("a die that stays in the cup, and one too few in it", () => {
    const { model, harness } = setUp();
    model.load(2 * S, 3);
    model.throw(3 * S, { stay: 1 });
    harness.play(model, 8 * S);
    expect(harness.takeObservations().slice(-2)).toEqual(["cup loaded 3", "cup thrown 2"]);
    model.load(8 * S, 1);
    model.throw(9 * S);
    harness.play(model, 14 * S);
    expect(harness.takeObservations()).toEqual(["cup loaded 2", "cup thrown 2"]);
  });

  it("counts that do not add up are none", () => {
    const { model, harness } = setUp();
    model.load(2 * S, 3);
    // Two dice pass the gate as one, and the scale finds none left.
    model.throw(3 * S, { together: 1 });
    harness.play(model, 8 * S);
    expect(harness.takeObservations().slice(-2)).toEqual(["+cup-count", "cup thrown null"]);
    model.load(9 * S, 3, 2);
    model.throw(10 * S);
    harness.play(model, 15 * S);
    expect(harness.takeObservations()).toEqual(["cup loaded 2", "+cup-count", "cup thrown null"]);
  });

  it("what is not counted is told as not counted", () => {
    const { model, harness } = setUp({ counts: false, gate: false, scale: false });
    model.load(2 * S, 3);
    model.throw(3 * S);
    harness.play(model, 8 * S);
    expect(harness.takeObservations()).toEqual([
      "attached",
      "cup loaded null",
      "cup loaded null",
      "cup thrown null",
    ]);
  });

  it("a stuck switch takes back what was counted, and nothing is counted with it", () => {
    const { model, harness } = setUp();
    model.load(2 * S, 3);
    model.setStuck(3 * S, 8);
    model.throw(4 * S);
    harness.play(model, 9 * S);
    expect(harness.takeObservations().slice(-4)).toEqual([
      "cup loaded 3",
      "+cup-switch",
      "cup loaded null",
      "cup thrown null",
    ]);
    model.setStuck(10 * S, 0);
    harness.play(model, 11 * S);
    expect(harness.state.faults.standing).toEqual([]);
  });

  it("a horn that stays blocked and a cup that stays tipped are faults", () => {
    const { model, harness } = setUp();
    harness.takeObservations();
    model.holdLevel(2 * S, 4, true);
    harness.play(model, 6 * S);
    expect(harness.takeObservations()).toEqual(["+horn-blocked", "cup loaded null"]);
    model.holdLevel(7 * S, 4, false);
    model.holdLevel(8 * S, 2, true);
    harness.play(model, 20 * S);
    expect(harness.takeObservations()).toEqual(["+cup-switch", "cup loaded null"]);
  });

  it("a throw of a cup that was not tipped, and a heartbeat that contradicts, are gaps", () => {
    for (const make of [
      (n: number, at: number) =>
        lineOf("T", n, at, [
          [1, 3],
          [1, 0],
        ]),
      (n: number, at: number) =>
        lineOf("B", n, at, [
          [1, 1],
          [1, 2],
          [2, 0],
          [1, 0],
        ]),
      (n: number, at: number) =>
        lineOf("B", n, at, [
          [1, 1],
          [1, 3],
          [2, 1],
          [1, 0],
        ]),
    ]) {
      const { model, harness } = setUp();
      model.load(2 * S, 3);
      harness.play(model, 3 * S).takeObservations();
      const { number, at } = harness.state.sequence;
      harness.bytes(make((number ?? 0) + 1, at + 1));
      expect(harness.takeObservations()).toEqual(["gap device-garbled"]);
    }
  });

  it("a reset between loading and throwing is a gap, and what stands is told anew", () => {
    const { model, harness } = setUp();
    model.load(2 * S, 3);
    harness.play(model, 3 * S);
    harness.takeObservations();
    model.power(false, 3 * S);
    model.power(true, 3 * S);
    harness.play(model, 4 * S);
    expect(harness.takeObservations()).toEqual([
      "gap restart",
      "+dice-device-restarted",
      "attached",
      "cup loaded 3",
    ]);
  });
});
