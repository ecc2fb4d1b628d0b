import type { DeviceModel, Sent } from "./model.ts";
import { LineDevice, type Field } from "./line-device.ts";

/** What can go wrong with one shake. */
export type ShakeFault =
  /** It stops after this part of the time, per cent. */
  | { readonly f: "short"; readonly percent: number }
  /** It is accepted and does not happen. */
  | { readonly f: "none" }
  /** The motion program ends with errors after this part of the time. */
  | { readonly f: "error"; readonly percent: number }
  /** The drive runs and the cup stands still: a coupling is broken. */
  | { readonly f: "uncoupled" }
  /** It shakes on for ever. */
  | { readonly f: "stuck" };

/** One shake as it truly was. */
export interface ShakeTruth {
  readonly fromUs: number;
  /** When it ended; null: it has not. */
  readonly toUs: number | null;
  readonly askedMs: number;
  /** ms for which the dice were shaken. */
  readonly shookMs: number;
  readonly fault: ShakeFault["f"] | null;
}

export interface ShakerLineModelOptions {
  readonly device: number;
  readonly motion: boolean;
  readonly byHand?: boolean;
}

const STATE = { idle: 0, accepted: 1, shaking: 2, failed: 3 } as const;
const NONE = 0xffff_ffff;
/** From the acceptance until it shakes, and from an error until it is idle again. */
const SPIN_UP_US = 300_000;
const RECOVER_US = 2_000_000;

/** A dice shaker on the open dice line (docs/devices/shaker.md). Starts without power. */
export class ShakerLineModel implements DeviceModel {
  readonly line: LineDevice;
  readonly #options: ShakerLineModelOptions;
  readonly truth: ShakeTruth[] = [];
  #state: number = STATE.idle;
  #number = 0;
  #asked = NONE;
  #shaken = 0;
  #moved: number;
  #faults = 0;

  constructor(options: ShakerLineModelOptions) {
    this.#options = options;
    this.#moved = options.motion ? 0 : NONE;
    const { device, motion, byHand = false } = options;
    this.line = new LineDevice({
      ...{ kind: 1, device, made: (motion ? 1 : 0) + (byHand ? 2 : 0) },
      beat: () => [...this.#fields(), [1, this.#faults]],
    });
  }

  power(on: boolean, us: number): void {
    if (on) this.reset(us);
    else this.line.stop(us);
  }

  reset(us: number): void {
    this.line.agenda.clear();
    this.#state = STATE.idle;
    this.#number = 0;
    this.#faults = 0;
    this.line.start(us, this.truth.length === 0 ? "power" : "watchdog");
  }

  /** Somebody presses its key, or takes it up. Nothing happens while it is not idle. */
  shake(us: number, askedMs: number, fault: ShakeFault | null = null): void {
    this.line.agenda.at(us, (at) => this.#begin(at, askedMs, fault));
  }

  /** The drive or the sensor is broken, or mended: bits as the page has them. */
  break(us: number, faults: number): void {
    this.line.agenda.at(us, (at) => {
      this.#faults = faults;
      this.line.sendLine(at, "F", [[1, faults]]);
    });
  }

  step(us: number, host = ""): readonly Sent[] {
    return this.line.step(us, host);
  }

  #begin(us: number, askedMs: number, fault: ShakeFault | null): void {
    if (!this.line.isOn || this.#state !== STATE.idle) return;
    const { byHand = false, motion } = this.#options;
    this.#number = (this.#number + 1) & 0xffff;
    this.#asked = byHand ? NONE : askedMs;
    this.#shaken = 0;
    this.#moved = motion ? 0 : NONE;
    if (!byHand) this.#say(us, STATE.accepted);
    const fromUs = us + (byHand ? 0 : SPIN_UP_US);
    this.line.agenda.at(fromUs, (at) => this.#shakes(at, askedMs, fault));
  }

  #shakes(us: number, askedMs: number, fault: ShakeFault | null): void {
    if (fault?.f === "none") {
      this.truth.push({ fromUs: us, toUs: us, askedMs, shookMs: 0, fault: "none" });
      return this.#say(us, STATE.idle);
    }
    this.#say(us, STATE.shaking);
    if (fault?.f === "stuck") {
      this.truth.push({ fromUs: us, toUs: null, askedMs, shookMs: askedMs, fault: "stuck" });
      return;
    }
    const percent = fault?.f === "short" || fault?.f === "error" ? fault.percent : 100;
    const runMs = Math.round((askedMs * percent) / 100);
    this.line.agenda.at(us + runMs * 1_000, (at) => {
      const shookMs = fault?.f === "uncoupled" ? 0 : runMs;
      this.truth.push({ fromUs: us, toUs: at, askedMs, shookMs, fault: fault?.f ?? null });
      this.#shaken = runMs;
      if (this.#options.motion) this.#moved = shookMs;
      if (fault?.f !== "error") return this.#say(at, STATE.idle);
      this.#say(at, STATE.failed);
      this.line.agenda.at(at + RECOVER_US, (later) => this.#say(later, STATE.idle));
    });
  }

  #say(us: number, state: number): void {
    this.#state = state;
    this.line.sendLine(us, "S", this.#fields());
  }

  #fields(): Field[] {
    return [
      [1, this.#state],
      [2, this.#number],
      [4, this.#asked],
      [4, this.#shaken],
      [4, this.#moved],
    ];
  }
}
