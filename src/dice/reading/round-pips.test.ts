import { describe, expect, it } from "vitest";
import { mipsOf } from "../../vision/sample.ts";
import { drawnPicture, pipsOf, type DrawnDie } from "./drawn-dice.ts";
import { bulgesOf } from "./round-pips.ts";

const SPOT = { at: { x: 80, y: 80 }, radius: 22 };
const die = (more: Partial<DrawnDie>): DrawnDie => ({
  at: SPOT.at,
  side: 140,
  turn: 0.4,
  body: 210,
  pip: 40,
  pips: [],
  ...more,
});

describe("the outline of a pip", () => {
  it.each([
    [210, 40],
    [60, 220],
  ])("is round: body %i, pip %i", (body, pip) => {
    const pips = pipsOf("1").map((one) => ({ ...one, radius: SPOT.radius / 140 }));
    expect(bulgesOf(mipsOf(drawnPicture(160, 160, 90, [die({ body, pip, pips })])), SPOT)).toBeLessThan(0.03);
  });

  it("has bulges where a die lies there, also one that touches another", () => {
    const one = die({ side: 40, body: 50 });
    const square = drawnPicture(160, 160, 210, [one]);
    expect(bulgesOf(mipsOf(square), SPOT)).toBeGreaterThan(0.06);
    const touching = drawnPicture(160, 160, 210, [one, die({ side: 40, body: 50, at: { x: 118, y: 96 } })]);
    expect(bulgesOf(mipsOf(touching), SPOT)).toBeGreaterThan(0.13);
  });
});
