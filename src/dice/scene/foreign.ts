import type { GreyImage, Point } from "../../vision/grey-image.ts";
import { halfOf, mean3Of } from "../../vision/means.ts";
import type { Arena } from "./arena.ts";
import { componentsOf, joinPieces } from "./components.ts";
import type { Outline } from "./outline.ts";
import { distance, isInside, squareCorners } from "../../vision/plane-geometry.ts";

/** Something that lies in the watched part and is no die. */
export interface Thing {
  readonly at: Point;
  /** Die areas. */
  readonly area: number;
  /** Whether it reaches a die at this place of the cloth. */
  isAt(place: Point): boolean;
}

/** Levels brighter than the empty arena, or the part of its light that is left: no soft shadow makes either. */
const BRIGHTER = 24;
const DARKER = 0.5;
/**
 * Levels that a pixel may differ from the empty arena under the light that its neighbourhood has: a shadow dims cloth and print
 * alike, a thing has edges and a face of its own. And so many times the noise.
 */
const OWN_MIN = 8;
const OWN_NOISE = 6;
/** Pixels at half size, to each side, over which the light is taken as even. */
const EVEN = 5;
/** Die areas: less in one place is the rest of shadows and edges. Single spots of a hundredth are noise. */
const THING_AREA = 0.15;
const PIECE = 0.012;
/** Pieces that lie nearer, in dice, belong to one thing: a chip's rim, its print, what a die leaves of it. */
const ONE_THING = 0.5;
/** Millimetres, in dice, around a die's face in which its own sides and shadow lie. */
const AROUND = 0.45;

interface Die {
  readonly place: Point;
  readonly outline: Outline | null;
}

/** What differs from the empty arena and lies under no die, its sides or its shadow. */
export function foreignAmong(arena: Arena, image: GreyImage, dice: readonly Die[]): Thing[] {
  const { width, height, geometry, dieArea, calibration, diePx } = arena;
  const mask = foreignMask(arena, mean3Of(halfOf(image)), dice);
  const pieces =
    componentsOf(mask, width, height, { least: Math.ceil(PIECE * dieArea), most: PIECES_MAX }) ?? [];
  return joinPieces(pieces, (ONE_THING * diePx) / 2)
    .filter(({ area }) => area >= THING_AREA * dieArea)
    .map(({ left, top, right, bottom, area }) => {
      const at = geometry.toPlace({ x: left + right, y: top + bottom }, 0);
      const reach = Math.hypot(right - left, bottom - top) * (calibration.dieMm / diePx);
      return {
        at,
        area: area / dieArea,
        isAt: (place) => distance(place, at) < reach + calibration.dieMm,
      };
    });
}

/** Pieces that are looked at. */
const PIECES_MAX = 64;

/**
 * 1 where a pixel of the watched part is not the empty arena, dimmed or not. A glossy or pale cloth under another light differs
 * everywhere a little: the background is as it was calibrated.
 */
function foreignMask(arena: Arena, means: GreyImage, dice: readonly Die[]): Uint8Array {
  const { width, watched, background, calibration } = arena;
  const free = freeCloth(arena, dice);
  const light = lightOver(arena, means, free);
  const least = Math.max(OWN_MIN, OWN_NOISE * calibration.background.noise);
  const mask = new Uint8Array(watched.length);
  for (let at = 0; at < mask.length; at++) {
    if (free[at] !== 1) continue;
    const [now, empty] = [means.data[at] as number, background[at] as number];
    const own = Math.abs(now - empty * (light[at] as number));
    if (now - empty >= BRIGHTER || now < DARKER * empty - OWN_MIN || own >= least) mask[at] = 1;
  }
  // The picture's own border has no neighbourhood to tell by.
  mask.fill(0, 0, width);
  return mask;
}

/** 1 where the cloth is watched and no die, nor its side or contact shadow, is seen. */
function freeCloth({ width, height, watched, geometry, calibration }: Arena, dice: readonly Die[]): Uint8Array {
  const { dieMm, foot, heightMm } = calibration;
  const footprints = dice.map(({ place, outline }) => footprintOf(place, outline, dieMm));
  const free = new Uint8Array(watched.length);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (watched[at] !== 1) continue;
      const place = geometry.toPlace({ x: 2 * x + 1, y: 2 * y + 1 }, 0);
      if (!footprints.some((one) => isUnder(one, place, foot, heightMm, dieMm))) free[at] = 1;
    }
  return free;
}

/** Level now over the empty arena's, of the free pixels around each, as a share: the light that falls there. */
function lightOver({ width, height, background }: Arena, means: GreyImage, free: Uint8Array): Float32Array {
  const now = boxSums(width, height, (at) => (free[at] === 1 ? (means.data[at] as number) : 0));
  const empty = boxSums(width, height, (at) => (free[at] === 1 ? (background[at] as number) : 0));
  return now.map((sum, at) => sum / Math.max(1, empty[at] as number));
}

/** Sums over squares of 2 EVEN + 1 pixels, by running sums. */
function boxSums(width: number, height: number, valueAt: (at: number) => number): Float32Array {
  const whole = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += valueAt(y * width + x);
      whole[(y + 1) * (width + 1) + x + 1] = (whole[y * (width + 1) + x + 1] as number) + row;
    }
  }
  const sumTo = (x: number, y: number): number => whole[y * (width + 1) + x] as number;
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - EVEN), Math.min(height, y + EVEN + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - EVEN), Math.min(width, x + EVEN + 1)];
      out[y * width + x] = sumTo(right, bottom) - sumTo(left, bottom) - sumTo(right, top) + sumTo(left, top);
    }
  }
  return out;
}

function footprintOf(place: Point, outline: Outline | null, dieMm: number): readonly Point[] {
  const half = dieMm * (0.5 + AROUND);
  return outline === null ? squareCorners(place, 0, half * 1.3) : squareCorners(place, outline.angle, half);
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
