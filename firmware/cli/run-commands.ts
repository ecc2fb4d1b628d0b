import { CommanderError, type Command } from "commander";
import type { LazyCommand } from "./laboratory.ts";
import { LANGUAGES, type Language } from "../../src/text/language.ts";
import { errorTextIn, EXIT, Problem, rightRefused, shownText } from "../problem.ts";

/**
 * Runs the command that the words call. Only the module of that one is read. It ends with a status of `EXIT`; whatever goes wrong is one
 * line on standard error that says what, where and what to do. A stack trace is only printed with TIRADA_TRACE=1. `before`: what it may
 * rely on.
 */
export async function runCommands(
  program: Command,
  commands: readonly LazyCommand[],
  args: readonly string[],
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  // Of the person who gave the command, where it has words in it.
  let language: Language = "en";
  program
    .helpOption("-h, --help", "explain this command")
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  try {
    await addCommands(
      program,
      commands,
      args.filter((word) => word !== "help"),
    );
    watchOutputs();
    program.hook("preAction", async (_, command) => {
      outlivesOutputs = OUTLIVE.includes(command.name());
      const { lang } = command.opts();
      language = LANGUAGES.find((one) => one === lang) ?? "en";
      await before();
    });
    await program.parseAsync(["node", program.name(), ...args]);
  } catch (error) {
    const hint =
      error instanceof CommanderError ? (await import("./hints.ts")).hintFor(error, program, args) : "";
    process.exitCode = reportError(error, hint, language);
  }
}

/** Names every command, and reads the one that the words call. */
async function addCommands(
  to: Command,
  commands: readonly LazyCommand[],
  [called, ...words]: readonly string[],
): Promise<void> {
  for (const { name, about, load, group } of commands) {
    const command = to.command(name).description(about);
    if (group !== undefined) command.helpGroup(`${group}:`);
    if (typeof load !== "function") await addCommands(command, load, name === called ? words : []);
    else if (name === called) (await load(words))(command);
  }
}

/** What a shell reports for a program that SIGPIPE ended. */
const EXIT_CLOSED_OUTPUT = 141;
let isWatching = false;
/** A table, a witness and a relay outlive their outputs. */
const OUTLIVE: readonly string[] = ["start", "witness", "relay"];
let outlivesOutputs = false;

/**
 * The reader of the output may go away (`| head`, a terminal that is closed, a full log disk). A table plays on without
 * its log lines; any other command ends without a message.
 */
function watchOutputs(): void {
  if (isWatching) return;
  isWatching = true;
  const closed = (): void => {
    if (!outlivesOutputs) process.exit(process.exitCode === undefined ? EXIT_CLOSED_OUTPUT : undefined);
  };
  process.stdout.on("error", closed);
  process.stderr.on("error", closed);
}

/** Prints what went wrong in one line and gives the exit status. */
export function reportError(error: unknown, hint = "", language: Language = "en"): number {
  if (error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help"))
    return EXIT.done;
  const refused = rightRefused(error);
  if (refused !== null) return reportError(refused);
  const message = errorTextIn(error, language);
  const oneLine = shownText(message.replace(/^error: /, "").replace(/\s*\n\s*/g, " "));
  process.stderr.write(`tirada: ${oneLine}${hint}\n`);
  if (process.env["TIRADA_TRACE"] === "1" && error instanceof Error)
    process.stderr.write(`${error.stack ?? ""}\n`);
  if (error instanceof Problem) return error.status;
  return error instanceof CommanderError ? EXIT.usage : EXIT.internal;
}
