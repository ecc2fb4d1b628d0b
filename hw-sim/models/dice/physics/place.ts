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

/**
 * Nearest wall to a place: millimetres inside it (negative: beyond) and the direction away from it, into `out`
 * (x, y, z, distance). Beyond the wall's height there is none (infinite).
 */
export function findNearestWall(place: Place, x: number, y: number, z: number, out: Float64Array): void {
  out[2] = 0;
  if (place.shape === "round") {
    const r = Math.sqrt(x * x + y * y);
    out[0] = r < 1e-9 ? -1 : -x / r;
    out[1] = r < 1e-9 ? 0 : -y / r;
    out[3] = place.half[0] - r;
  } else {
    const dx = place.half[0] - Math.abs(x);
    const dy = place.half[1] - Math.abs(y);
    out[0] = dx < dy ? -Math.sign(x) : 0;
    out[1] = dx < dy ? 0 : -Math.sign(y);
    out[3] = Math.min(dx, dy);
  }
  if (z > place.wall) out[3] = out[3] < 0 ? Infinity : Math.hypot(out[3], z - place.wall);
}

/** Millimetres that (x, y) lies inside the wall of a place; negative outside. */
export function distanceInside(
  { shape, half: [a, b] }: Pick<Place, "shape" | "half">,
  x: number,
  y: number,
): number {
  return shape === "round" ? a - Math.hypot(x, y) : Math.min(a - Math.abs(x), b - Math.abs(y));
}
