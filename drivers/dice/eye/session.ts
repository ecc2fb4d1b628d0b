import type { DiceObservation } from "../../../src/dice/observation.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { takeInOrder, isLate, type OrderRules } from "../../link/sequence.ts";
import {
  defineLineSession,
  FRAMER_LOST,
  receiveLines,
  type LineRules,
  type LineSession,
} from "../../link/line-session.ts";
import { damaged } from "../../link/link.ts";
import type { DiceSession } from "../session.ts";
import { eyeAbilities } from "./abilities.ts";
import { act, isRestart, restarted } from "./apply-message.ts";
import { doubt, emitGap, LINK_RULES } from "./gaps.ts";
import { LINE_LIMIT, messageOf } from "./lines.ts";
import type { EyeMessage } from "./messages.ts";
import {
  beginStep,
  endStep,
  eyeStart,
  figure,
  type EyeState,
  type TiradaEyeOptions,
  type SessionContext,
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
    ...frameOf(options),
    figures: figuresOf,
  };
}

function frameOf(options: TiradaEyeOptions): LineSession<EyeState, DiceObservation> {
  return defineLineSession<EyeState, SessionContext, DiceObservation>({
    link: LINK_RULES,
    beginStep: (state, t) => beginStep(state, t, options),
    endStep: (context) => ({ state: endStep(context), observations: context.out.all, writes: [] }),
    startSession: (context) => {
      context.lines = FRAMER_START;
    },
    receive: (context, bytes) => {
      context.lines = receiveLines(context, context.lines, bytes, LINES);
    },
    onOverrun: (context) => {
      emitGap(context, "overflow");
      context.lines = FRAMER_LOST;
    },
  });
}

const LINES: LineRules<SessionContext> = {
  limit: LINE_LIMIT,
  link: LINK_RULES,
  onLine: (context, text) => {
    const read = messageOf(text);
    if (read === null) damaged(context, LINK_RULES);
    else take(context, read, text);
  },
};

const ORDER: OrderRules<SessionContext> = { link: LINK_RULES, count: figure, missed, rejectUnexpected };

function take(context: SessionContext, read: EyeMessage, text: string): void {
  const isTaken = takeInOrder(context, { n: read.n, at: read.at, text }, ORDER, (place) => {
    if (read.m !== "hello" || !(isRestart(context, read) || (place === "old" && context.boot === null)))
      return false;
    restarted(context);
    return true;
  });
  if (isTaken && (!isLate(context, read.at) || read.m === "hello")) act(context, read);
}

function missed(context: SessionContext): void {
  emitGap(context, "device-garbled");
}

/**
 * A sound line with a number or a time that cannot be: two eyes on one line, or one that restarted and whose first
 * lines were lost, or an adapter that gives an old block once more. Nothing is believed until whoever is there has said
 * who it is, and speaks at its own pace: in an old block a whole throw may stand that was told long ago.
 */
function rejectUnexpected(context: SessionContext): void {
  emitGap(context, "device-garbled");
  doubt(context);
  context.boot = null;
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
