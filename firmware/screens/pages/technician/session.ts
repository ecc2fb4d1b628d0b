/** A technician at this page: signs in, asks for something, is told how it stands. */
import type { ActName, ActOffer, ActRead, ActRequest, ActState } from "../../../../src/people/acts.ts";
import type { Person } from "../../../../src/people/roles.ts";
import type { Text } from "../../../../src/text/language.ts";
import { textOf } from "../../../../src/text/text-of.ts";
import { connectScreen, type Message } from "../link.ts";
import { ask, drawPage } from "../technician-page.ts";
import { typed } from "./typed.ts";

const ACTS = "/technician/acts";
/** How often it is asked how an act stands, while nobody is signed in here. */
const ASK_MS = 3_000;
/** How often this page says that somebody is before it. */
const HERE_MS = 10_000;
interface ActsAnswer {
  readonly offer: ActOffer;
  readonly state: ActState | null;
  /** Who can do something here; everybody of the table; who may agree as a second person. */
  readonly people: readonly Person[];
  readonly everybody: readonly Person[];
  readonly seconds: readonly Person[];
  /** What each may begin, by name. */
  readonly may: Readonly<Record<string, readonly ActName[]>>;
}
const isActsAnswer = (value: unknown): value is ActsAnswer =>
  typeof value === "object" && value !== null && "offer" in value && "state" in value && "people" in value;

/** What is read with a form, and again whenever an act has ended. */
const READ_WITH: Partial<Record<ActName, readonly ActRead[]>> = {
  configure: ["configuration"],
  export: ["files", "sticks"],
  case: ["sticks"],
  bundle: ["sticks"],
  check: ["updates"],
};

/** How it stands between this page and the unit. */
interface Session {
  told: ActsAnswer | null;
  state: ActState | null;
  signedIn: Person | null;
  refusal: Text | null;
  /** A message waits for its answer. */
  isWaiting: boolean;
  /** The act whose form is open. */
  opened: ActName | null;
}
export const session: Session = {
  told: null,
  state: null,
  signedIn: null,
  refusal: null,
  isWaiting: false,
  opened: null,
};
/** What the unit told to this page alone, and what is asked for next. */
export const readings = new Map<ActRead, unknown>();
let unread: readonly ActRead[] = [];
let link: ReturnType<typeof connectScreen> | null = null;
let lastId = 0;
/** What waits for its answer is somebody's own word, and no reading. */
let isSaid = false;
const LOST = textOf("pages.words.lost");

/** Sends one message; what comes of it is told by its answer. */
export function send(message: object): void {
  session.refusal = null;
  session.isWaiting = link?.send({ ...message, id: ++lastId }) ?? false;
  isSaid = session.isWaiting;
  if (!isSaid) session.refusal = LOST;
  drawPage();
}

/** Says why something is not even sent. */
export function refuse(why: Text): void {
  session.refusal = why;
  drawPage();
}

export const act = (request: ActRequest): void => send({ type: "act", act: request });

/** Reads again what whoever is signed in may read. */
function readAll(): void {
  const may = mayNow();
  const read = (Object.keys(READ_WITH) as ActName[]).flatMap((act) =>
    may.includes(act) ? (READ_WITH[act] ?? []) : [],
  );
  unread = [...new Set(read)];
}

/** One at a time: the unit hears one message after the other. */
function readNext(): void {
  const [what, ...rest] = unread;
  if (what === undefined || session.isWaiting || session.signedIn === null) return;
  unread = rest;
  isSaid = false;
  session.isWaiting = link?.send({ type: "read", id: ++lastId, what }) ?? false;
}

/** What whoever is signed in may begin. */
export const mayNow = (): readonly ActName[] =>
  session.signedIn === null ? [] : (session.told?.may[session.signedIn.name] ?? []);

function handleMessage(message: Exclude<Message, { type: "view" | "pulse" }>): void {
  switch (message.type) {
    case "signed-in":
      session.signedIn = message;
      session.isWaiting = false;
      readAll();
      break;
    case "signed-out":
      session.signedIn = null;
      readings.clear();
      break;
    case "act":
      if (message.state.ended !== null && session.state?.ended === null) readAll();
      session.state = message.state;
      break;
    case "read":
      session.isWaiting = false;
      readings.set(message.what, message.told);
      break;
    case "done":
    case "refused":
      session.isWaiting = false;
      if (message.type === "refused") session.refusal = message.why;
      break;
    default:
      return;
  }
  readNext();
  drawPage();
}

/** A telephone that slept has lost its connection, and with it who was signed in: the act waits for a while. */
function handleClosed(): void {
  if (session.isWaiting && isSaid) session.refusal = LOST;
  session.signedIn = null;
  session.isWaiting = false;
  lastId = 0;
  drawPage();
}

export function signIn(): void {
  const name = typed.get("name") ?? session.told?.people[0]?.name ?? "";
  const pin = typed.get("pin") ?? "";
  typed.delete("pin");
  if (link !== null) {
    send({ type: "sign-in", name, pin });
    return;
  }
  // The place of a control page is taken by who signs in, and by nobody who only looks.
  let isFirst = true;
  link = connectScreen("/ws/control", {
    onView: () => {
      if (isFirst) send({ type: "sign-in", name, pin });
      isFirst = false;
    },
    onMessage: handleMessage,
    onClosed: handleClosed,
  });
  session.isWaiting = true;
  drawPage();
}

/** Asks what can be done, and how what somebody does stands. */
export async function askActs(): Promise<void> {
  if (!document.hidden && session.signedIn === null) {
    const answer = await ask(ACTS);
    if (isActsAnswer(answer)) {
      session.told = answer;
      session.state = answer.state;
      drawPage();
    }
  }
  setTimeout(() => void askActs(), ASK_MS);
}

/** Says now and then that somebody has the page before them. */
export function keepAct(): void {
  setInterval(() => {
    const isMine = session.state?.ended === null && session.state.by === session.signedIn?.name;
    if (isMine && !document.hidden && !session.isWaiting)
      link?.send({ type: "act", id: ++lastId, act: hereIn(session.state) });
  }, HERE_MS);
}
const hereIn = (going: ActState | null): ActRequest => ({ do: "here", number: going?.number ?? 0 });

/** A second person agrees, with the PIN that they typed beside whoever is signed in. */
export function agree(request: ActRequest): void {
  const by = {
    name: typed.get("second-name") ?? othersHere()[0]?.name ?? "",
    pin: typed.get("second-pin") ?? "",
  };
  typed.delete("second-pin");
  send({ type: "act", act: request, by });
}

/** Who may agree with whoever is signed in. */
export const othersHere = (): readonly Person[] =>
  (session.told?.seconds ?? []).filter(({ name }) => name !== session.signedIn?.name);

/** Opens the form of an act, and reads what it shows. */
export function openForm(name: ActName): void {
  session.opened = name;
  readAgain(name);
}

/** Reads again what the form of an act shows. */
export function readAgain(name: ActName): void {
  unread = [...unread, ...(READ_WITH[name] ?? [])];
  readNext();
  drawPage();
}
