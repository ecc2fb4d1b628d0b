import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isPerson, type FarRole } from "../../../src/orders/certificate.ts";
import { ORDER_MAX_BYTES, ROLES_OF_ACTION } from "../../../src/orders/order.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import { HEADERS } from "../../net/connections.ts";
import { FILES_OF_PAGES, pageModules } from "../../screens/server/page-modules.ts";
import { INSIDE_RENEWED_US, WEEKS_RENEWED_US, type ReportDesk } from "../../screens/server/report-desk.ts";
import type { Credentials } from "./credentials.ts";
import type { FarCounters, Question } from "./messages.ts";
import type { Taken } from "./order-intake.ts";
import { createMutualServer, sendText, type MutualServer } from "./mutual-server.ts";
import type { ReadingLog } from "./reading-log.ts";
import { pastFaults } from "./past-faults.ts";
import { personOn } from "./tls.ts";

const WEB = fileURLToPath(new URL("../../screens/pages/", import.meta.url));
/** Whoever gives an order waits so long for its answer: a bundle is made first, or the updater is asked, ms. */
export const ORDER_ANSWER_MS = 140_000;
/** Records that the page of events shows. */
export const EVENTS_SHOWN = 200;

/** The number of a part, from 0. */
const PART = /^\d{1,3}$/;
const EVERYBODY: readonly FarRole[] = ["tecnico", "inspector", "jefe-de-mesa"];
const WHO_CHECKS: readonly FarRole[] = ["tecnico", "inspector"];

export interface FarServerParts {
  readonly credentials: () => Credentials;
  readonly clock: Clock;
  readonly counters: FarCounters;
  /** Asks the main thread; null: no answer in time. */
  readonly ask: (question: Question) => Promise<unknown>;
  readonly diagnose: () => Promise<unknown>;
  readonly takeOrder: (text: string) => Promise<Taken>;
  /** What the table's last weeks were. */
  readonly weeks: Pick<ReportDesk, "renewed">;
  /** The last spins of a wheel, as its device told them. */
  readonly inside: Pick<ReportDesk, "renewed">;
  /** One part of a bundle that was ordered; null: there is none. */
  readonly bundlePart: (order: string, part: number) => Uint8Array | null;
  readonly readings: Pick<ReadingLog, "handle">;
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
  addReading(app, parts);
  addOrders(app, parts);
  addBundles(app, parts);
  return app;
}

/** What each role may read. Nothing here writes. */
function addReading(app: MutualServer, parts: FarServerParts): void {
  const { ask, clock, counters, diagnose } = parts;
  const show = (path: string, roles: readonly FarRole[], make: () => Promise<unknown>): void => {
    app.get(path, { onRequest: rolesOnly(roles, path, parts) }, async (_request, reply) => {
      const data = await make();
      return data === null || data === undefined
        ? sendText(reply, 503, "The unit did not answer.")
        : reply.send(data);
    });
  };
  app.get("/", (_request, reply) => reply.sendFile("technician-far.html"));
  show("/view", EVERYBODY, async () => {
    const view = await ask({ what: "view" });
    return view === null ? null : { view };
  });
  show("/data", WHO_CHECKS, async () => {
    const data = await ask({ what: "technician" });
    return data === null ? null : { data, screens: { ...counters }, now: rfc3339(clock.wall()) };
  });
  show("/doctor", WHO_CHECKS, diagnose);
  const past = pastFaults(ask, clock);
  show("/faults", WHO_CHECKS, past.tell);
  show("/weeks", WHO_CHECKS, () => Promise.resolve(past.withWords(parts.weeks.renewed(WEEKS_RENEWED_US))));
  show("/inside", WHO_CHECKS, () => Promise.resolve(parts.inside.renewed(INSIDE_RENEWED_US)));
  show("/events", WHO_CHECKS, async () => ask({ what: "records", count: EVENTS_SHOWN }));
  app.get("/health", () => ({ ok: true, counters }));
}

/** Who may, is let in, and it is kept that he read. */
function rolesOnly(
  roles: readonly FarRole[],
  page: string,
  { credentials, clock, counters, readings }: FarServerParts,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const person = personOn(request.raw.socket, credentials().authority, clock);
    if (person !== null && roles.includes(person.as)) {
      readings.handle(person, page);
      return;
    }
    counters.requestsRefused++;
    await sendText(reply, 403, "Not for this role.");
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
function addBundles(app: MutualServer, parts: FarServerParts): void {
  const onRequest = rolesOnly(ROLES_OF_ACTION.bundle, "/bundles", parts);
  app.get("/bundles/:order/:part", { onRequest }, (request, reply) => {
    const { order, part } = request.params as { readonly order: string; readonly part: string };
    const bytes = PART.test(part) ? parts.bundlePart(order, Number(part)) : null;
    return bytes === null
      ? sendText(reply, 404, "There is no such part of a bundle.")
      : reply.type("application/octet-stream").send(bytes);
  });
}
