// @ts-check
/**
 * The connection of the bench page. It comes back by itself; whatever the page knew is told anew then.
 *
 * @typedef {{
 *   onHello: (hello: any) => void,
 *   onFrame: (frame: any) => void,
 *   onClosed: () => void,
 * }} BenchListeners
 */

const RETRY_MS = 500;
const LONGEST_RETRY_MS = 4000;

/** @param {BenchListeners} listeners */
export function connectBench(listeners) {
  /** @type {WebSocket | null} */
  let socket = null;
  let retryMs = RETRY_MS;
  let lastId = 0;
  /** @type {Map<number, (refused: string | null) => void>} */
  const waiting = new Map();

  /** @param {MessageEvent} event */
  const receive = (event) => {
    const message = JSON.parse(event.data);
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
    /**
     * @param {object} order
     * @returns {Promise<string | null>} null when it was done, else why not
     */
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
