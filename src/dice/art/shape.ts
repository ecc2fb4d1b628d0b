import type { Point } from "../../vision/grey-image.ts";
import { distanceToSegment, isInside } from "../../vision/plane-geometry.ts";

/**
 * A drawn face in the unit square: x to the right, y down, (0, 0) the top left and (1, 1) the bottom right of the face.
 * Paths are written as in SVG with absolute commands only: M, L, C (cubic), Q (quadratic), Z. No artwork of others was
 * traced: every outline here was drawn for tirada.
 */
export interface FaceArt {
  /** Closed outlines; a point inside an odd number of them is inked. */
  readonly fills: readonly string[];
  /** Lines of a width, with round ends and corners. */
  readonly strokes: readonly { readonly path: string; readonly width: number }[];
  /** Closed outlines that are cut out of all of the above. */
  readonly holes: readonly string[];
}

/** A face whose paths are polylines: what drawing and matching work on. */
export interface FlatArt {
  readonly fills: readonly (readonly Point[])[];
  readonly strokes: readonly { readonly points: readonly Point[]; readonly width: number }[];
  readonly holes: readonly (readonly Point[])[];
}

/** Pieces of one curve: at a face of 200 px a piece is shorter than 2 px. */
const PIECES = 16;

/** The polyline of each path. Throws a SyntaxError for a path that is not of the form above. */
export function flattenArt(art: FaceArt): FlatArt {
  return {
    fills: art.fills.flatMap(polylinesOf),
    strokes: art.strokes.flatMap(({ path, width }) => polylinesOf(path).map((points) => ({ points, width }))),
    holes: art.holes.flatMap(polylinesOf),
  };
}

/** Operands (numbers) of each command. */
const OPERANDS: Readonly<Record<string, number>> = { M: 2, L: 2, Q: 4, C: 6, Z: 0 };

function polylinesOf(path: string): Point[][] {
  const all: Point[][] = [];
  let line: Point[] = [];
  for (const [, command = "", text = ""] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = text
      .split(/[\s,]+/)
      .filter((one) => one !== "")
      .map(Number);
    const wanted = OPERANDS[command];
    if (wanted === undefined || numbers.length !== wanted || numbers.some((one) => !Number.isFinite(one)))
      throw new SyntaxError(`path "${path}": "${command}${text}" is no command of M, L, Q, C, Z`);
    const points = pointsOf(numbers);
    if (command === "M") {
      line = [...points];
      all.push(line);
      continue;
    }
    const from = line.at(-1);
    if (from === undefined) throw new SyntaxError(`path "${path}" does not begin with M`);
    if (command === "Z") line.push(...line.slice(0, 1));
    else line.push(...curvePoints([from, ...points]));
  }
  return all;
}

function pointsOf(numbers: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let at = 0; at < numbers.length; at += 2) points.push({ x: numbers[at] ?? 0, y: numbers[at + 1] ?? 0 });
  return points;
}

/** Points of a line or Bézier curve after its first, by de Casteljau's construction. */
function curvePoints(control: readonly Point[]): Point[] {
  const pieces = control.length === 2 ? 1 : PIECES;
  return Array.from({ length: pieces }, (_, piece) => {
    const t = (piece + 1) / pieces;
    let row = [...control];
    while (row.length > 1)
      row = row.slice(1).map((to, at) => {
        const from = row[at] ?? to;
        return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
      });
    return row[0] ?? { x: 0, y: 0 };
  });
}

/** Whether the point of the unit square is inked. */
export function isInked(art: FlatArt, x: number, y: number): boolean {
  const at = { x, y };
  if (art.holes.some((hole) => isInside(hole, at))) return false;
  if (art.fills.filter((fill) => isInside(fill, at)).length % 2 === 1) return true;
  return art.strokes.some(({ points, width }) =>
    points.slice(1).some((end, index) => distanceToSegment(at, points[index] ?? end, end) <= width / 2),
  );
}
