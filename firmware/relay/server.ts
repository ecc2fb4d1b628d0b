import type { Server } from "node:https";
import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { ANSWER_MAX_BYTES } from "../../src/orders/answer.ts";
import { isPerson, type Holder } from "../../src/orders/certificate.ts";
import { ORDER_MAX_BYTES, parseOrder } from "../../src/orders/order.ts";
import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import type { Clock } from "../../src/time/clock.ts";
import { HEADERS, REQUEST_MS } from "../display/connections.ts";
import { errorText } from "../problem.ts";
import type { Credentials } from "../remote/credentials.ts";
import { holderOn, isMachine, refuseStrangers, tlsOptions } from "../remote/tls.ts";
import { BOX_NAME, type LetterBox } from "./letter-box.ts";
import { LETTERS_AT_ONCE } from "./limits.ts";

export interface RelayParts {
  readonly credentials: () => Credentials;
  readonly clock: Clock;
  readonly box: LetterBox;
  /** Folder of the repositories; null: there is none. */
  readonly tree: string | null;
  readonly onNotice: (line: string) => void;
  readonly counters: { connectionsRefused: number };
}

export type RelayServer = FastifyInstance<Server>;

/** By which name a table's box is asked for: its log's name has slashes. */
export const boxOf = (log: string): string => sha256Hex(utf8(log));

const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${text}\n`);

/** The relay's server, not yet listening: a mirror of the repositories, and boxes for orders. It signs nothing. */
export async function createRelayServer(parts: RelayParts): Promise<RelayServer> {
  const { credentials, clock, tree, onNotice, counters } = parts;
  const app = Fastify({
    https: tlsOptions(credentials()),
    bodyLimit: ANSWER_MAX_BYTES,
    connectionTimeout: 15_000,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 5_000,
    routerOptions: { maxParamLength: 64 },
    clientErrorHandler: (_error, socket) => {
      counters.connectionsRefused++;
      socket.destroy();
    },
    frameworkErrors: (_error, _request, reply) =>
      void sendText(reply as unknown as FastifyReply, 400, "Bad request."),
  });
  refuseStrangers(app.server, counters);
  app.addHook("onRequest", async (request, reply) => {
    if (holderOn(request.raw.socket, credentials().authority, clock) === null) {
      counters.connectionsRefused++;
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    reply.headers(HEADERS);
  });
  app.setNotFoundHandler((_request, reply) => sendText(reply, 404, "Not found."));
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) return sendText(reply, status, "Bad request.");
    onNotice(errorText(error).split("\n", 1).join(""));
    return sendText(reply, 503, "The relay cannot answer.");
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  if (tree !== null)
    await app.register(fastifyStatic, {
      root: resolve(tree),
      prefix: "/tree/",
      ...{ index: false, dotfiles: "ignore", etag: false, lastModified: false },
    });
  addOrders(app, parts);
  addTables(app, parts);
  return app;
}

const textOf = (request: FastifyRequest): string => (typeof request.body === "string" ? request.body : "");

/** What people do: bring an order, ask for its answer. */
function addOrders(app: RelayServer, { box, credentials, clock }: RelayParts): void {
  const person = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const holder = holderOn(request.raw.socket, credentials().authority, clock);
    if (holder === null || !isPerson(holder)) await sendText(reply, 403, "For people only.");
  };
  app.post("/letters/:box", { onRequest: person, bodyLimit: ORDER_MAX_BYTES }, (request, reply) => {
    const { box: name } = request.params as { readonly box: string };
    const parsed = parseOrder(textOf(request));
    if (parsed === null || boxOf(parsed.said.table) !== name) return sendText(reply, 403, "refused: malformed");
    return box.put(name, parsed.digest, textOf(request))
      ? sendText(reply, 200, `waits: ${parsed.digest}`)
      : sendText(reply, 403, "refused: too-many");
  });
  app.get("/answers/:box/:digest", { onRequest: person }, (request, reply) => {
    const { box: name, digest } = request.params as { readonly box: string; readonly digest: string };
    const answer = BOX_NAME.test(name) ? box.answerTo(name, digest) : null;
    return answer === null
      ? sendText(reply, 404, "There is no answer yet.")
      : reply.type("text/plain; charset=utf-8").send(answer);
  });
}

/** What a table does with its own box, and no other's: ask for orders, bring answers, say which it does not answer. */
function addTables(app: RelayServer, { box, credentials, clock }: RelayParts): void {
  const unitOn = (request: FastifyRequest): Holder | null => {
    const holder = holderOn(request.raw.socket, credentials().authority, clock);
    return isMachine(holder, "unit") ? holder : null;
  };
  const unit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (unitOn(request) === null) await sendText(reply, 403, "For tables only.");
  };
  const own = (request: FastifyRequest): string => boxOf(unitOn(request)?.name ?? "");
  app.get("/letters", { onRequest: unit }, (request) => ({
    letters: box.waiting(own(request), LETTERS_AT_ONCE),
    revoked: credentials().crl,
  }));
  app.post("/answers/:digest", { onRequest: unit }, (request, reply) => {
    const { digest } = request.params as { readonly digest: string };
    if (!BOX_NAME.test(digest)) return sendText(reply, 404, "Not found.");
    if (textOf(request) !== "") box.answer(own(request), digest, textOf(request));
    box.take(own(request), digest);
    return sendText(reply, 200, "kept");
  });
}
