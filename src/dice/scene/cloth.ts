import type { GreyImage, Point } from "../../vision/grey-image.ts";
import { solveLeastSquares } from "../../vision/least-squares.ts";
import type { DieSeen } from "../reading/read-types.ts";
import type { Arena } from "./arena.ts";

/** Levels by which a patch may differ from the empty cloth, on the average of its pixels, and still be nothing but cloth. */
export const CLOTH_WITHIN = 7;
/** Shadow leaves at least this share of the light, and nothing makes the cloth brighter than this. */
const SHADE = [0.25, 1.2] as const;
/** Part of the candidate's size that is looked at, to each side of its middle. */
const REACH = 0.45;
/** A patch of fewer pixels tells nothing. */
const PIXELS_MIN = 40;

/**
 * Whether what lies at `at` is the empty cloth itself, with or without a shadow on it: the learned background times a light that
 * changes evenly across the patch explains it. Print looks like pips; under a die it does not look like itself.
 */
export function isCloth(image: GreyImage, arena: Arena, at: Point, size: number): boolean {
  const reach = Math.max(3, Math.round((REACH * size) / 2));
  const [cx, cy] = [Math.round(at.x / 2), Math.round(at.y / 2)];
  const columns: [number[], number[], number[]] = [[], [], []];
  const levels: number[] = [];
  for (let y = cy - reach; y <= cy + reach; y++)
    for (let x = cx - reach; x <= cx + reach; x++) {
      if (x < 0 || y < 0 || x >= arena.width || y >= arena.height) continue;
      const empty = arena.background[y * arena.width + x] ?? 0;
      columns[0].push(empty);
      columns[1].push((empty * (x - cx)) / reach);
      columns[2].push((empty * (y - cy)) / reach);
      levels.push(levelAt(image, x, y));
    }
  if (levels.length < PIXELS_MIN) return false;
  // Level, and its change across and down; null: the patch is too flat to tell.
  const light = solveLeastSquares(columns, levels);
  if (light === null) return false;
  const [mean = 0, across = 0, down = 0] = light;
  const steepest = Math.abs(across) + Math.abs(down);
  if (mean - steepest < SHADE[0] || mean + steepest > SHADE[1]) return false;
  const [a, b, c] = columns;
  const apart = levels.reduce(
    (sum, level, at) =>
      sum + Math.abs((a[at] ?? 0) * mean + (b[at] ?? 0) * across + (c[at] ?? 0) * down - level),
    0,
  );
  return apart / levels.length < CLOTH_WITHIN;
}

/**
 * Without candidates that are nothing but cloth. What has a face stays whatever lies under it: only what neither reader could
 * take for a die is dropped.
 */
export function withoutCloth(dice: readonly DieSeen[], image: GreyImage, arena: Arena): DieSeen[] {
  return dice.filter(({ face, at, size }) => face !== null || !isCloth(image, arena, at, size));
}

/** A pixel of half size: the mean of four. */
function levelAt({ data, width }: GreyImage, x: number, y: number): number {
  const at = 2 * y * width + 2 * x;
  const sum = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + width] ?? 0) + (data[at + width + 1] ?? 0);
  return sum / 4;
}
