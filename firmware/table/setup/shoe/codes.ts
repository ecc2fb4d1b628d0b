import { createHash } from "node:crypto";
import type { Codes } from "../../../../drivers/shoe/device.ts";
import { readCardTable, TABLE_LIMITS } from "../../../../drivers/shoe/reader/card-code-map.ts";
import { SHOE_TYPES } from "../../config/devices.ts";
import { usageProblem } from "../../../problem.ts";
import { readTextFile, type FileError } from "../../../files/read-file.ts";

/** Reads a table of codes for a device of this name. Throws Problem naming file and lines, never their content. */
export function readCodes(path: string, device: string): Codes {
  const kind = SHOE_TYPES.find(({ name }) => name === device)?.codes ?? "bar-code";
  let text: string;
  try {
    text = readTextFile(path, 4 * TABLE_LIMITS.characters);
  } catch (error) {
    throw usageProblem(`the table of codes: ${(error as FileError).message}`, error);
  }
  const read = readCardTable(text, kind);
  if (!read.ok) throw usageProblem(`${path}: ${read.problems.join("; ")}`);
  return { table: read.table, sha256: createHash("sha256").update(text).digest("hex") };
}
