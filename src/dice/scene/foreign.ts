import type { GreyImage, Point } from "../../vision/grey-image.ts";
import { mean3Of } from "./half.ts";
import { halfOf } from "./half.ts";
import type { Arena } from "./arena.ts";
import { componentsOf } from "./components.ts";
import { cornersOf, type Outline } from "./outline.ts";
import { isInside } from "../calibration/geometry.ts";

/** Something that lies in the watched part and is no die. */
export interface Thing {
  readonly at: Point;
  /** Die areas. */
  readonly area: number;
  /** Whether it reaches a die at this place of the cloth. */
  isAt(place: Point): boolean;
}

/** Levels of difference to the empty arena: more than a soft shadow makes. */
const THING_MIN = 24;
/** Die areas: smaller spots are the rests of shadows and edges. */
const THING_AREA = 0.3;
/** Millimetres, in dice, around a die's face in which its own sides and shadow lie. */
const AROUND = 0.45;

interface Die {
  readonly place: Point;
  readonly outline: Outline | null;
}

/** What differs from the empty arena and lies under no die, its sides or its shadow. */
export function foreignAmong(arena: Arena, image: GreyImage, dice: readonly Die[]): Thing[] {
  const { width, height, watched, background, geometry, dieArea, calibration } = arena;
  const { dieMm } = calibration;
  const means = mean3Of(halfOf(image));
  const mask = new Uint8Array(watched.length);
  const footprints = dice.map(({ place, outline }) => footprintOf(place, outline, dieMm));
  // A glossy or pale cloth under another light differs everywhere a little: the background is as it was calibrated.
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (watched[at] !== 1) continue;
      if (Math.abs((means.data[at] as number) - (background[at] as number)) < THING_MIN) continue;
      const place = geometry.toPlace({ x: 2 * x + 1, y: 2 * y + 1 }, 0);
      if (!footprints.some((one) => isUnder(one, place, calibration.foot, calibration.heightMm, dieMm)))
        mask[at] = 1;
    }
  const found = componentsOf(mask, width, height, { least: Math.ceil(THING_AREA * dieArea), most: 32 }) ?? [];
  return found.map((one) => {
    const at = geometry.toPlace({ x: 2 * one.x, y: 2 * one.y }, 0);
    const reach = one.axes[0] * 2 * (dieMm / arena.diePx);
    return {
      at,
      area: one.area / dieArea,
      isAt: (place) => Math.hypot(place.x - at.x, place.y - at.y) < reach + dieMm,
    };
  });
}

function footprintOf(place: Point, outline: Outline | null, dieMm: number): readonly Point[] {
  const half = dieMm * (0.5 + AROUND);
  return outline === null ? cornersOf(place, 0, half * 1.3) : cornersOf(place, outline.turn, half);
}

/** Whether a point of the cloth as seen is hidden by, or next to, the die: anywhere on the ray between foot and top. */
function isUnder(
  footprint: readonly Point[],
  seen: Point,
  foot: Point,
  heightMm: number,
  dieMm: number,
): boolean {
  const share = dieMm / heightMm;
  const top = { x: seen.x + (foot.x - seen.x) * share, y: seen.y + (foot.y - seen.y) * share };
  return isInside(footprint, seen) || isInside(footprint, top);
}
