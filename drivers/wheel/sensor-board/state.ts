import type { WheelObservation } from "../../../src/table/wheel/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START, type FramerState } from "../../line-framer.ts";
import { isFaultActive, LINK_FAULTS, LINK_START, type FaultState, type LinkState } from "../../link/link.ts";
import { ASKS_START, type Asks } from "./asking.ts";
import { CLOCK_START, type ClockState } from "./clock.ts";
import type { Heartbeat, Identity } from "./lines.ts";
import type { WheelSetup } from "./wheel-setup.ts";
import { SEQUENCE_START, type Sequence } from "./sequence.ts";
import type { Tracker } from "./tracker/tracker.ts";
import type { FaultCode } from "../../../src/codes/faults.ts";

/** What the session is set to for one installed wheel. */
export interface SensorBoardOptions {
  readonly setup: WheelSetup;
  /** Number of the board that the calibration was learned with; null: any. */
  readonly board: number | null;
  readonly tracker: Tracker;
}

/** What the session knows, all plain JSON so that a recording can start in the middle. */
export interface BoardState {
  readonly framer: FramerState;
  readonly link: LinkState;
  readonly faults: FaultState;
  readonly sequence: Sequence;
  /** The newest lines of this run of the board, as they came; at most four. */
  readonly newest: readonly string[];
  /** What the board said it is, since the port was opened or the board was reset; null: not yet. */
  readonly identity: Identity | null;
  /** Resets that the board last spoke of, and which board it was; outlives a lost port. */
  readonly known: { readonly board: string; readonly boots: number } | null;
  /** The identity fits the wheel setup and its calibration: the tracker is run. */
  readonly fits: boolean;
  /** The round has been told what stage it is, and no gap came since. */
  readonly attached: boolean;
  /** Levels of the channels, by letter of `LEVEL_LETTERS`, as the edges tell them; only valid with `levelsKnown`. */
  readonly levels: number;
  readonly holesH: number;
  readonly holesG: number;
  /** A heartbeat has told the levels since the last gap. */
  readonly levelsKnown: boolean;
  readonly covered: boolean;
  readonly clock: ClockState;
  readonly asks: Asks;
  /** The last heartbeat since the board's reset. */
  readonly beat: Heartbeat | null;
  readonly figures: Figures;
  /** The tracker's own state. */
  readonly tracker: unknown;
}

/** Counted since the unit's start, for the technician. */
export interface Figures {
  /** Lines that never came, by their numbers. */
  readonly missedLines: number;
  /** Lines with a right sum that belong to no order: another talker, or a board that was reset. */
  readonly strangeLines: number;
  /** Lines that came twice, byte for byte. */
  readonly repeatedLines: number;
  readonly resets: number;
  readonly edgesLost: number;
  readonly refused: number;
}

/** One step under way: the state being made and what has been observed. Local to a step, so the session stays pure. */
export type SessionContext = { -readonly [Key in keyof BoardState]: BoardState[Key] } & {
  readonly out: WheelObservation[];
  readonly writes: string[];
  readonly t: MonoUs;
  readonly options: SensorBoardOptions;
  readonly emit: (observation: WheelObservation) => void;
};

/** Bits of `levels`. */
export const COVER = 1 << 9;
export const TAMPER = 1 << 10;

/** Every standing fault of a sensor board. */
export const EVERY_FAULT: readonly FaultCode[] = [
  ...LINK_FAULTS,
  "board-waits",
  "wheel-pockets",
  "wheel-setup",
  "not-calibrated",
  "clock-doubt",
  "tamper",
];

export function boardStart({ tracker }: SensorBoardOptions): BoardState {
  return {
    framer: FRAMER_START,
    link: LINK_START,
    faults: { standing: [], unsettled: EVERY_FAULT },
    sequence: SEQUENCE_START,
    newest: [],
    identity: null,
    known: null,
    fits: false,
    attached: false,
    levels: 0,
    holesH: 0,
    holesG: 0,
    levelsKnown: false,
    covered: false,
    clock: CLOCK_START,
    asks: ASKS_START,
    beat: null,
    figures: { missedLines: 0, strangeLines: 0, repeatedLines: 0, resets: 0, edgesLost: 0, refused: 0 },
    tracker: tracker.initial(),
  };
}

export function beginStep(state: BoardState, t: MonoUs, options: SensorBoardOptions): SessionContext {
  const out: WheelObservation[] = [];
  const context: SessionContext = {
    ...state,
    out,
    writes: [],
    t,
    options,
    emit: (seen) => pass(context, seen),
  };
  return context;
}

/** What the tracker says, but for what only the session knows: a covered wheel takes no bets, and doubts that stand. */
function pass(context: SessionContext, seen: WheelObservation): void {
  if (seen.o !== "stage") {
    context.out.push(seen);
    return;
  }
  const open = seen.stage === "betting" || seen.stage === "starting";
  context.out.push(context.covered && open ? { ...seen, stage: "idle" } : seen);
  if (seen.stage !== "ball-in-rim") return;
  if (context.covered) context.out.push({ o: "doubt", code: "cover-on", now: false });
  for (const code of ["tamper", "clock-doubt"] as const)
    if (isFaultActive(context, code)) context.out.push({ o: "doubt", code, now: false });
}

export function spinRuns(context: SessionContext): boolean {
  const stage = context.options.tracker.stageOf(context.tracker);
  return stage === "ball-in-rim" || stage === "no-more-bets" || stage === "ball-not-in-track";
}
