import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markedName } from "../../../src/record/mode.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import { mayBegin, SECOND_ROLES } from "../../../src/people/actions.ts";
import type { ActOffer, ActState } from "../../../src/people/acts.ts";
import { addressOf } from "../../../src/people/access.ts";
import type { AccessEvent, TechnicianData } from "./messages.ts";
import type { AddedPages, PagesDesk } from "./added-pages.ts";
import { HEADERS } from "../../net/connections.ts";
import { HOUSE_PICTURES, HOUSE_VIDEOS } from "../house/files.ts";
import { ControlSession } from "./control-session.ts";
import type { Hub, ScreenKind } from "./hub.ts";
import type { MetricsInput } from "../../table/log/metrics.ts";
import type { MainLink } from "./main-link.ts";
import { OWN_PAGES } from "./own-pages.ts";
import { addedModules, pageModules, type PageModule } from "./page-modules.ts";
import { SIGNED_MESSAGE_LIMIT } from "./screen-message.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import type { HouseDesk, ShownFile } from "../house/desk.ts";
import { addActas, type ActaDesk } from "./acta-desk.ts";
import { compositionOf, SHOWN_SCREENS, type Compositions } from "../../table/config/compositions.ts";
import type { FaultDesk } from "./fault-desk.ts";
import { INSIDE_RENEWED_US, WEEKS_RENEWED_US, type ReportDesk } from "./report-desk.ts";
import { linesAsked, roundAsked } from "./asked-queries.ts";
import type { LinesDesk } from "./lines-desk.ts";
import { withoutPeople, type RecallDesk } from "./recall-desk.ts";
import type { TrendsShown } from "./trends.ts";
import type { StatisticsDesk } from "./statistics-desk.ts";
import { filesIn, TakenFiles } from "./taken-files.ts";
import type { SignInDesk } from "./sign-in.ts";
import {
  acceptSockets,
  newWebServer,
  sendText,
  serveAddedFiles,
  servePageFiles,
  type WebReply,
  type WebRequest,
  type WebServer,
} from "./web-server.ts";

/** The styles of the library that draws charts. */
const CHART_STYLES = fileURLToPath(import.meta.resolve("uplot/dist/uPlot.min.css"));
/** Messages on a read-only connection after which it is closed. */
export const IGNORED_LIMIT = 20;

export interface ServerParts {
  readonly hub: Hub;
  /** Of a preview: the hub of the view that a screen asks for behind its address. Absent: every screen has the same one. */
  readonly hubFor?: (query: Readonly<Record<string, unknown>>) => Hub;
  /** Of a preview: the same of the house. */
  readonly houseFor?: (query: Readonly<Record<string, unknown>>) => HouseDesk;
  readonly desk: SignInDesk;
  readonly main: MainLink;
  readonly clock: Clock;
  /** Names, besides addresses and `localhost`, under which browsers may know this unit. */
  readonly hostNames: readonly string[];
  readonly technician: () => TechnicianData | null;
  /** What `/metrics` is made of; null: there is no such address. */
  readonly figures: (() => MetricsInput | null) | null;
  readonly recall: RecallDesk;
  /** Null: the table has not said yet what it plays. */
  readonly statistics: () => Promise<StatisticsDesk> | null;
  /** Pages with several screens, by name. */
  readonly compositions: Compositions;
  readonly house: HouseDesk;
  /** The rulebook of the table; null: it has not said yet what it plays. */
  readonly pack: () => Pack | null;
  /** The zone where the table stands; null: as with the rulebook. */
  readonly zone: () => string | null;
  readonly faults: FaultDesk;
  /** What technicians can do at this table, and how what they do stands; absent: nothing. */
  readonly acts?: () => { readonly offer: ActOffer; readonly state: ActState | null };
  readonly analysis: Pick<ReportDesk, "state" | "start">;
  readonly doctor: Pick<ReportDesk, "state" | "start">;
  /** What the table's last weeks were. */
  readonly weeks: Pick<ReportDesk, "renewed">;
  /** What comes over the table's lines; absent: nobody tells. */
  readonly lines?: () => Promise<LinesDesk>;
  /** The last spins of a wheel, as its device told them. */
  readonly inside: Pick<ReportDesk, "renewed">;
  /** How counters grew. */
  readonly trends: { readonly shown: TrendsShown };
  /** An evidence picture by its hash; null: it is not there. */
  readonly picture: (hash: string) => Promise<Buffer | null>;
  /** Whether the main thread gave a sign of life within the last seconds. */
  readonly mainAlive: () => boolean;
  /** Called with sign-ins, sign-outs, refusals and locks. */
  readonly tell: (event: AccessEvent) => void;
  /** One JSON line of the log. */
  readonly log: (line: string) => void;
  /** Pages beside the table's own; null on every table that counts, which then has no such path. */
  readonly added: (AddedPages & { readonly desk: PagesDesk }) | null;
}

/** The web server of the table's screens, not yet listening. */
export async function createDisplayServer(parts: ServerParts): Promise<WebServer> {
  const headers = parts.added?.hasFrames === true ? { ...HEADERS, ...WITH_FRAMES } : HEADERS;
  const app = newWebServer({ ...parts, headers });
  await servePageFiles(app);
  const charts = readFileSync(CHART_STYLES, "utf8");
  app.get("/lib/uplot.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(charts));
  await acceptSockets(app, SIGNED_MESSAGE_LIMIT);
  addOwnPages(app, parts);
  addScreens(app, parts);
  addModules(app, pageModules());
  addCertificates(app, parts);
  addPictures(app, parts);
  const taken = new TakenFiles(parts.clock);
  addTechnician(app, parts, taken);
  addReport(app, "/analysis", parts.analysis);
  addStatistics(app, parts);
  addHouse(app, parts);
  if (parts.figures !== null) addMetrics(app, parts.hub, parts.figures);
  addSockets(app, parts, taken, addActas(app, parts));
  if (parts.added !== null) await addPages(app, parts.added);
  return app;
}

function addOwnPages(app: WebServer, parts: ServerParts): void {
  for (const [path, file] of Object.entries(OWN_PAGES))
    app.get(`/${path}`, (_request, reply) => reply.sendFile(file));
  app.get("/control/people", () => ({ people: parts.desk.people, zone: parts.zone() }));
  app.get("/health", async (_request, reply) => {
    const ok = parts.mainAlive();
    await reply.code(ok ? 200 : 503).send({
      ok,
      mode: parts.technician()?.mode ?? null,
      release: releaseOf(parts.technician()),
      key: parts.technician()?.keyPlace ?? null,
      seq: parts.hub.seq(),
      witness: parts.technician()?.witness ?? null,
      second: parts.technician()?.second ?? null,
      screens: parts.hub.connected(),
      places: parts.hub.places(),
      ...(ok ? {} : { why: "the main thread gives no sign of life" }),
      counters: parts.hub.counters,
    });
  });
}

/** What may stand in an area of a composition of this very table, and nowhere else; and the page that has the areas. */
const IN_AREA = {
  "content-security-policy": HEADERS["content-security-policy"].replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'self'",
  ),
};
const WITH_AREAS = {
  "content-security-policy": `${HEADERS["content-security-policy"]}; frame-src 'self'`,
};
/** Of a preview, whose page has all of them in frames. */
const WITH_FRAMES = {
  "content-security-policy": `${IN_AREA["content-security-policy"]}; frame-src 'self'`,
};

/**
 * The screens that everybody sees: the display, `/screen/<part of it>`, and `/screen/<composition>`. A name that is none shows the display:
 * a monitor that was given a wrong one is not dark.
 */
function addScreens(app: WebServer, { compositions, added }: ServerParts): void {
  const hasFrames = added?.hasFrames === true;
  const isKnown = (name: string): boolean => SHOWN_SCREENS.some((screen) => screen === name);
  const [inArea, withAreas] = hasFrames ? [WITH_FRAMES, WITH_FRAMES] : [IN_AREA, WITH_AREAS];
  app.get("/", (_request, reply) => reply.headers(inArea).sendFile("display.html"));
  app.get("/screen/statistics", (_request, reply) => reply.headers(inArea).sendFile("statistics.html"));
  app.get("/screen/limits", (_request, reply) => reply.headers(inArea).sendFile("limits.html"));
  app.get("/screen/:name", (request, reply) => {
    const { name } = request.params as { readonly name: string };
    if (Object.hasOwn(compositions, name)) return reply.headers(withAreas).sendFile("composition.html");
    return reply
      .code(isKnown(name) ? 200 : 404)
      .headers(inArea)
      .sendFile("display.html");
  });
  app.get("/composition/:name", (request, reply) => {
    const { name } = request.params as { readonly name: string };
    const found = Object.hasOwn(compositions, name) ? compositions[name] : undefined;
    return found === undefined
      ? sendText(reply, 404, "There is no such composition.")
      : reply.send(compositionOf(found));
  });
}

const releaseOf = (unit: TechnicianData | null): { version: string; manifest: string | null } | null =>
  unit === null ? null : { version: unit.release, manifest: unit.digest };

/** Figures for a monitor. What makes them is read when the first one asks. */
function addMetrics(app: WebServer, hub: Hub, figures: NonNullable<ServerParts["figures"]>): void {
  app.get("/metrics", async (_request, reply) => {
    const input = figures();
    if (input === null) return sendText(reply, 503, "The unit has no figures yet.");
    const { metricsText, METRICS_TYPE } = await import("../../table/log/metrics.ts");
    return reply.type(METRICS_TYPE).send(await metricsText({ ...input, screens: { ...hub.counters } }));
  });
}

/** The pages' own code, which is TypeScript here and JavaScript there. */
export function addModules(app: WebServer, served: readonly PageModule[]): void {
  for (const { path, script } of served)
    app.get(path, (_request, reply) => reply.type("text/javascript; charset=utf-8").send(script()));
}

/** `/certificate/:seq` is the signed record, `/certificate/:seq/proof` its proof of inclusion in the log. */
function addCertificates(app: WebServer, parts: ServerParts): void {
  const serve = async (request: WebRequest, reply: WebReply, file: "json" | "proof"): Promise<void> => {
    const { seq } = request.params as { seq: string };
    const number = /^\d{1,15}$/.test(seq) ? Number(seq) : null;
    const answer = number === null ? ({ found: "none" } as const) : await parts.main.certificate(number);
    if (answer.found !== "files") {
      const isNone = answer.found === "none";
      await sendText(
        reply,
        isNone ? 404 : 503,
        isNone ? "There is no such certificate." : "The unit did not answer.",
      );
      return;
    }
    const name = markedName(`result-${seq}.${file === "json" ? "json" : "tlog-proof"}`, answer.files.mode);
    await reply
      .type(file === "json" ? "application/json; charset=utf-8" : "text/plain; charset=utf-8")
      .header("content-disposition", `attachment; filename="${name}"`)
      .send(answer.files[file]);
  };
  app.get("/certificate/:seq", (request, reply) => serve(request, reply, "json"));
  app.get("/certificate/:seq/proof", (request, reply) => serve(request, reply, "proof"));
}

/** What the technician's page shows, with the unit's own time, and which faults are over. */
function addTechnician(app: WebServer, parts: ServerParts, taken: TakenFiles): void {
  const { clock, faults, hub, technician } = parts;
  app.get("/technician/data", () => ({
    data: technician(),
    screens: hub.counters,
    now: rfc3339(clock.wall()),
  }));
  app.get("/technician/faults", async (_request, reply) => {
    const told = await faults.tell(clock.wall());
    return told === null ? sendText(reply, 503, "The records could not be read.") : reply.send(told);
  });
  app.get("/technician/acts", () => {
    const { offer, state } = parts.acts?.() ?? { offer: { acts: [], devices: [] }, state: null };
    const { people } = parts.desk;
    const may = Object.fromEntries(
      people.map((one) => [one.name, offer.acts.filter((act) => mayBegin(act, one))] as const),
    );
    const seconds = people.filter(({ role }) => SECOND_ROLES.includes(role));
    return {
      offer,
      state,
      people: people.filter(({ name }) => may[name]?.length !== 0),
      everybody: people,
      may,
      seconds,
    };
  });
  app.get("/technician/file/:word", async (request, reply) => {
    const { word } = request.params as { readonly word: string };
    const file = await taken.open(word);
    if (file === null)
      return sendText(reply, 404, "This file is not here any more: ask for it again on the page.");
    return reply
      .type("application/octet-stream")
      .header("content-length", file.bytes)
      .header("content-disposition", `attachment; filename="${file.name}"`)
      .send(file.body);
  });
  addReport(app, "/technician/doctor", parts.doctor);
  app.get("/technician/lines", async (request, reply) => {
    // A preview has no lines.
    if (parts.lines === undefined) return reply.code(404).send();
    const told = await (await parts.lines()).tell(linesAsked(request.query));
    return told === null ? sendText(reply, 503, "The unit did not answer.") : reply.send(told);
  });
  app.get("/technician/weeks", () => faults.withWords(parts.weeks.renewed(WEEKS_RENEWED_US)));
  app.get("/technician/inside", () => parts.inside.renewed(INSIDE_RENEWED_US));
  app.get("/technician/trends", () => parts.trends.shown);
  addRounds(app, parts.recall);
}

/**
 * `/technician/rounds?round=…&language=…`: the last rounds, one of them step by step. Who pressed a key is not said to somebody who has not
 * signed in, and a round that is still played has no picture.
 */
function addRounds(app: WebServer, recall: RecallDesk): void {
  app.get("/technician/rounds", async (request, reply) => {
    const { round, language } = roundAsked(request.query);
    const told = await recall.recall({ round }, language);
    return told === null
      ? sendText(reply, 503, "The records could not be read.")
      : reply.send(withoutPeople(told));
  });
}

/** A report of this table, and the request that has a new one made, which only this unit's own pages may send. */
function addReport(app: WebServer, path: string, desk: ServerParts["doctor"]): void {
  app.get(`${path}/data`, () => desk.state);
  app.post(`${path}/start`, async (request, reply) => {
    const isOwn = isSameOrigin(request.headers.origin, request.headers.host);
    await (isOwn ? reply.send(desk.start()) : sendText(reply, 403, "Only this unit's own pages."));
  });
}

/** `/statistics?span=…`: what came in a span of rounds, for its screen and whoever counts it again. */
function addStatistics(app: WebServer, { statistics, clock }: ServerParts): void {
  app.get("/statistics", async (request, reply) => {
    const { span } = request.query as { readonly span?: unknown };
    const desk = await statistics();
    const told =
      desk === null ? "none" : await desk.tell(typeof span === "string" ? span : "100", clock.wall());
    if (told === "unknown")
      return sendText(reply, 400, "There is no such span: 20, 100, 300, shoe, today, or FROM..TO in UTC.");
    if (told === "none") return sendText(reply, 503, "The records could not be read.");
    return reply.send(told);
  });
}

/** `/house`: what the pages show of the house; below it its styles and its files, each under its one name. */
function addHouse(app: WebServer, { house, houseFor, pack }: ServerParts): void {
  app.get("/house/style.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(house.style));
  app.get("/house", async ({ query }) => ({
    house: await (houseFor?.(query as Readonly<Record<string, unknown>>) ?? house).shown(pack()),
  }));
  for (const name of [...HOUSE_PICTURES, ...HOUSE_VIDEOS])
    app.get(`/house/${name}`, async (request, reply) => {
      const file = await house.file(name);
      await (file === null ? sendText(reply, 404, "There is no such file.") : sendPart(request, reply, file));
    });
}

/** A file, or the part of it that was asked for: players of videos ask for parts. */
function sendPart(request: WebRequest, reply: WebReply, { type, bytes }: ShownFile): WebReply {
  reply.type(type).header("accept-ranges", "bytes");
  const [, from, to] = /^bytes=(\d{1,10})-(\d{0,10})$/.exec(request.headers.range ?? "") ?? [];
  if (from === undefined) return reply.send(bytes);
  const [first, last] = [Number(from), Math.min(to === "" ? Infinity : Number(to), bytes.length - 1)];
  if (first > last)
    return reply.code(416).header("content-range", `bytes */${bytes.length}`).type("text/plain").send("");
  return reply
    .code(206)
    .header("content-range", `bytes ${first}-${last}/${bytes.length}`)
    .send(bytes.subarray(first, last + 1));
}

/** `/picture/:hash`: an evidence picture that one of the last rounds names, and nothing else of the disk. */
function addPictures(app: WebServer, parts: ServerParts): void {
  app.get("/picture/:hash", async (request, reply) => {
    const { hash } = request.params as { hash: string };
    const picture = parts.recall.names(hash) ? await parts.picture(hash) : null;
    await (picture === null
      ? sendText(reply, 404, "There is no such picture.")
      : reply.type("image/png").send(picture));
  });
}

function addSockets(app: WebServer, parts: ServerParts, taken: TakenFiles, acta: ActaDesk): void {
  const roomFor = (kind: ScreenKind) => async (request: WebRequest, reply: WebReply) => {
    if (parts.hub.hasRoom(kind, addressOf(request.socket.remoteAddress))) return;
    parts.hub.counters.screensRefused += 1;
    await sendText(reply, 503, "Too many screens are connected.");
  };
  const sameOrigin = async (request: WebRequest, reply: WebReply): Promise<void> => {
    if (isSameOrigin(request.headers.origin, request.headers.host)) return;
    parts.hub.counters.screensRefused += 1;
    request.log.warn({ origin: request.headers.origin ?? null }, "connection from a foreign page refused");
    await sendText(reply, 403, "Only this unit's own pages may connect.");
  };

  const hubOf = ({ query }: WebRequest): Hub =>
    parts.hubFor?.(query as Readonly<Record<string, unknown>>) ?? parts.hub;
  app.get("/ws", { websocket: true, onRequest: [sameOrigin, roomFor("display")] }, (socket, request) => {
    let ignored = 0;
    const hub = hubOf(request);
    const screen = hub.add("display", socket, addressOf(request.socket.remoteAddress));
    socket.on("pong", screen.onPong);
    socket.on("close", () => hub.remove(screen));
    // An oversize or broken frame: ws itself closes this one connection, with 1009 or 1002.
    socket.on("error", () => hub.remove(screen));
    socket.on("message", () => {
      parts.hub.counters.messagesIgnored += 1;
      ignored += 1;
      if (ignored >= IGNORED_LIMIT) socket.close(1008, "this connection is read-only");
    });
  });

  app.get(
    "/ws/control",
    { websocket: true, onRequest: [sameOrigin, roomFor("control")] },
    (socket, request) => {
      const address = addressOf(request.socket.remoteAddress);
      const hub = hubOf(request);
      const screen = hub.add("control", socket, address);
      const warn = (what: string): void => request.log.warn({ connection: request.id }, what);
      const { desk, clock, main, tell } = parts;
      const { counters } = hub;
      const press: MainLink["press"] = (pressed) => main.press(pressed);
      const act: MainLink["act"] = (done) => main.act(done);
      const read: MainLink["read"] = async (what) =>
        what === "files" ? taken.offer(filesIn(await main.read(what))) : main.read(what);
      const recall: RecallDesk["recall"] = (wanted, language) => parts.recall.recall(wanted, language);
      const beat = (): number => hub.beat();
      const from = { screen, warn, address, tell };
      const session = new ControlSession({
        ...from,
        desk,
        clock,
        counters,
        press,
        act,
        read,
        recall,
        acta,
        beat,
      });
      socket.on("pong", screen.onPong);
      socket.on("close", () => {
        session.close();
        hub.remove(screen);
      });
      socket.on("error", (error: Error) => warn(error.message));
      socket.on("message", (data: Buffer, isBinary: boolean) =>
        session.receive(isBinary ? "" : data.toString("utf8")),
      );
    },
  );
}

async function addPages(app: WebServer, added: NonNullable<ServerParts["added"]>): Promise<void> {
  const { name, files, desk } = added;
  await serveAddedFiles(app, name, files);
  addModules(app, addedModules(name, files));
  app.get(`/${name}`, (_request, reply) => reply.sendFile(`${name}.html`, files));
  const allowed = async (request: WebRequest, reply: WebReply): Promise<void> => {
    const own = isSameOrigin(request.headers.origin, request.headers.host);
    if (own && desk.hasRoom()) return;
    await (own
      ? sendText(reply, 503, `Too many ${name} pages are open.`)
      : sendText(reply, 403, "Only this unit's own pages."));
  };
  app.get(`/${name}/socket`, { websocket: true, onRequest: allowed }, (socket) => {
    const page = desk.add(socket);
    socket.on("close", () => page.gone());
    socket.on("error", () => page.gone());
    socket.on("message", (data: Buffer, isBinary: boolean) =>
      page.receive(isBinary ? "" : data.toString("utf8")),
    );
  });
}

/** True when the page that opens the connection was served by this very host. A missing Origin is refused too. */
export function isSameOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  return (page.protocol === "http:" || page.protocol === "https:") && page.host === host.toLowerCase();
}
