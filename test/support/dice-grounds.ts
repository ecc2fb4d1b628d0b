import type { RandomSource } from "../../src/time/random-source.ts";
import type { Point } from "../../src/vision/grey-image.ts";

/** Grey levels, row after row, that are drawn on; what is beyond 0 to 255 is cut at the end. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** What lies on a table besides dice, each drawn about its middle with half its width. */
export const OBJECTS = ["coin", "bottle cap"] as const;
export type ObjectKind = (typeof OBJECTS)[number] | "round tray" | "square tray" | "box" | "sheet" | "cup";

/** A table: plain, grained as wood, woven as cloth, or of squares. */
export function drawGround({ width, height, data }: Canvas, stream: RandomSource, level: number): void {
  const kind = stream.pick(["plain", "wood", "cloth", "squares", "plain"] as const);
  const angle = stream.below(628) / 100;
  const [pitch, depth] = [5 + stream.below(20), 2 + stream.below(10)];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [(cos * x + sin * y) / pitch, (cos * y - sin * x) / pitch];
      const pattern = {
        plain: 0,
        wood: Math.sin(6 * u + 2 * Math.sin(v / 4)) * 0.8,
        cloth: Math.sin(7 * u) * Math.sin(7 * v),
        squares: Math.abs(u - Math.round(u)) < 0.06 || Math.abs(v - Math.round(v)) < 0.06 ? -1.5 : 0,
      }[kind];
      data[y * width + x] = level + depth * pattern;
    }
}

/** Draws one thing: trays, boxes and cups have a rim, a sheet has none, coins are embossed and caps are crimped. */
export function drawObject(
  { width, height, data }: Canvas,
  kind: ObjectKind,
  at: Point,
  half: number,
  turn: number,
  level: number,
  stream: RandomSource,
): void {
  const rim = (stream.oneIn(2) ? 1 : -1) * (15 + stream.below(50));
  const thick = 0.04 + stream.below(10) / 100;
  const phase = stream.below(628) / 100;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const u = (cos * (x + 0.5 - at.x) + sin * (y + 0.5 - at.y)) / half;
      const v = (cos * (y + 0.5 - at.y) - sin * (x + 0.5 - at.x)) / half;
      const round = Math.hypot(u, v);
      const angle = Math.atan2(v, u) + phase;
      const reach = reachOf(kind, u, v, round, angle);
      const covered = Math.max(0, Math.min(1, (1 - reach) * half + 0.5));
      if (covered === 0) continue;
      const shade = reliefOf(kind, reach, round, angle, thick) * rim;
      const pixel = y * width + x;
      const under = data[pixel] ?? 0;
      data[pixel] = under + covered * (level + shade - under);
    }
}

/** How far out a place lies, 1 on the outline. */
function reachOf(kind: ObjectKind, u: number, v: number, round: number, angle: number): number {
  if (kind === "bottle cap") return round / (0.93 + 0.07 * Math.cos(21 * angle));
  if (kind === "sheet" || kind === "box") return Math.max(Math.abs(u), Math.abs(v));
  if (kind === "square tray") {
    // Round corners of a sixth of the half.
    const [du, dv] = [Math.max(0, Math.abs(u) - 0.84), Math.max(0, Math.abs(v) - 0.84)];
    return du > 0 && dv > 0 ? 0.84 + Math.hypot(du, dv) : Math.max(Math.abs(u), Math.abs(v));
  }
  return round;
}

/** What is added to the level, in the rim's depth. */
function reliefOf(kind: ObjectKind, reach: number, round: number, angle: number, thick: number): number {
  if (kind === "sheet") return 0;
  if (kind === "cup") return reach > 1 - thick ? 1 : reach > 1 - 2.2 * thick ? -0.8 : 0.3 * Math.cos(angle);
  if (kind === "coin")
    return reach > 0.88
      ? 1
      : 1.2 * Math.cos(3 * angle) * Math.sin(9 * round) + 0.6 * Math.cos(7 * angle + 4 * round);
  if (kind === "bottle cap")
    return reach > 0.72 ? Math.cos(21 * angle) : 0.9 * Math.cos(2 * angle) * Math.cos(8 * round);
  return reach > 1 - thick ? 1 : 0;
}
