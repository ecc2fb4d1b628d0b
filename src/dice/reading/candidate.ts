import type { Mips } from "../../vision/sample.ts";
import { facesOf, type FaceSet } from "../faces.ts";
import type { Geometry, GeometryReader } from "./geometry/reader.ts";
import {
  lookInsidePips,
  type InsideLook,
  type InsideMeasures,
  type InsidePips,
  type InsideRules,
} from "./inside-pips.ts";
import { READ_RULES } from "./read-types.ts";
import {
  lookCloser,
  meanLook,
  type Look,
  mergeSightings,
  pyramidSizes,
  findSightings,
  strengthOf,
  type NetworkReader,
  type Region,
  type Sighting,
} from "./network/search.ts";

/** A place of the picture where there may be a die, with what each reader finds there by itself. */
export interface Candidate {
  /** By the networks: where, how large, and 0 to 1 for each face of the set and for none. */
  readonly seen: Look;
  readonly geometry: Geometry;
  /** What its pips are, looked at closely; always pips where the size of dice is known. */
  readonly inside: InsidePips;
  /** By what it was told; null: nobody had to look inside. */
  readonly measures: InsideMeasures | null;
}

export interface Gathered {
  readonly candidates: readonly Candidate[];
  /** Faces whose pips turned out to be dice: they are no candidates, but a die must be found at each pip's place. */
  readonly refuted: readonly Geometry[];
}

export interface GatherOptions extends NetworkReader {
  readonly look: GeometryReader;
  /** Sides of dice's boxes to search for, pixels, largest first; null: every size that a picture can show. */
  readonly sizes: readonly number[] | null;
  /** Whether the size of the dice is known: then nothing of another size is taken for a die. */
  readonly isSizeKnown: boolean;
  /** Parts of the picture to search; null: all of it. */
  readonly regions: readonly Region[] | null;
  /** Radians: in each of these attitudes the network looks at a die once more. */
  readonly angles: readonly number[];
  readonly inside: InsideRules;
}

/** Strength of a sighting that is looked at again, and that it must keep then. */
const FIRST_STRENGTH = 0.12;
const SECOND_STRENGTH = 0.1;
/** Strength of a sighting that is examined at once, to know the scale of the picture. */
const STRONG = 0.5;
/** Dice of one picture differ at most by this factor: of smaller ones only those that are proved count once a die is certain. */
const SPREAD = 2.5;

/** Quality of a small die's geometric fit, at least. */
const PROOF = 0.6;

/** Sizes, log2, by which the network may be off. */
const SIZE_SLACK = 0.2;
/** Places that are examined in one picture: with more, what is in view is texture and no throw. */
export const CANDIDATES_MAX = 40;

/**
 * The places of a picture that may hold a die, each with what both readers say; the strongest `CANDIDATES_MAX` of them.
 * A face whose pips are dice is left out, so that it hides neither those nor smaller sizes. Where a die is certain, smaller
 * ones that are proved stay beside it, in doubt as it is: only a person can tell which of them are dice.
 */
export function gatherCandidates(mips: Mips, options: GatherOptions): Gathered {
  const known = new Map<Sighting, Candidate | null>();
  const refuted: Geometry[] = [];
  const examine = (seen: Sighting): Candidate | null => {
    const before = known.get(seen);
    if (before !== undefined) return before;
    let candidate = examineSighting(mips, options, seen);
    if (candidate?.inside === "dice") {
      refuted.push(candidate.geometry);
      candidate = null;
    }
    known.set(seen, candidate);
    return candidate;
  };
  const { picture } = mips;
  const parts = options.regions ?? [{ x: 0, y: 0, width: picture.width, height: picture.height }];
  const found: Sighting[] = [];
  let largest = 0;
  const sizes = options.sizes ?? pyramidSizes(picture.width, picture.height, options.networks[0]?.diePx ?? 30);
  const small: Candidate[] = [];
  const limits = { floor: FIRST_STRENGTH, other: options.isSizeKnown ? STRONG : null };
  for (const size of sizes) {
    const here = parts.flatMap((part) => findSightings(options, mips, part, size, limits));
    const isSmall = size * SPREAD * Math.SQRT2 < largest;
    if (!isSmall) found.push(...here);
    for (const seen of mergeSightings(here).filter((one) => strengthOf(one) >= STRONG)) {
      const candidate = examine(seen);
      if (isSmall) {
        if (candidate !== null && isProved(candidate, options.set))
          small.push({ ...candidate, inside: "doubt" });
        continue;
      }
      if (candidate !== null && candidate.inside === "pips" && isAgreed(candidate, options.set))
        largest = Math.max(largest, candidate.seen.size);
    }
  }
  const candidates = mergeSightings(found.filter((seen) => known.get(seen) !== null))
    .slice(0, CANDIDATES_MAX)
    .map(examine)
    .filter((one) => one !== null);
  const stored = mergeSightings(candidates.map(({ seen }) => seen));
  const apart = mergeSightings(small.map(({ seen }) => seen));
  const proved = small.filter(({ seen }) => apart.includes(seen));
  return { candidates: [...candidates.filter(({ seen }) => stored.includes(seen)), ...proved], refuted };
}

/**
 * A look that leaves nothing open: each network's value of the face that geometry reads, at least; the next best face, as a share of it,
 * and "no legal face", at most. In 544 of 544 such dice of renders and photographs no other attitude said anything else.
 */
const CLEAR = { face: 0.45, second: 0.35, none: 0.3 } as const;
/** From this strength on it is no texture, whatever other attitudes say. */
const BODY = 0.5;

/**
 * A sighting after a second look and with what geometry reads; null when the second look finds nothing. The networks look in one
 * attitude after the other until all of them are sure of geometry's face or, of dice of known size, one of them can no longer agree to
 * it. A size that is not known is truer on the average of all looks: there geometry reads again what was not clear at once.
 */
function examineSighting(mips: Mips, options: GatherOptions, first: Sighting): Candidate | null {
  const { set, isSizeKnown } = options;
  let atOnce: { readonly geometry: Geometry; look: InsideLook | null } | null = null;
  const insideOf = (geometry: Geometry): InsideLook =>
    isSizeKnown || set !== "pips" || geometry.face === null
      ? PIPS
      : lookInsidePips(options, mips, geometry, options.inside);
  const isSettled = (looks: readonly (Look | null)[]): boolean => {
    const seen = meanLook(looks);
    atOnce ??= { geometry: readGeometry(mips, options, seen), look: null };
    if (!isClear(seen, atOnce.geometry, set)) return isSizeKnown && isLost(seen, atOnce.geometry, set);
    return (atOnce.look ??= insideOf(atOnce.geometry)).inside === "pips";
  };
  const seen = lookCloser(options, mips, first, options.angles, SECOND_STRENGTH, isSettled);
  const known = atOnce as { readonly geometry: Geometry; readonly look: InsideLook | null } | null;
  if (seen === null || known === null) return null;
  if (isSizeKnown || known.look?.inside === "pips")
    return { seen, geometry: known.geometry, ...PIPS, ...known.look };
  const geometry = readGeometry(mips, options, seen);
  return { seen, geometry, ...insideOf(geometry) };
}

/** Of a face whose pips nobody has to look into. */
const PIPS: InsideLook = { inside: "pips", measures: null };

function readGeometry(mips: Mips, { sizes, look }: GatherOptions, { at, size }: Sighting): Geometry {
  // Where the dice's size is known it is truer than what the network measures; what has another size is no die of this table.
  const [known, another] = sizes ?? [];
  const isKnown =
    known !== undefined && another === undefined && Math.abs(Math.log2(size / known)) < SIZE_SLACK;
  return look(mips, at, isKnown ? known : size, isKnown);
}

function isClear({ faces, none, least }: Look, { face }: Geometry, set: FaceSet): boolean {
  const index = face === null ? -1 : facesOf(set).indexOf(face);
  const isSure = (values: readonly number[]): boolean => {
    const value = values[index] ?? 0;
    return value >= CLEAR.face && values.every((other, at) => at === index || other <= CLEAR.second * value);
  };
  return none <= CLEAR.none && isSure(faces) && least.every(isSure);
}

/** Whether no further attitude can make it a die that counts: the least value of a face only falls. What is weak may still be texture. */
function isLost(seen: Look, { face }: Geometry, set: FaceSet): boolean {
  if (strengthOf(seen) < BODY) return false;
  const index = face === null ? -1 : facesOf(set).indexOf(face);
  return seen.least.some((own) => (own[index] ?? 0) < READ_RULES.least);
}

/** The sizes of a pyramid near those of dice that are certain: where another grey of the same picture is searched. */
export function sizesNear(candidates: readonly Candidate[], set: FaceSet): number[] | null {
  const sizes = candidates.filter((one) => isAgreed(one, set)).map(({ seen }) => seen.size);
  if (sizes.length === 0) return null;
  const near: number[] = [];
  const least = Math.min(...sizes) / 1.2;
  for (let size = Math.max(...sizes) * 1.2; size >= least; size /= Math.SQRT2) near.push(size);
  return near;
}

/** A small die that both readers name: it and the large one cannot both be dice. A one proves nothing: pips look like it. */
function isProved(candidate: Candidate, set: FaceSet): boolean {
  const { face, quality } = candidate.geometry;
  return isAgreed(candidate, set) && face !== "1" && quality >= PROOF && candidate.inside === "pips";
}

/** Whether both readers name the same face and the network is sure enough of it. */
export function isAgreed({ seen, geometry }: Candidate, set: FaceSet): boolean {
  const best = Math.max(...seen.faces);
  return best >= STRONG && geometry.face === facesOf(set)[seen.faces.indexOf(best)];
}
