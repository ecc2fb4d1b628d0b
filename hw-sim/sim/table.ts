import type { Sent } from "../lines/sent.ts";
import type { LineTrouble } from "../models/wheels/sensed/rounds.ts";
import type { SpinTruth } from "../models/wheels/sensed/sensed-wheel.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import { monoUs } from "../../src/time/instant.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { BuiltRecord, FeedResult, Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import type { SimDevice } from "./devices.ts";
import { BOOT_US, SimulatedUnit, type SimulatedLife } from "./unit.ts";
import { WheelNoise } from "./wheel-line.ts";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";

export interface SimParts {
  readonly setup: TableSetup;
  readonly device: SimDevice;
  readonly seed: string;
  /** No noise on the line, whatever the wheel's faults ask for: noise hits other lines of another board. */
  readonly quietLine?: boolean;
  /** Unless given, its records are numbered in the log of a replay. */
  readonly life?: SimulatedLife;
  /** Hears every entry of the unit. */
  readonly follow?: (entry: Entry) => void;
}

/** Longest stretch of simulated time between two looks at what the unit wants sent. */
const STRETCH_US = 500_000;
/** A line of the host is on its way for so long. */
const HOST_LINE_US = 2_000;
/** The device has power this long before the unit opens its port. */
const PLUGGED_US = 300_000;

/**
 * A whole table in simulated time: a simulated wheel, a line with its troubles, and the very pipeline of the unit. `advance` makes the bytes of the next stretch and `deliver` gives them to the unit, so that something real (a
 * pseudo-terminal) can stand between.
 */
export class SimTable {
  readonly #parts: SimParts;
  readonly #unit: SimulatedUnit;
  readonly #noise: WheelNoise;
  #us = 0;
  #plugged = true;
  #records: BuiltRecord[] = [];
  #truth: SpinTruth[] = [];
  /** The cable went out or in during this stretch. */
  #events: { readonly us: number; readonly isIn: boolean }[] = [];
  /** When a unit that was started anew opens its port; null: it is open, or the device is away. */
  #opensUs: number | null = null;

  constructor(parts: SimParts) {
    this.#parts = parts;
    const onFed = ({ records }: FeedResult, entry: Entry): void => {
      this.#records.push(...records);
      parts.follow?.(entry);
    };
    this.#unit = new SimulatedUnit(parts.setup, onFed, parts.life);
    this.#noise = new WheelNoise(parts.seed);
    this.#us = PLUGGED_US;
    parts.device.run(PLUGGED_US, "");
    this.#unit.feed({ k: "auto-open", t: monoUs(PLUGGED_US) });
    this.#plug({ us: PLUGGED_US, isIn: true });
  }

  get tableSetup(): TableSetup {
    return this.#parts.setup;
  }

  get us(): number {
    return this.#us;
  }

  get pipeline(): Pipeline {
    return this.#unit.pipeline;
  }

  /** A fault of the wheel's catalogue hits the spin that is under way, or the next one. */
  inject(fault: string): void {
    this.#parts.device.inject(fault);
  }

  /** Somebody pulls the cable out, or puts it back. */
  setCable(isIn: boolean): void {
    if (isIn === this.#plugged) return;
    this.#parts.device.setCable(isIn, this.#us);
    this.#applyTrouble({ us: this.#us, what: isIn ? "replug" : "unplug" });
  }

  /** The unit is started anew. */
  restart(): void {
    this.#events = [];
    this.#opensUs = this.#us + BOOT_US;
    this.#unit.restart(this.#us);
  }

  /** A key is pressed now. False: the unit refused it. */
  press(key: Key, by: Person): boolean {
    return this.#unit.press(this.#us, key, by);
  }

  /** Records and truths since the last call. */
  drain(): { readonly records: readonly BuiltRecord[]; readonly truth: readonly SpinTruth[] } {
    const drained = { records: this.#records, truth: this.#truth };
    this.#records = [];
    this.#truth = [];
    return drained;
  }

  /** Goes on by one stretch; the bytes that reach the unit's end of the line in it. */
  advance(): readonly Sent[] {
    const wake = this.pipeline.wakeAt();
    const stretch = this.#unit.wantsToSend ? HOST_LINE_US : STRETCH_US;
    const until = Math.max(this.#us + 1, Math.min(this.#us + stretch, wake ?? Infinity));
    const { parts, truth } = this.#parts.device.run(until, this.#takeHostBytes());
    this.#truth.push(...truth);
    const sent: Sent[] = [];
    for (const part of parts) {
      if (this.#plugged) sent.push(...this.#noise.pass(part.sent));
      if (part.trouble !== null) this.#applyTrouble(part.trouble);
    }
    this.#us = until;
    return this.#opensUs === null ? sent : this.#openWhenStarted(this.#opensUs);
  }

  /** What the device says to a port that nobody has opened is lost. */
  #openWhenStarted(at: number): readonly Sent[] {
    if (this.#us < at) return [];
    this.#opensUs = null;
    if (this.#plugged) this.#events.push({ us: this.#us, isIn: true });
    return [];
  }

  /** Gives the bytes of a stretch to the unit, and wakes it whenever it asked for it. */
  deliver(sent: readonly Sent[]): void {
    let next = 0;
    const events = this.#events;
    this.#events = [];
    for (const { us, bytes } of sent) {
      for (let event = events[next]; event !== undefined && Math.ceil(event.us) <= us; event = events[++next])
        this.#plug(event);
      this.#unit.wakeUpTo(us);
      this.#unit.receive(this.#parts.setup.port, us, bytes);
    }
    for (const event of events.slice(next)) this.#plug(event);
    this.#unit.wakeUpTo(this.#us);
  }

  #plug({ us, isIn }: { readonly us: number; readonly isIn: boolean }): void {
    const { setup, device } = this.#parts;
    if (isIn) this.#unit.open(setup.port, us, device.name);
    else this.#unit.lose(setup.port, us);
  }

  #takeHostBytes(): string {
    const bytes = this.#unit.takeHostBytes(this.#parts.setup.port);
    return this.#plugged ? bytes : "";
  }

  #applyTrouble({ us, what }: LineTrouble): void {
    switch (what) {
      case "reset":
        return;
      case "noise":
        if (this.#parts.quietLine !== true) this.#noise.begin(us);
        return;
      case "unplug":
        if (!this.#plugged) return;
        this.#plugged = false;
        this.#events.push({ us, isIn: false });
        return;
      case "replug":
        if (this.#plugged) return;
        this.#plugged = true;
        this.#events.push({ us, isIn: true });
        return;
    }
  }
}
