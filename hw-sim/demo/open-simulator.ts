import type { Calibrated, SimulatedWheel } from "../bench/messages.ts";
import { wheelPack } from "../../src/rules/pack.ts";
import { loadPack } from "../../firmware/rules/load.ts";
import { PROFILES } from "../sim/profiles.ts";
import { SIM_BOARD, simulatedBoard, simulatedWheel } from "../sim/wheels.ts";
import { Simulator } from "./simulator.ts";

/** What a technician would have learned from the simulated wheel, with its board. */
export function calibratedWheelOf(rulebook: string, simulator: Simulator): Calibrated {
  const learned = { ...simulator.wheel.calibration, board: SIM_BOARD };
  return { kind: wheelPack(loadPack(rulebook).pack).wheel.kind, learned };
}

/** The simulated wheel of a demonstration's table, on its pseudo-terminal. Nothing goes wrong by itself: the page injects. */
export function openSimulator({ rulebook, seed, board, pty }: SimulatedWheel): Promise<Simulator> {
  const pack = wheelPack(loadPack(rulebook).pack);
  return Simulator.open({
    wheel: simulatedWheel(pack, seed, PROFILES.clean),
    board: simulatedBoard(pack, seed, board),
    path: pty,
    seed,
  });
}
