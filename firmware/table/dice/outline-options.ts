import type { Place } from "../../../src/dice/calibration/schema.ts";
import { EXIT, Problem } from "../../problem.ts";

/** Outlines as a technician types them, in mm from the plate's origin dot, which is the arena's middle. */

/** Corners that stand for a circle. */
const ROUND = 48;
const CORNERS_MAX = 64;
/** Half of the largest arena, mm. */
const REACH = 5_000;

const FORMS = "circle:DIAMETER, rect:WIDTHxDEPTH or polygon:X,Y;X,Y;X,Y (mm from the plate's origin dot)";

/** The corners of `circle:300`, `rect:400x250` or `polygon:0,0;100,0;0,100`. Throws Problem that names the option. */
export function outlineOption(option: string, text: string): Place[] {
  const [, form, rest = ""] = /^(circle|rect|polygon):(.+)$/.exec(text) ?? [];
  const refuse = (): never => {
    throw new Problem(EXIT.usage, `--${option} ${text}: say ${FORMS}`);
  };
  if (form === "circle") {
    const radius = number(rest) / 2;
    if (!(radius > 0 && radius <= REACH)) return refuse();
    return Array.from({ length: ROUND }, (_, at) => {
      const angle = (2 * Math.PI * at) / ROUND;
      // Half inside, half outside: the polygon has the circle's area.
      const around = radius * Math.sqrt((2 * Math.PI) / ROUND / Math.sin((2 * Math.PI) / ROUND));
      return { x: around * Math.cos(angle), y: around * Math.sin(angle) };
    });
  }
  if (form === "rect") {
    const [width = Number.NaN, depth = Number.NaN, more] = rest.split("x").map(number);
    if (!(width > 0 && depth > 0 && width <= 2 * REACH && depth <= 2 * REACH) || more !== undefined)
      return refuse();
    const [x, y] = [width / 2, depth / 2];
    return [
      { x: -x, y: -y },
      { x, y: -y },
      { x, y },
      { x: -x, y },
    ];
  }
  const corners = rest.split(";").map(placeIn);
  if (form !== "polygon" || corners.length < 3 || corners.length > CORNERS_MAX) return refuse();
  return corners.map((corner) => corner ?? refuse());
}

/** `X,Y;X,Y`: the line from the one place to the other; the far half lies to its left. */
export function lineOption(option: string, text: string): { readonly from: Place; readonly to: Place } {
  const [from, to, more] = text.split(";").map(placeIn);
  if (from == null || to == null || more !== undefined)
    throw new Problem(EXIT.usage, `--${option} ${text}: say X,Y;X,Y (mm from the plate's origin dot)`);
  return { from, to };
}

/** `X,Y,SIDE`: a square of the picture, pixels. */
export function patchOption(
  option: string,
  text: string,
): { readonly x: number; readonly y: number; readonly side: number } {
  const [x = Number.NaN, y = Number.NaN, side = Number.NaN, more] = text.split(",").map(number);
  const isWhole = [x, y, side].every((value) => Number.isInteger(value) && value >= 0);
  if (!isWhole || side < 4 || side > 128 || more !== undefined)
    throw new Problem(EXIT.usage, `--${option} ${text}: say X,Y,SIDE in pixels of the picture, side 4 to 128`);
  return { x, y, side };
}

/** A length in mm within limits. */
export function lengthOption(option: string, text: string, least: number, most: number): number {
  const value = number(text);
  if (value >= least && value <= most) return value;
  throw new Problem(EXIT.usage, `--${option} ${text}: say millimetres, ${least} to ${most}`);
}

function placeIn(text: string): Place | null {
  const [x = Number.NaN, y = Number.NaN, more] = text.split(",").map(number);
  return Math.abs(x) <= REACH && Math.abs(y) <= REACH && more === undefined ? { x, y } : null;
}

const number = (text: string): number => (/^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN);
