import { strictBase64 } from "../../record/bytes.ts";
import { distanceToOutline, isInside, middleOf } from "../../vision/plane-geometry.ts";
import { geometryOf, type Geometry } from "../calibration/geometry.ts";
import type { Feature } from "../calibration/features.ts";
import type { Calibration } from "../calibration/schema.ts";

/** A calibration made ready for the frame loop: masks at half size, sizes in pixels. */
export interface Arena {
  readonly calibration: Calibration;
  readonly geometry: Geometry;
  /** Half the frame's size. */
  readonly width: number;
  readonly height: number;
  /** 1 inside the arena's outline. */
  readonly inside: Uint8Array;
  /** 1 where something that lies counts: the arena, its zones, and one and a half dice around them. */
  readonly watched: Uint8Array;
  /** Pixels of `watched` at its own edge. */
  readonly edge: Uint8Array;
  /** The empty arena, levels. */
  readonly background: Uint8Array;
  /** Area of a die's face at half size, pixels. */
  readonly dieArea: number;
  /** Side of a die's face in the middle of the arena, pixels of the frame. */
  readonly diePx: number;
  readonly features: readonly Feature[];
}

/** Dice around the arena that are watched. */
const MARGIN = 1.5;

/** Throws a RangeError when the arena lies outside the picture. */
export function arenaOf(calibration: Calibration): Arena {
  const { arena, zones, dieMm, background } = calibration;
  const { width, height } = background;
  const geometry = geometryOf(calibration);
  const inside = new Uint8Array(width * height);
  const watched = new Uint8Array(width * height);
  const outlines = [arena, ...[zones.rim, zones.basket].filter((zone) => zone !== undefined)];
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const place = geometry.toPlace({ x: 2 * x + 1, y: 2 * y + 1 }, 0);
      if (isInside(arena, place)) inside[at] = 1;
      const counts = outlines.some(
        (one) => isInside(one, place) || distanceToOutline(one, place) < MARGIN * dieMm,
      );
      if (counts) watched[at] = 1;
    }
  const seen = inside.reduce((sum, one) => sum + one, 0);
  const diePx = dieMm * geometry.scaleAt(middleOf(arena), dieMm);
  const dieArea = (diePx / 2) ** 2;
  if (seen < 4 * dieArea) throw new RangeError("the calibrated arena does not lie in the picture");
  return {
    calibration,
    geometry,
    width,
    height,
    inside,
    watched,
    dieArea,
    diePx,
    edge: edgeOf(watched, width, height),
    background: decoded(background.mean),
    features: calibration.features.map(({ at, side, pattern }) => ({ at, side, pattern: decoded(pattern) })),
  };
}

function decoded(text: string): Uint8Array {
  const bytes = strictBase64(text);
  if (bytes === null) throw new RangeError("a calibration with broken base64");
  return new Uint8Array(bytes);
}

function edgeOf(mask: Uint8Array, width: number, height: number): Uint8Array {
  const edge = new Uint8Array(mask.length);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (mask[at] !== 1) continue;
      const isBorder = x < 2 || y < 2 || x >= width - 2 || y >= height - 2;
      if (isBorder || [-2, 2, -2 * width, 2 * width].some((step) => mask[at + step] !== 1)) edge[at] = 1;
    }
  return edge;
}
