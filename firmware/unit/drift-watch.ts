import { DRIFT_FORMAT, type DriftReport } from "../../src/analysis/drift/drift-report.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { DRIFT, ReportDesk } from "../screens/server/report-desk.ts";

/** What looks for drift in the storage folder: a program of its own, of a lower priority. */
const LOOK = new URL("../replay/look-child.ts", import.meta.url).href;
/** Begins when a start is long over; what wears out changes over days. */
const FIRST_US = 900 * US_PER_S;
export const AGAIN_US = 6 * 3_600 * US_PER_S;

/** What left its band at this table, as it was found last. */
export class DriftWatch {
  readonly #desk: Pick<ReportDesk, "start" | "state" | "close">;
  readonly #timers;

  constructor(
    folder: string,
    clock: Clock,
    desk = new ReportDesk({ ...DRIFT, module: LOOK, argument: folder }, clock),
  ) {
    this.#desk = desk;
    const look = (): void => void this.#desk.start();
    this.#timers = [
      clock.after(FIRST_US, "looking for drift", look),
      clock.every(AGAIN_US, "looking for drift", look),
    ];
  }

  /** Null: it was not found out yet. */
  get report(): DriftReport | null {
    const { report } = this.#desk.state;
    return isDrift(report) ? report : null;
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#desk.close();
  }
}

const isDrift = (report: unknown): report is DriftReport =>
  typeof report === "object" && report !== null && "format" in report && report.format === DRIFT_FORMAT;
