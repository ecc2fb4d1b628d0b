import { cornersOf } from "../physics/pose.ts";
import { axesOf, type Vec3 } from "../physics/vectors.ts";
import { projectPoint, type Camera } from "./camera.ts";
import { SAMPLE, brightnessOf, type LitBy } from "./light.ts";
import type { DieAppearance, Rgb, ShownDie, Thing } from "./looks.ts";
import type { Marble } from "./noise.ts";
import { marksOf, type Marks } from "./marks.ts";
import { hitCube, hitDisc, hitRod, type Cube, type Hit, type Ray } from "./shapes.ts";

/** A die's look as this camera sees it. */
export interface DieModel {
  readonly cube: Cube;
  readonly side: number;
  readonly marks: Marks;
  readonly body: number;
  /** A second tone in the body, and its reflectance. */
  readonly marble: Marble | undefined;
  readonly tone: number;
  /** Reflectance of each side's ink. */
  readonly ink: Float64Array;
  /** Absorption per mm; -1: opaque. */
  readonly absorb: number;
  readonly haze: number;
  readonly gloss: number;
  readonly rough: number;
  readonly wear: number;
}

/** x0, y0, x1, y1 in pixels, the end not included. */
export type Box = readonly [number, number, number, number];

/** Anything on the table, made ready for one picture. */
export interface Body {
  readonly model: DieModel | undefined;
  readonly thing: Thing | undefined;
  readonly at: Vec3;
  /** The body's own axes in the table's. */
  readonly axes: Float64Array;
  /** Directions to the lamps and strength of each, in the body's coordinates; and the upright. */
  readonly lamps: Float64Array;
  readonly up: Float64Array;
  /** Where a rod ends, from its beginning. */
  readonly end: Float64Array;
  readonly colour: number;
  readonly spots: number;
  /** Radius of a ball round it. */
  readonly reach: number;
  readonly middle: Vec3;
  /** Pixels that it can cover, and that its shadow can. */
  readonly box: Box;
  readonly shadow: Box;
  /** Share of light that its shadow takes away. */
  readonly dark: number;
  /** A pixel's width at its place, mm. */
  readonly pixel: number;
}

const models = new WeakMap<DieAppearance, { weights: Rgb; model: DieModel }>();

export function modelOf(appearance: DieAppearance, weights: Rgb): DieModel {
  const known = models.get(appearance);
  if (known !== undefined && known.weights === weights) return known.model;
  const ink = brightnessOf(appearance.ink, weights);
  const one = appearance.inkOfOne === undefined ? ink : brightnessOf(appearance.inkOfOne, weights);
  const inks = new Float64Array(6).fill(ink);
  // The 1 is on side 4 and the 4 on side 3
  if (appearance.set === "pips") inks[4] = inks[3] = one;
  const model: DieModel = {
    cube: {
      half: appearance.side / 2,
      round: appearance.rounding * appearance.side,
      ball: appearance.ball * appearance.side,
      cuts: appearance.cuts,
    },
    side: appearance.side,
    marks: marksOf(appearance),
    body: brightnessOf(appearance.body, weights),
    marble: appearance.marble,
    tone: appearance.marble === undefined ? 0 : brightnessOf(appearance.marble.tone, weights),
    ink: inks,
    absorb: appearance.clear === undefined ? -1 : brightnessOf(appearance.clear.absorb, weights),
    haze: appearance.clear?.haze ?? 1,
    gloss: appearance.gloss,
    rough: appearance.rough,
    wear: appearance.wear,
  };
  models.set(appearance, { weights, model });
  return model;
}

export function bodyOfDie(die: ShownDie, camera: Camera, lit: LitBy): Body {
  const model = modelOf(die.appearance, lit.light.weights);
  const reach = model.cube.ball > 0 ? model.cube.ball : model.side * (0.867 - 0.7 * die.appearance.rounding);
  const dark = model.absorb < 0 ? 1 : 1 - (1 - model.haze) * 0.75 * Math.exp(-model.absorb * model.side);
  return bodyOf(camera, lit, {
    model,
    thing: undefined,
    at: die.pose.at,
    middle: die.pose.at,
    axes: axesOf(die.pose.orientation),
    reach,
    dark,
    end: [0, 0, 0],
    points: [die.pose.at],
    corners: cornersOf(die.pose, model.side),
  });
}

export function bodyOfThing(thing: Thing, camera: Camera, lit: LitBy): Body {
  const flat = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  if (thing.kind === "disc") {
    const [x, y, z] = thing.at;
    const middle: Vec3 = [x, y, z + thing.height / 2];
    const reach = Math.hypot(thing.radius, thing.height / 2);
    const points: Vec3[] = [thing.at, [x, y, z + thing.height]];
    return bodyOf(camera, lit, {
      model: undefined,
      thing,
      at: thing.at,
      middle,
      axes: flat,
      reach: thing.radius,
      dark: 1,
      end: [0, 0, 0],
      points,
      around: reach,
    });
  }
  const end: Vec3 = [thing.to[0] - thing.from[0], thing.to[1] - thing.from[1], thing.to[2] - thing.from[2]];
  const middle: Vec3 = [thing.from[0] + end[0] / 2, thing.from[1] + end[1] / 2, thing.from[2] + end[2] / 2];
  return bodyOf(camera, lit, {
    model: undefined,
    thing,
    at: thing.from,
    middle,
    axes: flat,
    reach: thing.radius,
    dark: 1,
    end,
    points: [thing.from, thing.to],
    around: Math.hypot(...end) / 2 + thing.radius,
  });
}

interface Making {
  readonly model: DieModel | undefined;
  readonly thing: Thing | undefined;
  readonly at: Vec3;
  readonly middle: Vec3;
  readonly axes: Float64Array;
  readonly reach: number;
  readonly dark: number;
  readonly end: Vec3;
  /** Balls of radius `reach` round these hold the whole body. */
  readonly points: readonly Vec3[];
  readonly around?: number;
  /** The same for a body with corners, closer. */
  readonly corners?: readonly Vec3[];
}

function bodyOf(camera: Camera, lit: LitBy, m: Making): Body {
  const far = Math.hypot(camera.at[0] - m.at[0], camera.at[1] - m.at[1], camera.at[2] - m.at[2]);
  const weights = lit.light.weights;
  return {
    model: m.model,
    thing: m.thing,
    at: m.at,
    middle: m.middle,
    axes: m.axes,
    reach: m.around ?? m.reach,
    dark: m.dark,
    end: new Float64Array(m.end),
    lamps: lampsFrom(lit, m.axes, m.middle),
    up: own(m.axes, 0, 0, 1),
    colour: m.thing === undefined ? 0 : brightnessOf(m.thing.colour, weights),
    spots: m.thing?.kind === "disc" ? brightnessOf(m.thing.spots, weights) : 0,
    box: m.corners === undefined ? boxOf(camera, m.points, m.reach) : boxOf(camera, m.corners, 0),
    shadow: boxOf(
      camera,
      shadowPoints(lit, m.corners ?? m.points, m.corners === undefined ? m.reach : 0),
      m.corners === undefined ? m.reach * 1.1 : m.reach * 0.3,
    ),
    pixel: far / camera.focal,
  };
}

function own(axes: Float64Array, x: number, y: number, z: number): Float64Array {
  return Float64Array.from(
    [0, 3, 6],
    (k) => (axes[k] ?? 0) * x + (axes[k + 1] ?? 0) * y + (axes[k + 2] ?? 0) * z,
  );
}

/** Direction (length 1) to each lamp sample in the body's axes and radiance that a white surface facing it gets. */
function lampsFrom(lit: LitBy, axes: Float64Array, [px, py, pz]: Vec3): Float64Array {
  const out = new Float64Array(lit.samples.length);
  for (let i = 0; i < out.length; i += SAMPLE) {
    const x = (lit.samples[i] ?? 0) - px;
    const y = (lit.samples[i + 1] ?? 0) - py;
    const z = (lit.samples[i + 2] ?? 0) - pz;
    const d = Math.hypot(x, y, z);
    out.set(own(axes, x / d, y / d, z / d), i);
    out[i + 3] = z <= 0 ? 0 : ((lit.samples[i + 3] ?? 0) * z) / (d * d * d);
  }
  return out;
}

/** Where the shadows of these points fall on the cloth, and the points' feet. */
function shadowPoints(lit: LitBy, points: readonly Vec3[], reach: number): Vec3[] {
  const all: Vec3[] = [];
  for (const [x, y, z] of points) {
    all.push([x, y, 0]);
    const top = z + reach;
    for (let i = 0; i < lit.samples.length; i += SAMPLE) {
      const lx = lit.samples[i] ?? 0;
      const ly = lit.samples[i + 1] ?? 0;
      // A body as high as the lamp would throw a shadow without an end
      const drop = Math.min(3, top / Math.max(5, (lit.samples[i + 2] ?? 0) - top));
      all.push([x + (x - lx) * drop, y + (y - ly) * drop, 0]);
    }
  }
  return all;
}

function boxOf(camera: Camera, points: readonly Vec3[], reach: number): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const p of points) {
    const at = projectPoint(camera, p);
    const near = Math.max(
      20,
      Math.hypot(camera.at[0] - p[0], camera.at[1] - p[1], camera.at[2] - p[2]) - reach,
    );
    const r = (camera.focal * reach) / near / Math.max(0.5, Math.abs(camera.ahead[2])) + 2;
    x0 = Math.min(x0, at.x - r);
    y0 = Math.min(y0, at.y - r);
    x1 = Math.max(x1, at.x + r);
    y1 = Math.max(y1, at.y + r);
  }
  const clamp = (v: number, high: number): number => Math.min(high, Math.max(0, Math.round(v)));
  return [clamp(x0, camera.width), clamp(y0, camera.height), clamp(x1, camera.width), clamp(y1, camera.height)];
}

/** A ray of the table's coordinates (origin, direction) in the body's own. */
export function rayIntoBody(body: Body, from: Ray, to: Ray): void {
  const a = body.axes;
  const x = (from[0] ?? 0) - body.at[0];
  const y = (from[1] ?? 0) - body.at[1];
  const z = (from[2] ?? 0) - body.at[2];
  const dx = from[3] ?? 0;
  const dy = from[4] ?? 0;
  const dz = from[5] ?? 0;
  for (let i = 0; i < 3; i++) {
    const ax = a[3 * i] ?? 0;
    const ay = a[3 * i + 1] ?? 0;
    const az = a[3 * i + 2] ?? 0;
    to[i] = ax * x + ay * y + az * z;
    to[3 + i] = ax * dx + ay * dy + az * dz;
  }
}

/** Ray in the body's own coordinates against the body. */
export function hitBody(body: Body, ray: Ray, hit: Hit): boolean {
  if (body.model !== undefined) return hitCube(body.model.cube, ray, hit);
  const thing = body.thing;
  if (thing === undefined) return false;
  if (thing.kind === "disc") return hitDisc(thing.radius, thing.height, thing.hole, ray, hit);
  return hitRod(thing.radius, body.end, ray, hit);
}
