import type { Point } from "../../../vision/grey-image.ts";
import { distance } from "../../../vision/plane-geometry.ts";
import { normalised, sampleWindow, toPicture, type Mips, type Window } from "../../../vision/sample.ts";
import type { FaceSet } from "../../faces.ts";
import type { KernelMemory } from "../../../vision/kernels/kernels.ts";
import type { Part } from "../../../vision/kernels/tensor.ts";
import { givePicture, type FaceNetwork } from "./network.ts";
import { faceMapsOf, meanMaps, peakAt, peaksOf, type FaceMaps, type Peak } from "./peaks.ts";

/** A die as the network sees it, in pixels of the picture. */
export interface Sighting {
  readonly at: Point;
  /** Side of the die's box, pixels. */
  readonly size: number;
  /** 0 to 1 for each face in the set's order. */
  readonly faces: readonly number[];
  readonly none: number;
}

/** Strength of what a sighting takes the place for: a face or none. */
export function strengthOf({ faces, none }: Sighting | Peak): number {
  return Math.max(none, ...faces);
}

/** From one size of the pyramid to the next. The network tells sizes within a factor of 1.5 each way. */
const STEP = Math.SQRT2;
/** Pixels of the network's input along the longer side: finer would take seconds and find dice of 20 px. */
const INPUT_MAX = 1_100;
/** Sizes, log2, that a level is asked about: half a step each way and a bit, so that neighbours overlap. */
const OWN = 0.45;

/** Sizes of dice at which a picture is searched when none is known, largest first. */
export function pyramidSizes(width: number, height: number, diePx: number): number[] {
  const least = Math.max(22, (diePx * Math.max(width, height)) / INPUT_MAX);
  const sizes: number[] = [];
  for (let size = Math.min(width, height) * 0.75; size >= least / STEP; size /= STEP)
    sizes.push(Math.max(size, least));
  return sizes;
}

/** Networks of one kind, whose maps are averaged, and the faces that are asked of them. */
export interface NetworkReader {
  readonly networks: readonly FaceNetwork[];
  readonly set: FaceSet;
}

/** Maps of a window, of each network by itself. */
function mapsOf({ networks, set }: NetworkReader, mips: Mips, window: Window, part?: Part): FaceMaps[] {
  const values = normalised(sampleWindow(mips, window));
  const picture = givePicture(kernelsOf({ networks }), values, window.width, window.height);
  return networks.map((network) => faceMapsOf(network.runOn(picture, part), network.outputsOfSet(set)));
}

/** The kernels that the networks run on. */
export const kernelsOf = ({ networks }: Pick<NetworkReader, "networks">): KernelMemory =>
  firstOf(networks).kernels;

function firstOf(networks: readonly FaceNetwork[]): FaceNetwork {
  const [network] = networks;
  if (network === undefined) throw new RangeError("no network to read with");
  return network;
}

/** A part of a picture, pixels from its top left corner. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Everything in a part of the picture that looks like a die of about this size, at least `floor` strong. What looks so strongly like a die of
 * another size as `other` is given too.
 */
export function findSightings(
  reader: NetworkReader,
  mips: Mips,
  region: Region,
  size: number,
  { floor, other }: SightingLimits,
): Sighting[] {
  const network = firstOf(reader.networks);
  const step = size / network.diePx;
  const side = (pixels: number): number => Math.max(16, Math.ceil(pixels / step / 8) * 8);
  const [width, height] = [side(region.width), side(region.height)];
  if (Math.max(width, height) > 2 * INPUT_MAX)
    throw new RangeError(
      `dice of ${size} pixels in ${region.width} by ${region.height}: too small to search for`,
    );
  const centre = { x: region.x + region.width / 2, y: region.y + region.height / 2 };
  const window: Window = { centre, step, angle: 0, width, height };
  const peaks = peaksOf(meanMaps(mapsOf(reader, mips, window)), network.cell, floor).filter(
    (peak) => Math.abs(peak.scale) <= OWN || (other !== null && strengthOf(peak) >= other),
  );
  return peaks.map((peak) => sightingOf(window, peak, size)).filter(({ at }) => isInRegion(region, at));
}

/** Strengths of sightings, at least. */
export interface SightingLimits {
  readonly floor: number;
  /** Of those of another size; null: none of them is asked for, since another level is asked about them. */
  readonly other: number | null;
}

function isInRegion({ x, y, width, height }: Region, at: Point): boolean {
  return at.x >= x && at.y >= y && at.x <= x + width && at.y <= y + height;
}

function sightingOf(window: Window, peak: Peak, size: number): Sighting {
  return { at: toPicture(window, peak), size: size * 2 ** peak.scale, faces: peak.faces, none: peak.none };
}

/** Of sightings that cover each other the strongest stays: centres nearer than half the larger die. */
export function mergeSightings(sightings: readonly Sighting[]): Sighting[] {
  const stored: Sighting[] = [];
  for (const one of [...sightings].sort((a, b) => strengthOf(b) - strengthOf(a)))
    if (stored.every(({ at, size }) => distance(at, one.at) > 0.5 * Math.max(size, one.size))) stored.push(one);
  return stored;
}

/** Side of the window of a second look, pixels of the network's input: the die and what its receptive field sees. */
const WINDOW = 80;
/** Pixels of the input within which a second look must find the die again. */
const AGAIN = 9;
/** Cells about the middle in which a peak so near lies with its neighbours. */
const MIDDLE = 3;

/** A die looked at again in windows of its own, all attitudes together. */
export interface Look extends Sighting {
  /** Of each network by itself, the least of all attitudes: its value of each face. */
  readonly least: readonly (readonly number[])[];
}

/**
 * Runs the networks on one sighting in a window of its own, scaled to its size and turned. Null when nothing is found there.
 */
function lookOnce(reader: NetworkReader, mips: Mips, { at, size }: Sighting, angle: number): Look | null {
  const network = firstOf(reader.networks);
  const middle = WINDOW / network.cell / 2;
  const [from, to] = [middle - MIDDLE, middle + MIDDLE];
  const part: Part = { left: from, top: from, right: to, bottom: to };
  const window: Window = { centre: at, step: size / network.diePx, angle, width: WINDOW, height: WINDOW };
  const each = mapsOf(reader, mips, window, part);
  const [near] = peaksOf(meanMaps(each), network.cell, 0.02)
    .filter(({ x, y }) => Math.hypot(x - WINDOW / 2, y - WINDOW / 2) <= AGAIN)
    .sort((a, b) => strengthOf(b) - strengthOf(a));
  if (near === undefined) return null;
  const least = each.map((maps) => peakAt(maps, network.cell, near.column, near.row).faces);
  return { ...sightingOf(window, near, size), least };
}

/** What is known of a die after some looks: whether one more could change anything. */
export type IsSettled = (looks: readonly (Look | null)[]) => boolean;

/**
 * Looks at one sighting again, in one attitude after the other until it is settled: the face that is read must not depend on
 * how the die lies. Each face's value is the mean of all looks. Null when the first look, or all together, find less
 * than `floor` there: texture mostly goes at the first.
 */
export function lookCloser(
  reader: NetworkReader,
  mips: Mips,
  seen: Sighting,
  angles: readonly number[],
  floor: number,
  isSettled: IsSettled = () => false,
): Look | null {
  const looks: (Look | null)[] = [];
  for (const angle of angles) {
    const look = lookOnce(reader, mips, seen, angle);
    if (looks.length === 0 && (look === null || strengthOf(look) < floor)) return null;
    looks.push(look);
    if (isSettled(looks)) break;
  }
  const mean = meanLook(looks);
  return strengthOf(mean) < floor ? null : mean;
}

/** The mean; a look that found nothing counts as zeros. */
export function meanLook(asked: readonly (Look | null)[]): Look {
  const looks = asked.filter((look) => look !== null);
  const total = looks.reduce((sum, look) => sum + strengthOf(look), 1e-9);
  const weighted = (of: (one: Sighting) => number): number =>
    looks.reduce((sum, look) => sum + of(look) * strengthOf(look), 0) / total;
  const mean = (of: (one: Sighting) => number): number =>
    looks.reduce((sum, look) => sum + of(look), 0) / asked.length;
  const [first] = looks;
  const leastOf = (network: number, face: number): number =>
    Math.min(...asked.map((look) => look?.least[network]?.[face] ?? 0));
  return {
    at: { x: weighted(({ at }) => at.x), y: weighted(({ at }) => at.y) },
    size: weighted(({ size }) => size),
    faces: (first?.faces ?? []).map((_, face) => mean(({ faces }) => faces[face] ?? 0)),
    none: mean(({ none }) => none),
    least: (first?.least ?? []).map((own, network) => own.map((_, face) => leastOf(network, face))),
  };
}
