import { isThere } from "../../files/disk.ts";
import type { FileError } from "../../files/read-file.ts";
import { storedState } from "../../files/read-file.ts";
import { join } from "node:path";
import { z } from "zod";
import type { LearnedCalibration } from "../../../drivers/wheel/sensor-board/calibration/learned.ts";
import type { WheelSetup } from "../../../drivers/wheel/sensor-board/wheel-setup.ts";
import { createDurably, makeFolder, replaceDurably } from "../../files/durable.ts";
import { JournalError } from "../../files/errors.ts";
import { requireWriteTarget } from "../../journal/export/write-target.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";

/** The calibration of a table's wheel, in its storage folder beside the journal. It holds no date: what counts is what was learned. */
export const CALIBRATION_FILE = "calibration.json";

/** What a file of it says that it is; the number is its format's. */
export const CALIBRATION_FORMAT = "tirada-calibration/1";
/** Larger files are no calibration. */
export const SIZE_MAX = 4_096;
const MODE = 0o640;

const schema = z.strictObject({
  calibration: z.literal(CALIBRATION_FORMAT),
  kind: z.enum(["roulette", "bowl", "disc"]),
  board: z.string().regex(/^[0-9A-F]{8}$/),
  sensorB: z.int(),
  sensorC: z.int(),
  zero: z.int(),
  dropLapUs: z.int(),
  marks: z.int(),
});

export interface StoredCalibration {
  readonly kind: WheelSetup["kind"];
  readonly learned: LearnedCalibration;
}

/** The calibration in a table's storage folder; null when there is none. Throws Problem when it cannot be used. */
export function readCalibration(folder: string): StoredCalibration | null {
  const path = join(folder, CALIBRATION_FILE);
  const refuse = (why: string, status: Problem["status"] = EXIT.usage): Problem =>
    new Problem(status, `${path}: ${why}; learn it anew with tirada wheel calibrate --replace`);
  const unusable = (error: unknown): Problem => {
    if (error instanceof SyntaxError) return refuse("is not JSON");
    if (error instanceof z.ZodError) {
      const [issue] = error.issues;
      return refuse(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not a calibration"}`);
    }
    const { message, code } = error as FileError;
    return refuse(message, code === null ? EXIT.usage : EXIT.storage);
  };
  try {
    const stored = storedState(path, schema, SIZE_MAX, (error) => {
      throw error;
    });
    if (stored === null) return null;
    const { kind, board, sensorB, sensorC, zero, dropLapUs, marks } = stored;
    const learned = { sensorB, sensorC, zero, dropLapUs, marks, board: Number.parseInt(board, 16) };
    return { kind, learned };
  } catch (error) {
    throw unusable(error);
  }
}

/** A calibration as its file has it. */
export function textOfCalibration({ kind, learned }: StoredCalibration): string {
  const { board, ...numbers } = learned;
  const content = {
    calibration: CALIBRATION_FORMAT,
    kind,
    board: board.toString(16).toUpperCase().padStart(8, "0"),
    ...numbers,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * Writes it so that it is either the whole new one, the whole old one or not there, whenever the power goes. Throws
 * Problem when there is one already and `replace` is false, or when the folder cannot be written.
 */
export function writeCalibration(
  folder: string,
  { kind, learned }: StoredCalibration,
  replace: boolean,
): string {
  const path = join(folder, CALIBRATION_FILE);
  const bytes = new TextEncoder().encode(textOfCalibration({ kind, learned }));
  try {
    makeFolder(folder);
    requireWriteTarget({
      path,
      what: "a calibration",
      isOlder: (start) => start.includes('"tirada-calibration/1"'),
      replace: replace ? "asked" : "no",
      inStorage: true,
    });
    if (!isThere(path)) {
      createDurably(path, bytes, MODE);
      return path;
    }
    if (!replace) throw usageProblem(`${path} is there already; say --replace to put the new one in its place`);
    replaceDurably(path, bytes, { mode: MODE });
    return path;
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof JournalError) throw usageProblem(error.message, error);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Problem(
      EXIT.storage,
      `cannot write ${path}: ${code ?? message}; name a writable storage folder`,
      {
        cause: error,
      },
    );
  }
}
