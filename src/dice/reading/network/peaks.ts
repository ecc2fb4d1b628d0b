import type { Maps } from "./network.ts";

/** A place where the maps say that there is a die, in pixels of the window that was read. */
export interface Peak {
  readonly x: number;
  readonly y: number;
  /** The cell of the maps that is the peak. */
  readonly column: number;
  readonly row: number;
  /** 0 to 1 for each face, in the outputs' order: the most in the cells around the peak. */
  readonly faces: readonly number[];
  /** 0 to 1: a die, but no legal face. */
  readonly none: number;
  /** log2 of the die's side over the side that the network was trained for. */
  readonly scale: number;
}

/** Maps of probabilities: faces, none and log2 of the size, row after row. */
export interface FaceMaps {
  /** Cells of the window left of the maps and above them. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly faces: readonly Float32Array[];
  readonly none: Float32Array;
  readonly scale: Float32Array;
}

/** Which of a network's outputs are the faces that are asked for; every other face is none of theirs. */
export interface Outputs {
  readonly faces: readonly number[];
  readonly none: readonly number[];
  readonly scale: number;
}

/** One network's maps as probabilities. A face of another set counts as none. */
export function faceMapsOf({ planes, ...place }: Maps, outputs: Outputs): FaceMaps {
  const count = place.width * place.height;
  const planeAt = (plane: number): Float32Array => planes[plane] ?? new Float32Array(count);
  const chances = (plane: number): Float32Array => planeAt(plane).map((value) => 1 / (1 + Math.exp(-value)));
  const none = new Float32Array(count);
  for (const plane of outputs.none)
    chances(plane).forEach((value, at) => (none[at] = Math.max(none[at] ?? 0, value)));
  return { ...place, faces: outputs.faces.map(chances), none, scale: planeAt(outputs.scale) };
}

/** The mean of several networks' maps: probabilities, not logits, so that one network that is sure alone does not decide. */
export function meanMaps(all: readonly FaceMaps[]): FaceMaps {
  const [first] = all;
  if (first === undefined) throw new RangeError("no network's maps to average");
  if (all.length === 1) return first;
  const mean = (of: (maps: FaceMaps) => Float32Array): Float32Array =>
    of(first).map((_, at) => all.reduce((sum, maps) => sum + (of(maps)[at] ?? 0), 0) / all.length);
  return {
    ...first,
    faces: first.faces.map((plane, face) => mean(({ faces }) => faces[face] ?? plane)),
    none: mean(({ none }) => none),
    scale: mean(({ scale }) => scale),
  };
}

/** Cells each way that a peak must overtop: two dice are never nearer than that. */
const REACH = 2;

/** Peaks of any face, or of none, of at least `floor`; `cell`: pixels of the window to one cell. */
export function peaksOf(maps: FaceMaps, cell: number, floor: number): Peak[] {
  const { width, height } = maps;
  const best = new Float32Array(width * height);
  for (const plane of [...maps.faces, maps.none])
    for (let at = 0; at < best.length; at++) best[at] = Math.max(best[at] ?? 0, plane[at] ?? 0);
  const peaks: Peak[] = [];
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      if ((best[row * width + column] ?? 0) >= floor && isPeak(best, width, height, column, row))
        peaks.push(peakAt(maps, cell, column, row));
  return peaks;
}

function isPeak(plane: Float32Array, width: number, height: number, column: number, row: number): boolean {
  const here = row * width + column;
  const value = plane[here] ?? 0;
  for (let y = Math.max(0, row - REACH); y <= Math.min(height - 1, row + REACH); y++)
    for (let x = Math.max(0, column - REACH); x <= Math.min(width - 1, column + REACH); x++) {
      const at = y * width + x;
      const other = plane[at] ?? 0;
      // Of equal neighbours the first is the peak.
      if (other > value || (other === value && at < here)) return false;
    }
  return true;
}

/** What the maps say around a cell; the place is the mass centre of the strongest face about it. */
export function peakAt(maps: FaceMaps, cell: number, column: number, row: number): Peak {
  const { width, height } = maps;
  const around = (plane: Float32Array): number => {
    let most = 0;
    for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++)
        most = Math.max(most, plane[y * width + x] ?? 0);
    return most;
  };
  const faces = maps.faces.map(around);
  const none = around(maps.none);
  const strongest = faces.indexOf(Math.max(...faces));
  const plane = none > (faces[strongest] ?? 0) ? maps.none : (maps.faces[strongest] ?? maps.none);
  const { x, y } = massCentreOf(plane, width, height, column, row);
  // Targets were drawn with cell c at pixel 4c + 1.5 counted from pixel centres, which is 4c + 2 from the corner.
  return {
    x: (maps.left + x + 0.5) * cell,
    y: (maps.top + y + 0.5) * cell,
    column,
    row,
    faces,
    none,
    scale: maps.scale[row * width + column] ?? 0,
  };
}

function massCentreOf(plane: Float32Array, width: number, height: number, column: number, row: number) {
  let [sum, x, y] = [1e-9, 0, 0];
  for (let v = Math.max(0, row - 1); v <= Math.min(height - 1, row + 1); v++)
    for (let u = Math.max(0, column - 1); u <= Math.min(width - 1, column + 1); u++) {
      const weight = plane[v * width + u] ?? 0;
      sum += weight;
      x += weight * (u - column);
      y += weight * (v - row);
    }
  return { x: column + x / sum, y: row + y / sum };
}
