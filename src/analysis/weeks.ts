import { FaultHistory, type PastFault } from "./fault-history.ts";
import { textAt, type Fields } from "./record-fields.ts";
import { DAYS_OF_BAND, UsualFigures, type UsualFigure } from "./usual-figures.ts";

export const WEEKS_FORMAT = "tirada-weeks/1";
/** Faults that are told at the most, the newest. */
export const FAULTS_LISTED = 1_000;
const DAY_MS = 86_400_000;

/** What a table's last weeks were, from its durable records alone. */
export interface WeeksReport {
  readonly format: typeof WEEKS_FORMAT;
  /** When it was told, RFC 3339. */
  readonly at: string;
  /** From the first record that was looked at, RFC 3339; null: there is none. */
  readonly since: string | null;
  /** Those that are over, the newest first. */
  readonly faults: readonly PastFault[];
  /** There were more than are told. */
  readonly hasMore: boolean;
  readonly figures: readonly UsualFigure[];
}

/** The oldest instant that counts, RFC 3339. `now`: ms since 1970. */
export const weeksFrom = (now: number): string => new Date(now - (DAYS_OF_BAND + 1) * DAY_MS).toISOString();

/** Tells the last weeks of a table; its records come in their order. */
export class Weeks {
  readonly #now: number;
  readonly #faults = new FaultHistory(FAULTS_LISTED + 1);
  readonly #figures: UsualFigures;
  #since: string | null = null;

  constructor(now: number) {
    this.#now = now;
    this.#figures = new UsualFigures(now);
  }

  /** The next record, read back. */
  addRecord(fields: Fields): void {
    this.#since ??= textAt(fields, "at");
    this.#faults.addRecord(fields);
    this.#figures.addRecord(fields);
  }

  report(): WeeksReport {
    const faults = this.#faults.pastSince(weeksFrom(this.#now));
    return {
      format: WEEKS_FORMAT,
      at: new Date(this.#now).toISOString(),
      since: this.#since,
      faults: faults.slice(0, FAULTS_LISTED),
      hasMore: faults.length > FAULTS_LISTED,
      figures: this.#figures.report(),
    };
  }
}
