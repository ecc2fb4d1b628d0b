import { parseConfig, type Config } from "../config/config.ts";
import { problemText } from "../../src/rules/yaml.ts";
import { readTextFile, type FileError } from "../read-file.ts";
import { houseRuleProblem, peopleProblem } from "./config-problem.ts";
import { usageProblem } from "../problem.ts";
import { deviceProblem } from "../setup/config-setup.ts";
import { loadFamilyOf } from "../setup/families.ts";

/** Larger files are no configuration. */
const CONFIG_LIMIT = 262_144;

/**
 * Reads a configuration file, and the code that its table needs. Rejects with a Problem that says everything that is wrong in one line,
 * each with file and line.
 */
export async function readConfig(path: string): Promise<Config> {
  let text: string;
  try {
    text = readTextFile(path, CONFIG_LIMIT);
  } catch (error) {
    throw usageProblem(`the configuration: ${(error as FileError).message}`, error);
  }
  const reading = parseConfig(text, path);
  if (reading.ok) {
    await loadFamilyOf(reading.config);
    const problem =
      peopleProblem(reading.config) ?? deviceProblem(reading.config) ?? houseRuleProblem(reading.config);
    if (problem === null) return reading.config;
    throw usageProblem(problemText(reading.problemAt(problem.path, problem.message)));
  }
  throw usageProblem(reading.problems.map(problemText).join("; "));
}
