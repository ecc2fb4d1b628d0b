import { describe, expect, it } from "vitest";
import { textOf } from "../../../src/text/text-of.ts";
import { FaultDesk, HOURS_BACK, RECORDS_SEARCHED } from "./fault-desk.ts";
import { RECORDS_ASKED } from "./recall-desk.ts";

const NOW = Date.UTC(2026, 10, 28, 3);
const text = textOf("faults.wheel.port-gone.text");

/** A journal of one record a minute up to now, the newest first asked of; a fault of the wheel begins and ends where it is said. */
class Journal {
  readonly asked: number[] = [];
  isAway = false;
  records: number;
  readonly #faults: ReadonlyMap<number, string>;
  readonly desk = new FaultDesk(
    (from, count) => {
      this.asked.push(count);
      const last = Math.min(this.records, from + count);
      return Promise.resolve(
        this.isAway ? null : Array.from({ length: Math.max(0, last - from) }, (_, at) => this.#line(from + at)),
      );
    },
    () => (this.records === 0 ? null : this.records - 1),
  );

  constructor(records: number, faults: Readonly<Record<number, string>>) {
    this.records = records;
    this.#faults = new Map(Object.entries(faults).map(([seq, kind]) => [Number(seq), kind]));
    this.desk.useWords({ faults: { "port-gone": text } });
  }

  #line(seq: number): string {
    const kind = this.#faults.get(seq) ?? "phase";
    const at = new Date(NOW - (this.records - 1 - seq) * 60_000).toISOString();
    return JSON.stringify({ seq, at, kind, mono: seq, device: "wheel", code: "port-gone" });
  }
}

describe("the desk of faults", () => {
  it("says which are over, in words, and since when it knows of any", async () => {
    const journal = new Journal(60, { 10: "fault", 20: "fault-cleared" });
    expect(await journal.desk.tell(NOW)).toEqual({
      since: "2026-11-28T02:01:00.000Z",
      faults: [
        {
          device: "wheel",
          code: "port-gone",
          since: "2026-11-28T02:11:00.000Z",
          until: "2026-11-28T02:21:00.000Z",
          healing: { by: "itself" },
          text,
        },
      ],
    });
    journal.asked.length = 0;
    await journal.desk.tell(NOW);
    expect(journal.asked).toEqual([]);
  });

  it("reads no hours that it does not tell of, and finds where they end by halves", async () => {
    const journal = new Journal(RECORDS_SEARCHED * 2, {});
    const answer = await journal.desk.tell(NOW);
    expect(answer?.since).toBe(new Date(NOW - HOURS_BACK * 3_600_000).toISOString());
    const [single, pages] = [1, 0].map((one) => journal.asked.filter((count) => (count === 1) === (one === 1)));
    expect(single!.length).toBeLessThan(20);
    expect(pages!.length).toBe(Math.ceil((HOURS_BACK * 60 + 1) / RECORDS_ASKED));
  });

  it("has nothing before the first record, or while none can be read, and has it later", async () => {
    const journal = new Journal(0, {});
    expect(await journal.desk.tell(NOW)).toBeNull();
    journal.records = 5;
    journal.isAway = true;
    expect(await journal.desk.tell(NOW)).toBeNull();
    journal.isAway = false;
    expect(await journal.desk.tell(NOW)).toMatchObject({ faults: [] });
  });
});
