import type { DieFace } from "../../../src/dice/faces.ts";
import type { DiceCommand } from "../../../src/table/dice/second-source.ts";
import type { DiceObservation, ThrowRead } from "../../../src/dice/observation.ts";
import type { DiceSession, DiceStep } from "../session.ts";
import { tiradaEyeSession } from "./session.ts";
import type { EyeState, TiradaEyeOptions } from "./state.ts";

/** The second eye's own state, and what it saw lie there last. */
export interface WitnessEyeState {
  readonly eye: EyeState;
  /** The throw that lies there now; null: none, or it was disturbed. */
  readonly read: ThrowRead | null;
  /** The table has asked and has no answer yet. */
  readonly asked: boolean;
}

/**
 * A second eye over the same dice, as a second source: it reads by itself and gives its faces when the table asks. Dice that it
 * cannot read, or no longer sees, give no opinion. Its losses and faults are those of the second source.
 */
export function witnessEyeSession(options: TiradaEyeOptions): DiceSession<WitnessEyeState> {
  const eye = tiradaEyeSession(options);
  const stepWith = (state: WitnessEyeState, step: DiceStep<EyeState>): DiceStep<WitnessEyeState> => {
    let next: WitnessEyeState = { ...state, eye: step.state };
    const observations: DiceObservation[] = [];
    for (const seen of step.observations) {
      next = withReading(next, seen);
      const own = witnessObservationOf(seen);
      if (own !== null) observations.push(own);
    }
    if (next.asked && next.read !== null) {
      observations.push(opinionOf(next.read));
      next = { ...next, asked: false };
    }
    return { state: next, observations, writes: step.writes };
  };
  return {
    device: "witness-eye",
    kind: "witness",
    abilities: {},
    standingFaults: eye.standingFaults,
    initial: () => ({ eye: eye.initial(), read: null, asked: false }),
    step: (state, input) => stepWith(state, eye.step(state.eye, input)),
    applyCommand: (state, { c }: DiceCommand) =>
      stepWith({ ...state, asked: c === "look" }, { state: state.eye, observations: [], writes: [] }),
    wakeAt: (state) => eye.wakeAt(state.eye),
    isSilent: (state) => eye.isSilent?.(state.eye) === true,
    figures: (state) => eye.figures?.(state.eye) ?? {},
  };
}

/** Whatever moves, is lost or disturbed ends what it knew of the throw. */
function withReading(state: WitnessEyeState, seen: DiceObservation): WitnessEyeState {
  switch (seen.o) {
    case "rest":
      return { ...state, read: seen.read };
    case "arena":
      return seen.state === "rest" ? state : { ...state, read: null };
    case "attached":
    case "gap":
    case "disturbed":
      return { ...state, read: null };
    default:
      return state;
  }
}

/** What of an eye's observations a second source gives out: its link and its health, and nothing of the arena. */
function witnessObservationOf(seen: DiceObservation): DiceObservation | null {
  switch (seen.o) {
    case "attached":
    case "gap":
    case "fault":
    case "fault-cleared":
      return { ...seen, device: "witness" };
    default:
      return null;
  }
}

function opinionOf({ verdict, dice, reasons }: ThrowRead): DiceObservation {
  const faces: DieFace[] = dice.flatMap(({ face }) => face ?? []);
  if (verdict === "readable" && faces.length === dice.length) return { o: "witness", faces, why: null };
  return { o: "witness", faces: null, why: reasons[0] ?? "not-read" };
}
