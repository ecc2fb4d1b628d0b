import { clearFault, isFaultActive, raiseMomentaryFault, raiseFault } from "../../link/link.ts";
import { clockAt, lineCame } from "./clock.ts";
import { emitGap, attach, isCovered, emitLineGap } from "./gaps.ts";
import { LEVEL_LETTERS, type BoardMessage, type Heartbeat } from "./lines.ts";
import { tickOf } from "./sequence.ts";
import { spinRuns, TAMPER, type BoardState, type SessionContext } from "./state.ts";

/** What the heartbeat shows: no edge is missing, or some are. */

/** Beyond this a host instant of the board's is a guess. */
export const CLOCK_DOUBT_MAX_US = 20_000;
/** So many time questions without a good answer are a fault. */
const VAIN_MAX = 3;

export function handleHeartbeat(
  context: SessionContext,
  message: BoardMessage & { readonly m: "heartbeat" },
): void {
  const { levels: now, holesH, holesG, lost, damaged, short, deepest } = message;
  const beat = { levels: now, holesH, holesG, lost, damaged, short, deepest };
  const tick = tickOf(context.sequence, message);
  context.clock = lineCame(context.clock, tick, context.t);
  // Edges that the board lost and whose own line never came.
  if (context.beat !== null && beat.lost > context.beat.lost)
    reportLostEdges(context, beat.lost - context.beat.lost);
  context.beat = beat;
  compareLevels(context, beat);
  checkClock(context, tick);
  if (!context.fits) return;
  attach(context);
  const { tracker } = context.options;
  context.tracker = tracker.handleHeartbeat(context.tracker, tick, levelsOf(beat), context.emit);
}

/** The board's buffer was full: `count` edges are missing. */
export function reportLostEdges(context: SessionContext, count: number): void {
  const { figures, beat } = context;
  context.figures = { ...figures, edgesLost: figures.edgesLost + count };
  // The next heartbeat counts them too.
  if (beat !== null) context.beat = { ...beat, lost: Math.min(0xffff, beat.lost + count) };
  raiseMomentaryFault(context, "edges-lost", { edges: count });
  emitGap(context, "buffer", "device-garbled");
  attach(context);
}

/** The levels that the edges made must be those of the heartbeat: otherwise edges are missing although the sequence numbers have no gap. */
function compareLevels(context: SessionContext, beat: Heartbeat): void {
  const same =
    beat.levels === context.levels && beat.holesH === context.holesH && beat.holesG === context.holesG;
  if (context.levelsKnown && !same) reportContradiction(context);
  context.levels = beat.levels;
  context.holesH = beat.holesH;
  context.holesG = beat.holesG;
  context.levelsKnown = true;
  checkGuards(context);
}

/** Two words of the board that cannot both be true. */
export function reportContradiction(context: SessionContext): void {
  if (context.attached) context.out.push({ o: "doubt", code: "levels-differ", now: false });
  emitLineGap(context);
}

/** Cover and housing, from levels that are known. */
export function checkGuards(context: SessionContext): void {
  const open = (context.levels & TAMPER) !== 0;
  if (!open) clearFault(context, "tamper");
  else if (!isFaultActive(context, "tamper")) {
    raiseFault(context, "tamper", {});
    if (context.attached && spinRuns(context)) context.out.push({ o: "doubt", code: "tamper", now: false });
  }
  const covered = isCovered(context.levels);
  if (covered === context.covered) return;
  context.covered = covered;
  if (!context.attached) return;
  if (spinRuns(context)) {
    if (covered) context.out.push({ o: "doubt", code: "cover-on", now: false });
    return;
  }
  const stage = covered ? "idle" : context.options.tracker.stageOf(context.tracker);
  context.out.push({ o: "stage", stage, deviceGame: null });
}

function checkClock(context: SessionContext, tick: number): void {
  const reading = clockAt(context.clock, tick);
  if (reading !== null && reading.doubtUs <= CLOCK_DOUBT_MAX_US) {
    if (context.asks.vain > 0) context.asks = { ...context.asks, vain: 0 };
    return clearFault(context, "clock-doubt");
  }
  // The first answer may still be under way, and one answer that is late does not mean that the next ones will be.
  if (context.asks.vain < VAIN_MAX || isFaultActive(context, "clock-doubt")) return;
  raiseFault(context, "clock-doubt", reading === null ? { why: "no answer" } : { doubtUs: reading.doubtUs });
  if (context.attached && spinRuns(context)) context.out.push({ o: "doubt", code: "clock-doubt", now: false });
}

function levelsOf(beat: Heartbeat): { active: string; holesH: number; holesG: number } {
  let active = "";
  for (let bit = 0; bit < LEVEL_LETTERS.length; bit++)
    if ((beat.levels & (1 << bit)) !== 0) active += LEVEL_LETTERS.charAt(bit);
  return { active, holesH: beat.holesH, holesG: beat.holesG };
}

/** The technician's figures: what the line and the board have suffered since the unit's start, and the clock. */
export function figuresOf(state: BoardState): Readonly<Record<string, number>> {
  const { figures, link, beat } = state;
  const clock = clockAt(state.clock, state.sequence.tick);
  return {
    "board damaged lines": link.damaged,
    "board missed lines": figures.missedLines,
    "board strange lines": figures.strangeLines,
    "board repeated lines": figures.repeatedLines,
    "board resets": figures.resets,
    "board edges lost": figures.edgesLost,
    "board refusals": figures.refused,
    ...(state.known === null ? {} : { "board boots": state.known.boots }),
    ...(beat === null
      ? {}
      : {
          "board damaged host lines": beat.damaged,
          "board short pulses": beat.short,
          "board deepest buffer": beat.deepest,
        }),
    ...(clock === null ? {} : { "clock doubt µs": clock.doubtUs }),
    ...(clock === null || clock.ratePpb === null ? {} : { "clock rate ppb": clock.ratePpb }),
  };
}
