import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isPerson, type FarRole } from "../../../src/orders/certificate.ts";
import { ORDER_MAX_BYTES, rolesOfAction } from "../../../src/orders/order.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import { HEADERS } from "../../net/connections.ts";
import { linesAsked, roundAsked } from "../../screens/server/asked-queries.ts";
import { FILES_OF_PAGES, pageModules } from "../../screens/server/page-modules.ts";
import { INSIDE_RENEWED_US, WEEKS_RENEWED_US, type ReportDesk } from "../../screens/server/report-desk.ts";
import type { Credentials } from "./credentials.ts";
import type { FarInside } from "./far-inside.ts";
import { FarRecords } from "./far-records.ts";
import type { FarCounters, Question } from "./messages.ts";
import type { Taken } from "./order-intake.ts";
import { createMutualServer, sendText, type MutualServer } from "./mutual-server.ts";
import type { ReadingLog } from "./reading-log.ts";
import { ReadingBudget } from "./reading-budget.ts";
import type { Visits } from "./visits.ts";
import { personOn } from "./tls.ts";

const WEB = fileURLToPath(new URL("../../screens/pages/", import.meta.url));
/** Whoever gives an order waits so long for its answer: a bundle is made first, or the updater is asked, ms. */
export const ORDER_ANSWER_MS = 140_000;
/** Records that the page of events shows. */
export const EVENTS_SHOWN = 200;

const NOT_LET_IN =
  "Nobody has let you in to look at this table: tirada order make visit --who NAME --reason WORDS (docs/technician/from-afar.md).";
/** The number of a part, from 0. */
const PART = /^\d{1,3}$/;
/** A jefe de mesa sees what the screens show, how rounds ended and which faults are over: what is decided at a table. */
const EVERYBODY: readonly FarRole[] = ["tecnico", "inspector", "jefe-de-mesa"];
const WHO_CHECKS: readonly FarRole[] = ["tecnico", "inspector"];

/** What is shown of the table's inside. */
type FarShown = Pick<FarInside, "lines" | "trends" | "picture"> & {
  readonly [Name in "weeks" | "inside"]: Pick<ReportDesk, "renewed">;
};

export interface FarServerParts extends FarShown {
  readonly credentials: () => Credentials;
  /** The table's, by whose clocks its page tells the time. */
  readonly zone: string;
  readonly clock: Clock;
  readonly counters: FarCounters;
  /** Asks the main thread; null: no answer in time. */
  readonly ask: (question: Question) => Promise<unknown>;
  readonly diagnose: () => Promise<unknown>;
  readonly takeOrder: (text: string) => Promise<Taken>;
  /** One part of a bundle that was ordered; null: there is none. */
  readonly bundlePart: (order: string, part: number) => Uint8Array | null;
  readonly readings: Pick<ReadingLog, "handle">;
  readonly visits: Pick<Visits, "mayLook">;
  readonly onNotice: (line: string) => void;
}

/** The technician's server, not yet listening: pages that read, and the door for orders. It shows what the screens show, and counts. */
export async function createFarServer(parts: FarServerParts): Promise<MutualServer> {
  const { credentials, clock, counters, onNotice } = parts;
  const app = createMutualServer({
    credentials,
    clock,
    counters,
    bodyLimit: ORDER_MAX_BYTES,
    onNotice,
    idleMs: ORDER_ANSWER_MS,
    failed: "The unit could not answer.",
    mayAsk: (holder) => {
      counters.requests++;
      if (holder !== null && isPerson(holder)) return true;
      counters.requestsRefused++;
      return false;
    },
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    reply.header("cache-control", HEADERS["cache-control"]);
    done();
  });
  await app.register(fastifyStatic, { root: WEB, prefix: "/web/", ...FILES_OF_PAGES });
  for (const { path, script } of pageModules())
    app.get(path, (_request, reply) => reply.type("text/javascript; charset=utf-8").send(script()));
  const door = readersDoor(app, parts);
  addReading(app, parts, door);
  addOrders(app, parts);
  addBundles(app, parts, door);
  return app;
}

/** What each role may read. Nothing here writes. */
function addReading(app: MutualServer, parts: FarServerParts, door: Door): void {
  const { ask, clock, counters, diagnose } = parts;
  const show = (
    path: string,
    roles: readonly FarRole[],
    make: (query: unknown, role: FarRole | null) => Promise<unknown>,
  ): void => {
    app.get(path, { onRequest: door(roles, path) }, async (request, reply) => {
      const role = personOn(request.raw.socket, parts.credentials().authority, clock)?.as ?? null;
      const data = await make(request.query, role);
      return data === null || data === undefined
        ? sendText(reply, 503, "The unit did not answer.")
        : reply.send(data);
    });
  };
  app.get("/", (_request, reply) => reply.sendFile("technician-far.html"));
  show("/view", EVERYBODY, async (_query, role) => {
    const view = await ask({ what: "view" });
    return view === null ? null : { view, role, zone: parts.zone };
  });
  show("/data", WHO_CHECKS, async () => {
    const data = await ask({ what: "technician" });
    return data === null ? null : { data, screens: { ...counters }, now: rfc3339(clock.wall()) };
  });
  show("/doctor", WHO_CHECKS, diagnose);
  const records = new FarRecords(ask, clock);
  show("/faults", EVERYBODY, () => records.faults());
  show("/rounds", EVERYBODY, (query) => {
    const { round, language } = roundAsked(query);
    return records.rounds(round, language);
  });
  addPictures(app, parts, records, door);
  show("/lines", WHO_CHECKS, async (query) => (await parts.lines()).tell(linesAsked(query)));
  show("/trends", WHO_CHECKS, () => Promise.resolve(parts.trends()));
  show("/weeks", WHO_CHECKS, () => Promise.resolve(records.withWords(parts.weeks.renewed(WEEKS_RENEWED_US))));
  show("/inside", WHO_CHECKS, () => Promise.resolve(parts.inside.renewed(INSIDE_RENEWED_US)));
  show("/events", WHO_CHECKS, async () => ask({ what: "records", count: EVENTS_SHOWN }));
  app.get("/health", () => ({ ok: true, counters }));
}

/** `/picture/:hash`: an evidence picture that one of the rounds that were asked for names, once that round is over. */
function addPictures(app: MutualServer, parts: FarServerParts, records: FarRecords, door: Door): void {
  app.get("/picture/:hash", { onRequest: door(EVERYBODY, "/picture") }, async (request, reply) => {
    const { hash } = request.params as { readonly hash: string };
    const picture = records.namesPicture(hash) ? await parts.picture(hash) : null;
    return picture === null
      ? sendText(reply, 404, "There is no such picture.")
      : reply.type("image/png").send(picture);
  });
}

/** Who may read a page of this name; everybody else is told that it is not theirs. */
type Door = (
  roles: readonly FarRole[],
  page: string,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Who may, is let in, as much as one person may read in a minute, and it is kept that he read. */
function readersDoor(
  app: MutualServer,
  {
    credentials,
    clock,
    counters,
    readings,
    visits,
  }: Pick<FarServerParts, "credentials" | "clock" | "counters" | "readings" | "visits">,
): Door {
  const budget = new ReadingBudget(clock);
  const readers = new WeakMap<FastifyRequest, string>();
  app.addHook("onSend", (request, _reply, payload, done) => {
    const reader = readers.get(request);
    if (reader !== undefined && (typeof payload === "string" || Buffer.isBuffer(payload)))
      budget.count(reader, Buffer.byteLength(payload));
    done();
  });
  return (roles, page) => async (request, reply) => {
    const person = personOn(request.raw.socket, credentials().authority, clock);
    if (person === null || !roles.includes(person.as)) {
      counters.requestsRefused++;
      await sendText(reply, 403, "Not for this role.");
      return;
    }
    const letIn = visits.mayLook(person.name);
    if (letIn === null) {
      counters.requestsRefused++;
      await sendText(reply, 403, NOT_LET_IN);
      return;
    }
    const reader = `${person.as} ${person.name}`;
    if (!budget.allows(reader)) {
      counters.requestsRefused++;
      await sendText(reply, 429, "That is too much in a minute: wait for the next one.");
      return;
    }
    readers.set(request, reader);
    readings.handle(person, page, letIn.order);
  };
}

/** An order is judged by its own signatures; who brings it is no matter, as long as it is somebody. */
function addOrders(app: MutualServer, parts: FarServerParts): void {
  app.post("/orders", async (request, reply) => {
    const taken = await parts.takeOrder(typeof request.body === "string" ? request.body : "");
    if (taken.is === "answered") return sendText(reply, 200, taken.answer.replace(/\n$/, ""));
    return taken.is === "refused"
      ? sendText(reply, 403, `refused: ${taken.why}`)
      : sendText(reply, 503, "The unit did not answer.");
  });
}

/** Bundles that were ordered, to whoever may order one; each is encrypted to one person. */
function addBundles(app: MutualServer, parts: FarServerParts, door: Door): void {
  const onRequest = door(rolesOfAction("bundle"), "/bundles");
  app.get("/bundles/:order/:part", { onRequest }, (request, reply) => {
    const { order, part } = request.params as { readonly order: string; readonly part: string };
    const bytes = PART.test(part) ? parts.bundlePart(order, Number(part)) : null;
    return bytes === null
      ? sendText(reply, 404, "There is no such part of a bundle.")
      : reply.type("application/octet-stream").send(bytes);
  });
}
