import { existsSync } from "node:fs";
import { KNOWS, type Knows } from "../../drivers/dice/eye/codes.ts";
import type { Calibration } from "../../src/dice/calibration/schema.ts";
import { EXIT, Problem } from "../problem.ts";
import { knowsOf, readCalibrationFile } from "./eye-port.ts";

/** A calibration as it lies on the disk. */
export interface EyeCalibration {
  readonly calibration: Calibration;
  /** First 16 hex digits of its SHA-256; records and the eye's own greeting name it. */
  readonly digest: string;
  readonly knows: readonly Knows[];
}

/** Reads the calibration of a table's eye; null: nobody has learned one yet. Throws Problem of one line that says what to do. */
export function readEyeCalibration(path: string): EyeCalibration | null {
  if (!existsSync(path)) return null;
  const read = readCalibrationFile(path);
  if (!read.ok) throw new Problem(EXIT.usage, `${read.problem} with tirada dice calibrate`);
  const { calibration, digest } = read;
  const known = knowsOf(calibration);
  return { calibration, digest, knows: KNOWS.filter((name) => known[name]) };
}
