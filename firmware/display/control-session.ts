import { KEY_ROLES, type Key } from "../../src/people/keys.ts";
import type { Person, Role } from "../../src/people/roles.ts";
import type { FromScreen } from "../../src/table/view.ts";
import type { Text } from "../../src/text/language.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import type { Screen, ScreenCounters } from "./hub.ts";
import type { AccessEvent, PressAnswer } from "./messages.ts";
import { parseScreenMessage } from "./screen-message.ts";
import type { SignInDesk } from "./sign-in.ts";
import { REFUSALS } from "./texts.ts";
import { errorText } from "../problem.ts";

/** Malformed messages after which the connection is closed with 1008 (policy violation, RFC 6455 §7.4.1). */
export const MALFORMED_LIMIT = 5;
/** Messages within one second after which the connection is closed with 1008. */
export const MESSAGES_PER_SECOND = 20;
/** A signed-in person who presses nothing for this long is signed out. */
export const IDLE_US = 15 * 60 * US_PER_S;

export interface ControlParts {
  readonly screen: Screen;
  readonly desk: SignInDesk;
  readonly clock: Clock;
  readonly counters: ScreenCounters;
  /** Passes a press to the main thread. */
  readonly press: (key: Key, by: Person) => Promise<PressAnswer>;
  readonly warn: (what: string) => void;
  /** Where the page is, as `addressOf` gives it. */
  readonly address: string;
  /** Told of everything that is to be a record. */
  readonly tell: (event: AccessEvent) => void;
}

export interface ControlSession {
  /** One text frame of the control page. Never throws. */
  receive(raw: string): void;
  close(): void;
}

/** What one control connection remembers. */
interface State {
  person: Person | null;
  lastId: number;
  malformed: number;
  /** A sign-in or a press waits for its answer; the next has to wait for it. */
  busy: boolean;
  closed: boolean;
  second: number;
  inSecond: number;
  idle: Timer | null;
}

/** Serves one control page: sign-in, role check, presses. */
export function controlSession(parts: ControlParts): ControlSession {
  const state: State = {
    person: null,
    lastId: 0,
    malformed: 0,
    busy: false,
    closed: false,
    second: 0,
    inSecond: 0,
    idle: null,
  };
  const act = actions(parts, state);
  return {
    receive: (raw) => {
      if (state.closed) return;
      if (hasTooManyMessages(state, parts.clock)) {
        act.end("too many messages");
        return;
      }
      const read = parseScreenMessage(raw, state.lastId);
      if (!read.ok) {
        act.malformed(read.id, read.what);
        return;
      }
      state.lastId = read.message.id;
      act.idleFromNow();
      act.take(read.message);
    },
    close: () => {
      state.closed = true;
      state.idle?.cancel();
      signOutPerson(parts, state, "left");
    },
  };
}

interface Actions {
  end(why: string): void;
  malformed(id: number, what: string): void;
  idleFromNow(): void;
  take(message: FromScreen): void;
}

function actions(parts: ControlParts, state: State): Actions {
  const { screen } = parts;
  const end = (why: string): void => {
    state.closed = true;
    state.idle?.cancel();
    screen.socket.close(1008, why);
  };
  const signOut = (why: "asked" | "idle"): void => {
    signOutPerson(parts, state, why);
    screen.reply({ type: "signed-out" });
  };
  return {
    end,
    malformed: (id, what) => {
      parts.counters.messagesMalformed += 1;
      state.malformed += 1;
      if (state.malformed === 1) parts.warn(`malformed message: ${what}`);
      if (state.malformed >= MALFORMED_LIMIT) end("malformed messages");
      else replyRefused(parts, id, REFUSALS.malformed);
    },
    idleFromNow: () => {
      state.idle?.cancel();
      state.idle = parts.clock.after(IDLE_US, "control page idle", () => {
        if (!state.closed && state.person !== null) signOut("idle");
      });
    },
    take: (message) => {
      switch (message.type) {
        case "sign-in":
          oneAtATime(parts, state, message.id, () => signIn(parts, state, message));
          return;
        case "sign-out":
          oneAtATime(parts, state, message.id, () => {
            signOut("asked");
            return Promise.resolve();
          });
          return;
        case "press":
          oneAtATime(parts, state, message.id, () => pressKey(parts, state, message));
      }
    },
  };
}

/** Whoever was signed in is so no longer. */
function signOutPerson(
  { tell, address }: ControlParts,
  state: State,
  why: "asked" | "idle" | "left" | "another",
): void {
  const { person } = state;
  state.person = null;
  if (person !== null) tell({ what: "signed-out", ...person, address, why });
}

function replyRefused(parts: ControlParts, id: number, why: Text): void {
  parts.screen.reply({ type: "refused", id, why });
}

/** Runs one thing at a time for a connection, and answers it whatever happens. */
function oneAtATime(parts: ControlParts, state: State, id: number, work: () => Promise<void>): void {
  if (state.busy) {
    replyRefused(parts, id, REFUSALS.busy);
    return;
  }
  state.busy = true;
  void work()
    .catch((error: unknown) => {
      parts.warn(errorText(error));
      if (!state.closed) replyRefused(parts, id, REFUSALS["unit-fault"]);
    })
    .finally(() => {
      state.busy = false;
    });
}

async function signIn(
  parts: ControlParts,
  state: State,
  { id, name, pin }: Extract<FromScreen, { type: "sign-in" }>,
): Promise<void> {
  const checked = await parts.desk.signIn(parts.address, name, pin);
  signOutPerson(parts, state, "another");
  if (state.closed) {
    if (checked.ok) parts.tell({ what: "signed-out", ...checked.person, address: parts.address, why: "left" });
    return;
  }
  state.person = checked.ok ? checked.person : null;
  if (checked.ok) {
    parts.screen.reply({ type: "signed-in", role: checked.person.role, name: checked.person.name });
    return;
  }
  parts.counters.signInsRefused += 1;
  replyRefused(parts, id, checked.why);
}

async function pressKey(
  parts: ControlParts,
  state: State,
  { id, key }: Extract<FromScreen, { type: "press" }>,
): Promise<void> {
  const answer = await pressIfAllowed(parts, state.person, key);
  parts.counters[answer.ok ? "presses" : "pressesRefused"] += 1;
  if (state.closed) return;
  if (answer.ok) parts.screen.reply({ type: "done", id });
  else replyRefused(parts, id, answer.why);
}

/** Passes the press on when the person's role allows it. */
function pressIfAllowed(parts: ControlParts, by: Person | null, key: Key): PressAnswer | Promise<PressAnswer> {
  if (by === null) return { ok: false, why: REFUSALS["sign-in-first"] };
  const roles: readonly Role[] = KEY_ROLES[key.key];
  return roles.includes(by.role) ? parts.press(key, by) : { ok: false, why: REFUSALS["not-your-role"] };
}

function hasTooManyMessages(state: State, clock: Clock): boolean {
  const second = Math.floor(clock.now() / US_PER_S);
  if (second !== state.second) {
    state.second = second;
    state.inSecond = 0;
  }
  state.inSecond += 1;
  return state.inSecond > MESSAGES_PER_SECOND;
}
