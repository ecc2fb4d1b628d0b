import { FRAMER_START, type FramerState } from "../../line-framer.ts";
import { LINK_FAULTS, type Loss } from "../../link/link.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import type { Direction } from "../../../src/table/wheel/observation.ts";
import type { OldNumber } from "../cammegh.ts";
import { SETUP_CHECK_START, type SetupCheck } from "./setup-check.ts";
import type { Status } from "./status.ts";
import type { FaultCode } from "../../../src/codes/faults.ts";

/** What the session knows, all plain JSON so that a recording can start in the middle. */
export interface Ss2State {
  readonly framer: FramerState;
  readonly link: Link;
  /** The last confirmed status: two lines running agreed on its state and game. */
  readonly wheel: Status | null;
  /** A status that differs in state or game and waits for a second line to confirm it. */
  readonly suspect: Seen | null;
  /** The last status line, as it came. */
  readonly last: { readonly text: string; readonly at: MonoUs } | null;
  /** Status lines that came twice, since the start. */
  readonly copies: number;
  readonly old: OldNumber | null;
  readonly spin: SpinTrack | null;
  /** The number that was last reported, so that a return to state 5 does not report it twice. */
  readonly given: { readonly game: number; readonly pocket: string; readonly contradicted: boolean } | null;
  readonly flagRuns: FlagRuns;
  readonly launch: {
    readonly attempts: number;
    readonly direction: Direction | null;
    readonly withRotor: boolean;
  } | null;
  readonly noise: Noise;
  readonly setup: SetupCheck;
  /** On this connection the wheel has said itself what it is. */
  readonly told: boolean;
}

export interface Seen {
  readonly status: Status;
  readonly at: MonoUs;
}

export interface Link {
  readonly up: boolean;
  /** When the last whole status line came, or the port was opened. */
  readonly heardAt: MonoUs | null;
  /** The loss that has been reported and not yet cleared. */
  readonly loss: Loss | null;
  /** True until the first confirmed status after opening or a loss. */
  readonly attaching: boolean;
  /** Status lines without a pause since then. */
  readonly bunched: number;
  /** Damaged lines came since the last good status line: distinguishes nonsense from silence. */
  readonly nonsense: boolean;
}

/** Lines running that carried each flag, in the present confirmed state. */
export interface FlagRuns {
  /** Lines of this state so far. */
  readonly lines: number;
  readonly noBall: number;
  readonly withRotor: number;
  readonly component: number;
  readonly launchFailed: number;
  /** Faults reported and not yet cleared. */
  readonly standing: readonly FaultCode[];
  /** Faults that an earlier session may have left active: the first report about each decides it. */
  readonly unsettled: readonly FaultCode[];
  readonly cleanLines: number;
}

/** Damaged lines of the last seconds, and whether the fault was reported. */
export interface Noise {
  readonly damagedAt: readonly MonoUs[];
  readonly reported: boolean;
  readonly total: number;
}

/** One spin as the lines report it. */
export interface SpinTrack {
  readonly game: number;
  /** Watched from state 2 on without a gap. */
  readonly sawRim: boolean;
  readonly sawNoMoreBets: boolean;
  readonly direction: Direction;
  /** The number of the game before, which states 1–4 still show. */
  readonly numberBefore: string | null;
  /** Speed with which later lines are compared: the last one of state 3, or the first of state 4. */
  readonly baseRpm10: number;
  readonly offSpeed: { readonly lines: number; readonly reported: boolean };
  readonly standing: { readonly lines: number; readonly reported: boolean };
  readonly reversed: { readonly lines: number; readonly reported: boolean };
  readonly bare: { readonly pocket: string; readonly at: MonoUs } | null;
  /** WW of consistent state-5 lines before the number was reported. */
  readonly fives: readonly string[];
  /** When the last one that counts came. */
  readonly fiveAt: MonoUs | null;
  /** The ball's direction that was reported; null: none was. */
  readonly sense: "with-rotor" | "against-rotor" | null;
  readonly decided: boolean;
  readonly contradicted: boolean;
}

/** No line has carried a flag; active faults are not changed. */
export const NO_RUNS: Omit<FlagRuns, "standing" | "unsettled"> = {
  lines: 0,
  noBall: 0,
  withRotor: 0,
  component: 0,
  launchFailed: 0,
  cleanLines: 0,
};

/** Faults that show only in the wheel's answers. */
export const ASKED_FAULTS: readonly FaultCode[] = ["wheel-pockets", "wheel-setup", "wheel-other"];
/** Every standing fault of an SS2. */
export const EVERY_FAULT: readonly FaultCode[] = [
  ...LINK_FAULTS,
  "launch-failed",
  "wheel-component",
  "rotor-irregular",
  ...ASKED_FAULTS,
];

export const SS2_START: Ss2State = {
  framer: FRAMER_START,
  link: { up: false, heardAt: null, loss: null, attaching: true, bunched: 0, nonsense: false },
  wheel: null,
  suspect: null,
  last: null,
  copies: 0,
  old: null,
  spin: null,
  given: null,
  flagRuns: { ...NO_RUNS, standing: [], unsettled: EVERY_FAULT },
  launch: null,
  noise: { damagedAt: [], reported: false, total: 0 },
  setup: SETUP_CHECK_START,
  told: false,
};
