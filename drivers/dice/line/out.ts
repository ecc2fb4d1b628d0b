import type { DiceDevice, DiceObservation } from "../../../src/dice/observation.ts";
import type { FaultObservation } from "../../link/link.ts";

/** The observations of one step. Faults of the link know no device: they are told as this one's. */
export interface DiceOut {
  push(observation: DiceObservation | FaultObservation): unknown;
  readonly said: readonly DiceObservation[];
}

export function diceOut(device: DiceDevice): DiceOut {
  const said: DiceObservation[] = [];
  return {
    said,
    push: (observation) =>
      said.push("device" in observation || !isFault(observation) ? observation : { ...observation, device }),
  };
}

function isFault(observation: DiceObservation | FaultObservation): observation is FaultObservation {
  return observation.o === "fault" || observation.o === "fault-cleared";
}
