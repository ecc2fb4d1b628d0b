import { createServer } from "node:net";

/** The port of the screens, where nobody names another. */
export const SCREEN_PORT = 8_470;
export const PORT_RANGE = { least: 1_024, most: 65_535 } as const;
/** Ports that are tried for a free one. */
const TRIED_MAX = 100;

/** Whether a server of this machine could have the port. */
export function isFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The first free port from this one on. */
export async function freePort(from: number = SCREEN_PORT): Promise<number> {
  for (let port = from; port < from + TRIED_MAX && port <= PORT_RANGE.most; port++)
    if (await isFree(port)) return port;
  return from;
}
