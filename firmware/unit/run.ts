import type { OpenPort } from "../../drivers/port.ts";
import { logOf, type Config } from "../table/config/config.ts";
import { zoneOfTable } from "../../src/rules/zones.ts";
import { systemSecrets } from "../../src/time/secret.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { durableOf } from "../../src/table/every-family/durable-format.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import type { AddedPages } from "../screens/server/added-pages.ts";
import { startDisplay, type Display, type TechnicianData } from "../screens/server/client.ts";
import type { Journal } from "../journal/thread/client.ts";
import type { ScreensThread } from "../screens/server/screens-thread.ts";
import type { RunningCheck } from "../delivery/releases/own-files.ts";
import { startTablePanel, type TablePanel } from "../table/panel/start.ts";
import { INSTALLED_AT, RELEASE_ID } from "../release.ts";
import type { TableActs } from "./acts/table-acts.ts";
import type { AccessLog } from "./control/access-log.ts";
import { startAccessLog, type AccessNow } from "./control/access-now.ts";
import type { OwnFiles } from "./evidence/own-files.ts";
import type { CommandParts } from "./control/control-answers.ts";
import type { Control } from "../net/control.ts";
import { watchTable, type TableWatch } from "./table-watch.ts";
import { asProblem } from "./failure.ts";
import { FloorLink, type StartFloor } from "./floor-parts.ts";
import type { Problem } from "../problem.ts";
import { errorText, usageProblem } from "../problem.ts";
import { devicePorts } from "../table/setup/config-setup.ts";
import { loadFamilyOf } from "../table/setup/load-families.ts";
import type { TableSetup } from "../table/setup/table-setup.ts";
import type { Supervision } from "./supervision/supervise.ts";
import { startTableWitness, type TableWitness } from "./evidence/table-witness.ts";
import { createPresenter } from "./control/presenter.ts";
import type { ServedRemotely } from "./far-side.ts";
import type { LawWatch, RecordTimes } from "./law-watch.ts";
import { TechnicianReport } from "./control/technician.ts";
import { recallWords } from "./evidence/recall-words.ts";
import { recordActs } from "./control/technician-acts.ts";
import { showLine } from "./table-lines.ts";
import type { UnitEvents } from "./parts.ts";
import type { RelayState, ServedRemote, StartRemote } from "./remote-parts.ts";
import { keeperOf } from "./table-ports.ts";
import { Unit } from "./unit.ts";

/** A table that runs: its screens' address, and how to end it. */
export interface RunningTable {
  readonly url: string;
  readonly unit: Unit;
  readonly display: Display;
  /** Resolves with the reason when the unit cannot go on. */
  readonly failed: Promise<Problem>;
  /** Resolves with the reason when somebody on this machine has it ended, to start again. */
  readonly left: Promise<string>;
  stop(why: string): Promise<void>;
}

export interface RunOptions {
  readonly config: Config;
  readonly clock: Clock;
  /** Each durable record, and each notice, for the caller. */
  readonly onRecord: UnitEvents["onRecord"];
  readonly onNotice: UnitEvents["onNotice"];
  /** The newest lines of the unit's log, for a bundle. */
  readonly recentLines?: () => readonly string[];
  /** Address of the program that examines the table for the technician's page; left out: nobody can ask for it. */
  readonly doctor?: string;
  /** Address of the program that makes bundles for somebody at the table; left out: nobody can ask for one. */
  readonly bundler?: string;
  /** Serves those far away, where the configuration has a section for them. */
  readonly startRemote?: StartRemote | undefined;
  /** Publishes to the casino's floor, where the configuration names one. */
  readonly startFloor?: StartFloor | undefined;
  /** Socket of the updater, in place of the configured one: for tests. */
  readonly updater?: string;
  /** Follows the table, for pages of its own. Refused for a table that counts. */
  readonly follower?: Follower | null;
  /** The folder of the configuration's file, below which the house's pictures lie; left out: it came from no file. */
  readonly configFolder?: string | undefined;
  /** What was begun ahead of the configuration. */
  readonly ahead?: AheadOfStart | undefined;
  /** Devices in memory instead of the configured ports, by port, for demonstrations and tests. */
  readonly opens?: Readonly<Record<string, OpenPort>>;
}

/** What a start does while it reads its configuration: neither needs to know it. */
export interface AheadOfStart {
  /** The check of the release that runs; null: the program runs from its source. */
  readonly check: RunningCheck | null;
  readonly screens: ScreensThread;
}

/** What follows a table from outside: it gets entries and records, and answers nothing. */
export interface Follower {
  /** Pages that it adds to the screens. */
  readonly pages: AddedPages;
  /** Wheels only: at a card table the entries hold the cards. */
  entry(entry: Entry): void;
  /** A record became durable at `mono`. */
  record(body: RecordBody, mono: MonoUs): void;
}

interface StopParts {
  readonly unit: Unit;
  readonly display: Display;
  readonly panel: TablePanel | null;
  readonly control: Control;
  readonly clock: Clock;
  readonly telling: Timer;
  readonly log: AccessLog;
  readonly witness: TableWitness;
  readonly floor: FloorLink;
  readonly devices: TableWatch;
  readonly ownFiles: OwnFiles;
  readonly law: LawWatch;
  /** Null: no service manager waits for a word. */
  readonly supervision: Supervision | null;
  readonly remote: ServedRemote | null;
  readonly acts: TableActs;
  /** Ends the looking at configurations that wait or are on trial. */
  readonly unwatch: () => void;
}

/** How often the technician's counters are brought up to date. */
const TECHNICIAN_US = 5 * US_PER_S;
/** How long the screens say that the unit stopped before they lose their connection. */
const LAST_WORD_US = 3 * US_PER_S;
/** What analyses the storage folder for the page: a program of its own. */
const ANALYSIS = new URL("../replay/analyse-child.ts", import.meta.url).href;
const LOOK = new URL("../replay/look-child.ts", import.meta.url).href;

/**
 * Starts one whole table: journal, screens, wheel. What fails is a Problem with its exit status and nothing is left
 * running: storage before screens, screens before the wheel, so that no byte is read that could not be kept.
 */
export async function runTable(options: RunOptions): Promise<RunningTable> {
  const { config } = options;
  const follower = options.follower ?? null;
  if (follower !== null && !config.test)
    throw usageProblem("pages beside the table's own are only for a table with test: true");
  await loadFamilyOf(config);
  const { clock, onNotice } = options;
  const law = await import("./law-watch.ts");
  // The journal is opened for any edition: which one counts, it helps to say itself.
  const first = law.setupOfStart(config, clock.wall(), law.NO_TIMES);
  // What checks a release, and what opens a journal, is read when a table starts, not with the command line.
  const own = await import("./evidence/own-files.ts");
  const begun = options.ahead?.check ?? undefined;
  const { askedUpdater } = await import("./evidence/asked-updater.ts");
  const askUpdater = askedUpdater(config, onNotice);
  const ownFiles = new own.OwnFiles({
    folder: INSTALLED_AT,
    release: RELEASE_ID,
    clock,
    onNotice,
    begun,
    askUpdater,
  });
  const { openEvidence } = await import("./evidence/open-evidence.ts");
  const journal = await openEvidence(config, first).catch((error: unknown) => {
    ownFiles.stop();
    throw asProblem(error, config.storage.folder);
  });
  const ended: (() => Promise<unknown>)[] = [() => journal.close()];
  try {
    await ownFiles.requireWhole();
    const times = await law.recordTimes(journal);
    const setup = law.setupOfStart(config, clock.wall(), times);
    const snapshot = journal.snapshot();
    const stored = snapshot === null ? [] : durableOf(JSON.parse(snapshot.body)).locks;
    const access: AccessNow = { locks: () => stored };
    const display = await startScreens(options, follower, access);
    ended.unshift(() => display.close());
    return await startUnit(options, setup, journal, { display, access, ownFiles, times });
  } catch (error) {
    for (const end of ended) await end().catch(() => undefined);
    throw asProblem(error);
  }
}

interface StartedParts {
  readonly display: Display;
  readonly access: AccessNow;
  readonly ownFiles: OwnFiles;
  readonly times: RecordTimes;
}

interface Answers {
  store: () => void;
  fedAt: () => MonoUs | null;
  readonly left: PromiseWithResolvers<string>;
}

/** Before anybody listens to the journal's thread, or feeds a watchdog. */
const NO_ANSWERS = { store: (): void => undefined, fedAt: (): MonoUs | null => null };

async function startUnit(
  options: RunOptions,
  setup: TableSetup,
  journal: Journal,
  { display, access, ownFiles, times }: StartedParts,
): Promise<RunningTable> {
  const { config, clock } = options;
  const shown: Pick<Display, "show">[] = [display];
  const floor = new FloorLink();
  const everywhere = { show: (view: TableView) => shown.forEach((each) => each.show(view)) };
  const screen = createPresenter(options, setup, everywhere, floor);
  // Where faces are kept secret, a follower would see them.
  const follower = setup.rules.family.keepsSecrets ? null : (options.follower ?? null);
  const answers: Answers = { ...NO_ANSWERS, left: Promise.withResolvers<string>() };
  const witness = await startTableWitness({ config, journal, clock, onNotice: options.onNotice });
  const unit = await Unit.start({
    config,
    setup,
    journal,
    clock,
    onCheckpoint: (newest) => {
      witness.handleCheckpoint(newest);
      floor.handleCheckpoint(newest);
      answers.store();
    },
    events: screen.events,
    release: RELEASE_ID,
    secrets: systemSecrets,
    tap: follower === null ? undefined : (entry) => follower.entry(entry),
    keep: keeperOf(options, devicePorts(config, setup, clock), (problem) => screen.fail(problem)),
  });
  const panel = await startPanelOf(options, unit, display);
  if (panel !== null) shown.push(panel);
  screen.attach(unit);
  await ownFiles.watch(unit);
  if (config.table.openAtStart) await unit.feed({ k: "auto-open", t: clock.now() });
  const log = startAccessLog(unit, clock, display, access);
  answerScreens(display, unit, journal, setup, zoneOfTable(config));
  const devices = watchTable({ ...options, journal, unit });
  const parts = commandPartsOf(options, { journal, unit, display, panel, witness, floor, devices });
  const report = new TechnicianReport(setup, journal, config);
  const technician = (): TechnicianData => report.look(unit, witness.state, floor.state, clock.now());
  const tell = (): void => {
    display.setTechnician(technician());
    devices.look();
    ownFiles.followDoors(unit);
    if (config.display.metrics === true) void tellFigures(display, parts);
  };
  tell();
  witness.attach(unit, tell);
  const telling = clock.every(TECHNICIAN_US, "technician's page", tell);
  const ending = { unit, display, panel, clock, telling, log, witness, floor, ownFiles, devices };
  try {
    const far = await import("./far-side.ts");
    const serving = await serveUnit(options, parts, { display, answers, times, panel, technician }, (served) =>
      far.serveRemote(options, { unit, journal, technician, ...served }, screen.view),
    );
    await floor.begin(options, { ...parts, relay: () => serving.remote?.relay ?? null }, screen.view, () => {
      everywhere.show(screen.view(unit));
      tell();
    });
    const stop: RunningTable["stop"] = (why) => stopTable({ ...ending, ...serving }, why);
    return { url: display.url, unit, display, failed: screen.failed, left: answers.left.promise, stop };
  } catch (error) {
    for (const one of [devices.drift, ownFiles]) one.stop();
    telling.cancel();
    await Promise.all([panel?.stop(), witness.stop(), floor.stop()]);
    await unit.stop("the control socket could not be opened");
    throw error;
  }
}

interface Serving {
  readonly display: Display;
  readonly answers: Answers;
  readonly times: RecordTimes;
  readonly panel: TablePanel | null;
  readonly technician: () => TechnicianData;
}

/** What a table that runs serves besides its screens, and whether what it plays is the law of the day. */
async function serveUnit(
  options: RunOptions,
  parts: CommandParts,
  { display, answers, times, panel, technician }: Serving,
  serveFar: (served: Pick<ServedRemotely, "restartWhenIdle" | "actions">) => Promise<StopParts["remote"]>,
): Promise<Pick<StopParts, "control" | "supervision" | "remote" | "law" | "acts" | "unwatch">> {
  const { unit, journal } = parts;
  const leave = answers.left.resolve;
  await recordActs(parts).catch((error: unknown) => options.onNotice(errorText(error)));
  const { serveCommands } = await import("./control/command-sockets.ts");
  let remote: ServedRemote | null = null;
  const relay = (): RelayState | null => remote?.relay ?? null;
  const control = await serveCommands({ ...parts, relay, screens: display, answers, leave });
  const supervision = await superviseTable(options, unit, display, answers);
  const { idleRestarter, watchConfigurations } = await import("./far-side.ts");
  const { LawWatch: Watch } = await import("./law-watch.ts");
  const restartWhen = idleRestarter({ ...options, unit, journal }, supervision !== null, leave);
  const restartWhenIdle = restartWhen("rollback");
  const { actionsOf } = await import("./actions/begin-actions.ts");
  const actions = actionsOf({ ...options, unit, journal, technician, display, restartWhenIdle });
  remote = await serveFar({ restartWhenIdle, actions });
  const unwatch = await watchConfigurations(options, { unit, restartWhenIdle });
  const law = new Watch({ ...options, unit, times, restartWhenIdle: restartWhen("return") });
  const { serveActs } = await import("./acts/table-acts.ts");
  const acts = await serveActs(
    { ...options, unit, panel, restart: restartWhen("return"), actions },
    unit.setup,
    display,
    journal,
  );
  return { control, supervision, remote, law, acts, unwatch };
}

/** What commands on this machine, and figures, are answered from. */
function commandPartsOf(
  { config, clock, recentLines = () => [] }: RunOptions,
  {
    journal,
    unit,
    display,
    panel,
    witness,
    floor,
    devices,
  }: Pick<StopParts, "unit" | "display" | "panel" | "witness" | "floor" | "devices"> &
    Pick<CommandParts, "journal">,
): CommandParts {
  const base = { config, journal, unit, clock, startedAt: clock.now(), display: display.url };
  return {
    ...base,
    ...devices.told,
    panelFirmware: () => panel?.firmware ?? null,
    witness: () => witness.state,
    floor: () => floor.state,
    recentLines,
  };
}

/** Where a service manager waits for it: the word that the table plays, and the watchdog. */
async function superviseTable(
  { config, clock, onNotice }: RunOptions,
  unit: Unit,
  display: Display,
  answers: { store: () => void; fedAt: () => MonoUs | null },
): Promise<Supervision | null> {
  if (process.env["NOTIFY_SOCKET"] === undefined) return null;
  const room = await import("./supervision/table.ts");
  return room.superviseTable({ config, clock, onNotice, unit, display, answers });
}

/** What people ask for on the screens. */
function answerScreens(display: Display, unit: Unit, journal: Journal, setup: TableSetup, zone: string): void {
  display.setPack(setup.pack, zone);
  display.onPress(({ key, by, isAsked }) =>
    isAsked === true ? Promise.resolve(unit.preview(key, by)) : unit.press(key, by),
  );
  display.onCertificate((seq) => journal.certificate(seq).catch(() => null));
  display.onLines((after) => unit.readLines({ port: null, after }));
  display.setRecall({
    words: recallWords(setup),
    records: async (from, count) => (await journal.records(from, count)).map(({ line }) => line),
    acta: async (round, language) => {
      const { actaForScreens } = await import("./evidence/acta-file.ts");
      return actaForScreens(journal, round, language, zone);
    },
  });
}

/** The table's panel, if it has one. */
async function startPanelOf(options: RunOptions, unit: Unit, display: Display): Promise<TablePanel | null> {
  const { config, clock, onNotice } = options;
  const { panel } = config;
  if (panel === undefined) return null;
  const onRefused: Display["refused"] = (why) => display.refused(why);
  const { PANEL_LINE, tapPort } = await import("../listen/tap-port.ts");
  const tap = (open: OpenPort): OpenPort => tapPort(open, PANEL_LINE, clock, (entry) => showLine(unit, entry));
  const open = options.opens?.["panel"];
  return startTablePanel({ panel, open, log: logOf(config), clock, unit, tap, onNotice, onRefused });
}

/** What figures are made of is read where somebody wants them. */
async function tellFigures(display: Pick<Display, "setFigures">, parts: CommandParts): Promise<void> {
  const { figuresOf, healthOf } = await import("./health.ts");
  display.setFigures(figuresOf(healthOf(parts), null));
}

async function stopTable(parts: StopParts, why: string): Promise<void> {
  const { unit, display, panel, control, clock, telling, log, witness, supervision } = parts;
  supervision?.stopping();
  parts.unwatch();
  await Promise.all([parts.acts.stop(), parts.remote?.stop(), parts.floor.stop()]);
  telling.cancel();
  parts.devices.drift.stop();
  parts.ownFiles.stop();
  parts.law.stop();
  log.stop();
  await witness.stop();
  await panel?.stop();
  await control.close();
  try {
    await unit.stop(why);
  } catch (error) {
    throw asProblem(error);
  } finally {
    // The screens are left standing for a moment, so that people read why before the connection goes.
    if (unit.hasFailed) await clock.sleep(LAST_WORD_US);
    await display.close();
    await supervision?.close();
  }
}

async function startScreens(
  options: RunOptions,
  follower: Follower | null,
  access: AccessNow,
): Promise<Display> {
  const { config, clock, onNotice, configFolder } = options;
  const { house, phone } = config.display;
  return startDisplay({
    host: config.display.host,
    port: config.display.port,
    people: config.people.map(({ name, role, pin }) => ({ name, role, pinHash: pin })),
    clock,
    log: () => undefined,
    onTrouble: (trouble) => onNotice(trouble.what),
    added: follower?.pages ?? null,
    locks: () => access.locks(),
    storage: config.storage.folder,
    analysis: ANALYSIS,
    look: LOOK,
    ...(options.doctor === undefined
      ? {}
      : {
          doctor: {
            module: options.doctor,
            input: JSON.stringify({ config, configFolder: options.configFolder ?? null }),
          },
        }),
    metrics: config.display.metrics ?? false,
    house:
      house === undefined || configFolder === undefined
        ? null
        : { house, folder: configFolder, zone: zoneOfTable(config) },
    onHouse: onNotice,
    compositions: config.display.compositions ?? {},
    phone: phone === undefined ? null : { ...phone, zone: zoneOfTable(config) },
    thread: options.ahead?.screens,
  });
}
