import type { Command } from "commander";
import { defaultBaud, isCardTable, parseConfig, type Config } from "../../src/config/config.ts";
import { problemText } from "../../src/rules/yaml.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { dayHere, systemClock } from "../../src/time/system-clock.ts";
import type { Clock } from "../../src/time/clock.ts";
import { capturedDemo } from "../demo/captured.ts";
import { cardDemo } from "../demo/cards.ts";
import type { Demo } from "../demo/demo.ts";
import { diceDemo } from "../demo/dice.ts";
import { lookingBench, sensorsDemo } from "../demo/sensors.ts";
import { demoTable, DEMO_TABLES } from "../demo/tables.ts";
import { SHOE_TYPES } from "../devices.ts";
import { readTextFile, type FileError } from "../read-file.ts";
import { deviceOf } from "../table/pipeline-setup.ts";
import { houseRuleProblem } from "../unit/house-rule-problem.ts";
import { EXIT, Problem } from "../unit/problem.ts";
import { peopleProblem } from "../unit/people-problem.ts";
import { runTable } from "../unit/run.ts";
import { deviceProblem, setupOf } from "../unit/setup-of.ts";
import { tableSetup } from "../unit/table-setup.ts";
import { readableLine } from "./contract.ts";

interface Options {
  readonly config?: string;
  readonly device?: string;
  readonly type: string;
  readonly rulebook?: string;
  readonly displayPort?: string;
  readonly storage?: string;
  readonly speed: string;
  readonly table?: string;
  readonly board: string;
  readonly seed: string;
}

const RULEBOOK = "cl/ruleta-francesa";
const STORAGE = "var/table";
/**
 * A capture has no clock of its own. A board has, and its line must stay quick beside it; an emulated one takes a core. A card
 * must be on the screens before the next one leaves.
 */
const SPEED_MAX = { captured: 1_000, fast: 4, emulated: 1, cards: 6, dice: 4 };

export function addStart(program: Command): void {
  program
    .command("start")
    .description(
      "Runs a table: opens the wheel or shoe, judges, signs, shows. Without --config or --device: a demonstration.",
    )
    .option("--config <file>", "configuration of the table (see examples/)")
    .option("--device <path>", "the wheel's port, e.g. /dev/serial/by-id/usb-FTDI_…")
    .option("--type <device>", "device type behind --device", "cammegh-ss2")
    .option(
      "--rulebook <rulebook>",
      `jurisdiction/game, or with an edition: cl/craps@2023-03 (${RULEBOOK}, or what the table is played by)`,
    )
    .option("--display-port <port>", "TCP port of the screens (8470; 0: any free one)")
    .option("--storage <folder>", `folder of the journal, key and recordings (${STORAGE})`)
    .option("--speed <factor>", "demonstration: how many times faster than real", "1")
    .option(
      "--table <table>",
      `demonstration: ${Object.keys(DEMO_TABLES).join(", ")}, a card game: punto-y-banca, es-cb/black-jack …, or a game of dice: sic-bo, cl/craps …`,
    )
    .option("--board <board>", "demonstration of sensors: fast, or emulated (the real firmware image)", "fast")
    .option(
      "--seed <seed>",
      "demonstration of sensors, cards or dice: the same seed plays the same spins, shuffles or throws",
      "1",
    )
    .action((options: Options) => start(options));
}

async function start(options: Options): Promise<void> {
  const clock = systemClock();
  const real = options.config !== undefined || options.device !== undefined;
  const speed = Number(options.speed);
  if (!(speed > 0 && speed <= SPEED_MAX.captured))
    throw new Problem(
      EXIT.usage,
      `--speed ${options.speed}: must be a number above 0, at most ${SPEED_MAX.captured}`,
    );
  if (real) {
    if (options.table !== undefined)
      throw new Problem(EXIT.usage, "--table is a demonstration: leave out --config and --device");
    // What the options name is checked before anything is opened.
    if (options.config === undefined) checkWheel(options.rulebook ?? RULEBOOK, options.type);
    const config = withPort(configOf(options), options.displayPort);
    const look = config.test && config.wheel?.device === "sensor-board";
    const bench = look ? await lookingBench(clock, config, say) : null;
    try {
      await serve(config, clock, bench, null);
    } finally {
      await bench?.close();
    }
    return;
  }
  const demo = await demonstration(options, clock, speed);
  try {
    await serve(withPort(demo.config, options.displayPort), demo.clock, demo.follower, demo);
  } finally {
    await demo.stop();
  }
}

/** `--device` alone names a wheel: what a card device is set to needs a configuration. */
function checkWheel(rulebook: string, type: string): void {
  if (SHOE_TYPES.some(({ name }) => name === type))
    throw new Problem(
      EXIT.usage,
      `a card table needs --config: ${type} must be told its decks (see examples/)`,
    );
  tableSetup(rulebook, type, []);
}

async function demonstration(options: Options, clock: Clock, speed: number): Promise<Demo> {
  const table = options.table ?? "roulette";
  const chosen = demoTable(table);
  const { board, seed } = options;
  const rulebook = options.rulebook ?? chosen.rulebook;
  const folder = options.storage === undefined ? {} : { folder: options.storage };
  if (chosen.wheel === null) {
    const [most, what] =
      chosen.family === "dice" ? [SPEED_MAX.dice, "dice"] : ([SPEED_MAX.cards, "card"] as const);
    if (speed > most)
      throw new Problem(EXIT.usage, `--speed ${options.speed}: at most ${most} at a ${what} table`);
    if (chosen.family === "dice") return diceDemo(clock, { rulebook, speed, seed, ...folder }, say);
    return cardDemo(clock, { rulebook, speed, seed, ...folder }, say);
  }
  const { wheel, device } = chosen;
  if (board !== "fast" && board !== "emulated")
    throw new Problem(EXIT.usage, `--board ${board}: must be fast or emulated`);
  const most = wheel === "captured" ? SPEED_MAX.captured : SPEED_MAX[board];
  if (speed > most)
    throw new Problem(EXIT.usage, `--speed ${options.speed}: at most ${most} with the ${board} board`);
  tableSetup(rulebook, device, []);
  if (wheel === "captured") return capturedDemo(clock, rulebook, speed, options.storage);
  return sensorsDemo(clock, { table, rulebook, speed, board, seed, ...folder }, say);
}

/** Runs one table until it is asked to stop or cannot go on. */
async function serve(
  config: Config,
  clock: Clock,
  follower: Demo["follower"],
  demo: Demo | null,
): Promise<void> {
  const stopped = asked();
  const setup = setupOf(config, dayHere(clock.wall()));
  const { pack } = setup;
  if (isCardTable(config)) keepNoDumps();
  const table = await runTable({
    config,
    clock,
    onRecord: (record) => {
      if (record.body.kind !== "phase") say(readableLine(record, pack));
    },
    onNotice: say,
    follower,
  });
  say(`${config.table.name} · ${setup.rulebook} · ${deviceOf(setup)}`);
  say(`display   ${table.url}`);
  say(`control   ${table.url}control`);
  say(`technician ${table.url}technician`);
  if (follower !== null) say(`bench     ${table.url}bench`);
  for (const line of demo?.notes ?? []) say(line);
  demo?.play(table.unit);
  const end = await Promise.race([table.failed, stopped]);
  await table.stop(end instanceof Problem ? end.message.slice(0, 200) : end);
  if (end instanceof Problem) throw end;
  say("stopped; journal and recording are closed");
}

/** A dump of this process holds the cards that lie face down: Node writes none, whatever its environment asks for. */
function keepNoDumps(): void {
  const { report } = process;
  report.reportOnFatalError = false;
  report.reportOnSignal = false;
  report.reportOnUncaughtException = false;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ctrl-C, or the service manager; a table that is still starting stops when it has started. */
function asked(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve(signal));
  });
}

function withPort(config: Config, port: string | undefined): Config {
  if (port === undefined) return config;
  const number = Number(port);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new Problem(EXIT.usage, `--display-port ${port}: must be a whole number from 0 to 65535`);
  }
  return { ...config, display: { ...config.display, port: number } };
}

function configOf(options: Options): Config {
  if (options.config !== undefined) return readConfig(options.config);
  return {
    table: {
      name: "Mesa",
      log: "tirada.local/table",
      rulebook: options.rulebook ?? RULEBOOK,
      houseRules: [],
      languages: [...LANGUAGES],
      openAtStart: true,
    },
    wheel: {
      device: options.type,
      path: options.device ?? "",
      baud: defaultBaud(options.type),
      wait: false,
      rotorVariationRpm10: 20,
      ask: true,
      protocol: "extended",
      gameMode: null,
    },
    display: { host: "127.0.0.1", port: 8470 },
    people: [],
    storage: { folder: options.storage ?? STORAGE, segmentMegabytes: 8, recordingMegabytes: 1_024 },
    test: false,
  };
}

/** Larger files are no configuration. */
const CONFIG_LIMIT = 262_144;

/** Reads a configuration file, or throws with every problem of it in one line, each with file and line. */
export function readConfig(path: string): Config {
  let text: string;
  try {
    text = readTextFile(path, CONFIG_LIMIT);
  } catch (error) {
    throw new Problem(EXIT.usage, `the configuration: ${(error as FileError).message}`, { cause: error });
  }
  const reading = parseConfig(text, path);
  if (reading.ok) {
    const problem =
      peopleProblem(reading.config) ?? deviceProblem(reading.config) ?? houseRuleProblem(reading.config);
    if (problem === null) return reading.config;
    throw new Problem(EXIT.usage, problemText(reading.problemAt(problem.path, problem.message)));
  }
  throw new Problem(EXIT.usage, reading.problems.map(problemText).join("; "));
}
