import { greyImage, type GreyImage, type Point } from "../../vision/grey-image.ts";
import { pipDiscs, WESTERN_PIPS, type PipStyle } from "../art/pips.ts";

type Value = Parameters<typeof pipDiscs>[0];

/** A pip of a drawn die in its own square; `ink` 1 is the die's pip level, 0 the body's. */
export interface DrawnPip {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly ink: number;
}

/** A die seen from straight above: a square with round corners and pips, without sides or shadow. */
export interface DrawnDie {
  readonly at: Point;
  readonly side: number;
  /** Radians. */
  readonly turn: number;
  readonly body: number;
  readonly pip: number;
  readonly pips: readonly DrawnPip[];
}

/** Pips of a value, all of full ink. */
export function pipsOf(value: Value, style: PipStyle = WESTERN_PIPS): DrawnPip[] {
  return pipDiscs(value, style).map((disc) => ({ ...disc, ink: 1 }));
}

/** How soft edges are, pixels: about what a lens does. */
const SOFT = 1.4;

/** A picture of a plain table with these dice; `grain` levels of a fixed pattern lie over all. */
export function drawnPicture(
  width: number,
  height: number,
  table: number,
  dice: readonly DrawnDie[],
  grain = 2,
): GreyImage {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let level = table + grain * Math.sin(x * 1.7 + y * 0.9) * Math.cos(y * 1.3 - x * 0.4);
      for (const die of dice) level = over(level, die, x + 0.5, y + 0.5);
      data[y * width + x] = Math.max(0, Math.min(255, Math.round(level)));
    }
  return greyImage(width, height, data);
}

function over(
  level: number,
  { at, side, turn: angle, body, pip, pips }: DrawnDie,
  x: number,
  y: number,
): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const u = (cos * (x - at.x) + sin * (y - at.y)) / side + 0.5;
  const v = (-sin * (x - at.x) + cos * (y - at.y)) / side + 0.5;
  const corner = 0.12;
  const dx = Math.max(0, Math.abs(u - 0.5) - (0.5 - corner));
  const dy = Math.max(0, Math.abs(v - 0.5) - (0.5 - corner));
  let mixed = level + (body - level) * covered((corner - Math.hypot(dx, dy)) * side);
  for (const one of pips)
    mixed += (pip - body) * one.ink * covered((one.radius - Math.hypot(u - one.x, v - one.y)) * side);
  return mixed;
}

/** Share of a soft edge at this many pixels inside of it. */
function covered(inside: number): number {
  return Math.max(0, Math.min(1, inside / SOFT + 0.5));
}
