import type { RandomSource } from "../../../../src/time/random-source.ts";
import { greyImage, type GreyImage } from "../../../../src/vision/grey-image.ts";
import { between, type BallScene, type Panel, type PlacedBall, type Vector } from "./ball-scene.ts";
import { figuresOf } from "./figures.ts";

/** A picture of the exit, with what a person could see on it. */
export interface BallPicture {
  readonly image: GreyImage;
  /** Whether a person who sees this picture alone could say the number of a ball, and which; null: there is none that is whole and sharp. */
  readonly legible: number | null;
}

/** From a ball's middle to the camera, in its radii: not exactly what the reader takes it to be. */
const CAMERA = 8.4;
const RIM = Math.sqrt(CAMERA * CAMERA - 1);
/** Rays to a side of a pixel. */
const RAYS = 2;

/** One exposure. */
export function drawBalls(scene: BallScene, random: RandomSource): BallPicture {
  const { width, height } = scene;
  const light = new Float32Array(width * height);
  const dimmed = new Uint8Array(width * height);
  const cup = cupOf(scene, random);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let ray = 0; ray < RAYS * RAYS; ray++) {
        const [px, py] = [x + ((ray % RAYS) + 0.5) / RAYS, y + (Math.floor(ray / RAYS) + 0.5) / RAYS];
        const shown = rayAt(scene, px, py);
        sum += shown?.light ?? cup[y * width + x] ?? 0;
        if (shown?.isDimmed === true) dimmed[y * width + x] = 1;
      }
      light[y * width + x] = sum / (RAYS * RAYS);
    }
  const sharp = blurred(smeared(light, scene), width, height, scene.blur);
  const data = new Uint8Array(width * height);
  sharp.forEach((value, at) => {
    // Three throws of a die of 2,001 sides are nearly normal.
    const noise =
      (scene.noise * (random.below(2_001) + random.below(2_001) + random.below(2_001) - 3_000)) / 1_000;
    data[at] = Math.min(255, Math.max(0, Math.round(value * scene.exposure + noise + 6)));
    if (data[at] >= 250) dimmed[at] = 1;
  });
  return { image: greyImage(width, height, data), legible: legibleOf(scene, dimmed) };
}

function cupOf({ width, height, cup }: BallScene, random: RandomSource): Float32Array {
  return Float32Array.from({ length: width * height }, (_, at) => {
    const far = Math.hypot((at % width) - width / 2, Math.floor(at / width) - height / 2) / width;
    return cup.grey * (0.6 + far) + cup.texture * between(random, -1, 1);
  });
}

interface Shown {
  readonly light: number;
  readonly isDimmed: boolean;
}

/** What a ray of the picture meets; null: the cup. */
function rayAt(scene: BallScene, px: number, py: number): Shown | null {
  const { cover } = scene;
  if (cover !== null && Math.hypot(px - cover.x, py - cover.y) < cover.radius)
    return { light: cover.grey, isDimmed: true };
  // The one that came last lies on top.
  const { balls } = scene;
  for (let at = balls.length - 1; at >= 0; at--) {
    const ball = balls[at];
    const normal = ball === undefined ? null : meets(ball, px, py);
    if (ball !== undefined && normal !== null) return shade(scene, ball, normal);
  }
  return null;
}

/** Where a ray from the camera meets a ball: the outward normal there. */
function meets({ x, y, radius }: PlacedBall, px: number, py: number): Vector | null {
  // The outline is `radius` pixels from the middle: that fixes the focal length.
  const focal = radius * RIM;
  if (Math.abs(px - x) > radius || Math.abs(py - y) > radius) return null;
  const length = Math.sqrt((px - x) ** 2 + (py - y) ** 2 + focal * focal);
  const dx = (px - x) / length;
  const dy = (py - y) / length;
  const dz = -focal / length;
  const along = -CAMERA * dz;
  const gap = along * along - (CAMERA * CAMERA - 1);
  if (gap < 0) return null;
  const t = along - Math.sqrt(gap);
  return [dx * t, dy * t, CAMERA + dz * t];
}

function shade({ lamps, ambient, direct }: BallScene, ball: PlacedBall, normal: Vector): Shown {
  const { turn } = ball;
  const own: Vector = [
    turn[0][0] * normal[0] + turn[1][0] * normal[1] + turn[2][0] * normal[2],
    turn[0][1] * normal[0] + turn[1][1] * normal[1] + turn[2][1] * normal[2],
    turn[0][2] * normal[0] + turn[1][2] * normal[1] + turn[2][2] * normal[2],
  ];
  let lit = ambient * (0.6 + 0.4 * normal[2]);
  let gleam = 0;
  for (const lamp of lamps) {
    const facing = Math.max(0, dot(normal, lamp.to));
    lit += (direct * facing) / lamps.length;
    const shine = dot(normal, lamp.half);
    if (shine > 0.8) gleam += lamp.gleam * shine ** lamp.polish;
  }
  let through = 1;
  for (const { at, size, lets } of ball.dirt)
    if (Math.acos(Math.min(1, dot(own, at))) < size) through = Math.min(through, lets);
  return { light: paintOf(ball, own) * lit * through + gleam, isDimmed: through < 1 };
}

/** What the ball's own surface gives back at a direction of it. */
function paintOf({ maker, number, printSize }: PlacedBall, own: Vector): number {
  let best = -2;
  let nearest = maker.panels[0];
  for (const panel of maker.panels) {
    const cos = dot(panel.at, own);
    if (cos <= best) continue;
    best = cos;
    nearest = panel;
  }
  if (nearest === undefined) return maker.ball;
  const { right, down } = nearest;
  const angle = Math.acos(Math.min(1, best));
  const [a, b] = [dot(own, right), dot(own, down)];
  const flat = Math.hypot(a, b) || 1;
  const [u, v] = [(a / flat) * (angle / printSize), (b / flat) * (angle / printSize)];
  const figures = figuresOf(maker.print, number);
  const column = Math.floor(u * figures.fine + figures.width / 2);
  const row = Math.floor(v * figures.fine + figures.height / 2);
  const isOn = column >= 0 && row >= 0 && column < figures.width && row < figures.height;
  if (isOn && figures.ink[row * figures.width + column] === 1) return maker.ink;
  return maker.panelRadius === null || angle < maker.panelRadius ? maker.panel : maker.ball;
}

/** The ball rolls while the shutter is open. */
function smeared(light: Float32Array, { width, height, roll }: BallScene): Float32Array {
  const steps = Math.ceil(Math.hypot(roll.dx, roll.dy));
  if (steps === 0) return light;
  const out = new Float32Array(light.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let step = 0; step <= steps; step++) {
        const column = Math.min(width - 1, Math.max(0, Math.round(x + (roll.dx * (step - steps / 2)) / steps)));
        const row = Math.min(height - 1, Math.max(0, Math.round(y + (roll.dy * (step - steps / 2)) / steps)));
        sum += light[row * width + column] ?? 0;
      }
      out[y * width + x] = sum / (steps + 1);
    }
  return out;
}

function blurred(light: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const reach = Math.ceil(3 * sigma);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma * sigma)),
  );
  const sum = kernel.reduce((all, one) => all + one, 0);
  const pass = (
    from: Float32Array,
    across: number,
    along: number,
    count: number,
    lines: number,
  ): Float32Array => {
    const out = new Float32Array(from.length);
    for (let line = 0; line < lines; line++)
      for (let at = 0; at < count; at++) {
        let value = 0;
        for (let k = -reach; k <= reach; k++) {
          const place = Math.min(count - 1, Math.max(0, at + k));
          value += (kernel[k + reach] ?? 0) * (from[line * across + place * along] ?? 0);
        }
        out[line * across + at * along] = value / sum;
      }
    return out;
  };
  return pass(pass(light, width, 1, width, height), 1, width, height, width);
}

/** A person reads what is whole and what nobody holds: nearly every point of the number before the camera and neither hidden, dirty nor in a lamp's gleam. */
const WHOLE = 0.97;
const BLUR_MOST = 1.7;
const ROLL_MOST = 3;
const DARK_MOST = 40;
/** A number that turns away farther is narrow at its far side, as the cosine of its angle. */
const MIDDLE_LEAST = 0.66;
const FAR_LEAST = 0.4;

function legibleOf(scene: BallScene, dimmed: Uint8Array): number | null {
  const { blur, roll, exposure, balls } = scene;
  const isBlind =
    scene.cover !== null ||
    blur > BLUR_MOST ||
    Math.hypot(roll.dx, roll.dy) > ROLL_MOST ||
    exposure < DARK_MOST;
  const [ball] = balls;
  if (isBlind || balls.length !== 1 || ball === undefined) return null;
  return ball.maker.panels.some((panel) => isWhole(scene, ball, panel, dimmed)) ? ball.number : null;
}

function isWhole({ width, height }: BallScene, ball: PlacedBall, panel: Panel, dimmed: Uint8Array): boolean {
  const { turn, maker, x, y, radius } = ball;
  const seen = (own: Vector): Vector => [dot(turn[0], own), dot(turn[1], own), dot(turn[2], own)];
  if (seen(panel.at)[2] < MIDDLE_LEAST) return false;
  const { at, right, down } = panel;
  const { figureHeight, barGap, barThickness, barLength } = maker.print;
  const [wide, high] = [Math.max(barLength, 0.7) / 2, (figureHeight + barGap + barThickness) / 2];
  let [clean, all] = [0, 0];
  for (let v = -high; v <= high; v += high / 12)
    for (let u = -wide; u <= wide; u += wide / 12) {
      const angle = Math.hypot(u, v) || 1e-9;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle) / angle];
      const [nx, ny, nz] = seen(
        [0, 1, 2].map(
          (k) => (at[k] ?? 0) * cos + ((right[k] ?? 0) * u + (down[k] ?? 0) * v) * sin,
        ) as unknown as Vector,
      );
      const scale = (radius * RIM) / (CAMERA - nz);
      const [column, row] = [Math.floor(x + nx * scale), Math.floor(y + ny * scale)];
      all++;
      const isIn = column >= 0 && row >= 0 && column < width && row < height && nz >= FAR_LEAST;
      if (isIn && dimmed[row * width + column] === 0) clean++;
    }
  return clean >= WHOLE * all;
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
