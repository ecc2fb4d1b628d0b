import type { GreyImage, Point } from "../../vision/grey-image.ts";
import type { Geometry } from "../calibration/geometry.ts";
import { frameAt, levelAt, type FrameAt } from "./outline.ts";

/**
 * A flat die of the known side, laid over the picture as a whole: only its place and its turn are free, so every edge of its top
 * face can be asked whether the picture has one just there. An outline measures what it finds; this asks for what must be.
 */
export interface FlatFit {
  /** Middle of the top face, mm. */
  readonly place: Point;
  /** Radians by which its sides are turned on the cloth. */
  readonly angle: number;
  /** Of each side of the top face, the share of its length along which the picture has an edge where it must lie: weakest first. */
  readonly edges: readonly number[];
}

/** Samples along each side while it is laid, and when it is judged; the part of the side they span: corners are rounded. */
const COARSE = 11;
const FINE = 21;
const SPAN = 0.8;
/** Pixels by which an edge may lie off, looked at in these steps. */
const OFF = [-1.5, -0.75, 0, 0.75, 1.5];
/** Change of level, levels a pixel over two pixels, below which there is no edge; what is above the cap counts by this part. */
const SLOPE_MIN = 1.5;
const SLOPE_CAP = 12;
const STEEPER = 0.05;
/** Pixels by which it is moved and turned, coarse to fine, and how often at most with each. */
const STEPS = [2, 1, 0.5, 0.25];
const MOVES_MAX = 8;

interface Pose {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** What all poses of one die share. */
interface View {
  readonly image: GreyImage;
  readonly frame: FrameAt;
  /** Half the side, mm. */
  readonly half: number;
  /** Millimetres to a pixel. */
  readonly mm: number;
}

/** Lays it from about `place` and `turn`; nothing is found that is more than about three pixels off. */
export function flatFitAt(
  image: GreyImage,
  { place, angle }: Pick<FlatFit, "place" | "angle">,
  geometry: Geometry,
  dieMm: number,
): FlatFit {
  const mm = 1 / geometry.scaleAt(place, dieMm);
  const view = { image, frame: frameAt(geometry, place, dieMm), half: dieMm / 2, mm };
  const pose = bestPose(view, { x: 0, y: 0, angle });
  return {
    place: { x: place.x + pose.x, y: place.y + pose.y },
    angle: pose.angle,
    edges: [0, 1, 2, 3].map((side) => edgeOf(view, pose, side)).sort((a, b) => a - b),
  };
}

/** Moves along one unknown, or two of them at once. */
const MOVES: readonly (readonly [number, number, number])[] = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) =>
    [-1, 0, 1]
      .filter((angle) => [x, y, angle].some((one) => one !== 0) && [x, y, angle].includes(0))
      .map((angle) => [x, y, angle] as const),
  ),
);

/** The best pose near this one. */
function bestPose(view: View, from: Pose): Pose {
  const { mm, half } = view;
  let [pose, best] = [from, scoreOf(view, from)];
  for (const step of STEPS)
    for (let moves = 0; moves < MOVES_MAX; moves++) {
      const before: Pose = pose;
      for (const [x, y, angle] of MOVES) {
        const tried = {
          x: before.x + x * step * mm,
          y: before.y + y * step * mm,
          angle: before.angle + (angle * step * mm) / half,
        };
        const score = scoreOf(view, tried);
        if (score > best) [pose, best] = [tried, score];
      }
      if (pose === before) break;
    }
  return pose;
}

/** Mean changes of level across the four sides, of one sign along each. */
function scoreOf(view: View, pose: Pose): number {
  let score = 0;
  for (let side = 0; side < 4; side++) {
    let sum = 0;
    for (let sample = 0; sample < COARSE; sample++) {
      const slope = slopeAt(view, pose, side, sample / (COARSE - 1), 0);
      sum += Math.max(-SLOPE_CAP, Math.min(SLOPE_CAP, slope)) + STEEPER * slope;
    }
    score += Math.abs(sum);
  }
  return score;
}

/** Share of one side's length that shows an edge. */
function edgeOf(view: View, pose: Pose, side: number): number {
  const slopes = OFF.map((off) =>
    Array.from({ length: FINE }, (_, sample) => slopeAt(view, pose, side, sample / (FINE - 1), off)),
  );
  const whole = slopes[OFF.indexOf(0)]?.reduce((sum, slope) => sum + slope, 0) ?? 0;
  let seen = 0;
  for (let sample = 0; sample < FINE; sample++)
    if (slopes.some((row) => (row[sample] as number) * Math.sign(whole) > SLOPE_MIN)) seen++;
  return seen / FINE;
}

/** Change of level outwards, levels a pixel, at a part of a side's length and `off` pixels beyond where it must lie. */
function slopeAt(
  { image, frame, half, mm }: View,
  pose: Pose,
  side: number,
  part: number,
  off: number,
): number {
  const angle = pose.angle + (side * Math.PI) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = (2 * part - 1) * SPAN * half;
  const at = (across: number): number =>
    levelAt(image, frame(pose.x + across * cos - along * sin, pose.y + across * sin + along * cos));
  return (at(half + (off + 1) * mm) - at(half + (off - 1) * mm)) / 2;
}
