import type { Sent } from "../../lines/sent.ts";
import { readFileSync } from "node:fs";
import { AvrMachine, type PortName } from "../avr/machine.ts";
import type { BoardModel } from "../board-model.ts";
import type { Pin, PinEdge } from "../../models/wheels/sensed/sensed-wheel.ts";
import { checkOptions, sensorName, sensorReads, type Light, type WheelBoardOptions } from "./options.ts";
import { hexDigits, lineOf } from "./line-writer.ts";

/** The image that `scripts/build-boards.sh` makes of the C sources. */
export const WHEEL_IMAGE = new URL("../../../firmware/boards/wheel/image/wheel-board.hex", import.meta.url);

/** Where each channel is wired (docs/devices/sensor-board.md, "Wiring"), and whether its active level is low. */
const WIRES: Readonly<Partial<Record<Pin, readonly [PortName, number, activeLow: boolean]>>> = {
  A: ["D", 2, true],
  B: ["D", 3, true],
  C: ["D", 4, true],
  P: ["D", 5, true],
  X: ["D", 6, false],
  T: ["D", 7, true],
  Q: ["C", 0, false],
  R: ["C", 1, false],
  I: ["C", 2, false],
  V: ["C", 3, true],
  W: ["C", 4, false],
};
const EMITTERS = 5;
const TEST_LIGHT = 0;
const CYCLES_PER_US = 16;
/** A board at the bench has done what it was asked after so long, cycles: 100 ms. */
const BENCH_CYCLES = 1_600_000;

export interface EmulatedOptions extends WheelBoardOptions {
  /** Another image, Intel HEX. */
  readonly image?: string;
}

/**
 * The real firmware image on an emulated ATmega328P, with the sensors' lights and the shift registers around it.
 * @throws RangeError when the options are impossible; Error when the image cannot be read.
 */
export function emulatedBoard(options: EmulatedOptions): EmulatedBoard {
  checkOptions(options);
  const image = options.image ?? readFileSync(WHEEL_IMAGE, "utf8");
  return new EmulatedBoard(image, prepareEeprom(image, options), options);
}

/** The EEPROM of a board that was told its wheel at the bench, as its maker does it. */
function prepareEeprom(image: string, { kind, marks, board = 0 }: EmulatedOptions): Uint8Array {
  const machine = new AvrMachine(image);
  machine.run(BENCH_CYCLES);
  for (const setting of [
    `kind ${kind}`,
    `marks ${String(marks).padStart(2, "0")}`,
    `board ${hexDigits(board, 8)}`,
  ]) {
    machine.receive(lineOf(`C ${setting}`));
    machine.run(machine.cycles + BENCH_CYCLES);
  }
  return machine.eeprom;
}

/** The emulated board; a test may look at its machine. */
export class EmulatedBoard implements BoardModel {
  readonly machine: AvrMachine;
  readonly #options: EmulatedOptions;
  readonly #cyclesPerUs: number;
  readonly #shown = new Map<string, PinEdge>();
  readonly #holes: ShiftChains;
  #light: Light = { emitters: true, test: false };
  #powered = false;
  /** True time at which the machine's cycle 0 was. */
  #startUs = 0;
  #bytes = "";
  #sent: Sent[] = [];

  constructor(image: string, eeprom: Uint8Array, options: EmulatedOptions) {
    this.machine = new AvrMachine(image, eeprom);
    this.#options = options;
    this.#cyclesPerUs = CYCLES_PER_US * (1 + (options.ppm ?? 0) / 1e6);
    this.#holes = new ShiftChains(this.machine);
    for (const pin of Object.keys(WIRES) as Pin[]) this.#showEdge({ us: 0, pin, on: false, hole: 0 });
    for (const pin of ["H", "G"] as const)
      for (let hole = 0; hole < HOLES_A_CHAIN; hole += 1) this.#showEdge({ us: 0, pin, on: false, hole });
    this.machine.onByte = (byte, cycle) => this.#onMachineByte(byte, cycle);
    this.machine.onPin("C", (value, ddr) => {
      // The transistor's gate is pulled up: the emitters are on unless the chip says otherwise.
      this.#setLight({
        ...this.#light,
        emitters: (ddr & (1 << EMITTERS)) === 0 || (value & (1 << EMITTERS)) !== 0,
      });
    });
    this.machine.onPin("B", (value, ddr) => {
      const test = (value & ddr & (1 << TEST_LIGHT)) !== 0;
      if (test !== this.#light.test) this.#setLight({ ...this.#light, test });
    });
  }

  power(on: boolean, us: number): void {
    if (on === this.#powered) return;
    if (this.#powered) this.#runTo(us);
    this.#powered = on;
    if (!on) return;
    this.machine.reset("power");
    this.#startUs = us;
  }

  reset(us: number): void {
    if (!this.#powered) return;
    this.#runTo(us);
    this.machine.reset("reset");
  }

  step(us: number, edges: readonly PinEdge[], host = ""): readonly Sent[] {
    for (const edge of edges) {
      if (this.#powered) this.#runTo(edge.us);
      this.#showEdge(edge);
    }
    if (this.#powered) {
      this.#runTo(us);
      if (host !== "") this.machine.receive(host);
    }
    if (this.#bytes !== "") this.#flushBytes(us);
    const sent = this.#sent;
    this.#sent = [];
    return sent;
  }

  #runTo(us: number): void {
    this.machine.run(Math.round((us - this.#startUs) * this.#cyclesPerUs));
  }

  #onMachineByte(byte: number, cycle: number): void {
    this.#bytes += String.fromCharCode(byte);
    if (byte === 10) this.#flushBytes(this.#startUs + cycle / this.#cyclesPerUs);
  }

  #flushBytes(us: number): void {
    this.#sent.push({ us, bytes: this.#bytes });
    this.#bytes = "";
  }

  #showEdge(edge: PinEdge): void {
    this.#shown.set(sensorName(edge), edge);
    this.#driveWire(edge);
  }

  #setLight(light: Light): void {
    if (light.emitters === this.#light.emitters && light.test === this.#light.test) return;
    this.#light = light;
    for (const edge of this.#shown.values()) this.#driveWire(edge);
  }

  /** Puts on the wire what the sensor reads in this light. */
  #driveWire(edge: PinEdge): void {
    const blind = this.#options.blind?.has(sensorName(edge)) ?? false;
    const active = sensorReads(edge.pin, edge.on, this.#light, blind);
    const wire = WIRES[edge.pin];
    if (wire === undefined) this.#holes.setHole(edge.pin === "H" ? 0 : 1, edge.hole, active);
    else this.machine.setPin(wire[0], wire[1], active !== wire[2]);
  }
}

/** Inputs of a chain of three 74HC165. */
const HOLES_A_CHAIN = 24;
const LOAD = 1 << 3;
const CLOCK = 1 << 4;
/** Bits of port B that the two chains' serial outputs are wired to. */
const SERIAL_OUT = [1, 2] as const;

/**
 * Two chains of three 74HC165 at port B. While SH/LD is low the inputs are taken over; each rising clock shifts on. Input
 * H of the register next to the board is hole 00 and is on the wire first.
 */
class ShiftChains {
  readonly #machine: AvrMachine;
  /** Bit n: hole n is active; its input is then low. */
  readonly #inputs = [0, 0];
  readonly #taken = [0, 0];
  readonly #out = [true, true];
  #last = 0;

  constructor(machine: AvrMachine) {
    this.#machine = machine;
    for (const bit of SERIAL_OUT) machine.setPin("B", bit, true);
    machine.onPin("B", (value, ddr) => this.#onPins(value & ddr));
  }

  setHole(chain: 0 | 1, hole: number, active: boolean): void {
    if (hole < 0 || hole >= HOLES_A_CHAIN)
      throw new RangeError(`a chain has ${HOLES_A_CHAIN} holes, not hole ${hole}`);
    const bit = 1 << hole;
    const inputs = this.#inputs[chain] ?? 0;
    this.#inputs[chain] = active ? inputs | bit : inputs & ~bit;
  }

  #onPins(now: number): void {
    const rose = now & ~this.#last;
    this.#last = now;
    for (const chain of [0, 1] as const) {
      if ((now & LOAD) === 0 || (rose & LOAD) !== 0) this.#taken[chain] = this.#inputs[chain] ?? 0;
      else if ((rose & CLOCK) !== 0) this.#taken[chain] = (this.#taken[chain] ?? 0) >>> 1;
      const high = ((this.#taken[chain] ?? 0) & 1) === 0;
      if (high === this.#out[chain]) continue;
      this.#out[chain] = high;
      this.#machine.setPin("B", SERIAL_OUT[chain], high);
    }
  }
}
