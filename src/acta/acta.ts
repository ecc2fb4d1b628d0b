import { fieldsAt, numberAt, textAt, type Fields } from "../analysis/record-fields.ts";
import { verdictKindOf, type VerdictKind } from "../analysis/standing-round.ts";
import type { ActaWord } from "../people/keys.ts";
import type { Person } from "../people/roles.ts";
import type { BallGame } from "../table/balls/durable-balls.ts";
import type { BallsTypes } from "../table/balls/types.ts";
import { BALLS_FAMILY } from "../table/balls/family.ts";
import { NO_BALLS } from "../table/balls/durable-balls.ts";
import type { ActaOf, KeptRecord } from "./family.ts";
import { applyRecord, EMPTY_TABLE, type Durable } from "../table/kernel/durable/durable.ts";
import type { RecordBody } from "../table/kernel/record.ts";

/** The acta of each game of balls, from the records of its table alone: what the table signed and what its people said. */

/** When something was recorded, as its record is labelled, RFC 3339, and by whom; null: by nobody. */
export interface Moment {
  readonly at: string;
  readonly by: Person | null;
}

/** The session that a game belongs to. */
export interface ActaSession {
  /** Null: the records at hand begin later. */
  readonly opened: Moment | null;
  readonly closed: Moment | null;
  /** Each count of the balls in it, the last one after it. */
  readonly counts: readonly (Moment & { readonly count: number })[];
}

/** What somebody wrote of a game for its acta. */
export interface Written extends Moment {
  readonly about: ActaWord;
  readonly says: string;
}

/** An acta as it stood from this record on, until the next edition. */
export interface Edition {
  readonly edition: number;
  readonly seq: number;
  readonly hash: string;
  readonly at: string;
}

/** How a game ended; `stands`: what a person has made of it since, in the word of the key; null: nobody has. */
export interface GameEnd extends Moment {
  readonly kind: VerdictKind;
  readonly certified: boolean;
  readonly record: Fields;
  readonly stands: string | null;
}

export interface Acta {
  readonly log: string;
  readonly mode: string;
  /** `es-cb/bingo@2010-02` */
  readonly rulebook: string;
  /** The number of the game in its log. */
  readonly round: number;
  /** Which game of its session it is, from 1. */
  readonly order: number;
  /** From 1, once the game is over; 0: it is not, and the acta is open. */
  readonly edition: number;
  /** This one and those before it. */
  readonly editions: readonly Edition[];
  readonly session: ActaSession;
  readonly begun: Moment | null;
  readonly end: GameEnd | null;
  /** As it was when it ended, or as it is. */
  readonly game: BallGame;
  readonly written: readonly Written[];
  /** The records of what happened beside the draw, in their order. */
  readonly incidents: readonly Fields[];
  /** Incidents that are not among them, because there are too many. */
  readonly leftOut: number;
}

/** Incidents of one game that its acta tells. */
export const INCIDENTS_MAX = 60;

/** What is kept of a game while records are read. */
interface Held {
  readonly round: number;
  readonly order: number;
  readonly session: ActaSession;
  readonly log: string;
  readonly mode: string;
  readonly rulebook: string;
  readonly begun: Moment | null;
  readonly end: GameEnd | null;
  readonly game: BallGame;
  readonly written: readonly Written[];
  readonly editions: readonly Edition[];
  readonly incidents: readonly Fields[];
  readonly leftOut: number;
}

const NO_SESSION: ActaSession = { opened: null, closed: null, counts: [] };

/** Keys that are told as what happened in a game; of `end-game` one that gives it up. */
const INCIDENT_KEYS = ["draw-by-hand", "misannounced", "take-back", "change-balls", "last-three-spins"];
const INCIDENT_KINDS = ["fault", "balls-set", "boot", "clock"];
/** The same of a game that is over, too. */
const LATE_KEYS = ["declare", "resolve", "contest"];
const LATE_KINDS = ["void", "undecided", "aborted", "dispute"];

/**
 * The actas of the games among records that are handed in in their order, from the opening of a session on. `of`: of one game alone, so that
 * the others take no room.
 */
export class ActaBook {
  readonly #of: ActaOf | null;
  readonly #games = new Map<number, Held>();
  #table: Durable<BallsTypes> = { ...EMPTY_TABLE, balls: NO_BALLS };
  #session: ActaSession = NO_SESSION;
  #order = 0;
  /** The game whose sale was announced last. */
  #sold = 0;
  #isOver = false;
  #newest: KeptRecord | null = null;

  constructor(of: ActaOf | null = null) {
    this.#of = of;
  }

  addRecord({ seq, hash, fields }: KeptRecord): void {
    if (this.#isOver) return;
    this.#newest = { seq, hash, fields };
    // What a table of this family signed is what it reads.
    const body = fields as unknown as RecordBody<BallsTypes>;
    const before = this.#table;
    this.#table = applyRecord<BallsTypes>(before, body, textAt(fields, "at"), BALLS_FAMILY.reducer);
    this.#takeSession(fields);
    this.#takeGame(fields);
    const round = this.#roundOf(fields);
    const held = this.#games.get(round);
    if (held === undefined) return;
    const after = this.#withRecord(held, fields);
    const isEdition = after.end !== null && after !== held;
    const edition = { edition: after.editions.length + 1, seq, hash, at: textAt(fields, "at") };
    this.#games.set(round, isEdition ? { ...after, editions: [...after.editions, edition] } : after);
    this.#isOver = isEdition && this.#of?.edition === edition.edition;
  }

  /** The acta of a game; null: there is no such game, or none in the edition that was asked for. */
  acta(round: number): Acta | null {
    const held = this.#games.get(round);
    if (held === undefined || (this.#of?.edition != null && !this.#isOver)) return null;
    return { ...held, edition: held.editions.length };
  }

  /** The newest record that was handed in and counts; null: none was. */
  get newest(): KeptRecord | null {
    return this.#newest;
  }

  /** The newest session, with the actas of its games in their order. */
  newestSession(): { readonly session: ActaSession; readonly actas: readonly Acta[] } {
    const own = [...this.#games.values()].filter(({ session }) => isSameSession(session, this.#session));
    return { session: this.#session, actas: own.flatMap(({ round }) => this.acta(round) ?? []) };
  }

  #takeSession(fields: Fields): void {
    const key = fieldsAt(fields, "key");
    const moment = momentOf(fields);
    switch (textAt(key, "key")) {
      case "open-table":
        this.#session = { ...NO_SESSION, opened: moment };
        this.#order = 0;
        return;
      case "close-table":
        this.#session = { ...this.#session, closed: moment };
        return;
      case "balls-counted": {
        const count = { ...moment, count: numberAt(key, "count") ?? 0 };
        this.#session = { ...this.#session, counts: [...this.#session.counts, count] };
      }
    }
  }

  /** A sale begins a game; the same one that is announced again is the same game. */
  #takeGame(fields: Fields): void {
    const { game } = this.#table.balls;
    if (game === null || textAt(fieldsAt(fields, "key"), "key") !== "sell-cards") return;
    const known = this.#games.get(game.round);
    if (game.round !== this.#sold) this.#order += 1;
    this.#sold = game.round;
    if (this.#of !== null && this.#of.round !== game.round) return;
    this.#games.set(game.round, {
      round: game.round,
      order: known?.order ?? this.#order,
      session: this.#session,
      log: textAt(fields, "log"),
      mode: textAt(fields, "mode"),
      rulebook: textAt(fields, "rulebook"),
      begun: null,
      end: null,
      game,
      written: [],
      editions: [],
      incidents: known?.incidents ?? [],
      leftOut: 0,
    });
  }

  /** The game that a record is about: of what is said of a game the one that it names, of a device's trouble the one that runs. */
  #roundOf(fields: Fields): number {
    const named = numberAt(fieldsAt(fields, "key"), "round") ?? numberAt(fields, "round");
    return named ?? this.#table.round;
  }

  #withRecord(held: Held, fields: Fields): Held {
    const { game } = this.#table.balls;
    const kind = textAt(fields, "kind");
    const ended = this.#endAfter(held, fields);
    const isOwn = game !== null && game.round === held.round && game !== held.game;
    const begun = kind === "phase" && textAt(fields, "phase") === "dealing" ? momentOf(fields) : null;
    const next: Held = {
      ...held,
      ...(isSameSession(held.session, this.#session) ? { session: this.#session } : {}),
      ...(isOwn ? { game } : {}),
      ...(begun === null ? {} : { begun: { ...begun, by: held.begun?.by ?? null } }),
      ...(textAt(fieldsAt(fields, "key"), "key") === "start-game" ? { begun: momentOf(fields) } : {}),
      ...(ended === held.end ? {} : { end: ended }),
      ...writtenAfter(held, fields),
    };
    const noted = isIncident(fields, held) ? withIncident(next, fields) : next;
    const isSame =
      noted.game === held.game &&
      noted.end === held.end &&
      noted.written === held.written &&
      noted.incidents === held.incidents &&
      noted.leftOut === held.leftOut;
    return isSame && held.end !== null ? held : noted;
  }

  /** A verdict, and what a person has made of it since. */
  #endAfter({ end, round }: Held, fields: Fields): GameEnd | null {
    const kind = verdictKindOf(fields);
    if (kind !== undefined) {
      const certified = textAt(fieldsAt(fields, "certainty"), "level") === "certified";
      return { ...momentOf(fields), kind, certified, record: fields, stands: null };
    }
    const outcome = textAt(fieldsAt(fields, "resolves"), "outcome");
    if (end === null || outcome === "") return end;
    return numberAt(fieldsAt(fields, "key"), "round") === round ? { ...end, stands: outcome } : end;
  }
}

const isSameSession = (one: ActaSession, other: ActaSession): boolean => one.opened?.at === other.opened?.at;

function momentOf(fields: Fields): Moment {
  const by = fieldsAt(fields, "by");
  const name = textAt(by, "name");
  return { at: textAt(fields, "at"), by: name === "" ? null : ({ name, role: textAt(by, "role") } as Person) };
}

/** A word that is taken back is gone, and the one before it counts again. */
function writtenAfter({ written }: Held, fields: Fields): { readonly written?: readonly Written[] } {
  const key = fieldsAt(fields, "key");
  const taken = fieldsAt(fields, "takesBack");
  if (textAt(taken, "key") === "write-acta") return { written: written.slice(0, -1) };
  if (textAt(key, "key") !== "write-acta") return {};
  const about = textAt(key, "about") as ActaWord;
  return { written: [...written, { ...momentOf(fields), about, says: textAt(key, "says") }] };
}

const withIncident = (held: Held, fields: Fields): Held =>
  held.incidents.length < INCIDENTS_MAX
    ? { ...held, incidents: [...held.incidents, fields] }
    : { ...held, leftOut: held.leftOut + 1 };

/** Whether a record tells of something beside the draw. */
function isIncident(fields: Fields, { game, end }: Held): boolean {
  const kind = textAt(fields, "kind");
  const key = textAt(fieldsAt(fields, "key"), "key");
  if (LATE_KINDS.includes(kind) || LATE_KEYS.includes(key)) return true;
  if (end !== null) return false;
  if (kind === "ball") return isDoubtful(fields, game);
  if (kind !== "key") return INCIDENT_KINDS.includes(kind);
  if (textAt(fieldsAt(fields, "takesBack"), "key") === "write-acta") return false;
  return INCIDENT_KEYS.includes(key) || fieldsAt(fields, "key")["early"] === true;
}

/** A ball that nobody could vouch for, or that people named; one that is drawn by hand is as it should be. */
const isDoubtful = (fields: Fields, { byHand }: BallGame): boolean =>
  textAt(fields, "why") !== "" ||
  numberAt(fields, "repeats") !== null ||
  numberAt(fields, "number") === null ||
  (textAt(fields, "by") !== "reader" && byHand !== true);
