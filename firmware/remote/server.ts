import { fileURLToPath } from "node:url";
import type { Server } from "node:https";
import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { FarRole } from "../../src/orders/certificate.ts";
import { ORDER_MAX_BYTES } from "../../src/orders/order.ts";
import type { Clock } from "../../src/time/clock.ts";
import { HEADERS, REQUEST_MS } from "../display/connections.ts";
import { pageModules } from "../display/page-modules.ts";
import type { Credentials } from "./credentials.ts";
import type { FarCounters, Question } from "./messages.ts";
import type { Taken } from "./order-intake.ts";
import { personOn, refuseStrangers, tlsOptions } from "./tls.ts";

const WEB = fileURLToPath(new URL("../display/web/", import.meta.url));
/** Records that the page of events shows. */
export const EVENTS_SHOWN = 200;

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
}

export type FarServer = FastifyInstance<Server>;

const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${text}\n`);

/** The technician's server, not yet listening: pages that read, and the door for orders. It shows what the screens show, and counts. */
export async function createFarServer(parts: FarServerParts): Promise<FarServer> {
  const { credentials, clock, counters } = parts;
  const app = Fastify({
    https: tlsOptions(credentials()),
    bodyLimit: ORDER_MAX_BYTES,
    connectionTimeout: 15_000,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 5_000,
    routerOptions: { maxParamLength: 64 },
    // What is no HTTP gets no answer.
    clientErrorHandler: (_error, socket) => {
      counters.connectionsRefused++;
      socket.destroy();
    },
    frameworkErrors: (_error, _request, reply) =>
      void sendText(reply as unknown as FastifyReply, 400, "Bad request."),
  });
  refuseStrangers(app.server, counters);
  app.addHook("onRequest", async (request, reply) => {
    counters.requests++;
    if (personOn(request.raw.socket, credentials().authority, clock) === null) {
      counters.requestsRefused++;
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    reply.headers(HEADERS);
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.header("cache-control", HEADERS["cache-control"]);
  });
  app.setNotFoundHandler((_request, reply) => sendText(reply, 404, "Not found."));
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
    return status >= 400 && status < 500
      ? sendText(reply, status, "Bad request.")
      : sendText(reply, 500, "The unit could not answer.");
  });
  await app.register(fastifyStatic, {
    root: WEB,
    prefix: "/web/",
    allowedPath: (path: string) => /\.(?:css|html|svg)$/.test(path),
    ...{ index: false, etag: false, lastModified: false },
  });
  for (const { path, script } of pageModules())
    app.get(path, (_request, reply) => reply.type("text/javascript; charset=utf-8").send(script()));
  addReading(app, parts);
  addOrders(app, parts);
  return app;
}

/** What each role may read. Nothing here writes. */
function addReading(app: FarServer, parts: FarServerParts): void {
  const { ask, counters, diagnose } = parts;
  const show = (path: string, roles: readonly FarRole[], make: () => Promise<unknown>): void => {
    app.get(path, { onRequest: rolesOnly(roles, parts) }, async (_request, reply) => {
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
    return data === null ? null : { data, screens: { ...counters } };
  });
  show("/doctor", WHO_CHECKS, diagnose);
  show("/events", WHO_CHECKS, async () => ask({ what: "records", count: EVENTS_SHOWN }));
  app.get("/health", () => ({ ok: true, counters }));
}

function rolesOnly(roles: readonly FarRole[], { credentials, clock, counters }: FarServerParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const person = personOn(request.raw.socket, credentials().authority, clock);
    if (person !== null && roles.includes(person.as)) return;
    counters.requestsRefused++;
    await sendText(reply, 403, "Not for this role.");
  };
}

/** An order is judged by its own signatures; who brings it is no matter, as long as it is somebody. */
function addOrders(app: FarServer, parts: FarServerParts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.post("/orders", async (request, reply) => {
    const taken = await parts.takeOrder(typeof request.body === "string" ? request.body : "");
    if (taken.is === "answered") return sendText(reply, 200, taken.answer.replace(/\n$/, ""));
    return taken.is === "refused"
      ? sendText(reply, 403, `refused: ${taken.why}`)
      : sendText(reply, 503, "The unit did not answer.");
  });
}
