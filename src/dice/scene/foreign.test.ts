import { describe, expect, it } from "vitest";
import { EMPTY, simArena } from "../../../test/support/dice-arena.ts";
import { greyImage, type GreyImage } from "../../vision/grey-image.ts";
import { foreignAmong } from "./foreign.ts";
import { averageOf } from "../../vision/means.ts";

/** The empty printed arena, with light or things put over it pixel by pixel. */

const sim = simArena("scene 3", { light: "installed", framed: true, side: 16 });
const { width, height } = sim.calibration;
const empty = averageOf(sim.frames(EMPTY, 6));
const { diePx, geometry } = sim.arena;
const middle = geometry.toPixel({ x: 0, y: 0 }, 0);

/** `level` of a pixel from the empty one's and its distance from the arena's middle, in dice. */
function over(level: (empty: number, far: number) => number): GreyImage {
  const data = Uint8Array.from(empty.data, (now, at) => {
    const far = Math.hypot((at % width) - middle.x, Math.floor(at / width) - middle.y) / diePx;
    return Math.max(0, Math.min(255, Math.round(level(now, far))));
  });
  return greyImage(width, height, data);
}
const found = (image: GreyImage): number => foreignAmong(sim.arena, image, []).length;
/** 1 in the middle, 0 from `edge` dice on, softly over so many dice. */
const disc = (far: number, edge: number, soft: number): number => Math.max(0, Math.min(1, (edge - far) / soft));

describe("what is no die", () => {
  it("is nothing on the empty arena, nor in soft shadow, nor in another light", () => {
    expect(found(empty)).toBe(0);
    expect(found(over((now, far) => now * (1 - 0.2 * disc(far, 1.8, 1.4))))).toBe(0);
    expect(found(over((now) => 0.94 * now))).toBe(0);
  });

  it("is a chip much darker or brighter than the cloth", () => {
    expect(found(over((now, far) => (far < 1.1 ? 30 : now)))).toBe(1);
    expect(found(over((now, far) => (far < 1.1 ? 230 : now)))).toBe(1);
  });

  it("is a chip as grey as the cloth: the print below it is gone, and it has edges and print of its own", () => {
    const near = [...empty.data].filter((_, at) => {
      return Math.hypot((at % width) - middle.x, Math.floor(at / width) - middle.y) < 1.1 * diePx;
    });
    const cloth = near.sort((one, other) => one - other)[near.length >> 1] ?? 0;
    const chip = (far: number): number => cloth + (far > 0.95 || (far > 0.55 && far < 0.65) ? 18 : -6);
    expect(found(over((now, far) => (far < 1.1 ? chip(far) : now)))).toBe(1);
  });

  it("is seen in its pieces around the die that lies on it", () => {
    const at = { x: 0, y: 0 };
    const image = over((now, far) => (far < 1.2 ? (far > 1.05 ? 20 : now + 10) : now));
    const outline = { angle: 0, corners: [], wider: [0, 0], skew: 0, support: 1, isGuessed: false } as const;
    const things = foreignAmong(sim.arena, image, [{ place: at, outline }]);
    expect(things).toHaveLength(1);
    expect(things[0]?.isAt(at)).toBe(true);
  });
});
