import type { MonoUs } from "../../../src/time/instant.ts";
import type { WheelObservation, WheelStage } from "../../../src/table/wheel/observation.ts";
import type { FaultState, LinkState, LinkContext } from "../../link/link.ts";
import type { Ss2State } from "./state.ts";
import type { Status } from "./status.ts";
import type { WheelReason } from "../../../src/codes/reasons.ts";

/** What the session is set to for one installed wheel. */
export interface Ss2Options {
  /** 37 or 38. */
  readonly pockets: number;
  /** Largest step that the wheel makes on purpose after no-more-bets (`*T m`), tenths of rpm. */
  readonly rotorVariationRpm10: number;
  /** Speed of the port, baud, above 0; 9600 unless given (`drivers/wheel/pace.ts`). */
  readonly baud?: number;
  /** Ask the wheel what it is after each connection. False in a replay of somebody else's log. */
  readonly ask: boolean;
}

/**
 * One step under way: the state so far and what has been observed. Local to a step, so the session stays pure. `link` and
 * `faults` are parts of the state in the shape that all line devices share.
 */
export class SessionContext implements LinkContext {
  s: Ss2State;
  readonly out: WheelObservation[] = [];
  readonly writes: string[] = [];
  readonly t: MonoUs;
  readonly options: Ss2Options;

  constructor(state: Ss2State, t: MonoUs, options: Ss2Options) {
    this.s = state;
    this.t = t;
    this.options = options;
  }

  get link(): LinkState {
    const { up, heardAt, loss, nonsense } = this.s.link;
    const { damagedAt, reported, total } = this.s.noise;
    return {
      up,
      heardAt,
      loss,
      bytesSince: nonsense,
      damagedAt,
      noise: reported,
      damaged: total,
      late: null,
    };
  }

  set link({ up, heardAt, loss, bytesSince, damagedAt, noise, damaged }: LinkState) {
    updateState(this, {
      link: { ...this.s.link, up, heardAt, loss, nonsense: bytesSince },
      noise: { damagedAt, reported: noise, total: damaged },
    });
  }

  get faults(): FaultState {
    const { standing, unsettled } = this.s.flagRuns;
    return { standing, unsettled };
  }

  set faults({ standing, unsettled }: FaultState) {
    updateState(this, { flagRuns: { ...this.s.flagRuns, standing, unsettled } });
  }
}

const STAGES: Readonly<Record<Status["state"], WheelStage>> = {
  1: "starting",
  2: "betting",
  3: "ball-in-rim",
  4: "no-more-bets",
  5: "result",
  6: "idle",
  7: "ball-not-in-track",
};

/** The stage of the wheel family for an SS2 state. */
export function stageOf(status: Status): WheelStage {
  return STAGES[status.state];
}

export function updateState(context: SessionContext, change: Partial<Ss2State>): void {
  context.s = { ...context.s, ...change };
}

export function emitObservation(context: SessionContext, observation: WheelObservation): void {
  context.out.push(observation);
}

/** Two reports of one spin that cannot both be true: the spin will have no number. */
export function reportContradiction(context: SessionContext, what: WheelReason, seen: readonly string[]): void {
  const { spin } = context.s;
  if (spin === null || spin.contradicted) return;
  updateState(context, { spin: { ...spin, contradicted: true } });
  emitObservation(context, { o: "contradiction", what, seen });
}
