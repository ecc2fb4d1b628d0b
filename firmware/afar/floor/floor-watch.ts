import { FLOOR_FAULTS } from "../../unit/floor-parts.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { StandingFault } from "../../../src/table/kernel/durable/durable.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import type { FloorTrouble, PublishState } from "./publisher.ts";

/** A floor that takes nothing for so long is a fault: until then it is a state on the technician's page. */
export const FLOOR_AWAY_US = 86_400 * US_PER_S;

type FloorFault = (typeof FLOOR_FAULTS)[number];

/** The fault that each trouble is at once; null: only when it lasts. */
const FAULT_OF: Readonly<Record<FloorTrouble, FloorFault | null>> = {
  silent: null,
  unusable: null,
  unread: null,
  "not-enrolled": null,
  "too-many": null,
  "other-log": "floor-refuses",
  malformed: "floor-refuses",
  unsigned: "floor-refuses",
  chain: "floor-refuses",
  hole: "floor-refuses",
  checkpoint: "floor-refuses",
  mode: "floor-refuses",
  format: "floor-refuses",
  epoch: "floor-refuses",
  time: "floor-refuses",
  release: "floor-refuses",
  retired: "floor-refuses",
  pruned: "floor-refuses",
  fork: "floor-forked",
  "other-history": "floor-forked",
  ahead: "floor-forked",
};

/** Makes faults of how far table and floor are. The table plays on under each of them. */
export class FloorWatch {
  /** Standing faults, with their kind; of those that stood before the start nobody knows it. */
  readonly #standing = new Map<FloorFault, string>();
  /** Since when the floor takes nothing. */
  #awaySince: MonoUs | null = null;
  /** And how long before the start; null: not told yet. */
  #awayBeforeUs: number | null = null;
  /** Whether the floor has said anything since the start. */
  #hasSpoken = false;

  /** `faults`: those that stand as the unit starts. */
  constructor(faults: readonly StandingFault[]) {
    for (const { device, code } of faults) {
      const known = FLOOR_FAULTS.find((one) => one === code);
      if (device === "unit" && known !== undefined) this.#standing.set(known, "");
    }
  }

  /** So long the floor had taken nothing already as the thread that publishes began: a day of it is a day over several starts too. */
  recall(awayUs: number): void {
    // A thread that was started again counts what this start knows already.
    if (!this.#hasSpoken) this.#awayBeforeUs ??= awayUs;
  }

  /** Entries for the table. `stopped`: why the thread that publishes does not run; null: it does. */
  look(state: PublishState | null, stopped: string | null, now: MonoUs): readonly Entry[] {
    const trouble = state?.trouble ?? null;
    const isAway = stopped !== null || trouble !== null || state?.answeredAt == null;
    this.#awaySince = isAway ? (this.#awaySince ?? now) : null;
    this.#hasSpoken ||= state?.answeredAt != null;
    if (!isAway) this.#awayBeforeUs = 0;
    const due = new Map<FloorFault, string>();
    if (stopped !== null) due.set("floor-stopped", stopped);
    if (trouble !== null && FAULT_OF[trouble.kind] !== null)
      due.set(FAULT_OF[trouble.kind] ?? "floor-refuses", trouble.kind);
    else if (this.#isAwayLong(now)) due.set("floor-away", trouble?.kind ?? "silent");
    return FLOOR_FAULTS.flatMap((code) => this.#follow(code, due.get(code) ?? null, now, trouble?.why ?? ""));
  }

  #isAwayLong(now: MonoUs): boolean {
    if (this.#awaySince === null) return false;
    return (
      this.#standing.has("floor-away") || now - this.#awaySince + (this.#awayBeforeUs ?? 0) >= FLOOR_AWAY_US
    );
  }

  #follow(code: FloorFault, kind: string | null, t: MonoUs, why: string): Entry[] {
    const before = this.#standing.get(code) ?? null;
    // What stood before the start stands until the floor has said something.
    if (kind === null && !this.#hasSpoken && code !== "floor-stopped") return [];
    const isSame = before === kind || (before !== null && kind !== null && code !== "floor-refuses");
    if (isSame) return [];
    const fault = (detail: Readonly<Record<string, string>>, stands: boolean): Entry => ({
      k: "fault",
      t,
      device: "unit",
      code,
      detail,
      stands,
    });
    const over = before === null ? [] : [fault({}, false)];
    if (kind === null) this.#standing.delete(code);
    else this.#standing.set(code, kind);
    return kind === null
      ? over
      : [...over, fault(code === "floor-stopped" ? { why: kind } : { kind, why }, true)];
  }
}
