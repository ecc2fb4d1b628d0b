import type { Person } from "../../src/people/roles.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { KnownDevice } from "../../src/table/kernel/durable/known-devices.ts";
import type { MonoUs } from "../../src/time/instant.ts";
import type { DevicesOfTable, SaidDevice } from "../table/acts/act.ts";
import type { Pipeline } from "../table/pipeline/pipeline.ts";
import { DeviceWatch } from "./device-watch.ts";
import type { UnitParts } from "./parts.ts";

/** The devices that stand at a running table, and what its records say of them. */
export class StandingDevices implements DevicesOfTable {
  readonly #parts: Pick<UnitParts, "clock" | "setup">;
  readonly #pipeline: Pipeline;
  readonly #feed: (entry: Entry) => Promise<void>;
  readonly #watch: DeviceWatch;
  /** Ports that have been open in this start. */
  readonly #opened = new Set<string>();

  constructor(parts: UnitParts, pipeline: Pipeline, feed: (entry: Entry) => Promise<void>) {
    this.#parts = parts;
    this.#pipeline = pipeline;
    this.#feed = feed;
    this.#watch = new DeviceWatch(parts.config.approved);
  }

  /** A port was opened. */
  opened(port: string): void {
    this.#opened.add(port);
  }

  /** After each entry: what devices say is recorded behind the bytes that said it, and before anything that comes after. */
  look(entry: Entry): void {
    if (entry.k === "in" || entry.k === "open") this.#lookAt(entry.t);
  }

  said(port: string): SaidDevice | null {
    return this.#watch.said(port, this.#pipeline.durable);
  }

  async letBe(port: string, device: KnownDevice, by: Person): Promise<boolean> {
    const { durable } = this.#pipeline;
    const now = this.#parts.clock.now();
    const entries = this.#watch.letBe({ port, device, by }, this.#identities(), durable, now);
    await Promise.all(entries.map((entry) => this.#feed(entry)));
    return entries.length > 0;
  }

  #lookAt(t: MonoUs): void {
    const isOpen = (port: string): boolean => this.#opened.has(port);
    for (const entry of this.#watch.look(this.#identities(), isOpen, this.#pipeline.durable, t))
      void this.#feed(entry);
  }

  #identities(): ReturnType<UnitParts["setup"]["devices"]["identities"]> {
    return this.#parts.setup.devices.identities(this.#pipeline.state.session);
  }
}
