import { parentPort } from "node:worker_threads";
import type { ActOffer, ActState } from "../../../src/people/acts.ts";
import { activeLocks } from "../../../src/people/access.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { MetricsInput } from "../../table/log/metrics.ts";
import type {
  AccessEvent,
  FromWorker,
  PhoneSettings,
  TechnicianData,
  ToWorker,
  WorkerSettings,
} from "./messages.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import type { AddedPages, MakePages, PagesDesk } from "./added-pages.ts";
import { HouseDesk } from "../house/desk.ts";
import { codeForPhones } from "../phone/code.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import type { WebServer } from "./web-server.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { DisplayError, listenError } from "../../net/error.ts";
import { createHub, type Hub } from "./hub.ts";
import type { Server } from "node:http";
import { FaultDesk } from "./fault-desk.ts";
import type { LinesDesk } from "./lines-desk.ts";
import { RecallDesk } from "./recall-desk.ts";
import { ANALYSIS, DOCTOR, INSIDE, ReportDesk, WEEKS, type ReportProgram } from "./report-desk.ts";
import type { StatisticsDesk, StatisticsTable } from "./statistics-desk.ts";
import { readPicture } from "./picture.ts";
import { createMainLink, type MainLink } from "./main-link.ts";
import { createDisplayServer } from "./server.ts";
import { Trends } from "./trends.ts";
import { createSignInDesk } from "./sign-in.ts";
import { errorText } from "../../problem.ts";

/** What the main thread last said. */
interface FromMain {
  view: TableView | null;
  technician: TechnicianData | null;
  figures: MetricsInput | null;
  acts: { offer: ActOffer; state: ActState | null };
  table: StatisticsTable | null;
  /** It gave a sign of life since the last pulse. */
  beaten: boolean;
  alive: boolean;
}

/** Before it has said anything. */
const nothingSaid = (): FromMain => ({
  view: null,
  technician: null,
  figures: null,
  acts: { offer: { acts: [], devices: [] }, state: null },
  table: null,
  beaten: true,
  alive: true,
});

/** The worker's root: the web server of the screens runs here, off the thread that reads the ports. */
async function runWorker(port: NonNullable<typeof parentPort>, settings: WorkerSettings): Promise<void> {
  const clock = systemClock();
  const post = (message: FromWorker): void => port.postMessage(message);
  const tell = (event: AccessEvent): void => post({ type: "access", event });
  const { phone } = settings;
  const hub = createHub(phone === null ? undefined : (shown) => codeForPhones(phone.address, shown));
  const main = createMainLink(post, clock);
  const said = nothingSaid();
  const newest = (): number | null => hub.seq();
  const [recall, faults] = [new RecallDesk(main.records, newest), new FaultDesk(main.records, newest)];
  const statistics = statisticsFor(said, main, hub);
  const reports = reportsOf(settings, clock);
  const trends = new Trends(clock.now());
  const desk = settings.added === null ? null : await deskOf(settings.added);
  const locks = activeLocks(settings.locks, clock.now(), clock.wall());

  const house = new HouseDesk(settings.house, clock, (line) => post({ type: "house", line }));
  const log = (line: string): void => post({ type: "log", line: line.trimEnd() });
  const app = await createDisplayServer({
    hub,
    main,
    clock,
    desk: createSignInDesk(settings.people, { clock, locks, tell }),
    tell,
    hostNames: settings.hostNames,
    technician: () => said.technician,
    figures: settings.metrics ? () => said.figures : null,
    recall,
    statistics,
    compositions: settings.compositions,
    faults,
    acts: () => said.acts,
    ...reports,
    house,
    pack: () => said.table?.pack ?? null,
    zone: () => said.table?.zone ?? null,
    lines: linesFor(main, clock),
    trends,
    picture: (hash) => readPicture(settings.storage, hash),
    mainAlive: () => said.alive,
    log,
    added: settings.added === null || desk === null ? null : { ...settings.added, desk },
  });
  const phones = phone === null ? null : await phonesFor(phone, { main, clock, said, recall, house, log });
  const pulse = beginPulse(said, { hub, trends, clock });
  const close = async (): Promise<void> => {
    pulse.cancel();
    for (const report of Object.values(reports)) report.close();
    desk?.close();
    await Promise.all([app.close(), phones?.close()]);
    port.close();
  };
  port.on("message", (message: ToWorker) => {
    if (message.type === "close") void close();
    else handleMain(message, { hub, main, recall, faults, said, post });
  });

  await listenOn(app, settings);
  if (phones !== null && phone !== null) await listenOn(phones, phone);
  post({ type: "ready", port: portOf(app.server.address(), settings.port) });
}

/** Tells every screen once a second whether the main thread lives, and looks how the counters grow. */
const beginPulse = (
  said: FromMain,
  { hub, trends, clock }: { readonly hub: Hub; readonly trends: Trends; readonly clock: Clock },
): Timer =>
  clock.every(US_PER_S, "pulse of the screens", () => {
    said.alive = said.beaten;
    said.beaten = false;
    hub.pulse(said.alive, clock.wall());
    trends.look({ ...said.technician?.counters, ...hub.counters }, clock.now());
  });

/** The desk of the table's lines, which is read when the first technician looks. */
function linesFor(main: MainLink, clock: Clock): () => Promise<LinesDesk> {
  let desk: Promise<LinesDesk> | null = null;
  return () => (desk ??= import("./lines-desk.ts").then((room) => new room.LinesDesk(main.lines, clock)));
}

/** The desk of statistics, which is read when the first screen asks for them. */
function statisticsFor(said: FromMain, main: MainLink, hub: Hub): () => Promise<StatisticsDesk> | null {
  let desk: Promise<StatisticsDesk> | null = null;
  const makeDesk = async (table: StatisticsTable): Promise<StatisticsDesk> => {
    const room = await import("./statistics-desk.ts");
    return new room.StatisticsDesk(table, main.records, () => hub.seq());
  };
  return () => (said.table === null ? null : (desk ??= makeDesk(said.table)));
}

/** The server for phones, which is read where the house wants one. */
async function phonesFor(
  { address, zone }: PhoneSettings,
  parts: Pick<WorkerParts, "main" | "said" | "recall"> & {
    readonly clock: Clock;
    readonly house: HouseDesk;
    readonly log: (line: string) => void;
  },
): Promise<WebServer> {
  const { main, said, recall, clock, house, log } = parts;
  const [{ createPhoneServer }, { PhoneDesk }] = await Promise.all([
    import("../phone/server.ts"),
    import("../phone/desk.ts"),
  ]);
  const desk = new PhoneDesk({ main, clock, zone, view: () => said.view, words: () => recall.words });
  return createPhoneServer({ desk, hostName: new URL(address).hostname, style: house.style, log });
}

/** What is asked of programs of their own, each of which makes one report at a time. */
const reportsOf = (settings: WorkerSettings, clock: Clock) => ({
  analysis: new ReportDesk(programOf(settings, settings.analysis, ANALYSIS), clock),
  doctor: new ReportDesk(settings.doctor === null ? null : { ...DOCTOR, ...settings.doctor }, clock),
  weeks: new ReportDesk(programOf(settings, settings.look, WEEKS), clock),
  inside: new ReportDesk(programOf(settings, settings.look, INSIDE), clock),
});

/** A program that reads the table's storage folder; null: there is none here. */
const programOf = (
  { storage }: WorkerSettings,
  module: string | null,
  limits: Omit<ReportProgram, "module" | "argument">,
): ReportProgram | null =>
  module === null || storage === null ? null : { ...limits, module, argument: storage };

interface WorkerParts {
  readonly hub: Hub;
  readonly main: MainLink;
  readonly recall: RecallDesk;
  readonly faults: FaultDesk;
  readonly said: FromMain;
  readonly post: (message: FromWorker) => void;
}

function handleMain(message: Exclude<ToWorker, { type: "close" }>, parts: WorkerParts): void {
  const { hub, main, recall, faults, said, post } = parts;
  switch (message.type) {
    case "view":
      said.view = message.view;
      hub.show(message.view);
      post({ type: "view-taken" });
      return;
    case "notice":
      hub.notice(message.why);
      return;
    case "technician":
      said.technician = message.data;
      return;
    case "acts":
      said.acts = { ...said.acts, offer: message.offer };
      return;
    case "act":
      said.acts = { ...said.acts, state: message.state };
      hub.tellAct(message.state);
      return;
    case "figures":
      said.figures = message.figures;
      return;
    case "recall-words":
      recall.useWords(message.words);
      faults.useWords(message.words);
      return;
    case "pack":
      said.table = message;
      return;
    case "beat":
      said.beaten = true;
      post({ type: "beat-taken" });
      return;
    default:
      main.handleAnswer(message);
  }
}

/** The port that the server listens on; the one that was asked for where the system does not say. */
function portOf(address: ReturnType<Server["address"]>, asked: number): number {
  return address !== null && typeof address === "object" ? address.port : asked;
}

/** What {@link AddedPages} names, made in this thread. */
async function deskOf({ module, channel }: AddedPages): Promise<PagesDesk> {
  const { makePages } = (await import(module)) as { readonly makePages: MakePages };
  return makePages(channel, systemClock());
}

async function listenOn(
  app: Awaited<ReturnType<typeof createDisplayServer>>,
  settings: Pick<WorkerSettings, "host" | "port">,
): Promise<void> {
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    throw listenError(error, settings.host, settings.port);
  }
}

if (parentPort !== null) {
  const port = parentPort;
  port.once("message", (settings: WorkerSettings) => {
    runWorker(port, settings).catch((error: unknown) => {
      const failure =
        error instanceof DisplayError ? error : new DisplayError("failed", `display: ${errorText(error)}`);
      port.postMessage({ type: "failed", code: failure.code, message: failure.message } satisfies FromWorker);
      port.close();
      // The pulse and half-open sockets would keep a failed worker alive.
      process.exit(1);
    });
  });
}
