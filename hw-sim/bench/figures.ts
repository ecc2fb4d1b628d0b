import type { WheelObservation } from "../../src/table/wheel/observation.ts";
import type { Figures } from "./page-messages.ts";

/** What the observations tell of the spin that runs, or ran last. */
export type SpinFigures = Pick<
  Figures,
  "rotorRpm10" | "rotorDirection" | "lapUs" | "lapsAtLeast" | "dropAt" | "dropDoubtUs" | "noMoreBetsAt"
>;

export const NOTHING_SEEN: SpinFigures = {
  rotorRpm10: null,
  rotorDirection: null,
  lapUs: null,
  lapsAtLeast: null,
  dropAt: null,
  dropDoubtUs: null,
  noMoreBetsAt: null,
};

/** One observation at `t`. */
export function applyObservation(figures: SpinFigures, seen: WheelObservation, t: number): SpinFigures {
  switch (seen.o) {
    case "rotor":
      return { ...figures, rotorRpm10: seen.rpm10, rotorDirection: seen.direction };
    case "rotor-stopped":
      return { ...figures, rotorRpm10: 0, rotorDirection: null };
    case "ball-laps":
    case "disc-turns":
      return { ...figures, lapsAtLeast: seen.atLeast };
    case "drop-predicted":
      return { ...figures, dropAt: t + seen.inUs, dropDoubtUs: seen.doubtUs };
    case "stage":
      if (seen.stage === "no-more-bets") return { ...figures, noMoreBetsAt: t };
      if (seen.stage !== "ball-in-rim") return figures;
      return { ...NOTHING_SEEN, rotorRpm10: figures.rotorRpm10, rotorDirection: figures.rotorDirection };
    default:
      return figures;
  }
}
