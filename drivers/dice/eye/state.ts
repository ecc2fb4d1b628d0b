import type { FaultCode } from "../../../src/codes/faults.ts";
import type { FaceSet } from "../../../src/dice/faces.ts";
import type { DiceLoss, ThrowRead } from "../../../src/dice/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { FRAMER_START, type FramerState } from "../../line-framer.ts";
import { LINK_FAULTS, LINK_START, type FaultState, type LinkRules, type LinkState } from "../../link/link.ts";
import { SEQUENCE_START, type Sequence } from "../../link/sequence.ts";
import { emitGap, type StepContext } from "../session.ts";
import { EYE_FAULTS, type EyeKnows } from "./codes.ts";
import { STATUS_START, type EyeStatus, type Hello } from "./messages.ts";

/** What the session is set to for one installed eye. */
export interface TiradaEyeOptions {
  /** First 16 hex digits of the calibration that this table was set up with; null: any. */
  readonly digest: string | null;
  /** Faces of the dice that the game is played with. */
  readonly faces: FaceSet;
  /** What the table's configuration says that this eye knows; an eye that knows less is refused. */
  readonly knows: EyeKnows;
}

/** What the session knows, all plain JSON. */
export interface EyeState {
  readonly lines: FramerState;
  readonly link: LinkState;
  readonly faults: FaultState;
  readonly sequence: Sequence;
  /** The identity that the eye sent since the port was opened; null: none yet. */
  readonly hello: Omit<Hello, "m"> | null;
  /** Outlives a lost port. */
  readonly boot: number | null;
  /** The eye fits the table: its messages are taken. */
  readonly fits: boolean;
  /** A heartbeat gave the status, and nothing was missed since. */
  readonly attached: boolean;
  /** Something was given out since the last gap: a throw may come to rest before the heartbeat that attaches the eye again. */
  readonly toldSinceGap: boolean;
  /** By heartbeat and messages; only valid while `attached`. */
  readonly standing: EyeStatus;
  /** Number of the last rest that was taken; null: any may come next. Begins anew with each boot. */
  readonly rest: number | null;
  /** How that rest was read; null: it was not heard. */
  readonly lying: ThrowRead | null;
  /** A gap came after it: when the eye tells it again, it is given out again. Absent: as false. */
  readonly isRestDue?: boolean;
  /** Frames at the heartbeat that last had more of them, and when it came; null: none yet. */
  readonly watched: { readonly frames: number; readonly t: MonoUs } | null;
  /** Counted since the unit's start, and measured last, for the technician. */
  readonly figures: Readonly<Record<keyof typeof NO_FIGURES, number>>;
}

const NO_FIGURES = {
  rests: 0,
  undecided: 0,
  missed: 0,
  repeated: 0,
  strange: 0,
  restarts: 0,
  frames: 0,
  dropped: 0,
  damagedFrames: 0,
  light: 0,
  drift: 0,
};

export type SessionContext = StepContext<EyeState, TiradaEyeOptions>;

export const EVERY_FAULT: readonly FaultCode[] = [...LINK_FAULTS, "eye-setup", "eye-stopped", ...EYE_FAULTS];

export function eyeStart(): EyeState {
  return {
    lines: FRAMER_START,
    link: LINK_START,
    // An earlier session may have left any fault of an eye.
    faults: { standing: [], unsettled: EVERY_FAULT },
    sequence: SEQUENCE_START,
    hello: null,
    boot: null,
    fits: false,
    attached: false,
    toldSinceGap: false,
    standing: STATUS_START,
    rest: null,
    lying: null,
    isRestDue: false,
    watched: null,
    figures: NO_FIGURES,
  };
}

/** The heartbeat comes every 500 ms: four of them are missing. */
export const SILENCE_US = 2_000_000;

/** The port was gone, silent or garbled: whatever comes next may be another eye, at another time. */
export const LINK_RULES: LinkRules<SessionContext> = {
  silenceUs: SILENCE_US,
  onGap: (context, why) => {
    emitEyeGap(context, why);
    context.sequence = SEQUENCE_START;
    forgetIdentity(context);
  },
};

/** Something is missing from here on. What was missed is never bridged: the next heartbeat gives the status anew. */
export function emitEyeGap(context: SessionContext, why: DiceLoss, lostMs?: number): void {
  context.attached ||= context.toldSinceGap;
  emitGap(context, "eye", why, lostMs);
  context.toldSinceGap = false;
  context.isRestDue = true;
}

/** Nothing is believed until an eye has identified itself. */
export function forgetIdentity(context: SessionContext): void {
  context.hello = null;
  context.fits = false;
  context.watched = null;
}
