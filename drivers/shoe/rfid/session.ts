import { frame, FRAMER_START, type FramerState } from "../../line-framer.ts";
import { passing } from "../../link/faults.ts";
import { damaged, heard } from "../../link/link.ts";
import { nearCodes, type CardTable } from "../reader/card-table.ts";
import type { SessionInput } from "../../session.ts";
import { abilitiesOf } from "../reader/abilities.ts";
import type { ShoeSession, ShoeStep } from "../session.ts";
import {
  attach,
  hole,
  QUIET_READER,
  READER_START,
  readerLost,
  readerOpened,
  readerState,
  sighted,
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
    step: (state, input) => step(state, input, options, rules),
    wakeAt: (state) => (state.link.up ? lookAt(state.field, rules) : null),
    figures: ({ counted, link }) => ({ ...counted, damaged: link.damaged }),
  };
}

function step(
  state: RfidState,
  input: SessionInput,
  options: RfidOptions,
  rules: FieldRules,
): ShoeStep<RfidState> {
  const turn: Turn = { ...state, out: [], t: input.t, options, rules };
  looked(turn, waited(turn.field, turn.t, rules));
  switch (input.i) {
    case "opened":
      Object.assign(turn, { framer: FRAMER_START, field: FIELD_START });
      readerOpened(turn);
      break;
    case "lost":
      Object.assign(turn, { framer: FRAMER_START, field: FIELD_START });
      readerLost(turn, input.why);
      break;
    case "bytes":
      // A recording may begin with the port open.
      if (!turn.link.up) readerOpened(turn);
      bytes(turn, input.bytes);
      break;
    case "overrun":
      overrun(turn, input.lost);
      break;
    case "sent":
    case "tick":
      break;
  }
  // The line that confirmed a tag may have been the last thing to wait for.
  looked(turn, waited(turn.field, turn.t, rules));
  const { framer, field } = turn;
  return { state: { ...readerState(turn), framer, field }, observations: turn.out, writes: [] };
}

function bytes(turn: Turn, text: string): void {
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

/** Bytes were lost before anyone read them: the line under way must not grow together with the rest of another one. */
function overrun(turn: Turn, lost: number): void {
  passing(turn, "recording-overrun", { bytes: lost });
  damaged(turn, QUIET_READER);
  Object.assign(turn, { framer: { partial: "", skipping: true, synced: false }, field: FIELD_START });
  if (!turn.attached) return;
  hole(turn, "overflow");
  attach(turn, "ready");
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
