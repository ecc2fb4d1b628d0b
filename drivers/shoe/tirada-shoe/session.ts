import { monoUs, type MonoUs } from "../../../src/time/instant.ts";
import { frame, FRAMER_START } from "../../line-framer.ts";
import { passing } from "../../link/faults.ts";
import { isLate } from "../../link/late.ts";
import { bytesCame, damaged, heard, opened, portLost, quiet, silentAt } from "../../link/link.ts";
import { frameReports, REPORT_FRAMER_LOST, REPORT_FRAMER_START } from "../../report-framer.ts";
import type { SessionInput } from "../../session.ts";
import type { ShoeCommand, ShoeSession, ShoeStep } from "../session.ts";
import { tiradaShoeAbilities } from "./abilities.ts";
import { act } from "./acting.ts";
import { askAt, askDue, askIdentity, command, wentOut } from "./asking.ts";
import { isSound, LINE_LIMIT, rawOfLine, rawOfReport, type Raw } from "./carrier.ts";
import { doubtDevice, hole, LINK_RULES, SILENCE_US } from "./holes.ts";
import { messageOf, type ShoeMessage } from "./messages.ts";
import { missingBefore, placeOf, taken } from "../../link/sequence.ts";
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
    step: (state, input) => step(state, input, options),
    tell: (state, wanted, t) => tell(state, wanted, t, options),
    wakeAt,
    figures: figuresOf,
  };
}

function step(state: ShoeState, input: SessionInput, options: TiradaShoeOptions): ShoeStep<ShoeState> {
  const turn = beginTurn(state, input.t, options);
  quiet(turn, LINK_RULES);
  switch (input.i) {
    case "opened":
      begin(turn);
      break;
    case "lost":
      portLost(turn, input.why, LINK_RULES);
      break;
    case "bytes":
      bytes(turn, input.bytes);
      break;
    case "overrun":
      overrun(turn, input.lost);
      break;
    case "sent":
      wentOut(turn, input.bytes);
      break;
    case "tick":
      break;
  }
  if (turn.link.up) askDue(turn);
  return { state: endTurn(turn), observations: turn.out, writes: turn.writes };
}

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

function begin(turn: Turn): void {
  opened(turn, LINK_RULES);
  turn.lines = FRAMER_START;
  turn.reports = REPORT_FRAMER_START;
  askIdentity(turn);
}

function bytes(turn: Turn, text: string): void {
  // A recording may begin with the port open.
  if (!turn.link.up) begin(turn);
  bytesCame(turn);
  if (turn.options.carrier === "line") lines(turn, text);
  else reports(turn, text);
}

function lines(turn: Turn, text: string): void {
  const framed = frame(turn.lines, text, LINE_LIMIT);
  turn.lines = framed.state;
  if (framed.overlong > 0) damaged(turn, LINK_RULES, framed.overlong);
  // The first line after opening may be the tail of a cut one: that is no damage, and it is not taken either.
  for (const line of framed.lines) if (line.whole) message(turn, rawOfLine(line.text));
}

function reports(turn: Turn, text: string): void {
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

/** Bytes were lost before anyone read them: the message under way must not grow together with the rest of another one. */
function overrun(turn: Turn, lost: number): void {
  passing(turn, "recording-overrun", { bytes: lost });
  damaged(turn, LINK_RULES);
  hole(turn, "overflow");
  turn.lines = { partial: "", skipping: true, synced: false };
  turn.reports = REPORT_FRAMER_LOST;
}

function message(turn: Turn, raw: Raw | null): void {
  const read = raw === null ? null : messageOf(raw);
  if (raw === null || read === null) damaged(turn, LINK_RULES);
  else take(turn, read, [raw.letter, ...raw.fields].join(" "));
}

/** `text`: what the message says. */
function take(turn: Turn, read: ShoeMessage, text: string): void {
  const place = placeOf(turn.sequence, read, text);
  if (read.m === "identity" && (isRestart(turn, read) || (place === "old" && turn.known === null)))
    restarted(turn, read);
  else if (place === "old") return strange(turn);
  else if (place === "repeated") {
    figure(turn, "repeated");
    return damaged(turn, LINK_RULES);
  } else if (place === "gap") {
    figure(turn, "missed", missingBefore(turn.sequence, read));
    hole(turn, "device-garbled");
  }
  heard(turn);
  if (turn.identity === null) askIdentity(turn);
  turn.sequence = taken(turn.sequence, read, text);
  if (!isLate(turn, read.at) || read.m === "identity") act(turn, read);
}

/**
 * A sound message with a number or a time that cannot be: two devices on one line, or one that restarted and whose
 * first messages were lost. Nothing is believed until whoever is there has said who it is.
 */
function strange(turn: Turn): void {
  figure(turn, "strange");
  damaged(turn, LINK_RULES);
  doubtDevice(turn);
}

function wakeAt(state: ShoeState): MonoUs | null {
  const silent = silentAt(state.link, SILENCE_US);
  const ask = state.link.up ? askAt(state.asks) : null;
  if (silent === null || ask === null) return silent ?? ask;
  return monoUs(Math.min(silent, ask));
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
