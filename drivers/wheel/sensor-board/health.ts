import { clear, isStanding, passing, stand } from "../../link/faults.ts";
import { clockAt, lineCame } from "./clock.ts";
import { hole, attach, isCovered, lineHole } from "./holes.ts";
import { LEVEL_LETTERS, type BoardMessage, type Heartbeat } from "./lines.ts";
import { tickOf } from "./sequence.ts";
import { spinRuns, TAMPER, type BoardState, type Turn } from "./state.ts";

/** What the heartbeat tells: that nothing is missing, or that something is. */

/** Beyond this a host instant of the board's is a guess. */
export const CLOCK_DOUBT_MAX_US = 20_000;
/** So many time questions without a good answer are a fault. */
const VAIN_MAX = 3;

export function heartbeat(turn: Turn, message: BoardMessage & { readonly m: "heartbeat" }): void {
  const { levels: now, holesH, holesG, lost, damaged, short, deepest } = message;
  const beat = { levels: now, holesH, holesG, lost, damaged, short, deepest };
  const tick = tickOf(turn.sequence, message);
  turn.clock = lineCame(turn.clock, tick, turn.t);
  // Edges that the board lost and whose own line never came.
  if (turn.beat !== null && beat.lost > turn.beat.lost) edgesLost(turn, beat.lost - turn.beat.lost);
  turn.beat = beat;
  levels(turn, beat);
  clockDoubt(turn, tick);
  if (!turn.fits) return;
  attach(turn);
  const { tracker } = turn.options;
  turn.tracker = tracker.quiet(turn.tracker, tick, levelsOf(beat), turn.say);
}

/** The board's buffer was full: `count` edges are missing. */
export function edgesLost(turn: Turn, count: number): void {
  const { figures, beat } = turn;
  turn.figures = { ...figures, edgesLost: figures.edgesLost + count };
  // The next heartbeat counts them too.
  if (beat !== null) turn.beat = { ...beat, lost: Math.min(0xffff, beat.lost + count) };
  passing(turn, "edges-lost", { edges: count });
  hole(turn, "buffer", "device-garbled");
  attach(turn);
}

/** The levels that the edges made must be those of the heartbeat: otherwise edges are missing that no number told of. */
function levels(turn: Turn, beat: Heartbeat): void {
  const same = beat.levels === turn.levels && beat.holesH === turn.holesH && beat.holesG === turn.holesG;
  if (turn.levelsKnown && !same) contradicted(turn);
  turn.levels = beat.levels;
  turn.holesH = beat.holesH;
  turn.holesG = beat.holesG;
  turn.levelsKnown = true;
  guards(turn);
}

/** Two words of the board that cannot both be true. */
export function contradicted(turn: Turn): void {
  if (turn.attached) turn.out.push({ o: "doubt", code: "levels-differ", now: false });
  lineHole(turn);
}

/** Cover and housing, from levels that are known. */
export function guards(turn: Turn): void {
  const open = (turn.levels & TAMPER) !== 0;
  if (!open) clear(turn, "tamper");
  else if (!isStanding(turn, "tamper")) {
    stand(turn, "tamper", {});
    if (turn.attached && spinRuns(turn)) turn.out.push({ o: "doubt", code: "tamper", now: false });
  }
  const covered = isCovered(turn.levels);
  if (covered === turn.covered) return;
  turn.covered = covered;
  if (!turn.attached) return;
  if (spinRuns(turn)) {
    if (covered) turn.out.push({ o: "doubt", code: "cover-on", now: false });
    return;
  }
  const stage = covered ? "idle" : turn.options.tracker.stageOf(turn.tracker);
  turn.out.push({ o: "stage", stage, deviceGame: null });
}

function clockDoubt(turn: Turn, tick: number): void {
  const reading = clockAt(turn.clock, tick);
  if (reading !== null && reading.doubtUs <= CLOCK_DOUBT_MAX_US) {
    if (turn.asks.vain > 0) turn.asks = { ...turn.asks, vain: 0 };
    return clear(turn, "clock-doubt");
  }
  // The first answer may still be under way, and one late answer is none that stays late.
  if (turn.asks.vain < VAIN_MAX || isStanding(turn, "clock-doubt")) return;
  stand(turn, "clock-doubt", reading === null ? { why: "no answer" } : { doubtUs: reading.doubtUs });
  if (turn.attached && spinRuns(turn)) turn.out.push({ o: "doubt", code: "clock-doubt", now: false });
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
