import { z } from "zod";
import { parseJson } from "../../load/json.ts";
import { sha256Hex, strictBase64 } from "../../record/bytes.ts";
import { FACE_SETS } from "../faces.ts";

/**
 * What was learned of one installation: where the picture's points lie on the cloth, what the empty arena looks like, and
 * which light it needs. Plain JSON; `docs/devices/eye.md`, "Calibration".
 */

const finite = z.number().min(-1e9).max(1e9);
const place = z.strictObject({
  x: z.number().min(-10_000).max(10_000),
  y: z.number().min(-10_000).max(10_000),
});
const pixel = z.strictObject({ x: z.number().min(0).max(4_096), y: z.number().min(0).max(4_096) });
/** Corners of an outline on the cloth, mm, in order. */
const outline = z.array(place).min(3).max(64);
const base64 = z
  .string()
  .max(8_000_000)
  .refine((text) => strictBase64(text) !== null, "must be base64");

/** A square of the picture: its top left pixel and side. */
const patch = z.strictObject({
  x: z.int().min(0).max(4_096),
  y: z.int().min(0).max(4_096),
  side: z.int().min(4).max(128),
});

export const calibrationSchema = z.strictObject({
  version: z.literal(1),
  /** Of the camera's frames, pixels. */
  width: z.int().min(160).max(4_096),
  height: z.int().min(120).max(4_096),
  faces: z.enum(FACE_SETS),
  /** Side of the dice, mm, and how many are thrown. */
  dieMm: z.number().min(5).max(80),
  dice: z.int().min(1).max(16),
  lens: z.strictObject({
    /** Radial distortion about the picture's middle; radius 1 is half the diagonal. */
    k1: z.number().min(-0.5).max(0.5),
    k2: z.number().min(-0.5).max(0.5),
  }),
  /** Straightened pixels from the middle in half diagonals, to mm on the cloth, row by row; the last is 1. */
  homography: z.array(finite).length(9),
  /** Root mean square of what the markers lie off, pixels, and their number. */
  residualPx: z.number().min(0).max(2),
  markers: z.int().min(12).max(2_000),
  /** Point of the cloth below the lens, mm, and the lens's height above it, mm. */
  foot: place,
  heightMm: z.number().min(100).max(5_000),
  arena: outline,
  zones: z.strictObject({
    rim: outline.exactOptional(),
    basket: outline.exactOptional(),
    /** The far half lies to the left of the line from `from` to `to`. */
    half: z.strictObject({ from: place, to: place }).exactOptional(),
    /** The strip of cloth in which a die at the far wall is seen. */
    wall: outline.exactOptional(),
  }),
  /** A patch whose level tells an open dome from a closed one. */
  dome: z
    .strictObject({ patch, open: z.number().min(0).max(255), closed: z.number().min(0).max(255) })
    .refine(({ open, closed }) => Math.abs(open - closed) >= 8, "open and closed look alike")
    .nullable(),
  /** Reference patches outside the dice's way, their mean level, and what it may be. */
  light: z
    .strictObject({
      patches: z.array(patch).min(1).max(8),
      level: z.number().min(10).max(245),
      low: z.number().min(5).max(250),
      high: z.number().min(5).max(250),
    })
    .refine(({ level, low, high }) => low < level && level < high, "limits do not hold the level"),
  /** The empty arena at half size, a byte a pixel, and the noise of one of its pixels' 3x3 means, levels. */
  background: z.strictObject({
    width: z.int().min(80).max(2_048),
    height: z.int().min(60).max(2_048),
    mean: base64,
    noise: z.number().min(0).max(20),
  }),
  /** Pieces of the cloth with a pattern of their own: where they lie tells whether the camera was moved. */
  features: z
    .array(z.strictObject({ at: pixel, side: z.int().min(9).max(63), pattern: base64 }))
    .min(4)
    .max(8),
});

export type Calibration = z.infer<typeof calibrationSchema>;
export type Patch = z.infer<typeof patch>;
export type Place = z.infer<typeof place>;
export type Zones = Calibration["zones"];

export type CalibrationReading =
  | { readonly ok: true; readonly calibration: Calibration; readonly digest: string }
  | { readonly ok: false; readonly problem: string };

/** Characters of a calibration file. */
export const CALIBRATION_MAX = 16_000_000;

/** First 16 hex digits of the SHA-256 of the calibration's JSON text. */
export function digestOf(calibration: unknown): string {
  return sha256Hex(JSON.stringify(calibration)).slice(0, 16);
}

/** The text of a calibration file. */
export function calibrationText(calibration: Calibration): string {
  return `${JSON.stringify({ digest: digestOf(calibration), calibration })}\n`;
}

const fileSchema = z.strictObject({ digest: z.string().max(16), calibration: z.unknown() });

/** Reads a calibration file's text; what is wrong with it in one line, which says what to do. */
export function parseCalibration(text: string): CalibrationReading {
  const refuse = (what: string): CalibrationReading => ({
    ok: false,
    problem: `${what}: learn the calibration anew`,
  });
  if (text.length > CALIBRATION_MAX) return refuse(`${text.length} characters are no calibration`);
  const value = parseJson(text);
  if (value === undefined) return refuse("this is no JSON");
  const file = fileSchema.safeParse(value);
  if (!file.success) return refuse("this is no calibration file");
  const digest = digestOf(file.data.calibration);
  if (digest !== file.data.digest) return refuse("it was changed after it was learned (its digest is another)");
  const parsed = calibrationSchema.safeParse(file.data.calibration);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "wrong"}`);
  }
  const problem = mismatchIn(parsed.data);
  return problem === null ? { ok: true, calibration: parsed.data, digest } : refuse(problem);
}

/** What does not fit together within it, or null. */
function mismatchIn({ width, height, background, features, light, dome }: Calibration): string | null {
  if (background.width !== width >> 1 || background.height !== height >> 1)
    return "the background is not half the picture";
  if (strictBase64(background.mean)?.length !== background.width * background.height)
    return "the background lacks pixels";
  for (const { at, side, pattern } of features) {
    if (strictBase64(pattern)?.length !== side * side) return "a feature's pattern lacks pixels";
    const reach = side / 2 + 8;
    if (at.x < reach || at.y < reach || at.x > width - reach || at.y > height - reach)
      return "a feature lies at the picture's edge";
  }
  const patches = [...light.patches, ...(dome === null ? [] : [dome.patch])];
  if (patches.some(({ x, y, side }) => x + side > width || y + side > height))
    return "a reference patch lies outside the picture";
  return null;
}
