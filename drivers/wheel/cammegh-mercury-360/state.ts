import type { MonoUs } from "../../../src/time/instant.ts";
import type { Direction, WheelObservation, WheelStage } from "../../../src/table/wheel/observation.ts";
import { FRAMER_START, type FramerState } from "../../line-framer.ts";
import type { IdentityQuestion } from "../../link/identity-question.ts";
import { LINK_FAULTS, type FaultState, type LinkState, type LinkContext, type Loss } from "../../link/link.ts";
import type { OldNumber } from "../cammegh.ts";
import type { Protocol, Status } from "./codec.ts";
import type { FaultCode } from "../../../src/codes/faults.ts";
import type { WheelReason } from "../../../src/codes/reasons.ts";

/** What the session is set to for one installed wheel. */
export interface MercuryOptions {
  /** What the port speaks (`*m`). */
  readonly protocol: Protocol;
  /** 37 or 38. */
  readonly pockets: number;
  /** Speed of the port, above 0; 9600 unless told (`drivers/wheel/pace.ts`). */
  readonly baud?: number;
  /** `*G0` as the technician read it, 0x00–0x3F; unknown when left out. */
  readonly gameMode?: number | null;
  /** Ask the wheel what it is, on a port whose lines do not show it; it is not asked unless given. */
  readonly ask?: boolean;
}

/** What the session knows, all plain JSON so that a recording can start in the middle. */
export interface MercuryState {
  readonly framer: FramerState;
  readonly link: Link;
  readonly noise: Noise;
  /** The last status line of the confirmed state. */
  readonly wheel: Status | null;
  /** A status that differs in state or game and waits for a second line to confirm it. */
  readonly suspect: Seen | null;
  /** A single line of state 3 before the suspect, which two lines of state 4 may bear out. */
  readonly skipped: Seen | null;
  /** The last status line, as it came. */
  readonly last: { readonly text: string; readonly at: MonoUs } | null;
  /** Status lines that came twice, since the start. */
  readonly copies: number;
  readonly old: OldNumber | null;
  readonly spin: Spin | null;
  /** The number that was last given out, so that it is not given twice. */
  readonly given: { readonly game: number; readonly pocket: string; readonly contradicted: boolean } | null;
  /** When the game number goes up: with the result, or with the game after it; null until it was seen. */
  readonly countsOn: "result" | "next-game" | null;
  readonly flags: FlagRuns;
  readonly basic: Basic;
  readonly asks: IdentityQuestion;
  /** On this connection the wheel has said itself what it is. */
  readonly told: boolean;
  /** What it answered on this connection, asked for its version. Absent: nothing. */
  readonly version?: string;
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
  /** Bytes came since the last good line: tells talking nonsense from silence. */
  readonly bytesSince: boolean;
}

/** Damaged lines of the last seconds, and whether the fault was given out. */
export interface Noise {
  readonly damagedAt: readonly MonoUs[];
  readonly reported: boolean;
  readonly total: number;
  /** The protocol that the last damaged line would fit, if any. */
  readonly looksLike: Protocol | null;
}

/** Lines running that carried each flag, and lines running without it. */
export type FlagName = keyof Status["flags"];
export interface FlagRuns {
  readonly up: Readonly<Record<FlagName, number>>;
  readonly down: Readonly<Record<FlagName, number>>;
  /** Faults given out and not yet cleared. */
  readonly standing: readonly FaultCode[];
  /** Faults that an earlier session may have left active: the first report about each decides it. */
  readonly unsettled: readonly FaultCode[];
}

/** One spin as the line tells it. */
export interface Spin {
  /** The device's game number while the ball ran. */
  readonly game: number;
  /** The game number of its state-5 lines; null before the first. */
  readonly resultGame: number | null;
  /** Seen from state 2 on without a gap. */
  readonly watched: boolean;
  readonly sawNoMoreBets: boolean;
  /** The number of the game before, which the lines show until the result. */
  readonly numberBefore: string | null;
  readonly bare: { readonly pocket: string; readonly at: MonoUs } | null;
  /** Equal state-5 lines, counted at the wheel's own pace. */
  readonly fives: {
    readonly pocket: string;
    readonly lines: number;
    readonly at: MonoUs;
    /** The first came soon enough after the bare number. */
    readonly besideBare: boolean;
  } | null;
  readonly decided: boolean;
  readonly contradicted: boolean;
  /** The device voided it (flag 8): no number until the ball is launched again. */
  readonly dead: boolean;
  /** State-5 lines that differ from the number given, running. */
  readonly changed: number;
  readonly ball: BallTrack;
  readonly rotor: RotorTrack;
}

export interface BallTrack {
  /** What was said of its direction. */
  readonly said: "with-rotor" | "against-rotor" | null;
  readonly sense: { readonly is: "with-rotor" | "against-rotor"; readonly lines: number } | null;
  /** The lap count of the last line, and the largest that two lines running bear out. */
  readonly laps: { readonly last: number; readonly sure: number; readonly from: number } | null;
  /** Lines running with no ball in the wheel. */
  readonly missing: number;
  readonly left: boolean;
  readonly unseen: boolean;
  /** Flag 2 was believed. */
  readonly flagged: boolean;
}

export interface RotorTrack {
  readonly direction: Direction;
  /** The last speed that is in line with the one before; tenths of rpm, 0 unknown. */
  readonly rpm10: number;
  readonly off: Run;
  readonly standing: Run;
  readonly reversed: Run;
  /** Lines running in which field D is against the direction bits of EEEE. */
  readonly differs: number;
}

export interface Run {
  readonly lines: number;
  readonly reported: boolean;
}

/** Where a basic port is in `*S`, `*N`, `*W`. */
export interface Basic {
  readonly at: "unknown" | "started" | "no-more-bets" | "won";
  /** `*S` and `*N` came in order. */
  readonly inOrder: boolean;
  readonly since: MonoUs | null;
  readonly pocket: string | null;
  readonly attached: boolean;
}

const NONE: Readonly<Record<FlagName, number>> = { rotorLimits: 0, withRotor: 0, sensors: 0, void: 0 };
export const BASIC_START: Basic = { at: "unknown", inOrder: false, since: null, pocket: null, attached: false };

export const MERCURY_START: MercuryState = {
  framer: FRAMER_START,
  link: { up: false, heardAt: null, loss: null, attaching: true, bunched: 0, bytesSince: false },
  noise: { damagedAt: [], reported: false, total: 0, looksLike: null },
  wheel: null,
  suspect: null,
  skipped: null,
  last: null,
  copies: 0,
  old: null,
  spin: null,
  given: null,
  countsOn: null,
  flags: { up: NONE, down: NONE, standing: [], unsettled: LINK_FAULTS },
  basic: BASIC_START,
  asks: { identityAt: null, tries: 0 },
  told: false,
};

/** Every standing fault of a Mercury 360; a basic port has no flags. */
export const faultsOf = ({ protocol, ask = false }: MercuryOptions): readonly FaultCode[] => [
  ...LINK_FAULTS,
  ...(protocol === "basic" ? [] : (["rotor-limits", "wheel-component", "rotor-irregular"] as const)),
  ...(ask ? (["wheel-setup", "wheel-other"] as const) : []),
];

export const mercuryStart = (options: MercuryOptions): MercuryState => ({
  ...MERCURY_START,
  flags: { ...MERCURY_START.flags, unsettled: faultsOf(options) },
});

/**
 * One step under way: the state so far and what has been observed. Local to a step, so the session stays pure. `link` and
 * `faults` are parts of the state in the shape that all line devices share.
 */
export class SessionContext implements LinkContext {
  s: MercuryState;
  readonly out: WheelObservation[] = [];
  readonly writes: string[] = [];
  readonly t: MonoUs;
  readonly options: MercuryOptions;

  constructor(state: MercuryState, t: MonoUs, options: MercuryOptions) {
    this.s = state;
    this.t = t;
    this.options = options;
  }

  get link(): LinkState {
    const { up, heardAt, loss, bytesSince } = this.s.link;
    const { damagedAt, reported, total } = this.s.noise;
    return {
      up,
      heardAt,
      loss,
      bytesSince,
      damagedAt,
      noise: reported,
      damaged: total,
      late: null,
    };
  }

  set link({ up, heardAt, loss, bytesSince, damagedAt, noise, damaged }: LinkState) {
    updateState(this, {
      link: { ...this.s.link, up, heardAt, loss, bytesSince },
      noise: { ...this.s.noise, damagedAt, reported: noise, total: damaged },
    });
  }

  get asks(): IdentityQuestion {
    return this.s.asks;
  }

  set asks(asks: IdentityQuestion) {
    updateState(this, { asks });
  }

  /** The state has the faults of the line in its link and its noise, and those of the flags by their codes. */
  get faults(): FaultState {
    const { link, noise, flags } = this.s;
    const loss = link.loss === null ? [] : [link.loss];
    const ofLine: readonly FaultCode[] = noise.reported ? [...loss, "line-noise"] : loss;
    return { standing: [...ofLine, ...flags.standing], unsettled: flags.unsettled };
  }

  set faults({ standing, unsettled }: FaultState) {
    const ofFlags = standing.filter((code) => !LINK_FAULTS.includes(code));
    updateState(this, { flags: { ...this.s.flags, standing: ofFlags, unsettled } });
  }
}

export function updateState(context: SessionContext, change: Partial<MercuryState>): void {
  context.s = { ...context.s, ...change };
}

/** Changes the spin that runs; without one nothing happens. */
export function setSpin(context: SessionContext, change: Partial<Spin>): void {
  if (context.s.spin !== null) updateState(context, { spin: { ...context.s.spin, ...change } });
}

export function emitObservation(context: SessionContext, observation: WheelObservation): void {
  context.out.push(observation);
}

const STAGES: Readonly<Record<Status["state"], WheelStage>> = {
  1: "starting",
  2: "betting",
  3: "ball-in-rim",
  4: "no-more-bets",
  5: "result",
  6: "idle",
  7: "dealer-lock",
};

export function stageOf(status: Status): WheelStage {
  return STAGES[status.state];
}

/** The ball runs or lies: states 3, 4, 5 and 7. */
export function isRunning({ state }: Status): boolean {
  return state === 3 || state === 4 || state === 5 || state === 7;
}

/** Two reports of one spin that cannot both be true: the spin will have no number. */
export function reportContradiction(context: SessionContext, what: WheelReason, seen: readonly string[]): void {
  const { spin } = context.s;
  if (spin === null || spin.contradicted) return;
  setSpin(context, { contradicted: true });
  emitObservation(context, { o: "contradiction", what, seen });
}
