import { resolve } from "node:path";
import type { Command } from "commander";
import type { Language } from "../../src/text/language.ts";
import { problemWords } from "../../src/rules/problem-words.ts";
import { textsOf } from "../../src/text/text-of.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { usageProblem } from "../problem.ts";
import { readCasino } from "../afar/join/answers.ts";
import { hasCertificate, requestCertificate } from "../afar/join/join.ts";
import type { CasinoAnswer } from "../care/first-setup/check.ts";
import { UPDATE_SOCKET } from "../delivery/updater/config.ts";
import { RULES_FILE } from "../care/first-setup/device-rules.ts";
import { progressPathOf } from "../care/first-setup/progress.ts";
import { Questions } from "../care/first-setup/questions.ts";
import { Asking } from "../care/first-setup/asking.ts";
import { fill } from "../../src/text/every-language.ts";
import { Setup, type SetupOptions } from "../care/first-setup/run.ts";
import { actAsTableUser, hasUpdater } from "../care/first-setup/table-user.ts";
import { madeBySetup, undoSetup } from "../care/first-setup/undo.ts";
import { keptAct } from "../afar/join/kept-act.ts";
import {
  askBrought,
  FIREWALL_OPTION,
  joinKept,
  joinOptionsOf,
  requireUsualPlaces,
  SERVICES_OPTION,
  type Brought,
} from "./join.ts";
import { LANGUAGE_OPTION, type OptionsOf, printLine } from "./common.ts";
import { USUAL_CONFIG } from "./table-config.ts";
import { openTerminal } from "./terminal.ts";

const UNDONE = textsOf("first-setup").undone;

/** `tirada setup`. */
export function addSetup(command: Command): void {
  declareSetup(command).action((options) => {
    actAsTableUser(options.user ?? null);
    return options.undo === true ? undo(options) : setUp(options);
  });
}

const declareSetup = (command: Command) =>
  command
    .option("--config <file>", "the configuration that it writes", USUAL_CONFIG)
    .option("--from <file>", "takes the answers from a file (YAML) instead of asking; -: from standard input")
    .option(...LANGUAGE_OPTION)
    .option("--ports <folder>", "where the stable names of serial ports are", "/dev/serial/by-id")
    .option("--cameras <folder>", "where the stable names of cameras are", "/dev/v4l/by-id")
    .option("--rules <file>", "run as root: where the rules of the table's USB devices go (udev)", RULES_FILE)
    .option("--user <name>", "run as root: the user that the unit runs as (tirada, where there is one)")
    .option(...SERVICES_OPTION)
    .option(...FIREWALL_OPTION)
    .option("--undo", "takes back what it made; refused once a result is certified");

type SetupCommand = OptionsOf<typeof declareSetup>;

/** How the table joins its casino, by what the answers say of it. */
function casinoStep(
  { file, certificate }: CasinoAnswer,
  folder: string,
  given: SetupCommand,
): () => Promise<void> {
  requireUsualPlaces(given);
  const brought: Brought = {
    casino: readCasino(resolve(folder, file)),
    certificate: certificate === undefined ? undefined : resolve(folder, certificate),
  };
  return () => joinOrRequest(brought, given);
}

/** A table whose certificate is not there yet gets its request. */
async function joinOrRequest(brought: Brought, given: SetupCommand): Promise<void> {
  const options = joinOptionsOf(given);
  const { configPath, clock } = options;
  if (brought.certificate !== undefined || (await hasCertificate(configPath)))
    return joinKept(brought, options);
  return keptAct("join-request", configPath, clock, () => requestCertificate(options));
}

async function setUp(given: SetupCommand): Promise<void> {
  const { config, from, lang, ports, cameras, rules } = given;
  const options: SetupOptions = {
    configPath: config,
    language: lang,
    folders: { ports, cameras },
    rulesPath: process.getuid?.() === 0 ? rules : null,
    updateSocket: hasUpdater() ? UPDATE_SOCKET : null,
    clock: systemClock(),
    say: printLine,
    casino: (answer, folder) => casinoStep(answer, folder, given),
    askCasino: async (asking) => {
      requireUsualPlaces(given);
      await joinOrRequest(await askBrought(asking, undefined), given);
    },
  };
  if (from !== undefined) return Setup.fromFile(from, options);
  const terminal = openTerminal(
    `stopped; what was right is in ${progressPathOf(config)}, and tirada setup goes on there`,
  );
  try {
    await Setup.atTerminal(new Questions(terminal, lang, options.clock), options);
  } finally {
    terminal.leave();
  }
}

async function undo({ config, from, lang }: SetupCommand): Promise<void> {
  if (from !== undefined) throw usageProblem(problemWords("undo-alone", { others: "--from" }));
  if (process.stdin.isTTY && !(await mayUndo(config, lang))) return;
  const { removed, kept } = undoSetup(config);
  for (const path of removed) printLine(fill(UNDONE.removed, lang, { path }));
  for (const { path, why } of kept) printLine(fill(UNDONE.kept, lang, { path, why: why[lang] }));
}

/** Somebody at a terminal sees what goes before it goes. */
async function mayUndo(config: string, lang: Language): Promise<boolean> {
  const paths = madeBySetup(config);
  if (paths.length === 0) return true;
  const terminal = openTerminal();
  try {
    for (const path of paths) printLine(`  ${path}`);
    return await new Asking(terminal, lang).yesNo("undo", null);
  } finally {
    terminal.leave();
  }
}
