import { expect, it } from "vitest";
import { simArena } from "../../../test/support/dice-arena.ts";
import { greyImage, type GreyImage } from "../../vision/grey-image.ts";
import { flatFitAt } from "./flat-fit.ts";
import { outlineAt } from "./outline.ts";

const {
  arena: { geometry, calibration },
} = simArena("scene 3", { light: "installed", framed: true, side: 16, kept: true });
const { width, height, dieMm } = calibration;
const PLACE = { x: 6, y: -4 };

/** A white square on black as large as a die's top face, its edges two pixels soft. */
function bright(angle: number): GreyImage {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const soft = 1 / geometry.scaleAt(PLACE, dieMm);
  const data = Uint8Array.from({ length: width * height }, (_, pixel) => {
    const { x, y } = geometry.toPlace({ x: (pixel % width) + 0.5, y: Math.floor(pixel / width) + 0.5 }, dieMm);
    const [dx, dy] = [x - PLACE.x, y - PLACE.y];
    const inside = dieMm / 2 - Math.max(Math.abs(cos * dx + sin * dy), Math.abs(cos * dy - sin * dx));
    return Math.round(25 + 215 * Math.max(0, Math.min(1, 0.5 + inside / (2 * soft))));
  });
  return greyImage(width, height, data);
}

it("of which every edge is far clearer than an edge must be is found in its own turn, not in one near it", () => {
  for (const angle of [0.1, 0.4, 0.7, 0.85, 1.1, 1.45]) {
    const image = bright(angle);
    const outline = outlineAt(image, geometry.toPixel(PLACE, dieMm), geometry, dieMm);
    expect(outline?.angle).toBeCloseTo(angle, 1);
    expect(Math.max(...(outline?.wider ?? [1]).map(Math.abs))).toBeLessThan(0.02);
    const fit = flatFitAt(
      image,
      { place: { x: PLACE.x + 0.3, y: PLACE.y }, angle: angle + 0.09 },
      geometry,
      dieMm,
    );
    expect(fit.angle).toBeCloseTo(angle, 1);
    expect(Math.hypot(fit.place.x - PLACE.x, fit.place.y - PLACE.y)).toBeLessThan(0.2);
  }
});
