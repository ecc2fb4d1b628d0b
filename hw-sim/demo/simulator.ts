import type { BoardModel, Sent } from "../boards/board-model.ts";
import { lineNoise, type LineNoise } from "../line-noise.ts";
import { openPty, type Pty } from "../pty.ts";
import { countUpTo, type Picture, type SensedWheel, type SpinTruth } from "../wheels/sensed/sensed-wheel.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { toText } from "../../src/recording/codec.ts";

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
const NOISE_US = 400_000;
/** Host bytes that may wait for the board. A real one has a buffer of some dozen bytes and loses the rest. */
const HOST_LIMIT = 1_024;

/**
 * A simulated wheel under a sensor board, on a pseudo-terminal: to the unit it is a board like any other. The caller of `step`
 * gives its time, in µs since it began to turn.
 */
export class Simulator {
  readonly wheel: SensedWheel;
  readonly #board: BoardModel;
  readonly #pty: Pty;
  readonly #noise: LineNoise;
  #fromHost: () => string;
  #us = 0;
  #plugged = true;
  #plugging = false;
  #noisyUntil = -1;

  private constructor(parts: SimulatorParts, pty: Pty, fromHost: () => string) {
    this.wheel = parts.wheel;
    this.#board = parts.board;
    this.#pty = pty;
    this.#fromHost = fromHost;
    this.#noise = lineNoise({ oneIn: { flip: 3, drop: 6, cut: 8 } }, randomFrom(`${parts.seed}/noise`));
    parts.board.power(true, 0);
  }

  /** Rejects in one line when the pseudo-terminal cannot be made. */
  static async open(parts: SimulatorParts): Promise<Simulator> {
    let waiting = "";
    const pty = await openPty({
      path: parts.path,
      onBytes: (bytes) => (waiting = (waiting + toText(bytes)).slice(0, HOST_LIMIT)),
    });
    return new Simulator(parts, pty, () => {
      const bytes = waiting;
      waiting = "";
      return bytes;
    });
  }

  /** The instant up to which it has been simulated, µs. */
  get us(): number {
    return this.#us;
  }

  get plugged(): boolean {
    return this.#plugged;
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
  async setCable(plugged: boolean): Promise<void> {
    if (plugged === this.#plugged || this.#plugging) return;
    this.#plugging = true;
    try {
      if (plugged) await this.#pty.replug();
      // The board lives on the cable's power.
      this.#board.power(plugged, this.#us);
      this.#plugged = plugged;
      if (!plugged) await this.#pty.unplug();
      this.#fromHost();
    } finally {
      this.#plugging = false;
    }
  }

  resetBoard(): void {
    this.#board.reset(this.#us);
  }

  close(): Promise<void> {
    return this.#pty.close();
  }

  #runWheel(until: number): readonly SpinTruth[] {
    const { edges, truth } = this.wheel.run(until);
    let from = 0;
    for (const trouble of this.wheel.lineTroubles()) {
      const end = countUpTo(edges, trouble.us, from);
      this.#send(this.#board.step(trouble.us, edges.slice(from, end)));
      from = end;
      this.#applyTrouble(trouble);
    }
    this.#send(this.#board.step(until, from === 0 ? edges : edges.slice(from), this.#fromHost()));
    this.#us = until;
    return truth;
  }

  #applyTrouble({ us, what }: ReturnType<SensedWheel["lineTroubles"]>[number]): void {
    if (what === "reset") this.#board.reset(us);
    else if (what === "noise") this.#noisyUntil = us + NOISE_US;
    // A cable that cannot be plugged in stays out, and the unit says so.
    else this.setCable(what === "replug").catch(() => undefined);
  }

  #send(sent: readonly Sent[]): void {
    if (!this.#plugged) return;
    for (const { us, bytes } of sent) {
      const noisy = us < this.#noisyUntil;
      const passed = noisy ? this.#noise.pass(Math.ceil(us), bytes).map((one) => one.bytes) : [bytes];
      // Without a cable, or with nobody who reads, bytes go nowhere.
      for (const one of passed) this.#pty.write(one).catch(() => undefined);
    }
  }
}
