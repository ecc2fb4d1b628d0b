import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { isRecorded, readScenario, type Scenario } from "./scenario-file.ts";

/** The scenarios of the house, in the folder of this room. */

const FOLDER = new URL("./", import.meta.url).pathname;

/** Their files, in the order of their names. */
export const scenarioFiles = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".yaml"))
    .toSorted()
    .map((name) => join(FOLDER, name));

/** A scenario by the name of its file: `pulled-cable`. */
export const scenarioName = ({ file }: Pick<Scenario, "file">): string => basename(file, ".yaml");

/** Those of this device and rulebook whose happenings can meet a table that plays. Throws a Problem. */
export const scenariosOf = (device: string, rulebook: string): readonly Scenario[] =>
  scenarioFiles()
    .map(readScenario)
    .filter((one) => one.device === device && one.rulebook === rulebook && !isRecorded(one));
