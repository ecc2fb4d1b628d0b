import type { Command } from "commander";
import { folderImpact, type ImpactLine } from "../../replay/impact-folder.ts";
import { impactLine, ImpactCount } from "../../replay/impact-text.ts";
import { usageProblem } from "../../problem.ts";
import { readCodes } from "../../table/setup/shoe/codes.ts";
import { type OptionsOf, printLine } from "../common.ts";
import { namedRulebook, RULEBOOKS_OPTION } from "./rulebook-options.ts";
import "../../table/setup/every-family.ts";

/** `tirada rules impact`. */
export function addRulesImpact(command: Command): void {
  declareRulesImpact(command).action(printImpact);
}

const declareRulesImpact = (command: Command) =>
  command
    .argument("<before>", "the edition that the recordings name, jurisdiction/game@edition")
    .argument("<after>", "the other one")
    .requiredOption("--recordings <folder>", "a table's storage folder, or the recordings in it")
    .option("--codes <file>", "card readers: the table of codes that the recordings were made with")
    .option("--house-rule <rule...>", "what the house adopts under the other edition; else what it had adopted")
    .option(...RULEBOOKS_OPTION)
    .option("--json", "one JSON object a line");

type ImpactOptions = OptionsOf<typeof declareRulesImpact>;

function printImpact(
  before: string,
  after: string,
  { rulebooks, json, recordings, codes, houseRule }: ImpactOptions,
): void {
  const task = {
    before: namedRulebook(before, rulebooks),
    after: namedRulebook(after, rulebooks),
    folder: recordings,
    codes: codes === undefined ? null : readCodes(codes, "card-reader"),
    houseRules: houseRule ?? null,
  };
  if (task.before.id !== task.after.id)
    throw usageProblem(`${task.before.name} and ${task.after.name} are two games: give two editions of one`);
  const count = new ImpactCount();
  for (const line of folderImpact(task)) {
    count.add(line);
    const text = json === true ? jsonLine(line) : impactLine(line);
    if (text !== null) printLine(text);
  }
  process.stdout.write(json === true ? `${JSON.stringify(count.summary(task))}\n` : count.text(task));
}

/** Rounds that end alike are counted and not listed. */
function jsonLine(line: ImpactLine): string | null {
  return "is" in line && line.is === "same" ? null : JSON.stringify(line);
}
