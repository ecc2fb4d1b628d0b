import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { raiseMomentaryFault, markBytesReceived, countDamagedLines } from "../../link/link.ts";
import { acceptInOrder, isLate, type OrderRules } from "../../link/sequence.ts";
import {
  defineLineSession,
  FRAMER_LOST,
  receiveLines,
  type LineRules,
  type LineSession,
} from "../../link/line-session.ts";
import { parseReportFrames, REPORT_FRAMER_LOST, REPORT_FRAMER_START } from "../../report-framer.ts";
import { stateFrom } from "../../session.ts";
import type { ShoeSession, ShoeStep } from "../session.ts";
import { tiradaShoeAbilities } from "./abilities.ts";
import { applyMessage } from "./apply-message.ts";
import { askIdentity } from "../../link/identity-question.ts";
import { nextAskAt, sendDueQuestion, sendCommand, markSent } from "./asking.ts";
import type { NumberedLine } from "../../link/numbered-line.ts";
import { isSound, LINE_LIMIT, rawOfLine, rawOfReport } from "./carrier.ts";
import { rejectUnexpected, emitGap, LINK_RULES } from "./gaps.ts";
import { parseMessage, type ShoeMessage } from "./messages.ts";
import { beginSelfTest, selfTestOf } from "./self-test.ts";
import { isRestart, handleRestart } from "./setup.ts";
import {
  EVERY_FAULT,
  countFigure,
  SHOE_START,
  type ShoeState,
  type TiradaShoeOptions,
  type SessionContext,
} from "./state.ts";

/**
 * The session of one tirada shoe (docs/devices/tirada-shoe.md), on USB or on a serial line: bytes in, observations out. It
 * reports every card that left once, in order, with the face that the device read or with none.
 */
export function tiradaShoeSession(options: TiradaShoeOptions): ShoeSession<ShoeState> {
  return {
    device: "tirada-shoe",
    abilities: tiradaShoeAbilities(),
    standingFaults: EVERY_FAULT,
    initial: () => SHOE_START,
    ...lineSessionOf(options),
    applyCommand: (state, wanted, t) => {
      const context = beginStep(state, t, options);
      sendCommand(context, wanted);
      return endStep(context);
    },
    identity: ({ identity }) =>
      identity === null ? null : { serial: identity.device, firmware: identity.firmware },
    selfTest: selfTestOf,
    figures: figuresOf,
  };
}

function lineSessionOf(options: TiradaShoeOptions): LineSession<ShoeState, ShoeObservation> {
  return defineLineSession<ShoeState, SessionContext, ShoeObservation>({
    link: LINK_RULES,
    beginStep: (state, t) => beginStep(state, t, options),
    endStep,
    startSession: (context) => {
      context.lines = FRAMER_START;
      context.reports = REPORT_FRAMER_START;
      beginSelfTest(context);
      askIdentity(context);
    },
    receive: (context, bytes) => {
      if (context.options.carrier === "line")
        context.lines = receiveLines(context, context.lines, bytes, LINES);
      else receiveReports(context, bytes);
    },
    onOverrun: (context) => {
      emitGap(context, "overflow");
      context.lines = FRAMER_LOST;
      context.reports = REPORT_FRAMER_LOST;
    },
    onSent: markSent,
    finish: (context) => {
      if (context.link.up) sendDueQuestion(context);
    },
    timersOf: ({ link, asks }) => [link.up ? nextAskAt(asks) : null],
  });
}

const LINES: LineRules<SessionContext> = {
  limit: LINE_LIMIT,
  link: LINK_RULES,
  onLine: (context, text) => {
    handleRawMessage(context, rawOfLine(text));
  },
};

function beginStep(state: ShoeState, t: MonoUs, options: TiradaShoeOptions): SessionContext {
  return { ...state, out: [], writes: [], t, options };
}

function endStep(context: SessionContext): ShoeStep<ShoeState> {
  return { state: stateFrom(context, SHOE_START), observations: context.out, writes: context.writes };
}

function receiveReports(context: SessionContext, text: string): void {
  markBytesReceived(context);
  const framed = parseReportFrames(context.reports, text, (report) => isSound(report));
  context.reports = framed.state;
  if (framed.nonsense > 0) countDamagedLines(context, LINK_RULES, framed.nonsense);
  for (const one of framed.frames) {
    if (one.f === "report") handleRawMessage(context, rawOfReport(one.bytes));
    else {
      countFigure(context, "dropped", one.reports);
      raiseMomentaryFault(context, "messages-lost", { messages: one.reports, where: "unit" });
      emitGap(context, "overflow");
    }
  }
}

function handleRawMessage(context: SessionContext, raw: NumberedLine | null): void {
  const read = raw === null ? null : parseMessage(raw);
  if (raw === null || read === null) countDamagedLines(context, LINK_RULES);
  else handleMessage(context, read, [raw.letter, ...raw.fields].join(" "));
}

const ORDER: OrderRules<SessionContext> = {
  link: LINK_RULES,
  count: countFigure,
  missed: (context) => {
    emitGap(context, "device-garbled");
  },
  // Two devices on one line, or one that restarted and whose first messages were lost.
  rejectUnexpected: rejectUnexpected,
  isRepeatDamage: true,
};

/** `text`: the content of the message, by which a repeated one is known. */
function handleMessage(context: SessionContext, read: ShoeMessage, text: string): void {
  const isTaken = acceptInOrder(context, { n: read.n, at: read.at, text }, ORDER, (place) => {
    if (read.m !== "identity" || !(isRestart(context, read) || (place === "old" && context.known === null)))
      return false;
    handleRestart(context, read);
    return true;
  });
  if (!isTaken) return;
  if (context.identity === null) askIdentity(context);
  if (!isLate(context, read.at) || read.m === "identity") applyMessage(context, read);
}

function figuresOf({ figures, link, known, attached }: ShoeState): Readonly<Record<string, number>> {
  return {
    "shoe cards": figures.cards,
    "shoe cards unread": figures.unread,
    "shoe damaged messages": link.damaged,
    "shoe missed messages": figures.missed,
    "shoe repeated messages": figures.repeated,
    "shoe strange messages": figures.strange,
    "shoe restarts": figures.restarts,
    "shoe reports dropped": figures.dropped,
    "shoe refusals": figures.refused,
    "shoe attached": attached ? 1 : 0,
    ...(known === null ? {} : { "shoe boots": known.boots }),
  };
}
