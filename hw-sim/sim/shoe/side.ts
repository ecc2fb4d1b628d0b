import type { Sent } from "../../lines/sent.ts";
import type { ShoeDevice } from "../../models/shoe/device/device.ts";
import type { ShoeEvent } from "../../models/shoe/device/events.ts";
import { screenOf, type MechanicsEvent, type Screen, type TableSide } from "../../people/cards/table-side.ts";
import type { Face } from "../../../src/cards/card.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { FeedResult, Pipeline } from "../../../firmware/table/pipeline/pipeline.ts";
import type { ShoeTableSetup } from "../../../firmware/table/setup/table-setup.ts";
import { BOOT_US, SimulatedUnit } from "../unit.ts";

export interface SideParts {
  readonly setup: ShoeTableSetup;
  readonly device: ShoeDevice;
  readonly seed: string;
  /** Everything that the unit gave out because of one entry. */
  readonly onFed: (fed: FeedResult, pipeline: Pipeline) => void;
  /** Another device of the same kind, for an exchange; absent: the house has none. */
  readonly another?: () => ShoeDevice;
  /** Hears every entry of the unit. */
  readonly follow?: (entry: Entry) => void;
  /** Hears of every card that goes through the exit, as it goes. */
  readonly passed?: (face: Face) => void;
}

/** The device has power this long before the unit starts. */
const PLUGGED_US = 300_000;

/**
 * The unit's own pipeline and a modelled device on one line, in simulated time: what the people at the table do to either of
 * them goes in here.
 */
export class SimSide implements TableSide {
  readonly #parts: SideParts;
  readonly #unit: SimulatedUnit;
  #us = 0;
  #plugged = true;
  /** What was on its way to the device when its cable was touched. */
  #host = "";
  #device: ShoeDevice;
  #garble: "lost" | "damaged" | null = null;
  readonly #line: RandomSource;
  #seals = 0;
  /** The present secret, as the unit was given it. */
  seal = "";

  constructor(parts: SideParts) {
    const { setup, device } = parts;
    this.#parts = parts;
    this.#device = device;
    this.#line = randomFrom(`${parts.seed}/line`);
    this.#unit = new SimulatedUnit(setup, (fed, entry) => {
      this.#takeFed(fed);
      parts.follow?.(entry);
    });
    device.power(true, 0);
    this.#us = PLUGGED_US;
    device.step(PLUGGED_US);
    this.#newSeal();
    this.#open();
    this.wait(PLUGGED_US);
  }

  get us(): number {
    return this.#us;
  }

  get pipeline(): Pipeline {
    return this.#unit.pipeline;
  }

  get screen(): Screen {
    return screenOf(this.pipeline.durable);
  }

  emitEvent(event: MechanicsEvent, forUs: number): void {
    if (event.e === "pass" || event.e === "packet")
      for (const { face } of event.cards) this.#parts.passed?.(face);
    this.#runDevice(this.#us + Math.ceil(forUs), [{ ...event, us: this.#us }]);
  }

  wait(us: number): void {
    this.#runDevice(this.#us + us, []);
  }

  press(key: Key, by: Person): boolean {
    return this.#unit.press(this.#us, key, by);
  }

  acknowledgeWarnings(by: Person): void {
    for (const code of this.pipeline.durable.deal?.shoe.warnings ?? [])
      this.press({ key: "acknowledge", what: `warning/${code}` }, by);
  }

  confirmVoid(by: Person): void {
    const { verdict, round } = this.pipeline.durable;
    const rule = verdict?.kind === "void" ? verdict.reasons[0]?.rule : undefined;
    if (rule !== undefined) this.press({ key: "confirm-void", round, rule }, by);
  }

  plug(isIn: boolean): void {
    if (isIn === this.#plugged) return;
    this.#host += this.#takeHostBytes();
    this.#plugged = isIn;
    if (isIn) this.#open();
    else this.#unit.lose(this.#parts.setup.port, this.#us);
  }

  garble(how: "lost" | "damaged"): void {
    this.#garble = how;
  }

  exchange(): void {
    const { another } = this.#parts;
    if (another === undefined) return;
    this.#device.power(false, this.#us);
    this.#device = another();
    this.#device.power(true, this.#us);
  }

  /** The unit is started anew, and sees its port, or cannot open it. */
  restart(canOpen = true): void {
    this.#host = "";
    this.#unit.restart(this.#us);
    this.#newSeal();
    this.#plugged = false;
    this.wait(BOOT_US);
    if (canOpen) this.plug(true);
    else this.#unit.lose(this.#parts.setup.port, this.#us, "it cannot be opened");
  }

  power(on: boolean): void {
    this.#device.power(on, this.#us);
  }

  #runDevice(until: number, events: readonly ShoeEvent[]): void {
    const { setup } = this.#parts;
    const device = this.#device;
    const host = this.#host + this.#takeHostBytes();
    this.#host = "";
    const sent = device.step(until, events, host);
    this.#us = until;
    if (this.#plugged)
      for (const one of sent) {
        this.#unit.wakeUpTo(one.us);
        const bytes = this.#garbleMessage(portBytesOf(device, one), device.wire);
        if (bytes !== "") this.#unit.receive(setup.port, one.us, bytes);
      }
    this.#unit.wakeUpTo(until);
  }

  /** What arrives of a message: nothing, the message with one flipped bit, or all as it was sent. */
  #garbleMessage(bytes: string, wire: ShoeDevice["wire"]): string {
    const how = this.#garble;
    this.#garble = null;
    if (how === null) return bytes;
    if (how === "lost") return "";
    // A report's length comes with the report, whatever became of its bytes.
    const from = wire === "hid" ? 1 : 0;
    const at = from + this.#line.below(bytes.length - from);
    const turned = String.fromCharCode(bytes.charCodeAt(at) ^ (1 << this.#line.below(wire === "hid" ? 8 : 7)));
    return bytes.slice(0, at) + turned + bytes.slice(at + 1);
  }

  #open(): void {
    this.#unit.open(this.#parts.setup.port, this.#us, "simulated shoe");
  }

  #takeHostBytes(): string {
    const bytes = this.#unit.takeHostBytes(this.#parts.setup.port);
    return this.#plugged ? removeReportLengths(this.#device, bytes) : "";
  }

  #takeFed(fed: FeedResult): void {
    if (fed.records.length > 0 || fed.writes.length > 0) this.#parts.onFed(fed, this.pipeline);
    if (fed.sealDue) this.#newSeal();
  }

  #newSeal(): void {
    this.seal = sha256Hex(`${this.#parts.seed}/seal/${this.#seals++}`);
    this.#unit.feed({ k: "seal", t: monoUs(this.#us), key: this.seal });
  }
}

/** The bytes of a message at the port: a report has its length before it, a line is as it was sent. */
const portBytesOf = ({ wire }: ShoeDevice, { bytes }: Sent): string =>
  wire === "hid" ? String.fromCharCode(bytes.length) + bytes : bytes;

function removeReportLengths({ wire }: ShoeDevice, bytes: string): string {
  if (wire === "line") return bytes;
  let reports = "";
  for (let at = 0; at < bytes.length; at += 1 + bytes.charCodeAt(at))
    reports += bytes.slice(at + 1, at + 1 + bytes.charCodeAt(at));
  return reports;
}
