import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseJson } from "../../../src/load/json.ts";
import type { Language } from "../../../src/text/language.ts";
import { systemSecrets } from "../../../src/time/secret.ts";
import { listenError } from "../../net/error.ts";
import { guidePage, guideState } from "./guide-page.ts";
import type { AcceptanceState } from "./run-steps.ts";

/** The page that leads through an acceptance: of this machine alone, at an address that nobody guesses. */

/** What a person may say at once. */
export const SAID_MAX = 200;
/** Pages that look at once. */
export const LOOKING_MAX = 8;

export interface GuidePage {
  readonly url: string;
  show(state: AcceptanceState): void;
  /** What is said on the page from now on. */
  onSaid(take: (line: string) => void): void;
  /** Tells the end to whoever looks, and closes. */
  close(): Promise<void>;
}

/** Serves the page at a port of 127.0.0.1; 0: any. Rejects with a Problem: the port cannot be had. */
export async function startGuidePage({
  port,
  language,
  title,
}: {
  readonly port: number;
  readonly language: Language;
  readonly title: string;
}): Promise<GuidePage> {
  const secret = systemSecrets().slice(0, 32);
  let take: (line: string) => void = () => undefined;
  let shown: string | null = null;
  const looking = new Set<ServerResponse>();
  const tell = (response: ServerResponse): void => {
    if (shown !== null) response.write(`data: ${shown}\n\n`);
  };
  const server = createServer((request, response) => {
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const path = request.url ?? "";
    if (request.headers.host !== host || !path.startsWith(`/${secret}/`))
      return send(response, 404, "text/plain", "");
    const what = path.slice(secret.length + 2);
    if (request.method === "GET" && what === "")
      return send(response, 200, "text/html; charset=utf-8", guidePage(language, title));
    if (request.method === "GET" && what === "states" && looking.size < LOOKING_MAX) {
      response.writeHead(200, { ...HEADERS, "content-type": "text/event-stream" });
      looking.add(response);
      response.once("close", () => looking.delete(response));
      return tell(response);
    }
    if (request.method !== "POST" || what !== "said") return send(response, 404, "text/plain", "");
    readSaid(request, (line) => {
      if (line !== null) take(line);
      send(response, line === null ? 400 : 200, "text/plain", "");
    });
  });
  const actual = await listen(server, port);
  return {
    url: `http://127.0.0.1:${actual}/${secret}/`,
    show: (state) => {
      shown = JSON.stringify(guideState(state, language));
      looking.forEach(tell);
    },
    onSaid: (to) => (take = to),
    close: async () => {
      for (const response of looking) response.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, "127.0.0.1", port)));
    server.listen({ host: "127.0.0.1", port }, () => resolve((server.address() as AddressInfo).port));
  });
}

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { ...HEADERS, "content-type": type, connection: "close" });
  response.end(body);
}

/** `{"line": …}` of a request; null: it is something else, or too much. */
function readSaid(request: IncomingMessage, done: (line: string | null) => void): void {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => {
    text += part;
    if (text.length > SAID_MAX) request.destroy();
  });
  request.on("end", () => {
    const said = parseJson(text) as { readonly line?: unknown } | null;
    done(typeof said?.line === "string" && said.line.length <= SAID_MAX ? said.line : null);
  });
}
