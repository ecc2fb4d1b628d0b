import type { Disc } from "./distance.ts";

/** Where dice are thrown, centred on the origin, floor at z 0. mm */
export interface Place {
  readonly shape: "round" | "rect";
  readonly half: readonly [number, number];
  /** Height of the wall; a die can fly over it. */
  readonly wall: number;
  /** Height of a lid or dome over the floor; infinite: none. */
  readonly lid: number;
  /** Bounce (0 to 1) and friction of cloth and wall. */
  readonly bounce: number;
  readonly friction: number;
  readonly discs: readonly Disc[];
}

export const CLOTH_PLACE: Place = {
  shape: "rect",
  half: [175, 150],
  wall: 40,
  lid: Infinity,
  bounce: 0.25,
  friction: 0.45,
  discs: [],
};

/** A shaker's plate under its dome. */
export const DOME_PLACE: Place = {
  shape: "round",
  half: [62, 62],
  wall: 60,
  lid: 85,
  bounce: 0.35,
  friction: 0.35,
  discs: [],
};

/** Millimetres that (x, y) lies inside the wall of a place; negative outside. */
export function distanceInside(
  { shape, half: [a, b] }: Pick<Place, "shape" | "half">,
  x: number,
  y: number,
): number {
  return shape === "round" ? a - Math.hypot(x, y) : Math.min(a - Math.abs(x), b - Math.abs(y));
}
