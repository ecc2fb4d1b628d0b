/**
 * When a die counts. Every number was chosen on one half of the photographs and checked on the other, both ways: see
 * docs/dice-reading.md.
 */
export interface ReadRules {
  /** The network's value of its face, at least. */
  readonly sure: number;
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
