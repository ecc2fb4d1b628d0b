import type { DiceObservation } from "../../../src/dice/observation.ts";
import { FRAMER_START } from "../../line-framer.ts";
import { takeInOrder, type OrderRules } from "../../link/in-order.ts";
import { isLate } from "../../link/late.ts";
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
import { act, isRestart, restarted } from "./acting.ts";
import { doubt, hole, LINK_RULES } from "./holes.ts";
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
    ...frameOf(options),
    figures: figuresOf,
  };
}

function frameOf(options: TiradaEyeOptions): LineSession<EyeState, DiceObservation> {
  return defineLineSession<EyeState, Turn, DiceObservation>({
    link: LINK_RULES,
    beginTurn: (state, t) => beginTurn(state, t, options),
    endTurn: (turn) => ({ state: endTurn(turn), observations: turn.out.all, writes: [] }),
    begin: (turn) => {
      turn.lines = FRAMER_START;
    },
    receive: (turn, bytes) => {
      turn.lines = receiveLines(turn, turn.lines, bytes, LINES);
    },
    overrun: (turn) => {
      hole(turn, "overflow");
      turn.lines = FRAMER_LOST;
    },
  });
}

const LINES: LineRules<Turn> = {
  limit: LINE_LIMIT,
  link: LINK_RULES,
  onLine: (turn, text) => {
    const read = messageOf(text);
    if (read === null) damaged(turn, LINK_RULES);
    else take(turn, read, text);
  },
};

const ORDER: OrderRules<Turn> = { link: LINK_RULES, count: figure, missed, strange };

function take(turn: Turn, read: EyeMessage, text: string): void {
  const isTaken = takeInOrder(turn, { n: read.n, at: read.at, text }, ORDER, (place) => {
    if (read.m !== "hello" || !(isRestart(turn, read) || (place === "old" && turn.boot === null))) return false;
    restarted(turn);
    return true;
  });
  if (isTaken && (!isLate(turn, read.at) || read.m === "hello")) act(turn, read);
}

function missed(turn: Turn): void {
  hole(turn, "device-garbled");
}

/**
 * A sound line with a number or a time that cannot be: two eyes on one line, or one that restarted and whose first
 * lines were lost, or an adapter that gives an old block once more. Nothing is believed until whoever is there has said
 * who it is, and speaks at its own pace: in an old block a whole throw may stand that was told long ago.
 */
function strange(turn: Turn): void {
  hole(turn, "device-garbled");
  doubt(turn);
  turn.boot = null;
  turn.link = { ...turn.link, late: "all" };
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
