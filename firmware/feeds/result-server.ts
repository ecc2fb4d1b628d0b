import type { ServerResponse } from "node:http";
import type { PublishedResult } from "../../src/floor/published-results.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { HEADERS } from "../net/connections.ts";
import { acceptSockets, newWebServer, sendText, type WebServer } from "../screens/server/web-server.ts";
import { asyncApi, openApi } from "./descriptions.ts";
import type { ResultHub } from "./result-hub.ts";
import { BEHIND_MAX, lineOf } from "./result-line.ts";

/** Streams and sockets that may be open at once. */
export const STREAMS_MAX = 32;
/** So often a stream says that it is there: between two of them neither side, nor what lies between, takes it for dead. */
export const STILL_HERE_US = 5 * US_PER_S;

export interface ResultServerParts {
  readonly hub: ResultHub;
  readonly clock: Clock;
  /** Names under which other systems know this machine, beside its addresses. */
  readonly hostNames: readonly string[];
  /** One JSON line of the log. */
  readonly log: (line: string) => void;
}

/** Something that is told each message until it ends. */
interface Stream {
  /** Bytes that it has not taken yet. */
  readonly behind: () => number;
  readonly tell: (told: PublishedResult) => void;
  readonly stillHere: () => void;
  readonly cut: () => void;
}

/**
 * The web server of results, not yet listening: newest results, those after a number, server-sent events and a web socket, and what describes
 * them. Nothing can be changed there. Who does not read is cut off.
 */
export async function createResultServer({
  hub,
  clock,
  hostNames,
  log,
}: ResultServerParts): Promise<WebServer> {
  const app = newWebServer({ hostNames, headers: HEADERS, log });
  await acceptSockets(app, 64);
  const streams = new Set<Stream>();
  const each = (act: (stream: Stream) => void): void => {
    for (const stream of streams) {
      if (stream.behind() <= BEHIND_MAX) act(stream);
      else stream.cut();
    }
  };
  const end = hub.listen((told) => each((stream) => stream.tell(told)));
  const beat = clock.every(STILL_HERE_US, "streams of results", () => each((stream) => stream.stillHere()));
  app.addHook("onClose", (_app, done) => {
    end();
    beat.cancel();
    for (const stream of streams) stream.cut();
    done();
  });
  app.get("/results", () => ({ results: hub.newest() }));
  app.get("/results/after/:seq/*", (request, reply) => {
    const { seq, "*": table } = request.params as { readonly seq: string; readonly "*": string };
    const after = /^-1$|^\d{1,15}$/.test(seq) ? hub.after(table, Number(seq)) : null;
    return after === null ? sendText(reply, 404, "There is no such table.") : { results: after };
  });
  app.get("/openapi.json", () => openApi);
  app.get("/asyncapi.json", () => asyncApi);
  app.get("/results/stream", (request, reply) => {
    if (streams.size >= STREAMS_MAX) return sendText(reply, 503, "Too many systems listen already.");
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...HEADERS, "content-type": "text/event-stream; charset=utf-8" });
    begin(
      eventStream(raw),
      (gone) => raw.on("close", gone),
      missedSince(hub, request.headers["last-event-id"]),
    );
    return reply;
  });
  app.get("/results/socket", { websocket: true }, (socket) => {
    if (streams.size >= STREAMS_MAX) return socket.terminate();
    const stream: Stream = {
      behind: () => socket.bufferedAmount,
      tell: (told) => socket.send(lineOf(told)),
      stillHere: () => socket.ping(),
      cut: () => socket.terminate(),
    };
    socket.on("error", () => socket.terminate());
    begin(stream, (gone) => socket.on("close", gone));
  });
  function begin(stream: Stream, onGone: (gone: () => void) => void, first = hub.newest()): void {
    streams.add(stream);
    onGone(() => streams.delete(stream));
    for (const told of first) stream.tell(told);
  }
  return app;
}

/** What whoever comes again is told first: of one table all that it missed, as far as it is kept; of several the newest of each. */
function missedSince(hub: ResultHub, lastEventId: unknown): readonly PublishedResult[] {
  const [table = "", ...others] = hub.tables;
  const isOne = others.length === 0 && typeof lastEventId === "string" && /^\d{1,15}$/.test(lastEventId);
  const missed = isOne ? hub.after(table, Number(lastEventId)) : null;
  return missed ?? hub.newest();
}

/** Server-sent events (WHATWG HTML, 9.2). The number of the record is the event's id. */
const eventStream = (raw: ServerResponse): Stream => ({
  behind: () => raw.writableLength,
  tell: (told) => void raw.write(`id: ${told.seq}\nevent: result\ndata: ${JSON.stringify(told)}\n\n`),
  stillHere: () => void raw.write(":\n\n"),
  cut: () => void raw.destroy(),
});
