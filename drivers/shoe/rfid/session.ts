import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import { frame, FRAMER_START, type FramerState } from "../../line-framer.ts";
import { defineLineSession, FRAMER_LOST, type LineSession } from "../../link/line-session.ts";
import { damaged, heard } from "../../link/link.ts";
import { nearCodes, type CardTable } from "../reader/card-table.ts";
import { abilitiesOf } from "../reader/abilities.ts";
import type { ShoeSession } from "../session.ts";
import {
  attachOpened,
  QUIET_READER,
  READER_START,
  readerState,
  sighted,
  tellOverflow,
  unknownCode,
  unread,
  type ReaderState,
  type ReaderTurn,
} from "../reader/turn.ts";
import {
  damagedLine,
  FIELD_START,
  lookAt,
  seen,
  waited,
  type Field,
  type FieldRules,
  type Looked,
} from "./field.ts";
import { LINE_LIMIT, parseUid } from "./lines.ts";

export interface RfidOptions {
  /** Read with `readCardTable(…, "uid")`. */
  readonly table: CardTable;
  /**
   * Equal lines that a tag needs to be believed. 1 only where no two numbers of the table differ in a single digit: the
   * line has no check, and one damaged digit must never be another card.
   */
  readonly lines: 1 | 2;
  /** A tag that is not told for so long has been taken off, µs; 1,000,000 unless told. */
  readonly awayUs?: number;
  readonly at?: "inside" | "exit";
}

export interface RfidState extends ReaderState {
  readonly framer: FramerState;
  readonly field: Field;
}

type Turn = ReaderTurn & { -readonly [Key in keyof RfidState]: RfidState[Key] } & {
  readonly options: RfidOptions;
  readonly rules: FieldRules;
};

export const AWAY_US = 1_000_000;

/**
 * The session of a radio tag reader that sends a line a reading (docs/devices/card-rfid.md). Throws when the table asks
 * for two lines and one is set.
 */
export function rfidSession(options: RfidOptions): ShoeSession<RfidState> {
  const near = nearCodes(options.table);
  if (options.lines === 1 && near > 0)
    throw new TypeError(
      `table of tags: ${near} pairs of numbers differ in one digit only; set lines to 2, with a reader that repeats its line while a tag lies there`,
    );
  const rules: FieldRules = { awayUs: options.awayUs ?? AWAY_US, lines: options.lines };
  return {
    device: "card-rfid",
    abilities: abilitiesOf("card-rfid"),
    initial: () => ({ ...READER_START, framer: FRAMER_START, field: FIELD_START }),
    ...frameOf(options, rules),
    figures: ({ counted, link }) => ({ ...counted, damaged: link.damaged }),
  };
}

function frameOf(options: RfidOptions, rules: FieldRules): LineSession<RfidState, ShoeObservation> {
  const checkTime = (turn: Turn): void => {
    looked(turn, waited(turn.field, turn.t, rules));
  };
  return defineLineSession<RfidState, Turn, ShoeObservation>({
    link: QUIET_READER,
    beginTurn: (state, t) => ({ ...state, out: [], t, options, rules }),
    endTurn: (turn) => {
      const { framer, field } = turn;
      return { state: { ...readerState(turn), framer, field }, observations: turn.out, writes: [] };
    },
    checkTime,
    begin: (turn, isJoined) => {
      if (!isJoined) forget(turn, FRAMER_START);
      attachOpened(turn);
    },
    portLost: (turn) => {
      forget(turn, FRAMER_START);
    },
    receive,
    overrun: (turn) => {
      forget(turn, FRAMER_LOST);
      tellOverflow(turn);
    },
    // The line that confirmed a tag may have been the last thing to wait for.
    finish: checkTime,
    timers: ({ link, field }) => [link.up ? lookAt(field, rules) : null],
  });
}

function forget(turn: Turn, framer: FramerState): void {
  turn.framer = framer;
  turn.field = FIELD_START;
}

function receive(turn: Turn, text: string): void {
  const framed = frame(turn.framer, text, LINE_LIMIT);
  turn.framer = framed.state;
  for (let overlong = 0; overlong < framed.overlong; overlong++) notUnderstood(turn);
  // The first line after opening is taken too: a number has a length of its own, so a cut one is none.
  for (const { text: line } of framed.lines) {
    const uid = parseUid(line);
    if (uid === null) notUnderstood(turn);
    else {
      heard(turn);
      looked(turn, seen(turn.field, uid, turn.t));
    }
  }
}

function notUnderstood(turn: Turn): void {
  damaged(turn, QUIET_READER);
  looked(turn, damagedLine(turn.field, turn.t, turn.rules));
}

function looked(turn: Turn, { field, happened }: Looked): void {
  turn.field = field;
  if (happened === null) return;
  if (happened.h === "together") turn.out.push({ o: "cards-stuck", atLeast: happened.tags });
  else if (happened.h === "unread") unread(turn, "failed");
  else read(turn, happened.uid);
}

function read(turn: Turn, uid: string): void {
  const entry = turn.options.table.entries.get(uid);
  if (entry === undefined) {
    unknownCode(turn);
    return;
  }
  if (entry.face === "cut-card") {
    turn.out.push({ o: "cut-card", where: "passed" });
    return;
  }
  const { face, deck, id } = entry;
  // A tag's number is that of one card, named in the table or not.
  sighted(turn, uid, { face, deck, id: id ?? uid, at: turn.options.at ?? "exit" });
}
