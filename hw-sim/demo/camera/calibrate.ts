import type { Rig } from "../../dice/rig.ts";
import type { FaceSet } from "../../../src/dice/faces.ts";
import { dicePack } from "../../../src/rules/pack.ts";
import { chance } from "../../../src/time/chance.ts";
import { writeEyeCalibration } from "../../../firmware/dice/write-calibration.ts";
import { loadPack } from "../../../firmware/rules/load.ts";
import { learnedRig } from "../../sim/dice/learned-rig.ts";

/**
 * `node calibrate.ts RULEBOOK FILE`: sets a table with a camera up and calibrates it as a technician does, with pictures of the
 * plate and of the empty arena. Writes what was learned to the file, and the table as one line of JSON to its standard output.
 */

/**
 * Which of all simulated tables are demonstrated: ones that a technician would put into service, whose dice, cloth and light are
 * fit for each other. `node test/bench/dice-demo-tables.ts` looks for them.
 */
const TABLES: Readonly<Record<FaceSet, string>> = {
  pips: "demonstrated table 3",
  numerals: "demonstrated table 2",
  symbols: "demonstrated table 22",
};

const [rulebook = "", file = ""] = process.argv.slice(2);
const pack = dicePack(loadPack(rulebook).pack);
const { rig, calibration } = learnedRig(pack, chance(TABLES[pack.dice.faces]));
writeEyeCalibration(file, calibration, true);
process.stdout.write(`${JSON.stringify(rig satisfies Rig)}\n`);
