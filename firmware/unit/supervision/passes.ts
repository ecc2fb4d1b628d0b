import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";

/** The parts of a table without which it is none: the ports of its devices, the journal's thread, the thread of the screens. */
export const TABLE_PARTS = ["ports", "store", "screens"] as const;
export type TablePart = (typeof TABLE_PARTS)[number];

/**
 * For how long the last answer of a part counts, µs; 0: for one pass. A stuck thread of the screens is ended and started again by the
 * main thread, which costs no round: another one answers some 6 s after the last answer, the watchdog of 7 s ends the whole unit
 * after 9 s if none does.
 */
export const ANSWER_COUNTS_US: Readonly<Record<TablePart, number>> = {
  ports: 0,
  store: 0,
  screens: 2 * US_PER_S,
};

/** How one look at the passes came out. */
export interface Pass {
  /** Every part has answered since the last whole pass, or lately enough: the watchdog may be fed. */
  readonly isWhole: boolean;
  /** Parts that have not answered since, for how long at least, µs. */
  readonly missing: readonly { readonly part: TablePart; readonly forUs: number }[];
}

/**
 * Whether the whole table takes part. A timer alone proves only that the loop turns; so the watchdog is fed after a pass in which
 * each part has answered.
 */
export class Passes {
  readonly #answers = new Set<TablePart>();
  readonly #answeredAt = new Map<TablePart, MonoUs>();
  readonly #began: MonoUs;

  /** `at`: when the watching begins. */
  constructor(at: MonoUs) {
    this.#began = at;
  }

  /** A part answered a question of its own. */
  answered(part: TablePart, at: MonoUs): void {
    this.#answers.add(part);
    this.#answeredAt.set(part, at);
  }

  /** Ends a pass if it is whole; then each part must answer anew. */
  look(now: MonoUs): Pass {
    const missing = TABLE_PARTS.filter((part) => !this.#counts(part, now)).map((part) => ({
      part,
      forUs: now - (this.#answeredAt.get(part) ?? this.#began),
    }));
    if (missing.length === 0) this.#answers.clear();
    return { isWhole: missing.length === 0, missing };
  }

  #counts(part: TablePart, now: MonoUs): boolean {
    const at = this.#answeredAt.get(part);
    return this.#answers.has(part) || (at !== undefined && now - at < ANSWER_COUNTS_US[part]);
  }
}
