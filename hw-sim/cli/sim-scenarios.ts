import type { Command } from "commander";
import { type OptionsOf, printFound, printLine } from "../../firmware/cli/common.ts";
import { EXIT } from "../../firmware/problem.ts";
import { tableLines } from "../../src/text/table-lines.ts";
import { faultTables, type FaultRow } from "../../firmware/office/faults/fault-catalogue.ts";
import { readScenario, timeOfUs } from "../scenarios/scenario-file.ts";
import { playScenario } from "../sim/play-scenario.ts";
import "../../firmware/table/setup/every-family.ts";

/** `tirada sim play`. */
export function addSimPlay(command: Command): void {
  declareSimPlay(command).action(async (_play, files, options) => {
    for (const file of files) await playFile(file, options);
  });
}

const declareSimPlay = (command: Command) =>
  command
    .usage("play [options] <scenario...>")
    .description(
      "Plays scenarios through the unit's own pipeline, in simulated time, and holds what came against what their files say. Status 6: one came to something else.",
    )
    .argument("<play>", "the word play")
    .argument("<scenario...>", "files, e.g. hw-sim/scenarios/pulled-cable.yaml")
    .option("--json", "what came as one JSON object a file");

async function playFile(file: string, options: OptionsOf<typeof declareSimPlay>): Promise<void> {
  const scenario = readScenario(file);
  const { came, problems } = await playScenario(scenario);
  if (problems.length > 0) process.exitCode = EXIT.notValid;
  printFound(options, { file, about: scenario.about, ok: problems.length === 0, came, problems }, () => [
    `${problems.length === 0 ? "as it should" : "NOT as it should"}  ${file}: ${scenario.about}`,
    ...came.map(
      ({ us, round, outcome }) => `  ${timeOfUs(us)}  ${round === null ? "" : `round ${round}: `}${outcome}`,
    ),
    ...problems.map((problem) => `  not as its file says: ${problem}`),
  ]);
}

/** `tirada sim faults`. */
export function addSimFaults(command: Command): void {
  declareSimFaults(command).action((_faults, table, options) => {
    const tables = faultTables().filter(
      ({ name, device }) => table === undefined || name === table || device === table,
    );
    if (tables.length === 0)
      printLine(
        `no table "${table ?? ""}"; known: ${faultTables()
          .map(({ name }) => name)
          .join(", ")}`,
      );
    printFound(options, tables, () =>
      tables.flatMap(({ name, device, rulebook, faults }) => [
        `${name}: ${device}, ${rulebook}`,
        ...tableLines(faults.map(lineOfFault), [{ width: 26 }, { width: 60 }], " ").map((line) => `  ${line}`),
        "",
      ]),
    );
  });
}

const declareSimFaults = (command: Command) =>
  command
    .usage("faults [options] [table]")
    .description("Lists the catalogue of faults: what may be made to go wrong, and what each should come to.")
    .argument("<faults>", "the word faults")
    .argument("[table]", "one kind of table or device, e.g. roulette, cammegh-ss2, dice")
    .option("--json", "as one JSON object");

const lineOfFault = (row: FaultRow): readonly string[] => [row.fault, row.about, comesText(row)];

/** What a fault comes to, for people: `void ball-left-cylinder, or no round · fault port-gone`. */
export function comesText({ comes, unseen, raises, reports = [] }: FaultRow): string {
  const verdicts = [...comes, ...(unseen ? ["no round"] : [])].join(" or ");
  return [verdicts, ...reports, ...raises.map((code) => `fault ${code}`)]
    .filter((part) => part !== "")
    .join(" · ");
}
