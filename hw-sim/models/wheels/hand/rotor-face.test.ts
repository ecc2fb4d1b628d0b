import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../../src/time/random-source.ts";
import { RotorFace, type Crossing } from "./rotor-face.ts";
import { makeWheelGeometry } from "./geometry.ts";
import { Rotor } from "./rotor.ts";

function make(): { turning: Rotor; marks: RotorFace } {
  const turning = new Rotor({ drag: 0.004, friction: 0.0003 }, 0.123);
  return {
    turning,
    marks: new RotorFace(makeWheelGeometry(37, randomFrom("face"), null), turning, randomFrom("face")),
  };
}

function drawn(marks: RotorFace, us: number): Crossing[] {
  const all: Crossing[] = [];
  for (let one = marks.nextCrossing(us); one !== null; one = marks.nextCrossing(us)) all.push(one);
  return all;
}

describe("the rotor's face", () => {
  it.each([0.5, -0.5])("gives 4 × 37 marks, an index and a patch a turn (%s turns/s)", (speed) => {
    const { turning, marks } = make();
    turning.release(0, speed);
    const sense = speed > 0 ? 1 : -1;
    const all = drawn(marks, turning.reachesAt(0.123 + 3 * sense, 0, sense) - 1);
    const count = (pin: string): number => all.filter((one) => one.pin === pin).length;
    expect(count("Q")).toBe(3 * 74);
    expect(count("R")).toBe(3 * 74);
    expect(count("I")).toBe(6);
    expect(count("P")).toBe(6);
    const letters = all
      .filter(({ pin }) => "QR".includes(pin))
      .map(({ pin, on }) => (on ? pin : pin.toLowerCase()));
    expect((sense > 0 ? "QRqr" : "RQrq").repeat(112)).toContain(letters.join("").slice(0, 440));
  });

  it("puts the edge of the index at a whole turn: the rise clockwise, the fall counter-clockwise", () => {
    for (const speed of [0.4, -0.4]) {
      const { turning, marks } = make();
      turning.release(0, speed);
      const edge = drawn(marks, 10e6).find(({ pin, on }) => pin === "I" && on === speed > 0);
      expect(Math.abs(turning.angle(edge!.us) - Math.round(turning.angle(edge!.us)))).toBeLessThan(1e-9);
    }
  });

  it("goes back over the same marks when the rotor is turned round", () => {
    const { turning, marks } = make();
    turning.release(0, 0.4);
    const before = drawn(marks, 1e6).length;
    const ends = turning.pullTo(1e6, -0.4, 1e6);
    const there = drawn(marks, 1.5e6);
    const back = drawn(marks, ends);
    expect(before).toBeGreaterThan(50);
    expect(there.length).toBeGreaterThan(10);
    const same = [...there].reverse().map(({ pin, on }) => `${pin}${!on}`);
    expect(back.map(({ pin, on }) => `${pin}${on}`).slice(0, same.length)).toEqual(same);
  });

  it("shows what lies in a pocket until it is taken out", () => {
    const { turning, marks } = make();
    turning.release(0, 0.5);
    drawn(marks, 5e6);
    const thing = marks.layThing(5e6, 12, 0.15);
    const seen = drawn(marks, 9.2e6).filter((one) => one.thing === thing);
    expect(seen.filter(({ on }) => on).length).toBe(2);
    const middle = (seen[0]!.us + seen[1]!.us) / 2;
    const off = (((turning.angle(middle) - marks.readerAngleOf(12)) % 1) + 1.5) % 1;
    expect(Math.abs(off - 0.5)).toBeLessThan(1e-4);
    expect(marks.isUnderReader(middle, thing)).toBe(true);
    marks.takeThing(9.2e6, thing);
    expect(drawn(marks, 20e6).filter((one) => one.thing === thing)).toEqual([]);
  });
});
