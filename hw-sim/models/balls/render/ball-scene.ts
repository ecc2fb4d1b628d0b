import { PRINTS, type BallPrint } from "../../../../src/balls/prints.ts";
import type { RandomSource } from "../../../../src/time/random-source.ts";

/** A vector of the camera's space: x right, y down, z from the ball towards the camera. */
export type Vector = readonly [number, number, number];
/** Rows of a turn: what a vector of the ball becomes before the camera. */
export type Turn = readonly [Vector, Vector, Vector];

/** Where a ball is printed, and which way the print's right and down lie: unit vectors of the ball. */
export interface Panel {
  readonly at: Vector;
  readonly right: Vector;
  readonly down: Vector;
}

/** What a maker's ball looks like. */
export interface Maker {
  readonly print: BallPrint;
  readonly panels: readonly Panel[];
  /** Share of light that ball, panel and ink give back. */
  readonly ball: number;
  readonly panel: number;
  readonly ink: number;
  /** Radius of the light panel around a number, in radii; null: the ball is of one colour. */
  readonly panelRadius: number | null;
}

export interface Lamp {
  readonly to: Vector;
  /** Midway between it and the camera: there the ball shows its image. */
  readonly half: Vector;
  /** Of its mirror image in the ball, where paper gives 1. */
  readonly gleam: number;
  /** How sharp that image is. */
  readonly polish: number;
}

export interface PlacedBall {
  readonly maker: Maker;
  readonly number: number;
  readonly turn: Turn;
  /** Of its middle, pixels. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** What sticks to it: unit vectors of the ball, size in radii, share of light that goes through. */
  readonly dirt: readonly { readonly at: Vector; readonly size: number; readonly lets: number }[];
  /** Its print is larger or smaller than it should be, as a part. */
  readonly printSize: number;
}

export interface BallScene {
  readonly width: number;
  readonly height: number;
  readonly balls: readonly PlacedBall[];
  readonly lamps: readonly Lamp[];
  /** Light from everywhere, and of the lamps, where white paper that faces both gives 1 at exposure 255. */
  readonly ambient: number;
  readonly direct: number;
  readonly exposure: number;
  /** Standard deviation of the lens' blur, pixels; how far it rolls while the shutter is open, pixels. */
  readonly blur: number;
  readonly roll: { readonly dx: number; readonly dy: number };
  readonly noise: number;
  /** Something before the lens: a finger, the rim of the tube. Null: nothing. */
  readonly cover: {
    readonly x: number;
    readonly y: number;
    readonly radius: number;
    readonly grey: number;
  } | null;
  readonly cup: { readonly grey: number; readonly texture: number };
}

/** The camera over the exit, as it was set up. */
export const VIEW = { width: 256, height: 232, x: 128, y: 116, radius: 88 } as const;

const PHI = (1 + Math.sqrt(5)) / 2;
const TWELVE: readonly Vector[] = [-1, 1].flatMap((a) =>
  [-PHI, PHI].flatMap((b): Vector[] => [unit([0, a, b]), unit([a, b, 0]), unit([b, 0, a])]),
);
const SIX: readonly Vector[] = [-1, 1].flatMap((a): Vector[] => [
  [a, 0, 0],
  [0, a, 0],
  [0, 0, a],
]);

/** Three makers: white balls printed twelve times, coloured ones with six white panels, yellow ones printed twelve times. */
export const MAKERS: readonly Maker[] = [
  { print: PRINTS.dejavu, panels: TWELVE.map(panelAt), ball: 0.86, panel: 0.86, ink: 0.07, panelRadius: null },
  { print: PRINTS.liberation, panels: SIX.map(panelAt), ball: 0.5, panel: 0.9, ink: 0.09, panelRadius: 0.64 },
  { print: PRINTS.roboto, panels: TWELVE.map(panelAt), ball: 0.7, panel: 0.7, ink: 0.1, panelRadius: null },
];

function panelAt(at: Vector): Panel {
  const other: Vector = Math.abs(at[2]) < 0.8 ? [0, 0, 1] : [1, 0, 0];
  const right = unit(cross(other, at));
  return { at, right, down: cross(at, right) };
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** A number between 0 and 1. */
export const part = (random: RandomSource): number => random.below(1_000_001) / 1_000_000;
export const between = (random: RandomSource, least: number, most: number): number =>
  least + (most - least) * part(random);

/** A turn of which every one is as likely (Shoemake 1992). */
export function anyTurn(random: RandomSource): Turn {
  const [a, b, c] = [part(random), 2 * Math.PI * part(random), 2 * Math.PI * part(random)];
  const [p, q] = [Math.sqrt(1 - a), Math.sqrt(a)];
  const [x, y, z, w] = [p * Math.sin(b), p * Math.cos(b), q * Math.sin(c), q * Math.cos(c)];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

export function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** What a scene is made like: usual, or with one thing wrong. */
export const SCENE_KINDS = [
  "usual",
  "glare",
  "dirt",
  "cover",
  "blur",
  "rolling",
  "two-balls",
  "no-ball",
  "dark",
] as const;
export type SceneKind = (typeof SCENE_KINDS)[number];

/** Which print lies there is the table's; number, attitude, light and the rest are chance. */
export function anyScene(
  random: RandomSource,
  kind: SceneKind,
  maker: Maker,
  number = 1 + random.below(90),
): BallScene {
  const ball = anyBall(random, kind, maker, number);
  const [usualBlur, roll] = [between(random, 0.5, 1.1), between(random, 0, 2 * Math.PI)];
  const speed = kind === "rolling" ? between(random, 4, 18) : 0;
  return {
    width: VIEW.width,
    height: VIEW.height,
    balls: kind === "no-ball" ? [] : kind === "two-balls" ? [ball, secondBall(random, maker, ball)] : [ball],
    lamps: anyLamps(random, kind),
    ambient: between(random, 0.3, 0.5),
    direct: between(random, 0.35, 0.6),
    exposure: kind === "dark" ? between(random, 4, 22) : between(random, 150, 235),
    blur: kind === "blur" ? between(random, 1.6, 4.5) : usualBlur,
    roll: { dx: speed * Math.cos(roll), dy: speed * Math.sin(roll) },
    noise: between(random, 1.5, 5),
    cover: kind === "cover" ? anyCover(random) : null,
    cup: { grey: between(random, 0.02, 0.12), texture: between(random, 0.005, 0.03) },
  };
}

function anyBall(random: RandomSource, kind: SceneKind, maker: Maker, number: number): PlacedBall {
  const count = kind === "dirt" ? 2 + random.below(8) : random.oneIn(5) ? 1 : 0;
  const most = kind === "dirt" ? 0.12 : 0.03;
  return {
    maker,
    number,
    turn: anyTurn(random),
    x: VIEW.x + between(random, -4, 4),
    y: VIEW.y + between(random, -4, 4),
    radius: VIEW.radius * between(random, 0.98, 1.02),
    dirt: Array.from({ length: count }, () => ({
      at: unit([between(random, -1, 1), between(random, -1, 1), between(random, -1, 1) + 1e-6]),
      size: between(random, 0.01, most),
      lets: between(random, 0.1, 0.6),
    })),
    printSize: between(random, 0.97, 1.03),
  };
}

/** It lies against the first, or rides on it. */
function secondBall(random: RandomSource, maker: Maker, { x, y, radius }: PlacedBall): PlacedBall {
  const [angle, far] = [between(random, 0, 2 * Math.PI), radius * between(random, 0.5, 2)];
  const other = anyBall(random, "usual", maker, 1 + random.below(90));
  return { ...other, x: x + far * Math.cos(angle), y: y + far * Math.sin(angle), radius };
}

function anyLamps(random: RandomSource, kind: SceneKind): Lamp[] {
  const glares = kind === "glare";
  return Array.from({ length: 1 + random.below(glares ? 4 : 3) }, () => {
    const [tilt, around] = [between(random, 0.15, 1.1), between(random, 0, 2 * Math.PI)];
    const to: Vector = [Math.sin(tilt) * Math.cos(around), Math.sin(tilt) * Math.sin(around), Math.cos(tilt)];
    return {
      to,
      half: unit([to[0], to[1], to[2] + 1]),
      gleam: glares ? between(random, 0.6, 3) : between(random, 0.05, 0.5),
      polish: glares ? between(random, 20, 150) : between(random, 150, 500),
    };
  });
}

function anyCover(random: RandomSource): NonNullable<BallScene["cover"]> {
  const [angle, radius] = [between(random, 0, 2 * Math.PI), between(random, 20, 80)];
  const far = between(random, 0.3, 1.3) * VIEW.radius + radius * 0.7;
  return {
    x: VIEW.x + far * Math.cos(angle),
    y: VIEW.y + far * Math.sin(angle),
    radius,
    grey: between(random, 0.02, 0.7),
  };
}
