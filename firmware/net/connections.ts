import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { addressOf, isLoopback, originOf } from "../../src/people/access.ts";

/** Nothing from outside the unit, no inline code, nowhere to be framed. */
export const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
} as const;

/** How long the header of a request may take, and a whole request. */
export const HEADERS_MS = 4_000;
export const REQUEST_MS = 10_000;

/** Connections of one address of the network; a display page takes at most seven. */
export const CONNECTIONS_OF_ADDRESS = 32;
/** Connections of the whole network, and as many of this machine, which its own places are kept for. */
export const CONNECTIONS = 128;

/** How many connections a server has at the most: of one address, and of the network. */
export interface ConnectionLimits {
  readonly ofAddress: number;
  readonly all: number;
}
const OF_UNIT: ConnectionLimits = { ofAddress: CONNECTIONS_OF_ADDRESS, all: CONNECTIONS };

/**
 * Ends a connection at once that is one too many: of its address, of the network, or of this machine. On a plain server one that asks
 * nothing, or half a question, gives way to it, the oldest first, whatever it was answered before: half requests keep nobody out.
 */
export function limitConnections(server: Server, { ofAddress, all }: ConnectionLimits = OF_UNIT): void {
  const open = new Map<Socket, { readonly origin: string; readonly isLocal: boolean }>();
  const asking = new WeakSet<object>();
  // Over TLS a request does not come by the socket that was connected.
  const isPlain = !(server instanceof TlsServer);
  server.on("request", ({ socket }: Pick<IncomingMessage, "socket">, response: ServerResponse) => {
    asking.add(socket);
    response.once("close", () => asking.delete(socket));
  });
  if (isPlain) server.on("upgrade", (_request: unknown, socket: Socket) => asking.add(socket));
  server.on("connection", (socket: Socket) => {
    const origin = originOf(addressOf(socket.remoteAddress));
    const isLocal = isLoopback(origin);
    const here = [...open].filter(([, one]) => one.origin === origin).map(([one]) => one);
    const near = [...open].filter(([, one]) => one.isLocal === isLocal).map(([one]) => one);
    for (const [those, most] of [
      [here, isLocal ? all : ofAddress],
      [near, all],
    ] as const) {
      if (those.filter((one) => open.has(one)).length < most) continue;
      const idle = isPlain ? those.find((one) => !asking.has(one)) : undefined;
      if (idle === undefined) return void socket.destroy();
      open.delete(idle);
      idle.destroy();
    }
    open.set(socket, { origin, isLocal });
    socket.once("close", () => open.delete(socket));
  });
}

const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** What Node itself refuses, before any page is asked for: the answer has the headers of every other one. */
export function refuseRaw(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const lines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = REASONS[error.code ?? ""] ?? "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}connection: close\r\ncontent-length: 0\r\n\r\n`);
}
