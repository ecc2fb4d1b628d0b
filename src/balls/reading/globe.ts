/**
 * A ball as a camera sees it from above: every point of the near side has one place in the picture. Directions are unit vectors from the
 * ball's middle: x right and y down as in the picture, z towards the camera.
 */
export interface Direction {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The outline of a ball in a picture, pixels. */
export interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** From the ball's middle to the camera, in radii of the ball. A camera that is nearer or farther bends the rim by less than a hundredth. */
const DISTANCE = 8;
const RIM = Math.sqrt(DISTANCE * DISTANCE - 1);

/** How much larger than at the rim the ball is shown at a direction, as a factor of lengths. */
export const nearness = ({ z }: Direction): number => RIM / (DISTANCE - z);

/** Where a direction of the near side is seen. */
export function placeOf({ x, y, radius }: Disc, to: Direction): { readonly x: number; readonly y: number } {
  const scale = radius * nearness(to);
  return { x: x + to.x * scale, y: y + to.y * scale };
}

/** Which direction is seen at a place of the picture; null: none of the ball is. */
export function directionAt({ x: cx, y: cy, radius }: Disc, px: number, py: number): Direction | null {
  const [u, v] = [(px - cx) / radius, (py - cy) / radius];
  const rho = Math.hypot(u, v);
  if (rho >= 1) return null;
  if (rho < 1e-9) return { x: 0, y: 0, z: 1 };
  const alpha = Math.atan(rho / RIM);
  const theta = Math.asin(Math.min(1, DISTANCE * Math.sin(alpha))) - alpha;
  const s = Math.sin(theta) / rho;
  return { x: u * s, y: v * s, z: Math.cos(theta) };
}

/** A sheet that touches the ball at `middle`: `right` and `down` are its axes. Lengths on it are lengths on the ball, in radii. */
export interface Sheet {
  readonly middle: Direction;
  readonly right: Direction;
  readonly down: Direction;
}

/** The sheet at a direction; its right is as far to the right of the picture as it can be. */
export function sheetAt(middle: Direction): Sheet {
  const dot = middle.x;
  const right = unit({ x: 1 - dot * middle.x, y: -dot * middle.y, z: -dot * middle.z });
  return { middle, right, down: cross(middle, right) };
}

/** The sheet turned by radians, clockwise as the camera sees it. */
export function turned({ middle, right, down }: Sheet, angle: number): Sheet {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const mix = (a: Direction, b: Direction, p: number, q: number): Direction => ({
    x: a.x * p + b.x * q,
    y: a.y * p + b.y * q,
    z: a.z * p + b.z * q,
  });
  return { middle, right: mix(right, down, cos, sin), down: mix(right, down, -sin, cos) };
}

/** The direction of a point of the sheet. */
export function fromSheet({ middle, right, down }: Sheet, u: number, v: number): Direction {
  const length = Math.hypot(u, v);
  if (length < 1e-9) return middle;
  const [cos, sin] = [Math.cos(length), Math.sin(length) / length];
  return {
    x: middle.x * cos + (right.x * u + down.x * v) * sin,
    y: middle.y * cos + (right.y * u + down.y * v) * sin,
    z: middle.z * cos + (right.z * u + down.z * v) * sin,
  };
}

/** The point of the sheet that a direction lies at. */
export function toSheet(
  { middle, right, down }: Sheet,
  to: Direction,
): { readonly u: number; readonly v: number } {
  const cos = Math.min(1, dotOf(middle, to));
  const length = Math.acos(cos);
  const [u, v] = [dotOf(right, to), dotOf(down, to)];
  const flat = Math.hypot(u, v);
  return flat < 1e-9 ? { u: 0, v: 0 } : { u: (u * length) / flat, v: (v * length) / flat };
}

/** The sheet whose middle is this point of another one, with the axes carried there. */
export function shifted(sheet: Sheet, u: number, v: number): Sheet {
  const middle = fromSheet(sheet, u, v);
  const step = 0.01;
  const ahead = fromSheet(sheet, u + step, v);
  const along = dotOf(ahead, middle);
  const right = unit({
    x: ahead.x - along * middle.x,
    y: ahead.y - along * middle.y,
    z: ahead.z - along * middle.z,
  });
  return { middle, right, down: cross(middle, right) };
}

const dotOf = (a: Direction, b: Direction): number => a.x * b.x + a.y * b.y + a.z * b.z;

const cross = (a: Direction, b: Direction): Direction => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});

function unit({ x, y, z }: Direction): Direction {
  const length = Math.hypot(x, y, z);
  return { x: x / length, y: y / length, z: z / length };
}
