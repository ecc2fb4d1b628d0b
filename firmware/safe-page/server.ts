import { createServer, type Server } from "node:http";
import { safeHealth, safePage, type OutOfOrder } from "./page.ts";

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  "x-content-type-options": "nosniff",
  connection: "close",
} as const;
/** Connections at once. */
export const SAFE_CONNECTIONS_MAX = 32;
const REQUEST_MS = 5_000;

/** Serves the page of a table that is out of order under every address, with status 503; `/health` is the same as JSON. */
export function createSafeServer(why: () => OutOfOrder): Server {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, answer) => {
    const isHealth = request.url === "/health";
    const body = isHealth ? JSON.stringify(safeHealth(why())) : safePage(why());
    const type = isHealth ? "application/json; charset=utf-8" : "text/html; charset=utf-8";
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
