import type { CommanderError, CommandUnknownOpts } from "commander";

/** Commands by what people call what they want to do, where they call it otherwise. */
const MEANT: Readonly<Record<string, string>> = {
  calibrate: "tirada wheel calibrate, or tirada dice calibrate",
  calibration: "tirada wheel calibration, or tirada dice calibrate",
  identify: "tirada wheel identify",
  capture: "tirada replay",
  recording: "tirada replay",
  install: "tirada setup for a table, tirada update install for a release",
  rollback: "tirada update rollback",
  stick: "tirada update install --stick FOLDER",
  status: "tirada doctor for the table, tirada update status for its releases",
  why: "tirada doctor",
  log: "tirada find",
  search: "tirada find",
  password: "tirada pin",
  people: "tirada pin",
  undo: "tirada setup --undo",
  check: "tirada rules check for a rulebook, tirada verify for evidence, tirada release check for a release",
  rulebook: "tirada rules",
  demo: "tirada start",
};

/** What an error of the command line leaves unsaid: which argument is missing, and what the word was meant to be; empty: nothing. */
export function hintFor(
  { code, message }: CommanderError,
  program: CommandUnknownOpts,
  words: readonly string[],
): string {
  if (code === "commander.unknownCommand") {
    const meant = MEANT[/'([^']+)'/.exec(message)?.[1] ?? ""];
    return meant === undefined ? "" : `; that is ${meant}`;
  }
  if (code !== "commander.missingArgument") return "";
  const command = calledBy(program, words);
  const name = /'([^']+)'/.exec(message)?.[1];
  const about = command.registeredArguments.find((one) => one.name() === name)?.description ?? "";
  return `${about === "" ? "" : `: ${about}`}; see tirada ${pathOf(command)} --help`;
}

/** The command that the words call. */
function calledBy(program: CommandUnknownOpts, words: readonly string[]): CommandUnknownOpts {
  let here = program;
  for (const word of words) {
    const next = here.commands.find((one) => one.name() === word);
    if (next === undefined) return here;
    here = next;
  }
  return here;
}

function pathOf(command: CommandUnknownOpts): string {
  const above = command.parent === null ? "" : pathOf(command.parent);
  return command.parent === null ? "" : `${above} ${command.name()}`.trim();
}
