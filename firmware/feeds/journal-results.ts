import { utf8 } from "../../src/record/bytes.ts";
import { readLine } from "../../src/record/chain.ts";
import type { LinesPort } from "../afar/floor/journal-lines.ts";
import type { ResultHub } from "./result-hub.ts";

/** Records back from the newest that are read at the start: what was told last stands in them. */
export const RECORDS_READ = 20_000;
/** Records of one reading. */
const PAGE = 500;

/** Reads a table's journal as far as it is durable, and has the hub tell what stands in it. */
export class JournalResults {
  readonly #log: string;
  readonly #journal: LinesPort;
  readonly #hub: ResultHub;
  #next: number | null = null;

  constructor(log: string, journal: LinesPort, hub: ResultHub) {
    this.#log = log;
    this.#journal = journal;
    this.#hub = hub;
  }

  /** So many records are durable. */
  readUpTo(records: number): void {
    this.#next ??= Math.max(this.#journal.firstKept(), records - RECORDS_READ);
    while (this.#next < records) {
      const lines = this.#journal.read({
        from: this.#next,
        upTo: records,
        limit: PAGE,
        checkpoint: Number.MAX_SAFE_INTEGER,
      });
      if (lines.length === 0) return;
      for (const { sent, record } of lines) {
        if (record === null || !("line" in sent)) continue;
        const facts = readLine(utf8(sent.line));
        if (typeof facts !== "string") this.#hub.addRecord(this.#log, record.seq, record.hash, facts.fields);
        this.#next = record.seq + 1;
      }
    }
  }
}
