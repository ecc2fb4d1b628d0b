import type { ActState } from "../../../src/people/acts.ts";
import { isLoopback, originOf } from "../../../src/people/access.ts";
import type { CertificateView, TableView, ToScreen } from "../../../src/table/kernel/view/view.ts";
import type { Text } from "../../../src/text/language.ts";
import type { RecallMessage, ViewMessage } from "./messages.ts";
import { qrPath } from "./qr.ts";

/** What the hub needs of a web socket (`ws` has more). */
export interface ScreenSocket {
  /** Bytes that wait because the other side does not read. */
  readonly bufferedAmount: number;
  send(data: string, done: (error?: Error) => void): void;
  close(code: number, reason: string): void;
  terminate(): void;
  ping(): void;
}

export type ScreenKind = "display" | "control";

/** One connected screen. */
export interface Screen {
  readonly kind: ScreenKind;
  readonly socket: ScreenSocket;
  /** Where it is, as `addressOf` gives it. */
  readonly address: string;
  /** Sends a reply, in order. A screen that lets replies pile up is dropped. */
  reply(message: ToScreen | RecallMessage): void;
  /** The screen answered a ping. */
  readonly onPong: () => void;
}

const COUNTED = [
  "viewsShown",
  "viewsRefusedAsOld",
  "viewsMerged",
  "screensConnected",
  "screensRefused",
  "screensDropped",
  "messagesIgnored",
  "messagesMalformed",
  "signInsRefused",
  "presses",
  "pressesRefused",
] as const;
/** What happened so far; shown by `/health` and to the technician. Counts up, from 0 at the server's start. */
export type ScreenCounters = Record<(typeof COUNTED)[number], number>;

/** Screens that are connected: those of this machine, and others. */
export type ScreenPlaces = Readonly<Record<ScreenKind, { readonly here: number; readonly elsewhere: number }>>;

export interface Hub {
  readonly counters: ScreenCounters;
  /** Sequence number of the current view; null before the first. */
  seq(): number | null;
  /** How many pulses were due until now, one a second. */
  beat(): number;
  connected(): number;
  /** How many screens of each kind are connected, on this machine and elsewhere. */
  places(): ScreenPlaces;
  /** Whether one more screen of this kind may connect from that address. */
  hasRoom(kind: ScreenKind, address: string): boolean;
  /** Takes a screen in and sends it the current view at once, with a pulse while the table lives. */
  add(kind: ScreenKind, socket: ScreenSocket, address: string): Screen;
  remove(screen: Screen): void;
  /** Shows a view on every screen. A view of the same log with a lower `seq` is refused and counted. */
  show(view: TableView): void;
  /** Says something on every control page that is connected now; nothing is kept of it. */
  notice(why: Text): void;
  /** Tells everybody who may act how an act stands. */
  tellAct(state: ActState): void;
  /** Once a second. `alive`: the main thread gave a sign of life since the last one; without it nothing is sent. */
  pulse(alive: boolean, wall?: number): void;
}

/** Places of each kind for screens of the network; as many again are kept for screens on this machine. */
export const PLACES: Readonly<Record<ScreenKind, number>> = { display: 24, control: 16 };
/** How many of them one address may take, so that none darkens the others. */
export const PLACES_OF_ADDRESS: Readonly<Record<ScreenKind, number>> = { display: 8, control: 4 };
/** A screen with more than this waiting at `SLOW_PULSES` pulses in a row is dropped, so is one that answers no ping. */
export const BUFFER_LIMIT = 16_384;
export const SLOW_PULSES = 5;
/** Replies that a screen leaves unread before it is dropped at once, in bytes. */
export const REPLY_LIMIT = 65_536;
/** Every so many pulses a ping is sent; one that stays unanswered until the next ends the connection. */
export const PING_EVERY = 10;

interface Client extends Screen {
  sending: boolean;
  /** The newest view that waits for the socket; a newer one takes its place, since views are whole. */
  next: string | null;
  slow: number;
  answered: boolean;
}

const isOneOrigin = (a: string, b: string): boolean => originOf(a) === originOf(b);

/** The text of a certificate's QR code. */
export type CodeOf = (certificate: CertificateView) => string;

/** Keeps the screens and the one current view. Knows nothing of HTTP. `codeOf`: the certificate's own code, unless a page shows it. */
export function createHub(codeOf: CodeOf = ({ qr }) => qr): Hub {
  const clients = new Set<Client>();
  const counters = Object.fromEntries(COUNTED.map((name) => [name, 0])) as ScreenCounters;
  let view: TableView | null = null;
  let current: string | null = null;
  let pulses = 0;
  /** The unit's time of day at the last pulse. */
  let wall: number | undefined;
  let lively = true;

  const dropClient = (client: Client): void => {
    if (!clients.delete(client)) return;
    counters.screensDropped += 1;
    client.socket.terminate();
  };
  const count = (fits: (client: Client) => boolean): number => [...clients].filter(fits).length;

  return {
    counters,
    seq: () => view?.seq ?? null,
    beat: () => pulses,
    connected: () => clients.size,
    places: () => placesOf(clients),
    hasRoom: (kind, address) => {
      const local = isLoopback(address);
      const same = (client: Client): boolean => client.kind === kind && isLoopback(client.address) === local;
      if (count(same) >= PLACES[kind]) return false;
      return local || count((one) => same(one) && isOneOrigin(one.address, address)) < PLACES_OF_ADDRESS[kind];
    },
    add: (kind, socket, address) => {
      const client = newClient(kind, socket, address, dropClient);
      clients.add(client);
      counters.screensConnected += 1;
      if (current !== null) sendView(client, current, counters);
      if (lively && view !== null) client.reply(pulseOf(view, pulses, wall));
      return client;
    },
    remove: (screen) => void clients.delete(screen as Client),
    show: (newer) => {
      if (view !== null && newer.log === view.log && newer.seq < view.seq) {
        counters.viewsRefusedAsOld += 1;
        return;
      }
      view = newer;
      current = JSON.stringify(viewMessage(newer, codeOf));
      counters.viewsShown += 1;
      // A view proves that the main thread lives: the pulse makes a stale screen current at once.
      for (const client of clients) {
        const waits = client.sending;
        sendView(client, current, counters);
        if (!waits) client.socket.send(JSON.stringify(pulseOf(newer, pulses, wall)), ignoreError);
      }
    },
    notice: (why) => {
      for (const client of clients) if (client.kind === "control") client.reply({ type: "notice", why });
    },
    tellAct: (state) => {
      for (const client of clients) if (client.kind === "control") client.reply({ type: "act", state });
    },
    pulse: (alive, now) => {
      pulses += 1;
      wall = now;
      lively = alive;
      for (const client of clients) checkScreen(client, pulses, dropClient);
      if (!alive || view === null) return;
      const data = JSON.stringify(pulseOf(view, pulses, wall));
      // A screen that still has not taken its view gets no pulse: what it shows is not current.
      for (const client of clients) if (!client.sending) client.socket.send(data, ignoreError);
    },
  };
}

function placesOf(clients: ReadonlySet<Client>): ScreenPlaces {
  const of = (kind: ScreenKind): ScreenPlaces[ScreenKind] => {
    const same = [...clients].filter((client) => client.kind === kind);
    const here = same.filter(({ address }) => isLoopback(address)).length;
    return { here, elsewhere: same.length - here };
  };
  return { display: of("display"), control: of("control") };
}

/** Sends a view, or keeps it as the newest one while the socket is still busy with the one before. */
function sendView(client: Client, data: string, counters: ScreenCounters): void {
  if (client.sending) {
    if (client.next !== null) counters.viewsMerged += 1;
    client.next = data;
    return;
  }
  client.sending = true;
  client.socket.send(data, (error) => {
    client.sending = false;
    const { next } = client;
    client.next = null;
    if (next !== null && error === undefined) sendView(client, next, counters);
  });
}

function newClient(
  kind: ScreenKind,
  socket: ScreenSocket,
  address: string,
  drop: (client: Client) => void,
): Client {
  const client: Client = {
    kind,
    socket,
    address,
    sending: false,
    next: null,
    slow: 0,
    answered: true,
    reply: (message) => {
      if (socket.bufferedAmount > REPLY_LIMIT) drop(client);
      else socket.send(JSON.stringify(message), ignoreError);
    },
    onPong: () => {
      client.answered = true;
    },
  };
  return client;
}

/** Looks after one screen: drops it when it is slow or gone, pings it now and then. */
function checkScreen(client: Client, pulses: number, drop: (client: Client) => void): void {
  client.slow = client.sending || client.socket.bufferedAmount > BUFFER_LIMIT ? client.slow + 1 : 0;
  if (client.slow >= SLOW_PULSES) return drop(client);
  if (pulses % PING_EVERY !== 0) return;
  if (!client.answered) return drop(client);
  client.answered = false;
  client.socket.ping();
}

const pulseOf = ({ seq }: TableView, beat: number, wall: number | undefined): ToScreen => ({
  type: "pulse",
  seq,
  beat,
  ...(wall === undefined ? {} : { wall }),
});

/** A verdict without a certificate is not signed yet, whatever its type promises: no screen shows it. */
function viewMessage(view: TableView, codeOf: CodeOf): ViewMessage {
  const certificate = view.verdict?.certificate as CertificateView | null | undefined;
  return certificate == null
    ? { type: "view", view: { ...view, verdict: null }, qr: null }
    : { type: "view", view, qr: qrPath(codeOf(certificate)) };
}

/** A failed send is followed by the socket's own close event, which is where the screen is let go. */
function ignoreError(): void {
  return;
}
