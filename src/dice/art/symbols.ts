import type { PipValue } from "./pips.ts";
import type { FaceArt } from "./shape.ts";

const WIDTH = 0.105;

function strokesOf(...paths: readonly string[]): FaceArt {
  return { fills: [], strokes: paths.map((path) => ({ path, width: WIDTH })), holes: [] };
}

/** The numerals of numbered dice: upright, a plain round hand, drawn for tirada. */
export const NUMERAL_ART: Readonly<Record<PipValue, FaceArt>> = {
  "1": strokesOf("M 0.37 0.31 L 0.52 0.2 L 0.52 0.8"),
  "2": strokesOf(
    "M 0.31 0.36 C 0.31 0.25 0.4 0.19 0.5 0.19 C 0.61 0.19 0.69 0.26 0.69 0.36 C 0.69 0.52 0.42 0.63 0.31 0.8 L 0.7 0.8",
  ),
  "3": strokesOf(
    "M 0.32 0.26 C 0.38 0.2 0.44 0.19 0.5 0.19 C 0.6 0.19 0.67 0.25 0.67 0.34 C 0.67 0.43 0.6 0.48 0.47 0.48 C 0.62 0.48 0.7 0.55 0.7 0.64 C 0.7 0.74 0.62 0.81 0.5 0.81 C 0.42 0.81 0.35 0.79 0.3 0.73",
  ),
  "4": strokesOf("M 0.58 0.8 L 0.58 0.2 L 0.28 0.62 L 0.73 0.62"),
  "5": strokesOf(
    "M 0.67 0.2 L 0.37 0.2 L 0.34 0.47 C 0.4 0.43 0.45 0.42 0.5 0.42 C 0.62 0.42 0.7 0.5 0.7 0.61 C 0.7 0.73 0.62 0.81 0.49 0.81 C 0.41 0.81 0.35 0.78 0.3 0.73",
  ),
  "6": strokesOf(
    "M 0.62 0.2 C 0.46 0.28 0.31 0.43 0.31 0.61 C 0.31 0.73 0.39 0.81 0.5 0.81 C 0.61 0.81 0.69 0.73 0.69 0.62 C 0.69 0.51 0.61 0.44 0.51 0.44 C 0.41 0.44 0.33 0.51 0.31 0.61",
  ),
};

/** The six faces of corona y ancla. Drawn for tirada; each fills about 0.14 to 0.86 of the face, as printed dice do. */
export const SYMBOL_ART: Readonly<
  Record<"crown" | "anchor" | "heart" | "diamond" | "club" | "spade", FaceArt>
> = {
  crown: {
    fills: [
      "M 0.16 0.34 L 0.33 0.54 L 0.5 0.2 L 0.67 0.54 L 0.84 0.34 L 0.76 0.7 L 0.24 0.7 Z",
      "M 0.24 0.735 L 0.76 0.735 L 0.76 0.83 L 0.24 0.83 Z",
    ],
    strokes: [
      { path: "M 0.16 0.31 L 0.16 0.31", width: 0.1 },
      { path: "M 0.5 0.19 L 0.5 0.19", width: 0.11 },
      { path: "M 0.84 0.31 L 0.84 0.31", width: 0.1 },
    ],
    holes: [],
  },
  anchor: {
    fills: ["M 0.13 0.54 L 0.3 0.6 L 0.15 0.73 Z", "M 0.87 0.54 L 0.85 0.73 L 0.7 0.6 Z"],
    strokes: [
      { path: "M 0.5 0.3 L 0.5 0.82", width: 0.085 },
      { path: "M 0.33 0.37 L 0.67 0.37", width: 0.075 },
      { path: "M 0.2 0.63 C 0.24 0.78 0.38 0.84 0.5 0.84 C 0.62 0.84 0.76 0.78 0.8 0.63", width: 0.085 },
      {
        path: "M 0.5 0.13 C 0.55 0.13 0.585 0.165 0.585 0.21 C 0.585 0.26 0.55 0.295 0.5 0.295 C 0.45 0.295 0.415 0.26 0.415 0.21 C 0.415 0.165 0.45 0.13 0.5 0.13 Z",
        width: 0.055,
      },
    ],
    holes: [],
  },
  heart: {
    fills: [
      "M 0.5 0.86 C 0.42 0.74 0.13 0.58 0.13 0.36 C 0.13 0.22 0.23 0.15 0.33 0.15 C 0.41 0.15 0.47 0.2 0.5 0.28 C 0.53 0.2 0.59 0.15 0.67 0.15 C 0.77 0.15 0.87 0.22 0.87 0.36 C 0.87 0.58 0.58 0.74 0.5 0.86 Z",
    ],
    strokes: [],
    holes: [],
  },
  diamond: {
    fills: ["M 0.5 0.1 Q 0.62 0.34 0.79 0.5 Q 0.62 0.66 0.5 0.9 Q 0.38 0.66 0.21 0.5 Q 0.38 0.34 0.5 0.1 Z"],
    strokes: [],
    holes: [],
  },
  club: {
    fills: ["M 0.47 0.52 L 0.53 0.52 Q 0.54 0.74 0.65 0.86 L 0.35 0.86 Q 0.46 0.74 0.47 0.52 Z"],
    strokes: [
      { path: "M 0.5 0.31 L 0.5 0.31", width: 0.34 },
      { path: "M 0.3 0.57 L 0.3 0.57", width: 0.34 },
      { path: "M 0.7 0.57 L 0.7 0.57", width: 0.34 },
      { path: "M 0.42 0.5 L 0.58 0.5", width: 0.12 },
    ],
    holes: [],
  },
  spade: {
    fills: [
      "M 0.5 0.12 C 0.58 0.27 0.86 0.4 0.86 0.58 C 0.86 0.69 0.78 0.75 0.69 0.75 C 0.61 0.75 0.56 0.71 0.53 0.66 Q 0.55 0.79 0.64 0.87 L 0.36 0.87 Q 0.45 0.79 0.47 0.66 C 0.44 0.71 0.39 0.75 0.31 0.75 C 0.22 0.75 0.14 0.69 0.14 0.58 C 0.14 0.4 0.42 0.27 0.5 0.12 Z",
    ],
    strokes: [],
    holes: [],
  },
};
