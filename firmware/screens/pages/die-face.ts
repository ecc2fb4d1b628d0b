/** One die's top face as a picture, and whether what the unit sent can be a throw at all. */
import { SYMBOL_ART } from "../../../src/dice/art/symbols.ts";
import { facesOf as facesOfSet, FACE_SETS, type DieFace, type FaceSet } from "../../../src/dice/faces.ts";
import type { DiceResultView, DiceView } from "../../../src/table/dice/view-types.ts";
import type { Language } from "../../../src/text/language.ts";
import { h, type JSX } from "preact";
import { faceName } from "./game-words.ts";

/** Faces of a set, in the order that records have them. A set that came over the wire and is none has none. */
export const facesOf = (set: FaceSet): readonly DieFace[] => (FACE_SETS.includes(set) ? facesOfSet(set) : []);

type Cell = readonly [column: number, row: number];
const MIDDLE: Cell = [0, 0];
const DIAGONAL: readonly Cell[] = [
  [-1, -1],
  [1, 1],
];
const CORNERS: readonly Cell[] = [...DIAGONAL, [1, -1], [-1, 1]];
/** Columns and rows of the pips of each value, in steps of the lattice. */
const CELLS: Readonly<Record<string, readonly Cell[]>> = {
  1: [MIDDLE],
  2: DIAGONAL,
  3: [...DIAGONAL, MIDDLE],
  4: CORNERS,
  5: [...CORNERS, MIDDLE],
  6: [...CORNERS, [-1, 0], [1, 0]],
};
/** In a square of 100 units: from the middle to a column, and the radius of a pip. */
const PITCH = 26;
const PIP = 10.5;

/** Those outlines by which the camera's readers know the symbols. They are in a square of one unit. */
function symbolDrawing(face: keyof typeof SYMBOL_ART): JSX.Element {
  const { fills, strokes } = SYMBOL_ART[face];
  const line = { fill: "none", stroke: "currentColor", "stroke-linecap": "round", "stroke-linejoin": "round" };
  return h(
    "g",
    { transform: "scale(100)" },
    ...fills.map((d) => h("path", { d, fill: "currentColor" })),
    ...strokes.map(({ path, width }) => h("path", { d: path, ...line, "stroke-width": width })),
  );
}

const pipDrawing = (face: string): JSX.Element[] =>
  (CELLS[face] ?? []).map(([column, row]) => {
    const [cx, cy, r] = [50 + column * PITCH, 50 + row * PITCH, face === "1" ? PIP * 1.25 : PIP];
    return h("circle", { class: "pip", cx, cy, r, fill: "currentColor" });
  });

/** A die from above. `--d` is its side. The caller has seen to it that the face is one of the set's. */
export function dieFace(face: string, set: FaceSet, language: Language) {
  const drawing =
    set === "symbols"
      ? Object.hasOwn(SYMBOL_ART, face)
        ? symbolDrawing(face as keyof typeof SYMBOL_ART)
        : null
      : pipDrawing(face);
  return h(
    "div",
    {
      class: `die die-${set} die-${face}`,
      "data-face": face,
      role: "img",
      "aria-label": faceName(face)[language],
    },
    h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, drawing),
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
  if (thrown == null || dice == null || !isFaceList(thrown.faces)) return false;
  const { faces, total, equal } = thrown;
  const known: readonly string[] = facesOf(dice.faces);
  if (faces.length !== dice.dice) return false;
  const at = faces.map((face) => known.indexOf(face));
  if (!at.every((one, n) => one >= 0 && (at[n - 1] ?? 0) <= one)) return false;
  const sum = dice.faces === "symbols" ? null : faces.reduce((all, face) => all + Number(face), 0);
  return total === sum && equal === equalOf(faces);
}

/** Whether these are faces at all: they came over the wire. */
export const isFaceList = (value: unknown): value is readonly string[] => Array.isArray(value);
