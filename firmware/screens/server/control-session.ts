import { mayBegin } from "../../../src/people/actions.ts";
import { READS, type ActRead, type ActRequest } from "../../../src/people/acts.ts";
import { KEY_ROLES, type Key } from "../../../src/people/keys.ts";
import type { Person, Role } from "../../../src/people/roles.ts";
import type { FromScreen } from "../../../src/table/kernel/view/view.ts";
import type { Recall } from "../../../src/analysis/recall-types.ts";
import type { Language, Text } from "../../../src/text/language.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { Screen, ScreenCounters } from "./hub.ts";
import type { AccessEvent, Act, Press, PressAnswer } from "./messages.ts";
import { MESSAGE_LIMIT, parseScreenMessage } from "./screen-message.ts";
import type { WantedRound } from "./recall-desk.ts";
import type { SignInAnswer, SignInDesk } from "./sign-in.ts";
import { REFUSALS } from "./sign-in.ts";
import { withPinHash } from "./new-pin.ts";
import { errorText } from "../../problem.ts";

/** Malformed messages after which the connection is closed with 1008 (policy violation, RFC 6455 §7.4.1). */
export const MALFORMED_LIMIT = 5;
/** Messages within one second after which the connection is closed with 1008. */
export const MESSAGES_PER_SECOND = 20;
/** A signed-in person who presses nothing for this long is signed out. */
export const IDLE_US = 15 * 60 * US_PER_S;

/** A press that left its page more pulses ago than this is not carried out: the page has said for a second that it is disconnected. */
export const LATE_BEATS = 4;
/** Keys that a second person presses beside whoever is signed in. */
const KEYS_BESIDE: readonly Key["key"][] = ["card-is", "dice-are", "ball-is", "take-over"];

/** No page names who leaves a post. */
const asPressed = (key: Key): Key => (key.key === "take-over" ? { key: "take-over" } : key);

/** Whoever is signed in hands over his own post alone. */
const asHandedOver = (key: Key, first: Person, second: Person): Key =>
  key.key === "take-over" && first.role === second.role ? { ...key, from: first.name } : asPressed(key);

export interface ControlParts {
  readonly screen: Screen;
  readonly desk: SignInDesk;
  readonly clock: Clock;
  readonly counters: ScreenCounters;
  /** Passes a press to the main thread. */
  readonly press: (press: Press) => Promise<PressAnswer>;
  /** Passes what a technician does to the main thread. */
  readonly act: (act: Act) => Promise<PressAnswer>;
  /** What a technician reads; null: it could not be told. */
  readonly read: (what: ActRead) => Promise<unknown>;
  /** The last rounds, one of them step by step; null: they could not be read. */
  readonly recall: (wanted: WantedRound, language: Language) => Promise<Recall | null>;
  /** Where the acta of a game is fetched; null: there is none, or it could not be made. */
  readonly acta: (round: number, language: Language) => Promise<string | null>;
  /** How many pulses were due until now, one a second. */
  readonly beat: () => number;
  readonly warn: (what: string) => void;
  /** Where the page is, as `addressOf` gives it. */
  readonly address: string;
  /** Gets everything that is to be a record. */
  readonly tell: (event: AccessEvent) => void;
}

/** Serves one control page: sign-in, role check, presses. */
export class ControlSession {
  readonly #parts: ControlParts;
  #person: Person | null = null;
  #lastId = 0;
  #malformed = 0;
  /** A sign-in or a press waits for its answer; the next has to wait for it. */
  #isBusy = false;
  #isClosed = false;
  #second = 0;
  #inSecond = 0;
  #idle: Timer | null = null;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  /** One text frame of the control page. Never throws. */
  receive(raw: string): void {
    if (this.#isClosed) return;
    if (this.#hasTooManyMessages()) return this.#end("too many messages");
    if (raw.length > MESSAGE_LIMIT && this.#person === null) return this.#end("too long a message", 1009);
    const read = parseScreenMessage(raw, this.#lastId);
    if (!read.ok) return this.#handleMalformed(read.id, read.what);
    this.#lastId = read.message.id;
    // A page that is open says so by itself: that is nobody's touch.
    if (read.message.type !== "act" || read.message.act.do !== "here") this.#restartIdleTimer();
    this.#handleMessage(read.message);
  }

  close(): void {
    this.#isClosed = true;
    this.#idle?.cancel();
    this.#forgetPerson("left");
  }

  /** `code`: of RFC 6455 §7.4.1; 1009 is what the socket itself says of a message that is too long for anybody. */
  #end(why: string, code: 1008 | 1009 = 1008): void {
    this.#isClosed = true;
    this.#idle?.cancel();
    this.#parts.screen.socket.close(code, why);
  }

  #handleMalformed(id: number, what: string): void {
    this.#parts.counters.messagesMalformed += 1;
    this.#malformed += 1;
    if (this.#malformed === 1) this.#parts.warn(`malformed message: ${what}`);
    if (this.#malformed >= MALFORMED_LIMIT) this.#end("malformed messages");
    else this.#refuse(id, REFUSALS.malformed);
  }

  #restartIdleTimer(): void {
    this.#idle?.cancel();
    this.#idle = this.#parts.clock.after(IDLE_US, "control page idle", () => {
      if (!this.#isClosed && this.#person !== null) this.#signOut("idle");
    });
  }

  /** Handles one message at a time, and answers it whatever happens. */
  #handleMessage(message: FromScreen): void {
    if (this.#isBusy) return this.#refuse(message.id, REFUSALS.busy);
    this.#isBusy = true;
    void this.#answer(message)
      .catch((error: unknown) => {
        this.#parts.warn(errorText(error));
        if (!this.#isClosed) this.#refuse(message.id, REFUSALS["unit-fault"]);
      })
      .finally(() => {
        this.#isBusy = false;
      });
  }

  async #answer(message: FromScreen): Promise<void> {
    switch (message.type) {
      case "sign-in":
        return this.#signIn(message);
      case "sign-out":
        this.#signOut("asked");
        return;
      case "press":
        return this.#press(message);
      case "preview":
        return this.#preview(message);
      case "recall":
        return this.#recall(message);
      case "acta":
        return this.#acta(message);
      case "act":
        return this.#act(message);
      case "read":
        return this.#read(message);
    }
  }

  async #signIn({ id, name, pin }: Extract<FromScreen, { type: "sign-in" }>): Promise<void> {
    const { desk, address, tell, screen, counters } = this.#parts;
    const checked = await desk.signIn(address, name, pin);
    this.#forgetPerson("another");
    if (this.#isClosed) {
      if (checked.ok) tell({ what: "signed-out", ...checked.person, address, why: "left" });
      return;
    }
    this.#person = checked.ok ? checked.person : null;
    if (checked.ok) {
      screen.reply({ type: "signed-in", role: checked.person.role, name: checked.person.name });
      return;
    }
    counters.signInsRefused += 1;
    this.#refuse(id, checked.why);
  }

  #signOut(why: "asked" | "idle"): void {
    this.#forgetPerson(why);
    this.#parts.screen.reply({ type: "signed-out" });
  }

  /** Signs the person out, if there is one, and records it. */
  #forgetPerson(why: "asked" | "idle" | "left" | "another"): void {
    const { tell, address } = this.#parts;
    const person = this.#person;
    this.#person = null;
    if (person !== null) tell({ what: "signed-out", ...person, address, why });
  }

  async #press({ id, key, by, beat }: Extract<FromScreen, { type: "press" }>): Promise<void> {
    const { counters, screen } = this.#parts;
    const isLate = beat !== undefined && this.#parts.beat() - beat > LATE_BEATS;
    const answer: PressAnswer = isLate
      ? { ok: false, why: REFUSALS["too-old"] }
      : await (by === undefined ? this.#pressIfAllowed(asPressed(key)) : this.#pressBeside(key, by));
    counters[answer.ok ? "presses" : "pressesRefused"] += 1;
    if (this.#isClosed) return;
    if (answer.ok) screen.reply({ type: "done", id });
    else this.#refuse(id, answer.why);
  }

  /**
   * A second person presses a key of two people, with a PIN of his own: whoever is signed in stays so, but for a post that is handed over.
   * The tries count as those of every sign-in.
   */
  async #pressBeside(key: Key, beside: { readonly name: string; readonly pin: string }): Promise<PressAnswer> {
    const first = this.#person;
    if (first === null) return { ok: false, why: REFUSALS["sign-in-first"] };
    if (!KEYS_BESIDE.includes(key.key)) return { ok: false, why: REFUSALS["no-second-key"] };
    const checked = await this.#signInBeside(first, beside);
    if (!checked.ok) return checked;
    const { tell, address, screen } = this.#parts;
    const second = checked.person;
    const isThere = (): boolean => !this.#isClosed && this.#person === first;
    const answer = isThere()
      ? await this.#pressAs(second, asHandedOver(key, first, second))
      : ({ ok: false, why: REFUSALS["sign-in-first"] } as const);
    if (!answer.ok || key.key !== "take-over" || !isThere()) {
      tell({ what: "signed-out", ...second, address, why: "one-key" });
      return answer;
    }
    this.#forgetPerson("another");
    this.#person = second;
    screen.reply({ type: "signed-in", role: second.role, name: second.name });
    return answer;
  }

  /** Whether a second person is who he says he is. */
  async #signInBeside(
    first: Person,
    { name, pin }: { readonly name: string; readonly pin: string },
  ): Promise<SignInAnswer> {
    if (name === first.name) return { ok: false, why: REFUSALS["same-person"] };
    const { desk, address, counters } = this.#parts;
    const checked = await desk.signIn(address, name, pin);
    if (!checked.ok) counters.signInsRefused += 1;
    return checked;
  }

  /** What would follow on a key: asked of the table as the key would be pressed, and by whom it may be. */
  async #preview({ id, key }: Extract<FromScreen, { type: "preview" }>): Promise<void> {
    const answer = await this.#pressIfAllowed(key, { isAsked: true });
    if (this.#isClosed) return;
    if (answer.ok) this.#parts.screen.reply({ type: "preview", id, will: answer.will ?? [] });
    else this.#refuse(id, answer.why);
  }

  /** Whoever is signed in may see the last rounds: nothing is pressed by that, and no card that lies face down is in them. */
  async #recall({ id, round, at, language }: Extract<FromScreen, { type: "recall" }>): Promise<void> {
    if (this.#person === null) {
      this.#refuse(id, REFUSALS["sign-in-first"]);
      return;
    }
    const recall = await this.#parts.recall(at === undefined ? { round } : { at }, language);
    if (this.#isClosed) return;
    if (recall === null) this.#refuse(id, REFUSALS["no-answer"]);
    else this.#parts.screen.reply({ type: "recall", id, recall });
  }

  /** The acta of a game is the people's own: whoever is signed in may have it. */
  async #acta({ id, round, language }: Extract<FromScreen, { type: "acta" }>): Promise<void> {
    if (this.#person === null) {
      this.#refuse(id, REFUSALS["sign-in-first"]);
      return;
    }
    const address = await this.#parts.acta(round, language);
    if (this.#isClosed) return;
    if (address === null) this.#refuse(id, REFUSALS["no-acta"]);
    else this.#parts.screen.reply({ type: "acta", id, address });
  }

  /** Passes on what a person does as a technician. No PIN that it gives to somebody goes further than its hash. */
  async #act({ id, act, by: beside }: Extract<FromScreen, { type: "act" }>): Promise<void> {
    const first = this.#person;
    const answer: PressAnswer = await this.#actIfAllowed(first, act, beside);
    if (this.#isClosed) return;
    if (answer.ok) this.#parts.screen.reply({ type: "done", id });
    else this.#refuse(id, answer.why);
  }

  async #actIfAllowed(
    first: Person | null,
    act: ActRequest,
    beside: { readonly name: string; readonly pin: string } | undefined,
  ): Promise<PressAnswer> {
    if (first === null) return { ok: false, why: REFUSALS["sign-in-first"] };
    const hashed = await withPinHash(act);
    if ("why" in hashed) return { ok: false, why: hashed.why };
    const { request } = hashed;
    if (beside === undefined) return this.#parts.act({ request, by: first });
    const checked = await this.#signInBeside(first, beside);
    if (!checked.ok) return checked;
    const { tell, address, act: pass } = this.#parts;
    const second = checked.person;
    const isThere = !this.#isClosed && this.#person === first;
    const answer: PressAnswer = isThere
      ? await pass({ request, by: first, second })
      : { ok: false, why: REFUSALS["sign-in-first"] };
    tell({ what: "signed-out", ...second, address, why: "one-key" });
    return answer;
  }

  /** What whoever is signed in may read before something is done; it goes to this page alone. */
  async #read({ id, what }: Extract<FromScreen, { type: "read" }>): Promise<void> {
    const by = this.#person;
    const why =
      by === null ? REFUSALS["sign-in-first"] : mayBegin(READS[what], by) ? null : REFUSALS["not-your-role"];
    if (why !== null) {
      this.#refuse(id, why);
      return;
    }
    const told = await this.#parts.read(what);
    if (!this.#isClosed) this.#parts.screen.reply({ type: "read", id, what, told });
  }

  /** Passes the press on when the person's role allows it. */
  #pressIfAllowed(key: Key, how: Pick<Press, "isAsked"> = {}): PressAnswer | Promise<PressAnswer> {
    const by = this.#person;
    if (by === null) return { ok: false, why: REFUSALS["sign-in-first"] };
    return this.#pressAs(by, key, how);
  }

  #pressAs(by: Person, key: Key, how: Pick<Press, "isAsked"> = {}): PressAnswer | Promise<PressAnswer> {
    const roles: readonly Role[] = KEY_ROLES[key.key];
    return roles.includes(by.role)
      ? this.#parts.press({ key, by, ...how })
      : { ok: false, why: REFUSALS["not-your-role"] };
  }

  #refuse(id: number, why: Text): void {
    this.#parts.screen.reply({ type: "refused", id, why });
  }

  #hasTooManyMessages(): boolean {
    const second = Math.floor(this.#parts.clock.now() / US_PER_S);
    if (second !== this.#second) {
      this.#second = second;
      this.#inSecond = 0;
    }
    this.#inSecond += 1;
    return this.#inSecond > MESSAGES_PER_SECOND;
  }
}
