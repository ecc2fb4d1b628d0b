import type { Calibrated, SimulatedWheel } from "./messages.ts";
import { wheelPack } from "../../src/rules/pack.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { PROFILES } from "../sim/profiles.ts";
import { SIM_BOARD, simulatedBoard, simulatedWheel } from "../sim/wheels.ts";
import type { BoardModel } from "../boards/board-model.ts";
import type { LineTrouble } from "../models/wheels/sensed/rounds.ts";
import {
  countUpTo,
  type Picture,
  type SensedWheel,
  type SpinTruth,
} from "../models/wheels/sensed/sensed-wheel.ts";
import { WheelLine } from "../sim/wheel-line.ts";

export interface SimulatorParts {
  readonly wheel: SensedWheel;
  readonly board: BoardModel;
  /** Where the pseudo-terminal goes, behind which the unit finds the board. */
  readonly path: string;
  readonly seed: string;
}

/** The results of one step besides bytes. */
export interface Stepped {
  readonly pictures: readonly Picture[];
  readonly truth: readonly SpinTruth[];
}

/** Between two pictures: a ball at full speed goes a twentieth of a lap meanwhile. */
const PICTURE_US = 40_000;
/** The simulation advances by at most this in one step, so that orders and the page are answered between steps. */
const STEP_MAX_US = 200_000;

/**
 * A simulated wheel under a sensor board, on a pseudo-terminal: to the unit it is a board like any other. The caller of `step`
 * gives its time, in µs since it began to turn.
 */
export class Simulator {
  readonly wheel: SensedWheel;
  readonly #board: BoardModel;
  readonly #line: WheelLine;
  #us = 0;

  private constructor({ wheel, board }: SimulatorParts, line: WheelLine) {
    this.wheel = wheel;
    this.#board = board;
    this.#line = line;
    board.power(true, 0);
  }

  /** Rejects in one line when the pseudo-terminal cannot be made. */
  static async open(parts: SimulatorParts): Promise<Simulator> {
    return new Simulator(parts, await WheelLine.open(parts.path, parts.seed));
  }

  /** The instant up to which it has been simulated, µs. */
  get us(): number {
    return this.#us;
  }

  get plugged(): boolean {
    return this.#line.terminal.plugged;
  }

  /** Goes on towards `until`, by at most 0.2 s. */
  step(until: number): Stepped {
    const pictures: Picture[] = [];
    const truth: SpinTruth[] = [];
    const end = Math.min(until, this.#us + STEP_MAX_US);
    while (this.#us < end) {
      const next = Math.min(end, (Math.floor(this.#us / PICTURE_US) + 1) * PICTURE_US);
      truth.push(...this.#runWheel(next));
      if (next % PICTURE_US === 0) pictures.push(this.wheel.look(next));
    }
    return { pictures, truth };
  }

  /** Pulls the cable, or puts it back. Resolves when it is done. */
  setCable(plugged: boolean): Promise<void> {
    // The board lives on the cable's power.
    return this.#line.terminal.setCable(plugged, () => this.#board.power(plugged, this.#us));
  }

  resetBoard(): void {
    this.#board.reset(this.#us);
  }

  close(): Promise<void> {
    return this.#line.terminal.close();
  }

  #runWheel(until: number): readonly SpinTruth[] {
    const { edges, truth } = this.wheel.run(until);
    let from = 0;
    for (const trouble of this.wheel.lineTroubles()) {
      const end = countUpTo(edges, trouble.us, from);
      this.#line.send(this.#board.step(trouble.us, edges.slice(from, end)));
      from = end;
      this.#applyTrouble(trouble);
    }
    const rest = from === 0 ? edges : edges.slice(from);
    this.#line.send(this.#board.step(until, rest, this.#line.terminal.takeHostBytes()));
    this.#us = until;
    return truth;
  }

  #applyTrouble(trouble: LineTrouble): void {
    if (trouble.what === "reset") this.#board.reset(trouble.us);
    else this.#line.suffer(trouble, (isIn) => this.#board.power(isIn, this.#us));
  }
}

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
