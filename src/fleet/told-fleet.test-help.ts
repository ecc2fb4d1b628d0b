import { generateKeyPairSync } from "node:crypto";
import { signerOf } from "../record/keys.ts";
import { planShape, type FleetPlan } from "./plan.ts";
import {
  NO_PROGRESS,
  reduceFleet,
  standingOf,
  touchedTables,
  type FleetEvent,
  type FleetProgress,
} from "./progress.ts";
import type { Standing } from "./standing.ts";

export const NEW = "ab".repeat(32);
export const names = Array.from({ length: 40 }, (_, at) => `casino/table-${String(at + 1).padStart(2, "0")}`);
const { privateKey } = generateKeyPairSync("ed25519");
export const vkeyOf = (table: string): string => signerOf(table, privateKey).verifier.vkey;
/** What a plan of forty tables says, one of them held. */
export const given = {
  name: "spring",
  release: 7,
  digest: NEW,
  tables: names.map((table, at) => ({ table, vkey: vkeyOf(table), group: at < 20 ? "wheels" : "cards" })),
  held: ["casino/table-02"],
  waves: [{ tables: 1 }, { percent: 5 }, { percent: 100 }],
  soak: { minutes: 30, rounds: 10 },
  stop: { silentMinutes: 15, voids: { rounds: 20, perThousand: 100 } },
};

export const planOf = (change: object = {}): FleetPlan => planShape.parse({ ...given, ...change });

export const OLD = "cd".repeat(32);
export const MINUTE = 60_000;

export const ORDER = "01".repeat(32);
export const standing = (change: Partial<Standing> = {}): Standing => ({
  format: "tirada-standing/1",
  rulebook: "cl/ruleta-francesa@2",
  phase: "betting",
  held: false,
  release: { version: "1.0.0", manifest: OLD },
  step: null,
  faults: [],
  rounds: 500,
  voids: 20,
  ...change,
});
export const step = (
  name: NonNullable<Standing["step"]>["step"],
  why: string | null = null,
): Standing["step"] => ({
  step: name,
  version: "2.0.0",
  digest: name === "refused" ? null : NEW,
  order: ORDER,
  why,
  at: "2026-11-26T00:00:00.000Z",
});
export const confirmed = { release: { version: "2.0.0", manifest: NEW }, step: step("confirmed") };
export const returned = { step: step("returned", "display") };

/** A plan under way, told event by event. */
export class Fleet {
  readonly plan: FleetPlan;
  progress: FleetProgress = NO_PROGRESS;
  now = Date.UTC(2026, 10, 26);

  constructor(plan = planOf()) {
    this.plan = plan;
    for (const table of names) this.report(table);
  }

  hear(event: FleetEvent): void {
    this.progress = reduceFleet(this.plan, this.progress, event);
  }

  report(table: string, change: Partial<Standing> = {}): void {
    this.hear({ f: "report", table, report: { receivedAt: this.now, standing: standing(change) } });
  }

  time(minutes: number): void {
    this.now += minutes * MINUTE;
    this.hear({ f: "time", at: this.now });
  }

  /** Hears those of whom nothing is known, and orders what is due. Gives the names. */
  order(): readonly string[] {
    for (const table of this.standing.unheard) this.report(table);
    const { due } = this.standing;
    if (due.length > 0) this.hear({ f: "ordered", tables: due, order: ORDER, at: this.now });
    return due;
  }

  get standing(): ReturnType<typeof standingOf> {
    return standingOf(this.plan, this.progress, this.now);
  }

  goOn(without: readonly string[] = []): void {
    this.hear({ f: "go-on", by: "Ana Soto", without, at: this.now });
  }

  /** Every table of the wave has the release for long enough. */
  finishWave(): readonly string[] {
    const due = this.order();
    for (const table of due) this.report(table, confirmed);
    this.now += this.plan.soak.minutes * MINUTE;
    for (const table of touchedTables(this.plan, this.progress))
      this.report(table, { ...confirmed, rounds: 500 + this.plan.soak.rounds });
    return due;
  }
}
