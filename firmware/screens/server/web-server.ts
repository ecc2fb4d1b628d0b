import { isIP } from "node:net";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import fastifyWebsocket from "@fastify/websocket";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { HEADERS, HEADERS_MS, limitConnections, refuseRaw, REQUEST_MS } from "../../net/connections.ts";
import { FILES_OF_PAGES } from "./page-modules.ts";

/** What every web server of the screens has: its limits, its headers, its plain answers. The only file that knows fastify's values. */

export type WebServer = FastifyInstance;
export type WebRequest = FastifyRequest;
export type WebReply = FastifyReply;

/** The pages' own folder. */
const PAGES = fileURLToPath(new URL("../pages/", import.meta.url));

export interface WebServerParts {
  /** Names, besides addresses and `localhost`, under which browsers may know this unit. */
  readonly hostNames: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** One JSON line of the log. */
  readonly log: (line: string) => void;
}

/** Answers with one line of text. */
export const sendText = (reply: WebReply, code: number, text: string): WebReply =>
  reply.code(code).type("text/plain").send(`${text}\n`);

/** A web server with nothing to show yet, not yet listening. */
export function newWebServer({ hostNames, headers, log }: WebServerParts): WebServer {
  const app = Fastify({
    logger: { level: "warn", stream: { write: log } },
    bodyLimit: 1024,
    connectionTimeout: 15_000,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 5_000,
    // A request that never ends its header gives its place back soon.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: HEADERS_MS / 2 },
    clientErrorHandler: refuseRaw,
    routerOptions: { maxParamLength: 64 },
  });
  limitConnections(app.server);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    if (!hostAllowed(request.headers.host, hostNames)) {
      await sendText(reply, 421, "This unit is not known under that name.");
    }
  });
  // The static files bring their own cache header; ours is the last word.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    reply.header("cache-control", HEADERS["cache-control"]);
    done();
  });
  app.setNotFoundHandler((_request, reply) => sendText(reply, 404, "Not found."));
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
    const code = status >= 400 && status < 600 ? status : 500;
    if (code >= 500) request.log.error(error);
    return sendText(reply, code, code >= 500 ? "The unit could not answer." : "Bad request.");
  });
  return app;
}

/** Serves the files of the pages, below `/web/`; `only`: these alone, by their names; absent: all of them. */
export async function servePageFiles(app: WebServer, only?: readonly string[]): Promise<void> {
  const files =
    only === undefined
      ? FILES_OF_PAGES
      : { ...FILES_OF_PAGES, allowedPath: (path: string) => only.includes(path.replace(/^\//, "")) };
  await app.register(fastifyStatic, { root: PAGES, prefix: "/web/", ...files });
}

/** Serves the files of pages that are added, below `/<name>/web/`. */
export async function serveAddedFiles(app: WebServer, name: string, folder: string): Promise<void> {
  const prefix = `/${name}/web/`;
  await app.register(fastifyStatic, { root: folder, prefix, decorateReply: false, ...FILES_OF_PAGES });
}

/** From here on routes may be web sockets. `mostBytes`: of one message. */
export async function acceptSockets(app: WebServer, mostBytes: number): Promise<void> {
  await app.register(fastifyWebsocket, { options: { maxPayload: mostBytes } });
}

/** Only addresses, `localhost` and the configured names: a foreign name that points here (DNS rebinding) is refused. */
export function hostAllowed(host: string | undefined, hostNames: readonly string[]): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const name = new URL(`http://${host}`).hostname;
  return isIP(name.replace(/^\[|\]$/g, "")) !== 0 || name === "localhost" || hostNames.includes(name);
}
