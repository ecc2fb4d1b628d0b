import type { Sent } from "../../../lines/sent.ts";
import { LineDevice, type Field } from "./line-device.ts";
import type { DeviceModel } from "./model.ts";

/** One throw through the horn as it truly was. */
export interface CupTruth {
  readonly us: number;
  readonly loaded: number;
  readonly left: number;
}

export interface CupModelOptions {
  readonly device: number;
  /** Without one of these the count is reported as not known. */
  readonly counts?: boolean;
  readonly gate?: boolean;
  readonly scale?: boolean;
}

/** What the sensors of one throw get wrong. */
export interface CupFault {
  /** Dice that stay in the cup. */
  readonly stay?: number;
  /** Dice that pass the gate together with another one and are not counted. */
  readonly together?: number;
}

const NOT_COUNTED = 0xff;
const LEVEL = { standing: 1, tipped: 2, blocked: 4 } as const;
/** From lifting the cup to tipping it, and from there until it is empty and back. */
const LIFT_US = 700_000;
const POUR_US = 900_000;

/** Cup and horn of banca francesa (docs/devices/cup-switch.md). Starts without power. */
export class CupModel implements DeviceModel {
  readonly line: LineDevice;
  readonly truth: CupTruth[] = [];
  readonly #options: Required<CupModelOptions>;
  #levels: number = LEVEL.standing;
  #inside = 0;
  #told: number;
  #throws = 0;
  #stuck = 0;

  constructor({ device, counts = true, gate = true, scale = true }: CupModelOptions) {
    this.#options = { device, counts, gate, scale };
    this.#told = counts ? 0 : NOT_COUNTED;
    this.line = new LineDevice({
      kind: 3,
      device,
      made: (counts ? 1 : 0) + (gate ? 2 : 0) + (scale ? 4 : 0),
      beat: () => [
        [1, this.#levels],
        [1, this.#told],
        [2, this.#throws],
        [1, this.#stuck],
      ],
    });
  }

  power(on: boolean, us: number): void {
    if (!on) return this.line.stop(us);
    this.#throws = 0;
    this.#told = this.#options.scale ? this.#inside : NOT_COUNTED;
    this.line.start(us);
  }

  /** Dice are put into the cup; `seen` of them are counted, all unless given. */
  load(us: number, dice: number, seen: number = dice): void {
    this.line.agenda.at(us, (at) => {
      this.#inside += dice;
      const before = this.#told === NOT_COUNTED ? 0 : this.#told;
      this.#told = this.#options.counts ? before + seen : NOT_COUNTED;
      this.line.sendLine(at, "L", [[1, this.#told]]);
    });
  }

  /** The croupier lifts the cup and empties it through the horn. */
  throw(us: number, { stay = 0, together = 0 }: CupFault = {}): void {
    this.line.agenda.at(us, (at) => this.#setLevel(at, LEVEL.standing, false));
    this.line.agenda.at(us + LIFT_US, (at) => this.#setLevel(at, LEVEL.tipped, true));
    this.line.agenda.at(us + LIFT_US + POUR_US, (at) => {
      const left = Math.max(0, this.#inside - stay);
      this.truth.push({ us: at, loaded: this.#inside, left });
      this.#inside -= left;
      this.#setLevel(at, LEVEL.tipped, false);
      const { gate, scale } = this.#options;
      this.#throws = (this.#throws + 1) & 0xffff;
      this.#told = scale ? this.#inside : NOT_COUNTED;
      const fields: Field[] = [
        [1, gate ? Math.max(0, left - together) : NOT_COUNTED],
        [1, this.#told],
      ];
      this.line.sendLine(at, "T", fields);
    });
    this.line.agenda.at(us + LIFT_US + 2 * POUR_US, (at) => this.#setLevel(at, LEVEL.standing, true));
  }

  /** Holds a level as it is, as a stuck switch does: 1 standing, 2 tipped, 4 the horn's gate. */
  holdLevel(us: number, level: 1 | 2 | 4, on: boolean): void {
    this.line.agenda.at(us, (at) => this.#setLevel(at, level, on));
  }

  /** Switches that the device itself finds stuck, by their bits. */
  setStuck(us: number, bits: number): void {
    this.line.agenda.at(us, (at) => {
      this.#stuck = bits;
      this.line.sendLine(at, "F", [[1, bits]]);
    });
  }

  step(us: number, host = ""): readonly Sent[] {
    return this.line.step(us, host);
  }

  #setLevel(us: number, level: number, on: boolean): void {
    this.#levels = on ? this.#levels | level : this.#levels & ~level;
    this.line.sendLine(us, "C", [[1, this.#levels]]);
  }
}
