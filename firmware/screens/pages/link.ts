/**
 * The connection of a screen to the table. It never trusts silence: a screen without a pulse for 3 s is stale, and so is one
 * that shows another view than the one that the pulse names.
 */
import type { TableView, ToScreen } from "../../../src/table/kernel/view/view.ts";
import type { RecallMessage, ViewMessage } from "../server/messages.ts";
import type { QrPath } from "../server/qr.ts";

export type Qr = QrPath | null;
export interface Shown {
  readonly view: TableView;
  readonly qr: Qr;
}
/** What the unit says to a screen, the view with its QR code drawn. */
export type Message = ViewMessage | RecallMessage | Exclude<ToScreen, { type: "view" }>;
export type Listeners = {
  onView?: (shown: Shown) => void;
  onFresh?: (fresh: boolean) => void;
  /** `wall`: the unit's time of day, ms since 1970. */
  onPulse?: (wall: number | undefined) => void;
  onMessage?: (message: Exclude<Message, { type: "view" | "pulse" }>) => void;
  onClosed?: () => void;
};

const TYPES: readonly string[] = [
  "view",
  "pulse",
  "signed-in",
  "signed-out",
  "done",
  "refused",
  "notice",
  "recall",
  "preview",
  "act",
  "acta",
  "read",
] satisfies readonly Message["type"][];

/**
 * Whether this is a message of the unit, of a form that this page knows. The contents of its fields are not checked: the unit
 * made them.
 */
function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  if (typeof value.type !== "string" || !TYPES.includes(value.type)) return false;
  if (value.type !== "view") return true;
  return (
    "view" in value &&
    typeof value.view === "object" &&
    value.view !== null &&
    "v" in value.view &&
    value.view.v === 1
  );
}

/** Reads one frame. Null: no message of the unit. */
function messageOf(raw: unknown): Message | null {
  if (typeof raw !== "string") return null;
  try {
    const value: unknown = JSON.parse(raw);
    return isMessage(value) ? value : null;
  } catch {
    return null;
  }
}

export const STALE_MS = 3000;
/** Pulses of another view after which the screen connects again. */
const OTHER_PULSES = 3;
const RETRY_MS = 500;
const LONGEST_RETRY_MS = 4000;
const LOOK_MS = 200;

/**
 * Where the page of a table that is out of order stands in the table's place, this screen shows it, and where it is one of several in a
 * composition, the whole of it does. It goes back by itself.
 */
async function showSafePage(): Promise<void> {
  try {
    const health: unknown = await (await fetch("/health")).json();
    if (typeof health === "object" && health !== null && "safePage" in health)
      (top ?? window).location.reload();
  } catch {
    // Nobody answers: the screen says that it is disconnected.
  }
}

/** What brings messages, and what takes them. */
interface Channel {
  close(): void;
  /** False: it could not be sent. */
  send(text: string): boolean;
}

interface Hears {
  readonly onOpen: () => void;
  readonly onFrame: (data: unknown) => void;
  readonly onClose: () => void;
}

function openSocket(path: string, { onOpen, onFrame, onClose }: Hears): Channel {
  const { protocol, host, search } = location;
  // What stands behind the page's address chooses the view in a preview; a table has one.
  const socket = new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}${path}${search}`);
  socket.addEventListener("open", onOpen);
  socket.addEventListener("message", (event) => onFrame(event.data));
  socket.addEventListener("close", onClose);
  return {
    close: () => socket.close(),
    send(text) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
  };
}

/** A server that only tells, as a casino's floor does of its tables: the page names its address (`data-feed`). */
function openFeed(address: string, { onOpen, onFrame, onClose }: Hears): Channel {
  const source = new EventSource(`${address}${location.search}`);
  source.addEventListener("open", onOpen);
  source.addEventListener("message", (event) => onFrame(event.data));
  const close = () => {
    if (source.readyState === EventSource.CLOSED) return;
    source.close();
    onClose();
  };
  source.addEventListener("error", close);
  return { close, send: () => false };
}

export function connectScreen(path: "/ws" | "/ws/control", listeners: Listeners) {
  let shown: Shown | null = null;
  let channel: Channel | null = null;
  let pulseAt = -Infinity;
  let fresh = false;
  let otherPulses = 0;
  /** The newest pulse, by its number. */
  let beat = 0;
  let retryMs = RETRY_MS;

  const setFresh = (now: boolean) => {
    if (now === fresh) return;
    fresh = now;
    listeners.onFresh?.(fresh);
  };

  const showView = (next: Shown) => {
    // Records only ever go forward within a log: an older view came late and is ignored.
    if (shown !== null && next.view.log === shown.view.log && next.view.seq < shown.view.seq) return;
    // It does not make the screen fresh: what a server sends to catch up may itself be old. Only a pulse does.
    shown = next;
    listeners.onView?.(next);
  };

  const markFresh = (wall: number | undefined) => {
    pulseAt = performance.now();
    otherPulses = 0;
    setFresh(true);
    listeners.onPulse?.(wall);
  };

  const handlePulse = ({ seq, wall }: Extract<Message, { type: "pulse" }>) => {
    if (shown !== null && seq === shown.view.seq) {
      markFresh(wall);
      return;
    }
    otherPulses += 1;
    if (otherPulses >= OTHER_PULSES) channel?.close();
  };

  const handleFrame = (data: unknown) => {
    const message = messageOf(data);
    if (message === null) return;
    if (message.type === "view") showView({ view: message.view, qr: "qr" in message ? message.qr : null });
    else if (message.type === "pulse") {
      beat = message.beat;
      handlePulse(message);
    } else listeners.onMessage?.(message);
  };

  const openChannel = () => {
    otherPulses = 0;
    const feed = document.documentElement.dataset["feed"];
    const hears: Hears = {
      onOpen: () => {
        retryMs = RETRY_MS;
      },
      onFrame: (data) => {
        if (channel === opened) handleFrame(data);
      },
      onClose: () => {
        if (channel !== opened) return;
        channel = null;
        listeners.onClosed?.();
        setTimeout(openChannel, retryMs);
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
        if (!fresh) void showSafePage();
      },
    };
    const opened = feed === undefined ? openSocket(path, hears) : openFeed(feed, hears);
    channel = opened;
  };

  setInterval(() => {
    if (performance.now() - pulseAt <= STALE_MS) return;
    setFresh(false);
  }, LOOK_MS);
  openChannel();

  return {
    /** Whether what is shown is current. */
    isFresh: () => fresh,
    /** Of the newest pulse that came: by it the unit knows how old a key is. */
    beat: () => beat,
    /** @returns whether it could be sent */
    send: (message: object): boolean => channel?.send(JSON.stringify(message)) ?? false,
  };
}
