import type { KernelMemory } from "../../../vision/kernels/kernels.ts";
import type { Point } from "../../../vision/grey-image.ts";
import { sampleWindow, toPicture, type Mips, type Window } from "../../../vision/sample.ts";
import type { DieFace, FaceSet } from "../../faces.ts";
import { fitFace } from "./fit.ts";
import { drawnTemplates, GlyphReader } from "./glyphs.ts";
import { FIT_RULES, KNOWN_RULES, type FitFailure } from "./judge.ts";
import { pitchOf, placeOf } from "./lattice.ts";
import { BOX, WINDOW } from "./spots.ts";

/** What geometry finds at a place, in pixels of the picture. It shares with the network only the place and the size. */
export interface Geometry {
  readonly face: DieFace | null;
  /** Why there is no face. */
  readonly failure: FitFailure | null;
  /** 0 to 1. */
  readonly quality: number;
  /** Grey levels of pips or ink against the body, with sign. */
  readonly contrast: number;
  /** Middle of the face, or of what came nearest to one. */
  readonly centre: Point | null;
  /** Corners of the pips' square; none for a one or a glyph. */
  readonly corners: readonly Point[];
  /** From the middle to a row of pips. */
  readonly pitch: number | null;
  /** The pips that make the face, or nearly made one; none for a glyph. */
  readonly pips: readonly PipSeen[];
  /** Shortest over longest stretch of the lattice of a 4 or 5, the cosine of the tilt; 1 where nothing tells. */
  readonly square: number;
}

/** One pip, in pixels of the picture. */
export interface PipSeen {
  readonly at: Point;
  readonly radius: number;
}

/** Looks at one place of a picture, where the die's box measures about `size` pixels, or just that when the dice are known. */
export type GeometryReader = (mips: Mips, at: Point, size: number, isKnown: boolean) => Geometry;

/** The reader of a set: pips by their lattice, symbols by correlation with the product's drawings. */
export function geometryReader(set: FaceSet, kernels: KernelMemory): GeometryReader {
  if (set === "pips") return (...asked) => readPips(kernels, ...asked);
  const known = GLYPHS.get(set) ?? new GlyphReader(drawnTemplates(set));
  GLYPHS.set(set, known);
  return (mips, at, size) => readGlyph(known, mips, at, size);
}

/** Templates in every attitude, constant for each set: made when first asked for. */
const GLYPHS = new Map<FaceSet, GlyphReader>();

function windowAt(at: Point, size: number): Window {
  return { centre: at, step: size / BOX, angle: 0, width: WINDOW, height: WINDOW };
}

const CORNERS: readonly Point[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
];

/** A place without pips. */
const NO_PIPS = { corners: [], pitch: null, pips: [], square: 1 } as const;

const noFace = (failure: FitFailure | null, contrast: number, centre: Point | null): Geometry => ({
  face: null,
  failure,
  quality: 0,
  contrast,
  centre,
  ...NO_PIPS,
});

/** Pips. */
export function readPips(
  kernels: KernelMemory,
  ...[mips, at, size, isKnown]: Parameters<GeometryReader>
): Geometry {
  const window = windowAt(at, size);
  const { fit, ...rest } = fitFace(kernels, sampleWindow(mips, window), isKnown ? KNOWN_RULES : FIT_RULES);
  const failure = rest.failure;
  const nearest = fit ?? ("nearest" in rest ? rest.nearest : null);
  if (nearest === null) return noFace(failure, 0, null);
  const { lattice, value, quality, contrast, square, spots } = nearest;
  const single = value === "1";
  return {
    face: fit === null ? null : value,
    failure,
    quality: fit === null ? 0 : quality,
    contrast,
    centre: toPicture(window, lattice.centre),
    corners: single ? [] : CORNERS.map((cell) => toPicture(window, placeOf(lattice, cell))),
    pitch: single ? null : pitchOf(lattice) * window.step,
    pips: spots.map((spot) => ({ at: toPicture(window, spot), radius: spot.radius * window.step })),
    square: value === "4" || value === "5" ? square : 1,
  };
}

/** Correlation from which a drawing is recognised, and by how much it must lead before any other face's. */
const MATCH = 0.6;
const LEAD = 0.03;

function readGlyph(reader: GlyphReader, mips: Mips, at: Point, size: number): Geometry {
  const window = windowAt(at, size);
  const fit = reader.fit(sampleWindow(mips, window));
  if (fit === null || fit.match < MATCH) return noFace("nothing", fit?.contrast ?? 0, null);
  const centre = toPicture(window, fit);
  if (fit.match - fit.next < LEAD) return noFace("disagree", fit.contrast, centre);
  return { face: fit.face, failure: null, quality: fit.match, contrast: fit.contrast, centre, ...NO_PIPS };
}
