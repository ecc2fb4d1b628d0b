import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { EXIT, errorText, Problem } from "../../../problem.ts";
import { noticesIn, type AlarmNotice } from "./alarm-notice.ts";
import { sendTraps } from "./snmp-way.ts";
import { sendSyslog } from "./syslog-way.ts";
import type { AlarmWays } from "./ways-config.ts";

/** Of a notification, bytes; and from its first one to its last, ms. */
const BODY_MAX = 4_194_304;
const BODY_MS = 10_000;
const CONNECTIONS_MAX = 16;

export interface RunningWays {
  readonly url: string;
  stop(): Promise<void>;
}

type Way = (notices: readonly AlarmNotice[]) => Promise<void>;

/**
 * Takes what Alertmanager notifies (`webhook_configs`), under `/syslog` and `/snmp`, and tells it on. It keeps nothing: what a way does not take
 * is answered with 503, and Alertmanager brings it again, on that way alone. Rejects with a Problem of one line.
 */
export function runAlarmWays(ways: AlarmWays, onNotice: (line: string) => void): Promise<RunningWays> {
  const { syslog, snmp } = ways;
  const known = new Map<string, Way>();
  if (syslog !== null) known.set("/syslog", (notices) => sendSyslog(notices, syslog));
  if (snmp !== null) known.set("/snmp", (notices) => sendTraps(notices, snmp));
  const server = createServer((request, response) => {
    void answer(request, known, onNotice).then(([status, text]) => say(response, status, text));
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.requestTimeout = BODY_MS;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      reject(new Problem(EXIT.display, `listen: ${errorText(error)}`, { cause: error }));
    });
    server.listen(ways.port, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? (address?.port ?? ways.port) : ways.port;
      resolve({
        url: `http://127.0.0.1:${port}/`,
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

async function answer(
  request: IncomingMessage,
  known: ReadonlyMap<string, Way>,
  onNotice: (line: string) => void,
): Promise<readonly [number, string]> {
  const { method, url = "" } = request;
  if (method === "GET" && url === "/health") return [200, "ok"];
  const way = known.get(url);
  if (method !== "POST" || way === undefined) return [404, "there is no such way"];
  const body = await bodyOf(request);
  const notices = body === null ? null : noticesIn(body);
  if (notices === null) return [400, "it is no notification of Alertmanager"];
  try {
    await way(notices);
    return [200, "told"];
  } catch (error) {
    onNotice(`${url.slice(1)}: ${errorText(error)}`);
    return [503, "it was not taken"];
  }
}

/** What was sent, as JSON; null: it is none, or too long. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > BODY_MAX) return null;
      pieces.push(piece);
    }
    return JSON.parse(Buffer.concat(pieces).toString("utf8"));
  } catch {
    return null;
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
}
