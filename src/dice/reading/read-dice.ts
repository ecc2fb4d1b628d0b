import { greyOf, type ColourImage } from "../../vision/colour-image.ts";
import { IMAGE_SIDE_MAX, type GreyImage, type Point } from "../../vision/grey-image.ts";
import { distance } from "../../vision/plane-geometry.ts";
import { mipsOf, type Mips } from "../../vision/sample.ts";
import { facesOf, type FaceSet } from "../faces.ts";
import { gatherCandidates, sizesNear, type Candidate, type Gathered, isAgreed } from "./candidate.ts";
import { isCounted, judgeDie, isClutter, type DieContext } from "./judge-die.ts";
import { geometryReader, type Geometry, readPips } from "./geometry/reader.ts";
import type { FaceNetwork } from "./network/network.ts";
import { kernelsOf, type Region } from "./network/search.ts";
import { INSIDE_RULES, type InsideRules } from "./inside-pips.ts";
import type { KernelMemory } from "../../vision/kernels/kernels.ts";
import {
  type DieSeen,
  type Reading,
  type ReadReason,
  type DieNote,
  READ_RULES,
  type ReadRules,
} from "./read-types.ts";
import { findMiddles } from "./geometry/blind.ts";

/** Contrast of an overlooked die's pips, as a share of the faintest die's that both readers agree on. */
const CONTRAST = 0.4;
const QUALITY = 0.6;
/** From one size that is searched to the next. */
const STEP = 1.35;

/**
 * Dice that geometry finds by itself where the network sees none: fours, fives and sixes of about the size and contrast
 * of the dice that both agree on; `dice` are those already noted. Each has the note `one-reader`, which makes a picture undecided.
 */
export function findOverlooked(
  kernels: KernelMemory,
  mips: Mips,
  candidates: readonly Candidate[],
  dice: readonly DieSeen[],
): DieSeen[] {
  const agreed = candidates.filter((one) => isAgreed(one, "pips"));
  if (agreed.length === 0) return [];
  const contrasts = agreed.map(({ geometry }) => Math.abs(geometry.contrast));
  const least = Math.max(10, CONTRAST * Math.min(...contrasts));
  const sizes = agreed.map(({ seen }) => seen.size);
  const taken: { readonly at: Point; readonly size: number }[] = [...dice];
  const found: DieSeen[] = [];
  for (let size = Math.max(...sizes); size >= Math.min(...sizes) / STEP; size /= STEP)
    for (const middle of findMiddles(kernels, mips, size, least)) {
      if (taken.some((one) => distance(one.at, middle) < 0.62 * Math.max(one.size, size))) continue;
      const { face, centre, quality, contrast } = readPips(kernels, mips, middle, size, false);
      if (face === null || centre === null || Number(face) < 4) continue;
      if (quality < QUALITY || Math.abs(contrast) < least) continue;
      taken.push({ at: centre, size });
      const said = { network: null, geometry: face };
      found.push({ face: null, at: centre, size, confidence: 0, notes: ["one-reader"], said });
    }
  return found;
}

/** Two sightings are the same die when their middles are nearer than this share of the smaller. */
const SAME = 0.45;

/**
 * The dice of one picture from its readings in several greys. A die that counts in one grey counts, unless a reader
 * names another face in another grey, or another die lies across it there; one that counts in none stays as it is.
 */
export function joinGreys(readings: readonly (readonly DieSeen[])[]): DieSeen[] {
  const [first = [], ...others] = readings;
  return others.reduce<readonly DieSeen[]>(joinReadings, first).slice();
}

function joinReadings(ones: readonly DieSeen[], others: readonly DieSeen[]): DieSeen[] {
  const left = [...others];
  const together = ones.map((one) => {
    const at = left.findIndex((other) => isSame(one, other));
    const [other] = at < 0 ? [] : left.splice(at, 1);
    return other === undefined ? one : joinSightings(one, other);
  });
  return [...together, ...left];
}

function isSame(one: DieSeen, other: DieSeen): boolean {
  return distance(one.at, other.at) < SAME * Math.min(one.size, other.size);
}

function joinSightings(one: DieSeen, other: DieSeen): DieSeen {
  const [better, worse] = isBetter(one, other) ? [one, other] : [other, one];
  if (!isCounted(better)) return better;
  if (worse.isScaleOpen === true) return { ...better, face: null, notes: worse.notes, isScaleOpen: true };
  if (isCounted(worse) ? worse.face === better.face : !namesAnother(worse, better)) return better;
  const notes: DieNote[] = [...new Set<DieNote>([...better.notes, "disagree"])];
  return { ...better, face: null, notes };
}

function isBetter(one: DieSeen, other: DieSeen): boolean {
  if (isCounted(one) !== isCounted(other)) return isCounted(one);
  return one.confidence >= other.confidence;
}

/** Whether a reader names another face and is sure enough of it: geometry by any fit, the network unless it is weak. */
function namesAnother({ said, notes }: DieSeen, { face }: DieSeen): boolean {
  if (said === undefined) return false;
  if (said.geometry !== null && said.geometry !== face) return true;
  return said.network !== null && said.network !== face && !notes.includes("weak");
}

export interface ReadOptions {
  /** The product gives all that it has, and their maps are averaged. Measuring gives those that never saw the picture. */
  readonly networks: readonly FaceNetwork[];
  readonly set: FaceSet;
  /** Side of a die's box, pixels, when calibration knows it. */
  readonly die: number | null;
  /** How many dice there must be. */
  readonly count: number | null;
  /** Where dice count; null: everywhere. */
  readonly arena: readonly Point[] | null;
  /** Parts of the picture where something lies, by the caller's foreground; null: the whole picture. */
  readonly regions: readonly Region[] | null;
  /** Attitudes, radians, in which each die is looked at again. */
  readonly angles: readonly number[];
  /** What pips are told by from dice that lie where a giant die has pips. */
  readonly inside: InsideRules;
  readonly rules: ReadRules;
}

/** All four sides up. */
export const FOUR_ANGLES: readonly number[] = [0, Math.PI / 2, Math.PI, -Math.PI / 2];

export const READ_DEFAULTS = {
  set: "pips",
  die: null,
  count: null,
  arena: null,
  regions: null,
  angles: FOUR_ANGLES,
  inside: INSIDE_RULES,
  rules: READ_RULES,
} as const satisfies Omit<ReadOptions, "networks">;

/** Channels that differ by more than this many levels make a colour picture. */
const GREY_WITHIN = 6;
/** Shortest side of a picture that can be read, pixels. */
const SIDE_MIN = 32;

/**
 * Reads the dice of one picture. Two readers look by themselves: the network at patterns learnt, geometry at pips on a
 * lattice. A die has a face only where both say the same and are sure; whatever else looks like a die makes the reading
 * undecided, with reasons. Colour pictures are read twice, as luma and as the smaller of green and blue, in which red
 * dice are opaque; the two may not contradict each other. Pure: the same picture gives the same reading, bit for bit.
 * Throws a RangeError for a picture smaller than 32 or larger than 4096 pixels a side, for no network or one that does
 * not read the set.
 */
export function readDice(image: GreyImage | ColourImage, options: ReadOptions): Reading {
  const { width, height } = image;
  if (Math.min(width, height) < SIDE_MIN || Math.max(width, height) > IMAGE_SIDE_MAX)
    throw new RangeError(
      `a picture of ${width} by ${height} pixels; ${SIDE_MIN} to ${IMAGE_SIDE_MAX} a side are read`,
    );
  if (options.networks.length === 0) throw new RangeError("no network to read with");
  return judgeSeen(gatherPicture(image, options), options);
}

/** What both readers saw in one grey of a picture, before any rule judges it. */
interface GreySeen extends Gathered {
  /** Dice that geometry found alone. */
  readonly overlooked: readonly DieSeen[];
}

/** What was seen in a picture, one entry a grey. */
export interface PictureSeen {
  readonly width: number;
  readonly height: number;
  readonly greys: readonly GreySeen[];
}

/** The slow half of `readDice`: what both readers see. Throws as it does. */
export function gatherPicture(image: GreyImage | ColourImage, options: ReadOptions): PictureSeen {
  const { width, height } = image;
  const { die, set } = options;
  for (const network of options.networks) network.outputsOfSet(set);
  const kernels = kernelsOf(options);
  if (options.networks.some((network) => network.kernels !== kernels))
    throw new RangeError("networks in different memories");
  const [first, second] = greysOf(image);
  let sizes: readonly number[] | null = die === null ? null : [die];
  const mips = mipsOf(first);
  const look = geometryReader(set, kernels);
  const isSizeKnown = die !== null;
  const seen = gatherCandidates(mips, { ...options, look, sizes, isSizeKnown });
  const dice = diceOf(seen.candidates, contextOf({ width, height }, options));
  const isWhole = set === "pips" && options.regions === null;
  const greys: GreySeen[] = [
    { ...seen, overlooked: isWhole ? findOverlooked(kernels, mips, seen.candidates, dice) : [] },
  ];
  if (second !== undefined) {
    sizes ??= sizesNear(seen.candidates, set);
    greys.push({
      ...gatherCandidates(mipsOf(second), { ...options, look, sizes, isSizeKnown }),
      overlooked: [],
    });
  }
  return { width, height, greys };
}

/** The quick half: what the rules make of it. */
export function judgeSeen(seen: PictureSeen, options: Omit<ReadOptions, "networks">): Reading {
  const context = contextOf(seen, options);
  const readings: DieSeen[][] = [];
  for (const { candidates, overlooked, refuted } of seen.greys) {
    const dice = [...diceOf(candidates, context), ...overlooked];
    readings.push([...dice, ...placesAsDice(refuted, [...readings.flat(), ...dice])]);
  }
  return verdictOf(joinGreys(readings), options);
}

function contextOf(
  { width, height }: { readonly width: number; readonly height: number },
  { set, die, arena, rules }: Pick<ReadOptions, "set" | "die" | "arena" | "rules">,
): DieContext {
  return { width, height, faces: facesOf(set), die, arena, rules };
}

/** Places where a refuted face had its pips and no die is seen, as dice without a face: what lies there must not be lost. */
export function placesAsDice(refuted: readonly Geometry[], dice: readonly DieSeen[]): DieSeen[] {
  return refuted
    .flatMap(({ pips }) => pips)
    .filter((pip) => dice.every(({ at, size }) => distance(at, pip.at) > 0.5 * Math.max(size, pip.radius)))
    .map(({ at, radius }) => ({
      face: null,
      at,
      size: 2 * radius,
      confidence: 0,
      notes: ["one-reader"],
      isScaleOpen: true,
    }));
}

/** The grey pictures of an image: one, or two of a colour image. */
function greysOf(image: GreyImage | ColourImage): [GreyImage, GreyImage?] {
  if (image.data.length === image.width * image.height) return [image];
  const luma = greyOf(image, "luma");
  const red = greyOf(image, "min-green-blue");
  const coloured = luma.data.some((level, at) => Math.abs(level - (red.data[at] ?? level)) > GREY_WITHIN);
  return coloured ? [luma, red] : [luma];
}

/** All candidates as dice, without texture: what is weak and of quite another size than the dice that are sure. */
export function diceOf(candidates: readonly Candidate[], context: DieContext): DieSeen[] {
  const dice = candidates
    .filter((one) => !isClutter(one, context.rules))
    .map((candidate) => ({ candidate, die: judgeDie(candidate, context) }));
  const sure = dice.filter(({ die }) => isCounted(die)).map(({ die }) => die.size);
  const isTexture = ({ candidate, die }: (typeof dice)[number]): boolean =>
    sure.length > 0 &&
    !isCounted(die) &&
    candidate.geometry.face === null &&
    sure.every((size) => Math.max(size / die.size, die.size / size) > context.rules.sizeMixed);
  return dice.filter((one) => !isTexture(one)).map(({ die }) => die);
}

/** The verdict: readable only when every die counts, they are as many and as large as they may be. */
export function verdictOf(
  dice: readonly DieSeen[],
  { count, rules }: Pick<ReadOptions, "count" | "rules">,
): Reading {
  const reasons = new Set<ReadReason>();
  const sorted = [...dice].sort((a, b) => a.at.x - b.at.x || a.at.y - b.at.y);
  if (sorted.length === 0) reasons.add("no-dice");
  if (count !== null && sorted.length > count) reasons.add("too-many");
  if (count !== null && sorted.length < count) reasons.add("too-few");
  for (const die of sorted) if (!isCounted(die)) for (const note of die.notes) reasons.add(note);
  if (sorted.some(({ isScaleOpen }) => isScaleOpen === true)) reasons.add("scale");
  const sizes = sorted.map(({ size }) => size);
  if (Math.max(...sizes) > rules.sizeMixed * Math.min(...sizes)) reasons.add("mixed-sizes");
  return { dice: sorted, verdict: reasons.size === 0 ? "readable" : "undecided", reasons: [...reasons].sort() };
}
