/** One die's top face as a picture, and whether what the unit sent can be a throw at all. */
import type { Language } from "../../../src/text/language.ts";
import { PIP_FACES, SYMBOL_FACES, type DieFace, type FaceSet } from "../../../src/dice/faces.ts";
import type { DiceResultView, DiceView } from "../../../src/table/dice/view-types.ts";
import { h, type JSX } from "preact";
import { faceName } from "./dice-words.ts";

/** Faces of a set, in the order that records have them. Of an unknown set there are none. */
export const facesOf = (set: string): readonly DieFace[] =>
  set === "symbols" ? SYMBOL_FACES : set === "pips" || set === "numerals" ? PIP_FACES : [];

/** Columns and rows of the pips of each value, in steps of the lattice. */
const CELLS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};
/** In a square of 100 units: from the middle to a column, and the radius of a pip. */
const PITCH = 26;
const PIP = 10.5;

interface SymbolArt {
  readonly fills: readonly string[];
  readonly strokes: readonly { readonly path: string; readonly width: number }[];
}

/**
 * The symbols in a square of one unit, drawn for tirada; the camera's readers know the same outlines (a test holds them
 * together). `fills` are closed, `strokes` have round ends.
 */
export const SYMBOL_ART: Readonly<Record<string, SymbolArt>> = {
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
  },
  heart: {
    fills: [
      "M 0.5 0.86 C 0.42 0.74 0.13 0.58 0.13 0.36 C 0.13 0.22 0.23 0.15 0.33 0.15 C 0.41 0.15 0.47 0.2 0.5 0.28 C 0.53 0.2 0.59 0.15 0.67 0.15 C 0.77 0.15 0.87 0.22 0.87 0.36 C 0.87 0.58 0.58 0.74 0.5 0.86 Z",
    ],
    strokes: [],
  },
  diamond: {
    fills: ["M 0.5 0.1 Q 0.62 0.34 0.79 0.5 Q 0.62 0.66 0.5 0.9 Q 0.38 0.66 0.21 0.5 Q 0.38 0.34 0.5 0.1 Z"],
    strokes: [],
  },
  club: {
    fills: ["M 0.47 0.52 L 0.53 0.52 Q 0.54 0.74 0.65 0.86 L 0.35 0.86 Q 0.46 0.74 0.47 0.52 Z"],
    strokes: [
      { path: "M 0.5 0.31 L 0.5 0.31", width: 0.34 },
      { path: "M 0.3 0.57 L 0.3 0.57", width: 0.34 },
      { path: "M 0.7 0.57 L 0.7 0.57", width: 0.34 },
      { path: "M 0.42 0.5 L 0.58 0.5", width: 0.12 },
    ],
  },
  spade: {
    fills: [
      "M 0.5 0.12 C 0.58 0.27 0.86 0.4 0.86 0.58 C 0.86 0.69 0.78 0.75 0.69 0.75 C 0.61 0.75 0.56 0.71 0.53 0.66 Q 0.55 0.79 0.64 0.87 L 0.36 0.87 Q 0.45 0.79 0.47 0.66 C 0.44 0.71 0.39 0.75 0.31 0.75 C 0.22 0.75 0.14 0.69 0.14 0.58 C 0.14 0.4 0.42 0.27 0.5 0.12 Z",
    ],
    strokes: [],
  },
};

function symbol(face: string) {
  const { fills, strokes } = SYMBOL_ART[face] ?? { fills: [], strokes: [] };
  return [
    h(
      "g",
      { transform: "scale(100)" },
      ...fills.map((d) => h("path", { d, fill: "currentColor" })),
      ...strokes.map(({ path, width }) =>
        h("path", {
          d: path,
          fill: "none",
          stroke: "currentColor",
          "stroke-width": width,
          "stroke-linecap": "round",
          "stroke-linejoin": "round",
        }),
      ),
    ),
  ];
}

function drawing(face: string, set: FaceSet): JSX.Element[] {
  if (set === "symbols") return symbol(face);
  if (set === "numerals")
    return [
      h(
        "text",
        { x: 50, y: 79, "text-anchor": "middle", "font-size": 82, "font-weight": 800, fill: "currentColor" },
        face,
      ),
    ];
  return (CELLS[face] ?? []).map(([x, y]) =>
    h("circle", {
      class: "pip",
      cx: 50 + x * PITCH,
      cy: 50 + y * PITCH,
      r: face === "1" ? PIP * 1.25 : PIP,
      fill: "currentColor",
    }),
  );
}

/** A die from above. `--d` is its side. The caller has seen to it that the face is one of the set's. */
export function dieFace(face: string, set: FaceSet, language: Language) {
  return h(
    "div",
    {
      class: `die die-${set} die-${face}`,
      "data-face": face,
      role: "img",
      "aria-label": faceName(face)[language],
    },
    h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, ...drawing(face, set)),
  );
}

/** What the unit says of a throw. */
export type Thrown = Pick<DiceResultView, "faces" | "total" | "equal">;

/** What faces have in common: three alike, two alike, or nothing. */
const equalOf = (faces: readonly string[]) => {
  const kinds = new Set(faces).size;
  return faces.length === 3 && kinds === 1 ? "triple" : kinds < faces.length ? "double" : "none";
};

/**
 * Whether faces, total and equality that the unit sent belong together and are those of this game's dice. A screen shows a
 * throw only then: what contradicts itself is no number.
 * @param thrown `faces`, `total`, `equal` of a verdict or of the series
 * @param dice the view's `dice`
 */
export function isThrow(thrown: Thrown | null | undefined, dice: DiceView | null | undefined): boolean {
  if (thrown == null || dice == null || !isList(thrown.faces)) return false;
  const { faces, total, equal } = thrown;
  const known: readonly string[] = facesOf(dice.faces);
  if (faces.length !== dice.dice) return false;
  const at = faces.map((face) => known.indexOf(face));
  if (!at.every((one, n) => one >= 0 && (at[n - 1] ?? 0) <= one)) return false;
  const sum = dice.faces === "symbols" ? null : faces.reduce((all, face) => all + Number(face), 0);
  return total === sum && equal === equalOf(faces);
}

/** Whether these are faces at all: they came over the wire. */
export const isList = (value: unknown): value is readonly string[] => Array.isArray(value);
