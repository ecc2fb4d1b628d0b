import type { LossKind } from "../../../src/table/wheel/observation.ts";
import type { LinkRules, Loss } from "../../link/link.ts";
import { askIdentity } from "../../link/identity-question.ts";
import { clearQuestions } from "./asking.ts";
import { CLOCK_START } from "./clock.ts";
import { COVER, type SessionContext } from "./state.ts";

/** What was missed is never bridged: every gap is reported to the round and to the tracker. */

/** The heartbeat comes every 250 ms: four of them are missing. */
export const SILENCE_US = 1_000_000;

export const LINK_RULES: LinkRules<SessionContext> = { silenceUs: SILENCE_US, onGap: onPortLost };

/** The port was gone, silent or garbled: whatever comes next may be another board, at another time. */
function onPortLost(context: SessionContext, why: Loss): void {
  emitGap(context, "port", why);
  context.sequence = { ...context.sequence, number: null, timed: false };
  context.newest = [];
  context.identity = null;
  context.fits = false;
  context.beat = null;
  context.clock = CLOCK_START;
  clearQuestions(context);
}

/** Edges are missing from here on. */
export function emitGap(
  context: SessionContext,
  why: "line" | "buffer" | "port" | "reset",
  gap: LossKind,
): void {
  const { tracker } = context.options;
  if (context.attached) context.emit({ o: "gap", why: gap, during: tracker.stageOf(context.tracker) });
  context.attached = false;
  context.levelsKnown = false;
  context.tracker = tracker.onGap(context.tracker, why, context.emit);
}

/** Reports to the round which stage the wheel is in; a spin that is running was not watched whole. */
export function attach(context: SessionContext): void {
  if (context.attached || !context.fits) return;
  context.attached = true;
  const stage = context.options.tracker.stageOf(context.tracker);
  const open = stage === "betting" || stage === "starting";
  context.out.push({ o: "attached", during: context.covered && open ? "idle" : stage, deviceGame: null });
}

/** Lines are missing or contradict each other; the board itself is still there. */
export function emitLineGap(context: SessionContext): void {
  emitGap(context, "line", "device-garbled");
  attach(context);
}

/** The board was reset: its time and its counters begin anew. */
export function onBoardReset(context: SessionContext): void {
  emitGap(context, "reset", "restart");
  context.beat = null;
  context.clock = CLOCK_START;
  clearQuestions(context);
  askIdentity(context);
}

export const isCovered = (levels: number): boolean => (levels & COVER) !== 0;
