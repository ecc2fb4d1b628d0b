/** The connection of the bench page. It comes back by itself; whatever the page knew is told anew then. */
import type { BenchFrame, BenchHello, BenchOrder, Refused, ToPage } from "../page-messages.ts";

export interface BenchListeners {
  readonly onHello: (hello: BenchHello) => void;
  readonly onFrame: (frame: BenchFrame) => void;
  readonly onClosed: () => void;
}

/** Resolves with null when the order was carried out, else with why not. */
export type Ask = (order: BenchOrder) => Promise<Refused | null>;

const RETRY_MS = 500;
const LONGEST_RETRY_MS = 4000;

export function connectBench(listeners: BenchListeners): { readonly ask: Ask } {
  let socket: WebSocket | null = null;
  let retryMs = RETRY_MS;
  let lastId = 0;
  const waiting = new Map<number, (refused: Refused | null) => void>();

  const receive = ({ data }: MessageEvent<string>): void => {
    // The unit that served this page made it: both are of one release.
    const message = JSON.parse(data) as ToPage;
    if (message.type === "hello") listeners.onHello(message);
    else if (message.type === "frame") listeners.onFrame(message);
    else {
      waiting.get(message.id)?.(message.type === "done" ? null : message.why);
      waiting.delete(message.id);
    }
  };

  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const opened = new WebSocket(`${scheme}://${location.host}/bench/socket`);
    socket = opened;
    lastId = 0;
    opened.addEventListener("open", () => {
      retryMs = RETRY_MS;
    });
    opened.addEventListener("message", receive);
    opened.addEventListener("close", () => {
      socket = null;
      for (const settle of waiting.values()) settle("failed");
      waiting.clear();
      listeners.onClosed();
      setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    });
  };
  open();

  return {
    ask: (order) => {
      const { readyState } = socket ?? { readyState: WebSocket.CLOSED };
      if (socket === null || readyState !== WebSocket.OPEN) return Promise.resolve("failed");
      lastId += 1;
      const id = lastId;
      socket.send(JSON.stringify({ ...order, id }));
      return new Promise((resolve) => waiting.set(id, resolve));
    },
  };
}
