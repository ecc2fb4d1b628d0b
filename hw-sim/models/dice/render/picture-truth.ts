import type { DieFace } from "../../../../src/dice/faces.ts";
import type { DieNote } from "../../../../src/dice/reading/read-types.ts";
import type { Point } from "../../../../src/vision/grey-image.ts";
import type { Disc } from "../physics/distance.ts";
import { cornersOf, normalOfSide, upSideOf } from "../physics/pose.ts";
import { truthOf, type MarkedDie } from "../physics/truth.ts";
import { add, cross, dot, lengthOf, sub, scale, rotateVector, unitOf, type Vec3 } from "../physics/vectors.ts";
import { bodyOfDie, hitBody, rayIntoBody, bodyOfThing, type Body } from "./bodies.ts";
import { projectPoint, type Camera } from "./camera.ts";
import { distanceInside } from "../physics/place.ts";
import { fresnelShare, mirroredRadiance } from "./light.ts";
import type { ShownDie, Shot, Thing } from "./looks.ts";
import { HIT } from "./shapes.ts";
import type { Stage } from "./stage.ts";

/** One die of a picture as it truly is. Pixels from the picture's top left corner. */
export interface ShownTruth {
  /** Face up; null: none (tilted, on a corner). */
  readonly face: DieFace | null;
  readonly nearest: DieFace;
  /** Middle of the top face, its side, its four corners (sharp, in order round it). */
  readonly at: Point;
  readonly size: number;
  readonly corners: readonly Point[];
  /** x, y, width, height of everything that shows of the die. */
  readonly box: readonly [number, number, number, number];
  readonly tilt: number;
  readonly notes: readonly DieNote[];
  /** Gap to the nearest die, mm; infinite when alone. */
  readonly gap: number;
}

/** Share of the top face that must be hidden, cut off or mirror a lamp before the note is given. */
const HIDDEN_SHARE = 0.04;
const GLARE_SHARE = 0.1;

/** The truth of every die in a picture, in the shot's order. */
export function truthOfPicture(stage: Stage, shot: Shot): ShownTruth[] {
  const { arena, camera } = stage.setting;
  const dice = shot.dice.map(({ appearance, pose }): MarkedDie => ({
    pose,
    side: appearance.side,
    round: appearance.rounding * appearance.side,
    set: appearance.set,
  }));
  const discs = shot.things.flatMap((thing): Disc[] => (thing.kind === "disc" ? [thing] : []));
  const truths = truthOf(dice, { insideBy: (x, y) => distanceInside(arena, x, y), discs });
  const bodies = [
    ...shot.dice.map((die) => bodyOfDie(die, camera, stage.lit)),
    ...shot.things.map((thing) => bodyOfThing(thing, camera, stage.lit)),
  ];
  return truths.map((truth, i) => {
    const die = shot.dice[i] as ShownDie;
    const top = topFaceOf(die);
    const corners = top.corners.map((p) => projectPoint(camera, p));
    const spots = placesOnFace(top.corners);
    const notes: DieNote[] = [...truth.notes];
    const hidden = spots.filter((p) => isHidden(camera, bodies, i, p)).length / spots.length;
    if (hidden > HIDDEN_SHARE || shot.things.some((thing) => isHeldBy(thing, die))) notes.push("hidden");
    if (die.appearance.cuts.some((cut) => rotateVector(die.pose.orientation, cut.normal)[2] > -0.3))
      notes.push("damaged");
    if (die.stranger === true) notes.push("foreign");
    if (spots.filter((p) => isGlaring(stage, die, top.normal, p)).length / spots.length > GLARE_SHARE)
      notes.push("glare");
    if (isSeenThrough(stage, die)) notes.push("transparent");
    return {
      face: truth.face,
      nearest: truth.nearest,
      at: projectPoint(camera, top.middle),
      size: corners.reduce((sum, p, k) => sum + apart(p, corners[(k + 1) % 4] ?? p), 0) / 4,
      corners,
      box: boxAround(cornersOf(die.pose, die.appearance.side).map((p) => projectPoint(camera, p))),
      tilt: truth.tilt,
      notes,
      gap: truth.gap,
    };
  });
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function topFaceOf({ appearance, pose }: ShownDie): { middle: Vec3; normal: Vec3; corners: Vec3[] } {
  const own = normalOfSide(upSideOf(pose.orientation).side);
  const normal = rotateVector(pose.orientation, own);
  const h = appearance.side / 2;
  const mid = add(pose.at, scale(normal, h));
  const u = rotateVector(pose.orientation, Math.abs(own[0]) > 0.5 ? [0, 1, 0] : [1, 0, 0]);
  const v = cross(normal, u);
  const corner = (a: number, b: number): Vec3 => add(mid, add(scale(u, a * h), scale(v, b * h)));
  return { middle: mid, normal, corners: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] };
}

/** Places spread over a face, away from its edge. */
function placesOnFace(corners: readonly Vec3[]): Vec3[] {
  const [a = [0, 0, 0], b = a, , d = a] = corners;
  const all: Vec3[] = [];
  for (let i = 0; i < 9; i++)
    for (let j = 0; j < 9; j++) {
      const [s, t] = [0.06 + (0.88 * i) / 8, 0.06 + (0.88 * j) / 8];
      all.push(add(a, add(scale(sub(b, a), s), scale(sub(d, a), t))));
    }
  return all;
}

const ray = new Float64Array(6);
const own = new Float64Array(6);
const hit = new Float64Array(HIT);

function isHidden(camera: Camera, bodies: readonly Body[], self: number, p: Vec3): boolean {
  const at = projectPoint(camera, p);
  if (at.x < 0 || at.y < 0 || at.x > camera.width || at.y > camera.height) return true;
  const way = sub(p, camera.at);
  ray.set(camera.at);
  ray.set(unitOf(way), 3);
  return bodies.some((body, i) => {
    if (i === self) return false;
    rayIntoBody(body, ray, own);
    return hitBody(body, own, hit) && (hit[0] ?? 0) < lengthOf(way) - 0.2;
  });
}

/** Whether a hand or stick is at the die. */
function isHeldBy(thing: Thing, die: ShownDie): boolean {
  if (thing.kind !== "rod") return false;
  const along = sub(thing.to, thing.from);
  const t = Math.min(
    1,
    Math.max(0, dot(sub(die.pose.at, thing.from), along) / Math.max(1e-9, dot(along, along))),
  );
  return (
    lengthOf(sub(die.pose.at, add(thing.from, scale(along, t)))) < thing.radius + die.appearance.side * 0.6
  );
}

/** Whether a lamp's image at this place of the face takes it to saturation, or doubles its light. */
function isGlaring(stage: Stage, die: ShownDie, normal: Vec3, p: Vec3): boolean {
  const { camera, sensor } = stage.setting;
  const way = unitOf(sub(p, camera.at));
  const cos = -dot(way, normal);
  if (cos <= 0) return false;
  const r = add(way, scale(normal, 2 * cos));
  const image = mirroredRadiance(stage.lit, p, r, die.appearance.rough, 0);
  const shine = die.appearance.gloss * fresnelShare(cos) * (image - stage.lit.light.ceiling) + veilAt(stage, p);
  return shine * sensor.exposure > 0.12;
}

/** Light that the dome's own mirror image adds in front of a place. */
function veilAt(stage: Stage, p: Vec3): number {
  const { camera } = stage.setting;
  const at = projectPoint(camera, p);
  const i = Math.floor(at.y) * camera.width + Math.floor(at.x);
  return at.x < 0 || at.x >= camera.width ? 0 : (stage.veil[i] ?? 0);
}

/** Whether pips of the bottom face are seen in this light: by 3 % of white or more. */
function isSeenThrough(stage: Stage, { appearance }: ShownDie): boolean {
  if (appearance.clear === undefined) return false;
  const w = stage.lit.light.weights;
  const absorb = appearance.clear.absorb.reduce((sum, a, i) => sum + a * (w[i] ?? 0), 0);
  return (1 - appearance.clear.haze) * Math.exp(-2 * absorb * appearance.side) > 0.03;
}

function boxAround(points: readonly Point[]): [number, number, number, number] {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}
