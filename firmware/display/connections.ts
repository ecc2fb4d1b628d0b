import type { Server } from "node:http";
import type { Socket } from "node:net";
import { addressOf, isLoopback } from "../../src/people/access-guard.ts";

/** Nothing from outside the unit, no inline code, nowhere to be framed. */
export const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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

/** Ends a connection at once that is one too many: of its address, of the network, or of this machine. */
export function limitConnections(server: Server): void {
  const open = new Map<string, number>();
  let ofNetwork = 0;
  server.on("connection", (socket: Socket) => {
    const address = addressOf(socket.remoteAddress);
    const local = isLoopback(address);
    const here = open.get(address) ?? 0;
    if (here >= (local ? CONNECTIONS : CONNECTIONS_OF_ADDRESS) || (!local && ofNetwork >= CONNECTIONS)) {
      socket.destroy();
      return;
    }
    open.set(address, here + 1);
    if (!local) ofNetwork++;
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
      if (!local) ofNetwork--;
    });
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
