import type { AvrMachine } from "../avr/machine.ts";

/** Inputs of a chain of three 74HC165. */
export const HOLES_A_CHAIN = 24;
const LOAD = 1 << 3;
const CLOCK = 1 << 4;
/** Bits of port B that the two chains' serial outputs are wired to. */
const SERIAL_OUT = [1, 2] as const;

/**
 * Two chains of three 74HC165 at port B. While SH/LD is low the inputs are taken over; each rising clock shifts on. Input
 * H of the register next to the board is hole 00 and is on the wire first.
 */
export class ShiftChains {
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
