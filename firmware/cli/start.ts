import { dirname, join, resolve } from "node:path";
import { Command, Option } from "commander";
import { defaultValues } from "../../drivers/options.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import type { Clock } from "../../src/time/clock.ts";
import { rfc3339 } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { isThere } from "../files/disk.ts";
import { errorText, EXIT, Problem, usageProblem } from "../problem.ts";
import { logOf, type Config } from "../table/config/config.ts";
import { lookUpDevice, WHEEL_OPTIONS, WHEEL_TYPES } from "../table/config/devices.ts";
import { baudOf } from "../table/config/wheel-config.ts";
import { LOG_FORMATS, type LogFormat, type UnitLog } from "../table/log/unit-log.ts";
import { setupOf } from "../table/setup/config-setup.ts";
import { familyWords } from "../table/setup/families.ts";
import { loadFamilyOf } from "../table/setup/load-families.ts";
import { tableSetup } from "../table/setup/table-setup.ts";
import type { TableFeeds } from "../feeds/start.ts";
import { readConfigOfStart } from "../unit/configuration/ordered-configuration.ts";
import { runTable, type AheadOfStart } from "../unit/run.ts";
import { type OptionsOf, printLine, stopSignal, wholeNumber } from "./common.ts";
import { readableLine } from "./evidence/contract.ts";
import type { Demo, DemonstrationOptions, Laboratory } from "./laboratory.ts";

const RULEBOOK = "cl/ruleta-francesa";
const STORAGE = "var/table";
/** What examines the table for the technician's page: a program of its own. */
const DOCTOR = new URL("../care/doctor/doctor-child.ts", import.meta.url).href;
/** The program that makes bundles for somebody at the table. */
const BUNDLER = new URL("../care/doctor/bundle-child.ts", import.meta.url).href;

/** `tirada start`. */
export async function startCommand(
  laboratory: Laboratory | null,
  ahead?: AheadOfStart,
): Promise<(command: Command) => void> {
  const extra = new Command();
  await laboratory?.addOptions(extra);
  return (command) => {
    declareStart(command).action(async (options) => {
      try {
        await leavingWords(() => startTable(options, laboratory, ahead));
      } finally {
        await endAhead(ahead);
      }
    });
    for (const option of extra.options) command.addOption(option);
  };
}

const declareStart = (command: Command) =>
  command
    .option("--config <file>", "configuration of the table (see examples/)")
    .option("--device <path>", "the wheel's port, e.g. /dev/serial/by-id/usb-FTDI_…")
    .option(
      "--type <device>",
      `device type behind --device: ${WHEEL_TYPES.map(({ name }) => name).join(", ")}`,
      WHEEL_TYPES[0]?.name,
    )
    .option(
      "--rulebook <rulebook>",
      `jurisdiction/game, or with an edition: cl/craps@2023-03 (${RULEBOOK}, or what the table is played by)`,
    )
    .option(
      "--display-port <port>",
      "TCP port of the screens (8470; 0: any free one)",
      wholeNumber("--display-port", 0, 65_535),
    )
    .addOption(
      new Option("--log <format>", "lines for people, or one JSON object a line; auto: JSON under systemd")
        .choices(LOG_FORMATS)
        .default("auto"),
    )
    .option("--storage <folder>", `folder of the journal, key and recordings (${STORAGE})`);

type StartOptions = OptionsOf<typeof declareStart> & DemonstrationOptions;

/** Ends what was begun ahead of a start that came to nothing. */
async function endAhead(ahead: AheadOfStart | undefined): Promise<void> {
  ahead?.check?.stop();
  await ahead?.screens.endUnheard();
}

/** As a service a table leaves its last line for the page that stands in its place when it does not come back. */
async function leavingWords(run: () => Promise<void>): Promise<void> {
  if (process.env["RUNTIME_DIRECTORY"] === undefined) return run();
  const { forgetLastWords, leaveLastWords, runtimeFolder } = await import("../net/last-words.ts");
  const folder = runtimeFolder(process.env);
  forgetLastWords(folder);
  try {
    await run();
  } catch (error) {
    const status = error instanceof Problem ? error.status : EXIT.internal;
    leaveLastWords(folder, { at: rfc3339(systemClock().wall()), status, why: errorText(error) });
    throw error;
  }
}

async function startTable(
  options: StartOptions,
  laboratory: Laboratory | null,
  ahead: AheadOfStart | undefined,
): Promise<void> {
  const clock = systemClock();
  if (options.floor === true) return showFloor(options, laboratory, clock);
  if (options.config !== undefined || options.device !== undefined) {
    if (options.table !== undefined)
      throw usageProblem("--table is a demonstration: leave out --config and --device");
    // What the options name is checked before anything is opened.
    if (options.config !== undefined) (await import("../care/first-setup/table-user.ts")).becomeTableUser();
    if (options.config === undefined) await checkWheel(options.rulebook ?? RULEBOOK, options.type);
    const config = withPort(await configOf(options), options.displayPort);
    if (options.config !== undefined) await requireOwnLog(options.config, config);
    const bench = (await laboratory?.bench(config, clock, printLine)) ?? null;
    try {
      await serveTable(config, clock, bench, {
        demo: null,
        format: options.log,
        ahead,
        configFolder: folderOf(options.config),
      });
    } finally {
      await bench?.close();
    }
    return;
  }
  if (laboratory === null) throw usageProblem("name the table: --config FILE, or --device PATH for a wheel");
  const demo = await laboratory.demonstration(options, clock, printLine);
  try {
    await serveTable(withPort(demo.config, options.displayPort), demo.clock, demo.follower, {
      demo,
      format: options.log,
      ahead,
    });
  } finally {
    await demo.stop();
  }
}

/** A demonstration of many tables, in place of one. */
async function showFloor(options: StartOptions, laboratory: Laboratory | null, clock: Clock): Promise<void> {
  for (const name of ["config", "device", "table", "rulebook", "storage"] as const)
    if (options[name] !== undefined)
      throw usageProblem(`--floor is a demonstration of many tables: leave out --${name}`);
  await laboratory?.floor(options, clock, printLine, stopSignal());
}

const folderOf = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : dirname(resolve(file));

/** What knows the log is read only where its journal would begin. */
async function requireOwnLog(configPath: string, config: Config): Promise<void> {
  const { folder } = config.storage;
  if (isThere(join(folder, "journal.db"))) return;
  const { requireFirstJournal } = await import("../care/first-setup/known-log.ts");
  requireFirstJournal({ log: logOf(config), folder, configPath });
}

/** `--device` alone names a wheel: what a card device is set to needs a configuration. */
async function checkWheel(rulebook: string, type: string): Promise<void> {
  const device = lookUpDevice(type);
  const { played, needsConfig } = familyWords(device?.family ?? "wheel");
  if (needsConfig !== null)
    throw usageProblem(`a table ${played} needs --config: ${type} ${needsConfig} (see examples/)`);
  // Rulebook and device may be of two families, which the message says.
  await import("../table/setup/every-family.ts");
  tableSetup(rulebook, type, []);
}

interface Served {
  readonly demo: Demo | null;
  readonly format: LogFormat;
  readonly ahead: AheadOfStart | undefined;
  /** Of the configuration's file. */
  readonly configFolder?: string | undefined;
}

/** Runs one table until it is asked to stop or cannot go on. */
async function serveTable(
  config: Config,
  clock: Clock,
  follower: Demo["follower"],
  { demo, format, ahead, configFolder }: Served,
): Promise<void> {
  const stopped = stopSignal();
  const log = await openLog(format, clock);
  await loadFamilyOf(config);
  // Of the family alone, whatever the edition: that is chosen by what the journal knows as well.
  const setup = setupOf(config);
  const { pack } = setup;
  if (setup.rules.family.keepsSecrets) forbidDumps();
  const onNotice = (line: string): void => log.say("notice", line);
  const feeds = await startFeeds(config, clock, onNotice);
  const table = await runTable({
    config,
    clock,
    onRecord: (record) => {
      feeds?.handleRecord(record.seq);
      if (record.body.kind !== "phase") log.record(record, readableLine(record, pack));
    },
    onNotice,
    recentLines: () => log.recent,
    doctor: DOCTOR,
    bundler: BUNDLER,
    startRemote:
      config.remote === undefined ? undefined : (await import("../afar/orders/start.ts")).startRemote,
    startFloor: config.floor === undefined ? undefined : (await import("../afar/floor/start.ts")).startFloor,
    follower,
    ahead,
    configFolder,
  });
  const say = (line: string): void => log.say("start", line);
  say(`${config.table.name} · ${table.unit.setup.rulebook} · ${setup.devices.device}`);
  const sayPage = (name: string, path = name): void => say(`${name.padEnd(9)} ${table.url}${path}`);
  sayPage("display", "");
  for (const name of ["control", "technician", "analysis", "inspector"]) sayPage(name);
  sayPage("statistics", "screen/statistics");
  if (follower !== null) sayPage(follower.pages.name);
  for (const line of demo?.notes ?? []) say(line);
  demo?.play(table.unit);
  const end = await Promise.race([table.failed, table.left, stopped]);
  await table.stop(end instanceof Problem ? end.message.slice(0, 200) : end);
  await feeds?.stop();
  if (end instanceof Problem) throw end;
  log.say("stop", "stopped; journal and recording are closed");
}

/** Results to the house's other systems, where the configuration has some. */
async function startFeeds(
  config: Config,
  clock: Clock,
  onNotice: (line: string) => void,
): Promise<TableFeeds | null> {
  if (config.feeds === undefined) return null;
  const room = await import("../feeds/start.ts");
  return room.startTableFeeds({ config, feeds: config.feeds, clock, onNotice });
}

/** The room of the log is read when a table starts. */
async function openLog(format: LogFormat, clock: Clock): Promise<UnitLog> {
  const room = await import("../table/log/unit-log.ts");
  return room.openLog({ format, clock, print: printLine });
}

/** A dump of this process holds the cards that lie face down: Node writes none, whatever its environment asks for. */
function forbidDumps(): void {
  const { report } = process;
  report.reportOnFatalError = false;
  report.reportOnSignal = false;
  report.reportOnUncaughtException = false;
}

const withPort = (config: Config, port: number | undefined): Config =>
  port === undefined ? config : { ...config, display: { ...config.display, port } };

async function configOf(options: StartOptions): Promise<Config> {
  if (options.config !== undefined) return readConfigOfStart(options.config);
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
      baud: baudOf(options.type),
      wait: false,
      ...defaultValues(WHEEL_OPTIONS),
    },
    display: { host: "127.0.0.1", port: 8470 },
    people: [],
    storage: { folder: options.storage ?? STORAGE, segmentMegabytes: 8, recordingMegabytes: 1_024 },
    test: false,
  };
}
