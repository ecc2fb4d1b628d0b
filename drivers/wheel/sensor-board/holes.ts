import type { LossKind } from "../../../src/table/wheel/observation.ts";
import type { LinkRules, Loss } from "../../link/link.ts";
import { askIdentity } from "../../link/identity-question.ts";
import { askNothing } from "./asking.ts";
import { CLOCK_START } from "./clock.ts";
import { COVER, type Turn } from "./state.ts";

/** What was missed is never joined: every hole is told to the round and to the tracker. */

/** The heartbeat comes every 250 ms: four of them are missing. */
export const SILENCE_US = 1_000_000;

export const LINK_RULES: LinkRules<Turn> = { silenceUs: SILENCE_US, hole: lost };

/** The port was gone, silent or garbled: whatever comes next may be another board, at another time. */
function lost(turn: Turn, why: Loss): void {
  hole(turn, "port", why);
  turn.sequence = { ...turn.sequence, number: null, timed: false };
  turn.newest = [];
  turn.identity = null;
  turn.fits = false;
  turn.beat = null;
  turn.clock = CLOCK_START;
  askNothing(turn);
}

/** Edges are missing from here on. */
export function hole(turn: Turn, why: "line" | "buffer" | "port" | "reset", gap: LossKind): void {
  const { tracker } = turn.options;
  if (turn.attached) turn.say({ o: "gap", why: gap, during: tracker.stageOf(turn.tracker) });
  turn.attached = false;
  turn.levelsKnown = false;
  turn.tracker = tracker.hole(turn.tracker, why, turn.say);
}

/** The round is told where the wheel is; the spin that ran, if any, was not watched whole. */
export function attach(turn: Turn): void {
  if (turn.attached || !turn.fits) return;
  turn.attached = true;
  const stage = turn.options.tracker.stageOf(turn.tracker);
  const open = stage === "betting" || stage === "starting";
  turn.out.push({ o: "attached", during: turn.covered && open ? "idle" : stage, deviceGame: null });
}

/** Lines are missing, or one says what another denies; the board itself is still there. */
export function lineHole(turn: Turn): void {
  hole(turn, "line", "device-garbled");
  attach(turn);
}

/** The board was reset: its time and its counters begin anew. */
export function resetHole(turn: Turn): void {
  hole(turn, "reset", "restart");
  turn.beat = null;
  turn.clock = CLOCK_START;
  askNothing(turn);
  askIdentity(turn);
}

export const isCovered = (levels: number): boolean => (levels & COVER) !== 0;
