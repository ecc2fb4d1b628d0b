import { FaultHistory } from "../../../src/analysis/fault-history.ts";
import type { RecallWords } from "../../../src/analysis/recall-types.ts";
import { isFields, objectsAt, textAt } from "../../../src/analysis/record-fields.ts";
import type { PastFaults } from "./messages.ts";
import type { ReportState } from "./report-desk.ts";
import { RecordTail, type ReadRecords } from "./record-tail.ts";

/** So far back faults that are over are told, and the records that are looked through for them at the most. */
export const HOURS_BACK = 12;
export const RECORDS_SEARCHED = 20_000;
const HOUR_MS = 3_600_000;

/** The faults of the last hours, from durable records alone. */
export class FaultDesk {
  readonly #tail: RecordTail;
  readonly #read: ReadRecords;
  #history = new FaultHistory();
  #words: RecallWords["faults"] = {};
  #since: string | null = null;
  /** The oldest instant of a row that begins, RFC 3339. */
  #from = "";

  /** `read`: lines of durable records; `newest`: the number of the newest one that is shown, null before the first. */
  constructor(read: ReadRecords, newest: () => number | null) {
    this.#read = read;
    this.#tail = new RecordTail({
      read,
      newest,
      most: RECORDS_SEARCHED,
      begin: (first, last) => this.#firstAt(first, last),
      forget: () => {
        this.#history = new FaultHistory();
        this.#since = null;
      },
      take: (line) => this.#take(line),
    });
  }

  useWords({ faults }: Pick<RecallWords, "faults">): void {
    this.#words = faults;
  }

  /** What the last weeks were, with this table's words for each fault in them. */
  withWords(state: ReportState): ReportState {
    const { report } = state;
    if (!isFields(report)) return state;
    const told = objectsAt(report, "faults").map((one) => ({
      ...one,
      text: this.#words[textAt(one, "code")] ?? null,
    }));
    return { ...state, report: { ...report, faults: told } };
  }

  /** `now`: the wall clock, ms. Null: the records could not be read. */
  async tell(now: number): Promise<PastFaults | null> {
    this.#from = new Date(now - HOURS_BACK * HOUR_MS).toISOString();
    if (!(await this.#tail.readNew())) return null;
    const since = this.#since !== null && this.#since > this.#from ? this.#since : this.#from;
    return {
      since: this.#since === null ? null : since,
      faults: this.#history
        .pastSince(this.#from)
        .map((one) => ({ ...one, text: this.#words[one.code] ?? null })),
    };
  }

  #take(line: string): void {
    this.#since ??= atOf(line);
    if (!FaultHistory.concerns(line)) return;
    const record: unknown = JSON.parse(line);
    if (isFields(record)) this.#history.addRecord(record);
  }

  /** The first record that is no older than is told: found by halves, so that the hours before cost nothing. */
  async #firstAt(first: number, last: number): Promise<number | null> {
    let [from, to] = [first, last];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const [line] = (await this.#read(middle, 1)) ?? [];
      if (line === undefined) return null;
      if (atOf(line) < this.#from) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function atOf(line: string): string {
  const record: unknown = JSON.parse(line);
  return isFields(record) ? textAt(record, "at") : "";
}
