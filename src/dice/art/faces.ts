import type { DieFace, FaceSet } from "../faces.ts";
import { PIP_CELLS, pipDiscs, WESTERN_PIPS, type PipStyle, type PipValue } from "./pips.ts";
import { flattenArt, isInked, type FaceArt, type FlatArt } from "./shape.ts";
import { SYMBOL_ART } from "./symbols.ts";

/** The drawing of a face of this set; pips in the style that is asked for. */
export function artOf(set: FaceSet, face: DieFace, style: PipStyle = WESTERN_PIPS): FlatArt {
  if (set === "symbols") return flattenArt(SYMBOL_ART[ownKey(SYMBOL_ART, face, "symbol")]);
  return flattenArt(pipArt(ownKey(PIP_CELLS, face, "number of pips"), style));
}

function pipArt(face: PipValue, style: PipStyle): FaceArt {
  const strokes = pipDiscs(face, style).map(({ x, y, radius }) => ({
    path: `M ${x} ${y} L ${x} ${y}`,
    width: 2 * radius,
  }));
  return { fills: [], strokes, holes: [] };
}

function ownKey<Key extends string>(art: Readonly<Record<Key, unknown>>, face: string, kind: string): Key {
  if (Object.hasOwn(art, face)) return face as Key;
  throw new RangeError(`the face "${face}" is no ${kind}`);
}

/**
 * Ink coverage of a face, 0 (body) to 255 (ink), `side * side` bytes row after row, `fine * fine` samples a pixel.
 * `side` 1 to 1024.
 */
export function drawFace(art: FlatArt, side: number, fine = 4): Uint8Array {
  if (!Number.isInteger(side) || side < 1 || side > 1_024) throw new RangeError(`a face of ${side} pixels`);
  const out = new Uint8Array(side * side);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      let inked = 0;
      for (let sample = 0; sample < fine * fine; sample++) {
        const x = (column + ((sample % fine) + 0.5) / fine) / side;
        const y = (row + (Math.floor(sample / fine) + 0.5) / fine) / side;
        if (isInked(art, x, y)) inked++;
      }
      out[row * side + column] = Math.round((255 * inked) / (fine * fine));
    }
  return out;
}
