import { base64 } from "../../record/bytes.ts";
import type { GreyImage, Point } from "../../vision/grey-image.ts";
import type { FaceSet } from "../faces.ts";
import { averageOf, halfOf, levelOf, mean3Of } from "../../vision/means.ts";
import { distance, isInside, middleOf } from "../../vision/plane-geometry.ts";
import { chooseFeatures } from "./features.ts";
import { fitPlate, footOf, MARKERS_MIN, type Marker } from "./fit-plate.ts";
import { geometryOf, type Geometry } from "./geometry.ts";
import { findPlate, type Plate } from "./plate.ts";
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
  /** Every problem in one line that says what to do. */
  | { readonly ok: false; readonly problems: readonly string[] };

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
    return refuse([`${plateFrames.length} frames of the plate; take at least ${PLATE_FRAMES}`]);
  const found = findPlate(averageOf(plateFrames), plate);
  if (!found.ok) return refuse([found.problem]);
  return learnFromMarkers(found.markers, emptyFrames, wanted);
}

const refuse = (problems: readonly string[]): CalibrationResult => ({ ok: false, problems });

/** Learns an installation from markers that were found already. Pure. */
export function learnFromMarkers(
  markers: readonly Marker[],
  emptyFrames: readonly GreyImage[],
  wanted: CalibrationOptions,
): CalibrationResult {
  const [first] = emptyFrames;
  if (first === undefined || emptyFrames.length < EMPTY_FRAMES)
    return refuse([`${emptyFrames.length} frames of the empty arena; take at least ${EMPTY_FRAMES}`]);
  const { width, height } = first;
  if (emptyFrames.some((frame) => frame.width !== width || frame.height !== height))
    return refuse(["the frames have different sizes; take all with the same camera settings"]);
  if (markers.length < MARKERS_MIN)
    return refuse([
      `only ${markers.length} dots of the plate were found; it needs ${MARKERS_MIN}: bring more of it into view, evenly lit`,
    ]);
  try {
    return assembleCalibration(markers, emptyFrames, wanted, width, height);
  } catch (error) {
    if (error instanceof RangeError) return refuse([error.message]);
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
    problems.push(
      `a die is ${Math.round(side)} px wide; it needs ${SIDE_MIN_PX}, better 60: nearer camera or longer lens`,
    );
  problems.push(...cutProblems(cloth(wanted.arena), geometry, { width, height, dieMm }));
  const features = chooseFeatures(empty, () => true, 8);
  if (features.length < FEATURES_LEAST)
    problems.push(
      `${features.length} places of the cloth have a pattern of their own; it needs ${FEATURES_LEAST}: let the printed lines or the rim be in view`,
    );
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
  return refuse(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
}

function plateProblems({ residualPx, worstPx }: { residualPx: number; worstPx: number }): string[] {
  if (residualPx <= RESIDUAL_MAX_PX && worstPx <= WORST_MAX_PX) return [];
  return [
    `the plate's dots lie off by ${residualPx.toFixed(2)} px (worst ${worstPx.toFixed(2)}); lay it flat, and sharpen the lens`,
  ];
}

/** A die at the wall leans out of the picture's middle by its height: what shows of it must not be cut off. */
function cutProblems(
  arena: readonly Place[],
  geometry: Geometry,
  { width, height, dieMm }: { readonly width: number; readonly height: number; readonly dieMm: number },
): string[] {
  const rooms = arena.map((place) => {
    const { x, y } = geometry.toPixel(place, dieMm);
    return Math.min(x, y, width - x, height - y);
  });
  const room = Math.min(...rooms);
  return room >= ROOM_PX
    ? []
    : [
        `a die at the arena's edge comes within ${Math.floor(room)} px of the picture's edge, or is cut off; ` +
          `it needs ${ROOM_PX}: camera higher, shorter lens, or its middle over the arena's`,
      ];
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
): string[] {
  const problems: string[] = [];
  let [bright, dark, n] = [0, 0, 0];
  for (let y = 0; y < empty.height; y += 3)
    for (let x = 0; x < empty.width; x += 3) {
      if (!isInside(arena, { x, y })) continue;
      const here = empty.data[y * empty.width + x] ?? 0;
      n++;
      if (here >= BRIGHT) bright++;
      if (here < 8) dark++;
    }
  if (n === 0) problems.push("the arena's outline holds no pixel; draw it anew");
  if (bright > n / 50)
    problems.push("parts of the arena are too bright: move the lamps, or shorten the exposure");
  if (dark > n / 4) problems.push("the arena is too dark: more light, or a longer exposure");
  if (patches === 0)
    problems.push(
      "no even place beside the arena to watch the light by; let the picture reach beyond the arena",
    );
  else if (level < DARK) problems.push(`the light is too weak (level ${Math.round(level)}): more of it`);
  if (noise > NOISE_MAX)
    problems.push(`the picture is too noisy (${noise.toFixed(1)} levels): more light and less gain`);
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
