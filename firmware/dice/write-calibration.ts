import { existsSync, renameSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { calibrationText, digestOf, type Calibration } from "../../src/dice/calibration/schema.ts";
import { createDurably, makeFolder, syncFolder } from "../journal/durable.ts";
import { JournalError } from "../journal/errors.ts";
import { requireWriteTarget } from "../journal/write-target.ts";
import { EXIT, Problem } from "../problem.ts";

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
    if (!existsSync(path)) createDurably(path, bytes, MODE);
    else if (!replace)
      throw new Problem(EXIT.usage, `${path} is there already; say --replace to put the new one in its place`);
    else {
      const next = `${path}.next`;
      if (existsSync(next)) unlinkSync(next);
      createDurably(next, bytes, MODE);
      renameSync(next, path);
      syncFolder(dirname(path));
    }
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
