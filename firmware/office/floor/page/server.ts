import type { TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import { isPerson } from "../../../../src/orders/certificate.ts";
import { rolesOfAction } from "../../../../src/orders/order.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import { readTextFile } from "../../../files/read-file.ts";
import { HEADERS } from "../../../net/connections.ts";
import type { Credentials } from "../../../afar/orders/credentials.ts";
import { createMutualServer, sendText, type MutualServer } from "../../../afar/orders/mutual-server.ts";
import {
  addedModules,
  FILES_OF_PAGES,
  joinModules,
  modulesApart,
  pageModules,
} from "../../../screens/server/page-modules.ts";
import { METRICS_TYPE } from "../../../table/log/metrics.ts";
import type { MonitoredFloor } from "./monitored-floor.ts";
import { addActs, type ActsParts } from "./acts.ts";
import type { DisplayFeed } from "./display-feed.ts";
import { LISTENERS_MAX, type Listeners } from "./listeners.ts";
import { actorOn, MAY, whoMay, type May } from "./people.ts";
import { addOrders, PAGE_ORDERS, type OrdersParts } from "./orders.ts";
import { addQuestions, type QuestionsParts } from "./questions.ts";
import { addShiftReports, type ShiftReportsParts } from "./shift-reports.ts";
import { addTables, languageIn, queryOf, type TablesParts } from "./tables.ts";

const PAGES = fileURLToPath(new URL("../../../screens/pages/", import.meta.url));
const WEB = fileURLToPath(new URL("./web/", import.meta.url));
/** Of a request: rooms with a thousand tables. */
export const BODY_MAX = 262_144;
/** A page that listens has one connection for that, and up to five to ask; walls of one room may share an address. */
const CONNECTIONS = { ofAddress: 128, all: 4 * LISTENERS_MAX };
/** A question may take so long; a page that listens is told something each second. */
const ANSWER_MS = 60_000;

export interface FloorServerParts
  extends TablesParts, ActsParts, QuestionsParts, OrdersParts, ShiftReportsParts {
  readonly credentials: () => Credentials;
  readonly clock: Clock;
  readonly listeners: Listeners;
  readonly displays: DisplayFeed;
  readonly monitored: MonitoredFloor;
  readonly counters: { connectionsRefused: number };
  readonly onNotice: (line: string) => void;
}

const policy = HEADERS["content-security-policy"];
const IN_FRAME = {
  "content-security-policy": policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
};
const WITH_FRAME = { "content-security-policy": `${policy}; frame-src 'self'` };

/** The floor's server, not yet listening: for people with a certificate of the casino alone. */
export async function createFloorServer(parts: FloorServerParts): Promise<MutualServer> {
  const { credentials, clock, counters, onNotice } = parts;
  const app = createMutualServer({
    credentials,
    clock,
    counters,
    bodyLimit: BODY_MAX,
    idleMs: ANSWER_MS,
    connections: CONNECTIONS,
    onNotice,
    failed: "The floor's page cannot answer.",
    mayAsk: (holder) => holder !== null && (isPerson(holder) || holder.as === "monitor"),
  });
  const { monitored } = parts;
  // A monitor reads figures, and nothing else.
  app.addHook("onRequest", (request, reply, done) => {
    if (request.url === "/metrics" || actorOn(request, parts) !== null) return done();
    void sendText(reply, 403, "For people only.");
  });
  app.get("/metrics", async (_request, reply) => reply.type(METRICS_TYPE).send(await monitored.text()));
  app.addHook("onSend", (_request, reply, _payload, done) => {
    reply.header("cache-control", HEADERS["cache-control"]);
    done();
  });
  await addFiles(app);
  addListening(app, parts);
  addDisplays(app, parts);
  addTables(app, parts);
  addActs(app, parts);
  addQuestions(app, parts);
  addShiftReports(app, parts);
  addOrders(app, parts);
  return app;
}

/** The page's script, joined once of all that it imports. */
let script: string | null = null;
function scriptOfPage(): string {
  if (script !== null) return script;
  const scripts = new Map(
    [...modulesApart(), ...addedModules("floor", WEB)].map((one) => [one.path, one.script]),
  );
  script = joinModules("/floor/web/floor.ts", (path) => {
    const found = scripts.get(path);
    if (found === undefined) throw new RangeError(`the floor's page may not load ${path}`);
    return found();
  });
  return script;
}

async function addFiles(app: MutualServer): Promise<void> {
  await app.register(fastifyStatic, { root: PAGES, prefix: "/web/", ...FILES_OF_PAGES });
  await app.register(fastifyStatic, {
    root: WEB,
    prefix: "/floor/web/",
    decorateReply: false,
    ...FILES_OF_PAGES,
  });
  for (const path of ["/", "/wall"])
    app.get(path, (_request, reply) => reply.headers(WITH_FRAME).sendFile("floor.html", WEB));
  app.get("/floor/web/floor.ts", (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(scriptOfPage()),
  );
}

/** Whoever listens, and who they are. */
function addListening(app: MutualServer, parts: FloorServerParts): void {
  const { credentials, clock, listeners, counters, mail } = parts;
  const doors = { credentials, clock };
  app.get("/me", (request, reply) => {
    const actor = actorOn(request, doors);
    if (actor === null) return sendText(reply, 403, "For people only.");
    const may = (Object.keys(MAY) as May[]).filter((one) =>
      (MAY[one] as readonly string[]).includes(actor.role),
    );
    const certificate =
      (request.raw.socket as TLSSocket).getPeerX509Certificate()?.raw.toString("base64") ?? "";
    const orders = mail === null ? [] : PAGE_ORDERS.filter((one) => rolesOfAction(one).includes(actor.role));
    return reply.send({ person: actor.person, role: actor.role, key: actor.key, may, certificate, orders });
  });
  app.get("/news", { onRequest: whoMay("look", doors) }, (request, reply) => {
    const actor = actorOn(request, doors);
    if (actor === null) return sendText(reply, 403, "For people only.");
    const mayStay = (): boolean => actorOn(request, doors) !== null;
    const { raw } = reply.hijack();
    raw.writeHead(200, { ...HEADERS, "content-type": "text/event-stream; charset=utf-8" });
    if (!listeners.add(raw, actor.serial, mayStay)) raw.end("event: full\ndata: {}\n\n");
    return reply;
  });
  app.get("/health", () => ({ ok: true, listeners: listeners.count, ...listeners.counters, ...counters }));
}

/** Pages of a table that are shown here, told by the floor: in a frame of its own page, and nowhere else. */
const TABLE_PAGES = [
  { path: "/display", file: "display.html", script: "/web/display.ts" },
  { path: "/screen/statistics", file: "statistics.html", script: "/web/statistics.ts" },
] as const;

function addDisplays(app: MutualServer, { credentials, clock, displays }: FloorServerParts): void {
  const doors = { credentials, clock };
  const look = { onRequest: whoMay("look", doors) };
  const modules = pageModules();
  for (const { path, file, script } of TABLE_PAGES) {
    const page = readTextFile(`${PAGES}${file}`, BODY_MAX).replace(
      "<html ",
      '<html data-feed="/display/news" ',
    );
    const module = modules.find((one) => one.path === script);
    app.get(path, look, (_request, reply) =>
      reply.headers(IN_FRAME).type("text/html; charset=utf-8").send(page),
    );
    app.get(script, (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").send(module?.script() ?? ""),
    );
  }
  app.get("/house/style.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(""));
  app.get("/display/news", look, (request, reply) => {
    const query = queryOf(request);
    const mayStay = (): boolean => actorOn(request, doors) !== null;
    const { raw } = reply.hijack();
    raw.writeHead(200, { ...HEADERS, "content-type": "text/event-stream; charset=utf-8" });
    if (!displays.add({ log: query["log"] ?? "", language: languageIn(query) }, raw, mayStay)) raw.end();
  });
}
