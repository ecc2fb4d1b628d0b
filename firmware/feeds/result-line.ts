import { createServer, type Server, type Socket } from "node:net";
import type { PublishedResult } from "../../src/floor/published-results.ts";
import type { ResultHub } from "./result-hub.ts";

/** Systems that may listen at once. */
export const LISTENERS_MAX = 16;
/** Bytes that may wait for one of them: who does not read is cut off, and is told the newest of each table when it comes again. */
export const BEHIND_MAX = 262_144;

/** One message as a line of JSON. */
export const lineOf = (told: PublishedResult): string => `${JSON.stringify(told)}\n`;

export interface ResultLine {
  readonly port: number;
  /** Listeners that were cut off because they did not read. */
  readonly cutOff: number;
  stop(): Promise<void>;
}

/**
 * A TCP line for management systems: whoever connects is told the newest message of each table and then each next one, a line of JSON each.
 * Nothing is read from it.
 */
export async function serveResultLine(
  hub: ResultHub,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ResultLine> {
  const open = new Set<Socket>();
  let cutOff = 0;
  const tell = (socket: Socket, line: string): void => {
    if (socket.writableLength <= BEHIND_MAX) return void socket.write(line);
    cutOff++;
    socket.destroy();
  };
  const server = createServer((socket) => {
    open.add(socket);
    // What it sends is thrown away.
    socket.resume();
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
    for (const told of hub.newest()) tell(socket, lineOf(told));
  });
  server.maxConnections = LISTENERS_MAX;
  const end = hub.listen((told) => {
    const line = lineOf(told);
    for (const socket of open) tell(socket, line);
  });
  await listen(server, host, port);
  const address = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : port,
    get cutOff() {
      return cutOff;
    },
    stop: () => {
      end();
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
}
