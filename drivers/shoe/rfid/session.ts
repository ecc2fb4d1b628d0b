import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import { frame, FRAMER_START, type FramerState } from "../../line-framer.ts";
import { defineLineSession, FRAMER_LOST, type LineSession } from "../../link/line-session.ts";
import { LINK_FAULTS, countDamagedLines, markReceived } from "../../link/link.ts";
import { countNearCodes, type CardCodeMap } from "../reader/card-code-map.ts";
import { abilitiesOf } from "../reader/abilities.ts";
import { stateFrom } from "../../session.ts";
import type { ShoeSession } from "../session.ts";
import {
  attachOpened,
  QUIET_READER,
  READER_START,
  emitSighting,
  emitOverflow,
  emitUnknownCode,
  emitUnread,
  type ReaderState,
  type ReaderContext,
} from "../reader/context.ts";
import {
  addDamagedLine,
  FIELD_START,
  fieldDeadline,
  addTag,
  advanceTime,
  type Field,
  type FieldRules,
  type FieldStep,
} from "./field.ts";

/** One line of a tag reader: the tag's seven-byte number in hex, either case. Null for anything else. */
export function parseUid(line: string): string | null {
  return /^[0-9A-Fa-f]{14}$/.test(line) ? line.toUpperCase() : null;
}

/** A longer line is no tag's. */
export const LINE_LIMIT = 32;

export interface RfidOptions {
  /** Read with `readCardTable(…, "uid")`. */
  readonly table: CardCodeMap;
  /**
   * Equal lines that a tag needs to be believed. 1 only where no two numbers of the table differ in a single digit: the
   * line has no check, and one damaged digit must never be another card.
   */
  readonly lines: 1 | 2;
  /** A tag without a report for so long counts as removed, µs; 1,000,000 unless set. */
  readonly awayUs?: number;
  readonly at?: "inside" | "exit";
}

export interface RfidState extends ReaderState {
  readonly framer: FramerState;
  readonly field: Field;
}

type SessionContext = ReaderContext & { -readonly [Key in keyof RfidState]: RfidState[Key] } & {
  readonly options: RfidOptions;
  readonly rules: FieldRules;
};

const START: RfidState = { ...READER_START, framer: FRAMER_START, field: FIELD_START };

export const AWAY_US = 1_000_000;

/**
 * The session of a radio tag reader that sends a line a reading (docs/devices/card-rfid.md). Throws when the table asks
 * for two lines and one is set.
 */
export function rfidSession(options: RfidOptions): ShoeSession<RfidState> {
  const near = countNearCodes(options.table);
  if (options.lines === 1 && near > 0)
    throw new TypeError(
      `table of tags: ${near} pairs of numbers differ in one digit only; set lines to 2, with a reader that repeats its line while a tag lies there`,
    );
  const rules: FieldRules = { awayUs: options.awayUs ?? AWAY_US, lines: options.lines };
  return {
    device: "card-rfid",
    abilities: abilitiesOf("card-rfid"),
    standingFaults: LINK_FAULTS,
    initial: () => START,
    ...lineSessionOf(options, rules),
    figures: ({ counted, link }) => ({ ...counted, damaged: link.damaged }),
  };
}

function lineSessionOf(options: RfidOptions, rules: FieldRules): LineSession<RfidState, ShoeObservation> {
  const checkTime = (context: SessionContext): void => {
    applyFieldStep(context, advanceTime(context.field, context.t, rules));
  };
  return defineLineSession<RfidState, SessionContext, ShoeObservation>({
    link: QUIET_READER,
    beginStep: (state, t) => ({ ...state, out: [], t, options, rules }),
    endStep: (context) => ({ state: stateFrom(context, START), observations: context.out, writes: [] }),
    checkTime,
    startSession: (context, isJoined) => {
      if (!isJoined) forgetField(context, FRAMER_START);
      attachOpened(context);
    },
    onPortLost: (context) => {
      forgetField(context, FRAMER_START);
    },
    receive,
    onOverrun: (context) => {
      forgetField(context, FRAMER_LOST);
      emitOverflow(context);
    },
    // The line that confirmed a tag may have been the last thing to wait for.
    finish: checkTime,
    timersOf: ({ link, field }) => [link.up ? fieldDeadline(field, rules) : null],
  });
}

function forgetField(context: SessionContext, framer: FramerState): void {
  context.framer = framer;
  context.field = FIELD_START;
}

function receive(context: SessionContext, text: string): void {
  const framed = frame(context.framer, text, LINE_LIMIT);
  context.framer = framed.state;
  for (let overlong = 0; overlong < framed.overlong; overlong++) handleDamagedLine(context);
  // The first line after opening is taken too: a number has a length of its own, so a cut one is none.
  for (const { text: line } of framed.lines) {
    const uid = parseUid(line);
    if (uid === null) handleDamagedLine(context);
    else {
      markReceived(context);
      applyFieldStep(context, addTag(context.field, uid, context.t));
    }
  }
}

function handleDamagedLine(context: SessionContext): void {
  countDamagedLines(context, QUIET_READER);
  applyFieldStep(context, addDamagedLine(context.field, context.t, context.rules));
}

function applyFieldStep(context: SessionContext, { field, happened }: FieldStep): void {
  context.field = field;
  if (happened === null) return;
  if (happened.h === "together") context.out.push({ o: "cards-stuck", atLeast: happened.tags });
  else if (happened.h === "unread") emitUnread(context, "failed");
  else emitTag(context, happened.uid);
}

function emitTag(context: SessionContext, uid: string): void {
  const entry = context.options.table.entries.get(uid);
  if (entry === undefined) {
    emitUnknownCode(context);
    return;
  }
  if (entry.face === "cut-card") {
    context.out.push({ o: "cut-card", where: "passed" });
    return;
  }
  const { face, deck, id } = entry;
  // A tag's number is that of one card, named in the table or not.
  emitSighting(context, uid, { face, deck, id: id ?? uid, at: context.options.at ?? "exit" });
}
