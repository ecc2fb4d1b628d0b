import type { CameraSetup } from "../../models/dice/camera-setup.ts";
import type { FaceSet } from "../../../src/dice/faces.ts";
import { dicePack } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { writeEyeCalibration } from "../../../firmware/table/dice/calibration-file.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import "../../../firmware/table/setup/families.ts";
import { calibrateRandomSetup } from "../../sim/dice/calibrated-setup.ts";

/**
 * `node calibrate.ts RULEBOOK FILE`: sets a table with a camera up and calibrates it as a technician does, with pictures of the
 * plate and of the empty arena. Writes what was learned to the file, and the table as one line of JSON to its standard output.
 */

/**
 * The simulated tables that are demonstrated: tables that a technician would put into service, where dice, cloth and light suit
 * each other. `node test/bench/dice-demo-tables.ts` looks for them.
 */
const TABLES: Readonly<Record<FaceSet, string>> = {
  pips: "demonstrated table 3",
  symbols: "demonstrated table 22",
};

const [rulebook = "", file = ""] = process.argv.slice(2);
const pack = dicePack(loadPack(rulebook).pack);
const { setup, calibration } = calibrateRandomSetup(pack, randomFrom(TABLES[pack.dice.faces]));
writeEyeCalibration(file, calibration, true);
process.stdout.write(`${JSON.stringify(setup satisfies CameraSetup)}\n`);
