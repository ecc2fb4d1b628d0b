import type { FaceSet } from "../../../src/dice/faces.ts";
import type { ArenaState, DiceObservation } from "../../../src/dice/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START, type FramerState } from "../../line-framer.ts";
import {
  LINK_FAULTS,
  LINK_START,
  type FaultState,
  type FaultObservation,
  type LinkState,
} from "../../link/link.ts";
import { SEQUENCE_START, type Sequence } from "../../link/sequence.ts";
import { EYE_FAULTS, type EyeFault, type EyeKnows } from "./codes.ts";
import type { Hello } from "./messages.ts";
import type { FaultCode } from "../../../src/codes/faults.ts";

/** What the session is set to for one installed eye. */
export interface TiradaEyeOptions {
  /** First 16 hex digits of the calibration that this table was set up with; null: any. */
  readonly digest: string | null;
  /** Faces of the dice that the game is played with. */
  readonly faces: FaceSet;
  /** What the table was told that this eye knows; an eye that knows less is refused. */
  readonly knows: EyeKnows;
}

/** What stands, by heartbeat and messages. */
export interface ActiveFaults {
  readonly state: ArenaState;
  readonly dome: boolean | null;
  readonly rests: number;
  readonly faults: readonly EyeFault[];
}

/** What the session knows, all plain JSON. */
export interface EyeState {
  readonly lines: FramerState;
  readonly link: LinkState;
  readonly faults: FaultState;
  readonly sequence: Sequence;
  /** What the eye said it is, since the port was opened; null: not yet. */
  readonly hello: Omit<Hello, "m"> | null;
  /** Outlives a lost port. */
  readonly boot: number | null;
  /** The eye fits the table: what it tells is taken. */
  readonly fits: boolean;
  /** A heartbeat told what stands, and nothing was missed since. */
  readonly attached: boolean;
  /** Something was told since the last gap: a throw may come to rest before the heartbeat that attaches the eye again. */
  readonly toldSinceGap: boolean;
  /** Only valid while `attached`. */
  readonly standing: ActiveFaults;
  /** Number of the last rest that was taken; null: any may come next. Begins anew with each boot. */
  readonly rest: number | null;
  /** Frames at the heartbeat that last had more of them, and when it came; null: none yet. */
  readonly watched: { readonly frames: number; readonly t: MonoUs } | null;
  readonly figures: Figures;
}

/** Counted since the unit's start, for the technician. */
export interface Figures {
  readonly rests: number;
  readonly undecided: number;
  readonly missed: number;
  readonly repeated: number;
  readonly strange: number;
  readonly restarts: number;
  readonly frames: number;
  readonly dropped: number;
  readonly damagedFrames: number;
  readonly light: number;
  readonly drift: number;
}

/** Observations of the step: faults of the link's bookkeeping are the eye's. */
export interface Reported {
  readonly all: DiceObservation[];
  push(observation: FaultObservation | DiceObservation): unknown;
}

function reportedOf(): Reported {
  const all: DiceObservation[] = [];
  return {
    all,
    push: (observation) => {
      if ("code" in observation)
        all.push({ o: observation.o, device: "eye", code: observation.code, detail: observation.detail });
      else all.push(observation);
    },
  };
}

/** One step under way: the state being made and what has been observed. Local to a step, so the session stays pure. */
export type SessionContext = { -readonly [Key in keyof EyeState]: EyeState[Key] } & {
  readonly out: Reported;
  readonly t: MonoUs;
  readonly options: TiradaEyeOptions;
};

/** Every standing fault of an eye: an earlier session may have left any of them. */
const EVERY_FAULT: readonly FaultCode[] = [...LINK_FAULTS, "eye-setup", "eye-stopped", ...EYE_FAULTS];

const NOTHING_STANDS: ActiveFaults = { state: "unknown", dome: null, rests: 0, faults: [] };

export function eyeStart(): EyeState {
  return {
    lines: FRAMER_START,
    link: LINK_START,
    faults: { standing: [], unsettled: EVERY_FAULT },
    sequence: SEQUENCE_START,
    hello: null,
    boot: null,
    fits: false,
    attached: false,
    toldSinceGap: false,
    standing: NOTHING_STANDS,
    rest: null,
    watched: null,
    figures: {
      ...{ rests: 0, undecided: 0, missed: 0, repeated: 0, strange: 0, restarts: 0 },
      ...{ frames: 0, dropped: 0, damagedFrames: 0, light: 0, drift: 0 },
    },
  };
}

export function beginStep(state: EyeState, t: MonoUs, options: TiradaEyeOptions): SessionContext {
  return { ...state, out: reportedOf(), t, options };
}

export function endStep(context: SessionContext): EyeState {
  const { lines, link, faults, sequence, hello, boot, fits, attached, toldSinceGap } = context;
  const { standing, rest, watched, figures } = context;
  return {
    ...{ lines, link, faults, sequence, hello, boot, fits, attached, toldSinceGap },
    ...{ standing, rest, watched, figures },
  };
}

export function figure(context: SessionContext, name: keyof Figures, more = 1): void {
  context.figures = { ...context.figures, [name]: context.figures[name] + more };
}
