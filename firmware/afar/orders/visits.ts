import type { VisitRule } from "../../../src/people/roles.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { WallMs } from "../../../src/time/instant.ts";

/** Visitors at once; the one who was let in longest ago gives way. */
export const VISITORS_MAX = 64;

interface Visit {
  readonly order: string;
  readonly until: WallMs;
}

/** Who has been let in to look at this table, by which order, and until when. A thread that begins anew knows of nobody. */
export class Visits {
  readonly #rule: VisitRule;
  readonly #clock: Clock;
  readonly #visits = new Map<string, Visit>();

  constructor(rule: VisitRule, clock: Clock) {
    this.#rule = rule;
    this.#clock = clock;
  }

  /** An order was carried out that lets `who` in; `by` gave it. */
  letIn(who: string, by: string, visit: Visit): void {
    if (this.#rule === "second" && who === by) return;
    this.#visits.delete(who);
    this.#visits.set(who, visit);
    const [oldest] = this.#visits.keys();
    if (this.#visits.size > VISITORS_MAX && oldest !== undefined) this.#visits.delete(oldest);
  }

  /** Whether this person may look now. `order`: the one that let him in; null: none had to. */
  mayLook(who: string): { readonly order: string | null } | null {
    if (this.#rule === "open") return { order: null };
    const visit = this.#visits.get(who);
    return visit === undefined || this.#clock.wall() >= visit.until ? null : { order: visit.order };
  }
}
