import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import { after, type MonoUs } from "../../../src/time/instant.ts";
import { defineLineSession, type LineSession } from "../../link/line-session.ts";
import { LINK_FAULTS, countDamagedLines, markReceived } from "../../link/link.ts";
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
import type { Coding } from "./codings.ts";
import { characterOf, ENTER, parseReport, REPORT_BYTES } from "./keyboard.ts";

export interface BarcodeOptions {
  readonly coding: Coding;
  /** A code whose next character does not come within this time has ended unread, µs; 80,000 unless given. */
  readonly timeoutUs?: number;
  /** Where the scanner reads: over the cards inside the shoe, or at its exit, which is the default. */
  readonly at?: "inside" | "exit";
}

export interface BarcodeState extends ReaderState {
  /** Bytes of a report that is not whole yet, fewer than eight. */
  readonly partial: string;
  /** Bytes to throw away until the next report begins. */
  readonly skip: number;
  /** The last report that was understood; an equal one after it is ignored. */
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

type SessionContext = ReaderContext & { -readonly [Key in keyof BarcodeState]: BarcodeState[Key] } & {
  readonly options: BarcodeOptions;
};

export const TIMEOUT_US = 80_000;
/** The Enter of a code that was ended by time may come this much later. */
const LATE_ENTER_US = 1_000_000;
/** A longer code is no card's. */
export const CODE_MAX = 24;
/**
 * Reports without a pause that are believed: Linux keeps 64 for a program that reads late and drops the next ones without
 * notice, so that the head of one code could be joined with the tail of another.
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
    standingFaults: LINK_FAULTS,
    initial: () => START,
    ...lineSessionOf(options),
    figures: ({ counted, link }) => ({ ...counted, damaged: link.damaged }),
  };
}

function lineSessionOf(options: BarcodeOptions): LineSession<BarcodeState, ShoeObservation> {
  return defineLineSession<BarcodeState, SessionContext, ShoeObservation>({
    link: QUIET_READER,
    beginStep: (state, t) => ({ ...state, out: [], t, options }),
    endStep: (context) => ({ state: stateFrom(context, START), observations: context.out, writes: [] }),
    checkTime: (context) => {
      const deadline = codeDeadline(context, options);
      if (deadline !== null && context.t >= deadline) endCodeByTime(context);
    },
    startSession: (context, isJoined) => {
      if (!isJoined) forgetInput(context);
      attachOpened(context);
    },
    onPortLost: forgetInput,
    receive,
    onOverrun,
    timersOf: (state) => [codeDeadline(state, options)],
  });
}

function codeDeadline({ at }: BarcodeState, { timeoutUs = TIMEOUT_US }: BarcodeOptions): MonoUs | null {
  return at === null ? null : after(at, timeoutUs);
}

/** The pause between two cards has passed: the code under way ends. */
function endCodeByTime(context: SessionContext): void {
  if (context.partial !== "" || context.skip > 0) countDamagedLines(context, QUIET_READER);
  const underWay = context.code !== "" || context.spoiled || context.partial !== "";
  context.cut = underWay ? context.t : null;
  if (underWay) emitUnread(context, "failed");
  startNewCode(context);
  Object.assign(context, { partial: "", skip: 0, at: null, burst: 0 });
}

function startNewCode(context: SessionContext): void {
  context.code = "";
  context.spoiled = false;
}

/** Characters before this point do not belong to the next code. */
function forgetInput(context: SessionContext): void {
  startNewCode(context);
  Object.assign(context, { partial: "", skip: 0, report: "", down: [], at: null, cut: null, burst: 0 });
}

/** Where the next report begins is still known, what the code was is not. */
function onOverrun(context: SessionContext, lost: number): void {
  context.skip =
    (2 * REPORT_BYTES - ((context.partial.length + lost - context.skip) % REPORT_BYTES)) % REPORT_BYTES;
  context.partial = "";
  discardCode(context);
  emitOverflow(context);
}

function discardPartial(context: SessionContext): void {
  discardCode(context);
  countDamagedLines(context, QUIET_READER);
}

function discardCode(context: SessionContext): void {
  context.spoiled = true;
  context.code = "";
  context.at = context.t;
}

function receive(context: SessionContext, text: string): void {
  const rest = context.partial + text.slice(context.skip);
  context.skip = Math.max(0, context.skip - text.length);
  const whole = rest.length - (rest.length % REPORT_BYTES);
  for (let from = 0; from < whole; from += REPORT_BYTES)
    handleReport(context, rest.slice(from, from + REPORT_BYTES));
  context.partial = rest.slice(whole);
  if (context.partial !== "") context.at = context.t;
}

function handleReport(context: SessionContext, text: string): void {
  // A held key is reported again and again; a repeated report changes nothing and does not extend the timeout of a code.
  if (text === context.report) return;
  const report = parseReport(text);
  const fresh = report?.keys.filter((key) => !context.down.includes(key)) ?? [];
  // The release of a key neither ends nor begins a code.
  if (report === null || fresh.length > 0 || context.at !== null) context.at = context.t;
  context.burst = Math.min(context.burst + 1, BURST_MAX + 1);
  if (context.burst > BURST_MAX) {
    // What was dropped is not known, so nothing counts until the pause.
    discardPartial(context);
    return;
  }
  if (report === null) {
    discardPartial(context);
    return;
  }
  context.report = text;
  context.down = report.keys;
  const [key] = fresh;
  if (key === undefined) return;
  // Keys that go down together have no order.
  if (fresh.length > 1) discardPartial(context);
  else if (key === ENTER) handleEnter(context);
  else addCharacter(context, characterOf(key, report.shift));
}

function addCharacter(context: SessionContext, character: string | null): void {
  context.cut = null;
  if (character === null || context.code.length >= CODE_MAX) discardPartial(context);
  else if (!context.spoiled) context.code += character.toUpperCase();
}

/** Enter ends a code. */
function handleEnter(context: SessionContext): void {
  const { code, spoiled, cut } = context;
  startNewCode(context);
  context.cut = null;
  if (spoiled) emitUnread(context, "failed");
  else if (code !== "") decodeCode(context, code);
  // An Enter by itself is the rest of a code, unless it belongs to one that was reported already.
  else if (cut === null || context.t - cut > LATE_ENTER_US) emitUnread(context, "failed");
}

function decodeCode(context: SessionContext, code: string): void {
  const decoded = context.options.coding.decode(code);
  if (decoded.is === "damaged") {
    countDamagedLines(context, QUIET_READER);
    emitUnread(context, "failed");
    return;
  }
  markReceived(context);
  if (decoded.is === "unknown") emitUnknownCode(context);
  else if (decoded.is === "cut-card") context.out.push({ o: "cut-card", where: "passed" });
  else {
    const { face, deck, id } = decoded;
    emitSighting(context, id ?? code, { face, deck, id, at: context.options.at ?? "exit" });
  }
}
