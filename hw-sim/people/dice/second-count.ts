import type { DieFace } from "../../../src/dice/faces.ts";

/**
 * A second reading of what a throw comes to, counted from the faces alone and from the catalogues' own words: nothing of it
 * comes from packs or from `src/rules/throw-outcome.ts`, so that a mistake there cannot pass by being made twice.
 */
export interface Counted {
  readonly faces: string;
  readonly total: number | null;
  readonly equal: "triple" | "double" | "none";
  readonly category: string | null;
  /** Craps: what the throw was called and where the series stands after it, `goes-on 4`, `natural -`; null elsewhere. */
  readonly call: string | null;
}

/** Where a series of craps stands: the point, or null while coming out. */
export type Point = number | null;

const SYMBOLS = ["crown", "anchor", "heart", "diamond", "club", "spade"];
const ORDER: readonly string[] = ["1", "2", "3", "4", "5", "6", ...SYMBOLS];

export function inOrder(faces: readonly DieFace[]): string {
  return [...faces].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join(" ");
}

/** `game` is the pack's game, `sic-bo`; `point` only matters at craps. */
export function countThrow(game: string, faces: readonly DieFace[], point: Point): Counted {
  const total = faces.some((face) => SYMBOLS.includes(face))
    ? null
    : faces.reduce((sum, face) => sum + ORDER.indexOf(face) + 1, 0);
  const different = new Set(faces).size;
  const equal =
    different === faces.length ? "none" : different === 1 && faces.length === 3 ? "triple" : "double";
  const isCraps = game === "craps" || game === "mini-craps";
  const call = isCraps && total !== null ? `${callOf(total, point)} ${pointAfter(total, point) ?? "-"}` : null;
  return { faces: inOrder(faces), total, equal, category: categoryOf(game, total, equal), call };
}

/** Where the series stands after a throw that counts. */
export function pointAfter(total: number, point: Point): Point {
  if (point !== null) return total === 7 || total === point ? null : point;
  return [4, 5, 6, 8, 9, 10].includes(total) ? total : null;
}

function callOf(total: number, point: Point): string {
  if (point !== null) return total === point ? "point-made" : total === 7 ? "seven-out" : "goes-on";
  if (total === 7 || total === 11) return "natural";
  return total === 2 || total === 3 || total === 12 ? "craps" : "point-set";
}

function categoryOf(game: string, total: number | null, equal: Counted["equal"]): string | null {
  if (total === null) return null;
  if (game === "sic-bo") return equal === "triple" ? "cualquier-triple" : total <= 10 ? "pequena" : "grande";
  if (game !== "banca-francesa") return null;
  if (total === 3) return "ases";
  if (total >= 5 && total <= 7) return "pequeno";
  return total >= 14 && total <= 16 ? "grande" : null;
}
