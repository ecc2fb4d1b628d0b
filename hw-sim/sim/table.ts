import type { Sent } from "../lines/sent.ts";
import { lineNoise, type LineNoise } from "../lines/line-noise.ts";
import type { LineTrouble } from "../models/wheels/sensed/rounds.ts";
import type { SpinTruth } from "../models/wheels/sensed/sensed-wheel.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { monoUs } from "../../src/time/instant.ts";
import { RELEASE } from "../../firmware/release.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { Pipeline, type BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import type { SimDevice } from "./devices.ts";
import { BOOT_US, restartedPipeline } from "./restarted.ts";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";

export interface SimParts {
  readonly setup: TableSetup;
  readonly device: SimDevice;
  readonly seed: string;
  /** No noise on the line, whatever the wheel's faults ask for: noise hits other lines of another board. */
  readonly quietLine?: boolean;
}

/** Longest stretch of simulated time between two looks at what the unit wants sent. */
const STRETCH_US = 500_000;
/** A line of the host is on its way for so long. */
const HOST_LINE_US = 2_000;
/** How long noise on the line lasts. */
const NOISE_US = 400_000;
/** The device has power this long before the unit opens its port. */
const PLUGGED_US = 300_000;

/**
 * A whole table in simulated time: a simulated wheel, a line with its troubles, and the very pipeline of the unit. `advance` makes the bytes of the next stretch and `deliver` gives them to the unit, so that something real (a
 * pseudo-terminal) can stand between.
 */
export class SimTable {
  readonly #parts: SimParts;
  #pipeline: Pipeline;
  readonly #noise: LineNoise;
  #us = 0;
  #plugged = true;
  #noisyUntil = -1;
  #toDevice = "";
  #records: BuiltRecord[] = [];
  #truth: SpinTruth[] = [];
  #events: Entry[] = [];
  /** When a unit that was started anew opens its port; null: it is open, or the device is away. */
  #opensUs: number | null = null;

  constructor(parts: SimParts) {
    this.#parts = parts;
    this.#pipeline = new Pipeline(parts.setup, newTableHead(parts.setup, RELEASE, []));
    this.#noise = lineNoise({ oneIn: { flip: 3, drop: 6, cut: 8 } }, randomFrom(`${parts.seed}/noise`));
    this.#us = PLUGGED_US;
    parts.device.run(PLUGGED_US, "");
    this.#feed({ k: "auto-open", t: monoUs(PLUGGED_US) });
    this.#feed(this.#openedAt(PLUGGED_US));
  }

  get tableSetup(): TableSetup {
    return this.#parts.setup;
  }

  get us(): number {
    return this.#us;
  }

  get pipeline(): Pipeline {
    return this.#pipeline;
  }

  /** A fault of the wheel's catalogue hits the spin that is under way, or the next one. */
  inject(fault: string): void {
    this.#parts.device.inject(fault);
  }

  /** The unit is started anew. */
  restart(): void {
    const t = monoUs(this.#us);
    this.#pipeline = restartedPipeline(this.#parts.setup, this.#pipeline, t);
    this.#toDevice = "";
    this.#events = [];
    this.#opensUs = this.#us + BOOT_US;
    this.#feed({ k: "restarted", t, detail: {} });
  }

  /** A key is pressed now. False: the unit refused it. */
  press(key: Key, by: Person): boolean {
    return this.#feed({ k: "key", t: monoUs(this.#us), key, by });
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
    const wake = this.#pipeline.wakeAt();
    const stretch = this.#toDevice === "" ? STRETCH_US : HOST_LINE_US;
    const until = Math.max(this.#us + 1, Math.min(this.#us + stretch, wake ?? Infinity));
    const { parts, truth } = this.#parts.device.run(until, this.#takeHostBytes());
    this.#truth.push(...truth);
    const sent: Sent[] = [];
    for (const part of parts) {
      sent.push(...this.#receivedOf(part.sent));
      if (part.trouble !== null) this.#applyTrouble(part.trouble);
    }
    this.#us = until;
    return this.#opensUs === null ? sent : this.#openWhenStarted(this.#opensUs);
  }

  /** What the device says to a port that nobody has opened is lost. */
  #openWhenStarted(at: number): readonly Sent[] {
    if (this.#us < at) return [];
    this.#opensUs = null;
    if (this.#plugged) this.#events.push(this.#openedAt(this.#us));
    return [];
  }

  /** Gives the bytes of a stretch to the unit, and wakes it whenever it asked for it. */
  deliver(sent: readonly Sent[]): void {
    let next = 0;
    const events = this.#events;
    this.#events = [];
    for (const { us, bytes } of sent) {
      for (; next < events.length && (events[next]?.t ?? 0) <= us; next++) this.#feed(events[next]);
      this.#wakeUpTo(us);
      this.#feed({ k: "in", t: monoUs(Math.ceil(us)), port: this.#parts.setup.port, bytes });
    }
    for (const event of events.slice(next)) this.#feed(event);
    this.#wakeUpTo(this.#us);
  }

  #openedAt(us: number): Entry {
    const { setup, device } = this.#parts;
    return { k: "open", t: monoUs(Math.ceil(us)), port: setup.port, name: device.name };
  }

  #takeHostBytes(): string {
    const bytes = this.#toDevice;
    this.#toDevice = "";
    return this.#plugged ? bytes : "";
  }

  #applyTrouble({ us, what }: LineTrouble): void {
    const { port } = this.#parts.setup;
    switch (what) {
      case "reset":
        return;
      case "noise":
        if (this.#parts.quietLine !== true) this.#noisyUntil = us + NOISE_US;
        return;
      case "unplug":
        if (!this.#plugged) return;
        this.#plugged = false;
        this.#events.push({ k: "lost", t: monoUs(Math.ceil(us)), port, why: "unplugged" });
        return;
      case "replug":
        if (this.#plugged) return;
        this.#plugged = true;
        this.#events.push(this.#openedAt(us));
        return;
    }
  }

  #receivedOf(sent: readonly Sent[]): readonly Sent[] {
    if (!this.#plugged) return [];
    if (this.#noisyUntil < 0) return sent;
    const passed = sent.flatMap((one) =>
      one.us < this.#noisyUntil
        ? this.#noise.pass(Math.ceil(one.us), one.bytes)
        : [{ tUs: one.us, bytes: one.bytes }],
    );
    if ((sent.at(-1)?.us ?? 0) >= this.#noisyUntil) this.#noisyUntil = -1;
    return passed.map(({ tUs, bytes }) => ({ us: tUs, bytes }));
  }

  #wakeUpTo(us: number): void {
    for (let at = this.#pipeline.wakeAt(); at !== null && at <= us; at = this.#pipeline.wakeAt()) {
      this.#feed({ k: "tick", t: at });
      if (this.#pipeline.wakeAt() === at) return;
    }
  }

  /** True: a key was taken. */
  #feed(entry: Entry | undefined): boolean {
    if (entry === undefined) return false;
    const fed = this.#pipeline.feed(entry);
    for (const record of fed.records) this.#records.push(record);
    for (const { bytes } of fed.writes) {
      this.#toDevice += bytes;
      this.#feed({ k: "out", t: entry.t, port: this.#parts.setup.port, bytes });
    }
    return fed.refusal === null;
  }
}
