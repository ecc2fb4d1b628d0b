import { describe, expect, it } from "vitest";
import { CageModel } from "../../../hw-sim/models/dice/devices/cage.ts";
import { lineOf } from "../../../hw-sim/models/dice/devices/line-device.ts";
import { testLineLosses } from "../../link/line-losses.test-help.ts";
import { DiceLineHarness, firstBytesOf } from "../line/dice-line-harness.test-help.ts";
import { cageSession, followCounts, milliTurnsOf, startTurning } from "./session.ts";

const S = 1_000_000;

function setUp(countsPerTurn = 400) {
  const model = new CageModel({ device: 7, countsPerTurn });
  const harness = new DiceLineHarness(cageSession({ device: "00000007" }));
  model.power(true, 0);
  harness.opened().bytes("\n").play(model, S);
  return { model, harness };
}

const last = (words: readonly string[]): string =>
  words.findLast((word) => word.startsWith("cage stopped")) ?? "";

function powered(): CageModel {
  const model = new CageModel({ device: 7, countsPerTurn: 400 });
  model.power(true, 0);
  return model;
}

testLineLosses({
  session: cageSession({ device: null }),
  silenceUs: S,
  sound: firstBytesOf(powered()),
});

describe("the encoder of a cage", () => {
  it("tells that it stands, how it turns and how far it went", () => {
    const { model, harness } = setUp();
    expect(harness.takeObservations()).toEqual(["attached", "cage stopped 0"]);
    model.turn(2 * S, [2_100]);
    harness.play(model, 6 * S);
    const words = harness.takeObservations();
    expect(words[0]).toMatch(/^cage turning \d\d$/);
    expect(words.slice(1, -1).length).toBe(8);
    expect(words.at(-1)).toBe("cage stopped 2100");
    expect(model.truth.at(-1)?.milliTurns).toBe(2_100);
  });

  it.each([4, 37, 1_024, 16_384])("with %i counts a turn: never more than truly was", (counts) => {
    const { model, harness } = setUp(counts);
    for (const [at, way] of [2_000, -1_900, 500, -3_000].entries()) model.turn((2 + 5 * at) * S, [way]);
    harness.play(model, 24 * S);
    const stops = harness
      .takeObservations()
      .filter((word) => word.startsWith("cage stopped"))
      .slice(1);
    expect(stops.length).toBe(4);
    stops.forEach((word, at) => {
      const milli = Number(word.split(" ")[2]);
      const truly = model.truth[at]?.milliTurns ?? 0;
      expect(milli).toBeLessThanOrEqual(truly + 500 / counts);
      expect(milli).toBeGreaterThan(truly - 1_600 / counts - 2);
    });
  });

  it("rocking is no turning: the longest way in one direction counts", () => {
    const { model, harness } = setUp();
    model.turn(2 * S, [400, -400, 400, -400, 400, -400, 700]);
    harness.play(model, 8 * S);
    expect(last(harness.takeObservations())).toBe("cage stopped 700");
    model.turn(9 * S, [1_300, -1_300]);
    harness.play(model, 14 * S);
    expect(last(harness.takeObservations())).toBe("cage stopped 1300");
  });

  it("a reset while it turns is a gap; what is told afterwards is no more than was seen", () => {
    const { model, harness } = setUp();
    model.turn(2 * S, [3_000]);
    harness.play(model, 3 * S);
    harness.takeObservations();
    model.power(false, 3 * S);
    model.power(true, 3 * S);
    model.turn(3 * S, [1_000]);
    harness.play(model, 8 * S);
    const words = harness.takeObservations();
    expect(words.slice(0, 4)).toEqual(["gap restart", "+dice-device-restarted", "attached", "cage stopped 0"]);
    expect(last(words)).toBe("cage stopped 1000");
  });

  it("an encoder that miscounts is not believed until it has been sound for a while", () => {
    const { model, harness } = setUp();
    harness.takeObservations();
    model.turn(2 * S, [2_500]);
    harness.play(model, 3 * S);
    model.disturb(3);
    harness.play(model, 10 * S);
    expect(harness.takeObservations().slice(-2)).toEqual(["+cage-encoder", "gap device-garbled"]);
    harness.play(model, 16 * S);
    expect(harness.takeObservations()).toEqual(["attached", "cage stopped 0"]);
  });

  it("lost lines are a gap", () => {
    const { model, harness } = setUp();
    harness.takeObservations();
    model.turn(2 * S, [1_500]);
    let drop = true;
    harness.play(model, 6 * S, (bytes) => {
      if (!bytes.startsWith("P") || !drop) return bytes;
      drop = false;
      return "";
    });
    expect(harness.takeObservations().slice(0, 3)).toEqual([
      expect.stringMatching(/^cage turning/) as string,
      "gap device-garbled",
      "attached",
    ]);
  });

  it("sound lines of a cage that cannot move like that are a gap", () => {
    for (const make of [
      // Half a turn in 5 ms while it turns; a position of a cage that stands; one that stands elsewhere than it stopped.
      (n: number, at: number) =>
        lineOf("S", n, at, [
          [1, 1],
          [4, 20],
        ]) + lineOf("P", n + 1, at + 5, [[4, 220]]),
      (n: number, at: number) => lineOf("P", n, at, [[4, 10]]),
      (n: number, at: number) =>
        lineOf("B", n, at, [
          [4, 60],
          [1, 0],
          [2, 0],
        ]),
    ]) {
      const { harness } = setUp();
      harness.takeObservations();
      const { number, at } = harness.state.sequence;
      harness.bytes(make((number ?? 0) + 1, at + 100));
      expect(harness.takeObservations().at(-1)).toBe("gap device-garbled");
    }
  });

  it("a cage with fewer counts a turn than 4 cannot serve", () => {
    const { harness } = setUp(3);
    expect(harness.takeObservations()).toEqual(["+dice-device-setup"]);
  });
});

describe("the longest way in one direction", () => {
  it("goes on over the end of the counter, and small steps back are none", () => {
    let turning = startTurning(0xffff_ff00);
    for (const counts of [0xffff_fff0, 0x10, 0x0c, 0x60, 0x100]) turning = followCounts(turning, counts, 100);
    expect(milliTurnsOf(turning, 100)).toBe(5_120);
    turning = followCounts(turning, 0xf0, 100);
    turning = followCounts(turning, 0xffff_0000, 100);
    expect(milliTurnsOf(turning, 100)).toBe(657_920);
  });
});
