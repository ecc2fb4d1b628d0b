import type { OpenPort, PortEvents } from "../../drivers/port.ts";
import {
  around,
  ballLaunch,
  HandTurned,
  marksOf,
} from "../../drivers/wheel/sensor-board/calibration/hand-turned.test-help.ts";
import type { Edge } from "../../drivers/wheel/sensor-board/edge.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import type { BoardModel } from "../../hw-sim/boards/board-model.ts";
import type { PinEdge, SensedWheel } from "../../hw-sim/models/wheels/sensed/sensed-wheel.ts";
import { PROFILES } from "../../hw-sim/sim/profiles.ts";
import { simulatedBoard, simulatedWheel } from "../../hw-sim/sim/wheels.ts";
import { toBytes, toText } from "../../src/recording/codec.ts";
import { wheelPack } from "../../src/rules/pack.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";

const STEP_US = 20_000;
const HANDS_US = 4_000_000;
const INDEX = { channel: "I", from: 5.3, to: 5.85 } as const;
const on = (pin: PinEdge["pin"], us: number, isOn: boolean): PinEdge => ({ us, pin, on: isOn, hole: 0 });

/**
 * A simulated roulette under a simulated sensor board, on a port in memory: in a technician's hands first, who turns it and launches as each
 * step of the guided spin asks for; then with its croupier. Both are one wheel: what is learned of it is true of its play.
 */
export class TaughtWheel {
  readonly wheel: SensedWheel;
  readonly #clock: Clock;
  readonly #board: BoardModel;
  readonly #hands: HandTurned;
  readonly #startedAt: number;
  readonly #timer: Timer;
  #edges: PinEdge[] = [];
  #host = "";
  #events: PortEvents | null = null;
  /** Since when the croupier plays; null: he does not. */
  #playedFrom: number | null = null;
  #isIn = true;
  #off = 0;

  constructor(clock: Clock, rulebook: string, seed: string) {
    const pack = wheelPack(loadPack(rulebook).pack);
    this.wheel = simulatedWheel(pack, seed, PROFILES.clean);
    this.#board = simulatedBoard(pack, seed, "fast");
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#hands = new HandTurned(this.wheel.calibration.marks, this.#featuresAt(0));
    this.#board.step(
      1,
      Array.from(this.#hands.active(), (pin) => on(pin as PinEdge["pin"], 0, true)),
    );
    this.#board.power(true, 2);
    this.#timer = clock.every(STEP_US, "taught wheel", () => this.#step());
  }

  open: OpenPort = (events) => {
    this.#events = events;
    return Promise.resolve({
      name: "taught wheel",
      write: (bytes) => {
        this.#host += toText(bytes);
        return Promise.resolve();
      },
      close: () => {
        const was = this.#events;
        this.#events = null;
        was?.onLost({ why: "closed", detail: "the port was closed" }, this.#clock.now());
        return Promise.resolve();
      },
    });
  };

  /** Where the white patch and the first pocket are taken for, of where they are: pockets. Hands err by as many until told otherwise. */
  mistake(pockets: number): void {
    this.#off = pockets;
  }

  #featuresAt(off: number): HandTurned["features"] {
    const { marks, zero } = this.wheel.calibration;
    const patch = (INDEX.from + zero / 4_000 - 0.5 + off + marks) % marks;
    return [...marksOf(marks), INDEX, around(patch, 0.08, "P")];
  }

  /** Nothing of what hands were asked for is still to come. */
  get isStill(): boolean {
    return this.#edges.length === 0;
  }

  /** Does what a prompt of the guided spin asks for. `isWrong`: turned the other way. */
  do(prompt: string, isWrong = false): void {
    // Hands begin when what they were doing is done, and later than whoever asks for it listens.
    const us = Math.max(this.#us(), this.#edges.at(-1)?.us ?? 0) + HANDS_US;
    this.#hands.tick = 2 * us;
    if (prompt.includes("launch it")) {
      const { sensorB, sensorC, dropLapUs } = this.wheel.calibration;
      const angles = [0, sensorB / 1_000, sensorC / 1_000] as const;
      this.#queue(ballLaunch(angles, { laps: 13, clockwise: true, from: 2 * us, dropLap: dropLapUs / 1e6 }));
      return;
    }
    const { zero, marks } = this.wheel.calibration;
    const pocket = (INDEX.from + zero / 4_000 + this.#off + marks) % marks;
    if (prompt.includes("take the ball out")) this.#hands.features = this.#featuresAt(this.#off);
    if (prompt.includes("lay the ball"))
      this.#hands.features = [...this.#hands.features, around(pocket, 0.15, "P")];
    const turns = prompt.includes("other way") !== isWrong ? -4.3 : 4.3;
    this.#queue(this.#hands.turnBy(turns * marks, 12));
  }

  /** The cable is pulled, or put back. */
  plug(isIn: boolean): void {
    this.#isIn = isIn;
    if (!isIn) this.#events?.onLost({ why: "unplugged", detail: "the device disappeared" }, this.#clock.now());
  }

  /** From here on the croupier plays. */
  play(): void {
    const us = this.#us();
    this.#board.power(false, us);
    const levels = this.wheel.levels();
    const all = new Set([...Object.keys(levels), "Q", "R", "I", "P"]);
    this.#board.step(
      us + 1,
      [...all].map((pin) => on(pin as PinEdge["pin"], us, levels[pin] === true)),
    );
    this.#board.power(true, us + 2);
    this.#edges = [];
    this.#playedFrom = us + 3;
  }

  stop(): void {
    this.#timer.cancel();
  }

  #us = (): number => this.#clock.now() - this.#startedAt;

  #queue(edges: readonly Edge[]): void {
    this.#edges.push(
      ...edges.map(({ tick, channel, on: isOn, hole }) => ({ us: tick / 2, pin: channel, on: isOn, hole })),
    );
  }

  #step(): void {
    const us = this.#us();
    const from = this.#playedFrom;
    if (from !== null)
      this.#edges = this.wheel
        .run(Math.max(0, us - from))
        .edges.map((edge) => ({ ...edge, us: edge.us + from }));
    const due = this.#edges.filter((edge) => edge.us <= us);
    this.#edges = this.#edges.filter((edge) => edge.us > us);
    const host = this.#host;
    this.#host = "";
    const sent = this.#board.step(us, due, host);
    const bytes = sent.map((one) => one.bytes).join("");
    if (this.#isIn && bytes !== "") this.#events?.onBytes(toBytes(bytes), this.#clock.now());
  }
}
