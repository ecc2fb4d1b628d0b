import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import {
  fitPlate,
  footOf,
  MARKERS_MIN,
  type FittedPlate,
  type Marker,
} from "../../../src/dice/calibration/fit-plate.ts";
import { geometryOf, type Geometry } from "../../../src/dice/calibration/geometry.ts";
import {
  EMPTY_FRAMES,
  learnFromMarkers,
  PLATE_FRAMES,
  plateProblems,
  type CalibrationOptions,
} from "../../../src/dice/calibration/learn.ts";
import { learnProblem, type LearnProblem } from "../../../src/dice/calibration/learn-problem.ts";
import { findPlate } from "../../../src/dice/calibration/plate.ts";
import type { Calibration, Patch, Place } from "../../../src/dice/calibration/schema.ts";
import type { FaceSet } from "../../../src/dice/faces.ts";
import { averageOf } from "../../../src/vision/means.ts";
import type { GreyImage, Point } from "../../../src/vision/grey-image.ts";
import { EXIT, Problem } from "../../problem.ts";
import { fillText, rounded } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { eyeProblem, eyeProblemText } from "./eye-problem.ts";
import { wrongLines, type AskedTechnician } from "../acts/technician.ts";

const { eye: PROMPTS } = textsOf("acts");

/** What is given and measured at the table before its eye is calibrated. Places in mm from the plate's origin dot. */
export interface EyeCalibrationOptions {
  readonly faces: FaceSet;
  readonly dice: number;
  readonly dieMm: number;
  readonly heightMm: number;
  readonly pitchMm: number;
  readonly outlines: { readonly [Name in OutlineName]?: readonly Place[] } & {
    readonly arena: readonly Place[];
  };
  readonly half?: { readonly from: Place; readonly to: Place };
  /** Pixels. */
  readonly dome?: Patch;
}

export const OUTLINE_NAMES = ["arena", "rim", "basket", "wall"] as const;
export type OutlineName = (typeof OUTLINE_NAMES)[number];

/** What lies before the camera when its frames are wanted. */
export type EyeStep = "plate" | "empty" | "closed";

export interface EyeFrames {
  /** True: recorded; the technician is not asked to lay anything, and nothing can be tried again. */
  readonly isRecorded: boolean;
  take(tryStep: EyeStep, count: number): Promise<readonly GreyImage[]>;
}

/** More than learning needs: noise shrinks with each. */
const PLATE_TAKEN = 2 * PLATE_FRAMES;
const EMPTY_TAKEN = 2 * EMPTY_FRAMES;
/** A step that failed so often needs another kind of help. */
export const FAILURES_MAX = 10;

type Tried<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly Text[] };

/**
 * The guided steps: plate, empty arena, closed dome. Gives what was learned and writes nothing. Rejects with Problem when
 * the arena does not lie in the picture, or a step fails again and again.
 */
export async function calibrateEye(
  options: EyeCalibrationOptions,
  frames: EyeFrames,
  person: AskedTechnician,
): Promise<Calibration> {
  const plate = await step(person, frames, PROMPTS.plate, async () =>
    fitPlateFrames(await frames.take("plate", PLATE_TAKEN), options),
  );
  const { fit, size } = plate;
  const geometry = geometryOfPlate(plate, options);
  const scale = geometry.scaleAt({ x: 0, y: 0 }, 0);
  person.say(
    fillText(PROMPTS["plate-figures"], {
      dots: fit.markers,
      off: rounded(fit.residualPx, 2),
      offMm: rounded(fit.residualPx / scale, 3),
      worst: rounded(fit.worstPx, 2),
      worstMm: rounded(fit.worstPx / scale, 3),
      scale: rounded(scale, 2),
    }),
  );
  const wanted = pixelsOfOptions(options, geometry, size);
  const closed = await takeClosedDome(options, frames, person);
  const calibration = await step(
    person,
    frames,
    PROMPTS[closed === undefined ? "empty" : "empty-open"],
    async (): Promise<Tried<Calibration>> => {
      const empty = await frames.take("empty", EMPTY_TAKEN);
      const dome =
        options.dome === undefined || closed === undefined ? {} : { dome: { patch: options.dome, closed } };
      const learned = learnFromMarkers(plate.markers, empty, { ...wanted, ...dome });
      return learned.ok ? { ok: true, value: learned.calibration } : refused(learned.problems);
    },
  );
  const { light, background, features } = calibration;
  person.say(
    fillText(PROMPTS["light-figures"], {
      level: light.level.toFixed(0),
      places: light.patches.length,
      noise: rounded(background.noise, 2),
      pieces: features.length,
    }),
  );
  return calibration;
}

const refused = (
  problems: readonly LearnProblem[],
): { readonly ok: false; readonly problems: readonly Text[] } => ({
  ok: false,
  problems: problems.map(({ problem, values }) => eyeProblemText(problem, values)),
});

interface Plated {
  readonly markers: readonly Marker[];
  readonly fit: FittedPlate;
  readonly size: { readonly width: number; readonly height: number };
}

function fitPlateFrames(images: readonly GreyImage[], { pitchMm }: EyeCalibrationOptions): Tried<Plated> {
  if (images.length < PLATE_FRAMES)
    return refused([learnProblem("few-plate", { n: images.length, least: PLATE_FRAMES })]);
  const picture = averageOf(images);
  const found = findPlate(picture, { pitchMm });
  if (!found.ok) return refused([found.problem]);
  const { markers } = found;
  const { width, height } = picture;
  if (markers.length < MARKERS_MIN)
    return refused([learnProblem("few-dots", { n: markers.length, least: MARKERS_MIN })]);
  try {
    const fit = fitPlate(markers, width, height);
    const problems = plateProblems(fit);
    if (problems.length > 0) return refused(problems);
    return { ok: true, value: { markers, fit, size: { width, height } } };
  } catch (error) {
    if (error instanceof RangeError) return refused([learnProblem("no-fit", { what: error.message })]);
    throw error;
  }
}

function geometryOfPlate({ fit, size }: Plated, { heightMm }: EyeCalibrationOptions): Geometry {
  const { lens, homography } = fit;
  try {
    return geometryOf({ ...size, lens, homography, heightMm, foot: footOf(homography, heightMm) });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw eyeProblem(EXIT.usage, "height", { height: heightMm, what: error.message });
  }
}

/** What was given in mm, as pixels of the empty arena's picture. Throws Problem when a corner lies outside it. */
function pixelsOfOptions(
  options: EyeCalibrationOptions,
  geometry: Geometry,
  size: Plated["size"],
): CalibrationOptions {
  const { faces, dieMm, dice, heightMm, outlines, half } = options;
  const pixels = (name: string, places: readonly Place[]): Point[] =>
    places.map((place) => pixelIn(name, place, geometry, size));
  const { arena, ...zones } = outlines;
  const given = Object.entries(zones).map(([name, places]) => [name, pixels(name, places)] as const);
  const [from, to] = half === undefined ? [] : pixels("half", [half.from, half.to]);
  return {
    faces,
    dieMm,
    dice,
    heightMm,
    arena: pixels("arena", arena),
    ...(Object.fromEntries(given) as Partial<CalibrationOptions>),
    ...(from === undefined || to === undefined ? {} : { half: { from, to } }),
  };
}

function pixelIn(name: string, place: Place, geometry: Geometry, { width, height }: Plated["size"]): Point {
  const at = geometry.toPixel(place, 0);
  if (at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height) return at;
  const side = at.x < 0 ? "left" : at.x > width ? "right" : at.y < 0 ? "upper" : "lower";
  throw eyeProblem(EXIT.usage, `beyond-${side}`, {
    name,
    place: `${place.x.toFixed(0)},${place.y.toFixed(0)}`,
  });
}

async function takeClosedDome(
  { dome }: EyeCalibrationOptions,
  frames: EyeFrames,
  person: AskedTechnician,
): Promise<GreyImage | undefined> {
  if (dome === undefined) return undefined;
  return step(person, frames, PROMPTS.closed, async () => {
    const closed = await frames.take("closed", PLATE_FRAMES);
    const picture = closed.length === 0 ? null : averageOf(closed);
    if (picture === null) return { ok: false, problems: [eyeProblemText("no-closed-dome")] };
    const fits = dome.x + dome.side <= picture.width && dome.y + dome.side <= picture.height;
    if (!fits) throw eyeProblem(EXIT.usage, "dome-outside", { dome: `${dome.x},${dome.y},${dome.side}` });
    return { ok: true, value: picture };
  });
}

/** Asks, tries, names what is not in order, and asks again. */
async function step<Value>(
  person: AskedTechnician,
  { isRecorded }: EyeFrames,
  prompt: Text,
  attempt: () => Promise<Tried<Value>>,
): Promise<Value> {
  for (let failures = 0; failures < FAILURES_MAX; failures++) {
    if (!isRecorded) await person.ready(fillText(prompt, { go: person.words.go }));
    const tried = await attempt();
    if (tried.ok) return tried.value;
    if (isRecorded)
      throw new Problem(
        EXIT.device,
        `${tried.problems.map(({ en }) => en).join("; ")}; record it anew. Nothing was written`,
      );
    for (const problem of tried.problems) wrongLines(problem, null).forEach((line) => person.say(line));
  }
  throw eyeProblem(EXIT.device, "gave-up", { times: FAILURES_MAX });
}

/** The camera's settings with recorded frames in its place. */
export function recordedCamera(camera: CameraConfig, path: string): CameraConfig {
  const { width, height, fps, format } = camera;
  // What a v4l2 camera gives comes as YUV4MPEG2 or grey; a Raspberry Pi's as yuv420.
  const own = camera.source === "v4l2" ? "grey" : (format ?? "yuv420");
  return { source: "file", path, width, height, fps, format: own, channel: "luma", controls: {} };
}
