import { describe, expect, it } from "vitest";
import { CupModel, type CupModelOptions } from "../../../hw-sim/dice/devices/cup.ts";
import { lineOf } from "../../../hw-sim/dice/devices/line-device.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { DiceRig, firstWords } from "../line/rig.test-help.ts";
import { cupSession } from "./session.ts";

const S = 1_000_000;

function setUp(options: Partial<CupModelOptions> = {}) {
  const model = new CupModel({ device: 9, ...options });
  const rig = new DiceRig(cupSession({ device: null }));
  model.power(true, 0);
  rig.opened().bytes("\n").play(model, S);
  return { model, rig };
}

function powered(): CupModel {
  const model = new CupModel({ device: 9 });
  model.power(true, 0);
  return model;
}

testLineLosses({ session: cupSession({ device: null }), silenceUs: S, sound: firstWords(powered()) });

describe("cup and horn", () => {
  it("tells dice that go in one after the other, and those that leave", () => {
    const { model, rig } = setUp();
    expect(rig.said()).toEqual(["attached", "cup loaded 0"]);
    for (const at of [2, 3, 4]) model.load(at * S, 1);
    model.throw(5 * S);
    rig.play(model, 10 * S);
    expect(rig.said()).toEqual(["cup loaded 1", "cup loaded 2", "cup loaded 3", "cup thrown 3"]);
  });

  it("a die that stays in the cup, and one too few in it", () => {
    const { model, rig } = setUp();
    model.load(2 * S, 3);
    model.throw(3 * S, { stay: 1 });
    rig.play(model, 8 * S);
    expect(rig.said().slice(-2)).toEqual(["cup loaded 3", "cup thrown 2"]);
    model.load(8 * S, 1);
    model.throw(9 * S);
    rig.play(model, 14 * S);
    expect(rig.said()).toEqual(["cup loaded 2", "cup thrown 2"]);
  });

  it("counts that do not add up are none", () => {
    const { model, rig } = setUp();
    model.load(2 * S, 3);
    // Two dice pass the gate as one, and the scale finds none left.
    model.throw(3 * S, { together: 1 });
    rig.play(model, 8 * S);
    expect(rig.said().slice(-2)).toEqual(["+cup-count", "cup thrown null"]);
    model.load(9 * S, 3, 2);
    model.throw(10 * S);
    rig.play(model, 15 * S);
    expect(rig.said()).toEqual(["cup loaded 2", "+cup-count", "cup thrown null"]);
  });

  it("what is not counted is told as not counted", () => {
    const { model, rig } = setUp({ counts: false, gate: false, scale: false });
    model.load(2 * S, 3);
    model.throw(3 * S);
    rig.play(model, 8 * S);
    expect(rig.said()).toEqual(["attached", "cup loaded null", "cup loaded null", "cup thrown null"]);
  });

  it("a stuck switch takes back what was counted, and nothing is counted with it", () => {
    const { model, rig } = setUp();
    model.load(2 * S, 3);
    model.stuck(3 * S, 8);
    model.throw(4 * S);
    rig.play(model, 9 * S);
    expect(rig.said().slice(-4)).toEqual(["cup loaded 3", "+cup-switch", "cup loaded null", "cup thrown null"]);
    model.stuck(10 * S, 0);
    rig.play(model, 11 * S);
    expect(rig.state.faults.standing).toEqual([]);
  });

  it("a horn that stays blocked and a cup that stays tipped are faults", () => {
    const { model, rig } = setUp();
    rig.said();
    model.hold(2 * S, 4, true);
    rig.play(model, 6 * S);
    expect(rig.said()).toEqual(["+horn-blocked", "cup loaded null"]);
    model.hold(7 * S, 4, false);
    model.hold(8 * S, 2, true);
    rig.play(model, 20 * S);
    expect(rig.said()).toEqual(["+cup-switch", "cup loaded null"]);
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
      const { model, rig } = setUp();
      model.load(2 * S, 3);
      rig.play(model, 3 * S).said();
      const { number, at } = rig.state.sequence;
      rig.bytes(make((number ?? 0) + 1, at + 1));
      expect(rig.said()).toEqual(["gap device-garbled"]);
    }
  });

  it("a reset between loading and throwing is a gap, and what stands is told anew", () => {
    const { model, rig } = setUp();
    model.load(2 * S, 3);
    rig.play(model, 3 * S);
    rig.said();
    model.power(false, 3 * S);
    model.power(true, 3 * S);
    rig.play(model, 4 * S);
    expect(rig.said()).toEqual(["gap restart", "+dice-device-restarted", "attached", "cup loaded 3"]);
  });
});
