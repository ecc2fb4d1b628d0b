import { monoUs, type MonoUs } from "../../../src/time/instant.ts";
import { frame, FRAMER_START } from "../../line-framer.ts";
import { passing } from "../../link/faults.ts";
import { isLate } from "../../link/late.ts";
import { bytesCame, damaged, heard, opened, portLost, quiet, silentAt } from "../../link/link.ts";
import { missingBefore, placeOf, taken } from "../../link/sequence.ts";
import type { SessionInput } from "../../session.ts";
import type { DiceSession, DiceStep } from "../session.ts";
import { eyeAbilities } from "./abilities.ts";
import { act, isRestart, restarted } from "./acting.ts";
import { doubt, hole, LINK_RULES, SILENCE_US } from "./holes.ts";
import { LINE_LIMIT, messageOf } from "./lines.ts";
import type { EyeMessage } from "./messages.ts";
import {
  beginTurn,
  endTurn,
  eyeStart,
  figure,
  type EyeState,
  type TiradaEyeOptions,
  type Turn,
} from "./state.ts";

/**
 * The session of one tirada eye (docs/devices/eye.md), in this computer or behind a serial line: bytes in, observations
 * out. It sees to it that every throw is told once, as the eye read it, and that nothing missed goes unsaid.
 */
export function tiradaEyeSession(options: TiradaEyeOptions): DiceSession<EyeState> {
  return {
    device: "tirada-eye",
    kind: "eye",
    abilities: eyeAbilities(options.knows),
    initial: eyeStart,
    step: (state, input) => step(state, input, options),
    wakeAt,
    figures: figuresOf,
  };
}

function step(state: EyeState, input: SessionInput, options: TiradaEyeOptions): DiceStep<EyeState> {
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
    case "tick":
      break;
  }
  return { state: endTurn(turn), observations: turn.out.all, writes: [] };
}

function begin(turn: Turn): void {
  opened(turn, LINK_RULES);
  turn.lines = FRAMER_START;
}

function bytes(turn: Turn, text: string): void {
  // A recording may begin with the port open.
  if (!turn.link.up) begin(turn);
  bytesCame(turn);
  const framed = frame(turn.lines, text, LINE_LIMIT);
  turn.lines = framed.state;
  if (framed.overlong > 0) damaged(turn, LINK_RULES, framed.overlong);
  // The first line after opening may be the tail of a cut one: that is no damage, and it is not taken either.
  for (const line of framed.lines) if (line.whole) message(turn, messageOf(line.text), line.text);
}

/** Bytes were lost before anyone read them: the line under way must not grow together with the rest of another one. */
function overrun(turn: Turn, lost: number): void {
  passing(turn, "recording-overrun", { bytes: lost });
  damaged(turn, LINK_RULES);
  hole(turn, "overflow");
  turn.lines = { partial: "", skipping: true, synced: false };
}

function message(turn: Turn, read: EyeMessage | null, text: string): void {
  if (read === null) damaged(turn, LINK_RULES);
  else take(turn, read, text);
}

function take(turn: Turn, read: EyeMessage, text: string): void {
  const place = placeOf(turn.sequence, read, text);
  if (read.m === "hello" && (isRestart(turn, read) || (place === "old" && turn.boot === null))) restarted(turn);
  else if (place === "old") return strange(turn);
  else if (place === "repeated") return figure(turn, "repeated");
  else if (place === "gap") {
    figure(turn, "missed", missingBefore(turn.sequence, read));
    hole(turn, "device-garbled");
  }
  heard(turn);
  turn.sequence = taken(turn.sequence, read, text);
  if (!isLate(turn, read.at) || read.m === "hello") act(turn, read);
}

/**
 * A sound line with a number or a time that cannot be: two eyes on one line, or one that restarted and whose first
 * lines were lost, or an adapter that gives an old block once more. Nothing is believed until whoever is there has said
 * who it is, and speaks at its own pace: in an old block a whole throw may stand that was told long ago.
 */
function strange(turn: Turn): void {
  figure(turn, "strange");
  damaged(turn, LINK_RULES);
  hole(turn, "device-garbled");
  doubt(turn);
  turn.boot = null;
  turn.link = { ...turn.link, late: "all" };
}

function wakeAt(state: EyeState): MonoUs | null {
  const silent = silentAt(state.link, SILENCE_US);
  return silent === null ? null : monoUs(silent);
}

function figuresOf({ figures, link, attached }: EyeState): Readonly<Record<string, number>> {
  return {
    "eye throws": figures.rests,
    "eye throws undecided": figures.undecided,
    "eye frames": figures.frames,
    "eye frames dropped": figures.dropped,
    "eye frames damaged": figures.damagedFrames,
    "eye light": figures.light,
    "eye shift, px/100": figures.drift,
    "eye damaged messages": link.damaged,
    "eye missed messages": figures.missed,
    "eye repeated messages": figures.repeated,
    "eye strange messages": figures.strange,
    "eye restarts": figures.restarts,
    "eye attached": attached ? 1 : 0,
  };
}
