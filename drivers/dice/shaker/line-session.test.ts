import { describe, expect, it } from "vitest";
import { lineOf, type Field } from "../../../hw-sim/dice/devices/line-device.ts";
import { ShakerLineModel } from "../../../hw-sim/dice/devices/shaker-line.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { DiceLineHarness, firstBytesOf } from "../line/dice-line-harness.test-help.ts";
import { shakerLineSession } from "./line-session.ts";

const S = 1_000_000;

interface Wanted {
  readonly motion?: boolean;
  readonly byHand?: boolean;
  readonly device?: string;
}

function setUp({ motion = true, byHand = false, device }: Wanted = {}) {
  const model = new ShakerLineModel({ device: 0x51, motion, byHand });
  const harness = new DiceLineHarness(shakerLineSession({ device: device ?? null }));
  model.power(true, 0);
  harness.opened().bytes("ut*1234\n").play(model, S);
  return { model, harness };
}

function powered(): ShakerLineModel {
  const model = new ShakerLineModel({ device: 0x51, motion: true, byHand: false });
  model.power(true, 0);
  return model;
}

testLineLosses({
  session: shakerLineSession({ device: null }),
  silenceUs: S,
  sound: firstBytesOf(powered()),
});

describe("a shaker on the dice line", () => {
  it("attaches, and tells a whole shake with its measured time", () => {
    const { model, harness } = setUp();
    expect(harness.takeObservations()).toEqual(["attached"]);
    model.shake(2 * S, 9_590);
    harness.play(model, 15 * S);
    expect(harness.takeObservations()).toEqual([
      "shake accepted null of 9590",
      "shake shaking null of 9590",
      "shake done 9590 of 9590",
    ]);
  });

  it("short, never begun, ended with errors, uncoupled: each as it was", () => {
    const { model, harness } = setUp();
    harness.takeObservations();
    model.shake(2 * S, 4_000, { f: "short", percent: 30 });
    model.shake(10 * S, 4_000, { f: "none" });
    model.shake(20 * S, 4_000, { f: "error", percent: 50 });
    model.shake(30 * S, 4_000, { f: "uncoupled" });
    harness.play(model, 40 * S);
    expect(harness.takeObservations().filter((word) => /done|failed/.test(word))).toEqual([
      "shake done 1200 of 4000",
      "shake failed 0 of 4000",
      "shake failed 2000 of 4000",
      "shake done 0 of 4000",
    ]);
    expect(model.truth.map(({ shookMs }) => shookMs)).toEqual([1_200, 0, 2_000, 0]);
  });

  it("one that shakes on for ever has failed, once, until it is idle", () => {
    const { model, harness } = setUp();
    harness.takeObservations();
    model.shake(2 * S, 3_000, { f: "stuck" });
    harness.play(model, 30 * S);
    expect(harness.takeObservations()).toEqual([
      ...["shake accepted null of 3000", "shake shaking null of 3000"],
      ...["+shaker-stuck", "shake failed null of 3000"],
    ]);
  });

  it("by hand: no acceptance, and no time that it was asked for", () => {
    const { model, harness } = setUp({ byHand: true });
    harness.takeObservations();
    model.shake(2 * S, 3_500);
    harness.play(model, 8 * S);
    expect(harness.takeObservations()).toEqual(["shake shaking null of null", "shake done 3500 of null"]);
  });

  it("a reset in the middle of a shake is a gap, and nothing is told of that shake", () => {
    const { model, harness } = setUp();
    harness.takeObservations();
    model.shake(2 * S, 5_000);
    harness.play(model, 4 * S);
    model.reset(4 * S);
    harness.play(model, 12 * S);
    const words = harness.takeObservations();
    expect(words).toEqual([
      ...["shake accepted null of 5000", "shake shaking null of 5000"],
      ...["gap restart", "+dice-device-restarted", "attached"],
    ]);
  });

  it("a missing line is a gap, and what stands is told anew", () => {
    const { model, harness } = setUp();
    harness.takeObservations();
    model.shake(2 * S, 5_000);
    harness.play(model, 2_100_000);
    // The line that says that it shakes.
    harness.play(model, 2_320_000, () => "");
    harness.play(model, 9 * S);
    expect(harness.takeObservations()).toEqual([
      ...["shake accepted null of 5000", "gap device-garbled", "attached"],
      ...["shake shaking null of 5000", "shake done 5000 of 5000"],
    ]);
  });

  it("another device, or another kind of device: nothing is told of it", () => {
    expect(setUp({ device: "00000052" }).harness.takeObservations()).toEqual(["+dice-device-setup"]);
    const harness = new DiceLineHarness(shakerLineSession({ device: null }));
    const head: Field[] = [1, 0, 2].map((value): Field => [1, value]);
    const made: Field[] = [
      [4, 7],
      [1, 1],
      [1, 0],
      [1, 0],
      [4, 1],
      [1, 0],
      [2, 100],
    ];
    harness.opened().bytes(`\n${lineOf("I", 0, 0, [...head, ...made])}`);
    expect(harness.takeObservations()).toEqual(["+dice-device-setup"]);
  });

  it("measures that are longer than the shake are no measures", () => {
    const { model, harness } = setUp();
    harness.takeObservations();
    model.shake(2 * S, 5_000);
    harness.play(model, 4 * S);
    // A sound line in its place that claims more than the time that went by.
    const next =
      (Number.parseInt(/"number":(\d+),"at"/.exec(JSON.stringify(harness.state))?.[1] ?? "", 10) + 1) & 0xffff;
    const at = Number.parseInt(/"at":(\d+)/.exec(JSON.stringify(harness.state))?.[1] ?? "", 10);
    harness.takeObservations();
    harness.bytes(
      lineOf("S", next, at + 5, [
        [1, 0],
        [2, 1],
        [4, 5_000],
        [4, 5_000],
        [4, 5_000],
      ]),
    );
    expect(harness.takeObservations()).toEqual(["gap device-garbled"]);
  });

  it("a broken drive is a fault as long as it is broken", () => {
    const { model, harness } = setUp();
    model.break(2 * S, 3);
    harness.play(model, 3 * S);
    expect(harness.observationTexts()).toEqual(["attached", "+shaker-error", "+shaker-sensor"]);
    model.break(4 * S, 0);
    harness.play(model, 5 * S);
    const { faults } = harness.state;
    expect(faults.standing).toEqual([]);
  });
});
