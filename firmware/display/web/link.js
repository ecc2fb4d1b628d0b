// @ts-check
/**
 * The connection of a screen to the table. It never trusts silence: a screen that heard no pulse for 3 s is stale,
 * and so is one that shows another view than the one the pulse speaks of.
 *
 * @typedef {{ size: number, path: string } | null} Qr
 * @typedef {{ view: any, qr: Qr }} Shown
 * @typedef {{
 *   onView?: (shown: Shown) => void,
 *   onFresh?: (fresh: boolean) => void,
 *   onPulse?: () => void,
 *   onMessage?: (message: any) => void,
 *   onClosed?: () => void,
 * }} Listeners
 */

export const STALE_MS = 3000;
/** Pulses of another view after which the connection is made anew. */
const OTHER_PULSES = 3;
const RETRY_MS = 500;
const LONGEST_RETRY_MS = 4000;
const LOOK_MS = 200;

/**
 * @param {"/ws" | "/ws/control"} path
 * @param {Listeners} listeners
 */
export function connect(path, listeners) {
  /** @type {Shown | null} */
  let shown = null;
  /** @type {WebSocket | null} */
  let socket = null;
  let heardAt = -Infinity;
  let fresh = false;
  let otherPulses = 0;
  let retryMs = RETRY_MS;

  /** @param {boolean} now */
  const setFresh = (now) => {
    if (now === fresh) return;
    fresh = now;
    listeners.onFresh?.(fresh);
  };

  /** @param {Shown} next */
  const takeView = (next) => {
    // Records only ever go forward within a log: an older view is a late one and changes nothing.
    if (shown !== null && next.view.log === shown.view.log && next.view.seq < shown.view.seq) return;
    // It does not make the screen fresh: what a server sends to catch up may itself be old. Only a pulse does.
    shown = next;
    listeners.onView?.(next);
  };

  const heard = () => {
    heardAt = performance.now();
    otherPulses = 0;
    setFresh(true);
    listeners.onPulse?.();
  };

  /** @param {number} seq */
  const takePulse = (seq) => {
    if (shown !== null && seq === shown.view.seq) return heard();
    otherPulses += 1;
    if (otherPulses >= OTHER_PULSES) socket?.close();
  };

  /** @param {MessageEvent} event */
  const receive = (event) => {
    let message;
    try {
      message = JSON.parse(event.data);
    } catch {
      return;
    }
    if (message.type === "view" && message.view?.v === 1)
      takeView({ view: message.view, qr: message.qr ?? null });
    else if (message.type === "pulse") takePulse(message.seq);
    else listeners.onMessage?.(message);
  };

  const open = () => {
    const opened = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket = opened;
    otherPulses = 0;
    opened.addEventListener("open", () => {
      retryMs = RETRY_MS;
    });
    opened.addEventListener("message", (event) => {
      if (socket === opened) receive(event);
    });
    opened.addEventListener("close", () => {
      if (socket !== opened) return;
      socket = null;
      listeners.onClosed?.();
      setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    });
  };

  setInterval(() => {
    if (performance.now() - heardAt <= STALE_MS) return;
    setFresh(false);
  }, LOOK_MS);
  open();

  return {
    /** Whether what is shown is current. */
    isFresh: () => fresh,
    /** @param {object} message @returns {boolean} whether it could be sent */
    send: (message) => {
      if (socket === null || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
  };
}
