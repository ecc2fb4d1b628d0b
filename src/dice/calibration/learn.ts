import { base64 } from "../../record/bytes.ts";
import { rounded } from "../../text/every-language.ts";
import type { GreyImage, Point } from "../../vision/grey-image.ts";
import type { FaceSet } from "../faces.ts";
import { averageOf, halfOf, levelOf, mean3Of } from "../../vision/means.ts";
import { distance, isInside, middleOf } from "../../vision/plane-geometry.ts";
import { chooseFeatures } from "./features.ts";
import { fitPlate, footOf, MARKERS_MIN, type Marker } from "./fit-plate.ts";
import { geometryOf, type Geometry } from "./geometry.ts";
import { findPlate, type Plate } from "./plate.ts";
import { learnProblem, type LearnProblem } from "./learn-problem.ts";
import { calibrationSchema, type Calibration, type Patch, type Place, type Zones } from "./schema.ts";

/** What people measured and pointed out at the table. Points are pixels of the empty arena's picture, on the cloth. */
export interface CalibrationOptions {
  readonly faces: FaceSet;
  readonly dieMm: number;
  readonly dice: number;
  /** Lens above the cloth, mm, by tape. */
  readonly heightMm: number;
  readonly arena: readonly Point[];
  readonly rim?: readonly Point[];
  readonly basket?: readonly Point[];
  readonly half?: { readonly from: Point; readonly to: Point };
  readonly wall?: readonly Point[];
  /** A patch of the dome's rim, and a picture with the dome closed; the empty pictures have it open. */
  readonly dome?: { readonly patch: Patch; readonly closed: GreyImage };
}

export type CalibrationResult =
  | { readonly ok: true; readonly calibration: Calibration }
  | { readonly ok: false; readonly problems: readonly LearnProblem[] };

/** Frames that learning needs. */
export const PLATE_FRAMES = 4;
export const EMPTY_FRAMES = 8;
export const RESIDUAL_MAX_PX = 0.5;
export const WORST_MAX_PX = 2;
/** A die's side, pixels: below it pips cannot be read. */
export const SIDE_MIN_PX = 32;
/** A die at the arena's outline must show whole, and not at the picture's very edge: pixels. */
const ROOM_PX = 6;
const FEATURES_LEAST = 4;
const NOISE_MAX = 4;
const BRIGHT = 250;
const DARK = 25;
/** What the light may become, of what it was. */
const LIGHT_LOW = 0.8;
const LIGHT_HIGH = 1.25;
const PATCH = 16;

/** Learns an installation from frames of the plate lying on the cloth, and frames of the empty arena. Pure. */
export function learnCalibration(
  plateFrames: readonly GreyImage[],
  emptyFrames: readonly GreyImage[],
  plate: Plate,
  wanted: CalibrationOptions,
): CalibrationResult {
  if (plateFrames.length < PLATE_FRAMES)
    return refuse([learnProblem("few-plate", { n: plateFrames.length, least: PLATE_FRAMES })]);
  const found = findPlate(averageOf(plateFrames), plate);
  if (!found.ok) return refuse([found.problem]);
  return learnFromMarkers(found.markers, emptyFrames, wanted);
}

const refuse = (problems: readonly LearnProblem[]): CalibrationResult => ({ ok: false, problems });

/** Learns an installation from markers that were found already. Pure. */
export function learnFromMarkers(
  markers: readonly Marker[],
  emptyFrames: readonly GreyImage[],
  wanted: CalibrationOptions,
): CalibrationResult {
  const [first] = emptyFrames;
  if (first === undefined || emptyFrames.length < EMPTY_FRAMES)
    return refuse([learnProblem("few-empty", { n: emptyFrames.length, least: EMPTY_FRAMES })]);
  const { width, height } = first;
  if (emptyFrames.some((frame) => frame.width !== width || frame.height !== height))
    return refuse([learnProblem("sizes")]);
  if (markers.length < MARKERS_MIN)
    return refuse([learnProblem("few-dots", { n: markers.length, least: MARKERS_MIN })]);
  try {
    return assembleCalibration(markers, emptyFrames, wanted, width, height);
  } catch (error) {
    if (error instanceof RangeError) return refuse([learnProblem("no-fit", { what: error.message })]);
    throw error;
  }
}

function assembleCalibration(
  markers: readonly Marker[],
  emptyFrames: readonly GreyImage[],
  wanted: CalibrationOptions,
  width: number,
  height: number,
): CalibrationResult {
  const fit = fitPlate(markers, width, height);
  const problems = plateProblems(fit);
  const foot = footOf(fit.homography, wanted.heightMm);
  const { heightMm, dieMm, dice, faces } = wanted;
  const { lens, homography } = fit;
  const geometry = geometryOf({ width, height, lens, homography, foot, heightMm });
  const cloth = (points: readonly Point[]): Point[] => points.map((point) => geometry.toPlace(point, 0));
  const empty = averageOf(emptyFrames.slice(0, 64));
  const patches = lightPatches(empty, wanted.arena);
  const level = patches.reduce((sum, patch) => sum + levelOf(empty, patch), 0) / Math.max(1, patches.length);
  const noise = noiseOf(emptyFrames, wanted.arena);
  problems.push(...lightProblems(empty, wanted.arena, patches.length, level, noise));
  const middle = cloth([middleOf(wanted.arena)])[0] ?? { x: 0, y: 0 };
  const side = dieMm * geometry.scaleAt(middle, dieMm);
  if (side < SIDE_MIN_PX)
    problems.push(learnProblem("die-small", { px: Math.round(side), least: SIDE_MIN_PX }));
  problems.push(...cutProblems(cloth(wanted.arena), geometry, { width, height, dieMm }));
  const features = chooseFeatures(empty, () => true, 8);
  if (features.length < FEATURES_LEAST)
    problems.push(learnProblem("few-features", { n: features.length, least: FEATURES_LEAST }));
  if (problems.length > 0) return refuse(problems);
  const background = mean3Of(halfOf(empty));
  const { dome } = wanted;
  const rounded = roundedNumbers({
    version: 1,
    width,
    height,
    faces,
    dieMm,
    dice,
    lens,
    homography,
    residualPx: fit.residualPx,
    markers: fit.markers,
    foot,
    heightMm,
    arena: cloth(wanted.arena),
    zones: zonesOf(wanted, cloth),
    dome:
      dome === undefined
        ? null
        : { patch: dome.patch, open: levelOf(empty, dome.patch), closed: levelOf(dome.closed, dome.patch) },
    light: { patches, level, low: LIGHT_LOW * level, high: Math.min(250, LIGHT_HIGH * level) },
    background: {
      width: background.width,
      height: background.height,
      mean: base64(background.data),
      noise,
    },
    features: features.map(({ at, side: size, pattern }) => ({ at, side: size, pattern: base64(pattern) })),
  });
  const parsed = calibrationSchema.safeParse(rounded);
  if (parsed.success) return { ok: true, calibration: parsed.data };
  return refuse(
    parsed.error.issues.map(({ path, message }) =>
      learnProblem("schema", { what: `${path.join(".")}: ${message}` }),
    ),
  );
}

/** Of dots that do not lie where a flat plate has them. */
export function plateProblems({
  residualPx,
  worstPx,
}: {
  readonly residualPx: number;
  readonly worstPx: number;
}): LearnProblem[] {
  if (residualPx <= RESIDUAL_MAX_PX && worstPx <= WORST_MAX_PX) return [];
  const [off, worst] = [rounded(residualPx, 2), rounded(worstPx, 2)];
  return [learnProblem("plate-off", { off, worst, most: RESIDUAL_MAX_PX, mostWorst: WORST_MAX_PX })];
}

/** A die at the wall leans out of the picture's middle by its height: what shows of it must not be cut off. */
function cutProblems(
  arena: readonly Place[],
  geometry: Geometry,
  { width, height, dieMm }: { readonly width: number; readonly height: number; readonly dieMm: number },
): LearnProblem[] {
  const rooms = arena.map((place) => {
    const { x, y } = geometry.toPixel(place, dieMm);
    return Math.min(x, y, width - x, height - y);
  });
  const room = Math.min(...rooms);
  return room >= ROOM_PX ? [] : [learnProblem("cut", { room: Math.floor(room), least: ROOM_PX })];
}

function zonesOf(
  { rim, basket, wall, half }: CalibrationOptions,
  cloth: (points: readonly Point[]) => Point[],
): Zones {
  const [from, to] = half === undefined ? [] : cloth([half.from, half.to]);
  return {
    ...(rim === undefined ? {} : { rim: cloth(rim) }),
    ...(basket === undefined ? {} : { basket: cloth(basket) }),
    ...(wall === undefined ? {} : { wall: cloth(wall) }),
    ...(from === undefined || to === undefined ? {} : { half: { from, to } }),
  };
}

function lightProblems(
  empty: GreyImage,
  arena: readonly Point[],
  patches: number,
  level: number,
  noise: number,
): LearnProblem[] {
  const problems: LearnProblem[] = [];
  let [bright, dark, n] = [0, 0, 0];
  for (let y = 0; y < empty.height; y += 3)
    for (let x = 0; x < empty.width; x += 3) {
      if (!isInside(arena, { x, y })) continue;
      const here = empty.data[y * empty.width + x] ?? 0;
      n++;
      if (here >= BRIGHT) bright++;
      if (here < 8) dark++;
    }
  if (n === 0) problems.push(learnProblem("no-pixel"));
  if (bright > n / 50) problems.push(learnProblem("too-bright"));
  if (dark > n / 4) problems.push(learnProblem("too-dark"));
  if (patches === 0) problems.push(learnProblem("no-even-place"));
  else if (level < DARK) problems.push(learnProblem("weak-light", { level: Math.round(level) }));
  if (noise > NOISE_MAX) problems.push(learnProblem("noisy", { noise: rounded(noise, 1) }));
  return problems;
}

/** Even squares outside the arena, one in each part of the picture, at most 5. */
function lightPatches(empty: GreyImage, arena: readonly Point[]): Patch[] {
  const { width, height } = empty;
  const candidates: { readonly patch: Patch; readonly spread: number }[] = [];
  const step = Math.max(PATCH, Math.round(width / 40));
  for (let y = 4; y + PATCH < height - 4; y += step)
    for (let x = 4; x + PATCH < width - 4; x += step) {
      const patch = { x, y, side: PATCH };
      const corners = [
        { x, y },
        { x: x + PATCH, y },
        { x, y: y + PATCH },
        { x: x + PATCH, y: y + PATCH },
      ];
      if (corners.some((corner) => isInside(arena, corner))) continue;
      const level = levelOf(empty, patch);
      if (level >= 20 && level <= 240)
        candidates.push({ patch, spread: spreadOf(empty, patch, level) / level });
    }
  candidates.sort((a, b) => a.spread - b.spread);
  const chosen: Patch[] = [];
  for (const { patch } of candidates) {
    if (chosen.length === 5) break;
    if (chosen.every((one) => distance(one, patch) > width / 6)) chosen.push(patch);
  }
  return chosen;
}

function spreadOf({ width, data }: GreyImage, { x, y, side }: Patch, level: number): number {
  let sum = 0;
  for (let row = y; row < y + side; row++)
    for (let column = x; column < x + side; column++) sum += ((data[row * width + column] ?? 0) - level) ** 2;
  return Math.sqrt(sum) / side;
}

/** Standard deviation of a half-size 3x3 mean, from differences of frames that follow each other. */
function noiseOf(frames: readonly GreyImage[], arena: readonly Point[]): number {
  const means = frames.slice(0, 9).map((frame) => mean3Of(halfOf(frame)));
  let [squares, n] = [0, 0];
  means.slice(1).forEach(({ width, height, data }, at) => {
    const before = means[at]?.data;
    for (let y = 1; y < height - 1; y += 3)
      for (let x = 1; x < width - 1; x += 3) {
        if (!isInside(arena, { x: 2 * x, y: 2 * y })) continue;
        squares += ((data[y * width + x] ?? 0) - (before?.[y * width + x] ?? 0)) ** 2;
        n++;
      }
  });
  return n === 0 ? 0 : Math.sqrt(squares / n / 2);
}

/** Nine significant digits: what a file holds is what was learned, on every machine. */
function roundedNumbers(value: unknown): unknown {
  if (typeof value === "number") return Number(value.toPrecision(9));
  if (Array.isArray(value)) return value.map(roundedNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, roundedNumbers(one)]));
}
