import { dirname } from "node:path";
import { KNOWS, type EyeKnows, type Knows } from "../../../drivers/dice/eye/codes.ts";
import {
  CALIBRATION_MAX,
  calibrationText,
  digestOf,
  parseCalibration,
  type Calibration,
} from "../../../src/dice/calibration/schema.ts";
import { isThere } from "../../files/disk.ts";
import { createDurably, makeFolder, replaceDurably } from "../../files/durable.ts";
import { JournalError } from "../../files/errors.ts";
import { requireWriteTarget } from "../../journal/export/write-target.ts";
import { EXIT, Problem } from "../../problem.ts";
import { readTextFile, type FileError } from "../../files/read-file.ts";

/** What an eye with this calibration knows beside faces and places. */
export function knowsOf({ zones, dome }: Calibration): EyeKnows {
  return {
    rim: zones.rim !== undefined,
    basket: zones.basket !== undefined,
    half: zones.half !== undefined,
    // Frames do not follow single dice: neither contacts with walls nor turns of dice are known.
    wall: false,
    rolled: false,
    dome: dome !== null,
  };
}

export type CalibrationFile =
  | {
      readonly ok: true;
      readonly text: string;
      readonly calibration: Calibration;
      readonly digest: string;
    }
  | { readonly ok: false; readonly problem: string };

/** Reads a calibration file whole; what is wrong with it in one line that names it. */
export function readCalibrationFile(path: string): CalibrationFile {
  let text: string;
  try {
    text = readTextFile(path, CALIBRATION_MAX);
  } catch (error) {
    const { message } = error as FileError;
    return { ok: false, problem: `the calibration: ${message}; learn it with tirada dice calibrate` };
  }
  const parsed = parseCalibration(text);
  return parsed.ok ? { ...parsed, text } : { ok: false, problem: `${path}: ${parsed.problem}` };
}

/** A calibration as it lies on the disk. */
export interface EyeCalibration {
  readonly calibration: Calibration;
  /** First 16 hex digits of its SHA-256; records and the eye's own greeting name it. */
  readonly digest: string;
  readonly knows: readonly Knows[];
}

/** Reads the calibration of a table's eye; null: none was learned yet. Throws Problem of one line that says what to do. */
export function readEyeCalibration(path: string): EyeCalibration | null {
  if (!isThere(path)) return null;
  const read = readCalibrationFile(path);
  if (!read.ok) throw new Problem(EXIT.usage, `${read.problem} with tirada dice calibrate`);
  const { calibration, digest } = read;
  const known = knowsOf(calibration);
  return { calibration, digest, knows: KNOWS.filter((name) => known[name]) };
}

const MODE = 0o640;

/**
 * Writes it so that it is either the whole new one, the whole old one or not there, whenever the power goes. Returns its
 * digest. Throws Problem when there is one already and `replace` is false, or when it cannot be written.
 */
export function writeEyeCalibration(path: string, calibration: Calibration, replace: boolean): string {
  const bytes = new TextEncoder().encode(calibrationText(calibration));
  try {
    makeFolder(dirname(path));
    requireWriteTarget({
      path,
      what: "a calibration",
      isOlder: (start) => start.toString("latin1").startsWith('{"digest":"'),
      replace: replace ? "asked" : "no",
      inStorage: true,
    });
    if (!isThere(path)) createDurably(path, bytes, MODE);
    else if (!replace)
      throw new Problem(EXIT.usage, `${path} is there already; say --replace to put the new one in its place`);
    else replaceDurably(path, bytes, { mode: MODE });
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof JournalError) throw new Problem(EXIT.usage, error.message, { cause: error });
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Problem(
      EXIT.storage,
      `cannot write ${path}: ${code ?? message}; name a file in a writable folder in the configuration`,
      { cause: error },
    );
  }
  return digestOf(calibration);
}
