import type { DiceObservation } from "../../../src/dice/observation.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { acceptInOrder, isLate, type OrderRules } from "../../link/sequence.ts";
import {
  defineLineSession,
  FRAMER_LOST,
  receiveLines,
  type LineRules,
  type LineSession,
} from "../../link/line-session.ts";
import { countDamagedLines } from "../../link/link.ts";
import { addFigure, beginStep, endStep, type DiceSession } from "../session.ts";
import { eyeAbilities } from "./abilities.ts";
import { applyMessage, handleRestart, isRestart } from "./apply-message.ts";
import { LINE_LIMIT, messageOf } from "./lines.ts";
import type { EyeMessage } from "./messages.ts";
import {
  emitEyeGap,
  EVERY_FAULT,
  eyeStart,
  forgetIdentity,
  LINK_RULES,
  type EyeState,
  type TiradaEyeOptions,
  type SessionContext,
} from "./state.ts";

/**
 * The session of one tirada eye (docs/devices/eye.md), in this computer or behind a serial line: bytes in, observations out.
 * Every throw is reported once, as the eye read it, and whatever was missed is reported as a gap.
 */
export function tiradaEyeSession(options: TiradaEyeOptions): DiceSession<EyeState> {
  return {
    device: "tirada-eye",
    kind: "eye",
    abilities: eyeAbilities(options.knows),
    standingFaults: EVERY_FAULT,
    initial: eyeStart,
    ...lineSessionOf(options),
    figures: figuresOf,
  };
}

function lineSessionOf(options: TiradaEyeOptions): LineSession<EyeState, DiceObservation> {
  return defineLineSession<EyeState, SessionContext, DiceObservation>({
    link: LINK_RULES,
    beginStep: (state, t) => beginStep(state, t, "eye", options),
    endStep,
    startSession: (context) => {
      context.lines = FRAMER_START;
    },
    receive: (context, bytes) => {
      context.lines = receiveLines(context, context.lines, bytes, LINES);
    },
    onOverrun: (context) => {
      emitEyeGap(context, "overflow");
      context.lines = FRAMER_LOST;
    },
  });
}

const LINES: LineRules<SessionContext> = {
  limit: LINE_LIMIT,
  link: LINK_RULES,
  onLine: (context, text) => {
    const read = messageOf(text);
    if (read === null) countDamagedLines(context, LINK_RULES);
    else handleMessage(context, read, text);
  },
};

const ORDER: OrderRules<SessionContext> = {
  link: LINK_RULES,
  count: addFigure,
  missed: (context) => emitEyeGap(context, "device-garbled"),
  rejectUnexpected,
};

function handleMessage(context: SessionContext, read: EyeMessage, text: string): void {
  const isTaken = acceptInOrder(context, { n: read.n, at: read.at, text }, ORDER, (place) => {
    if (read.m !== "hello" || !(isRestart(context, read) || (place === "old" && context.boot === null)))
      return false;
    handleRestart(context);
    return true;
  });
  if (isTaken && (!isLate(context, read.at) || read.m === "hello")) applyMessage(context, read);
}

/**
 * A sound line with a number or a time that cannot be: two eyes on one line, or one that restarted and whose first lines were
 * lost, or an adapter that sends an old block again. Nothing is believed until the eye has identified itself and sends at its
 * own pace: an old block may hold a whole throw that was reported long ago.
 */
function rejectUnexpected(context: SessionContext): void {
  emitEyeGap(context, "device-garbled");
  forgetIdentity(context);
  context.boot = null;
  context.lying = null;
  context.link = { ...context.link, late: "all" };
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
