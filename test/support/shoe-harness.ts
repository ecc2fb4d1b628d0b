import { ShoeDevice, type ShoeDeviceOptions } from "../../hw-sim/models/shoe/device/device.ts";
import { REPORT_IDS } from "../../hw-sim/models/shoe/device/messages.ts";
import type { ShoeEvent } from "../../hw-sim/models/shoe/device/events.ts";
import type { Face } from "../../src/cards/card.ts";
import type { Deck } from "../../src/cards/decks.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Role } from "../../src/people/roles.ts";
import type { ShoeMode } from "../../src/table/shoe/observation.ts";
import type { Entry, SegmentHead } from "../../src/recording/entry.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { monoUs } from "../../src/time/instant.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { tableSetup, type ShoeTableSetup } from "../../firmware/table/setup/table-setup.ts";
import { Pipeline, type BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";

/** Eight decks, as the codes of their cards name them. */
export const DECKS: readonly Deck[] = Array.from({ length: 8 }, (_, at) => ({
  id: `0000000${at + 1}`,
  back: null,
  pack: 52,
  jokers: 0,
  removed: [],
}));

export function puntoYBanca(mode: Exclude<ShoeMode, "sort"> | null = null): ShoeTableSetup {
  return tableSetup("cl/punto-y-banca", "tirada-shoe", [], { decks: DECKS, mode });
}

const shoeDevice = (options: Partial<ShoeDeviceOptions>): ShoeDevice =>
  new ShoeDevice({ wire: "hid", kind: 1, device: 9, decks: 8, random: randomFrom("rig"), ...options });

export type Happens = ShoeEvent extends infer One ? (One extends ShoeEvent ? Omit<One, "us"> : never) : never;

/** A modelled shoe on USB and the unit's own pipeline, in simulated time; what went in is kept. */
export class ShoeHarness {
  readonly setup: ShoeTableSetup;
  readonly head: SegmentHead;
  pipeline: Pipeline;
  readonly entries: Entry[] = [];
  readonly records: BuiltRecord[] = [];
  /** Texts of the recording, an entry each. */
  readonly recording: string[] = [];
  sealDue = false;
  #us = 5_000_000;
  #seals = 0;
  #cards = 0;
  #host = "";
  #device: ShoeDevice;
  #plugged = true;
  #heard = true;
  /** Letter of the message that is lost, as often as it comes; null: none is. */
  #lost: string | null = null;

  constructor(setup = puntoYBanca(), device: Partial<ShoeDeviceOptions> = {}) {
    this.#device = shoeDevice(device);
    this.setup = setup;
    this.head = newTableHead(setup, "test", []);
    this.pipeline = new Pipeline(setup, this.head);
    this.newSeal();
    this.feed({ k: "restarted", t: this.t, detail: {} });
    this.#device.power(true, this.#us);
    this.feed({ k: "open", t: this.t, port: setup.port, name: "hid:SIM" });
    this.run(600);
  }

  get t(): Entry["t"] {
    return monoUs(this.#us);
  }

  feed(entry: Entry): void {
    this.entries.push(entry);
    const fed = this.pipeline.feed(entry);
    this.recording.push(fed.recording);
    this.records.push(...fed.records);
    this.sealDue = fed.sealDue;
    for (const { bytes } of fed.writes) {
      this.#host += bytes.slice(1);
      this.feed({ k: "out", t: this.t, port: this.setup.port, bytes });
    }
  }

  newSeal(): string {
    this.#seals++;
    const key = String(this.#seals).padStart(64, "0");
    this.feed({ k: "seal", t: this.t, key });
    return key;
  }

  key(key: Key, role: Role = "croupier"): this {
    this.feed({ k: "key", t: this.t, key, by: { role, name: role } });
    return this;
  }

  run(ms: number): this {
    for (let at = 0; at < ms; at++) {
      this.#us += 1_000;
      const host = this.#host;
      this.#host = "";
      for (const { bytes } of this.#device.step(this.#us, [], host)) {
        const isLost = this.#lost !== null && bytes.charCodeAt(0) === REPORT_IDS[this.#lost];
        if (this.#plugged && this.#heard && !isLost) this.comes(String.fromCharCode(bytes.length) + bytes);
      }
      const wake = this.pipeline.wakeAt();
      if (wake !== null && wake <= this.#us) this.feed({ k: "tick", t: this.t });
    }
    return this;
  }

  happens(event: Happens, ms = 300): this {
    this.#device.step(this.#us, [{ ...event, us: this.#us }]);
    return this.run(ms);
  }

  /** The same, and its own message is lost on the way. */
  unheard(letter: string, event: Happens, ms = 300): this {
    this.#lost = letter;
    this.happens(event, ms);
    this.#lost = null;
    return this;
  }

  /** The unit ends and starts again: of the table only the durable part is left, of the session nothing. `setup`: as another table. */
  restart(setup: ShoeTableSetup = this.setup): this {
    const { durable } = this.pipeline;
    const { seq, prev } = this.pipeline.chain;
    const fresh = newTableHead(setup, "test", []);
    const state = {
      ...(fresh.state as object),
      table: { ...setup.devices.newTable(), durable },
      lastT: this.t,
    };
    this.pipeline = new Pipeline(setup, { ...fresh, t: this.t, state, chain: { ...fresh.chain, seq, prev } });
    this.newSeal();
    this.feed({ k: "restarted", t: this.t, detail: {} });
    this.feed({ k: "open", t: this.t, port: setup.port, name: "hid:SIM" });
    return this.run(600);
  }

  /** Bytes on the port, whoever sent them. */
  comes(bytes: string): this {
    this.feed({ k: "in", t: this.t, port: this.setup.port, bytes });
    return this;
  }

  power(on: boolean, ms = 600): this {
    this.#device.power(on, this.#us);
    return this.run(ms);
  }

  /** False: the device's bytes get nowhere, and nobody is told why. */
  hear(heard: boolean, ms = 1_500): this {
    this.#heard = heard;
    return this.run(ms);
  }

  /** The port is gone, or back; maybe with another device behind it. */
  plug(isIn: boolean, device: Partial<ShoeDeviceOptions> | null = null, ms = 600): this {
    this.#plugged = isIn;
    const { port } = this.setup;
    if (!isIn) this.feed({ k: "lost", t: this.t, port, why: "unplugged" });
    if (device !== null) {
      this.#device = shoeDevice(device);
      this.#device.power(true, this.#us);
    }
    if (isIn) this.feed({ k: "open", t: this.t, port, name: "hid:SIM" });
    return this.run(ms);
  }

  card(face: Face): this {
    this.#cards++;
    const card = { face, back: null, deck: 1 + (this.#cards % 8), id: null };
    return this.happens({ e: "pass", cards: [card] });
  }

  /** Opened, loaded, bets open. */
  ready(): this {
    this.key({ key: "open-table" }, "jefe-de-mesa");
    this.happens({ e: "stage", stage: "loading" }).happens({ e: "stage", stage: "ready" });
    return this;
  }

  /** A whole round, up to its verdict. */
  round(...faces: readonly Face[]): this {
    this.key({ key: "no-more-bets" });
    for (const face of faces) this.card(face);
    return this;
  }

  collect(): this {
    return this.key({ key: "collect", round: this.pipeline.durable.round });
  }
}
