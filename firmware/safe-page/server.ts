import { createServer, type Server } from "node:http";
import { playersPage, safeHealth, safePage, type OutOfOrder } from "./page.ts";

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  "x-content-type-options": "nosniff",
  connection: "close",
} as const;
/** Connections at once. */
export const SAFE_CONNECTIONS_MAX = 32;
const REQUEST_MS = 5_000;

/** Pages of people of the house. */
const OF_THE_HOUSE = /^\/(?:control|technician|analysis|inspector)(?:[/?]|$)/;

function bodyFor(path: string, why: OutOfOrder): string {
  if (path === "/health") return JSON.stringify(safeHealth(why));
  return OF_THE_HOUSE.test(path) ? safePage(why) : playersPage(why.dress);
}

/**
 * Answers in the place of a table that is out of order, with status 503: on its pages for people of the house why and what to do, on
 * every other what players have to know; `/health` is the same as JSON.
 */
export function createSafeServer(why: () => OutOfOrder): Server {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, answer) => {
    const { url = "/" } = request;
    const body = bodyFor(url, why());
    const type = url === "/health" ? "application/json; charset=utf-8" : "text/html; charset=utf-8";
    answer.writeHead(503, { ...HEADERS, "content-type": type });
    answer.end(request.method === "HEAD" ? "" : body);
    request.resume();
  });
  server.maxConnections = SAFE_CONNECTIONS_MAX;
  server.on("clientError", (_error, socket) => socket.destroy());
  return server;
}

/** Listens; resolves with the port, null when another program has it. */
export function listenAt(server: Server, { host, port }: SafeAddress): Promise<number | null> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen({ host, port }, () => {
      const at = server.address();
      resolve(typeof at === "object" && at !== null ? at.port : port);
    });
  });
}

/** Where the table's screens are. */
export interface SafeAddress {
  readonly host: string;
  readonly port: number;
}
