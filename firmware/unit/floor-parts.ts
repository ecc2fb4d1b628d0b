import type { BuiltRecord } from "../table/pipeline/pipeline.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { Config } from "../table/config/config.ts";
import type { FloorState } from "../screens/server/messages.ts";
import type { Journal } from "../journal/thread/client.ts";
import type { HealthParts, UnitHealth } from "./health.ts";
import type { RunOptions } from "./run.ts";
import type { Unit } from "./unit.ts";

/** What publishes to the casino's floor takes of a running table (`firmware/afar/floor/`). */
export interface FloorParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly journal: Pick<Journal, "vkey" | "looked" | "signEnrolment">;
  readonly unit: Pick<Unit, "shown" | "feed">;
  readonly health: () => UnitHealth;
  readonly witness: HealthParts["witness"];
  /** What the screens show now. */
  readonly view: () => TableView;
  /** `state` may be another one. */
  readonly onChange: () => void;
  readonly onNotice: (line: string) => void;
}

/** A table that publishes. */
export interface ServedFloor {
  readonly state: FloorState;
  /** A record may leave: it is durable in both copies, where there are two. */
  handleRecord(record: BuiltRecord): void;
  /** The journal's newest checkpoint has so many records. */
  handleCheckpoint(size: number): void;
  stop(): Promise<void>;
}

/** Begins to publish. A floor that cannot be reached is a state, and the table plays. */
export type StartFloor = (parts: FloorParts) => ServedFloor;

/** Faults of the unit about its floor. */
export const FLOOR_FAULTS = ["floor-away", "floor-refuses", "floor-forked", "floor-stopped"] as const;

/** The floor of a table, which begins to be served when the table runs; until then, and without one, nothing is told to anybody. */
export class FloorLink {
  #served: ServedFloor | null = null;

  /** Null: the configuration names none. */
  get state(): FloorState | null {
    return this.#served?.state ?? null;
  }

  handleRecord(record: BuiltRecord): void {
    this.#served?.handleRecord(record);
  }

  handleCheckpoint(newest: { readonly size: number } | null): void {
    if (newest !== null) this.#served?.handleCheckpoint(newest.size);
  }

  /** Where the configuration has no floor, a fault of an earlier run is over. `onChange`: `state` may be another one. */
  async begin(
    { startFloor, onNotice }: Pick<RunOptions, "startFloor" | "onNotice">,
    parts: HealthParts,
    view: (unit: Unit) => TableView,
    onChange: () => void,
  ): Promise<void> {
    const { config, unit, clock, journal, witness } = parts;
    if (config.floor !== undefined && startFloor !== undefined) {
      const { healthOf } = await import("./health.ts");
      const health = (): UnitHealth => healthOf(parts);
      this.#served = startFloor({
        config,
        unit,
        clock,
        journal,
        witness,
        health,
        view: () => view(unit),
        onChange,
        onNotice,
      });
      return;
    }
    for (const { device, code } of unit.shown.durable.faults)
      if (device === "unit" && FLOOR_FAULTS.some((one) => one === code))
        await unit.feed({ k: "fault", t: clock.now(), device, code, detail: {}, stands: false });
  }

  async stop(): Promise<void> {
    await this.#served?.stop();
  }
}
