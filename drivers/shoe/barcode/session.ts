import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import { after, type MonoUs } from "../../../src/time/instant.ts";
import { defineLineSession, type LineSession } from "../../link/line-session.ts";
import { damaged, heard } from "../../link/link.ts";
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
import type { Coding } from "./codings.ts";
import { characterOf, ENTER, parseReport, REPORT_BYTES } from "./keyboard.ts";

export interface BarcodeOptions {
  readonly coding: Coding;
  /** A code whose next character does not come within this time has ended unread, µs; 80,000 unless told. */
  readonly timeoutUs?: number;
  /** Where the scanner looks: over the cards inside the shoe, or at its exit, which is what it does unless told. */
  readonly at?: "inside" | "exit";
}

export interface BarcodeState extends ReaderState {
  /** Bytes of a report that is not whole yet, fewer than eight. */
  readonly partial: string;
  /** Bytes to throw away until the next report begins. */
  readonly skip: number;
  /** The last report that was understood; the same again says nothing. */
  readonly report: string;
  readonly down: readonly number[];
  /** Characters of the code under way, upper-case. */
  readonly code: string;
  /** Something in the code under way was not understood. */
  readonly spoiled: boolean;
  /** When the last report of the code under way came; null: none is. */
  readonly at: MonoUs | null;
  /** When a code was ended by time: its Enter may still come. */
  readonly cut: MonoUs | null;
  /** Reports without a pause. */
  readonly burst: number;
}

type Turn = ReaderTurn & { -readonly [Key in keyof BarcodeState]: BarcodeState[Key] } & {
  readonly options: BarcodeOptions;
};

export const TIMEOUT_US = 80_000;
/** The Enter of a code that was ended by time may be so late. */
const LATE_ENTER_US = 1_000_000;
/** A longer code is no card's. */
export const CODE_MAX = 24;
/**
 * Reports without a pause that are believed: Linux keeps 64 for one that reads late, and drops what comes after them
 * without a word, so that the head of one code could meet the tail of another.
 */
export const BURST_MAX = 64;

const START: BarcodeState = {
  ...READER_START,
  partial: "",
  skip: 0,
  report: "",
  down: [],
  code: "",
  spoiled: false,
  at: null,
  cut: null,
  burst: 0,
};

/** The session of a bar-code scanner that types (docs/devices/card-barcode.md): keyboard reports in, cards out. */
export function barcodeSession(options: BarcodeOptions): ShoeSession<BarcodeState> {
  return {
    device: "card-barcode",
    abilities: abilitiesOf("card-barcode"),
    initial: () => START,
    ...frameOf(options),
    figures: ({ counted, link }) => ({ ...counted, damaged: link.damaged }),
  };
}

function frameOf(options: BarcodeOptions): LineSession<BarcodeState, ShoeObservation> {
  return defineLineSession<BarcodeState, Turn, ShoeObservation>({
    link: QUIET_READER,
    beginTurn: (state, t) => ({ ...state, out: [], t, options }),
    endTurn: (turn) => ({ state: endTurn(turn), observations: turn.out, writes: [] }),
    checkTime: (turn) => {
      const due = endsAt(turn, options);
      if (due !== null && turn.t >= due) timedOut(turn);
    },
    begin: (turn, isJoined) => {
      if (!isJoined) forget(turn);
      attachOpened(turn);
    },
    portLost: forget,
    receive,
    overrun,
    timers: (state) => [endsAt(state, options)],
  });
}

function endTurn(turn: Turn): BarcodeState {
  const { partial, skip, report, down, code, spoiled, at, cut, burst } = turn;
  return { ...readerState(turn), partial, skip, report, down, code, spoiled, at, cut, burst };
}

function endsAt({ at }: BarcodeState, { timeoutUs = TIMEOUT_US }: BarcodeOptions): MonoUs | null {
  return at === null ? null : after(at, timeoutUs);
}

/** The pause that parts two cards came. */
function timedOut(turn: Turn): void {
  if (turn.partial !== "" || turn.skip > 0) damaged(turn, QUIET_READER);
  const underWay = turn.code !== "" || turn.spoiled || turn.partial !== "";
  turn.cut = underWay ? turn.t : null;
  if (underWay) unread(turn, "failed");
  newCode(turn);
  Object.assign(turn, { partial: "", skip: 0, at: null, burst: 0 });
}

function newCode(turn: Turn): void {
  turn.code = "";
  turn.spoiled = false;
}

/** Nothing of what came before belongs to what comes now. */
function forget(turn: Turn): void {
  newCode(turn);
  Object.assign(turn, { partial: "", skip: 0, report: "", down: [], at: null, cut: null, burst: 0 });
}

/** Where the next report begins is still known, what the code was is not. */
function overrun(turn: Turn, lost: number): void {
  turn.skip = (2 * REPORT_BYTES - ((turn.partial.length + lost - turn.skip) % REPORT_BYTES)) % REPORT_BYTES;
  turn.partial = "";
  spoilCode(turn);
  tellOverflow(turn);
}

function spoil(turn: Turn): void {
  spoilCode(turn);
  damaged(turn, QUIET_READER);
}

function spoilCode(turn: Turn): void {
  turn.spoiled = true;
  turn.code = "";
  turn.at = turn.t;
}

function receive(turn: Turn, text: string): void {
  const rest = turn.partial + text.slice(turn.skip);
  turn.skip = Math.max(0, turn.skip - text.length);
  const whole = rest.length - (rest.length % REPORT_BYTES);
  for (let from = 0; from < whole; from += REPORT_BYTES) oneReport(turn, rest.slice(from, from + REPORT_BYTES));
  turn.partial = rest.slice(whole);
  if (turn.partial !== "") turn.at = turn.t;
}

function oneReport(turn: Turn, text: string): void {
  // A key that is held is told again and again; that is no news, and it keeps no code alive.
  if (text === turn.report) return;
  const report = parseReport(text);
  const fresh = report?.keys.filter((key) => !turn.down.includes(key)) ?? [];
  // A key that goes up ends nothing and begins nothing.
  if (report === null || fresh.length > 0 || turn.at !== null) turn.at = turn.t;
  turn.burst = Math.min(turn.burst + 1, BURST_MAX + 1);
  if (turn.burst > BURST_MAX) {
    // What was dropped is not known, so nothing counts until the pause.
    spoil(turn);
    return;
  }
  if (report === null) {
    spoil(turn);
    return;
  }
  turn.report = text;
  turn.down = report.keys;
  const [key] = fresh;
  if (key === undefined) return;
  // Keys that go down together have no order.
  if (fresh.length > 1) spoil(turn);
  else if (key === ENTER) entered(turn);
  else typed(turn, characterOf(key, report.shift));
}

function typed(turn: Turn, character: string | null): void {
  turn.cut = null;
  if (character === null || turn.code.length >= CODE_MAX) spoil(turn);
  else if (!turn.spoiled) turn.code += character.toUpperCase();
}

/** Enter ends a code. */
function entered(turn: Turn): void {
  const { code, spoiled, cut } = turn;
  newCode(turn);
  turn.cut = null;
  if (spoiled) unread(turn, "failed");
  else if (code !== "") ended(turn, code);
  // An Enter by itself is what is left of a code, unless it belongs to one that was told already.
  else if (cut === null || turn.t - cut > LATE_ENTER_US) unread(turn, "failed");
}

function ended(turn: Turn, code: string): void {
  const decoded = turn.options.coding.decode(code);
  if (decoded.is === "damaged") {
    damaged(turn, QUIET_READER);
    unread(turn, "failed");
    return;
  }
  heard(turn);
  if (decoded.is === "unknown") unknownCode(turn);
  else if (decoded.is === "cut-card") turn.out.push({ o: "cut-card", where: "passed" });
  else {
    const { face, deck, id } = decoded;
    sighted(turn, id ?? code, { face, deck, id, at: turn.options.at ?? "exit" });
  }
}
