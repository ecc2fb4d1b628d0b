import type { Command } from "commander";
import {
  answersOfOptions,
  exampleAnswers,
  machinesThat,
  readFloorAnswers,
  type FloorAnswers,
  type OneMachine,
} from "../../office/floor/setup/answers.ts";
import { writeSetup } from "../../office/floor/setup/write-setup.ts";
import { usageProblem } from "../../problem.ts";
import { oneOf, type OptionsOf, printLine } from "../common.ts";

/** `tirada floor init`. */
export function addFloorInit(command: Command): void {
  declareFloorInit(command).action((folder, options) => {
    const nodes = options.nodes === "3" ? 3 : 1;
    if (options.example === true) return void process.stdout.write(exampleAnswers(nodes));
    if (folder === undefined)
      throw usageProblem("name the folder that is written; --example prints what is asked");
    const answers = answersOf(options);
    const found = machinesThat(answers, "database").length;
    if (options.nodes !== undefined && found !== nodes)
      throw usageProblem(`--nodes ${nodes}: machines of the answers that do database: ${found}`);
    const files = writeSetup(folder, answers);
    const many = answers.machines.length;
    printLine(`${files.length} files in ${folder}, for ${many} ${many === 1 ? "machine" : "machines"}`);
    printLine(`the steps in their order: ${folder}/README.md`);
  });
}

const declareFloorInit = (command: Command) =>
  command
    .argument("[folder]", "a new folder, in which each machine has one of its own")
    .option("--nodes <number>", "machines with a database: 1, or 3 of which one may fail", oneOf(["1", "3"]))
    .option("--answers <file>", "what the floor is to be (see docs/floor.md)")
    .option("--example", "prints an example of such a file, and writes nothing")
    .option("--casino <name>", "without --answers, all on one machine: as the casino's authority is called")
    .option("--host <name>", "the machine's name in the casino's DNS")
    .option("--address <address>", "its address")
    .option("--tables <network...>", "networks of the tables, as 10.8.1.0/24")
    .option("--people <network...>", "networks from which people look at the page")
    .option("--staff <network...>", "networks from which the IT logs in")
    .option("--webhook <url>", "where alarms go")
    .option("--backup <folder>", "the folder of backups, on another disk");

type InitOptions = OptionsOf<typeof declareFloorInit>;
const ASKED = ["casino", "host", "address", "tables", "people", "staff", "webhook", "backup"] as const;

function answersOf(options: InitOptions): FloorAnswers {
  const given = ASKED.filter((key) => options[key] !== undefined);
  if (options.answers !== undefined) {
    if (given.length > 0) throw usageProblem(`--${given[0]} stands in the file of --answers: give one of both`);
    return readFloorAnswers(options.answers);
  }
  const missing = ASKED.filter((key) => options[key] === undefined);
  if (missing.length > 0)
    throw usageProblem(
      `no address is guessed: give ${missing.map((key) => `--${key}`).join(", ")}, or --answers FILE (--example prints one)`,
    );
  return answersOfOptions(options as OneMachine);
}
