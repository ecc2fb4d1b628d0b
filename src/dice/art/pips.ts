import type { Point } from "../../vision/grey-image.ts";

/** Cells of the pip lattice: columns and rows -1, 0, 1 about the centre of the face. */
const NW = { x: -1, y: -1 };
const NE = { x: 1, y: -1 };
const SW = { x: -1, y: 1 };
const SE = { x: 1, y: 1 };
const MID = { x: 0, y: 0 };

export type PipValue = "1" | "2" | "3" | "4" | "5" | "6";

/** Where the pips of each value lie, in lattice units; a turn of the die by 90 degrees turns 2, 3 and 6. */
export const PIP_CELLS: Readonly<Record<PipValue, readonly Point[]>> = {
  "1": [MID],
  "2": [NW, SE],
  "3": [NW, MID, SE],
  "4": [NW, NE, SW, SE],
  "5": [NW, NE, MID, SW, SE],
  "6": [NW, NE, SW, SE, { x: -1, y: 0 }, { x: 1, y: 0 }],
};

/**
 * How a make of dice draws its pips; lengths in sides of the face. Western: all pips alike. "Asian" (usual in Sic Bo):
 * a large 1 and a narrow 2 that lies on a side's parallel.
 */
export interface PipStyle {
  /** From the centre of the face to a column or row. */
  readonly pitch: number;
  readonly radius: number;
  readonly oneRadius: number;
  /** Half the distance of the pips of a 2 and whether they lie on a parallel of the sides instead of the diagonal. */
  readonly two: { readonly half: number; readonly straight: boolean };
}

export const WESTERN_PIPS: PipStyle = {
  pitch: 0.26,
  radius: 0.095,
  oneRadius: 0.095,
  two: { half: 0.26 * Math.SQRT2, straight: false },
};

export const ASIAN_PIPS: PipStyle = {
  ...WESTERN_PIPS,
  oneRadius: 0.17,
  two: { half: 0.16, straight: true },
};

/** The pips of a value in this style as discs in the unit square of the face, y down. */
export function pipDiscs(value: PipValue, style: PipStyle): (Point & { readonly radius: number })[] {
  if (value === "2" && style.two.straight)
    return [-1, 1].map((side) => ({ x: 0.5 + side * style.two.half, y: 0.5, radius: style.radius }));
  const radius = value === "1" ? style.oneRadius : style.radius;
  const pitch = value === "2" ? style.two.half / Math.SQRT2 : style.pitch;
  return PIP_CELLS[value].map(({ x, y }) => ({ x: 0.5 + x * pitch, y: 0.5 + y * pitch, radius }));
}
