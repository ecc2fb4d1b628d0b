import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { passing } from "../../link/faults.ts";
import { takeInOrder, type OrderRules } from "../../link/in-order.ts";
import { isLate } from "../../link/late.ts";
import {
  defineLineSession,
  FRAMER_LOST,
  receiveLines,
  type LineRules,
  type LineSession,
} from "../../link/line-session.ts";
import { bytesCame, damaged } from "../../link/link.ts";
import { frameReports, REPORT_FRAMER_LOST, REPORT_FRAMER_START } from "../../report-framer.ts";
import type { ShoeCommand, ShoeSession, ShoeStep } from "../session.ts";
import { tiradaShoeAbilities } from "./abilities.ts";
import { act } from "./acting.ts";
import { askIdentity } from "../../link/identity-question.ts";
import { askAt, askDue, command, wentOut } from "./asking.ts";
import type { NumberedLine } from "../../link/numbered-line.ts";
import { isSound, LINE_LIMIT, rawOfLine, rawOfReport } from "./carrier.ts";
import { doubtDevice, hole, LINK_RULES } from "./holes.ts";
import { messageOf, type ShoeMessage } from "./messages.ts";
import { isRestart, restarted } from "./setup.ts";
import {
  beginTurn,
  endTurn,
  figure,
  shoeStart,
  type ShoeState,
  type TiradaShoeOptions,
  type Turn,
} from "./state.ts";

/**
 * The session of one tirada shoe (docs/devices/tirada-shoe.md), on USB or on a serial line: bytes in, observations out.
 * It sees to it that every card that left is told once, in order, with the face that the device read or with none.
 */
export function tiradaShoeSession(options: TiradaShoeOptions): ShoeSession<ShoeState> {
  return {
    device: "tirada-shoe",
    abilities: tiradaShoeAbilities(),
    initial: shoeStart,
    ...frameOf(options),
    tell: (state, wanted, t) => tell(state, wanted, t, options),
    figures: figuresOf,
  };
}

function frameOf(options: TiradaShoeOptions): LineSession<ShoeState, ShoeObservation> {
  return defineLineSession<ShoeState, Turn, ShoeObservation>({
    link: LINK_RULES,
    beginTurn: (state, t) => beginTurn(state, t, options),
    endTurn: (turn) => ({ state: endTurn(turn), observations: turn.out, writes: turn.writes }),
    begin: (turn) => {
      turn.lines = FRAMER_START;
      turn.reports = REPORT_FRAMER_START;
      askIdentity(turn);
    },
    receive: (turn, bytes) => {
      if (turn.options.carrier === "line") turn.lines = receiveLines(turn, turn.lines, bytes, LINES);
      else reports(turn, bytes);
    },
    overrun: (turn) => {
      hole(turn, "overflow");
      turn.lines = FRAMER_LOST;
      turn.reports = REPORT_FRAMER_LOST;
    },
    sent: wentOut,
    finish: (turn) => {
      if (turn.link.up) askDue(turn);
    },
    timers: ({ link, asks }) => [link.up ? askAt(asks) : null],
  });
}

const LINES: LineRules<Turn> = {
  limit: LINE_LIMIT,
  link: LINK_RULES,
  onLine: (turn, text) => {
    message(turn, rawOfLine(text));
  },
};

function tell(
  state: ShoeState,
  wanted: ShoeCommand,
  t: MonoUs,
  options: TiradaShoeOptions,
): ShoeStep<ShoeState> {
  const turn = beginTurn(state, t, options);
  command(turn, wanted);
  return { state: endTurn(turn), observations: turn.out, writes: turn.writes };
}

function reports(turn: Turn, text: string): void {
  bytesCame(turn);
  const framed = frameReports(turn.reports, text, (report) => isSound(report));
  turn.reports = framed.state;
  if (framed.nonsense > 0) damaged(turn, LINK_RULES, framed.nonsense);
  for (const one of framed.frames) {
    if (one.f === "report") message(turn, rawOfReport(one.bytes));
    else {
      figure(turn, "dropped", one.reports);
      passing(turn, "messages-lost", { messages: one.reports, where: "unit" });
      hole(turn, "overflow");
    }
  }
}

function message(turn: Turn, raw: NumberedLine | null): void {
  const read = raw === null ? null : messageOf(raw);
  if (raw === null || read === null) damaged(turn, LINK_RULES);
  else take(turn, read, [raw.letter, ...raw.fields].join(" "));
}

const ORDER: OrderRules<Turn> = {
  link: LINK_RULES,
  count: figure,
  missed: (turn) => {
    hole(turn, "device-garbled");
  },
  // Two devices on one line, or one that restarted and whose first messages were lost.
  strange: doubtDevice,
  isRepeatDamage: true,
};

/** `text`: what the message says. */
function take(turn: Turn, read: ShoeMessage, text: string): void {
  const isTaken = takeInOrder(turn, { n: read.n, at: read.at, text }, ORDER, (place) => {
    if (read.m !== "identity" || !(isRestart(turn, read) || (place === "old" && turn.known === null)))
      return false;
    restarted(turn, read);
    return true;
  });
  if (!isTaken) return;
  if (turn.identity === null) askIdentity(turn);
  if (!isLate(turn, read.at) || read.m === "identity") act(turn, read);
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
