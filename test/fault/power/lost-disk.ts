import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { KEY_FILES } from "../../../firmware/journal/keys/keys.ts";
import { CALIBRATION_FILE } from "../../../firmware/table/wheel/calibration-file.ts";

/** A new disk in the place of one that died, with what a technician puts back on it: the key and the calibration. */
export function loseEvidence(folder: string): void {
  const kept: readonly string[] = [...Object.values(KEY_FILES), CALIBRATION_FILE];
  for (const name of readdirSync(folder))
    if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true });
}
