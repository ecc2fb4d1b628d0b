import type { DiceDevice, DiceObservation } from "../../../src/dice/observation.ts";
import type { FaultWord } from "../../link/link.ts";

/** The observations of one step. Faults of the link know no device: they are told as this one's. */
export interface DiceOut {
  push(word: DiceObservation | FaultWord): unknown;
  readonly said: readonly DiceObservation[];
}

export function diceOut(device: DiceDevice): DiceOut {
  const said: DiceObservation[] = [];
  return {
    said,
    push: (word) => said.push("device" in word || !isFault(word) ? word : { ...word, device }),
  };
}

function isFault(word: DiceObservation | FaultWord): word is FaultWord {
  return word.o === "fault" || word.o === "fault-cleared";
}
