import { artOf, drawFace } from "../../../../src/dice/art/faces.ts";
import type { DieFace, FaceSet } from "../../../../src/dice/faces.ts";
import { faceOnSide, SIDES } from "../physics/pose.ts";
import type { DieAppearance, PipStyle } from "./looks.ts";

/**
 * What is inked where. A side's own axes u (right) and v (up), seen from outside, run from -0.5 to 0.5. Side +x has
 * u = y, v = z, and so on round; on the negative sides u and v change places, so that the writing is never mirrored.
 */
export interface Marks {
  /** For each side u, v, radius of its pips; empty when faces are drawn. */
  readonly pips: readonly Float64Array[];
  /** Coverage 0 to 255 of each side's drawing; empty when there are pips. */
  readonly drawn: readonly Uint8Array[];
  readonly print: number;
  readonly hollow: number;
  readonly dish: number;
}

/** Pixels of one side of a drawing. */
export const DRAWN = 96;

type Spot = readonly [u: number, v: number, radius: number];

/** Places of a face's pips, in sides of the die from its middle. */
export function pipsOf(face: DieFace, style: PipStyle): readonly Spot[] {
  const { lattice: d, radius: r } = style;
  const corners: Spot[] = [
    [-d, d, r],
    [d, -d, r],
    [d, d, r],
    [-d, -d, r],
  ];
  const narrow: Spot[] =
    style.two === "diagonal"
      ? corners.slice(0, 2)
      : [
          [-style.two, 0, r],
          [style.two, 0, r],
        ];
  const six = [-1, 0, 1].flatMap((i): Spot[] => [
    [-d, i * d * style.six, r],
    [d, i * d * style.six, r],
  ]);
  const layout: Record<string, readonly Spot[]> = {
    "1": [[0, 0, style.one]],
    "2": narrow,
    "3": [...corners.slice(0, 2), [0, 0, r]],
    "4": corners,
    "5": [...corners, [0, 0, r]],
    "6": six,
  };
  const spots = layout[face];
  if (spots === undefined) throw new RangeError(`no pips for the face ${face}`);
  return spots;
}

const drawings = new Map<string, Uint8Array>();

/** The drawing of a face, made once: it depends on nothing else. */
function drawing(set: FaceSet, face: DieFace): Uint8Array {
  const key = `${set} ${face}`;
  const known = drawings.get(key);
  if (known !== undefined) return known;
  const made = drawFace(artOf(set, face), DRAWN, 3);
  drawings.set(key, made);
  return made;
}

export function marksOf(appearance: DieAppearance): Marks {
  const faces = Array.from({ length: SIDES }, (_, side) => faceOnSide(appearance.set, side));
  const pips = appearance.set === "pips";
  return {
    pips: pips ? faces.map((face) => new Float64Array(pipsOf(face, appearance.pips).flat())) : [],
    drawn: pips ? [] : faces.map((face) => drawing(appearance.set, face)),
    print: appearance.print,
    hollow: appearance.pips.hollow,
    dish: appearance.pips.dish,
  };
}

/**
 * How much of the spot (u, v, width of a pixel in sides of the die) is ink, 0 to 1. `bend` gets where in a
 * drilled pip the spot is: -1 to 1 along u and v, from the pip's middle.
 */
export function inkAt(marks: Marks, side: number, spot: Float64Array, bend: Float64Array): number {
  const u = spot[0] ?? 0;
  const v = spot[1] ?? 0;
  const foot = spot[2] ?? 0;
  bend[0] = bend[1] = 0;
  const pips = marks.pips[side];
  if (pips === undefined) return drawnAt(marks, side, u, v);
  for (let i = 0; i < pips.length; i += 3) {
    const x = u - (pips[i] ?? 0);
    const y = v - (pips[i + 1] ?? 0);
    const r = pips[i + 2] ?? 0;
    const edge = r + foot;
    const d2 = x * x + y * y;
    if (d2 > edge * edge) continue;
    const d = Math.sqrt(d2);
    bend[0] = x / r;
    bend[1] = y / r;
    const out = Math.min(1, Math.max(0, 0.5 + (r - d) / foot));
    if (marks.hollow === 0) return out;
    return Math.min(out, Math.min(1, Math.max(0, 0.5 + (d - r * marks.hollow) / foot)));
  }
  return 0;
}

function drawnAt(marks: Marks, side: number, u: number, v: number): number {
  const drawn = marks.drawn[side];
  if (drawn === undefined) return 0;
  const x = (u / marks.print + 0.5) * DRAWN - 0.5;
  const y = (0.5 - v / marks.print) * DRAWN - 0.5;
  if (x < 0 || y < 0 || x >= DRAWN - 1 || y >= DRAWN - 1) return 0;
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const i = iy * DRAWN + ix;
  const top = (drawn[i] ?? 0) * (1 - fx) + (drawn[i + 1] ?? 0) * fx;
  const low = (drawn[i + DRAWN] ?? 0) * (1 - fx) + (drawn[i + DRAWN + 1] ?? 0) * fx;
  return (top * (1 - fy) + low * fy) / 255;
}

/** Side that a point of the cube's surface belongs to, by its largest coordinate. */
export function sideAt(x: number, y: number, z: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  if (ax >= ay && ax >= az) return x >= 0 ? 0 : 1;
  if (ay >= az) return y >= 0 ? 2 : 3;
  return z >= 0 ? 4 : 5;
}

/** A point's place u on its side. */
export const uOf = (side: number, x: number, y: number, z: number): number =>
  side === 0 || side === 5 ? y : side === 1 || side === 2 ? z : x;

/** A point's place v on its side. */
export const vOf = (side: number, x: number, y: number, z: number): number =>
  side === 0 || side === 3 ? z : side === 1 || side === 4 ? y : x;
