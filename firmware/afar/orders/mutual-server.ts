import type { Server } from "node:https";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import type { Holder } from "../../../src/orders/certificate.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { HEADERS, REQUEST_MS, type ConnectionLimits } from "../../net/connections.ts";
import { errorText } from "../../problem.ts";
import type { Credentials } from "./credentials.ts";
import { holderOn, refuseStrangers, tlsOptions } from "./tls.ts";

/** A connection on which nothing comes or goes for so long is ended, ms. */
export const IDLE_MS = 15_000;
/** How long a connection is kept for a next request, ms. */
const KEEP_MS = 5_000;

export interface MutualServerParts {
  readonly credentials: () => Credentials;
  readonly clock: Clock;
  readonly counters: { connectionsRefused: number };
  /** Of a request. */
  readonly bodyLimit: number;
  /** Instead of `IDLE_MS`, where an answer may take longer. */
  readonly idleMs?: number;
  /** Instead of `REQUEST_MS`, where requests come over slow lines. */
  readonly requestMs?: number;
  /** Instead of `KEEP_MS`, where the same machines ask again and again. */
  readonly keepMs?: number;
  /** Connections at the most, instead of those of a unit. */
  readonly connections?: ConnectionLimits;
  /** Asked at every request: may this person or machine use this server at all? Null: the connection has no certificate that is accepted. */
  readonly mayAsk: (holder: Holder | null) => boolean;
  /** The text of the answer when a request fails inside. The reason goes to `onNotice` alone. */
  readonly failed: string;
  readonly onNotice: (line: string) => void;
}

export type MutualServer = FastifyInstance<Server>;

export const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${text}\n`);

/**
 * A server, not yet listening. Without a certificate of the casino that is accepted nobody gets a byte from it: the connection just ends.
 * Bodies are text, or bytes where they say so (`application/octet-stream`).
 */
export function createMutualServer(parts: MutualServerParts): MutualServer {
  const { credentials, clock, counters, bodyLimit, idleMs = IDLE_MS, mayAsk, failed, onNotice } = parts;
  const app = Fastify({
    https: tlsOptions(credentials()),
    bodyLimit,
    connectionTimeout: idleMs,
    requestTimeout: parts.requestMs ?? REQUEST_MS,
    keepAliveTimeout: parts.keepMs ?? KEEP_MS,
    routerOptions: { maxParamLength: 64 },
    // A handshake that failed, and what is no HTTP, get no answer; Node tells both here.
    clientErrorHandler: (_error, socket) => {
      counters.connectionsRefused++;
      socket.destroy();
    },
    frameworkErrors: (_error, _request, reply) =>
      void sendText(reply as unknown as FastifyReply, 400, "Bad request."),
  });
  refuseStrangers(app.server, counters, parts.connections);
  app.addHook("onRequest", (request, reply, done) => {
    if (!mayAsk(holderOn(request.raw.socket, credentials().authority, clock))) {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    reply.headers(HEADERS);
    done();
  });
  app.setNotFoundHandler((_request, reply) => sendText(reply, 404, "Not found."));
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) return sendText(reply, status, "Bad request.");
    onNotice(errorText(error).split("\n", 1).join(""));
    return sendText(reply, 503, failed);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  return app;
}
