import type { Point } from "../../vision/grey-image.ts";
import type { DieFace } from "../faces.ts";

/** Why a die, or a whole picture, is not taken as it looks. A note that is not {@link isHarmless} keeps the die from counting. */
export const DIE_NOTES = [
  /** closer to another die than 0.5 mm (2 px) */
  "touching",
  /** stands on another die */
  "stacked",
  /** leans: its face is not level */
  "cocked",
  /** rests on or against something that is no die */
  "on-object",
  /** at the arena's rim or wall */
  "rim",
  "outside",
  /** partly covered, or cut by the picture's edge */
  "hidden",
  /** a face that is none, a broken outline */
  "damaged",
  /** not one of the table's dice: size or face set */
  "foreign",
  /** too bright, too dark or mirrored: the face cannot be trusted */
  "glare",
  /** pips of the bottom face shine through */
  "transparent",
  /** the two readers do not agree */
  "disagree",
  /** one reader alone sees it */
  "one-reader",
  /** not sure enough */
  "weak",
] as const;
export type DieNote = (typeof DIE_NOTES)[number];

const HARMLESS_NOTES: readonly DieNote[] = ["touching", "transparent"];

/**
 * True: the note says nothing against a die's face. Readers, dice line and table all ask this function: with answers of their own, one would
 * certify a die that another refuses.
 */
export const isHarmless = (note: DieNote): boolean => HARMLESS_NOTES.includes(note);

/** Why a whole reading is not taken: notes of its dice, and what is against the picture. Each has its words in `reasons.dice-seen`. */
export type ReadReason =
  | DieNote
  | "no-dice"
  | "too-many"
  | "too-few"
  | "mixed-sizes"
  /** What has pips may be one die or many: nobody knows the size of a die. */
  | "scale"
  | "light"
  | "camera-moved"
  | "hand"
  | "foreign-object"
  /** Dice so near each other that the picture does not tell whether they touch. */
  | "near-touch";

/** One die as the readers see it. Positions in pixels of the picture that was given. */
export interface DieSeen {
  /** What both readers say; null: they do not agree, or one says nothing. */
  readonly face: DieFace | null;
  /** Centre of the top face. */
  readonly at: Point;
  /** Side of the top face, pixels. */
  readonly size: number;
  /** 0 to 1000, of the less sure of the two. */
  readonly confidence: number;
  readonly notes: readonly DieNote[];
  /** Corners of the body's outline, when it was found. */
  readonly outline?: readonly Point[];
  /** Degrees that the top face is tilted, when geometry tells. */
  readonly tilt?: number;
  /** What it has for pips may be dice themselves: its size is not settled. Never set where the dice's size is known. */
  readonly isScaleOpen?: true;
  /** What each reader said by itself, for the technician and for measuring. */
  readonly said?: { readonly network: DieFace | null; readonly geometry: DieFace | null };
}

export interface Reading {
  /** Every die seen, also those without a face. */
  readonly dice: readonly DieSeen[];
  readonly verdict: "readable" | "undecided";
  /** Why it is undecided. */
  readonly reasons: readonly ReadReason[];
}

/**
 * When a die counts. Every number was chosen on one half of the photographs and checked on the other, both ways: see
 * docs/dice-reading.md.
 */
export interface ReadRules {
  /** The networks' mean value of its face, at least. */
  readonly sure: number;
  /** The value of each network by itself in each attitude, at least; and no other face's may be more in all of them. */
  readonly least: number;
  /** The next best face, at most, as a share of the best. */
  readonly second: number;
  /** "A die, but no legal face", at most. */
  readonly none: number;
  /** Quality of the geometric fit, at least. */
  readonly quality: number;
  /** The same for ones, whose pips prove less. */
  readonly qualityOfOne: number;
  /** What the network sees weaker than this, and geometry not at all, is no die. */
  readonly clutter: number;
  /** Middles of the face by the two readers, at most, as a share of the size. */
  readonly apart: number;
  /** Size of a die against the known size, at most, either way. */
  readonly sizeKnown: number;
  /** Largest against smallest die of one picture when no size is known. */
  readonly sizeMixed: number;
  /** About its middle the pips' square, this much larger, must lie within the picture. */
  readonly margin: number;
}

export const READ_RULES: ReadRules = {
  sure: 0.38,
  least: 0.25,
  second: 0.72,
  none: 0.45,
  quality: 0.5,
  qualityOfOne: 0.5,
  clutter: 0.25,
  apart: 0.25,
  sizeKnown: 1.22,
  sizeMixed: 2.5,
  margin: 1.28,
};
