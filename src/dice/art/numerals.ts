import type { FaceArt } from "./shape.ts";

const WIDTH = 0.105;

function lines(...paths: readonly string[]): FaceArt {
  return { fills: [], strokes: paths.map((path) => ({ path, width: WIDTH })), holes: [] };
}

/** The numerals of numbered dice: upright, a plain round hand, drawn for tirada. */
export const NUMERAL_ART: Readonly<Record<"1" | "2" | "3" | "4" | "5" | "6", FaceArt>> = {
  "1": lines("M 0.37 0.31 L 0.52 0.2 L 0.52 0.8"),
  "2": lines(
    "M 0.31 0.36 C 0.31 0.25 0.4 0.19 0.5 0.19 C 0.61 0.19 0.69 0.26 0.69 0.36 C 0.69 0.52 0.42 0.63 0.31 0.8 L 0.7 0.8",
  ),
  "3": lines(
    "M 0.32 0.26 C 0.38 0.2 0.44 0.19 0.5 0.19 C 0.6 0.19 0.67 0.25 0.67 0.34 C 0.67 0.43 0.6 0.48 0.47 0.48 C 0.62 0.48 0.7 0.55 0.7 0.64 C 0.7 0.74 0.62 0.81 0.5 0.81 C 0.42 0.81 0.35 0.79 0.3 0.73",
  ),
  "4": lines("M 0.58 0.8 L 0.58 0.2 L 0.28 0.62 L 0.73 0.62"),
  "5": lines(
    "M 0.67 0.2 L 0.37 0.2 L 0.34 0.47 C 0.4 0.43 0.45 0.42 0.5 0.42 C 0.62 0.42 0.7 0.5 0.7 0.61 C 0.7 0.73 0.62 0.81 0.49 0.81 C 0.41 0.81 0.35 0.78 0.3 0.73",
  ),
  "6": lines(
    "M 0.62 0.2 C 0.46 0.28 0.31 0.43 0.31 0.61 C 0.31 0.73 0.39 0.81 0.5 0.81 C 0.61 0.81 0.69 0.73 0.69 0.62 C 0.69 0.51 0.61 0.44 0.51 0.44 C 0.41 0.44 0.33 0.51 0.31 0.61",
  ),
};
